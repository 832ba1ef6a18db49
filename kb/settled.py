"""Settled questions: yes-or-no questions that entries answer, with vectors that tell the answers of one entry apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from kb.dense import cosines_of, wholes
from kb.edition_asked import NOW, edition_asked
from kb.encoder import Encoder, Vectors
from kb.errors import KbMismatch, KbMissing
from kb.passages import Passage
from kb.rows import Rows, among
from kb.sequence import sequence_of
from kb.transformer import FOLDER as TRANSFORMER
from kb.transformer import settling_encoder
from kb.verdict import CONTRARY, VERDICTS, Voices
from kb.worked_out import SettlingEncoder

FOLDER = "verdicts"
"""Where the encoder of the settled questions lies, in a corpus's `encoder/` and in a KB."""
VECTORS, MEANINGS, SAYS, SIDES = "settled.npy", "meant.npy", "says.npy", "sides.npy"
SURE_SIDES = 0.3
"""How much more alike two questions about the order of two things must be with their sides as they stand, or changed, in the sum of
two cosines. Less tells nothing: of 264 unseen questions about order 102 are told and 98 right, of 275 made to trap 170 and 166; 128
and 119, 164 and 129 without."""


def write_settled(
    folder: Path,
    encoder: SettlingEncoder,
    meaning: Encoder,
    passages: Iterable[Passage],
    kept: Mapping[str, npt.NDArray[np.int8]] = MappingProxyType({}),
    since: int | None = None,
) -> None:
    """Write the encoder of the settled questions among passages, their vectors by it and by that of `meaning`, and what they say.

    They are in order of entries; of each the entry, the verdict, the edition and how it is put are written, and the place of its
    sides where it asks about the order of two things (`kb/sequence.py`). `kept` has vectors by `meaning` that are known already, in
    whole numbers; `since` is the year of the rules in force (`edition_asked`).
    """
    settled = sorted((passage for passage in passages if passage.verdict), key=lambda passage: passage.entry)
    encoder.save(folder)
    texts = [one.text for one in settled]
    np.save(folder / VECTORS, wholes(encoder.encode(texts)), allow_pickle=False)
    new = [text for text in texts if text not in kept]
    meant = {**kept, **dict(zip(new, wholes(meaning.encode(new)), strict=True))}
    meanings = np.array([meant[text] for text in texts], dtype=np.int8).reshape(-1, meaning.dimension)
    np.save(folder / MEANINGS, meanings, allow_pickle=False)
    says = np.array([(one.entry, VERDICTS.index(one.verdict), edition_asked(one.text, since)) for one in settled], dtype=np.int32)
    sequences = [sequence_of(text) for text in texts]
    sides = [side for one in sequences if one is not None for side in (one.first, one.then)]
    np.save(folder / SIDES, wholes(meaning.encode(sides)).reshape(-1, 2 * meaning.dimension), allow_pickle=False)
    about = np.array([one is not None for one in sequences], dtype=np.bool_)
    places = np.where(about, about.cumsum() - 1, NO_SIDES).astype(np.int32).reshape(-1, 1)
    put = encoder.negations(texts).astype(np.int32)
    np.save(folder / SAYS, np.hstack([says.reshape(-1, 3), put, places]), allow_pickle=False)


NO_SIDES = -1
"""Stands in the place of sides where a question is not about the order of two things."""


@dataclass(frozen=True, slots=True)
class SettledQuestions:
    """The settled questions of a KB: vectors by two encoders, shape (questions, dimension), and verdicts, places in VERDICTS.

    The vectors are in whole numbers (`kb.dense.scale`), and stay in their files until an entry is asked.
    """

    encoder: SettlingEncoder
    vectors: Rows
    meanings: Rows
    """Those of the encoder that finds entries."""
    verdicts: npt.NDArray[np.int8]
    editions: npt.NDArray[np.int8]
    """The edition that each asks about, as `edition_asked` tells it."""
    put: npt.NDArray[np.int8]
    """How each is put, shape (questions, 2): negatively or not, and how many other negations it has."""
    sides: Rows
    """Of those about the order of two things the vectors of both, what comes first first: shape (those, 2 * dimension)."""
    sided: npt.NDArray[np.int32]
    """The place of the sides of each, or NO_SIDES."""
    places: dict[int, slice]
    """Where the questions of an entry row stand."""
    dated: frozenset[int]
    """Rows with questions that ask about an edition."""

    @classmethod
    def open(cls, folder: Path) -> SettledQuestions | None:
        """Those that `write_settled` wrote; None where the KB was built without. Raises KbMissing or KbMismatch."""
        if not folder.is_dir():
            return None
        encoder = settling_encoder(folder, transformer=(folder / TRANSFORMER).is_dir())
        try:
            vectors, meanings, sides = Rows(folder / VECTORS), Rows(folder / MEANINGS), Rows(folder / SIDES)
            says = np.load(folder / SAYS, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise KbMissing(f"the settled questions cannot be read ({error}); run `judgecall build`", file=folder) from None
        whole = says.shape == (len(says), 6) and len(meanings) == len(says) and says[:, 5].max(initial=NO_SIDES) < len(sides)
        if not whole or vectors.shape != (len(says), encoder.dimension):
            raise KbMismatch(
                f"{VECTORS} is {vectors.shape}, {MEANINGS} {meanings.shape}, {SAYS} {says.shape}, "
                f"the encoder has dimension {encoder.dimension}; run `judgecall build`",
                file=folder,
            )
        if (np.diff(says[:, 0]) < 0).any():
            raise KbMismatch(f"{SAYS} is not in the order of the entries; run `judgecall build`", file=folder)
        rows, starts = np.unique(says[:, 0], return_index=True)
        edges = [*starts.tolist(), len(says)]
        places = {row: slice(*edge) for row, edge in zip(rows.tolist(), pairwise(edges), strict=True)}
        dated = frozenset(says[says[:, 2] != NOW, 0].tolist())
        small = says[:, 1:5].astype(np.int8)  # verdicts, editions up to 99, and negations: a quarter of the memory
        verdicts, editions, put = small[:, 0].copy(), small[:, 1].copy(), small[:, 2:].copy()
        return cls(encoder, vectors, meanings, verdicts, editions, put, sides, says[:, 5].copy(), places, dated)

    def voices(
        self,
        row: int,
        put: Vectors,
        meant: Vectors,
        told: tuple[bool, int],
        editions: Collection[int] = (NOW,),
        sides: Vectors | None = None,
    ) -> Voices:
        """What each settled question of an entry says that asks about one of some editions, and how like the question it is.

        `put` is the question's vector by the encoder of the settled questions, `meant` by the one that finds entries, each of shape
        (1, dimension); `told` is how the question is put (`kb.polarity.negations`). One that is put the other way round is taken to
        say the contrary. Where the question is about the order of two things, `sides` are the vectors of both, shape
        (2, dimension): one that has them on the other sides is taken to say the contrary, too, and one that is about other things,
        or not about order, to have been asked otherwise.
        """
        places = self.places.get(row)
        if places is None or (NOW not in editions and row not in self.dated):
            return Voices.of()
        likeness = cosines_of(self.vectors[places], put)
        meaning = cosines_of(self.meanings[places], meant)
        contrary, otherwise = (self.put[places, column] != one for column, one in enumerate(told))
        says, turned = self.verdicts[places], contrary
        if sides is not None:
            same = self._sided_as(places, sides)
            turned, otherwise = contrary ^ (same < 0), otherwise | (same == 0)
        voices = Voices(np.where(turned, CONTRARY[says], says), likeness, meaning, contrary, otherwise)
        return voices if row not in self.dated else voices.of_those(among(self.editions[places], editions))

    def _sided_as(self, places: slice, sides: Vectors) -> npt.NDArray[np.int8]:
        """Which questions have two things in the same order (1), in the other one (-1), or tell nothing of them (0)."""
        out = np.zeros(places.stop - places.start, dtype=np.int8)
        of_order = np.flatnonzero(self.sided[places] != NO_SIDES)
        if len(of_order):
            # Those of an entry stand together.
            first, last = self.sided[places][of_order[[0, -1]]].tolist()
            known = self.sides[first : last + 1].reshape(-1, 2, sides.shape[1])
            away = sides[:1] - sides[1:]
            apart = cosines_of(known[:, 0], away) - cosines_of(known[:, 1], away)
            out[of_order] = np.where(np.abs(apart) > SURE_SIDES, np.sign(apart), 0)
        return out
