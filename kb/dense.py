"""The dense index: FAISS over passage vectors, compared one by one while they are few, by neighbourhoods when they are very many.

Every number is kept in eight bits, and so is the question's, so that they are multiplied as whole numbers: half the time of half
precision, and the same passages but for near ties (`judgecall bench` gives the recall). Many vectors lie in lists of vectors that
are near each other; a search looks into the nearest lists only, and the lists stay on disk until then.

In between, each kind of passage of which there are many has a sketch of four bits for every two or four numbers beside it (product
quantization, read 32 at a time in registers: André, Kermarrec, Le Scouarnec 2015), which says which few of them are compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Protocol

import faiss
import numpy as np
import numpy.typing as npt

from kb.encoder import Vectors
from kb.errors import KbMismatch, KbMissing

EXACT = 500_000
"""Up to this many passages are read by sketches, one after the other; more lie in lists. `judgecall bench` shows what each loses."""
NEAR = 10_000
"""With more passages of a kind than these a sketch says which are compared: of 83,000 in 0.25 ms, recall@10 0.999."""
FINE = 40_000
"""Up to so many have a sketch twice as fine, fewer compared: 22,000 take 0.11 ms, recall@10 0.999."""
SKETCH = "sketch-{}.faiss"
"""The file of the sketch of a kind, by its place among the kinds."""
_COMPARED, _COMPARED_FINE, _LEAST = 4, 3, 144
"""So many times as many as are wanted are compared, fewer behind a fine sketch; but so many at least."""
_TOGETHER = 4
"""Numbers of a vector for which a sketch has four bits; half of them in a fine one."""
_ROUNDS = 10
"""Rounds of k-means that teach a sketch; FAISS's 25 take more than twice as long and find no more (recall@10 0.999, 0.998 fine)."""
PROBES = 128
"""How many lists a search looks into where the vectors lie in lists."""
_SAMPLE = 40
"""Vectors for each list that say where the lists lie."""
_WHOLE = 127
_SPREAD = 4.0
"""A number of a unit vector is cut off beyond so many times its root mean square: 5 in a million of the shipped encoder's are.

With finer steps more of the nearest are found: of the very ten nearest of all passages of the corpus 0.984, 0.972 with twice the
range. (`judgecall bench` counts those as near to a thousandth as found, too.)
"""


def build_dense(path: Path, batches: Iterable[Vectors], count: int, dimension: int, kinds: Sequence[tuple[int, int]] = ()) -> None:
    """Write an index of `count` unit vectors, given in batches of shape (any, dimension); inner product is the cosine.

    `kinds` are ranges of passages that are searched alone, each from its first number up to its last; a sketch of each is written
    beside where it pays.
    """
    whole = map(wholes, batches)
    index: faiss.Index
    if count <= EXACT:
        index = _plain(dimension)
        for batch in whole:
            index.add(batch.astype(np.float32))
        for place, (first, last) in enumerate(kinds):
            if last - first > NEAR and not dimension % _TOGETHER:
                sketch = _sketch(index.reconstruct_n(first, last - first))
                faiss.write_index(sketch, str(path.with_name(SKETCH.format(place))))
    else:
        index = _in_lists(path.with_suffix(".vectors"), whole, count, dimension)
    faiss.write_index(index, str(path))


def scale(dimension: int) -> float:
    """The factor by which the numbers of unit vectors become whole numbers from -127 to 127."""
    return _WHOLE / min(1.0, _SPREAD / math.sqrt(dimension))


def wholes(vectors: Vectors) -> npt.NDArray[np.int8]:
    """Unit vectors, shape (any, dimension), in whole numbers from -127 to 127: times the `scale` of their dimension."""
    factor = np.float32(scale(vectors.shape[1]))
    rounded: npt.NDArray[np.int8] = np.clip(np.rint(vectors * factor), -_WHOLE, _WHOLE).astype(np.int8)
    return rounded


def cosines_of(whole: npt.NDArray[np.int8], vector: Vectors) -> npt.NDArray[np.float32]:
    """The cosines of vectors in whole numbers (`scale`) with one vector, shape (1, dimension)."""
    cosines: npt.NDArray[np.float32] = whole.astype(np.float32) @ vector[0] / np.float32(scale(whole.shape[1]))
    return cosines


def _plain(dimension: int) -> faiss.IndexScalarQuantizer:
    return faiss.IndexScalarQuantizer(dimension, faiss.ScalarQuantizer.QT_8bit_direct_signed, faiss.METRIC_INNER_PRODUCT)


def _sketch(vectors: Vectors) -> faiss.IndexPQFastScan:
    """A sketch of vectors, shape (vectors, dimension)."""
    dimension = vectors.shape[1]
    together = _TOGETHER // 2 if len(vectors) <= FINE else _TOGETHER
    sketch = faiss.IndexPQFastScan(dimension, dimension // together, 4, faiss.METRIC_INNER_PRODUCT)
    faiss.omp_set_num_threads(1)  # sums in one order, so that the same vectors give the same bytes
    sketch.pq.cp.niter = _ROUNDS
    sketch.train(vectors[::3])
    sketch.add(vectors)
    return sketch


def _in_lists(scratch: Path, batches: Iterable[npt.NDArray[np.int8]], count: int, dimension: int) -> faiss.IndexIVFScalarQuantizer:
    """An index in lists. The vectors wait in a file, since where the lists lie is known only when all have been seen."""
    lists = 2 ** round(math.log2(2.5 * math.sqrt(count)))
    kept = np.memmap(scratch, dtype=np.int8, mode="w+", shape=(count, dimension))
    end = 0
    for batch in batches:
        kept[end : end + len(batch)] = batch
        end += len(batch)
    coarse = faiss.IndexFlatIP(dimension)
    sort = faiss.ScalarQuantizer.QT_8bit_direct_signed
    index = faiss.IndexIVFScalarQuantizer(coarse, dimension, lists, sort, faiss.METRIC_INNER_PRODUCT, False)
    faiss.omp_set_num_threads(1)  # sums in one order, so that the same vectors give the same bytes
    index.train(kept[:: max(1, count // (_SAMPLE * lists))].astype(np.float32))
    for start in range(0, count, 65_536):
        index.add(kept[start : start + 65_536].astype(np.float32))
    del kept
    scratch.unlink()
    return index


def _codes(index: faiss.Index, count: int) -> npt.NDArray[np.uint8]:
    """The numbers of an index's vectors, one after the other, where they lie."""
    assert isinstance(index, faiss.IndexFlatCodes)
    codes: npt.NDArray[np.uint8] = faiss.rev_swig_ptr(index.codes.data(), count * index.code_size)
    return codes


def _asked(vector: Vectors) -> tuple[Vectors, float]:
    """A question's vector in whole numbers, as the index wants them, and the factor that made them so; 0 for one of zeros."""
    greatest = float(np.abs(vector).max(initial=0.0))
    if not greatest:
        return vector, 0.0
    factor = _WHOLE / greatest
    return np.rint(vector * np.float32(factor)), factor


class Dense(Protocol):
    """An open dense index, wherever it lies."""

    @property
    def size(self) -> int:
        """How many passages it holds."""
        ...

    @property
    def dimension(self) -> int:
        """The length of its vectors."""
        ...

    def vectors(self, numbers: Sequence[int]) -> Vectors:
        """The vectors of some passages, shape (numbers, dimension)."""
        ...

    def search(self, vector: Vectors, limit: int, first: int = 0, last: int | None = None) -> list[tuple[int, float]]:
        """Passages by cosine with one vector of shape (1, dimension), best first, as (passage number, cosine).

        Only passages from `first` up to but not including `last` are looked at.
        """
        ...

    def search_between(self, vector: Vectors, limit: int, edges: Sequence[int]) -> list[list[tuple[int, float]]]:
        """Likewise for the passages from each edge up to the next one."""
        return [self.search(vector, limit, first, last) for first, last in pairwise(edges)]


def _read(path: Path, how: int) -> faiss.Index:
    try:
        return faiss.read_index(str(path), how)
    except RuntimeError as error:
        reason = str(error).strip().split("\n")[-1][:120]
        raise KbMissing(f"the dense index cannot be opened ({reason}); run `judgecall build`", file=path) from None


class FaissDense(Dense):
    """An open index in a file of FAISS's; `kinds` are the ranges that it was built with."""

    def __init__(self, path: Path, kinds: Sequence[tuple[int, int]] = ()) -> None:
        self._index: faiss.Index | None = _read(path, faiss.IO_FLAG_MMAP)
        self._sketches: dict[tuple[int, int], faiss.Index] = {}
        for place, (first, last) in enumerate(kinds):
            beside = path.with_name(SKETCH.format(place))
            if beside.exists():
                sketch = self._sketches[first, last] = _read(beside, 0)
                if (sketch.ntotal, sketch.d) != (last - first, self._index.d):
                    message = f"{beside.name} is of {sketch.ntotal} vectors, not {last - first}; run `judgecall build`"
                    raise KbMismatch(message, file=beside)
        self._refined: dict[tuple[int, int, int], faiss.IndexRefine] = {}
        self._lists = isinstance(self._index, faiss.IndexIVF)
        if isinstance(self._index, faiss.IndexIVF):
            # Reading ahead starts 32 threads for each search, which takes ten times as long as the search.
            lists = self._index.invlists
            assert lists is not None
            faiss.downcast_InvertedLists(lists).prefetch_nthread = 0  # type: ignore[attr-defined]
        self._size, self._dimension = int(self._index.ntotal), int(self._index.d)
        self._ranges: dict[tuple[int, int], faiss.IndexScalarQuantizer] = {}
        self._pieces: list[faiss.IndexScalarQuantizer] = []
        self._wanted_whole = False
        self._mapped = False
        self._scale = scale(self.dimension)

    @property
    def size(self) -> int:
        """How many passages it holds."""
        return self._size

    @property
    def dimension(self) -> int:
        """The length of its vectors."""
        return self._dimension

    def vectors(self, numbers: Sequence[int]) -> Vectors:
        """The vectors of some passages, shape (numbers, dimension)."""
        whole = self._whole()
        if isinstance(whole, faiss.IndexIVF) and not self._mapped:
            whole.make_direct_map()
            self._mapped = True
        found = np.asarray(whole.reconstruct_batch(np.asarray(numbers, dtype=np.int64)), dtype=np.float32)
        return found / np.float32(self._scale)

    def search(self, vector: Vectors, limit: int, first: int = 0, last: int | None = None) -> list[tuple[int, float]]:
        """Passages by cosine with one vector of shape (1, dimension), best first, as (passage number, cosine).

        Only passages from `first` up to but not including `last` are looked at.
        """
        return self._search(*_asked(vector), limit, first, self.size if last is None else last)

    def search_between(self, vector: Vectors, limit: int, edges: Sequence[int]) -> list[list[tuple[int, float]]]:
        """Likewise for the passages from each edge up to the next one."""
        asked, factor = _asked(vector)
        found = [self._search(asked, factor, limit, first, last) for first, last in pairwise(edges)]
        if self._index is not None and not self._lists and not self._wanted_whole and len(self._ranges) > 1:
            self._let_go([(first, last) for first, last in pairwise(edges) if first < last])
        return found

    def _let_go(self, ranges: Sequence[tuple[int, int]]) -> None:
        """Keep the vectors once: where the ranges that are searched hold all of them, the whole is put together when needed."""
        held = [one for one in ranges if one in self._ranges]
        if sum(last - first for first, last in held) == self.size and all(one[1] == other[0] for one, other in pairwise(held)):
            self._pieces = [self._ranges[one] for one in held]
            self._index = None

    def _whole(self) -> faiss.Index:
        """All passages as one index."""
        whole = self._index  # another thread may let go of it meanwhile
        if whole is None:
            whole = _plain(self.dimension)
            codes = [_codes(piece, piece.ntotal) for piece in self._pieces]
            faiss.copy_array_to_vector(np.concatenate(codes), whole.codes)
            whole.ntotal = self.size
            self._index, self._wanted_whole = whole, True
        return whole

    def _search(self, asked: Vectors, factor: float, limit: int, first: int, last: int) -> list[tuple[int, float]]:
        if not factor or first >= last:
            return []
        faiss.omp_set_num_threads(1)  # holds for the calling thread; a helper of its own would wait and spin
        limit = min(limit, last - first)
        share = 1.0 / (factor * self._scale)
        if self._lists:
            narrowed = faiss.IDSelectorRange(first, last, True)
            parameters = faiss.SearchParametersIVF(sel=narrowed, nprobe=PROBES)  # type: ignore[call-arg]
            scores, numbers = self._whole().search(asked, limit, params=parameters)
            return [(n, s) for n, s in zip(numbers[0].tolist(), (scores[0] * share).tolist(), strict=True) if n >= 0]
        scores, numbers = self._narrowed(first, last, limit).search(asked, limit)
        return list(zip((numbers[0] + first).tolist(), (scores[0] * share).tolist(), strict=True))

    def _narrowed(self, first: int, last: int, limit: int) -> faiss.Index:
        """A range as what is searched: by the sketch where it has one that pays for so many, else every vector of it."""
        whole = self._range(first, last)
        sketch = self._sketches.get((first, last))
        if sketch is None or limit * _COMPARED > NEAR // 10:
            return whole
        refined = self._refined.get((first, last, limit))
        if refined is None:
            refined = faiss.IndexRefine(sketch, whole)
            refined.k_factor = max(_COMPARED_FINE if whole.ntotal <= FINE else _COMPARED, _LEAST / limit)
            self._refined[first, last, limit] = refined
        return refined

    def _range(self, first: int, last: int) -> faiss.Index:
        """The passages of a range as an index of their own: asking for each vector whether it is wanted costs more than a copy."""
        known = self._ranges.get((first, last))
        if known is None:
            whole = self._whole()
            if (first, last) == (0, self.size):
                return whole
            known = _plain(self.dimension)
            size = known.code_size
            faiss.copy_array_to_vector(np.ascontiguousarray(_codes(whole, self.size)[first * size : last * size]), known.codes)
            known.ntotal = last - first
            known = self._ranges.setdefault((first, last), known)  # another thread may have been as far
        return known
