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

from ingest.calibrate_verdicts import NO_VERDICTS, PRECISION, Calibration
from ingest.questions import Question
from kb.evidence import FEATURES, Doubt
from kb.search import Search
from kb.verdict import trust
from kb.weights import Weights

DOUBTS = tuple(field.name for field in fields(Doubt))
SHARPNESS = 8.0
"""How much the score counts in the softmax over a question's candidates."""
PULL = 0.01
"""What the square of the distance from the defaults costs (ridge), so that a weight moves only for a reason."""
LOST, LOST_OFFLINE = 0.02, 0.03
"""Share of the answerable dev questions that may at most get "no ruling found"; others lose about twice as many. The small encoder
of a device without a network needs more room to refuse what the rules do not answer."""
FEWEST_VERDICTS = 40
"""Verdicts on dev questions fewer than this are too few to tell how often they are right."""

Matrix = npt.NDArray[np.float64]


@dataclass(slots=True)
class _Case:
    """One question: the evidence of its candidates, shape (candidates, FEATURES), their grades, and what else is known."""

    question: Question
    evidence: Matrix
    grades: npt.NDArray[np.int64]
    doubt: Doubt


def fit(search: Search, questions: Sequence[Question], calibration: Calibration | None, lost: float = LOST) -> Weights:
    """The weights that serve the questions best, from those that the KB has; without a calibration there are no verdicts."""
    cases = [case for question in questions if (case := _case(search, question)) is not None]
    answerable = [case for case in cases if case.question.settles]
    weights = _ranking(answerable, Weights())
    weights = _found(cases, weights, lost)
    search.kb.weights = weights
    return _verdicts(search, questions, weights, calibration)


def _case(search: Search, question: Question) -> _Case | None:
    try:
        ranked = search.rank(question.text)
    except ValueError:
        return None
    ids = [search.kb.store.entry_at(ranked.found.rows[place]).id for place in ranked.order]
    evidence = ranked.found.matrix.T[np.array(ranked.order, dtype=np.intp)]
    grades = np.array([2 if id in question.settles else 1 if id in question.helps else 0 for id in ids], dtype=np.int64)
    return _Case(question, evidence.reshape(len(ids), len(FEATURES)), grades, ranked.doubt)


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


def _found(cases: Sequence[_Case], weights: Weights, lost: float) -> Weights:
    """The score at which a ruling counts as found, and what the doubts take off it.

    A ridge logistic regression, both sorts of question counting alike, gives the direction; in units of the score itself it gives
    the doubts' weights. The limit is the one that `_limit` finds.
    """
    vector = _vector(weights)
    tops = [float((case.evidence @ vector).max()) if len(case.grades) else 0.0 for case in cases]
    against = [[getattr(case.doubt, name) for name in DOUBTS] for case in cases]
    known = np.column_stack([np.array(tops), -np.array(against)])
    inside = np.array([bool(case.question.settles) for case in cases])
    share = np.where(inside, 0.5 / max(1, inside.sum()), 0.5 / max(1, (~inside).sum()))

    def loss(x: Matrix) -> float:
        signed = np.where(inside, 1.0, -1.0) * (known @ x[:-1] + x[-1])
        return float(share @ np.logaddexp(0.0, -signed) + PULL * (x[:-1] @ x[:-1]))

    bounds = [(1e-3, None), *[(0.0, None)] * len(DOUBTS), (None, None)]
    found = minimize(loss, np.array([1.0, *[0.5] * len(DOUBTS), 0.0]), method="L-BFGS-B", bounds=bounds).x
    off = np.round(found[1:-1] / found[0], 4)
    points = known @ np.array([1.0, *off])
    limit = _limit(points[inside], points[~inside], lost)
    doubts = {name: -float(value) for name, value in zip(DOUBTS, off, strict=True)}
    return replace(weights, **doubts, found_at=round(float(limit), 4), found_slope=round(float(found[0]), 4))


def _limit(inside: Matrix, outside: Matrix, most: float) -> float:
    """The score that parts the questions that the rules answer from the others with the fewest wrong, either share counting alike.

    It loses a share `most` of those inside at most; of several the one that loses fewest, amid the scores on either side.
    """
    scores = np.unique(np.concatenate([inside, outside]))
    limits = np.concatenate([[scores[0] - 0.1], (scores[1:] + scores[:-1]) / 2])
    lost = np.array([(inside < limit).mean() for limit in limits])
    refused = np.array([(outside < limit).mean() if len(outside) else 0.0 for limit in limits])
    gain = np.where(lost <= most, refused - lost, -1.0)
    return float(limits[np.flatnonzero(gain >= gain.max() - 1e-12)[0]])


def _verdicts(search: Search, questions: Sequence[Question], weights: Weights, calibration: Calibration | None) -> Weights:
    """The least trust for verdicts right as often as PRECISION on the dev questions too, on as many as that allows.

    It is never less than the calibration found. Its bars and FEWEST_VERDICTS must hold; else there are no verdicts.
    """
    if calibration is None or not calibration.holds:
        return replace(weights, verdict_trust=NO_VERDICTS)
    weights = search.kb.weights = replace(weights, **calibration.weights)
    said: list[tuple[float, bool]] = []
    for question in questions:
        found = search.said(question.text)
        if found is not None and question.settles and question.verdict is not None:
            said.append((trust(found, weights), found.verdict == question.verdict))
    best = (0, NO_VERDICTS)
    for least in np.arange(calibration.trust, 1.0, 0.0025):
        given = [right for sure, right in said if sure >= least]
        if len(given) >= FEWEST_VERDICTS and sum(given) >= PRECISION * len(given) and sum(given) > best[0]:
            best = (sum(given), round(float(least), 4))
    return replace(weights, verdict_trust=best[1])
