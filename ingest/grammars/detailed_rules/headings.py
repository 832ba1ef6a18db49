"""Page headings: a section (`4. Abilities / Others`) or a flow (`● Flow of a Call`), repeated on every page."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.catalogue import PartNames, heading_words
from ingest.grammars.heading_like import ends_open, looks_like_heading
from ingest.grammars.walk import Draft, Walk
from ingest.labels import STEP
from ingest.readers.markdown import PAGE_GAP
from kb.fold import key


def flow_heading(walk: Walk, block: Block) -> bool:
    """The heading of a flow; the same heading again continues it. A note on the heading's own line becomes a topic.

    A flow whose heading has a number, as sections have, is a section of its own.
    """
    words, mark, note = block.text.partition("※")
    found = walk.heading(words)
    if found is None or found.part.kind != "flow" or found.heads_stage:
        return False
    if is_numbered(words):
        enter_own_section(walk, found, words)
    if walk.flow is None or walk.flow.part.slug != found.part.slug:
        enter_flow(walk, found, heading_words(words))
    walk.flow_title = walk.flow_title or heading_words(words)
    walk.close()
    walk.set_aside(block, "page heading")
    if mark:
        name = walk.catalogue.opening(walk.game, walk.language, f"※{note}", ("topic",))
        draft = Draft(id=name.id if name else f"topic/{found.part.slug}-note", kind="topic", title=heading_words(words))
        walk.open(draft).add(block, f"※{note.strip()}")
    return True


def is_numbered(heading: str) -> bool:
    """Whether a page heading has a number before it, as sections have: "2. Flow of …", ②…, and not "● Flow of …"."""
    return bool(re.match(r"[\s●■☆★•]*(?:\d|[①-⑳])", heading))


def enter_own_section(walk: Walk, flow: PartNames, heading: str) -> None:
    """A flow begins, or goes on, under a section's heading that is its own."""
    if walk.section is not flow:
        walk.headings = [heading.strip()]
    walk.section, walk.division = flow, None


# A numbered page heading: "5. Impact Monsters", ⑤必殺モンスター. It ends without a full stop; a sentence does not count.
_NUMBERED = re.compile(r"^(?:\d{1,2}\.\s+|[①-⑳]\s*)\S.{1,60}(?<![.。!?！？])$")
# The heading of a flow by its form alone: "Flow of a Call", コールの流れ, perhaps behind a bullet.
_FLOW = re.compile(r"^[●■]?\s*(?:Flow of .{3,50}|.{2,20}の流れ|[●■]\s*\S.{3,50})(?<![.。!?！？])$")


def unknown_heading(walk: Walk, block: Block) -> bool:
    """A heading that the corpus does not know: of a flow where stage 1 follows it, of a section where a page begins with it."""
    following = walk.next()
    if following is None or block.gap == 0 or block.marker:
        return False
    begins_flow = bool(re.match(r"1\.\s+\S", following.text)) and not following.marker and not STEP.match(block.text)
    if begins_flow and (_FLOW.match(block.text) or (looks_like_heading(walk, block) and ends_open(following))):
        title = heading_words(block.text)
        name = re.sub(r"^Flow of (?:an? |the )?|の流れ$", "", title).strip() or title
        enter_flow(walk, walk.meet(block, title, name, "flow", None), title)
    elif begins_page(block) and not STEP.match(following.text):
        title = heading_words(block.text)
        walk.enter(walk.meet(block, title, title, "section", "topic"), block.text.strip())
    else:
        return False
    walk.close()
    return walk.set_aside(block, "a heading that is not in parts.toml")


def begins_page(block: Block) -> bool:
    """Whether a page begins with this line and it is its heading: by its number, or by the source's own mark of the first level."""
    return block.gap >= PAGE_GAP and (block.heading == 1 or _NUMBERED.match(block.text) is not None)


def enter_flow(walk: Walk, flow: PartNames, title: str | None) -> None:
    """Stages and steps from here on belong to `flow`."""
    walk.flow, walk.flow_title = flow, title
    walk.stage, walk.stages = None, set()
    walk.subheading, walk.pending = None, []


def section_heading(walk: Walk, block: Block) -> bool:
    """The heading of a section; a new section ends the flow before it, the same one again begins a page.

    Another heading of the same section names a division of it, unless it has the section's number.
    """
    found = walk.heading(block.text)
    if found is None or found.part.kind != "section":
        return False
    if walk.section is None or walk.section.part.slug != found.part.slug:
        walk.enter(found, block.text.strip())
    elif walk.headings and key(heading_words(walk.headings[0])) == key(heading_words(block.text)):
        walk.division = walk.subheading = None
    elif is_numbered(block.text):
        walk.headings, walk.division, walk.subheading = [block.text.strip()], None, None
    else:
        walk.division = heading_words(block.text)
    walk.close()
    return walk.set_aside(block, "page heading")
