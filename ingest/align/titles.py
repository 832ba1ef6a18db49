"""Whether two titles name one thing: the same but for signs and spaces, misspelt, or names of two things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from rapidfuzz.distance import OSA

from kb.fold import fold
from kb.model import Rendition

BY_NAME = ("restricted_card", "option_card_ruling", "ability_ruling", "appearance_ruling", "erratum", "table_row")
"""Kinds whose texts are alike, if not the same: only what an entry is called tells which one it is."""

MISSPELT = 0.65
"""How sure it is that two names of which a few letters differ are one; a person looks at it."""
NEARLY = 0.6
"""Share of letters, in order, that two names have in common where a person should look whether they are one."""
_ONE_LETTER, _TWO_LETTERS = 5, 8
"""A word of so many letters may have one that is misspelt, or two; a shorter one is another word then: Ein, Zwei, Drei."""
# Signs that no slip of the pen changes: digits, and kanji, each of which is a word.
_NO_SLIP = re.compile(r"[\d\u3400-\u9fff]")


def name_of(rendition: Rendition) -> str | None:
    """What an entry is called: its title; an erratum the number of its card."""
    return rendition.number if rendition.kind == "erratum" else rendition.title


def agreement(one: str | None, other: str | None) -> float:
    """How sure it is that two prints of a name are one: 1 where all letters and digits are, 0 where it is another name."""
    left, right = _words(one), _words(other)
    if not left or not right:
        return 0.0
    if "".join(left) == "".join(right):
        return 1.0
    return MISSPELT if _is_misspelt(left, right) else 0.0


def sounds(name: str | None) -> Iterator[str]:
    """What two names that agree have in common, to find them by: all letters, or the number of words and their first letters."""
    words = _words(name)
    if words:
        yield "".join(words)
        yield " ".join(word[0] for word in words)


def nearly(one: str | None, other: str | None) -> bool:
    """Whether two names have so much in common that a person should look whether they are one."""
    left, right = "".join(_words(one)), "".join(_words(other))
    return bool(left and right) and SequenceMatcher(None, left, right, autojunk=False).ratio() >= NEARLY


def _words(name: str | None) -> list[str]:
    """The words of a name, letters and digits alone: "Black Sage, “Bem”" → black, sage, bem."""
    return re.findall(r"[^\W_]+", fold(name or "").replace("'", ""))


def _is_misspelt(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether one or two letters differ, each in a word that is long enough to be known without them; the first letter stays."""
    if len(left) != len(right) or _NO_SLIP.findall(" ".join(left)) != _NO_SLIP.findall(" ".join(right)):
        return False
    slips = 0
    for one, other in zip(left, right, strict=True):
        wrong, size = OSA.distance(one, other), max(len(one), len(other))  # letters put in, left out, changed, or swapped
        allowed = 2 if size >= _TWO_LETTERS else 1 if size >= _ONE_LETTER else 0
        if wrong > allowed or (wrong and one[0] != other[0]):
            return False
        slips += wrong
    return slips <= 2
