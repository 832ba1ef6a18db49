"""Headings that the corpus does not know: what stands below one is left unread, up to the next that is known."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.doubts import HEADING_UNKNOWN
from ingest.grammars.heading_like import looks_like_heading
from ingest.grammars.walk import Walk

# A section's heading as the known ones are printed, alone on its line: "[Participating deck]", 【special power】.
_SECTION = re.compile(r"^[\[【][^\[\]【】]+[\]】]$")
_PARAGRAPHS = ("precaution", "deck_rule")
_SHORT_LINES = ("erratum",)
"""What sections hold whose paragraphs are entries, and whose texts are made of lines as short as headings."""


def unknown_section(walk: Walk, block: Block) -> bool:
    """The heading of a section, by its brackets or by the source's own mark: in no section that is known stands what is below it.

    Among rules brackets of any sort hold the title of the next, among rulings by card square ones a card's name.
    """
    holds = walk.section.holds if walk.section else None
    titled = holds == "rule" or (holds in ("option_card_ruling", "appearance_ruling") and not block.text.startswith("【"))
    marked = block.heading in (1, 2) and not block.text.startswith(("■", "●", "◎"))
    if not marked and (titled or walk.section is None or block.gap == 0 or not _SECTION.match(block.text)):
        return False
    walk.section, walk.headings, walk.flow, walk.flow_title, walk.subheading = None, [], None, None, None
    return _unread(walk, block)


def unknown_heading(walk: Walk, block: Block) -> bool:
    """A line that looks like a heading where no construct of the section has one: no entry is open below it."""
    holds = walk.section.holds if walk.section else None
    if holds in _PARAGRAPHS or not looks_like_heading(walk, block):
        return False
    if holds in _SHORT_LINES and not block.heading:
        return False
    return _unread(walk, block)


def _unread(walk: Walk, block: Block) -> bool:
    walk.close()
    walk.unowned.append(block.with_text(block.text, HEADING_UNKNOWN))
    return True
