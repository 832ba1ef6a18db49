"""Rulings by card (`● [Evil Ring]`), by ability (`◎…`) and by appearance condition; headings in a row share the text below."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.walk import Draft, Walk, slugify

_PREFIX = {"option_card_ruling": "card", "appearance_ruling": "appearance"}
# A card's name in whatever quotes or brackets, alone or with a number after it; the closing one may be of another sort or missing.
_CARD = re.compile(r"^[\[\"“『]")
_ONLY_NAME = re.compile(r"^[“\"\[『][^”\"\]』]+[”\"\]』]$")


def card_heading(walk: Walk, block: Block) -> bool:
    """A card's name behind ● (or a dash read for it), or alone on the line below another card's name."""
    holds = walk.section.holds if walk.section else None
    if holds not in _PREFIX:
        return False
    bulleted = block.text.startswith("●") or (block.marker == "-" and _CARD.match(block.text) is not None)
    waiting = bool(walk.current) and not walk.current[-1].paragraphs
    if not bulleted and not (waiting and _ONLY_NAME.match(block.text)):
        return False
    title = block.text.removeprefix("●").strip()
    prefix = _PREFIX[holds]
    name = walk.catalogue.title(walk.game, walk.language, title, (prefix,))
    draft = Draft(id=name.id if name else f"{prefix}/{slugify(title)}", kind=holds, title=title, name=name)
    walk.open(draft, share=waiting).own(block)
    if name is None:
        draft.unnamed("card", "heading")
    return True


def ability_heading(walk: Walk, block: Block) -> bool:
    """An ability's text behind ◎ at the head of a line; a ◎ inside a sentence is no heading."""
    if walk.section is None or walk.section.holds != "ability_ruling" or not block.text.startswith("◎"):
        return False
    title = block.text.removeprefix("◎").strip()
    waiting = bool(walk.current) and not walk.current[-1].paragraphs
    name = walk.catalogue.title(walk.game, walk.language, title, ("ability",))
    draft = Draft(id=name.id if name else f"ability/{slugify(title, 10)}", kind="ability_ruling", title=title, name=name)
    walk.open(draft, share=waiting).own(block)
    if name is None:
        draft.unnamed("ability", "text")
    return True
