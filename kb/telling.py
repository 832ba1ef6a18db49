"""Which sentence of a rule settles a question, by questions of which somebody said so (`corpus/telling.toml`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kb.encoder import Encoder, Vectors
from kb.store import Store

SORT = "telling"
"""The sort of the records that say so, each of an entry: {"printed": {language: sentence}, "asked": [question, …]}."""
_TEMPERATURE = 0.05
"""How fast the word of a question falls with its likeness to the one that is asked."""
_KEPT = 512


@dataclass(frozen=True, slots=True)
class _Known:
    """The questions of one entry: their vectors, shape (questions, dimension), and the sentence that settles each."""

    vectors: npt.NDArray[np.float16]
    sentences: tuple[int, ...]
    printed: tuple[frozenset[str], ...]


class Telling:
    """Tells over an open KB; the vectors of the entries asked about lately are kept."""

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self._store, self._encoder = store, encoder
        self._entries = frozenset(store.records_by_entry(SORT))
        self._known: dict[str, _Known] = {}

    def shares(self, entry: str, sentences: Sequence[str], vector: Vectors) -> list[float]:
        """How much of what is like a question each sentence of an entry settles, 0 to 1.

        `vector` is the question's, shape (1, dimension). All 0 where nobody said anything of the entry, or not of these sentences.
        """
        if entry not in self._entries:
            return [0.0] * len(sentences)
        known = self._known.get(entry) or self._read(entry)
        near = np.exp((known.vectors.astype(np.float32) @ vector[0] - 1.0) / _TEMPERATURE)
        told = np.bincount(known.sentences, near / max(float(near.sum()), 1e-9), len(known.printed)).tolist()
        return [sum(share for share, printed in zip(told, known.printed, strict=True) if words in printed) for words in sentences]

    def _read(self, entry: str) -> _Known:
        told = self._store.records(SORT, entry)
        asked = [text for one in told for text in one["asked"]]
        places = tuple(place for place, one in enumerate(told) for _ in one["asked"])
        printed = tuple(frozenset(one["printed"].values()) for one in told)
        if len(self._known) >= _KEPT:
            self._known = {}
        known = self._known[entry] = _Known(self._encoder.encode(asked).astype(np.float16), places, printed)
        return known
