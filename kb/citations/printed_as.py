"""As what a text prints words that are no rule of today: the old rule of a change, the incorrect text of an erratum, a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from kb.citations.model import INCORRECT, OLD_RULE, QUESTION
from kb.citations.printed import Letters, letters_of
from kb.model import Rendition
from kb.sentences import sentences


def _half(old: str, new: str) -> re.Pattern[str]:
    """From the line that one word heads to the line that the other heads, or to the end of the text."""
    return re.compile(rf"^[^\S\n]*(?:{old}).*?(?=^[^\S\n]*(?:{new})|\Z)", re.MULTILINE | re.DOTALL | re.IGNORECASE)


# Where the half that holds no longer stands. Not the "old rule" within a line.
_HALVES = {
    "rule_change": _half(r"old rule(?![a-z])|旧ルール", r"new rule(?![a-z])|新ルール"),
    "erratum": _half(r"incorrect\s?:|誤\s?[:：]", r"correct\s?:|正\s?[:：]"),
}
_NAMES = {"rule_change": OLD_RULE, "erratum": INCORRECT, "qa": QUESTION}
# A question as it is printed or quoted, with the marks that close it.
_ASKS = re.compile(r"(?:[?？]|か)[\s。”\"'’」』）)\]]*$")


def printed_as(rendition: Rendition, words: str, pieces: Sequence[Letters]) -> str:
    """As what a text prints some words, "" where it prints them elsewhere, too, or they ask themselves."""
    if rendition.kind not in _NAMES or (rendition.kind == "qa" and _ASKS.search(words)):
        return ""
    part, rest = _letters(rendition.kind, rendition.titled)
    return "" if _holds(rest, pieces) or not _holds(part, pieces) else _NAMES[rendition.kind]


def _holds(letters: Letters, pieces: Sequence[Letters]) -> bool:
    return letters.find(pieces, 0, len(letters.key)) is not None


@lru_cache(maxsize=64)
def _letters(kind: str, text: str) -> tuple[Letters, Letters]:
    """The letters of what holds no longer or asks, and those of all else."""
    if kind == "qa":
        asked = [one for one in sentences(text) if _ASKS.search(one)]
        return letters_of("\n".join(asked)), letters_of("\n".join(one for one in sentences(text) if one not in asked))
    half = _HALVES[kind]
    return letters_of("\n".join(half.findall(text))), letters_of(half.sub("\n", text))
