"""Tells whether words with a number that no text prints mean a step for sure: then there is no ruling, however near one seems."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

ALONE = re.compile(r"\W*\d{1,2}(?:\.\d{1,2})+\W*")
"""Nothing but a number with dots."""
# A number with dots, of a Q&A, or one above 2, beside words that name its part. Not "main phase 2", which other games have, nor Q2.
_NAMED_STEP = re.compile(r"(?=.*[^\W\d_qQ]).*(?:\d\.\d|[qQ]\s?\d|(?<![\d.])(?:\d\d|[3-9])$)", re.DOTALL)
_REACH = 16
"""Letters before a number that are looked at."""
# What may stand between the name of a part and its number.
_JOINED = re.compile(r"(?:'s)?[\s\"'」\]),:、]*(?:の|no\s)?\s?")
# What says that a number is that of a step, before it.
_ANNOUNCED = re.compile(r"(?:(?<![a-z])(?:steps?|rules?|sections?|no\.?|numbers?)|ルール|手順|番号|ステップ)\s?$")


def names_a_step(words: str) -> bool:
    """Whether a number stands beside words that name its part, so that a step or a Q&A is meant."""
    return _NAMED_STEP.match(words) is not None


def told(folded: str, number: str, ends: Sequence[int]) -> bool:
    """Whether a folded text says that a number is that of a step: it is all there is, or a word or a name stands right before it.

    `ends` are the places where names of parts end, in order.
    """
    if ALONE.fullmatch(folded):
        return True
    for found in re.finditer(rf"(?<![0-9.]){re.escape(number)}(?![0-9])", folded):
        start = found.start()
        nearest = bisect_right(ends, start) - 1
        if _ANNOUNCED.search(folded[max(0, start - _REACH) : start]):
            return True
        if nearest >= 0 and start - ends[nearest] <= _REACH and _JOINED.fullmatch(folded, ends[nearest], start):
            return True
    return False
