"""The dense index: FAISS over passage vectors in half precision, which reads half the memory and finds the same passages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import faiss
import numpy as np

from kb.encoder import Vectors
from kb.errors import KbMissing


def build_dense(path: Path, vectors: Vectors) -> None:
    """Write an index of unit vectors, shape (passages, dimension); inner product is the cosine."""
    index = faiss.IndexScalarQuantizer(vectors.shape[1], faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT)
    index.train(vectors[:1])
    index.add(vectors)
    faiss.write_index(index, str(path))


class Dense:
    """An open dense index."""

    def __init__(self, path: Path) -> None:
        try:
            self._index = faiss.read_index(str(path))
        except RuntimeError as error:
            reason = str(error).strip().split("\n")[-1][:120]
            raise KbMissing(f"the dense index cannot be opened ({reason}); run `judgecall build`", file=path) from None
        faiss.omp_set_num_threads(1)

    @property
    def size(self) -> int:
        """How many passages it holds."""
        return int(self._index.ntotal)

    @property
    def dimension(self) -> int:
        """The length of its vectors."""
        return int(self._index.d)

    def vectors(self, numbers: Sequence[int]) -> Vectors:
        """The vectors of some passages, shape (passages, dimension)."""
        return np.asarray(self._index.reconstruct_batch(np.asarray(numbers, dtype=np.int64)), dtype=np.float32)

    def search(self, vector: Vectors, limit: int, first: int = 0, last: int | None = None) -> list[tuple[int, float]]:
        """Passages by cosine with one vector of shape (1, dimension), best first, as (passage number, cosine).

        Only passages from `first` up to but not including `last` are looked at.
        """
        last = self.size if last is None else last
        if not vector.any() or first >= last:
            return []
        narrowed = None
        if (first, last) != (0, self.size):
            narrowed = faiss.SearchParameters(sel=faiss.IDSelectorRange(first, last))  # type: ignore[call-arg]
        scores, numbers = self._index.search(vector, min(limit, last - first), params=narrowed)
        return [(int(n), float(s)) for n, s in zip(numbers[0], scores[0], strict=True) if n >= 0]
