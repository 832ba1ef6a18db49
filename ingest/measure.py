"""Metrics of a ranking, and how sure they are: each figure is a mean with a bootstrap 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 1000
_SEED = 20180602


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A mean over `n` questions with its 95 % interval; all None where n is 0."""

    value: float | None
    low: float | None
    high: float | None
    n: int

    @property
    def half_width(self) -> float:
        """Half the width of the interval, 0.0 where there is none."""
        return 0.0 if self.low is None or self.high is None else (self.high - self.low) / 2


def figure(values: Sequence[float], resamples: int = RESAMPLES) -> Figure:
    """The mean of one value per question with the percentile bootstrap interval (Efron 1979), the same at every run."""
    if not values:
        return Figure(value=None, low=None, high=None, n=0)
    sample = np.asarray(values, dtype=np.float64)
    drawn = np.random.default_rng(_SEED).integers(0, len(sample), size=(resamples, len(sample)))
    low, high = np.percentile(sample[drawn].mean(axis=1), (2.5, 97.5))
    return Figure(value=float(sample.mean()), low=float(low), high=float(high), n=len(sample))


def success(ranked: Sequence[str], wanted: Collection[str], k: int) -> float:
    """1.0 when any wanted entry is among the first k, else 0.0."""
    return float(any(entry in wanted for entry in ranked[:k]))


def reciprocal_rank(ranked: Sequence[str], wanted: Collection[str], k: int = 10) -> float:
    """1 over the place of the first wanted entry (1-based), 0.0 when it is not among the first k."""
    return next((1.0 / place for place, entry in enumerate(ranked[:k], start=1) if entry in wanted), 0.0)


def ndcg(ranked: Sequence[str], grades: Mapping[str, int], k: int = 10) -> float:
    """Normalised discounted cumulative gain with gain 2^grade - 1 (Burges et al. 2005): 1.0 for the best order there could be."""
    best = _dcg(sorted(grades.values(), reverse=True)[:k])
    return _dcg([grades.get(entry, 0) for entry in ranked[:k]]) / best if best else 0.0


def _dcg(grades: Sequence[int]) -> float:
    return sum((2.0**grade - 1.0) / math.log2(place + 1) for place, grade in enumerate(grades, start=1))


def percentiles(values: Sequence[float], shares: Sequence[int] = (50, 95, 99)) -> dict[str, float]:
    """The given percentiles by name (`p50`), between neighbours linearly; empty for no values."""
    return {f"p{share}": float(np.percentile(values, share)) for share in shares} if values else {}
