"""Rows of tables: card types that are regarded as the same, worlds and their card ids."""

from __future__ import annotations

from ingest.blocks import Block
from ingest.grammars.walk import Draft, Walk, slugify, unbulleted


def table_row(walk: Walk, block: Block) -> bool:
    """A row whose first cell the corpus knows, or any row of cells below a known one."""
    cells = [cell.strip() for cell in unbulleted(block.text).split("\t")]
    name = walk.catalogue.title(walk.game, walk.language, cells[0], ("card-type", "world"))
    above = walk.drafts[-1] if walk.drafts else None
    below_row = above is not None and above.kind == "table_row" and walk.current == [above] and "\t" in block.text
    if walk.section is None or walk.asking or not (below_row or (name and _has_place(walk, block, above, name.id))):
        return False
    under = above.under if above is not None and above.kind == "table_row" else above.id if above else None
    table = above.id.split("/")[0] if above is not None and above.kind == "table_row" else "row"
    draft = Draft(id=name.id if name else f"{table}/{slugify(cells[0])}", kind="table_row", title=cells[0], under=under)
    walk.open(draft).add(block, " ".join(cell for cell in cells if cell))
    if name is None:
        draft.doubts.append("this row is not in corpus/names: its id was made from its first cell")
    return True


def _has_place(walk: Walk, block: Block, above: Draft | None, id: str) -> bool:
    """Whether a known row may stand here: below a row, or in the topic that introduces the table."""
    return above is not None and (above.kind == "table_row" or above.id.startswith("topic/cross"))
