"""Page headings: a section (`4. Abilities / Others`) or a flow (`● Flow of a Call`), repeated on every page."""

from __future__ import annotations

from ingest.blocks import Block
from ingest.catalogue import PartNames, heading_words
from ingest.grammars.walk import Draft, Walk


def flow_heading(walk: Walk, block: Block) -> bool:
    """The heading of a flow; the same heading again continues it. A note on the heading's own line becomes a topic."""
    words, mark, note = block.text.partition("※")
    found = walk.catalogue.heading(walk.game, walk.language, words)
    if found is None or found.part.kind != "flow" or found.heads_stage:
        return False
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


def enter_flow(walk: Walk, flow: PartNames, title: str | None) -> None:
    """Stages and steps from here on belong to `flow`."""
    walk.flow, walk.flow_title = flow, title
    walk.stage, walk.stages = None, set()
    walk.subheading, walk.pending = None, []


def section_heading(walk: Walk, block: Block) -> bool:
    """The heading of a section; a new section ends the flow before it."""
    found = walk.catalogue.heading(walk.game, walk.language, block.text)
    if found is None or found.part.kind != "section":
        return False
    if walk.section is None or walk.section.part.slug != found.part.slug:
        walk.section = found
        walk.headings = [block.text.strip()]
        walk.flow, walk.flow_title, walk.subheading, walk.pending = None, None, None, []
    walk.close()
    return walk.set_aside(block, "page heading")
