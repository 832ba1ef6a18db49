"""Reads the data files of the corpus: TOML, with the lines on which its tables stand, and errors that name file and line."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli

from kb.errors import CorpusError


def text_of(path: Path) -> str:
    """The text of a data file; raises CorpusError where it is missing or not UTF-8. A byte order mark at its head is left out."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise CorpusError("this file of the corpus is missing; put it back", file=path) from None
    except UnicodeDecodeError as error:
        raise CorpusError(f"not UTF-8 at byte {error.start}; save it as UTF-8", file=path) from None


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file of the corpus; raises CorpusError with the line where it does not parse."""
    try:
        return tomli.loads(text_of(path))
    except tomli.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        raise CorpusError(f"not valid TOML: {error}", file=path, line=int(at[1]) if at else None) from None


def line_of(path: Path, needle: str, start: int = 1) -> int | None:
    """The first line of a file that holds `needle`, counting from line `start`, for messages."""
    for number, line in enumerate(text_of(path).split("\n"), start=1):
        if number >= start and needle in line:
            return number
    return None


def with_lines(path: Path, header: str, tables: object) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each table of an array with the line that its header stands on; raises CorpusError where it is no array of tables."""
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        name = header.strip("[]")
        raise CorpusError(f"write each {name} as a table below a line {header}", file=path, line=line_of(path, name))
    # The header alone on its line, perhaps with a comment behind it; not the same words inside a text.
    pattern = re.compile(rf"\s*\[\[\s*{header.strip('[]')}\s*\]\]\s*(?:#.*)?$")
    lines = [n for n, line in enumerate(text_of(path).split("\n"), start=1) if pattern.match(line)]
    # A table may be written without a header of its own, as {…} in a list.
    missing = itertools.repeat(line_of(path, header.strip("[]")) or 1)
    return zip(itertools.chain(lines, missing), tables, strict=False)


def a_text(table: dict[str, Any], name: str, path: Path, line: int | None) -> str:
    """A text field that must be there; raises CorpusError where it is not."""
    value = table.get(name)
    if not isinstance(value, str) or not value.strip():
        raise CorpusError(f"a table lacks {name!r} (a text in quotation marks)", file=path, line=line)
    return value


def maybe_text(table: dict[str, Any], name: str, path: Path, line: int | None) -> str | None:
    """A text field that may be left out."""
    return None if name not in table else a_text(table, name, path, line)


def texts(table: dict[str, Any], name: str, path: Path, line: int | None) -> tuple[str, ...]:
    """A field that lists texts, empty where it is left out; raises CorpusError where it is anything else."""
    value = table.get(name, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise CorpusError(f'{name} must be a list of texts: write {name} = ["…", "…"]', file=path, line=line)
    return tuple(value)
