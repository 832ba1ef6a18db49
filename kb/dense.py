"""The dense index: FAISS over passage vectors, compared one by one while they are few, by sketches of them when they are many.

Every number is kept in eight bits, and so is the question's, so that they are multiplied as whole numbers: half the time of half
precision, and the same passages but for near ties (`judgecall bench` gives the recall). They stay in their file, mapped into
memory, until their passage is compared; all workers share them.

Each kind of passage of which there are many has a sketch of four bits for every two numbers beside it (product quantization, read
32 at a time in registers: André, Kermarrec, Le Scouarnec 2015), which says which few of them are compared. A large sketch lies in
lists of vectors that are near each other, and a search looks into the nearest lists only (Jégou, Douze, Schmid 2011).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import faiss
import numpy as np
import numpy.typing as npt

from kb.encoder import Vectors
from kb.errors import KbMismatch, KbMissing

NEAR = 2_000
"""With more passages of a kind than these a sketch says which are compared."""
_MOST_COMPARED = 1_000
"""Where more than so many would be compared a sketch does not pay: every vector is."""
WHOLE = 50_000
"""A sketch of up to so many is read whole: of 25,000 in 0.06 ms. Of more it lies in lists."""
SKETCH = "sketch-{}.faiss"
"""The file of the sketch of a kind, by its place among the kinds."""
_COMPARED, _LEAST, _RISE = 1.5, 96, 0.6
"""So many times as many as are wanted are compared; but so many at least, and of more than WHOLE more of them, by that power of
their number: of the ten nearest of 2,000,000 144 hold 0.92, 900 hold 0.99."""
_TOGETHER = 2
"""Numbers of a vector for which a sketch has four bits. With half as many bits it is read in half the time, but so many more lists
have to be looked into and vectors compared that the same recall takes longer."""
_ONE_IN = (8, 16)
"""One in so many lists is looked into, by kind: 64 of the 512 of 200,000 passages of the rules (recall@10 0.996; with 32 0.954), 16
of the 256 of 124,000 ways to ask (0.997), which lie nearer to a question."""
_ROUNDS = 10
"""Rounds of k-means that teach a sketch; FAISS's 25 take more than twice as long and find no more."""
_SAMPLE = 60
"""Vectors for each list that say where the lists lie, and how vectors are sketched."""
_WHOLE_SAMPLE = 3
"""Of a sketch that is read whole one in so many vectors says how they are."""
_BATCH = 65_536
_GREATEST = 127
_SPREAD = 4.0
"""A number of a unit vector is cut off beyond so many times its root mean square: 5 in a million of the shipped encoder's are.

With finer steps more of the nearest are found: of the very ten nearest of all passages of the corpus 0.984, 0.972 with twice the
range. (`judgecall bench` counts those as near to a thousandth as found, too.)
"""


def build_dense(path: Path, batches: Iterable[Vectors], count: int, dimension: int, kinds: Sequence[tuple[int, int]] = ()) -> None:
    """Write an index of `count` unit vectors, given in batches of shape (any, dimension); inner product is the cosine.

    `kinds` are ranges of passages that are searched alone, each from its first number up to its last: those of the rules, then the
    ways people ask. A sketch of each is written beside where it pays.
    """
    index = _plain(dimension)
    for batch in batches:
        index.add(wholes(batch).astype(np.float32))
    assert index.ntotal == count
    for place, (first, last) in enumerate(kinds):
        if last - first > NEAR and not dimension % _TOGETHER:
            sketch = _sketch(index, first, last, _ONE_IN[min(place, len(_ONE_IN) - 1)])
            faiss.write_index(sketch, str(path.with_name(SKETCH.format(place))))
    faiss.write_index(index, str(path))


def scale(dimension: int) -> float:
    """The factor by which the numbers of unit vectors become whole numbers from -127 to 127."""
    return _GREATEST / min(1.0, _SPREAD / math.sqrt(dimension))


def wholes(vectors: Vectors) -> npt.NDArray[np.int8]:
    """Unit vectors, shape (any, dimension), in whole numbers from -127 to 127: times the `scale` of their dimension."""
    factor = np.float32(scale(vectors.shape[1]))
    rounded: npt.NDArray[np.int8] = np.clip(np.rint(vectors * factor), -_GREATEST, _GREATEST).astype(np.int8)
    return rounded


def cosines_of(whole: npt.NDArray[np.int8], vector: Vectors) -> npt.NDArray[np.float32]:
    """The cosines of vectors in whole numbers (`scale`) with one vector, shape (1, dimension)."""
    cosines: npt.NDArray[np.float32] = whole.astype(np.float32) @ vector[0] / np.float32(scale(whole.shape[1]))
    return cosines


def _plain(dimension: int) -> faiss.IndexScalarQuantizer:
    return faiss.IndexScalarQuantizer(dimension, faiss.ScalarQuantizer.QT_8bit_direct_signed, faiss.METRIC_INNER_PRODUCT)


def _sketch(index: faiss.IndexScalarQuantizer, first: int, last: int, one_in: int) -> faiss.Index:
    """A sketch of some vectors of an index; where it lies in lists one in so many is looked into."""
    dimension, count = index.d, last - first
    faiss.omp_set_num_threads(1)  # sums in one order, so that the same vectors give the same bytes
    sketch: faiss.IndexPQFastScan | faiss.IndexIVFPQFastScan
    if count <= WHOLE:
        step = _WHOLE_SAMPLE
        sketch = faiss.IndexPQFastScan(dimension, dimension // _TOGETHER, 4, faiss.METRIC_INNER_PRODUCT)
    else:
        lists = 2 ** round(math.log2(math.sqrt(count)))
        step = max(1, count // (_SAMPLE * lists))
        nearest = faiss.IndexFlatIP(dimension)
        sketch = faiss.IndexIVFPQFastScan(nearest, dimension, lists, dimension // _TOGETHER, 4, faiss.METRIC_INNER_PRODUCT)
        sketch.by_residual = False
        sketch.nprobe = max(1, lists // one_in)
        sketch.cp.niter = _ROUNDS
    sketch.pq.cp.niter = _ROUNDS
    sketch.train(np.concatenate([batch[::step] for batch in _batches(index, first, last)]))
    for batch in _batches(index, first, last):
        sketch.add(batch)
    return sketch


def _batches(index: faiss.IndexScalarQuantizer, first: int, last: int) -> Iterator[Vectors]:
    for start in range(first, last, _BATCH):
        yield index.reconstruct_n(start, min(_BATCH, last - start))


def _asked(vector: Vectors) -> tuple[Vectors, float]:
    """A question's vector in whole numbers, as the index wants them, and the factor that made them so; 0 for one of zeros."""
    greatest = float(np.maximum.reduce(np.abs(vector), axis=None, initial=0.0))
    if not greatest:
        return vector, 0.0
    factor = _GREATEST / greatest
    return np.rint(vector * np.float32(factor)), factor


@dataclass(frozen=True, slots=True, eq=False)
class Near:
    """The numbers of passages, the best first, and their points, each of shape (passages,); of near vectors these are cosines."""

    numbers: npt.NDArray[np.intp]
    points: npt.NDArray[np.floating[Any]]


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

    def search_between(self, vector: Vectors, limits: Sequence[int], edges: Sequence[int]) -> list[Near]:
        """Likewise for the passages from each edge up to the next one, with a limit for each."""
        found = [self.search(vector, limit, *ends) for limit, ends in zip(limits, pairwise(edges), strict=True)]
        return [Near(np.array([at for at, _ in one], dtype=np.intp), np.array([points for _, points in one])) for one in found]


def _read(path: Path, how: int) -> faiss.Index:
    try:
        return faiss.read_index(str(path), how)
    except RuntimeError as error:
        reason = str(error).strip().split("\n")[-1][:120]
        raise KbMissing(f"the dense index cannot be opened ({reason}); run `judgecall build`", file=path) from None


class FaissDense(Dense):
    """An open index in a file of FAISS's; `kinds` are the ranges that it was built with."""

    def __init__(self, path: Path, kinds: Sequence[tuple[int, int]] = ()) -> None:
        whole = _read(path, faiss.IO_FLAG_MMAP_IFC)
        if not isinstance(whole, faiss.IndexScalarQuantizer):
            raise KbMismatch("the dense index is not of numbers of eight bits; run `judgecall build`", file=path)
        self._whole = whole
        self._sketches: dict[tuple[int, int], faiss.Index] = {}
        for place, (first, last) in enumerate(kinds):
            beside = path.with_name(SKETCH.format(place))
            if beside.exists():
                sketch = self._sketches[first, last] = _read(beside, 0)
                if (sketch.ntotal, sketch.d) != (last - first, whole.d):
                    message = (
                        f"{beside.name} is of {sketch.ntotal} vectors of {sketch.d} numbers, not {last - first} of {whole.d}; "
                        "run `judgecall build`"
                    )
                    raise KbMismatch(message, file=beside)
        self._refined: dict[tuple[int, int, int], faiss.IndexRefine] = {}
        self._size, self._dimension = int(whole.ntotal), int(whole.d)
        self._ranges: dict[tuple[int, int], faiss.IndexScalarQuantizer] = {(0, self._size): whole}
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
        found = np.asarray(self._whole.reconstruct_batch(np.asarray(numbers, dtype=np.int64)), dtype=np.float32)
        return found / np.float32(self._scale)

    def search(self, vector: Vectors, limit: int, first: int = 0, last: int | None = None) -> list[tuple[int, float]]:
        """Passages by cosine with one vector of shape (1, dimension), best first, as (passage number, cosine).

        Only passages from `first` up to but not including `last` are looked at.
        """
        near = self._search(*_asked(vector), limit, first, self.size if last is None else last)
        return list(zip(near.numbers.tolist(), near.points.tolist(), strict=True))

    def search_between(self, vector: Vectors, limits: Sequence[int], edges: Sequence[int]) -> list[Near]:
        """Likewise for the passages from each edge up to the next one, with a limit for each."""
        asked, factor = _asked(vector)
        return [self._search(asked, factor, limit, *ends) for limit, ends in zip(limits, pairwise(edges), strict=True)]

    def _search(self, asked: Vectors, factor: float, limit: int, first: int, last: int) -> Near:
        if not factor or first >= last:
            return Near(np.zeros(0, dtype=np.intp), np.zeros(0))
        faiss.omp_set_num_threads(1)  # holds for the calling thread; a helper of its own would wait and spin
        limit = min(limit, last - first)
        scores, numbers = self._narrowed(first, last, limit).search(asked, limit)
        near, cosines = numbers[0], scores[0] * (1.0 / (factor * self._scale))
        if near[-1] < 0:  # -1 stands for none, behind those that are found
            held = near >= 0
            near, cosines = near[held], cosines[held]
        return Near(near + first if first else near, cosines)

    def _narrowed(self, first: int, last: int, limit: int) -> faiss.Index:
        """A range as what is searched: by the sketch where it has one that pays for so many, else every vector of it."""
        whole = self._range(first, last)
        sketch = self._sketches.get((first, last))
        if sketch is None or limit * _COMPARED > _MOST_COMPARED:
            return whole
        refined = self._refined.get((first, last, limit))
        if refined is None:
            refined = faiss.IndexRefine(sketch, whole)
            refined.k_factor = max(_COMPARED, _LEAST * max(1.0, whole.ntotal / WHOLE) ** _RISE / limit)
            self._refined[first, last, limit] = refined
        return refined

    def _range(self, first: int, last: int) -> faiss.IndexScalarQuantizer:
        """The passages of a range as an index of their own, whose numbers are those of the whole, where they lie."""
        known = self._ranges.get((first, last))
        if known is None:
            known = _plain(self.dimension)
            size = known.code_size
            codes = faiss.rev_swig_ptr(self._whole.codes.data(), self.size * size)[first * size : last * size]
            view = faiss.MaybeOwnedVectorUInt8.create_view  # type: ignore[attr-defined]
            known.codes = view(faiss.swig_ptr(codes), len(codes), self._whole.codes.owner)  # type: ignore[attr-defined]
            known.ntotal = last - first
            known = self._ranges.setdefault((first, last), known)  # another thread may have been as far
        return known
