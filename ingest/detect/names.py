"""Examples: cards, worlds and attributes that only one side names, and what is quoted from a card."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.detect.align import Aligned
from ingest.detect.detected import Detected
from ingest.detect.places import lonely
from ingest.detect.words import english

KINDS = {"card": 0.6, "world": 0.7, "flag": 0.6, "attribute": 0.6}
"""Kinds of names, and the weight of one that stands on one side only."""

# Double quotation marks of any make, and single ones that stand at a word's edge: not the apostrophe of "fighter's".
_QUOTE_EN = re.compile(r"[“\"„]([^“”\"„]+)[”\"]|(?<!\w)[‘']([^‘’']+)[’'](?!\w)")
_QUOTE_JA = re.compile(r"「([^「」]+)」|“([^“”]+)”")
_PART = r"[A-Za-z0-9-]"
# A code as printed on cards: capitals and digits joined by dashes. Not a plain word, not "N-1".
_CODE = re.compile(rf"(?<!{_PART})[A-Z]{{1,5}}\d*-(?:(?:[A-Z0-9]+-)*[A-Z]*\d{{2,}}|[A-Z]+-[A-Z]*\d+)(?!{_PART})")

# Whose and which: "your" only where it says whose turn or phase, for elsewhere Japanese leaves it out.
_OWNER_EN = {
    "your": english(r"your(?= (?:\w+ )?(?:phase|turn|step|battle)\b)"),
    "opponent": english(r"opponent\w*"),
    "this card": english("this card"),
}
_OWNER_JA = {"your": re.compile("君|自分|あなた"), "opponent": re.compile("相手"), "this card": re.compile("このカード|そのカード")}
# Attributes and worlds in double angle brackets; not 〈〉, which some texts use for worlds.
_BRACKET_JA = re.compile(r"《([^《》]+)》")
_BRACKET_EN = re.compile(r"《([^《》]+)》|<<([^<>]+)>>")


def names(both: Aligned) -> Iterator[Detected]:
    """Flags for names, codes and quoted words that differ."""
    for side, other in ((both.en, both.ja), (both.ja, both.en)):
        for term, kind in lonely(side, other):
            if kind in KINDS:
                yield both.flag(f"names: {term}", "example_differs", KINDS[kind])
    en, ja = both.en.text, both.ja.text
    for code in sorted(set(_CODE.findall(en)) ^ set(_CODE.findall(ja))):
        yield both.flag(f"names: {code}", "extra" if code in en else "omission", 0.6)
    if _BRACKET_JA.search(ja) and not _BRACKET_EN.search(en) and _QUOTE_EN.search(en):
        yield both.flag("names: 《》", "contradiction", 0.5)
    yield from _quoted(both, en, ja)


def _quoted(both: Aligned, en: str, ja: str) -> Iterator[Detected]:
    """Flags for quoted words of a card that name whose turn or which card it is in one language only."""
    quotes_en = ["".join(found) for found in _QUOTE_EN.findall(en)]
    quotes_ja = ["".join(found) for found in _QUOTE_JA.findall(ja)]
    if not quotes_en or len(quotes_en) != len(quotes_ja):
        return
    all_en, all_ja = "\n".join(quotes_en), "\n".join(quotes_ja)
    for owner, pattern in _OWNER_EN.items():
        if pattern.search(all_en) and not _OWNER_JA[owner].search(all_ja):
            yield both.flag(f"names: quoted {owner}", "extra", 0.5)
        if _OWNER_JA[owner].search(all_ja) and not pattern.search(all_en):
            yield both.flag(f"names: quoted {owner}", "omission", 0.5)
