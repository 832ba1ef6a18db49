"""How much a question is like those that no entry answers, by its words and which of them stand together.

A logistic regression over hashed features (Weinberger, Dasgupta, Langford, Smola, Attenberg 2009), taught on the ways to ask and on
the questions that no entry answers (`ingest/teach_answerable.py`). What the vectors tell of a question is told by its words one by
one; that two of them stand in one question ("prize" and "rule") is told here.
"""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

RECORD = "answerable"
"""The sort of record that holds what was taught."""
BITS = 18
"""The features have so many bits: 262,144 weights, a byte each."""
MOST_WORDS = 32
"""Distinct words of a question that are read; of so many there are 496 pairs."""
MOST_ODDS = 3.0
"""Log odds beyond this say nothing more: a question is not without an answer for its words alone."""
_SPREAD = np.uint32(2_654_435_761)
"""2**32 divided by the golden ratio, which spreads numbers over all bits (Knuth, The Art of Computer Programming 3, 6.4)."""

_SHIFT = np.uint32(32 - BITS)

Places = npt.NDArray[np.uint32]


def places_of(words: Sequence[str]) -> Places:
    """The places of the features of a text: of each distinct word, then of each pair of them, in whatever order they stand."""
    numbers = np.array(list(map(_number, dict.fromkeys(words)))[:MOST_WORDS], dtype=np.uint32)
    one, other = _pairs(len(numbers))
    both = np.concatenate((numbers, numbers.take(one) + numbers.take(other)))
    both *= _SPREAD
    both >>= _SHIFT
    return both


@dataclass(frozen=True, slots=True)
class Answerable:
    """What was taught: whole numbers, shape (2**BITS,), the factor that makes them weights, and what stands beside their sum."""

    weights: npt.NDArray[np.int8]
    factor: float
    base: float

    def against(self, words: Sequence[str]) -> float:
        """The log odds that no entry answers a text of such words, at most MOST_ODDS either way; 0 without words."""
        if not words:
            return 0.0
        places = places_of(words)
        said = int(np.add.reduce(self.weights.take(places), dtype=np.int64))
        odds = self.factor * said / math.sqrt(len(places)) + self.base
        return max(-MOST_ODDS, min(MOST_ODDS, odds))

    def to_record(self) -> dict[str, Any]:
        """As a record of a KB, and the file of a corpus."""
        packed = base64.b64encode(zlib.compress(self.weights.tobytes(), 9)).decode("ascii")
        return {"bits": BITS, "factor": self.factor, "base": self.base, "weights": packed}

    @classmethod
    def from_record(cls, body: dict[str, Any]) -> Answerable:
        """The contrary; raises ValueError for a record that is none."""
        try:
            weights = np.frombuffer(zlib.decompress(base64.b64decode(body["weights"])), dtype=np.int8)
            bits, factor, base = body["bits"], float(body["factor"]), float(body["base"])
        except (KeyError, TypeError, ValueError, zlib.error) as error:
            raise ValueError(f"no weights of words can be read ({error})") from None
        if bits != BITS or len(weights) != 2**BITS:
            raise ValueError(f"there are {len(weights)} weights of {bits} bits, not {2**BITS} of {BITS}")
        return cls(weights, factor, base)


@lru_cache(maxsize=16_384)
def _number(word: str) -> int:
    return zlib.crc32(word.encode())


@lru_cache(maxsize=MOST_WORDS + 1)
def _pairs(count: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    one, other = np.triu_indices(count, 1)
    return one, other
