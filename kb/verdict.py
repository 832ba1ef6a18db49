"""Yes, no or it depends, for a question as it was asked: by the settled questions of the entry that are most like it.

A settled question put the other way round (one negative, the other not) speaks for the opposite. Nothing is said unless the
question wants yes or no, what speaks is near enough, and it speaks with one voice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kb.polarity import is_negative, wants_yes_or_no

VERDICTS = ("", "yes", "no", "depends")
"""How the passages' table writes a verdict; "" for a passage that settles nothing."""

_FLIPPED = {"yes": "no", "no": "yes", "depends": "depends"}
SHARPNESS = 12.0
"""How much a nearer settled question outweighs one that is less like the question asked."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One settled question: its verdict, whether it is put negatively, how like the question it is (cosine)."""

    verdict: str
    negative: bool
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
    negative = is_negative(text, language)
    nearest = max(voice.likeness for voice in voices)
    weights = {"yes": 0.0, "no": 0.0, "depends": 0.0}
    for voice in voices:
        says = voice.verdict if voice.negative == negative else _FLIPPED[voice.verdict]
        weights[says] += math.exp(SHARPNESS * (voice.likeness - nearest))
    best = max(weights, key=lambda word: weights[word])
    return Verdict(best, weights[best] / sum(weights.values()), nearest)
