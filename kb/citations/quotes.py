"""Words that a text quotes: in quotation marks of any sort (“ ” " 「 」 『 』), and lines that begin with >."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_PAIRS = {"“": "”", "„": "”", "「": "」", "『": "』", "｢": "｣", "«": "»"}
_CLOSING = frozenset(_PAIRS.values())
_STRAIGHT = '"＂'
# All marks, and the empty line at which a quotation that was never closed ends.
_MARK = re.compile(rf"[{''.join(_PAIRS)}{''.join(sorted(_CLOSING))}{_STRAIGHT}]|\n[^\S\n]*\n")
_BLOCK = re.compile(r"(?:^[^\S\n]*>.*(?:\n|\Z))+", re.MULTILINE)
# The last line of such lines that says whose they are: "> — BF Call 1.1". It runs over no line end.
_SIGNED = re.compile(r"^[^\S\n]*>[> \t]*(?:[—–―]|--? )", re.MULTILINE)
_HEAD = re.compile(r"(?:^|\n)[^\S\n]*>[> \t]*")
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Quote:
    """Quoted words at a place of a text; `first` and `last` take in their marks, `words` do not. `block` for lines with >."""

    first: int
    last: int
    words: str
    block: bool = False


def find_quotes(text: str) -> list[Quote]:
    """What a text quotes, in order; a quotation within another is a part of that one."""
    found = sorted([*_in_marks(text), *_in_lines(text)], key=lambda quote: (quote.first, -quote.last))
    out: list[Quote] = []
    for quote in found:
        if not out or quote.first >= out[-1].last:
            out.append(quote)
    return out


def _in_marks(text: str) -> Iterator[Quote]:
    """The quotations between marks, the inner ones too."""
    opened: list[tuple[str, int]] = []
    for found in _MARK.finditer(text):
        mark, place = found[0], found.start()
        if mark[0] == "\n":
            opened.clear()
        elif mark in _PAIRS:
            opened.append((_PAIRS[mark], place))
        elif mark in _STRAIGHT and not (any(close == mark for close, _ in opened) and _closes(text, place)):
            if _opens(text, place):
                opened.append((mark, place))
        else:
            at = next((n for n in range(len(opened) - 1, -1, -1) if opened[n][0] == mark), None)
            if at is not None:
                first = opened[at][1]
                del opened[at:]
                yield Quote(first, place + 1, text[first + 1 : place])
        del opened[:-_DEEPEST]


def _opens(text: str, place: int) -> bool:
    """Whether a straight mark may begin a quotation: no letter of ASCII stands before it, and no space behind it."""
    before, after = text[max(0, place - 1) : place], text[place + 1 : place + 2]
    return bool(after.strip()) and not (before.isascii() and before.isalnum())


def _closes(text: str, place: int) -> bool:
    """Whether a straight mark may end one: no space stands before it, and no letter of ASCII behind it."""
    before, after = text[max(0, place - 1) : place], text[place + 1 : place + 2]
    return bool(before.strip()) and not (after.isascii() and after.isalnum())


def _in_lines(text: str) -> Iterator[Quote]:
    for found in _BLOCK.finditer(text):
        signed = _SIGNED.search(text, *found.span())
        last = found.end() if signed is None else signed.start()
        words = _HEAD.sub("\n", text[found.start() : last]).strip()
        if words:
            yield Quote(found.start(), last, words, block=True)
