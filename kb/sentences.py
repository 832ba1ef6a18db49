"""Cuts a rule's text into the sentences that are quoted. A sentence is a span of the text, never rewritten."""

from __future__ import annotations

import re
from functools import lru_cache

# A sentence ends at 。！？, at . ! ? before a space or the end, or at a line's end. Not before a small letter (‘Off-Limits!’ can),
# nor inside "3.2.1", "e.g. 1", "No. 2", "a.k.a.", nor behind the number of a part that is named in quotes (“2. Flow of a Call”).
# Behind a number that is printed with its dot it has two: "go to 2.2.. If".
_END = re.compile(
    r"[。！？](?:[」』）)]*)|(?<!\be\.g)(?<!\bi\.e)(?<!\bNo)(?<!\ba\.k\.a)(?<=[^\d.])[.!?][”\"’')\]]*(?=\s+[^\sa-z]|\s*$)|(?<![\"“]\d)(?<![\"“]\d\d)(?<=\d)\.\.?(?=\s+[A-Z“\[]|$)|\n"
)


@lru_cache(maxsize=1024)  # what is quoted is quoted again
def spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where the sentences of a text begin and end, in order, without the space between them."""
    out = []
    start = 0
    for end in (*(found.end() for found in _END.finditer(text)), len(text)):
        piece = text[start:end]
        if piece.strip():
            out.append((start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())))
        start = end
    return tuple(out)


def sentences(text: str) -> list[str]:
    """The sentences of a text in order, without the space between them."""
    return [text[start:end] for start, end in spans(text)]
