"""Passages: the pieces that are searched. Several passages lead to one entry; a hit is the entry, found by its best passage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from kb.errors import KbMissing
from kb.model import Entry

SORTS = ("text", "title", "question", "phrasing", "unanswered")
"""What a passage is: a rendition's text, its title, the question of a Q&A, a way people ask for the entry, or a question that no
entry answers."""
NO_ENTRY = -1
"""The entry of a passage that no entry answers; less by one more than the place of the game where it says of which game it is."""


def no_entry_of(game: int | None) -> int:
    """The entry of a question that no entry of a game answers, by the game's place among the ids in order; None for no game."""
    return NO_ENTRY if game is None else NO_ENTRY - 1 - game


def unanswered_in(entries: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """What `no_entry_of` numbered, as places from 0 on: 0 for no game, one more than the place of the game else."""
    return NO_ENTRY - entries


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One searchable piece: the row of its entry, which rendition it is of (-1 for none), its sort and its words.

    A question that no entry answers has `no_entry_of` in the place of a row. `verdict` is yes, no or depends where it is a question
    that the entry settles so, else "".
    """

    entry: int
    rendition: int
    sort: str
    language: str
    text: str
    verdict: str = ""


def printed_passages(row: int, entry: Entry) -> Iterator[Passage]:
    """What an entry prints, cut into passages: each rendition's text, its title, the question of a Q&A; `row` is the entry's."""
    for place, rendition in enumerate(entry.renditions):
        texts = {
            "text": rendition.titled,
            "title": " ".join(filter(None, (entry.citation if place == 0 else "", rendition.title))),
            "question": rendition.question or "",
        }
        for sort, text in texts.items():
            if text or sort == "text":
                yield Passage(entry=row, rendition=place, sort=sort, language=rendition.language, text=text)


def save_passages(path: Path, passages: Iterable[Passage]) -> None:
    """Write, for each passage, its entry row, rendition, place in SORTS and language: int32, shape (passages, 4)."""
    np.save(path, table_of(passages), allow_pickle=False)


def table_of(passages: Iterable[Passage]) -> npt.NDArray[np.int32]:
    """The table of passages, shape (passages, 4)."""
    rows = ((one.entry, one.rendition, SORTS.index(one.sort), int(one.language == "ja")) for one in passages)
    return np.fromiter((number for row in rows for number in row), dtype=np.int32).reshape(-1, 4)


def edges(table: npt.NDArray[np.int32]) -> tuple[int, int]:
    """The numbers of the first phrasing and of the first unanswered question: from the phrasings on, sorts follow each other."""
    first_asked, first_unanswered = (int((table[:, 2] < SORTS.index(sort)).sum()) for sort in ("phrasing", "unanswered"))
    return first_asked, first_unanswered


def kinds(table: npt.NDArray[np.int32]) -> list[tuple[int, int]]:
    """What is searched alone, each from its first number up to its last: the rules' words, and the ways people ask."""
    return list(pairwise((0, edges(table)[0], len(table))))


Numbers = Sequence[int] | npt.NDArray[np.integer[Any]]
"""Numbers of passages."""


class Passages(Protocol):
    """Which passages lead to which entry, wherever that is kept."""

    first_asked: int
    """The number of the first phrasing; all before it are the rules' own words."""
    first_unanswered: int
    """The number of the first question that no entry answers; these come last."""

    def __len__(self) -> int:
        """How many passages there are."""
        ...

    def entries_of(self, numbers: Numbers) -> npt.NDArray[np.intp]:
        """The entry rows of some passages, one for each."""
        ...


class PassageTable:
    """The table that `save_passages` wrote, mapped into memory."""

    def __init__(self, path: Path) -> None:
        try:
            # asarray: indexing a memmap object costs several times as much as indexing the array that it is.
            self.table: npt.NDArray[np.int32] = np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
        except (OSError, ValueError, EOFError) as error:
            raise KbMissing(f"the passages cannot be read ({error}); run `judgecall build`", file=path) from None
        self.first_asked, self.first_unanswered = edges(self.table)

    def __len__(self) -> int:
        """How many passages there are."""
        return len(self.table)

    def entries_of(self, numbers: Numbers) -> npt.NDArray[np.intp]:
        """The entry rows of some passages, one for each."""
        entries: npt.NDArray[np.intp] = self.table[np.asarray(numbers, dtype=np.intp), 0].astype(np.intp)
        return entries
