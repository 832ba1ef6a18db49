"""How to read a card: numbered labels around the picture of a card, whose own words are noise between them."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.walk import Draft, Walk

# "2. Card Type", ②カードの種類: a number and a label.
_ITEM = re.compile(r"^(?:(\d{1,2})\.\s+|([①-⑳])\s*)(?P<title>\S.*)$")


def anatomy_item(walk: Walk, block: Block) -> bool:
    """A numbered label that the corpus knows as a part of a card."""
    found = _ITEM.match(block.text)
    if not found or walk.flow is not None:
        return False
    name = walk.catalogue.title(walk.game, walk.language, found["title"], ("anatomy",))
    if name is None:
        return False
    number = found[1] or found[2]
    walk.asking = False
    walk.open(Draft(id=name.id, kind="card_anatomy", number=number, title=found["title"], name=name)).own(block)
    return True


def card_words(walk: Walk, block: Block) -> bool:
    """After a label's one paragraph, the words on the pictured card."""
    draft = walk.current[-1] if walk.current else None
    if draft is None or draft.kind != "card_anatomy" or not draft.paragraphs:
        return False
    return walk.set_aside(block, "words on the picture of a card", "noise")
