"""A handful of vectors in the place of many: spherical k-means, begun with the vectors that lie farthest apart."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from kb.encoder import Vectors
from kb.offline.shrink import unit

_ROUNDS = 12
_TOGETHER = 1024
"""Vectors that are compared at once: all of them with all centroids would take half a gigabyte."""


def centroids(vectors: Vectors, most: int) -> Vectors:
    """At most `most` unit vectors that stand for some unit vectors, shape (count, dimension); the same ones give the same."""
    if len(vectors) <= most:
        return vectors
    chosen = _far_apart(vectors, most)
    for _ in range(_ROUNDS):
        before = chosen.copy()
        parts = (vectors[start : start + _TOGETHER] for start in range(0, len(vectors), _TOGETHER))
        nearest = np.concatenate([(part @ chosen.T).argmax(axis=1) for part in parts])
        together = vectors[nearest.argsort(kind="stable")]
        ends = np.bincount(nearest, minlength=most).cumsum()
        for place, (start, end) in enumerate(pairwise((0, *ends.tolist()))):
            if start < end:
                chosen[place] = together[start:end].sum(axis=0)
        chosen = unit(chosen)
        if np.array_equal(chosen, before):  # every further round would give the same
            break
    return chosen


def _far_apart(vectors: Vectors, most: int) -> Vectors:
    """The first vector, then again and again the one that is farthest from those that were taken."""
    taken = [0]
    nearness = vectors @ vectors[0]
    for _ in range(most - 1):
        farthest = int(nearness.argmin())
        taken.append(farthest)
        nearness = np.maximum(nearness, vectors @ vectors[farthest])
    return vectors[taken].copy()
