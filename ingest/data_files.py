"""Reads the data files of the corpus: TOML, with the lines on which its tables stand, and errors that name file and line."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
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
    except OSError as error:
        raise CorpusError(f"this file of the corpus cannot be read ({error.strerror})", file=path) from None
    except UnicodeDecodeError as error:
        raise CorpusError(f"not UTF-8 at byte {error.start}; save it as UTF-8", file=path) from None


def read_toml(path: Path, names: Sequence[str] | None = None) -> dict[str, Any]:
    """A TOML file of the corpus; raises CorpusError with the line where it does not parse, or for another name at the top."""
    try:
        data = tomli.loads(text_of(path))
    except tomli.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        raise CorpusError(f"not valid TOML: {error}", file=path, line=int(at[1]) if at else None) from None
    if names is not None:
        only(data, names, path, None)
    return data


def line_of(path: Path, needle: str, start: int = 1) -> int | None:
    """The first line of a file that holds `needle`, counting from line `start`, for messages."""
    for number, line in enumerate(text_of(path).split("\n"), start=1):
        if number >= start and needle in line:
            return number
    return None


def line_of_field(path: Path, name: str, line: int | None) -> int | None:
    """The line of a field of the table whose header stands on `line`; that of the header where it is not found."""
    return line_of(path, f"{name} =", line or 1) or line or line_of(path, name)


def line_of_value(table: dict[str, Any], name: str, path: Path, line: int | None) -> int | None:
    """The line of a field of a table that may lack it; then that of the header, `line`."""
    return line_of_field(path, name, line) if name in table else line


def only(table: dict[str, Any], names: Sequence[str], path: Path, line: int | None) -> None:
    """Raise CorpusError for a field that nothing reads, such as a misspelt one."""
    for name in table:
        if name not in names:
            where = line_of_field(path, name, line)
            raise CorpusError(f"unknown field {name!r}; there are: {', '.join(names)}", file=path, line=where)


def header_lines(path: Path, name: str) -> list[int]:
    """The lines of the `[[name]]` headers of a file."""
    # The header alone on its line, perhaps with a comment behind it; not the same words inside a text.
    pattern = re.compile(rf"\s*\[\[\s*{re.escape(name)}\s*\]\]\s*(?:#.*)?$")
    return [number for number, line in enumerate(text_of(path).split("\n"), start=1) if pattern.match(line)]


def with_lines(path: Path, header: str, tables: object) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each table of an array with the line that its header stands on; raises CorpusError where it is no array of tables."""
    name = header.strip("[]")
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise CorpusError(f"write each {name} as a table below a line {header}", file=path, line=line_of(path, name))
    # A table may be written without a header of its own, as {…} in a list.
    missing = itertools.repeat(line_of(path, name) or 1)
    return zip(itertools.chain(header_lines(path, name), missing), tables, strict=False)


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
    """A field that lists texts, empty where it is left out; raises CorpusError where it is anything else or one is blank."""
    value = table.get(name, [])
    if not isinstance(value, list) or not all(isinstance(text, str) and text.strip() for text in value):
        message = f'{name} must be a list of texts, none blank: write {name} = ["…", "…"]'
        raise CorpusError(message, file=path, line=line_of_field(path, name, line))
    return tuple(value)
