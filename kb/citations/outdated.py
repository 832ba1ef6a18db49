"""Whether a text prints words as what held before: as the old rule of a change, or as the incorrect text of an erratum."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from kb.citations.printed import Letters, letters_of
from kb.model import Rendition

OLD_RULE, INCORRECT = "old rule", "incorrect"
NOT_OUTDATED = ""


def _half(old: str, new: str) -> re.Pattern[str]:
    """From the line that one word heads to the line that the other heads, or to the end of the text."""
    return re.compile(rf"^[^\S\n]*(?:{old}).*?(?=^[^\S\n]*(?:{new})|\Z)", re.MULTILINE | re.DOTALL | re.IGNORECASE)


# By kind: what the half is, and where it stands. Not the "old rule" within a line.
_HALVES = {
    "rule_change": (OLD_RULE, _half(r"old rule(?![a-z])|旧ルール", r"new rule(?![a-z])|新ルール")),
    "erratum": (INCORRECT, _half(r"incorrect\s?:|誤\s?[:：]", r"correct\s?:|正\s?[:：]")),
}


def outdated(rendition: Rendition, pieces: Sequence[Letters]) -> str:
    """As what a text prints some words, where that held before; NOT_OUTDATED where they stand elsewhere in it, too."""
    if rendition.kind not in _HALVES:
        return NOT_OUTDATED
    before, after = _letters(rendition.kind, rendition.titled)
    if _holds(after, pieces) or not _holds(before, pieces):
        return NOT_OUTDATED
    return _HALVES[rendition.kind][0]


def _holds(letters: Letters, pieces: Sequence[Letters]) -> bool:
    return letters.find(pieces, 0, len(letters.key)) is not None


@lru_cache(maxsize=64)
def _letters(kind: str, text: str) -> tuple[Letters, Letters]:
    """The letters of what held before, and those of all else."""
    half = _HALVES[kind][1]
    return letters_of("\n".join(half.findall(text))), letters_of(half.sub("\n", text))
