"""Finds a passage in the text that it is quoted from, whatever its white space and list bullets, and gives it to the letter."""

from __future__ import annotations

import re

from kb.model import Rendition

# What readers and print set differently, and people quote in their own way: white space and list bullets.
_LOOSE = re.compile(r"[\s・•▪●]")


def verbatim(rendition: Rendition, passage: str) -> str | None:
    """The passage as the rendition's text or title prints it; "" for an empty one, None where neither prints it."""
    for printed in (rendition.text, rendition.title or ""):
        if passage in printed:
            return passage
        found = _slice(printed, passage)
        if found is not None:
            return found
    return None


def _slice(printed: str, passage: str) -> str | None:
    """The part of a text that has the letters of a passage, from its first letter to its last."""
    places = [place for place, letter in enumerate(printed) if not _LOOSE.match(letter)]
    wanted = _LOOSE.sub("", passage)
    at = "".join(printed[place] for place in places).find(wanted)
    if at < 0 or not wanted:
        return None
    return printed[places[at] : places[at + len(wanted) - 1] + 1]
