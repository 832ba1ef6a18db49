"""Yes, no or it depends, for a question as it was asked: by the settled questions of the entry that are most like it.

Nothing is said unless the question wants yes or no, and what speaks can be trusted: it speaks with one voice, near the question.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kb.polarity import wants_yes_or_no
from kb.weights import Weights

VERDICTS = ("", "yes", "no", "depends")
"""Verdicts as the settled questions of a KB number them; "" stands for none."""
TEMPERATURE = 0.15
"""The temperature at which the encoder of the settled questions is taught to tell answers apart."""
MEANING = 0.5
"""What likeness in meaning counts beside likeness in how the question is put."""
PICKING = 0.1
"""The temperature at which the voices together pick the verdict."""
SHARP = 0.04
"""A lower temperature, at which the nearest voices count most; it says how far the verdict can be trusted."""
NEAREST = 3
"""So many of the nearest voices tell how near they are on the whole."""
GROUNDS = ("share", "agreeing", "against", "near", "meant_agreeing", "meant_against", "meant_near")
"""What the trust in a verdict rests on, by the names of `Verdict`; the weights have the same names behind `verdict_`."""
_SMOOTHING = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class Voices:
    """What settled questions say, each array of shape (voices,).

    `verdicts` are places in VERDICTS; `likeness` is the cosine with the question as the encoder of the settled questions sees it,
    which reads who does what to whom; `meaning` as the encoder sees it that finds entries, which reads what it is about.
    """

    verdicts: npt.NDArray[np.int32]
    likeness: npt.NDArray[np.floating[Any]]
    meaning: npt.NDArray[np.floating[Any]]

    @classmethod
    def of(cls, *said: tuple[str, float, float]) -> Voices:
        """Those of verdicts with their likeness and meaning."""
        verdicts = np.array([VERDICTS.index(word) for word, *_ in said], dtype=np.int32)
        return cls(verdicts, np.array([likeness for _, likeness, _ in said]), np.array([meaning for *_, meaning in said]))

    def __len__(self) -> int:
        """How many there are."""
        return len(self.verdicts)

    def __add__(self, other: Voices) -> Voices:
        """Both, one after the other."""
        return Voices(
            np.concatenate([self.verdicts, other.verdicts]),
            np.concatenate([self.likeness, other.likeness]),
            np.concatenate([self.meaning, other.meaning]),
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the voices say together: the verdict, and what its trust rests on.

    `share` is its share of their weight at SHARP; `agreeing` and `against` are the likeness of the nearest voice that says the same
    and of the nearest that does not (0 where none does), `near` is the mean likeness of the NEAREST; the other three are the same
    of meaning. `contradicted` says how far another entry that answers about as well says otherwise, from 0 to 1.
    """

    verdict: str
    share: float
    agreeing: float
    against: float
    near: float
    meant_agreeing: float
    meant_against: float
    meant_near: float
    contradicted: float = 0.0

    @property
    def grounds(self) -> tuple[float, ...]:
        """What its trust rests on, in the order of GROUNDS."""
        odds = math.log((self.share + _SMOOTHING) / (1.0 - self.share + _SMOOTHING))
        return (odds, *(getattr(self, name) for name in GROUNDS[1:]))


def verdict(text: str, language: str, voices: Voices) -> Verdict | None:
    """The verdict for the question as asked, or None where it does not want one or nothing speaks for one."""
    if not len(voices) or not wants_yes_or_no(text, language):
        return None
    likeness, meaning = voices.likeness.astype(np.float64), voices.meaning.astype(np.float64)
    both = likeness + MEANING * meaning
    away = both - both.max()
    best = int(np.argmax(np.bincount(voices.verdicts, np.exp(away / PICKING))))
    agreeing = voices.verdicts == best
    sharp = np.exp(away / SHARP)
    return Verdict(
        VERDICTS[best],
        float(sharp[agreeing].sum() / sharp.sum()),
        *(
            float(number)
            for like in (likeness, meaning)
            for number in (like[agreeing].max(), like[~agreeing].max(initial=0.0), np.sort(like)[-NEAREST:].mean())
        ),
    )


def trust(said: Verdict, weights: Weights) -> float:
    """How likely a verdict is right, from 0 to 1: a logistic regression over its grounds, less where another entry contradicts."""
    each = (getattr(weights, f"verdict_{name}") for name in GROUNDS)
    points = weights.verdict_base + sum(weight * ground for weight, ground in zip(each, said.grounds, strict=True))
    return (1.0 - said.contradicted) / (1.0 + math.exp(-points))
