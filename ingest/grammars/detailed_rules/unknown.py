"""Headings of entries that the corpus does not know: what stands below one is an entry of its own, with a doubt."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.detailed_rules.named import KIND_OF
from ingest.grammars.heading_like import looks_like_heading
from ingest.grammars.walk import Draft, Walk, slugify, unbulleted

# The number of a zone ("⑨ Graveyard") or of a rule change ("3. Turns that effects give"), and the title behind it.
_NUMBERED = re.compile(r"^(?:(?P<circled>[①-⑳])|(?P<plain>\d{1,2})\.\s)\s*(?P<title>\S.*)$")


def unknown_title(walk: Walk, block: Block) -> bool:
    """A line that looks like a heading: a zone or a rule change where these are, with their number, a topic elsewhere."""
    if not looks_like_heading(walk, block):
        return False
    title, number = unbulleted(block.text).strip(), None
    prefix = "topic"
    holds = walk.section.holds if walk.section else None
    found = _NUMBERED.match(title)
    if found and holds == ("zone" if found["circled"] else "rule_change"):
        prefix = "zone" if found["circled"] else "change"
        number, title = found["circled"] or found["plain"], found["title"]
    draft = Draft(id=f"{prefix}/{slugify(title)}", kind=KIND_OF[prefix], number=number, title=title, guess=block)
    walk.asking = False
    walk.open(draft).own(block)
    draft.unnamed("heading", "words")
    return True
