"""Grammars find the entries in a document's Blocks, one package a family of rules texts, one construct a file.

`detailed_rules`: numbered flows, keywords, topics and Q&As. `regulation`: a tournament regulation with rulings by card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ingest.blocks import Block
from ingest.catalogue import Catalogue
from ingest.grammars import detailed_rules, regulation
from ingest.grammars.walk import Parsed, walk
from kb.model import Document

Grammar = Callable[[Document, Catalogue, Sequence[Block]], Parsed]


def _detailed_rules(document: Document, catalogue: Catalogue, blocks: Sequence[Block]) -> Parsed:
    return walk(document, catalogue, detailed_rules.prepare(document, catalogue, blocks), detailed_rules.RULES)


def _regulation(document: Document, catalogue: Catalogue, blocks: Sequence[Block]) -> Parsed:
    return walk(document, catalogue, blocks, regulation.RULES)


GRAMMARS: dict[str, Grammar] = {"detailed_rules": _detailed_rules, "regulation": _regulation}
"""Grammars by the name that a game has in `manifest.toml`."""
