"""Vectors that took minutes to work out, kept beside the encoder that made them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kb.dense import scale, wholes
from kb.encoder import Encoder, Vectors
from kb.errors import KbMismatch, KbMissing
from kb.language import language_of
from kb.polarity import negations

_ONE_IN = 1_000
"""One in so many of the texts that are looked up is worked out anew: what reads a text may have changed since."""
_APART = 0.2
"""So far both vectors may be apart, a cosine of 0.98: whole numbers and other processors bring less, a negation that
is read otherwise more."""
KNOWN, TEXTS, PUT, BY = "known.npy", "texts.npy", "put.npy", "known.txt"


class SavedEncoder(Encoder, Protocol):
    """An encoder that can be put into a folder."""

    def save(self, folder: Path) -> None:
        """Write what it is read from."""
        ...


class SettlingEncoder(SavedEncoder, Protocol):
    """One that also tells how a text is put, so that a build need not read again what was read when it was taught."""

    def negations(self, texts: Sequence[str]) -> npt.NDArray[np.uint8]:
        """Whether each text is put negatively, and how many other negations it has, shape (texts, 2)."""
        ...


class WorkedOut(SettlingEncoder):
    """An encoder that looks a text up in a folder before it works its vector out.

    `known.npy` has vectors of texts in whole numbers (`kb.dense.scale`), shape (texts, dimension), `texts.npy` the first 8 bytes of
    the sha256 of each text, in order, `put.npy` how each is put (`negations_of`), `known.txt` the fingerprint of the encoder
    and the scale of the numbers. `keep` writes them.
    """

    def __init__(self, encoder: SavedEncoder, folder: Path | None) -> None:
        """Raises KbMissing or KbMismatch. Without a folder nothing is kept."""
        self.encoder = encoder
        self.name, self.dimension, self.fingerprint = encoder.name, encoder.dimension, encoder.fingerprint
        self._known, self._texts = np.zeros((0, self.dimension), dtype=np.int8), np.zeros(0, dtype=np.uint64)
        self._put, self._folder = np.zeros((0, 2), dtype=np.uint8), folder
        if folder is None or not (folder / KNOWN).exists():
            return
        try:
            self._known = np.load(folder / KNOWN, mmap_mode="r", allow_pickle=False)
            self._texts = np.load(folder / TEXTS, allow_pickle=False)
            self._put = np.load(folder / PUT, allow_pickle=False)
            by = (folder / BY).read_text(encoding="utf-8").strip()
        except (OSError, ValueError, EOFError) as error:
            raise KbMissing(
                f"the vectors that are kept cannot be read ({error}); run `judgecall train --keep`", file=folder
            ) from None
        if self._known.shape != (len(self._texts), self.dimension) or self._known.dtype != np.int8:
            raise KbMismatch(
                f"{KNOWN} is {self._known.dtype} {self._known.shape} for {len(self._texts)} texts and {self.dimension} numbers; "
                "run `judgecall train --keep`",
                file=folder,
            )
        if self._put.shape != (len(self._texts), 2):
            raise KbMismatch(f"{PUT} is {self._put.shape} for {len(self._texts)} texts; run `judgecall train --keep`", file=folder)
        if by != _made_by(encoder):
            raise KbMismatch(
                f"{KNOWN} comes from another encoder than the one beside it, or has another scale; run `judgecall train --keep`",
                file=folder,
            )

    def save(self, folder: Path) -> None:
        """Write the encoder alone, without the vectors that are kept."""
        self.encoder.save(folder)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (texts, dimension); raises KbMismatch where those that are kept are not what comes out now."""
        if not len(self._texts):
            return self.encoder.encode(texts)
        rows = self.rows(texts)
        if (rows < 0).all():
            return self.encoder.encode(texts)
        self.check(texts)
        out = self._known[rows].astype(np.float32) / np.float32(scale(self.dimension))
        new = np.flatnonzero(rows < 0).tolist()
        if new:
            out[new] = self.encoder.encode([texts[place] for place in new])
        return out

    def negations(self, texts: Sequence[str]) -> npt.NDArray[np.uint8]:
        """How each text is put, as `negations_of` tells it, shape (texts, 2); raises KbMismatch as `encode` does."""
        self.check(texts)
        rows = self.rows(texts)
        new = np.flatnonzero(rows < 0).tolist()
        out = np.zeros((len(texts), 2), dtype=np.uint8)
        out[rows >= 0] = self._put[rows[rows >= 0]]
        out[new] = negations_of([texts[place] for place in new])
        return out

    def check(self, texts: Sequence[str], *, put: bool = True) -> None:
        """See that of some texts what is kept is what comes out now; raises KbMismatch.

        Without `put` those that are put otherwise now are passed over.
        """
        rows = self.rows(texts)
        places = np.flatnonzero(rows >= 0)[::_ONE_IN].tolist()
        sample, kept = [texts[place] for place in places], rows[places]
        alike = (self._put[kept] == negations_of(sample)).all(axis=1)
        apart = self._known[kept] / scale(self.dimension) - self.encoder.encode(sample)
        if (put and not alike.all()) or (np.linalg.norm(apart[alike], axis=1) > _APART).any():
            raise KbMismatch(
                f"{KNOWN} and {PUT} do not say what is read in a text now; run `judgecall train --keep`", file=self._folder
            )

    def rows(self, texts: Sequence[str]) -> npt.NDArray[np.int64]:
        """The rows of texts among those kept, -1 for others."""
        if not len(self._texts):
            return np.full(len(texts), -1, dtype=np.int64)
        wanted = np.array([digest(text) for text in texts], dtype=np.uint64)
        rows = np.searchsorted(self._texts, wanted).clip(max=len(self._texts) - 1)
        return np.where(self._texts[rows] == wanted, rows, -1)


def keep(encoder: SavedEncoder, texts: Sequence[str], folder: Path) -> int:
    """Keep the vectors of texts in a folder, and no others; how many of them were worked out.

    Those of the same encoder that are there already are not worked out again, but where a text is now taken to be put otherwise.
    Where it is stopped midway what is there is refused, and never taken for what other texts have.
    """
    texts = sorted(set(texts), key=digest)
    put, known = negations_of(texts), _kept(encoder, folder, texts)
    rows = known.rows(texts)
    new = rows < 0
    new[~new] = known._put[rows[~new], 0] != put[~new, 0]
    vectors = np.zeros((len(texts), encoder.dimension), dtype=np.int8)
    vectors[~new] = known._known[rows[~new]]
    vectors[new] = wholes(encoder.encode([texts[place] for place in np.flatnonzero(new).tolist()]))
    (folder / BY).unlink(missing_ok=True)
    for name, array in ((KNOWN, vectors), (TEXTS, np.array([digest(text) for text in texts], dtype=np.uint64)), (PUT, put)):
        beside = folder / f"new-{name}"  # what stands there may be mapped
        np.save(beside, array, allow_pickle=False)
        beside.replace(folder / name)
    (folder / BY).write_text(_made_by(encoder) + "\n", encoding="utf-8")
    return int(new.sum())


def _kept(encoder: SavedEncoder, folder: Path, texts: Sequence[str]) -> WorkedOut:
    """What is kept in a folder; nothing where it is of another encoder, not what comes out of some texts now, or cannot be read."""
    with suppress(KbMissing, KbMismatch):
        known = WorkedOut(encoder, folder)
        known.check(texts, put=False)
        return known
    return WorkedOut(encoder, None)


def _made_by(encoder: Encoder) -> str:
    """What vectors that are kept come from: an encoder, and the scale of their whole numbers."""
    return f"{encoder.fingerprint} {scale(encoder.dimension):.3f}"


def negations_of(texts: Sequence[str]) -> npt.NDArray[np.uint8]:
    """Whether each text is put negatively, and how many other negations it has (`kb.polarity.negations`), shape (texts, 2)."""
    return np.array([negations(text, language_of(text)) for text in texts], dtype=np.uint8).reshape(-1, 2)


def digest(text: str) -> int:
    """The first 8 bytes of a text's sha256, as a number."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
