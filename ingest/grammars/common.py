"""Rules that every grammar shares: lines that hold no rule, tables that are pictures, and the paragraph that goes on."""

from __future__ import annotations

from ingest.blocks import Block
from ingest.grammars.walk import Walk, unbulleted


def furniture(walk: Walk, block: Block) -> bool:
    """A line that the corpus lists as holding no rule (furniture.toml); a heading among them shows in the section path."""
    found = walk.catalogue.furniture(walk.game, unbulleted(block.text).strip())
    if found is None or found.how == "rule":
        return False
    if found.how in ("heading", "division"):
        walk.close()
        walk.subheading = unbulleted(block.text) if found.how == "heading" else None
        walk.division = walk.division if found.how == "heading" else unbulleted(block.text)
        walk.pending = [block]
    return walk.set_aside(block, found.reason, "noise" if found.how == "noise" else "furniture")


def picture_table(walk: Walk, block: Block) -> bool:
    """A line of a markdown table: a table of contents where it names headings, else words read off a picture."""
    if not block.text.startswith("|"):
        return False
    cells = [cell.strip() for cell in block.text.strip("| ").split("|")]
    named = any(cell[:1] in "①②③④⑤⑥⑦⑧⑨" for cell in cells if cell)
    if named or not any(cells):
        return walk.set_aside(block, "table of contents")
    return walk.set_aside(block, "words read off the picture of a card", "noise")


def goes_on(walk: Walk, block: Block) -> bool:
    """A paragraph that belongs to the entries that are open."""
    if not walk.current:
        return False
    last = walk.current[-1]
    for draft in walk.current:
        draft.add(block)
    limit = last.name.paragraphs if last.name else None
    if limit is not None and len(last.paragraphs) >= limit and last.under is not None:
        above = [draft for draft in walk.drafts if draft.id == last.under]
        walk.current = above or walk.current
    return True
