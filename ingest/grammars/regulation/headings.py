"""Headings of a regulation: sections in brackets, procedures and topics behind a square."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.regulation.procedure import STEP
from ingest.grammars.walk import Walk, unbulleted

# "[1] Digimon Box": a numbered chapter.
_CHAPTER = re.compile(r"^\[\d{1,2}\]\s+\S")


def part_heading(walk: Walk, block: Block) -> bool:
    """A section or a procedure that the corpus names."""
    found = walk.heading(block.text)
    if found is None:
        return False
    if found.part.kind == "flow":
        walk.flow, walk.flow_title, walk.subheading = found, block.text.strip(), None
    else:
        walk.section, walk.headings = found, [block.text.strip()]
        walk.flow, walk.flow_title, walk.subheading = None, None, None
    walk.close()
    walk.pending = []
    return walk.set_aside(block, "heading")


def subheading(walk: Walk, block: Block) -> bool:
    """A chapter (`[1] Digimon Box`), a procedure that the corpus does not know, or a topic (`■ Direct attack`) inside a section."""
    if _CHAPTER.match(block.text) and walk.section is not None:
        walk.headings = [walk.headings[0], block.text.strip()]
        walk.subheading = None
    elif block.text.startswith("■") and (following := walk.next()) is not None and STEP.match(following.text):
        title = unbulleted(block.text)
        walk.flow, walk.flow_title = walk.meet(block, title, title, "flow", None), block.text.strip()
        walk.subheading = None
    elif block.text.startswith("■"):
        walk.subheading = f"■ {unbulleted(block.text)}"
    else:
        return False
    walk.close()
    walk.pending = []
    return walk.set_aside(block, "heading")
