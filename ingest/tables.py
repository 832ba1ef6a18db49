"""Reads the tables of a TOML file of the corpus, and knows on which line each table and each text stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any

import tomli

from ingest.data_files import header_lines, line_of, line_of_value, only, read_toml, text_of, texts
from kb.errors import CorpusError

# A comment, a "basic" or a 'literal' string on one line. A # inside a string begins no comment, because the string is taken first.
_STRING = re.compile(r"#.*|\"(?P<basic>(?:[^\"\\]|\\.)*)\"|'(?P<literal>[^']*)'")


class Places:
    """The lines of one TOML file on which each text stands, for messages; the file is read when the first is asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _lines(self) -> dict[str, list[int]]:
        lines: dict[str, list[int]] = {}
        for number, line in enumerate(text_of(self._path).split("\n"), start=1):
            for found in _STRING.finditer(line):
                if found["basic"] is not None or found["literal"] is not None:
                    lines.setdefault(_decoded(found), []).append(number)
        return lines

    def line(self, text: str, start: int | None = None) -> int | None:
        """The first line that holds exactly this text, counting from line `start`; `start` itself where it is not found."""
        return next((number for number in self._lines.get(text, ()) if number >= (start or 1)), start)

    def again(self, text: str, line: int | None) -> int | None:
        """Where exactly this text stands next after its place on `line`; `line` itself where it does not."""
        lines = self._lines.get(text, [])
        place = lines.index(line) + 1 if line in lines else len(lines)
        return lines[place] if place < len(lines) else line


def _decoded(found: re.Match[str]) -> str:
    """What a string says; escapes are left as they stand where they are not valid, since reading the file has said so before."""
    if found["literal"] is not None:
        return found["literal"]
    if "\\" not in found["basic"]:
        return found["basic"]
    try:
        return str(tomli.loads(f"text = {found[0]}")["text"])
    except tomli.TOMLDecodeError:
        return found["basic"]


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a corpus file and the line of its header."""

    path: Path
    line: int | None
    data: dict[str, Any]

    def text(self, name: str, default: str | None = None) -> str:
        """A text field; raises CorpusError when it is no text, or is missing and there is no default."""
        value = self.data.get(name, default)
        if not isinstance(value, str):
            missing = name not in self.data
            raise self.wrong(f'{name} {"is missing" if missing else "must be a text"}: write {name} = "…"', name)
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A field that lists texts, empty when it is missing; raises CorpusError when it is anything else or a text is blank."""
        return texts(self.data, name, self.path, self.line)

    def only(self, names: tuple[str, ...]) -> None:
        """Raise CorpusError for a field that nothing reads, such as a misspelt one."""
        only(self.data, names, self.path, self.line)

    def wrong(self, message: str, name: str | None = None) -> CorpusError:
        """An error about the table, with the line of the field `name` if given and there."""
        line = self.line if name is None else line_of_value(self.data, name, self.path, self.line)
        return CorpusError(message, file=self.path, line=line)


def listed_tables(path: Path, header: str) -> Iterator[Table]:
    """The `[[header]]` tables of a file, in order; raises CorpusError when the file holds anything else."""
    data = read_toml(path)
    tables = data.pop(header, [])
    if data or not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        where = line_of(path, next(iter(data), header))
        raise CorpusError(f"this file may hold [[{header}]] tables only", file=path, line=where)
    for line, table in zip_longest(header_lines(path, header)[: len(tables)], tables):
        yield Table(path, line, table)


def _headers(path: Path) -> dict[str, int]:
    """The lines of the `["name"]` headers of a file."""
    out: dict[str, int] = {}
    for number, line in enumerate(text_of(path).split("\n"), start=1):
        found = _STRING.search(line) if line.lstrip().startswith("[") else None
        if found and (found["basic"] is not None or found["literal"] is not None):
            out.setdefault(_decoded(found), number)
    return out


def named_tables(path: Path) -> Iterator[tuple[str, Table]]:
    """The `["name"]` tables of a file with their names, in order; raises CorpusError for anything else at the top."""
    data = read_toml(path)
    headers = _headers(path)
    for name, table in data.items():
        line = headers.get(name) or line_of(path, name)
        if not isinstance(table, dict):
            raise CorpusError(f'{name!r} must be a table: write ["{name}"] and its fields below', file=path, line=line)
        yield name, Table(path, line, table)
