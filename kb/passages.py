"""Passages: the pieces that are searched. Several passages lead to one entry; a hit is the entry, found by its best passage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

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


def save_passages(path: Path, passages: Iterable[Passage]) -> None:
    """Write, for each passage, its entry row, rendition, sort, language (0 en, 1 ja), verdict and whether it is put negatively.

    The table is int32, shape (passages, 6); sorts and verdicts are places in SORTS and VERDICTS.
    """
    numbers = np.fromiter((number for passage in passages for number in _row(passage)), dtype=np.int32)
    np.save(path, numbers.reshape(-1, 6), allow_pickle=False)


def _row(passage: Passage) -> tuple[int, int, int, int, int, int]:
    return (
        passage.entry,
        passage.rendition,
        SORTS.index(passage.sort),
        int(passage.language == "ja"),
        VERDICTS.index(passage.verdict),
        int(bool(passage.verdict) and is_negative(passage.text, passage.language)),
    )


def load_passages(path: Path) -> npt.NDArray[np.int32]:
    """The table that `save_passages` wrote, mapped into memory, shape (passages, 6)."""
    try:
        # asarray: indexing a memmap object costs several times as much as indexing the array that it is.
        table = np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
    except (OSError, ValueError, EOFError) as error:
        raise KbMissing(f"the passages cannot be read ({error}); run `judgecall build`", file=path) from None
    return table
