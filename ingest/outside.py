"""Reads `outside.toml`: words that mark a question which no rules text held here answers (other games, prices, events, talk)."""

from __future__ import annotations

from pathlib import Path

from ingest.tables import named_tables
from kb.model import LANGUAGES

FILE = "outside.toml"


def read_outside(root: Path) -> dict[str, tuple[str, ...]]:
    """The words of both languages by sort of question; empty when there is no file."""
    path = root / FILE
    if not path.exists():
        return {}
    out = {}
    for sort, table in named_tables(path):
        table.only(LANGUAGES)
        out[sort] = (*table.texts("en"), *table.texts("ja"))
    return out
