"""Folding text for matching: two spellings of the same words become equal.

Folded text is for comparing only. It is never stored and never used for offsets, because NFKC changes lengths (`①` becomes `1`).
"""

from __future__ import annotations

import re
import unicodedata

from kb.remembering import remembered

# Quotation marks, dashes and dots that documents use for one another.
_ALIKE = str.maketrans(
    {
        "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "`": "'", "´": "'", "–": "-", "—": "-", "‐": "-", "−": "-", "―": "-",
        "〔": "[", "〕": "]", "【": "[", "】": "]", "『": "[", "』": "]", "〈": "<", "〉": ">", "《": "<", "》": ">",
        "～": "~", "〜": "~", "゠": "=",
    }
)  # fmt: skip

# Wide marks that nothing joins with: without them most texts are normal, which is told in a tenth of the time.
_WIDE = (("？", "?"), ("！", "!"), ("（", "("), ("）", ")"), ("\u3000", " "))
_ANY_ALIKE = re.compile(f"[{''.join(map(re.escape, map(chr, _ALIKE)))}]")
_NO_PART_OF_KEYS = re.compile(r"[\s\"'●■☆★•・▪※◎]")


@remembered(lately=256)  # a question is folded by each of its readers
def fold(text: str) -> str:
    """Width, case, quotes, dashes and spacing made alike; words stay apart by one space."""
    if text.isascii():  # nothing else to do there, in a fifth of the time
        return " ".join(text.replace("`", "'").lower().split())
    folded = evened(text).replace("...", "…").replace("…", "...")
    return " ".join(_caseless(folded).split())


def evened(text: str) -> str:
    """Width, quotes and dashes made alike; case and spacing stay."""
    if text.isascii():
        return text.replace("`", "'")
    for wide, even in _WIDE:
        text = text.replace(wide, even)
    even = unicodedata.normalize("NFKC", text)
    return even.translate(_ALIKE) if _ANY_ALIKE.search(even) else even


def letters(cluster: str) -> str:
    """One letter with its marks made alike, white space kept; for views of a text that remember where each letter came from."""
    return _caseless(evened(cluster))


def _caseless(text: str) -> str:
    """Case made alike, composed before and after: what folding makes of `ẞ` may take the accent that stands behind it."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def key(text: str) -> str:
    """A key under which two prints of one title are equal: folded, without spaces, quotation marks and list bullets."""
    folded = fold(text)
    if folded.isascii():  # a tenth of the time
        return folded.replace(" ", "").replace('"', "").replace("'", "")
    return _NO_PART_OF_KEYS.sub("", folded)
