"""The KB as a device without a network searches it: the same search over a small encoder, few vectors and plain BM25.

`judgecall fit` and `judgecall eval` run it in Python; the JavaScript of the site gives the same scores.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from kb.dense import Dense
from kb.encoder import StaticEncoder, Vectors
from kb.errors import KbError
from kb.knowledge_base import KnowledgeBase
from kb.offline.asked import asked_words
from kb.offline.bm25 import SmallLexical
from kb.offline.centroids import centroids
from kb.offline.shrink import Quantized, SmallEncoder, directions, quantize, telling, unit
from kb.passages import Numbers, Passages, printed_passages
from kb.tokens import tokens
from kb.weights import Weights

DIMENSION = 56
TOKENS = 11_000
CENTROIDS = 8
"""Vectors that stand for the ways to ask for one entry."""
UNANSWERED = 8_000
"""Vectors that stand for the questions that no entry answers."""
ASKED_WORDS = 36
"""Words of the ways to ask that are kept for one entry."""
WEIGHTS = "offline_weights"
"""The sort of record that holds the weights fitted for this tier."""


@dataclass(frozen=True, slots=True)
class Tier:
    """What a device searches with, beside the texts.

    `vectors` are of the rules' passages in order, then of the centroids whose entry rows `owners` gives, then of the questions
    that no entry answers, whose games `beyond` tells (`kb.passages.no_entry_of`). `asked` has a dict for each entry row. `known`
    are the words that a search may hold.
    """

    encoder: SmallEncoder
    vectors: Quantized
    rules: int
    owners: tuple[int, ...]
    beyond: tuple[int, ...]
    asked: tuple[dict[str, int], ...]
    known: tuple[str, ...]
    weights: Weights


class SmallDense(Dense):
    """The vectors of the device, all looked at."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors

    @property
    def size(self) -> int:
        """How many vectors it holds."""
        return len(self._vectors)

    @property
    def dimension(self) -> int:
        """The length of its vectors."""
        return int(self._vectors.shape[1])

    def vectors(self, numbers: Sequence[int]) -> Vectors:
        """Some vectors, shape (numbers, dimension)."""
        return np.asarray(self._vectors[list(numbers)], dtype=np.float32)

    def search(self, vector: Vectors, limit: int, first: int = 0, last: int | None = None) -> list[tuple[int, float]]:
        """Passages by cosine, best first, the earlier one first where two are alike."""
        if not vector.any():
            return []
        cosines = self._vectors[first:last] @ vector[0]
        return [(int(place) + first, float(cosines[place])) for place in np.argsort(-cosines, kind="stable")[:limit]]


class SmallPassages(Passages):
    """Which of the device's passages lead to which entry; those before `first_asked` are the same as in the whole KB."""

    def __init__(self, entries: Sequence[int], first_asked: int, first_unanswered: int) -> None:
        self.first_asked, self.first_unanswered = first_asked, first_unanswered
        self._entries = np.array(entries, dtype=np.intp)

    def __len__(self) -> int:
        """How many passages there are."""
        return len(self._entries)

    def entries_of(self, numbers: Numbers) -> npt.NDArray[np.intp]:
        """The entry rows of some passages, one for each."""
        return self._entries[np.asarray(numbers, dtype=np.intp)]


def shrink(kb: KnowledgeBase) -> Tier:
    """Make the tier of a KB; raises KbError where the KB's encoder is no static one, which a device could not run."""
    if not isinstance(kb.encoder, StaticEncoder):
        raise KbError(f"encoder {kb.encoder.name} cannot be made small enough for a device: only a static one can")
    everything = range(len(kb.passages))
    entry_of = kb.passages.entries_of(everything)
    full = kb.dense.vectors(everything)
    basis = directions(full, DIMENSION)
    small = unit(full @ basis)
    known = tuple(sorted(kb.spelling.words))
    names, rows = kb.encoder.rows()
    rows = rows @ basis
    kept = telling(names, rows, {word: kb.lexical.count(word) for word in known}, TOKENS)
    encoder = SmallEncoder((names[place] for place in kept), quantize(rows[kept]), kb.encoder.fingerprint)
    first_asked, first_unanswered = kb.passages.first_asked, kb.passages.first_unanswered
    groups = _by_entry(entry_of[first_asked:first_unanswered], small[first_asked:first_unanswered], lambda _: CENTROIDS)
    # Of each game as many as its share.
    outside, share = entry_of[first_unanswered:], UNANSWERED / max(UNANSWERED, len(small) - first_unanswered)
    unanswered = _by_entry(outside, small[first_unanswered:], lambda count: math.ceil(share * count))
    owners, beyond = (tuple(row for row, group in by.items() for _ in group) for by in (groups, unanswered))
    vectors = np.concatenate([small[:first_asked], *groups.values(), *unanswered.values()])
    asked = asked_words(kb.lexical, known, entry_of.tolist(), kb.store.size, ASKED_WORDS)
    body = kb.store.records(WEIGHTS)
    weights = Weights.from_json(body[0]) if body else kb.weights
    return Tier(encoder, quantize(vectors), first_asked, owners, beyond, tuple(asked), known, weights)


def _by_entry(entry_of: npt.NDArray[np.intp], vectors: Vectors, most: Callable[[int], int]) -> dict[int, Vectors]:
    """What stands for the vectors of each entry; `most` says how many at most stand for so many."""
    of_each = {int(row): vectors[entry_of == row] for row in np.unique(entry_of)}
    return {row: centroids(these, most(len(these))) for row, these in of_each.items()}


def as_kb(kb: KnowledgeBase, tier: Tier) -> KnowledgeBase:
    """The KB with the tier in the place of its indexes and encoder, for `Search`."""
    vectors = unit(tier.vectors.rows())
    # After the passages that have vectors comes what the asked words lead to.
    entries = (*kb.passages.entries_of(range(tier.rules)).tolist(), *tier.owners, *tier.beyond, *range(kb.store.size))
    printed = (passage for row, entry in enumerate(kb.store.entries()) for passage in printed_passages(row, entry))
    rules = [Counter(tokens(passage.text)) for passage in printed]
    lexical = SmallLexical(rules, tier.asked, len(vectors), frozenset(tier.known))
    return replace(
        kb,
        passages=SmallPassages(entries, tier.rules, tier.rules + len(tier.owners)),
        lexical=lexical,
        dense=SmallDense(vectors),
        encoder=tier.encoder,
        weights=tier.weights,
        settled=None,
        answerable=None,
    )
