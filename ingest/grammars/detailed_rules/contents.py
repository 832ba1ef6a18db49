"""The table of contents: numbered headings one below the other, before any of them begins."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.walk import Walk

# A line of a table of contents: a circled or plain number, or a star, then a heading. Not "1.1. Declare".
_LINE = re.compile(r"^(?:☆|[①-⑳]|\d{1,2}\s)\s*\S")

REASON = "table of contents"


def contents(walk: Walk, block: Block) -> bool:
    """A contents line stands beside another one, or after one, before the first section has begun."""
    if walk.section is not None or not _LINE.match(block.text):
        return False
    before = walk.blocks[walk.position - 1] if walk.position else None
    after = walk.next()
    beside = [other for other in (before, after) if other is not None]
    begun = any(aside.reason == REASON for aside in walk.noise)
    if not begun and not any(_LINE.match(other.text) or other.text.startswith("|") for other in beside):
        return False
    return walk.set_aside(block, REASON)
