"""What the ranking asks of an entry, as numbers beside its row, so that no text is read for entries that are not shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kb.errors import KbMissing
from kb.model import QA, RULE_CHANGE, Document, Entry, Game, Part

Table = npt.NDArray[np.int16]

FLOW, BARE, QUESTION, CHANGE, CURRENT = 1, 2, 4, 8, 16
"""Marks: its text is in a flow; it is a heading or says only that something happens; it is a Q&A; it is a change of the rules; a
current document prints it."""
_BARE_LETTERS = 28


class Traits(Protocol):
    """Game, part and marks of entries, wherever they are kept."""

    def of(self, rows: Sequence[int] | npt.NDArray[np.intp]) -> Table:
        """Of some entries by row, shape (rows, 3): place of the game by id, place of the part or -1, marks."""
        ...


class Describer:
    """Tells the traits of an entry from its texts."""

    def __init__(self, games: Iterable[Game], documents: Iterable[Document], parts: Sequence[Part]) -> None:
        self._games = {id: place for place, id in enumerate(sorted(game.id for game in games))}
        self._parts = {(part.game, part.slug): place for place, part in reversed(list(enumerate(parts)))}
        self._current = {document.id for document in documents if document.current}

    def describe(self, entry: Entry) -> tuple[int, int, int]:
        """The traits of one entry: place of its game, place of its part or -1, marks."""
        first = entry.renditions[0]
        marks = FLOW * (first.flow is not None)
        marks |= BARE * (entry.kind in ("stage", "intro") or len(first.text) < _BARE_LETTERS)
        marks |= QUESTION * (entry.kind == QA) | CHANGE * (entry.kind == RULE_CHANGE)
        marks |= CURRENT * any(rendition.document in self._current for rendition in entry.renditions)
        return self._games[entry.game], self._parts.get((entry.game, entry.part), -1), marks


def save_traits(path: Path, describer: Describer, entries: Iterable[Entry]) -> None:
    """Write the traits of all entries, int16, shape (entries, 3)."""

    def numbers() -> Iterator[int]:
        for entry in entries:
            yield from describer.describe(entry)

    np.save(path, np.fromiter(numbers(), dtype=np.int16).reshape(-1, 3), allow_pickle=False)


class TraitTable:
    """The table that `save_traits` wrote, mapped into memory."""

    def __init__(self, path: Path) -> None:
        try:
            # asarray: indexing a memmap object costs several times as much as indexing the array that it is.
            self._table: Table = np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
        except (OSError, ValueError, EOFError) as error:
            raise KbMissing(f"the entries' traits cannot be read ({error}); run `judgecall build`", file=path) from None

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self._table)

    def of(self, rows: Sequence[int] | npt.NDArray[np.intp]) -> Table:
        """Of some entries by row, shape (rows, 3)."""
        return self._table[np.asarray(rows, dtype=np.intp)]
