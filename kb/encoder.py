"""Encoders turn texts into vectors. The shipped one is static: a table of token vectors, averaged, with no model to run."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from kb.errors import KbMismatch, KbMissing
from kb.features import READERS, orders, parts_read, pieces_of
from kb.tokens import tokens
from kb.vocabulary import Vocabulary

Vectors = npt.NDArray[np.float32]

_KEPT_TOKENS = 12_000
_MANY = 64
"""From so many texts on, a sparse product is faster than one text after the other."""


class Encoder(Protocol):
    """Anything that turns texts into unit vectors of one dimension."""

    name: str
    dimension: int
    fingerprint: str

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (texts, dimension); a text with no known token is all zeros."""
        ...


class StaticEncoder:
    """A vector per token, longer the more telling the token is; a text is the sum of its tokens' vectors, made unit length.

    Each vector is kept as whole numbers from -127 to 127 and one factor. `reads` is what it reads in a text, one of READERS.
    """

    def __init__(self, name: str, vocabulary: Sequence[str], table: npt.NDArray[np.floating[Any]], *, reads: str = "words") -> None:
        if len(vocabulary) != len(table):
            raise ValueError(f"{len(vocabulary)} tokens but {len(table)} vectors")
        factors = np.abs(table).max(axis=1).astype(np.float32) / 127
        whole = np.rint(table / np.where(factors > 0, factors, np.float32(1.0))[:, None]).astype(np.int8)
        self._set(name, reads, vocabulary, whole, factors)

    def _set(self, name: str, reads: str, vocabulary: Sequence[str], whole: npt.NDArray[np.int8], factors: Vectors) -> None:
        self.name, self.reads = name, reads
        self.dimension = int(whole.shape[1])
        self._vocabulary = Vocabulary(vocabulary)
        self._whole, self._factors = whole, factors
        self._known: dict[str, tuple[int, ...]] = {}
        digest = hashlib.sha256("\n".join((reads, *vocabulary)).encode())
        for array in (whole, factors):
            digest.update(np.ascontiguousarray(array).view(np.uint8).data)
        self.fingerprint = digest.hexdigest()

    @classmethod
    def load(cls, folder: Path) -> StaticEncoder:
        """Read the four files that `save` writes; raises KbMissing or KbMismatch."""
        try:
            about = json.loads((folder / "encoder.json").read_text(encoding="utf-8"))
            vocabulary = (folder / "tokens.txt").read_text(encoding="utf-8").split("\n")
            whole = np.load(folder / "vectors.npy", allow_pickle=False)
            factors = np.load(folder / "factors.npy", allow_pickle=False)
            name, reads, dimension = str(about["name"]), about["reads"], about["dimension"]
        except (OSError, ValueError, EOFError, KeyError, TypeError) as error:
            reason = f"encoder.json lacks {error}" if isinstance(error, KeyError) else str(error)
            raise KbMissing(f"the encoder cannot be read ({reason}); run `judgecall train`", file=folder) from None
        if whole.shape != (len(vocabulary), dimension) or factors.shape != (len(vocabulary),) or whole.dtype != np.int8:
            raise KbMismatch(
                f"encoder.json says dimension {dimension} with {len(vocabulary)} tokens, vectors.npy is "
                f"{whole.dtype} {whole.shape}, factors.npy {factors.shape}; run `judgecall train`",
                file=folder,
            )
        encoder = cls.__new__(cls)
        if reads not in READERS:
            raise KbMismatch(f"encoder.json says that it reads {reads!r}; run `judgecall train`", file=folder)
        encoder._set(name, reads, vocabulary, whole, factors)
        # Read for the fingerprint, and mapped from here on: of many tokens only those that are asked for lie in memory.
        encoder._whole = np.asarray(np.load(folder / "vectors.npy", mmap_mode="r", allow_pickle=False))
        return encoder

    def save(self, folder: Path) -> None:
        """Write `encoder.json`, `tokens.txt`, `vectors.npy` (int8) and `factors.npy` (float32), which `load` reads."""
        folder.mkdir(parents=True, exist_ok=True)
        about = {"name": self.name, "reads": self.reads, "dimension": self.dimension, "tokens": len(self._vocabulary)}
        (folder / "encoder.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        (folder / "tokens.txt").write_text("\n".join(self._vocabulary.tokens()), encoding="utf-8")
        new = folder / "vectors.new.npy"  # what stands there may be mapped, by this very encoder
        np.save(new, self._whole, allow_pickle=False)
        new.replace(folder / "vectors.npy")
        np.save(folder / "factors.npy", self._factors, allow_pickle=False)

    def rows(self) -> tuple[list[str], Vectors]:
        """The tokens, and their vectors, shape (tokens, dimension)."""
        return self._vocabulary.tokens(), np.asarray(self._whole * self._factors[:, None], dtype=np.float32)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (texts, dimension); a text with no known token is all zeros."""
        if len(texts) < _MANY:
            out = np.zeros((len(texts), self.dimension), dtype=np.float32)
            for one, text in zip(out, texts, strict=True):
                if rows := self._rows_in(text):
                    at = np.array(rows, dtype=np.intp)
                    one[:] = self._factors.take(at) @ self._whole.take(at, axis=0).astype(np.float32)
                    one /= math.sqrt(one @ one) or 1.0
            return out
        out = self._sums([self._rows_in(text) for text in texts])
        norms = np.sqrt((out * out).sum(axis=1, keepdims=True))
        norms[norms == 0] = 1.0
        out /= norms
        return out

    def _sums(self, read: Sequence[Sequence[int]]) -> Vectors:
        """The sums of many texts' vectors as one product with a sparse matrix, in a quarter of the time."""
        from scipy.sparse import csr_array  # a server never needs it

        rows = np.fromiter(chain.from_iterable(read), dtype=np.int32)
        edges = np.cumsum([0, *map(len, read)], dtype=np.int32)
        factors = csr_array((self._factors[rows], rows, edges), shape=(len(read), len(self._factors)))
        out: Vectors = factors @ self._whole.astype(np.float32)
        return out

    def _rows_in(self, text: str) -> list[int]:
        """The rows of what it reads in a text, each once, but for the sentence that asks (`kb.features.ordered`)."""
        if self.reads != "order":
            return list(dict.fromkeys(self._rows_of_tokens(tokens(text))))
        rows: list[int] = []
        parts, negative = parts_read(text)
        for read in map(tokens, parts):
            rows += dict.fromkeys([*self._rows_of_tokens(read), *self._vocabulary.places(orders(read, negative=negative))])
        return rows

    def _rows_of_tokens(self, read: list[str]) -> list[int]:
        known = self._known
        rows: list[int] = []
        for token in read:
            of = known.get(token)
            rows += self._rows_of(token) if of is None else of
        return rows

    def _rows_of(self, token: str) -> tuple[int, ...]:
        """The rows of a token and its pieces; those of tokens seen before are kept."""
        known = self._known.get(token)
        if known is None:
            known = tuple(self._vocabulary.places(pieces_of(token)))
            if len(self._known) >= _KEPT_TOKENS:
                self._known.clear()
            self._known[token] = known
        return known
