"""A small encoder out of a KB's own: projected on the directions that its passages use most, rarely used tokens left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kb.encoder import Vectors
from kb.features import features

LEVELS = 7
"""Whole numbers from -7 to 7: four bits."""
_CLIPS = (1.0, 0.85, 0.7, 0.6)
"""Shares of a row's largest number that may be its top level; the one with the least error is taken."""

Codes = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Quantized:
    """Rows of whole numbers from -7 to 7, shape (rows, dimension), and a factor for each row as a share of `top` in 65535ths."""

    codes: Codes
    factors: npt.NDArray[np.uint16]
    top: float

    def rows(self) -> Vectors:
        """The numbers that the device counts with, shape (rows, dimension)."""
        scale = self.factors.astype(np.float64) * (self.top / 65535)
        return np.asarray(self.codes * scale[:, None], dtype=np.float32)


def quantize(rows: npt.NDArray[np.floating[Any]]) -> Quantized:
    """Round each row to four bits a number, with the factor that loses least."""
    largest = np.abs(rows).max(axis=1, initial=0.0)
    codes = np.zeros(rows.shape, dtype=np.int8)
    factors = np.zeros(len(rows))
    least = np.full(len(rows), np.inf)
    for clip in _CLIPS:
        factor = np.where(largest > 0, largest * clip / LEVELS, 1.0)
        rounded = np.clip(np.rint(rows / factor[:, None]), -LEVELS, LEVELS)
        error = ((rounded * factor[:, None] - rows) ** 2).sum(axis=1)
        better = error < least
        codes[better], factors[better], least[better] = rounded[better], factor[better], error[better]
    top = float(factors.max(initial=0.0)) or 1.0
    return Quantized(codes, np.rint(factors / top * 65535).astype(np.uint16), top)


def unit(rows: Vectors) -> Vectors:
    """Rows of length 1; a row of zeros stays."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(norms > 0, norms, np.float32(1.0)), dtype=np.float32)


def directions(vectors: Vectors, dimension: int) -> Vectors:
    """The directions that keep most of some vectors, shape (their dimension, `dimension`); signs are fixed."""
    _, found = np.linalg.eigh((vectors.T @ vectors).astype(np.float64))
    basis = found[:, ::-1][:, :dimension]
    signs = np.sign(basis[np.abs(basis).argmax(axis=0), np.arange(basis.shape[1])])
    return np.asarray(basis * np.where(signs == 0, 1.0, signs), dtype=np.float32)


def telling(tokens: Sequence[str], rows: Vectors, used: Mapping[str, int], most: int) -> list[int]:
    """Places of the `most` tokens that matter most, in their order: long vectors, of words that are often used."""
    counts: Counter[str] = Counter()
    for word, times in used.items():
        for feature in features(word):
            counts[feature] += times
    worth = np.array([counts[token] for token in tokens]) * (rows.astype(np.float64) ** 2).sum(axis=1)
    best = np.argsort(-worth, kind="stable")[:most]
    return sorted(int(place) for place in best if worth[place] > 0)


class SmallEncoder:
    """The encoder of the device: the sum of the tokens' rows, made unit length."""

    name = "offline"

    def __init__(self, tokens: Iterable[str], table: Quantized, fingerprint: str) -> None:
        self.tokens = tuple(tokens)
        self.table = table
        self.fingerprint = fingerprint
        self.dimension = int(table.codes.shape[1])
        self._places = {token: place for place, token in enumerate(self.tokens)}
        self._rows = table.rows()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (texts, dimension); a text with no known token is all zeros."""
        out = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for place, text in enumerate(texts):
            rows = [row for feature in features(text) if (row := self._places.get(feature)) is not None]
            if rows:
                out[place] = self._rows[rows].sum(axis=0)
        return unit(out)
