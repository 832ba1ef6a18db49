"""Quotes for a sheet of paper: an entry's own words, whole where there is room, else the sentences nearest to the question."""

from __future__ import annotations

from dataclasses import dataclass

from kb.model import Rendition
from kb.sentences import spans
from kb.tokens import tokens

WIDE = 2
"""How many Latin letters a Japanese one is as wide as."""

LINE_END = 22
"""How many Latin letters' width is lost where a line of the text ends."""

PREVIEW = 280
"""Latin letters' width of a link preview's description."""


@dataclass(frozen=True, slots=True)
class SlipQuote:
    """Words of a rendition as printed, and whether words before or after them were left out."""

    text: str
    cut_before: bool = False
    cut_after: bool = False


def quote(rendition: Rendition, room: int, question: str = "") -> SlipQuote:
    """The text in `room` Latin letters' width: whole, or from the sentence that shares most words with the question on."""
    text, japanese = rendition.text, rendition.language == "ja"
    if _width(text, japanese) <= room:
        return SlipQuote(text)
    places = spans(text)
    asked = set(tokens(question))
    shared = [len(asked & set(tokens(text[first:last]))) for first, last in places]
    start = end = shared.index(max(shared))
    while end + 1 < len(places) and _width(text[places[start][0] : places[end + 1][1]], japanese) <= room:
        end += 1
    first, last = places[start][0], places[end][1]
    if _width(text[first:last], japanese) > room:
        most = first + (room // WIDE if japanese else room)
        space = text.rfind(" ", first, most)
        last = most if japanese or space <= first else space
    return SlipQuote(text[first:last].strip(), first > 0, last < len(text.rstrip()))


def _width(text: str, japanese: bool) -> int:
    """How many Latin letters wide a text is; a line's end leaves half a line of a narrow column empty."""
    return len(text) * (WIDE if japanese else 1) + LINE_END * text.count("\n")


def preview(rendition: Rendition) -> str:
    """The rule's own words for a link preview: on one line, as much as such previews show, behind the heading of a card's list."""
    shown = quote(rendition, PREVIEW)
    words = " ".join(f"{rendition.listed_under or ''} {shown.text}".split())
    return f"{words} …" if shown.cut_after else words
