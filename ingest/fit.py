"""Fits the weights of the search on the dev questions: first the ranking, then when a ruling counts as found, then verdicts.

The ranking is a ridge conditional logit (McFadden 1974) over each question's candidates; it is convex, and the thresholds are
searched over a grid, so the same questions and KB give the same weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from ingest.questions import Question
from kb.evidence import Evidence
from kb.search import Search
from kb.verdict import Verdict
from kb.weights import Weights

FEATURES = tuple(field.name for field in fields(Evidence))
SHARPNESS = 8.0
"""How much the score counts in the softmax over a question's candidates."""
PULL = 0.01
"""What the square of the distance from the defaults costs (ridge), so that a weight moves only for a reason."""
REFUSED, LOST = 0.95, 0.03
"""Shares aimed at on dev: out-of-scope questions refused, answerable ones lost."""
PRECISION = 0.985
FEWEST_VERDICTS = 20
NO_VERDICTS = 1.01
"""A share that no voices reach: no verdict is better than one that is wrong too often."""

Matrix = npt.NDArray[np.float64]


@dataclass(slots=True)
class _Case:
    """One question: the evidence of its candidates, shape (candidates, FEATURES), their grades, and what else is known."""

    question: Question
    evidence: Matrix
    grades: npt.NDArray[np.int64]
    unknown: float
    outside: int


def fit(search: Search, questions: Sequence[Question]) -> Weights:
    """The weights that serve the questions best, from those that the KB has."""
    cases = [case for question in questions if (case := _case(search, question)) is not None]
    answerable = [case for case in cases if case.question.settles]
    weights = _ranking(answerable, Weights())
    weights = _found(cases, weights)
    search.kb.weights = weights
    return _verdicts(search, questions, weights)


def _case(search: Search, question: Question) -> _Case | None:
    try:
        ranked = search.rank(question.text)
    except ValueError:
        return None
    ids = [search.kb.store.entry_at(row).id for row, _, _ in ranked.candidates]
    evidence = np.array([[getattr(e, name) for name in FEATURES] for _, _, e in ranked.candidates], dtype=np.float64)
    grades = np.array([2 if id in question.settles else 1 if id in question.helps else 0 for id in ids], dtype=np.int64)
    return _Case(question, evidence.reshape(len(ids), len(FEATURES)), grades, 1.0 - ranked.known, min(2, len(ranked.query.outside)))


def _vector(weights: Weights) -> Matrix:
    return np.array([getattr(weights, name) for name in FEATURES])


def _loss(vector: Matrix, cases: Sequence[_Case], start: Matrix) -> tuple[float, Matrix]:
    """How unlikely the entries that settle are under a softmax of the scores (mean log loss), and the gradient; with the pull."""
    loss, gradient = 0.0, np.zeros_like(vector)
    for case in cases:
        points = SHARPNESS * (case.evidence @ vector)
        weight = np.exp(points - points.max())
        settling = np.where(case.grades == 2, weight, 0.0)
        loss += float(np.log(weight.sum() / settling.sum()))
        gradient += SHARPNESS * (case.evidence.T @ (weight / weight.sum() - settling / settling.sum()))
    away = vector - start
    return loss / len(cases) + PULL * float(away @ away), gradient / len(cases) + 2 * PULL * away


def _ranking(cases: Sequence[_Case], weights: Weights) -> Weights:
    start = _vector(weights)
    reached = [case for case in cases if (case.grades == 2).any()]
    if not reached:
        return weights
    vector = minimize(_loss, start, args=(reached, start), jac=True, method="L-BFGS-B").x
    return replace(weights, **{name: round(float(value), 4) for name, value in zip(FEATURES, vector, strict=True)})


def _found(cases: Sequence[_Case], weights: Weights) -> Weights:
    """The score at which a ruling counts as found, and what unknown and outside words take off it."""
    vector = _vector(weights)
    tops = np.array([float((case.evidence @ vector).max()) if len(case.grades) else 0.0 for case in cases])
    unknown = np.array([case.unknown for case in cases])
    outside = np.array([case.outside for case in cases], dtype=np.float64)
    inside = np.array([bool(case.question.settles) for case in cases])
    best: tuple[float, Weights] | None = None
    for off_unknown in np.arange(0.0, 2.01, 0.1):
        for off_outside in np.arange(0.0, 2.01, 0.2):
            points = tops - off_unknown * unknown - off_outside * outside
            for limit in np.quantile(points, np.linspace(0.02, 0.5, 97)):
                refused, lost = float((points[~inside] < limit).mean()), float((points[inside] < limit).mean())
                value = min(refused, REFUSED) - 3.0 * max(0.0, lost - LOST) - 0.3 * lost - 0.005 * (off_unknown + off_outside)
                if best is None or value > best[0]:
                    tried = replace(weights, found_at=float(limit), unknown=-float(off_unknown), outside=-float(off_outside))
                    best = (value, tried)
    assert best is not None
    chosen = best[1]
    return replace(chosen, found_at=round(chosen.found_at, 4), unknown=round(chosen.unknown, 2), outside=round(chosen.outside, 2))


def _verdicts(search: Search, questions: Sequence[Question], weights: Weights) -> Weights:
    """How much of one voice, and how near, for verdicts right as often as PRECISION, on as many questions as that allows."""
    said: list[tuple[Verdict, str | None]] = []
    for question in questions:
        found = search.said(question.text)
        if found is not None and question.settles:
            said.append((found, question.verdict))
    best = (0.0, NO_VERDICTS, 1.0)
    for share in np.arange(0.5, 1.0, 0.02):
        for likeness in np.arange(0.2, 0.95, 0.025):
            given = [(v, wanted) for v, wanted in said if v.share >= share and v.likeness >= likeness and wanted is not None]
            right = sum(v.verdict == wanted for v, wanted in given)
            if len(given) >= FEWEST_VERDICTS and right >= PRECISION * len(given) and right > best[0]:
                best = (right, round(float(share), 3), round(float(likeness), 3))
    return replace(weights, verdict_share=best[1], verdict_likeness=best[2])
