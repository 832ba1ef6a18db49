"""Reads `unanswered.toml`: questions that no rules text held here answers, near misses among them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ingest.tables import Places, named_tables
from kb.model import LANGUAGES

FILE = "unanswered.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """One question that no entry settles.

    `sort` is the table it stands in, `header` the line of that table, `places` where texts stand.
    """

    text: str
    language: str
    sort: str
    header: int
    places: Places = field(repr=False, compare=False)

    @property
    def line(self) -> int:
        """The line on which it stands."""
        return self.places.line(self.text, self.header) or 1


def read_unanswered(root: Path, file: str = FILE) -> list[Unanswered]:
    """All of them in the order of the file, none when there is no file; raises CorpusError with file and line."""
    path = root / file
    if not path.exists():
        return []
    places = Places(path)
    out: list[Unanswered] = []
    for sort, table in named_tables(path):
        table.only(LANGUAGES)
        for language in LANGUAGES:
            out += [
                Unanswered(text=text, language=language, sort=sort, header=table.line or 1, places=places)
                for text in table.texts(language)
            ]
    return out
