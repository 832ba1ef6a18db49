"""Reads `phrasings/`: the ways in which people ask for each entry."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ingest.tables import named_tables
from kb.errors import CorpusError
from kb.model import LANGUAGES

FOLDER = "phrasings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrasings:
    """How people ask for one entry in English and in Japanese; `file` and `line` say where that stands."""

    en: tuple[str, ...]
    ja: tuple[str, ...]
    file: str
    line: int


def read_phrasings(root: Path) -> dict[str, Phrasings]:
    """The phrasings of a corpus by entry id, files in the order of their names; raises CorpusError with file and line.

    It is raised for an entry that has a table in two files, an unknown field, and a field that is no list of texts.
    """
    out: dict[str, Phrasings] = {}
    for path in sorted((root / FOLDER).glob("*.toml")):
        for entry, table in named_tables(path):
            table.only(LANGUAGES)
            if entry in out:
                first = out[entry]
                message = f"{entry!r} has phrasings in {first.file}, line {first.line}, too; put them together there"
                raise CorpusError(message, file=path, line=table.line)
            file = path.relative_to(root).as_posix()
            out[entry] = Phrasings(en=table.texts("en"), ja=table.texts("ja"), file=file, line=table.line or 1)
    return out
