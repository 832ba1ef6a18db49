"""Which sentence of a rule settles a question, by questions of which somebody said so (`corpus/telling.toml`)."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kb.dense import cosines_of, wholes
from kb.encoder import Encoder, Vectors
from kb.store import Store

SORT = "telling"
"""The sort of the records that say so, each of an entry: {"printed": {language: sentence}, "asked": [question, …]}.

In a KB the questions are vectors by its encoder (`vectored`): working them out anew would fill a worker's memory with their words.
"""
_TEMPERATURE = 0.05
"""How fast the word of a question falls with its likeness to the one that is asked."""
_KEPT = 1024

Record = tuple[str, str, dict[str, Any]]


def vectored(records: Iterable[Record], encoder: Encoder) -> Iterator[Record]:
    """Records with vectors in the place of the questions, in whole numbers (`kb.dense.scale`), base64; others as they are."""
    for sort, entry, body in records:
        if sort == SORT:
            whole = wholes(encoder.encode(body["asked"]))
            body = {"printed": body["printed"], "dimension": encoder.dimension, "vectors": b64encode(whole.tobytes()).decode()}
        yield sort, entry, body


@dataclass(frozen=True, slots=True)
class _Known:
    """The questions of one entry: vectors in whole numbers, shape (questions, dimension), and the sentence that settles each."""

    vectors: npt.NDArray[np.int8]
    sentences: npt.NDArray[np.int64]
    printed: tuple[frozenset[str], ...]


class Telling:
    """Tells over an open KB; what is said of the entries asked about lately is kept."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, _Known | None] = {}

    def shares(self, entry: str, sentences: Sequence[str], vector: Vectors) -> list[float]:
        """How much of what is like a question each sentence of an entry settles, 0 to 1.

        `vector` is the question's, shape (1, dimension). All 0 where nobody said anything of the entry, or not of these sentences,
        and where the vectors are of another encoder than the question's, as on a device.
        """
        if entry not in self._known:
            if len(self._known) >= _KEPT:
                self._known = {}
            self._known[entry] = self._read(entry)
        known = self._known[entry]
        if known is None or known.vectors.shape[1] != vector.shape[1]:
            return [0.0] * len(sentences)
        near = np.exp((cosines_of(known.vectors, vector) - 1.0) / _TEMPERATURE)
        told = np.bincount(known.sentences, near / max(float(near.sum()), 1e-9), len(known.printed)).tolist()
        return [sum(share for share, printed in zip(told, known.printed, strict=True) if words in printed) for words in sentences]

    def _read(self, entry: str) -> _Known | None:
        told = self._store.records(SORT, entry)
        if not told:
            return None
        vectors = [np.frombuffer(b64decode(one["vectors"]), dtype=np.int8).reshape(-1, one["dimension"]) for one in told]
        places = np.repeat(np.arange(len(told)), [len(one) for one in vectors])
        return _Known(np.concatenate(vectors), places, tuple(frozenset(one["printed"].values()) for one in told))
