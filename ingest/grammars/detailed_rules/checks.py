"""The bullets of the resolution check, where a new edition words one in a way that the corpus does not know yet."""

from __future__ import annotations

from ingest.blocks import Block
from ingest.grammars.walk import Draft, Walk, slugify


def check_bullet(walk: Walk, block: Block) -> bool:
    """A bullet under the heading of the resolution check that no opening words in the corpus name."""
    if walk.section is None or walk.section.holds != "resolution_check" or not block.marker:
        return False
    draft = Draft(id=f"check/{slugify(block.text, 6)}", kind="resolution_check")
    walk.open(draft).add(block)
    draft.unnamed("check", "opening words")
    return True
