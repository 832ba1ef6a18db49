"""Which entry that an edition dropped a new one may be: what is too doubtful to be taken for one, and a person should look at."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.align.likeness import Likeness
from ingest.align.match import IN_ORDER, LEFT_OVER, container
from ingest.align.titles import BY_NAME, name_of, nearly
from kb.model import Rendition
from kb.tokens import tokens

TELLING = 4
"""A text of fewer words tells nothing of an entry that is known by its name."""


def perhaps(new: Sequence[Rendition], gone: Sequence[Rendition], likeness: Likeness) -> dict[str, tuple[str, str]]:
    """For each new entry that may be one of those gone: that one, and why; the likest of them."""
    out = {}
    for one in new:
        told = [(why, likeness.within(old, one), old) for old in gone if (why := _why(old, one, likeness))]
        if told:
            why, _, old = max(told, key=lambda found: (found[1], found[2].entry))
            out[one.entry] = (old.entry, why)
    return out


def _why(old: Rendition, new: Rendition, likeness: Likeness) -> str:
    """What speaks for two entries being one, or ""."""
    if old.kind != new.kind and any(one.kind in IN_ORDER or one.kind in BY_NAME for one in (old, new)):
        return ""
    if old.kind not in IN_ORDER and nearly(name_of(old), name_of(new)):
        return "its name is nearly the same"
    if old.kind in IN_ORDER and old.number is not None and (container(old), old.locator) == (container(new), new.locator):
        return "it has its number"
    tells = old.kind not in BY_NAME or len(tokens(new.text)) >= TELLING
    return "its text is alike" if tells and likeness.within(old, new) >= LEFT_OVER else ""
