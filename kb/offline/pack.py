"""The files that a phone loads: `pack.json` with every text and what search needs, `model.bin` with the vectors."""

from __future__ import annotations

import json
import struct
from dataclasses import asdict
from typing import Any

import numpy as np

from kb.around import AROUND, AROUND_LAST, Around
from kb.game_named import GameNamed
from kb.knowledge_base import KnowledgeBase
from kb.model import Entry, Rendition
from kb.offline.citing import in_javascript
from kb.offline.shrink import Quantized
from kb.offline.tier import Tier
from kb.store import Store

FORMAT = 2
"""The layout of both files; it rises when older JavaScript could not read newer files."""
LISTS = ("conflict", "change", "flow", "term", "outside", "stock")
"""Sorts of records that pages show in their order."""
BY_ENTRY = ("reference", "cited_by", "rule_change", "withdrawn", "window")
"""Sorts of records that pages look up by entry."""


def pack(kb: KnowledgeBase, tier: Tier) -> dict[str, bytes]:
    """The files by name, not compressed. The same KB gives the same bytes."""
    body = {"format": FORMAT, "revision": kb.revision, **_texts(kb.store), "search": _search(kb, tier)}
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return {"pack.json": text.encode(), "model.bin": _binary(tier.encoder.table) + _binary(tier.vectors)}


def _texts(store: Store) -> dict[str, Any]:
    entries = list(store.entries())
    known = {entry.id for entry in entries}
    return {
        "games": [asdict(game) for game in store.games.values()],
        "game_named": in_javascript(GameNamed(store.games.values()).pattern),
        "around": {name: in_javascript(one) for name, one in Around.of(store.records("outside")).patterns.items()},
        "documents": [asdict(document) for document in store.documents.values()],
        "parts": [asdict(part) for part in store.parts],
        "entries": [_entry(entry) for entry in entries],
        "lists": {sort: [one for one in store.records(sort) if one.get("sort") not in (AROUND, AROUND_LAST)] for sort in LISTS},
        "by_entry": {sort: _of(store.records_by_entry(sort), known) for sort in BY_ENTRY},
    }


def _of(records: dict[str, list[dict[str, Any]]], known: set[str]) -> dict[str, list[dict[str, Any]]]:
    """The records of entries that there are."""
    return {entry: found for entry, found in records.items() if entry in known}


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "game": entry.game,
        "kind": entry.kind,
        "part": entry.part,
        "citation": entry.citation,
        "renditions": [_rendition(entry, rendition) for rendition in entry.renditions],
    }


def _rendition(entry: Entry, rendition: Rendition) -> dict[str, Any]:
    """A rendition without what its entry and document say already, and without what it has not."""
    body = asdict(rendition)
    for name in ("entry", "language", "edition"):
        del body[name]
    if body["kind"] == entry.kind:
        del body["kind"]
    return {name: value for name, value in body.items() if value not in (None, ())}


def _search(kb: KnowledgeBase, tier: Tier) -> dict[str, Any]:
    """What search needs beside the texts; words that the glossary's forms give are left out of `known`."""
    forms = set(kb.glossary.words())
    return {
        "weights": tier.weights.to_json(),
        "known": "\n".join(word for word in tier.known if word not in forms),
        "asked": [" ".join(f"{word} {times}" for word, times in words.items()) for words in tier.asked],
        "tokens": "\n".join(tier.encoder.tokens),
        "dimension": tier.encoder.dimension,
        "rules": tier.rules,
        "owners": list(tier.owners),
        "beyond": list(tier.beyond),
    }


def _binary(rows: Quantized) -> bytes:
    """Rows as bytes, little-endian: their number (uint32), the top factor (float64), the factors (uint16), then two codes a byte.

    The first code of a byte is its lower half; a code is the number and 8.
    """
    codes = (rows.codes + 8).astype(np.uint8)
    halves = codes[:, 0::2] | (codes[:, 1::2] << 4)
    return struct.pack("<Id", len(codes), rows.top) + rows.factors.astype("<u2").tobytes() + np.ascontiguousarray(halves).tobytes()
