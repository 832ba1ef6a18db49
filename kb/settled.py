"""Settled questions: yes-or-no questions that entries answer, with vectors that tell the answers of one entry apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kb.encoder import StaticEncoder
from kb.errors import KbMismatch, KbMissing
from kb.passages import Passage
from kb.verdict import VERDICTS, Voice

FOLDER = "verdicts"
"""Where the encoder of the settled questions lies, in a corpus's `encoder/` and in a KB."""
VECTORS, SAYS = "settled.npy", "says.npy"


def write_settled(folder: Path, encoder: StaticEncoder, passages: Iterable[Passage]) -> None:
    """Write the encoder, and the vectors, entries and verdicts of the settled questions among passages, in order of entries."""
    settled = sorted((passage for passage in passages if passage.verdict), key=lambda passage: passage.entry)
    encoder.save(folder)
    np.save(folder / VECTORS, encoder.encode([one.text for one in settled]).astype(np.float16), allow_pickle=False)
    says = np.array([(one.entry, VERDICTS.index(one.verdict)) for one in settled], dtype=np.int32).reshape(-1, 2)
    np.save(folder / SAYS, says, allow_pickle=False)


@dataclass(frozen=True, slots=True)
class SettledQuestions:
    """The settled questions of a KB: `vectors`, float16, shape (questions, dimension), and their verdicts, places in VERDICTS."""

    encoder: StaticEncoder
    vectors: npt.NDArray[np.float16]
    verdicts: npt.NDArray[np.int32]
    places: dict[int, slice]
    """Where the questions of an entry row stand."""

    @classmethod
    def open(cls, folder: Path) -> SettledQuestions | None:
        """Those that `write_settled` wrote; None where the KB was built without. Raises KbMissing or KbMismatch."""
        if not folder.is_dir():
            return None
        encoder = StaticEncoder.load(folder)
        try:
            # asarray: indexing a memmap object costs several times as much as indexing the array that it is.
            vectors, says = (np.asarray(np.load(folder / file, mmap_mode="r", allow_pickle=False)) for file in (VECTORS, SAYS))
        except (OSError, ValueError, EOFError) as error:
            raise KbMissing(f"the settled questions cannot be read ({error}); run `judgecall build`", file=folder) from None
        if vectors.shape != (len(says), encoder.dimension) or says.shape != (len(says), 2):
            raise KbMismatch(
                f"{VECTORS} is {vectors.shape}, {SAYS} {says.shape}, the encoder has dimension {encoder.dimension}; "
                f"run `judgecall build`",
                file=folder,
            )
        if (np.diff(says[:, 0]) < 0).any():
            raise KbMismatch(f"{SAYS} is not in the order of the entries; run `judgecall build`", file=folder)
        rows, starts = np.unique(says[:, 0], return_index=True)
        edges = [*starts.tolist(), len(says)]
        places = {row: slice(*edge) for row, edge in zip(rows.tolist(), pairwise(edges), strict=True)}
        return cls(encoder, vectors, says[:, 1], places)

    def voices(self, row: int, text: str) -> list[Voice]:
        """What each settled question of an entry says, and how like the question it is."""
        places = self.places.get(row)
        if places is None:
            return []
        likeness = self.vectors[places].astype(np.float32) @ self.encoder.encode([text])[0]
        words = self.verdicts[places].tolist()
        return [Voice(VERDICTS[word], cosine) for word, cosine in zip(words, likeness.tolist(), strict=True)]
