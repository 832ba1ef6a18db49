"""Cards that decks may hold few or none of: the limit on one line, the card's name on the next, or paragraph."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.walk import Draft, Walk, slugify

# A limit alone on its line: [Off-Limits!], [1-Limit], 【限界突破】, 【1枚限界】. Not a keyword such as [Overturn].
_LIMIT = re.compile(r"^[\[【](?:Off-Limits!|\d+-Limit|限界突破|\d+枚限界)[\]】]$")


def restricted_card(walk: Walk, block: Block) -> bool:
    """A limit line opens the entry, the line below it names the card."""
    if _LIMIT.match(block.text):
        card = walk.next()
        if card is None or card.gap > 1 or _LIMIT.match(card.text):
            return False
        name = walk.catalogue.title(walk.game, walk.language, card.text, ("restricted",))
        draft = Draft(id=name.id if name else f"restricted/{slugify(card.text)}", kind="restricted_card", title=card.text)
        walk.open(draft).add(block)
        if name is None:
            draft.unnamed("card", "name")
        return True
    open_card = walk.current[-1] if walk.current else None
    if open_card is not None and open_card.kind == "restricted_card" and block.text == open_card.title:
        open_card.own(block)
        walk.current = []
        return True
    return False
