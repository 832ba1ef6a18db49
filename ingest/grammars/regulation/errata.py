"""Errata: a card number and name, then the text that is correct; cards in a row share one correction."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.walk import Draft, Walk

# "St-57 "It was good in those days"", "Bo-8j "…"": a set, a dash, a number, perhaps a letter, then the name in quotes.
_CARD = re.compile(r"^(?P<number>[A-Z][a-z]-\d+[a-z]?)\s+(?P<title>[\"“].*)$")


def erratum(walk: Walk, block: Block) -> bool:
    """A card's number and name; further cards before any text share what follows."""
    if walk.section is None or walk.section.holds != "erratum":
        return False
    found = _CARD.match(block.text)
    if not found:
        return False
    waiting = bool(walk.current) and not walk.current[-1].paragraphs
    draft = Draft(id=f"erratum/{found['number'].lower()}", kind="erratum", number=found["number"], title=found["title"].strip())
    walk.open(draft, share=waiting).own(block)
    return True
