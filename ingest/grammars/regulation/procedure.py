"""Numbered procedures: `(1) Bow to the other party.`, with notes behind an asterisk."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.walk import Draft, Walk

# "(3) Calculate points." at a line's head; not "(at least 10 times)".
STEP = re.compile(r"^\((\d{1,2})\)\s*")


def procedure_step(walk: Walk, block: Block) -> bool:
    """A numbered step of the procedure under whose heading it stands."""
    found = STEP.match(block.text)
    if not found or walk.flow is None:
        return False
    slug = walk.flow.part.slug
    draft = Draft(id=f"{slug}/{found[1]}", kind="procedure_step", number=f"({found[1]})", flow=slug)
    walk.open(draft).add(block, block.text[found.end() :])
    return True


def note(walk: Walk, block: Block) -> bool:
    """A note behind an asterisk belongs to the step above it."""
    if walk.flow is None or not block.text.startswith("*") or not walk.current:
        return False
    walk.current[-1].add(block)
    return True
