"""Reads `outside.toml`: words that mark a question which no rules text held here answers (other games, prices, events, talk)."""

from __future__ import annotations

from pathlib import Path

from ingest.tables import Places, named_tables
from kb.around import AROUND, AROUND_LAST, stands_for_nothing
from kb.errors import CorpusError
from kb.model import LANGUAGES

FILE = "outside.toml"


def read_outside(root: Path) -> dict[str, tuple[str, ...]]:
    """The words of both languages by sort of question; empty when there is no file.

    Raises CorpusError with file and line for a field that nothing reads, and for a phrase that would stand everywhere.
    """
    path = root / FILE
    if not path.exists():
        return {}
    out = {}
    for sort, table in named_tables(path):
        table.only(LANGUAGES)
        out[sort] = (*table.texts("en"), *table.texts("ja"))
        for phrase in out[sort] if sort in (AROUND, AROUND_LAST) else ():
            if stands_for_nothing(phrase):
                message = f"{phrase!r} stands for nothing, too; leave one of its pieces without an empty choice"
                raise CorpusError(message, file=path, line=Places(path).line(phrase, table.line))
    return out
