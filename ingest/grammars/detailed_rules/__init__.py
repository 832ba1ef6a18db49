"""Detailed rules of a card game: flows of numbered steps, keyword abilities, topics, zones and Q&As.

The rules stand in the order they are tried. A heading is tried before the things it heads, and the paragraph that goes on last.
"""

from __future__ import annotations

from collections.abc import Sequence

from ingest.blocks import Block
from ingest.catalogue import Catalogue
from ingest.grammars.common import furniture, goes_on, picture_table
from ingest.grammars.detailed_rules.anatomy import anatomy_item, card_words
from ingest.grammars.detailed_rules.checks import check_bullet
from ingest.grammars.detailed_rules.contents import contents
from ingest.grammars.detailed_rules.flow import jump, stage, step
from ingest.grammars.detailed_rules.headings import flow_heading, section_heading, unknown_heading
from ingest.grammars.detailed_rules.named import known_opening, titled, unknown_keyword
from ingest.grammars.detailed_rules.questions import answer_paragraph, label, questions_heading
from ingest.grammars.detailed_rules.restricted import restricted_card
from ingest.grammars.detailed_rules.rows import table_row
from ingest.grammars.detailed_rules.unknown import unknown_title
from ingest.grammars.walk import Rule
from kb.fold import key
from kb.model import Document

RULES: tuple[Rule, ...] = (
    picture_table,
    contents,
    questions_heading,
    titled,
    furniture,
    flow_heading,
    section_heading,
    label,
    known_opening,
    check_bullet,
    restricted_card,
    anatomy_item,
    card_words,
    table_row,
    unknown_heading,
    stage,
    step,
    jump,
    unknown_keyword,
    unknown_title,
    answer_paragraph,
    goes_on,
)


def prepare(document: Document, catalogue: Catalogue, blocks: Sequence[Block]) -> list[Block]:
    """Blocks with each line that holds two ability classes cut in two ("… at will. Automatic abilities: …")."""
    titles = [
        title
        for (game, _), name in catalogue.names.items()
        if game == document.game and name.id.startswith("class/")
        for title in name.titles[document.language]
    ]
    out: list[Block] = []
    for block in blocks:
        rest = block
        for title in titles:
            place = rest.text.find(f" {title}:")
            if place > 0 and key(rest.text[:place]) not in ("", "-"):
                out.append(rest.with_text(rest.text[:place].strip()))
                rest = rest.with_text(rest.text[place:].strip())
        out.append(rest)
    return out


def is_page_heading(document: Document, catalogue: Catalogue, text: str) -> bool:
    """Whether a line is a heading that pages carry (and not a stage or a title of the same words)."""
    found = catalogue.heading(document.game, document.language, text)
    if found is None or found.heads_stage:
        return False
    return catalogue.title(document.game, document.language, text) is None
