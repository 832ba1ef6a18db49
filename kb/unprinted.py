"""Tells whether words with a number that no text prints mean a step for sure: then there is no ruling, however near one seems."""

from __future__ import annotations

import re
from collections.abc import Iterable

# A number with dots, of a Q&A, or one above 2, beside words that name its part. Not "main phase 2", which other games have, nor Q2.
_NAMED_STEP = re.compile(r"(?=.*[^\W\d_qQ]).*(?:\d\.\d|[qQ]\s?\d|(?<![\d.])(?:\d\d|[3-9])$)", re.DOTALL)
# What says that a number is that of a step, before it.
_ANNOUNCED = re.compile(r"(?:(?<![a-z])(?:steps?|rules?|sections?|no\.?|numbers?)|ルール|手順|番号|ステップ)\s?$")


def names_a_step(words: str) -> bool:
    """Whether a number stands beside words that name its part, so that a step or a Q&A is meant."""
    return _NAMED_STEP.match(words) is not None


def announced(folded: str, numbers: Iterable[str]) -> bool:
    """Whether a word before any of the numbers of a folded text says that it is that of a step."""
    return any(_ANNOUNCED.search(folded[: folded.find(one)]) for one in numbers)
