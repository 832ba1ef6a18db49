"""Yes, no or it depends, for a question as it was asked: by the settled questions of the entry that are most like it.

Nothing is said unless the question wants yes or no, what speaks is near enough, and it speaks with one voice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kb.polarity import wants_yes_or_no

VERDICTS = ("", "yes", "no", "depends")
"""Verdicts as the settled questions of a KB number them; "" stands for none."""
TEMPERATURE = 0.15
"""The temperature at which the encoder of the settled questions was taught to tell answers apart."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One settled question: its verdict, and how like the question it is (cosine)."""

    verdict: str
    likeness: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the voices say together: the verdict, its share of their weight, and how near the nearest is."""

    verdict: str
    share: float
    likeness: float


def verdict(text: str, language: str, voices: Sequence[Voice]) -> Verdict | None:
    """The verdict for the question as asked, or None where it does not want one or nothing speaks for one."""
    if not voices or not wants_yes_or_no(text, language):
        return None
    nearest = max(voice.likeness for voice in voices)
    weights = {"yes": 0.0, "no": 0.0, "depends": 0.0}
    for voice in voices:
        weights[voice.verdict] += math.exp((voice.likeness - nearest) / TEMPERATURE)
    best = max(weights, key=lambda word: weights[word])
    return Verdict(best, weights[best] / sum(weights.values()), nearest)
