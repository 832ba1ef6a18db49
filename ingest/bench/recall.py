"""What the dense index finds of what comparing every vector, in full precision, finds."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, pairwise

import numpy as np

from kb.encoder import Vectors
from kb.knowledge_base import KnowledgeBase
from kb.passages import Passage

TEN = 10
_BATCH = 8192
_SLACK = 1e-3
"""A cosine this little below the tenth best counts as among the ten: numbers of eight bits do not tell them apart."""


def recall_of(kb: KnowledgeBase, passages: Iterable[Passage], questions: Vectors) -> dict[str, float]:
    """Mean recall@10 over the rules' words and over the ways people ask; the passages are those that the KB was built of."""
    ends = (0, kb.passages.first_asked, kb.dense.size)
    ranges = dict(zip(("rules", "asked"), pairwise(ends), strict=True))
    nearest = {name: np.full((len(questions), TEN), -2.0) for name in ranges}
    cosines_found: dict[str, list[list[float]]] = {}
    wanted = {
        name: [kb.dense.search(vector[None], TEN, first, last) for vector in questions] for name, (first, last) in ranges.items()
    }
    numbers = {number for found in wanted.values() for one in found for number, _ in one}
    true: dict[tuple[int, int], float] = {}
    rest = iter(passages)
    start = 0
    while batch := list(islice(rest, _BATCH)):
        cosines = questions @ kb.encoder.encode([passage.text for passage in batch]).T
        for name, (first, last) in ranges.items():
            low, high = max(first - start, 0), min(last - start, len(batch))
            if low < high:
                both = np.hstack([nearest[name], cosines[:, low:high]])
                nearest[name] = -np.sort(-both, axis=1)[:, :TEN]
        for number in numbers.intersection(range(start, start + len(batch))):
            true.update(((question, number), float(cosines[question, number - start])) for question in range(len(questions)))
        start += len(batch)
    for name, found in wanted.items():
        cosines_found[name] = [[true[place, number] for number, _ in one] for place, one in enumerate(found)]
    return {
        name: float(
            np.mean([sum(c >= best[-1] - _SLACK for c in found) / TEN for found, best in zip(of, nearest[name], strict=True)])
        )
        for name, of in cosines_found.items()
    }
