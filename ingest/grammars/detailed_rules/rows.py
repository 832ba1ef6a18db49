"""Rows of tables: card types that are regarded as the same, worlds and their card ids."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.walk import Draft, Walk, slugify, unbulleted


def table_row(walk: Walk, block: Block) -> bool:
    """A row whose first cell the corpus knows, or any row of cells below a known one."""
    cells = _cells(walk, unbulleted(block.text))
    name = walk.catalogue.title(walk.game, walk.language, cells[0], _KINDS)
    above = walk.drafts[-1] if walk.drafts else None
    below_row = above is not None and above.kind == "table_row" and walk.current == [above] and "\t" in block.text
    if walk.section is None or walk.asking or not (below_row or (name and _has_place(above))):
        return False
    under = above.under if above is not None and above.kind == "table_row" else above.id if above else None
    table = above.id.split("/")[0] if above is not None and above.kind == "table_row" else "row"
    draft = Draft(id=name.id if name else f"{table}/{slugify(cells[0])}", kind="table_row", title=cells[0], under=under)
    walk.open(draft).add(block, " ".join(cell for cell in cells if cell))
    if name is None:
        draft.unnamed("row", "first cell")
    return True


_KINDS = ("card-type", "world")
# What no cell ends with: the end of a sentence.
_SENTENCE = re.compile(r"[.。!?！？]$")


def _cells(walk: Walk, text: str) -> list[str]:
    """The cells of a row: parted by tabs, or, where those were lost, the first is a title that the corpus knows."""
    cells = [cell.strip() for cell in text.split("\t")]
    if walk.catalogue.title(walk.game, walk.language, cells[0], _KINDS) is None and not _SENTENCE.search(text):
        found = walk.catalogue.leading_title(walk.game, walk.language, text, _KINDS)
        if found is not None:
            return [found[0], *(cell.strip() for cell in found[1].split("\t"))]
    return cells


def _has_place(above: Draft | None) -> bool:
    """Whether a known row may stand here: below a row, or in the topic that introduces the table; `above` is the last entry."""
    return above is not None and (above.kind == "table_row" or above.id.startswith("topic/cross"))
