"""Who and where, and what kind of thing: a player, a zone, a phase, a stat that only one side names, through the glossary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from ingest.detect.align import Aligned, Side
from ingest.detect.detected import Detected
from ingest.detect.words import english, one_sided, pair

KINDS = {"zone": 0.5, "card_type": 0.4, "stat": 0.5, "phase": 0.5, "icon": 0.4, "keyword": 0.4, "game_term": 0.35, "action": 0.25}
"""Kinds of terms that are compared here, and the weight of one that stands on one side only."""

PHRASES = ("action", "game_term", "timing", "tournament")
"""Kinds of terms that may be whole phrases: a term inside one ("gauge" in "pay the gauge") answers for it. In names it does not."""

_CARD_EN = english("cards?")
_CARD_JA = re.compile("カード")

# Read as in scope: whole words in English, anywhere in Japanese.
PAIRS = (
    pair(
        "own",
        r"own",
        r"自分の|自身の",
        en_like=r"your|my|his|her|their|its|I|you|he or she|owner",
        ja_like=r"君|その|自",
        ja_only=0.4,
    ),
    pair(
        "card",
        r"cards?",
        r"カード(?!名|の種類|ゲーム)",
        en_like=r"cards?|monsters?|items?|spells?|it|them|flags?|impacts?|copy|copies|one|that",
        ja_only=0.4,
    ),
)


def places(both: Aligned) -> Iterator[Detected]:
    """Flags for players, zones, phases, stats and kinds of card that only one side names."""
    yield from one_sided("places", PAIRS, both)
    alone_en, alone_ja = lonely(both.en, both.ja), lonely(both.ja, both.en)
    for kind, weight in KINDS.items():
        en, ja = [term for term, of in alone_en if of == kind], [term for term, of in alone_ja if of == kind]
        for one, other in zip_longest(en, ja):
            if one and other:
                yield both.flag(f"places: {one} / {other}", "term", weight)
            else:
                yield both.flag(f"places: {one or other}", "extra" if one else "omission", weight)
    yield from _swapped(both)


def _swapped(both: Aligned) -> Iterator[Detected]:
    """A flag when one side says "card" the more where the other names a type of card: the rule is for cards, or for that type."""
    en, ja = (Counter(mark.term for mark in side.marks if mark.kind == "card_type" and mark.whole) for side in (both.en, both.ja))
    cards = len(_CARD_EN.findall(both.en.text)) - len(_CARD_JA.findall(both.ja.text))
    for term in sorted(set(en) | set(ja)):
        if (en[term] - ja[term]) * cards < 0:
            yield both.flag(f"places: card / {term}", "contradiction", 0.5)


def lonely(side: Side, other: Side) -> list[tuple[str, str]]:
    """The terms, with their kinds, that a side names on their own and the other side does not name in any form."""
    answered = {mark.term for mark in other.marks}
    places: dict[tuple[int, int], list[tuple[str, str]]] = {}
    for mark in side.marks:
        if mark.whole:
            places.setdefault((mark.start, mark.end), []).append((mark.term, mark.kind))
    out = {}
    for (start, end), terms in places.items():
        own = {term for term, _ in terms}
        if terms[0][1] in PHRASES:
            own |= {mark.term for mark in side.marks if start <= mark.start and mark.end <= end}
        if not own & answered:
            out[terms[0][0]] = terms[0][1]
    return sorted(out.items())
