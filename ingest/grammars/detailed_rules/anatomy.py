"""How to read a card: numbered labels around the picture of a card, whose own words are noise between them."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.heading_like import ends_open
from ingest.grammars.walk import Draft, Walk, slugify
from ingest.readers.markdown import PAGE_GAP

# "2. Card Type", ②カードの種類: a number and a label.
_ITEM = re.compile(r"^(?:(\d{1,2})\.\s+|([①-⑳])\s*)(?P<title>\S.*)$")


def anatomy_item(walk: Walk, block: Block) -> bool:
    """A numbered label that the corpus knows as a part of a card, or one with another number below such a one."""
    found = _ITEM.match(block.text)
    if not found or walk.flow is not None:
        return False
    name = walk.catalogue.title(walk.game, walk.language, found["title"], ("anatomy",))
    number = found[1] or found[2]
    if name is None and not _is_label(walk, block, number):
        return False
    walk.asking = False
    id = name.id if name is not None else f"anatomy/{slugify(found['title'])}"
    draft = walk.open(
        Draft(id=id, kind="card_anatomy", number=number, title=found["title"], name=name, guess=None if name else block)
    )
    draft.own(block)
    if name is None:
        draft.unnamed("label", "words")
    return True


def _is_label(walk: Walk, block: Block, number: str) -> bool:
    """Whether a line below another label stands alone and has a number that no label had yet."""
    printed = {draft.number for draft in walk.drafts if draft.kind == "card_anatomy"}
    below = bool(walk.drafts) and walk.drafts[-1].kind == "card_anatomy" and walk.current == walk.drafts[-1:]
    return below and number not in printed and 0 < block.gap < PAGE_GAP and ends_open(block)


def card_words(walk: Walk, block: Block) -> bool:
    """After a label's one paragraph, the words on the pictured card."""
    draft = walk.current[-1] if walk.current else None
    if draft is None or draft.kind != "card_anatomy" or not draft.paragraphs:
        return False
    return walk.set_aside(block, "words on the picture of a card", "noise")
