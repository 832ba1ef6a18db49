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
from kb.fold import fold
from kb.language import language_of
from kb.passages import Passage
from kb.persons import NEITHER, persons_in
from kb.polarity import negations
from kb.rows import Rows, among
from kb.sides import ORDER, sides_of
from kb.transformer import FOLDER as TRANSFORMER
from kb.transformer import settling_encoder
from kb.verdict import CONTRARY, NUMBERED, Voices
from kb.worked_out import SettlingEncoder

FOLDER = "verdicts"
"""Where the encoder of the settled questions lies, in a corpus's `encoder/` and in a KB."""
VECTORS, MEANINGS, SAYS, SIDES = "settled.npy", "meant.npy", "says.npy", "sides.npy"
SURE_SIDES = 0.3
"""How much more alike the sides of two questions must be as they stand, or changed, in the sum of two cosines. Less tells
nothing: of 264 unseen questions about order 102 are told and 98 right, of 275 made to trap 170 and 166; 128 and 119, 164 and 129
without."""
OTHER_PERSONS = 0.15
"""What likeness loses where the question names the opponent, and a settled one does not, or the one who asks beside or not: of 769
unseen questions that do 5 fewer get a right verdict, and of 260 made to trap 9 more get one and 9 fewer a wrong one."""
NO_SIDES = -1
"""Stands in the place of sides where a question has none."""
SAID = np.dtype(
    {
        "names": ("entry", "verdict", "edition", "negative", "negations", "sides", "kind", "persons"),
        "formats": ("i4", "i1", "i1", "i1", "i1", "i4", "i1", "i1"),
    }
)
"""What is written of a settled question: the row of its entry, the place of its verdict in NUMBERED, the edition that it asks of,
how it is put and whom it names (`Told`), and the place of its sides, or NO_SIDES, with their kind."""


def write_settled(
    folder: Path,
    encoder: SettlingEncoder,
    meaning: Encoder,
    passages: Iterable[Passage],
    kept: Mapping[str, npt.NDArray[np.int8]] = MappingProxyType({}),
    since: int | None = None,
) -> None:
    """Write the encoder of the settled questions among passages, their vectors by it and by that of `meaning`, and what they say.

    They are in order of entries, of each entry first those that name no edition; of each question what SAID names is written.
    `kept` has vectors by `meaning` that are known already, in whole numbers; `since` is the year of the rules in force
    (`edition_asked`).
    """
    asked = ((passage, edition_asked(passage.text, since)) for passage in passages if passage.verdict)
    asked_of = sorted(asked, key=lambda one: (one[0].entry, one[1] != NOW))
    settled = [passage for passage, _ in asked_of]
    encoder.save(folder)
    texts = [one.text for one in settled]
    np.save(folder / VECTORS, wholes(encoder.encode(texts)), allow_pickle=False)
    new = [text for text in texts if text not in kept]
    meant = {**kept, **dict(zip(new, wholes(meaning.encode(new)), strict=True))}
    meanings = np.array([meant[text] for text in texts], dtype=np.int8).reshape(-1, meaning.dimension)
    np.save(folder / MEANINGS, meanings, allow_pickle=False)
    sides = [sides_of(text) for text in texts]
    words = [side for one in sides if one is not None for side in (one.one, one.other)]
    np.save(folder / SIDES, wholes(meaning.encode(words)).reshape(-1, 2 * meaning.dimension), allow_pickle=False)
    has = np.array([one is not None for one in sides], dtype=np.bool_)
    says = np.zeros(len(settled), dtype=SAID)
    says["entry"] = [one.entry for one in settled]
    says["verdict"] = [NUMBERED.index(one.verdict) for one in settled]
    says["edition"] = [edition for _, edition in asked_of]
    says["negative"], says["negations"] = encoder.negations(texts).T
    says["sides"] = np.where(has, has.cumsum() - 1, NO_SIDES)
    says["kind"] = [ORDER if one is None else one.kind for one in sides]
    says["persons"] = [persons_in(fold(text)) for text in texts]
    np.save(folder / SAYS, says, allow_pickle=False)


@dataclass(frozen=True, slots=True)
class AskedSides:
    """The kind of a question's sides (`kb/sides.py`) and their vectors by the encoder that finds entries, shape (2, dimension)."""

    kind: int
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class Told:
    """How a question is put: negatively or not, how many other negations it has (`kb/polarity.py`), whom it names, its sides."""

    negative: bool
    negations: int
    persons: int = NEITHER
    sides: AskedSides | None = None

    @classmethod
    def of(cls, text: str, encoder: Encoder) -> Told:
        """How a text is put; `encoder` is the one that finds entries."""
        found = sides_of(text)
        sides = None if found is None else AskedSides(found.kind, encoder.encode([found.one, found.other]))
        return cls(*negations(text, language_of(text)), persons_in(fold(text)), sides)


@dataclass(frozen=True, slots=True)
class SettledQuestions:
    """The settled questions of a KB: vectors by two encoders, shape (questions, dimension), and verdicts, places in NUMBERED.

    The vectors are in whole numbers (`kb.dense.scale`), and stay in their files until an entry is asked.
    """

    encoder: SettlingEncoder
    vectors: Rows
    meanings: Rows
    """Those of the encoder that finds entries."""
    verdicts: npt.NDArray[np.int8]
    editions: npt.NDArray[np.int8]
    """The edition that each asks about, as `edition_asked` tells it."""
    negative: npt.NDArray[np.int8]
    """Whether each is put negatively."""
    negations: npt.NDArray[np.int8]
    """How many other negations each has."""
    sides: Rows
    """Of those that have sides the vectors of both, one after the other: shape (those, 2 * dimension)."""
    sided: npt.NDArray[np.int32]
    """The place of the sides of each, or NO_SIDES."""
    kinds: npt.NDArray[np.int8]
    """The kind of these sides."""
    persons: npt.NDArray[np.int8]
    """Whom each names (`kb/persons.py`)."""
    places: dict[int, slice]
    """Where the questions of an entry row stand that name no edition."""
    dated: dict[int, slice]
    """Where those stand that do, of entries that have such."""

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
        whole = says.dtype == SAID and len(meanings) == len(says) and says["sides"].max(initial=NO_SIDES) < len(sides)
        if not whole or vectors.shape != (len(says), encoder.dimension):
            raise KbMismatch(
                f"{VECTORS} is {vectors.shape}, {MEANINGS} {meanings.shape}, {SAYS} {says.shape} of {says.dtype}, "
                f"the encoder has dimension {encoder.dimension}; run `judgecall build`",
                file=folder,
            )
        order = 2 * says["entry"] + (says["edition"] != NOW)
        if (np.diff(order) < 0).any():
            raise KbMismatch(f"{SAYS} is not in the order of the entries; run `judgecall build`", file=folder)
        kinds, starts = np.unique(order, return_index=True)
        ranges = {kind: slice(*ends) for kind, ends in zip(kinds.tolist(), pairwise([*starts.tolist(), len(says)]), strict=True)}
        places, dated = ({kind // 2: at for kind, at in ranges.items() if kind % 2 == which} for which in (0, 1))
        # Each by itself, one number after the other: an entry is asked for a range of them.
        columns = {name: np.ascontiguousarray(says[name]) for name in SAID.names or ()}
        return cls(
            encoder=encoder,
            vectors=vectors,
            meanings=meanings,
            verdicts=columns["verdict"],
            editions=columns["edition"],
            negative=columns["negative"],
            negations=columns["negations"],
            sides=sides,
            sided=columns["sides"],
            kinds=columns["kind"],
            persons=columns["persons"],
            places=places,
            dated=dated,
        )

    def voices(self, row: int, put: Vectors, meant: Vectors, told: Told, editions: Collection[int] = (NOW,)) -> Voices:
        """What each settled question of an entry says that asks about one of some editions, and how like the question it is.

        `put` is the question's vector by the encoder of the settled questions, `meant` by the one that finds entries, each of shape
        (1, dimension). One that is put the other way round than `told` says, or has its sides changed, is taken to say the
        contrary. Where the sides are about order, one about the order of other things, or not about order, was asked
        otherwise.
        """
        found = [of.get(row) for of in ((self.places,) if editions == (NOW,) else (self.places, self.dated))]
        ranges = [one for one in found if one is not None]
        if not ranges:
            return Voices.of()
        places = slice(ranges[0].start, ranges[-1].stop)
        likeness = cosines_of(self.vectors[places], put)
        meaning = cosines_of(self.meanings[places], meant)
        contrary, otherwise = self.negative[places] != told.negative, self.negations[places] != told.negations
        if told.persons != NEITHER:
            likeness -= OTHER_PERSONS * (self.persons[places] != told.persons)
        says, turned = self.verdicts[places], contrary
        if told.sides is not None:
            same = self._sided_as(places, told.sides)
            turned, otherwise = contrary ^ (same < 0), otherwise | ((same == 0) & (told.sides.kind == ORDER))
        voices = Voices(np.where(turned, CONTRARY[says], says), likeness, meaning, contrary, otherwise)
        return voices if editions == (NOW,) else voices.of_those(among(self.editions[places], editions))

    def _sided_as(self, places: slice, asked: AskedSides) -> npt.NDArray[np.int8]:
        """Which questions have the sides of one that is asked as they stand (1), changed (-1), or others or none (0)."""
        out = np.zeros(places.stop - places.start, dtype=np.int8)
        sided = self.sided[places]
        having = np.flatnonzero(sided != NO_SIDES)
        if len(having):
            # Those of an entry stand together.
            first, last = sided[having[[0, -1]]].tolist()
            known = self.sides[first : last + 1].reshape(-1, 2, asked.vectors.shape[1])
            away = asked.vectors[:1] - asked.vectors[1:]
            apart = cosines_of(known[:, 0], away) - cosines_of(known[:, 1], away)
            sure = (np.abs(apart) > SURE_SIDES) & (self.kinds[places][having] == asked.kind)
            out[having] = np.where(sure, np.sign(apart), 0)
        return out
