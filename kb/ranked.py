"""A question with the entries that may answer it, by what speaks for each, and how sure it is that the best one does."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kb.encoder import Vectors
from kb.evidence import FEATURES, Objection
from kb.gather import Candidates
from kb.understand import Query
from kb.weights import Weights

FOUND = 0.5
"""Confidence below which the nearest entries are near misses, and the honest answer is that no ruling was found."""
_OTHER_GAME = FEATURES.index("other_game")


@dataclass(frozen=True, slots=True)
class Ranked:
    """Candidate entries with what speaks for them and what speaks against all; `order` has their places, the best first."""

    query: Query
    vector: Vectors
    """The question's vector, shape (1, dimension)."""
    found: Candidates
    points: Sequence[float]
    order: Sequence[int]
    objections: Sequence[Objection]
    """What speaks against the rules of each game answering the question at all, by the games' places."""
    added: Sequence[float]
    """What each objection adds to the score of an entry of its game: less than 0 but where the words speak for an answer."""

    @property
    def candidates(self) -> Iterator[tuple[int, float]]:
        """Candidates, the best first: (row, score)."""
        rows, points = self.found.rows, self.points
        return ((rows[place], points[place]) for place in self.order)

    @property
    def objection(self) -> Objection:
        """What speaks against the game of the best candidate, or against the first game where nothing was found."""
        return self.objections[self.found.games[self.order[0]] if self.order else 0]

    @property
    def alone(self) -> float:
        """How much more of what is near are questions that no entry of some other game answers than of the best candidate's game.

        0 where a game is named, or told by the terms.
        """
        return 0.0 if self.query.games else max(one.beside for one in self.objections) - self.objection.beside

    def points_of(self, row: int) -> float:
        """The score of an entry, by its row; less than any where nothing speaks for it."""
        return next((points for at, points in self.candidates if at == row), -math.inf)

    def lead_of_another_game(self, weights: Weights) -> float:
        """How far the best entry of a game that is not named would be ahead of those of the game that is, if none were named."""
        of_another = self.found.matrix[_OTHER_GAME]
        if not of_another.any():
            return -math.inf
        points = np.array(self.points) - weights.other_game * of_another
        return float(points[of_another > 0].max() - points[of_another == 0].max(initial=-math.inf))

    def confidence(self, place: int, weights: Weights) -> float:
        """A candidate's score less what the objection takes off, as a number from 0 to 1: a half where a ruling counts as found."""
        return self.confidences([place], weights)[0]

    def confidences(self, places: Sequence[int], weights: Weights) -> list[float]:
        """Likewise of several, the best first, all by the objection in the game of the first, so that their order stays."""
        if not places:
            return []
        slope, points = -weights.found_slope, self.points
        limit = weights.found_at - self.added[self.found.games[places[0]]]
        return [round(1.0 / (1.0 + math.exp(slope * (points[one] - limit))), 4) for one in places]
