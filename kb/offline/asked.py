"""The words of the ways that people ask for an entry, as the lexical index holds them: how often, the telling ones only."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from kb.lexical import ASKED, Lexical


def asked_words(lexical: Lexical, words: Iterable[str], entry_of: Sequence[int], entries: int, most: int) -> list[dict[str, int]]:
    """For each entry row its `most` most telling words and in how many ways to ask each stands.

    `entry_of` gives the entry row of each passage number.
    """
    counts: list[Counter[str]] = [Counter() for _ in range(entries)]
    for word, passages in lexical.holders(ASKED, words):
        for passage in passages:
            counts[entry_of[passage]][word] += 1
    spread = Counter(word for count in counts for word in count)
    return [_telling(count, spread, entries, most) for count in counts]


def _telling(count: Counter[str], spread: Counter[str], entries: int, most: int) -> dict[str, int]:
    """The words with most weight: often in the ways to ask for this entry, in those of few others."""
    ranked = sorted(count.items(), key=lambda pair: (-pair[1] * math.log(1 + entries / spread[pair[0]]), pair[0]))
    return dict(sorted(ranked[:most]))
