"""Cuts a text into the sentences that are compared: spans of the text, never cut inside quotation marks or brackets."""

from __future__ import annotations

import re
from dataclasses import dataclass

# A sentence ends at 。！？, at . ! ? before a space or the end, at a note mark, or at a line's end. Not inside "3.2.1", not after
# "e.g", "i.e", "No" or "vs", not before a lower-case word, not where a quotation goes on (。」は); "10.1.." ends once.
_END = re.compile(
    r"[。！？]+[」』）)]*+(?!(?<=[」』）)])[はがをにのとで等な])"
    r"|(?<!\be\.g)(?<!\bi\.e)(?<!\bNo)(?<!\bvs)(?<=[^\d.])[.!?]+[”\"’')\]]*(?=\s|$)(?!\s+[a-z])"
    r"|(?<=\d)\.+(?=\s+[A-Z“\[(]|\s*$)|(?=[※→])|\s+(?=[(（](?:例|e\.g\.|Example))|\n"
)  # fmt: skip
_OPEN = "“「『（(【《〈["
_CLOSE = "”」』）)】》〉]"
# A Japanese line that goes on in the next one: it ends with a particle or a comma. And one that goes on with "and so on".
_CONTINUED = re.compile(r"[はをにが、]$")
_CONTINUES = re.compile(r"\s*(?:等|など)")


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text: from `start` up to `end`, without the space around it."""

    start: int
    end: int


def spans(text: str) -> list[Span]:
    """The sentences of a text in order."""
    out: list[Span] = []
    start = 0
    for found in _END.finditer(text):
        piece = text[start : found.end()]
        if "\n" in found[0]:
            if _CONTINUED.search(text[: found.start()]) or _CONTINUES.match(text, found.end()):
                continue
        elif _is_open(piece):
            continue
        _add(out, text, start, found.end())
        start = found.end()
    _add(out, text, start, len(text))
    return out


def _is_open(piece: str) -> bool:
    """Whether quotation marks or brackets that were opened in this piece are still open."""
    return piece.count('"') % 2 == 1 or any(piece.count(a) > piece.count(b) for a, b in zip(_OPEN, _CLOSE, strict=True))


def _add(out: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    inner = piece.strip()
    if any(letter.isalnum() for letter in inner):
        begin = start + len(piece) - len(piece.lstrip())
        out.append(Span(begin, begin + len(inner)))
