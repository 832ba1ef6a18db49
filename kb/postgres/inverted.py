"""An inverted index whose scores are tantivy's: BM25 with k1 1.2 and b 0.75 over lengths rounded to one byte.

What does not depend on the question is counted once: a posting holds its impact, tf / (tf + k1 (1 - b + b length / mean)), and a
score is the sum of idf (1 + k1) times the impacts (tantivy, `src/query/bm25.rs` and `src/fieldnorm/code.rs`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kb.lexical import FIELDS

K1, B = 1.2, 0.75
BLOCK = 480
"""Passages of one row of postings: two full rows fit into a page, and the row that could hold a given passage can be named."""
_BATCH = 128 * BLOCK


def _rounded_length(code: int) -> int:
    """The length that a byte stands for: exact up to 40, then eight steps to each power of two (Lucene's SmallFloat)."""
    if code < 24:
        return code
    shift, rest = divmod(code - 24, 8)
    return 24 + (rest if shift == 0 else (rest + 8) << (shift - 1))


LENGTHS = np.array([_rounded_length(code) for code in range(256)], dtype=np.int64)
"""The lengths that a passage can have, in ascending order; it has the greatest that is not above its own."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of one field: its token, how many passages hold it, and the greatest impact it has on any."""

    token: int
    field: int
    word: str
    holding: int
    most: float


@dataclass(frozen=True, slots=True)
class Posting:
    """The passages of one block that hold a token, in ascending order, and its impact on each."""

    token: int
    block: int
    passages: npt.NDArray[np.int32]
    impacts: npt.NDArray[np.float32]


class Inverted:
    """Takes in passages one by one, in order, and gives words and postings once all are in."""

    def __init__(self) -> None:
        self._tokens: dict[tuple[int, str], int] = {}
        self._flat = array("i")
        self._starts = array("q", [0])
        self._fields = array("b")
        self._holding = np.zeros(0, dtype=np.int64)
        self._most = np.zeros(0, dtype=np.float32)

    def add(self, field: str, words: Sequence[str]) -> None:
        """The next passage: its field and all its tokens, repeats kept."""
        place = FIELDS.index(field)
        for word in words:
            self._flat.append(self._tokens.setdefault((place, word), len(self._tokens)))
        self._starts.append(len(self._flat))
        self._fields.append(place)

    def postings(self) -> Iterator[Posting]:
        """All postings, by batches of passages; run to the end before `words` is asked."""
        flat, starts = np.frombuffer(self._flat, dtype=np.int32), np.frombuffer(self._starts, dtype=np.int64)
        fields = np.frombuffer(self._fields, dtype=np.int8)
        lengths = np.diff(starts)
        # The mean is over all passages of the index, also those of the other field, as tantivy counts it.
        means = [float(lengths[fields == place].sum()) / max(1, len(lengths)) or 1.0 for place in range(len(FIELDS))]
        rounded = LENGTHS[np.searchsorted(LENGTHS, lengths, side="right") - 1]
        norms = (K1 * (1 - B + B * rounded / np.array(means)[fields])).astype(np.float32)
        self._holding, self._most = np.zeros(len(self._tokens), np.int64), np.zeros(len(self._tokens), np.float32)
        for first in range(0, len(lengths), _BATCH):
            last = min(first + _BATCH, len(lengths))
            numbers = np.repeat(np.arange(first, last), lengths[first:last])
            yield from self._batch(flat[starts[first] : starts[last]], numbers, norms)

    def _batch(
        self, tokens: npt.NDArray[np.int32], numbers: npt.NDArray[np.int64], norms: npt.NDArray[np.float32]
    ) -> Iterator[Posting]:
        pairs, counts = np.unique((tokens.astype(np.int64) << 32) | numbers, return_counts=True)
        token, passage = pairs >> 32, pairs & 0xFFFFFFFF
        often = counts.astype(np.float32)
        impact = often / (often + norms[passage])
        np.add.at(self._holding, token, 1)
        np.maximum.at(self._most, token, impact)
        rows = (token << 32) | (passage // BLOCK)
        edges = np.flatnonzero(np.diff(rows, prepend=-1, append=-1))
        whole = passage.astype(np.int32)
        for start, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
            row = int(rows[start])
            yield Posting(row >> 32, row & 0xFFFFFFFF, whole[start:end], impact[start:end])

    def words(self) -> Iterator[Word]:
        """Every word of every field, in the order in which they first came."""
        for (field, word), token in self._tokens.items():
            yield Word(token, field, word, int(self._holding[token]), float(self._most[token]))
