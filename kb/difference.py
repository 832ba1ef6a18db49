"""Marks what differs between two texts, word by word, and where a quoted passage stands in a text."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from itertools import zip_longest

from kb.fold import fold

# Words with the space after them; Japanese letters one by one, so that a changed letter is marked alone.
_PIECE = re.compile(r"[A-Za-z0-9’'\-\[\]]+\s*|.\s*", re.DOTALL)
_NO_LETTER = re.compile(r"[\W_]")


@dataclass(frozen=True, slots=True)
class Span:
    """A run of a text; `marked` where it differs from the other text or is a quoted passage."""

    text: str
    marked: bool


def marked_against(text: str, other: str) -> tuple[Span, ...]:
    """`text` cut into runs, marked where `other` does not say the same; width, quotes and case do not count."""
    mine, theirs = _PIECE.findall(text), _PIECE.findall(other)
    matcher = difflib.SequenceMatcher(None, [fold(p) for p in mine], [fold(p) for p in theirs], autojunk=False)
    out: list[Span] = []
    for sort, first, last, _, _ in matcher.get_opcodes():
        words = "".join(mine[first:last])
        if words:
            out.append(Span(words, sort != "equal"))
    return tuple(out)


def first_difference(text: str, other: str) -> int | None:
    """The place in `text` from which on `other` says something else, as `marked_against` tells it; None where it says the same."""
    place = 0
    for mine, theirs in zip_longest(_PIECE.findall(text), _PIECE.findall(other), fillvalue=""):
        if fold(mine) != fold(theirs):
            return place
        place += len(mine)
    return None


def misquoted(text: str, quoted: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """`text` and what is quoted from it, each marked where it says what the other does not.

    Words of the text before and behind what is quoted are unmarked, and punctuation does not count.
    """
    mine, theirs = _PIECE.findall(text), _PIECE.findall(quoted)
    matcher = difflib.SequenceMatcher(None, list(map(_bare, mine)), list(map(_bare, theirs)), autojunk=False)
    codes = matcher.get_opcodes()
    printed, said = [], []
    for place, (sort, first, last, begin, end) in enumerate(codes):
        outside = sort == "delete" and place in (0, len(codes) - 1)
        printed.append(Span("".join(mine[first:last]), sort != "equal" and not outside and any(map(_bare, mine[first:last]))))
        said.append(Span("".join(theirs[begin:end]), sort != "equal" and any(map(_bare, theirs[begin:end]))))
    return tuple(span for span in printed if span.text), tuple(span for span in said if span.text)


def _bare(piece: str) -> str:
    return _NO_LETTER.sub("", fold(piece))


def passages(text: str, quoted: list[str]) -> tuple[Span, ...]:
    """`text` cut into runs, marked where a quoted passage stands; space in a passage may be a line's end in the text."""
    marked = [False] * len(text)
    for passage in quoted:
        if passage.strip():
            pattern = r"\s+".join(re.escape(word) for word in passage.split())
            for found in re.finditer(pattern, text):
                for place in range(*found.span()):
                    marked[place] = True
    out: list[Span] = []
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or marked[place] != marked[start]:
            out.append(Span(text[start:place], marked[start]))
            start = place
    return tuple(out)
