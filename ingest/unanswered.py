"""Reads `unanswered.toml`: questions that no rules text held here answers, near misses among them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ingest.tables import Places, named_tables

FILE = "unanswered.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """One question that no entry settles; `sort` is the table it stands in, `line` its line in the file."""

    text: str
    language: str
    sort: str
    line: int


def read_unanswered(root: Path, file: str = FILE) -> list[Unanswered]:
    """All of them in the order of the file, none when there is no file; raises CorpusError with file and line."""
    path = root / file
    if not path.exists():
        return []
    places = Places(path)
    out = []
    for sort, table in named_tables(path):
        table.only(("en", "ja"))
        for language in ("en", "ja"):
            for text in table.texts(language):
                line = places.line(text, table.line) or 1
                out.append(Unanswered(text=text, language=language, sort=sort, line=line))
    return out
