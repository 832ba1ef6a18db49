"""How far verdicts can be trusted: what their grounds count, and the least trust at which they are right often enough."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import groupby

import numpy as np
import numpy.typing as npt

from kb.verdict import GROUNDS

PRECISION = 0.97
"""Share of the verdicts given that must be right."""
NO_VERDICTS = 1.01
"""A trust that no verdict reaches: no verdict is better than one that is wrong too often."""
STEPS = 10_000
"""How many steps of trust there are from 0 to 1: the least one is told in whole steps."""
PULL = 1e-4
"""What the square of a weight costs (ridge)."""

Matrix = npt.NDArray[np.float64]


def fit_trust(grounds: Matrix, right: npt.NDArray[np.bool_]) -> dict[str, float]:
    """What the grounds of verdicts count, by their names in Weights; one row of grounds a verdict."""
    found = ridge_logistic(grounds, right, PULL)
    return {f"verdict_{name}": round(float(value), 4) for name, value in zip((*GROUNDS, "base"), found, strict=True)}


def ridge_logistic(grounds: Matrix, right: npt.NDArray[np.bool_], pull: float) -> Matrix:
    """The weights of a ridge logistic regression of being right, the constant last; one row of grounds a verdict."""
    from scipy.optimize import minimize  # a server that finds its KB new enough never needs it

    known = np.column_stack([grounds, np.ones(len(grounds))])
    signs = np.where(right, 1.0, -1.0)

    def loss(x: Matrix) -> tuple[float, Matrix]:
        points = signs * (known @ x)
        slope = -signs * np.exp(-np.logaddexp(0.0, points))
        value = np.logaddexp(0.0, -points).mean() + pull * x[:-1] @ x[:-1]
        return float(value), known.T @ slope / len(known) + 2 * pull * np.append(x[:-1], 0.0)

    found: Matrix = minimize(loss, np.zeros(known.shape[1]), jac=True, method="L-BFGS-B").x
    return found


def precise(said: Iterable[tuple[float, bool]], fewest: int) -> tuple[float, int, int]:
    """The least trust at which as many verdicts as can be are right as often as PRECISION; how many these are, and how many right.

    `said` has the trust of each verdict and whether it is right; those of one step are let through together or not at all.
    NO_VERDICTS, 0 and 0 where there are not `fewest` of them.
    """
    best, count, so_far = (NO_VERDICTS, 0, 0), 0, 0
    steps = sorted(((math.floor(sure * STEPS), bool(right)) for sure, right in said), reverse=True)
    for step, group in groupby(steps, key=lambda one: one[0]):
        rights = [right for _, right in group]
        count, so_far = count + len(rights), so_far + sum(rights)
        if count >= fewest and so_far >= PRECISION * count:
            best = step / STEPS, count, so_far
    return best
