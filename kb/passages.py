"""Passages: the pieces that are searched. Several passages lead to one entry; a hit is the entry, found by its best passage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kb.errors import KbMissing
from kb.polarity import is_negative
from kb.verdict import VERDICTS

SORTS = ("text", "title", "question", "phrasing", "unanswered")
"""What a passage is: a rendition's text, its title, the question of a Q&A, a way people ask for the entry, or a question that no
entry answers."""
NO_ENTRY = -1
"""The entry of a passage that no entry answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One searchable piece: the row of its entry (or NO_ENTRY), which rendition it is of (-1 for none), its sort and its words.

    `verdict` is yes, no or depends where it is a question that the entry settles so, else "".
    """

    entry: int
    rendition: int
    sort: str
    language: str
    text: str
    verdict: str = ""


def _row(passage: Passage) -> tuple[int, int, int, int, int, int]:
    negative = bool(passage.verdict) and is_negative(passage.text, passage.language)
    return (
        passage.entry,
        passage.rendition,
        SORTS.index(passage.sort),
        int(passage.language == "ja"),
        VERDICTS.index(passage.verdict),
        int(negative),
    )


def save_passages(path: Path, passages: Iterable[Passage]) -> None:
    """Write, for each passage, its entry row, rendition, sort, language (0 en, 1 ja), verdict and whether it is put negatively.

    The table is int32, shape (passages, 6); sorts and verdicts are places in SORTS and VERDICTS.
    """
    np.save(path, table_of(passages), allow_pickle=False)


def table_of(passages: Iterable[Passage]) -> npt.NDArray[np.int32]:
    """The table of passages, shape (passages, 6)."""
    return np.fromiter((number for passage in passages for number in _row(passage)), dtype=np.int32).reshape(-1, 6)


def edges(table: npt.NDArray[np.int32]) -> tuple[int, int]:
    """The numbers of the first phrasing and of the first unanswered question: from the phrasings on, sorts follow each other."""
    first_asked, first_unanswered = (int((table[:, 2] < SORTS.index(sort)).sum()) for sort in ("phrasing", "unanswered"))
    return first_asked, first_unanswered


@dataclass(frozen=True, slots=True)
class Settled:
    """A passage that is a question which its entry settles: its number, the verdict, and whether it is put negatively."""

    number: int
    verdict: str
    negative: bool


class Passages(Protocol):
    """Which passages lead to which entry, wherever that is kept."""

    first_asked: int
    """The number of the first phrasing; all before it are the rules' own words."""
    first_unanswered: int
    """The number of the first question that no entry answers; these come last."""

    def __len__(self) -> int:
        """How many passages there are."""
        ...

    def entries_of(self, numbers: Sequence[int]) -> list[int]:
        """The entry rows of some passages, one for each."""
        ...

    def settled(self, entry: int) -> Sequence[Settled]:
        """The questions that an entry settles, by its row."""
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
        self._read: dict[int, list[Settled]] = {}
        self._settled: dict[int, list[int]] = {}
        settling = np.flatnonzero(self.table[:, 4])
        for number, entry in zip(settling.tolist(), self.table[settling, 0].tolist(), strict=True):
            self._settled.setdefault(entry, []).append(number)

    def __len__(self) -> int:
        """How many passages there are."""
        return len(self.table)

    def entries_of(self, numbers: Sequence[int]) -> list[int]:
        """The entry rows of some passages, one for each."""
        entries: list[int] = self.table[np.asarray(numbers, dtype=np.intp), 0].tolist()
        return entries

    def settled(self, entry: int) -> Sequence[Settled]:
        """The questions that an entry settles, by its row."""
        known = self._read.get(entry)
        if known is None:
            numbers = self._settled.get(entry, [])
            rows = self.table[np.asarray(numbers, dtype=np.intp), 4:6].tolist()
            known = [Settled(number, VERDICTS[word], bool(sign)) for number, (word, sign) in zip(numbers, rows, strict=True)]
            self._read[entry] = known
        return known
