"""Yes, no or it depends, for a question as it was asked: by the settled questions of the entry that are most like it.

Nothing is said unless the question wants yes or no, and what speaks can be trusted: it speaks with one voice, near the question.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from operator import attrgetter, mul
from typing import Any

import numpy as np
import numpy.typing as npt

from kb.fold import fold
from kb.hinted import Hinted
from kb.model import VERDICTS
from kb.weights import Weights
from kb.yes_or_no import wants_yes_or_no

NUMBERED = ("", *VERDICTS)
"""Verdicts as the settled questions of a KB number them; "" stands for none."""
CONTRARY = np.array([NUMBERED.index(word) for word in ("", "no", "yes", "depends")], dtype=np.int32)
"""What each says of a question that is put the other way round."""
APART = 0.3
"""What likeness loses where a settled question is put the other way round than the question, and where one of them has a negation
that the other has not: what is so if the center is empty tells little of what is so if it is not."""
ASKED_SO = 5
"""Where so many of the nearest voices all have more or fewer negations than the question, what it asks was never settled."""
MEANING = 0.5
"""What likeness in meaning counts beside likeness in how the question is put."""
PICKING = 0.1
"""The temperature at which the voices together pick the verdict."""
SHARP = 0.04
"""A lower temperature, at which the nearest voices count most; it says how far the verdict can be trusted."""
NEAREST = 3
"""So many of the nearest voices tell how near they are on the whole."""
GROUNDS = ("share", "whole", "agreeing", "against", "near", "meant_agreeing", "meant_against", "meant_near")
"""What the trust in a verdict rests on, by the names of `Verdict`; the weights have the same names behind `verdict_`."""
_NEARNESS = attrgetter(*GROUNDS[2:])
_OF_GROUNDS = attrgetter(*(f"verdict_{name}" for name in GROUNDS))
_SMOOTHING = 0.01
# Two numbers to compare ("5000 power against 6000 defense"), which likeness cannot. Not the number of a card: Bo-402.
_LARGE = r"(?<![a-z0-9_.-])(?:[0-9]{3,}|[0-9]{1,2}k(?![a-z])|[0-9一二三四五六七八九]千)"
_TWO_NUMBERS = Hinted(rf"{_LARGE}[^0-9].*?{_LARGE}", re.DOTALL)


@dataclass(frozen=True, slots=True, eq=False)
class Voices:
    """What settled questions say, each array of shape (voices,).

    `verdicts` are places in NUMBERED; `likeness` is the cosine with the question as the encoder of the settled questions sees it,
    which reads who does what to whom; `meaning` as the encoder sees it that finds entries, which reads what it is about. `contrary`
    are those that are put the other way round, `otherwise` those with more or fewer negations beside that.
    """

    verdicts: npt.NDArray[np.int32]
    likeness: npt.NDArray[np.floating[Any]]
    meaning: npt.NDArray[np.floating[Any]]
    contrary: npt.NDArray[np.bool_]
    otherwise: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, *said: tuple[str, float, float]) -> Voices:
        """Those of verdicts with their likeness and meaning."""
        verdicts = np.array([NUMBERED.index(word) for word, *_ in said], dtype=np.int32)
        alike = np.zeros(len(said), dtype=np.bool_)
        return cls(
            verdicts, np.array([likeness for _, likeness, _ in said]), np.array([meaning for *_, meaning in said]), alike, alike
        )

    def __len__(self) -> int:
        """How many there are."""
        return len(self.verdicts)

    def __add__(self, other: Voices) -> Voices:
        """Both, one after the other."""
        return Voices(*(np.concatenate(pair) for pair in zip(self._arrays, other._arrays, strict=True)))

    def of_those(self, which: npt.NDArray[np.bool_]) -> Voices:
        """Some of them."""
        return Voices(*(array[which] for array in self._arrays))

    @property
    def _arrays(self) -> tuple[npt.NDArray[Any], ...]:
        return self.verdicts, self.likeness, self.meaning, self.contrary, self.otherwise


@dataclass(frozen=True, slots=True)
class Asked:
    """A question beside what was found for it.

    `score` is that of the best entry, `ahead` how far the next one lies behind, `words` the number of words, `beside` how much of
    all that is near are questions that no entry answers (0 to 1), `edition` 1 where it names an edition or older rules: how a text
    was put in each is known less well than what the rules say now.
    """

    score: float
    ahead: float
    words: int
    beside: float
    edition: float = 0.0

    def grounds(self, sure: float) -> tuple[float, ...]:
        """What a trust rests on where the voices make a verdict so sure, in the order of STANDING.

        Voices are worth less where much that is near is a question that no entry answers (`doubted`).
        """
        voices = odds(sure)
        return (voices, self.score, self.ahead, math.log(max(1, self.words)), self.beside, voices * self.beside, self.edition)


STANDING = ("voices", "score", "ahead", "words", "beside", "doubted", "edition")
"""What the trust in a verdict rests on beside a question that is known; the weights have the same names behind `trust_`."""
_OF_STANDING = attrgetter(*(f"trust_{name}" for name in STANDING))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the voices say together: the verdict, and what its trust rests on.

    `share` is its share of their weight at SHARP, `whole` at PICKING where those count fully that are put otherwise; `agreeing` and
    `against` are the likeness of the nearest voice that says the same and of the nearest that does not (0 where none does), `near`
    is the mean likeness of the NEAREST; the other three are the same of meaning. `contradicted` says how far another entry that
    answers about as well says otherwise, from 0 to 1. `asked` is how the question stands to what was found, where that is known;
    `otherwise` says that an entry of another game answers well, and not so.
    """

    verdict: str
    share: float
    whole: float
    agreeing: float
    against: float
    near: float
    meant_agreeing: float
    meant_against: float
    meant_near: float
    contradicted: float = 0.0
    asked: Asked | None = None
    otherwise: bool = False

    @property
    def grounds(self) -> tuple[float, ...]:
        """What its trust rests on, in the order of GROUNDS."""
        return (odds(self.share), odds(self.whole), *_NEARNESS(self))


def verdict(text: str, language: str, voices: Voices) -> Verdict | None:
    """The verdict for the question as asked, or None where it does not want one, compares numbers, or nothing speaks for one."""
    if not len(voices) or _TWO_NUMBERS.search(fold(text)) or not wants_yes_or_no(text, language):
        return None
    like = np.array((voices.likeness, voices.meaning), dtype=np.float64)  # shape (2, voices): how they are put, what they mean
    whole = _weights(_away(like), PICKING)
    if voices.otherwise[whole.argmax()] and voices.otherwise[_largest(whole, ASKED_SO)].all():
        return None
    like[0] -= APART * voices.contrary + APART * voices.otherwise
    away = _away(like)
    best = int(np.bincount(voices.verdicts, _weights(away, PICKING)).argmax())
    agreeing = voices.verdicts == best
    put, meant = np.maximum.reduce(like, axis=1, where=agreeing, initial=-np.inf).tolist()
    put_against, meant_against = np.maximum.reduce(like, axis=1, where=~agreeing, initial=0.0).tolist()
    like.partition(-min(NEAREST, like.shape[1]))
    nearest = like[:, -NEAREST:]
    put_near, meant_near = (np.add.reduce(nearest, axis=1) / nearest.shape[1]).tolist()
    share, taken = (_share(weight, agreeing) for weight in (_weights(away, SHARP), whole))
    return Verdict(NUMBERED[best], share, taken, put, put_against, put_near, meant, meant_against, meant_near)


def _share(weight: npt.NDArray[np.float64], agreeing: npt.NDArray[np.bool_]) -> float:
    """The share of all weight that those have that agree."""
    return float(np.add.reduce(weight[agreeing]) / np.add.reduce(weight))


def _largest(numbers: npt.NDArray[np.float64], count: int) -> npt.NDArray[np.intp]:
    """The places of the largest of some numbers, so many of them, or all of fewer."""
    return numbers.argpartition(-min(count, len(numbers)))[-count:]


def _away(like: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """How far each voice is away from the nearest, 0 or less; `like` has likeness and meaning, shape (2, voices)."""
    both: npt.NDArray[np.float64] = like[0] + MEANING * like[1]
    both -= np.maximum.reduce(both)
    return both


def _weights(away: npt.NDArray[np.float64], temperature: float) -> npt.NDArray[np.float64]:
    """What each voice weighs at a temperature, the nearest 1."""
    weights: npt.NDArray[np.float64] = np.exp(away / temperature)
    return weights


def voiced(said: Verdict, weights: Weights, contradicted: float | None = None) -> float:
    """How likely a verdict is right as far as the voices tell, from 0 to 1: a logistic regression over its grounds.

    It is less where another entry contradicts: as far as the verdict says, or as `contradicted` does.
    """
    points = weights.verdict_base + sum(map(mul, _OF_GROUNDS(weights), said.grounds))
    return (1.0 - (said.contradicted if contradicted is None else contradicted)) / (1.0 + math.exp(-points))


def trust(said: Verdict, weights: Weights, contradicted: float | None = None) -> float:
    """How likely a verdict is right, from 0 to 1: what the voices tell, and how the question stands to what was found.

    A second logistic regression, over the log odds of the first: a question that the rules do not answer has voices near it, too.
    `contradicted` is taken in the place of what the verdict says.
    """
    sure = voiced(said, weights, contradicted)
    if said.asked is None:
        return sure
    points = weights.trust_base + sum(map(mul, _OF_STANDING(weights), said.asked.grounds(sure)))
    return 1.0 / (1.0 + math.exp(-points))


def odds(share: float) -> float:
    """The log odds of a share from 0 to 1, smoothed, so that they have an end."""
    return math.log((share + _SMOOTHING) / (1.0 - share + _SMOOTHING))
