"""Fits the weights of the search on dev and tuning questions: the ranking, when a ruling counts as found, and verdicts.

The ranking is a ridge conditional logit (McFadden 1974) over each question's candidates. It is convex where one entry settles a
question, and not where several do, so the search for the least loss begins at fixed weights; the thresholds are searched over a
grid: the same questions and KB give the same weights.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from ingest.questions import Question
from ingest.trust import NO_VERDICTS, fit_trust, precise, ridge_logistic
from kb.evidence import FEATURES, Objection
from kb.ranked import Ranked
from kb.search import Search
from kb.verdict import STANDING, Verdict, trust, voiced
from kb.weights import Weights

OBJECTIONS = tuple(field.name for field in fields(Objection))
SHARPNESS = 6.0
"""How much the score counts in the softmax over a question's candidates."""
PULL = 0.01
"""What the square of the distance from where a weight begins costs (ridge), so that it moves only for a reason."""
DEV_COUNTS = 10.0
"""How much a dev question counts in the ranking beside a tuning one: they are few, and alone are of every style.

The ranking begins from what the dev questions say alone, so that what tuning ones seldom hold (numbers, editions) stays.
"""
HELD = ("reference",)
"""Weights that are not fitted: an entry that a question names by number comes before all others."""
EITHER_WAY = ("question",)
"""Weights that may have either sign. What else speaks for an entry, or against it, may come to nothing and not to the contrary."""
LOST = 0.04
"""Share of the answerable questions that may at most get "no ruling found", each sort counting alike."""
LOSING = 0.5
"""What a question lost counts beside one that is answered though the rules do not: a wrong citation is worse than none."""
FOUND_PULL = 1e-3
"""What PULL is for the ranking, for the score at which a ruling counts as found."""
TRUST_PULL = 1e-3
"""What PULL is for the ranking, for the trust in a verdict."""
FEWEST_VOICES = 500
"""Verdicts of entries that are known fewer than this are too few for the weights of eight grounds."""
FEWEST_VERDICTS = 40
"""Verdicts on questions that an entry settles fewer than this are too few to tell how often they are right."""

Matrix = npt.NDArray[np.float64]


@dataclass(slots=True)
class _Case:
    """One question: the evidence of its candidates, shape (candidates, FEATURES), their grades, and how they were ranked."""

    question: Question
    evidence: Matrix
    grades: npt.NDArray[np.int64]
    ranked: Ranked


def fit(search: Search, dev: Sequence[Question], tuning: Sequence[Question]) -> Weights:
    """The weights that serve the questions best, from the defaults; the open KB has them while it is measured, and after.

    `dev` are of every style, `tuning` many that want yes or no or that no entry answers (`ingest/tuning.py`).
    """
    cases = [case for question in dev if (case := _case(search, question)) is not None]
    others = [case for question in tuning if (case := _case(search, question)) is not None]
    weights = _ranking([(case, 1.0) for case in cases], Weights())
    weights = _ranking([(case, DEV_COUNTS) for case in cases] + [(case, 1.0) for case in others], weights)
    search.kb.weights = weights
    refused = [search.refuses(search.ranked_anew(case.ranked)) for case in (*cases, *others)]
    weights = search.kb.weights = _found([*cases, *others], np.array(refused), weights)
    return _verdicts(search, [*dev, *tuning], [*cases, *others], weights)


def _case(search: Search, question: Question) -> _Case | None:
    try:
        ranked = search.rank(question.text)
    except ValueError:
        return None
    if ranked.query.barred:
        return None  # no ruling is found, whatever the weights
    ids = [search.kb.store.entry_at(ranked.found.rows[place]).id for place in ranked.order]
    evidence = ranked.found.matrix.T[np.array(ranked.order, dtype=np.intp)]
    grades = np.array([2 if id in question.settles else 1 if id in question.helps else 0 for id in ids], dtype=np.int64)
    return _Case(question, evidence.reshape(len(ids), len(FEATURES)), grades, ranked)


def _vector(weights: Weights) -> Matrix:
    return np.array([getattr(weights, name) for name in FEATURES])


def _loss(vector: Matrix, cases: Sequence[tuple[_Case, float]], start: Matrix) -> tuple[float, Matrix]:
    """How unlikely the entries that settle are under a softmax of the scores, and the gradient; with the pull.

    It is the mean log loss of the cases, each counted as often as the number beside it says.
    """
    loss, gradient = 0.0, np.zeros_like(vector)
    for case, counts in cases:
        points = SHARPNESS * (case.evidence @ vector)
        weight = np.exp(points - points.max())
        settling = np.where(case.grades == 2, weight, 0.0)
        of_all, of_those = float(weight.sum()), max(float(settling.sum()), 1e-300)
        loss += counts * math.log(of_all / of_those)
        gradient += counts * SHARPNESS * (case.evidence.T @ (weight / of_all - settling / of_those))
    away, counted = vector - start, sum(counts for _, counts in cases)
    return loss / counted + PULL * float(away @ away), gradient / counted + 2 * PULL * away


def _ranking(cases: Sequence[tuple[_Case, float]], weights: Weights) -> Weights:
    """The weights of the evidence, from cases and how much each counts; those of which no candidate settles say nothing."""
    start = _vector(weights)
    reached = [(case, counts) for case, counts in cases if (case.grades == 2).any()]
    if not reached:
        return weights
    bounds = [_bounds(name, one) for name, one in zip(FEATURES, start.tolist(), strict=True)]
    vector = minimize(_loss, start, args=(reached, start), jac=True, method="L-BFGS-B", bounds=bounds).x
    return replace(weights, **{name: round(float(value), 4) for name, value in zip(FEATURES, vector, strict=True)})


def _bounds(name: str, start: float) -> tuple[float | None, float | None]:
    """The least and the most that a weight of evidence may become, None where there is none."""
    if name in HELD:
        return start, start
    if name in EITHER_WAY:
        return None, None
    return (0.0, None) if getattr(Weights(), name) > 0 else (None, 0.0)


def _found(cases: Sequence[_Case], refused: npt.NDArray[np.bool_], weights: Weights) -> Weights:
    """The score at which a ruling counts as found, and what the objections take off it.

    A ridge logistic regression gives the direction; in units of the score itself it gives the objections' weights. Each sort of
    question counts as `_shares` says. The limit is the one that `_limit` finds. Those that are `refused` at any score say nothing
    of the direction, and count among what is refused or lost.
    """
    tops, against = zip(*(_best(case, _vector(weights)) for case in cases), strict=True)
    known = np.column_stack([np.array(tops), -np.array(against)])
    inside = np.array([bool(case.question.settles) for case in cases])
    share = _shares([case.question for case in cases])
    counted = share * ~refused

    def loss(x: Matrix) -> float:
        signed = np.where(inside, 1.0, -1.0) * (known @ x[:-1] + x[-1])
        return float(counted @ np.logaddexp(0.0, -signed) + FOUND_PULL * (x[:-1] @ x[:-1]))

    bounds = [(1e-3, None), *[(0.0, None)] * len(OBJECTIONS), (None, None)]
    found = minimize(loss, np.array([1.0, *[0.5] * len(OBJECTIONS), 0.0]), method="L-BFGS-B", bounds=bounds).x
    off = np.round(found[1:-1] / found[0], 4)
    points = known @ np.array([1.0, *off])
    points[refused] = points.min(initial=0.0) - 1.0
    limit = _limit(points, inside, share, LOST)
    objections = {name: -float(value) for name, value in zip(OBJECTIONS, off, strict=True)}
    return replace(weights, **objections, found_at=round(float(limit), 4), found_slope=round(float(found[0]), 4))


def _best(case: _Case, vector: Matrix) -> tuple[float, tuple[float, ...]]:
    """The score of a question's best candidate by the weights of the evidence, and the grounds of the objection in its game."""
    if not len(case.grades):
        return 0.0, case.ranked.objection.grounds
    points = case.evidence @ vector
    best = int(points.argmax())
    game = case.ranked.found.games[case.ranked.order[best]]
    return float(points[best]), case.ranked.objections[game].grounds


def _shares(questions: Sequence[Question]) -> Matrix:
    """How much each question counts, the sum is 1: four sorts count alike, whatever their number.

    They are those that the rules answer by yes or no, and otherwise; near misses, and others that the rules do not answer.
    """
    sorts = np.array(
        [(bool(one.settles), one.verdict is not None if one.settles else one.style == "nearmiss") for one in questions]
    )
    out = np.zeros(len(questions))
    for sort in np.unique(sorts, axis=0):
        of_it = (sorts == sort).all(axis=1)
        out[of_it] = 1.0 / of_it.sum()
    for answered in (sorts[:, 0], ~sorts[:, 0]):
        out[answered] /= 2 * max(1e-9, out[answered].sum())
    return out


def _limit(points: Matrix, inside: npt.NDArray[np.bool_], share: Matrix, most: float) -> float:
    """The score that parts the questions that the rules answer from the others with the least wrong, each counting as `share` says.

    What is lost counts LOSING. It loses a share `most` of those inside at most; of several the one that loses fewest, amid the
    scores on either side.
    """
    scores = np.unique(points)
    limits = np.concatenate([[scores[0] - 0.1], (scores[1:] + scores[:-1]) / 2])
    lost, refused = (
        np.array([share[which & (points < limit)].sum() / max(1e-9, share[which].sum()) for limit in limits])
        for which in (inside, ~inside)
    )
    gain = np.where(lost <= most, refused - LOSING * lost, -1.0)
    return float(limits[np.flatnonzero(gain >= gain.max() - 1e-12)[0]])


def _verdicts(search: Search, questions: Sequence[Question], cases: Sequence[_Case], weights: Weights) -> Weights:
    """On what the trust in a verdict rests, and the least trust for verdicts right as often as PRECISION, for as many as can be.

    A ridge logistic regression tells right verdicts from wrong ones; one on a question that no entry answers, or that does not want
    yes or no, is wrong. The least trust is found on those that an entry settles, that for questions which name an edition on these
    alone: how a text was put then is known less well. With fewer than FEWEST_VOICES or FEWEST_VERDICTS there are no verdicts.
    `cases` are those of the `questions` for which a ruling may be found.
    """
    none = replace(weights, verdict_trust=NO_VERDICTS, verdict_trust_edition=NO_VERDICTS)
    voices = _voices(search, questions)
    if voices is None:
        return none
    weights = search.kb.weights = replace(weights, **voices)
    said = [(case.question, one) for case in cases if (one := search.said(search.ranked_anew(case.ranked))) is not None]
    if sum(question.verdict is not None for question, _ in said) < FEWEST_VERDICTS:
        return none
    right = np.array([one.verdict == question.verdict for question, one in said])
    weights = replace(weights, **_trust(said, right, weights))
    asked = [(trust(one, weights), good, one) for (question, one), good in zip(said, right, strict=True) if question.settles]
    of_editions, of_now = (
        precise([(sure, good) for sure, good, one in asked if bool(one.asked and one.asked.edition) == named], FEWEST_VERDICTS)[0]
        for named in (True, False)
    )
    return replace(weights, verdict_trust=of_now, verdict_trust_edition=of_editions)


def _voices(search: Search, questions: Sequence[Question]) -> dict[str, float] | None:
    """What the grounds of verdicts count, by their names in Weights: found on what the entry says that settles each question.

    The tuning questions among them no encoder was taught on. None where they are fewer than FEWEST_VOICES.
    """
    wanted = [question for question in questions if question.verdict is not None and question.settles]
    asked = ((question, search.said_by(question.text, question.settles[0])) for question in wanted)
    said = [(one, one.verdict == question.verdict) for question, one in asked if one is not None]
    if len(said) < FEWEST_VOICES:
        return None
    return fit_trust(np.array([one.grounds for one, _ in said]), np.array([good for _, good in said]))


def _trust(known: Sequence[tuple[Question, Verdict]], right: npt.NDArray[np.bool_], weights: Weights) -> dict[str, float]:
    """What the voices and a question's standing count, by their names in Weights."""
    grounds = np.array([one.asked.grounds(voiced(one, weights)) for _, one in known if one.asked])
    found = ridge_logistic(grounds, right, TRUST_PULL)
    return {f"trust_{name}": round(float(value), 4) for name, value in zip((*STANDING, "base"), found, strict=True)}
