"""Matches two ordered lists in order, leaving out what has no partner (Needleman & Wunsch 1970, with a free gap)."""

from __future__ import annotations

from collections.abc import Sequence


def match_in_order(scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Pairs (i, j), both rising, with the greatest sum of scores; a pair with a score of 0 or less is never taken.

    `scores` has a row for each element of the first list and a column for each of the second.
    """
    rows = len(scores)
    columns = len(scores[0]) if rows else 0
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            both = scores[i][j] + best[i + 1][j + 1] if scores[i][j] > 0 else 0.0
            best[i][j] = max(both, best[i + 1][j], best[i][j + 1])
    pairs = []
    i = j = 0
    while i < rows and j < columns:
        score = scores[i][j]
        if score > 0 and best[i][j] == score + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs
