"""Rows of a matrix in a file, read when they are asked for: mapped, every page ever read would count as a worker's memory.

And which rows of a column hold one of a few numbers.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kb.errors import KbMismatch


class Rows:
    """An open .npy file with a matrix of one-byte numbers, in order of rows. May be read by several threads at once."""

    def __init__(self, path: Path) -> None:
        """Raises OSError, ValueError or EOFError where it cannot be read, KbMismatch where it holds anything else."""
        matrix = np.load(path, mmap_mode="r", allow_pickle=False)
        if not isinstance(matrix, np.memmap) or matrix.ndim != 2 or matrix.dtype != np.int8 or not matrix.flags.c_contiguous:
            raise KbMismatch(f"{path.name} holds no rows of one-byte numbers; run `judgecall build`", file=path)
        self.shape: tuple[int, int] = matrix.shape
        self._path, self._start = path, matrix.offset
        self._file = os.open(path, os.O_RDONLY)
        weakref.finalize(self, os.close, self._file)

    def __len__(self) -> int:
        """How many rows there are."""
        return self.shape[0]

    def __getitem__(self, rows: slice) -> npt.NDArray[np.int8]:
        """Some rows, one after the other; raises KbMismatch where the file has become shorter."""
        first, last, _ = rows.indices(len(self))
        width = self.shape[1]
        size = max(0, last - first) * width
        read = os.pread(self._file, size, self._start + first * width)
        if len(read) != size:
            raise KbMismatch(f"{self._path.name} ends early; run `judgecall build`", file=self._path)
        return np.frombuffer(read, dtype=np.int8).reshape(-1, width)


def among(column: npt.NDArray[np.integer[Any]], wanted: Iterable[int]) -> npt.NDArray[np.bool_]:
    """Where a column holds one of a few numbers."""
    out = np.zeros(len(column), dtype=np.bool_)
    for one in wanted:
        out |= column == one
    return out
