"""What speaks for one entry, and how it is summed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from kb.verdict import odds
from kb.weights import Weights

Matrix = npt.NDArray[np.float64]


FEATURES = (
    "rules_words",
    "asked_words",
    "rules_meaning",
    "asked_meaning",
    "likely",
    "term",
    "part",
    "other_part",
    "reference",
    "title",
    "bare",
    "gone",
    "old",
    "question",
    "other_game",
)
"""The kinds of evidence in the order of a matrix, each from 0 to about 1 (`other_game` up to 15); `Weights` says what each means
and how much it counts."""
_PEOPLE = ("reference", "title", "term", "rules_words", "asked_words", "rules_meaning", "asked_meaning")
_TOLD = [FEATURES.index(name) for name in _PEOPLE]
"""Where those kinds stand that a person is told of."""
_WORDS = ("rules_words", "asked_words")
_VECTORS = ("rules_meaning", "asked_meaning", "likely")


@dataclass(frozen=True, slots=True)
class Objection:
    """What speaks against the rules of one game answering a question at all.

    `unknown` is the share of its words that the KB does not know; `outside` how many words it holds of things that no rules text
    speaks of, at most 2; `reason` is 1 where it asks why a rule is so, how it came to be or for advice; `beside` how much of all
    that is near it are questions that no entry of the game answers (0 to 1), `unlike` the log odds that none does, as its words and
    pairs of words tell them (`kb/answerable.py`).
    """

    unknown: float = 0.0
    outside: float = 0.0
    reason: float = 0.0
    beside: float = 0.0
    unlike: float = 0.0

    @property
    def grounds(self) -> tuple[float, ...]:
        """What counts of each, in the order of the fields: of `beside` the log odds above those of none."""
        return (self.unknown, self.outside, self.reason, odds(self.beside) - odds(0.0), self.unlike)


def objection_points(objection: Objection, weights: Weights) -> float:
    """What the objection adds to the score of every hit of its game: it is less than 0 but where the words speak for an answer."""
    counted = (weights.unknown, weights.outside, weights.reason, weights.beside, weights.unlike)
    return sum(weight * ground for weight, ground in zip(counted, objection.grounds, strict=True))


def reasons(matrix: Matrix, places: Sequence[int], terms: Sequence[str]) -> list[tuple[str, ...]]:
    """The evidence that a person can follow, the strongest first, for some entries of a matrix of shape (features, entries).

    `terms` is what is said of each where a term speaks for it.
    """
    out: list[tuple[str, ...]] = []
    for one, term in zip(matrix[_TOLD].take(places, axis=1).T.tolist(), terms, strict=True):
        reference, title, named, rules_words, asked_words, rules_meaning, asked_meaning = one
        told = []
        if reference:
            told.append("reference")
        if title or named:
            told.append(term)
        if max(asked_words, asked_meaning) >= max(rules_words, rules_meaning):
            told.append("phrasing")
        if rules_words:
            told.append("words")
        if rules_meaning > 0.5:
            told.append("meaning")
        out.append(tuple(told))
    return out


def scores(matrix: Matrix, weights: Weights, lexical: float = 1.0, dense: float = 1.0) -> npt.NDArray[np.float64]:
    """The weighted sums of evidence, shape (entries,), of a matrix of shape (features, entries).

    `lexical` and `dense` turn that of words or of vectors down.
    """
    # Not a matrix product, which may sum two entries of equal evidence in two orders.
    return (_factors(weights, lexical, dense) * matrix).sum(axis=0)  # type: ignore[no-any-return]


@lru_cache(maxsize=4)
def _factors(weights: Weights, lexical: float, dense: float) -> Matrix:
    """What each kind of evidence counts, shape (features, 1)."""
    turned = {**dict.fromkeys(_WORDS, lexical), **dict.fromkeys(_VECTORS, dense)}
    return np.array([[getattr(weights, name) * turned.get(name, 1.0)] for name in FEATURES])
