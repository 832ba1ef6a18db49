"""Yes, no or it depends, for a question as it was asked: by the settled questions of the entry that are most like it.

Nothing is said unless the question wants yes or no, and what speaks can be trusted: it speaks with one voice, near the question.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kb.polarity import wants_yes_or_no
from kb.weights import Weights

VERDICTS = ("", "yes", "no", "depends")
"""Verdicts as the settled questions of a KB number them; "" stands for none."""
TEMPERATURE = 0.15
"""The temperature at which the encoder of the settled questions was taught to tell answers apart; it picks the verdict."""
SHARP = 0.06
"""A lower temperature, at which the nearest voices count most; it says how far the verdict can be trusted."""
NEAREST = 3
"""So many of the nearest voices tell how near they are on the whole."""
_SMOOTHING = 0.01


@dataclass(frozen=True, slots=True)
class Voice:
    """One settled question: its verdict, and how like the question it is (cosine)."""

    verdict: str
    likeness: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the voices say together: the verdict, and what its trust rests on.

    `share` is its share of their weight at SHARP; `agreeing` and `against` are the likeness of the nearest voice that says the same
    and of the nearest that does not (0 where none does); `near` is the mean likeness of the NEAREST.
    """

    verdict: str
    share: float
    agreeing: float
    against: float
    near: float

    @property
    def grounds(self) -> tuple[float, float, float, float]:
        """What its trust rests on, in the order of the weights: log odds of the share, agreeing, against, near."""
        odds = math.log((self.share + _SMOOTHING) / (1.0 - self.share + _SMOOTHING))
        return odds, self.agreeing, self.against, self.near


def verdict(text: str, language: str, voices: Sequence[Voice]) -> Verdict | None:
    """The verdict for the question as asked, or None where it does not want one or nothing speaks for one."""
    if not voices or not wants_yes_or_no(text, language):
        return None
    shares = _shares(voices, TEMPERATURE)
    best = max(shares, key=lambda word: shares[word])
    ranked = sorted((voice.likeness for voice in voices), reverse=True)[:NEAREST]
    return Verdict(
        best,
        _shares(voices, SHARP)[best],
        agreeing=max(voice.likeness for voice in voices if voice.verdict == best),
        against=max((voice.likeness for voice in voices if voice.verdict != best), default=0.0),
        near=sum(ranked) / len(ranked),
    )


def trust(said: Verdict, weights: Weights) -> float:
    """How likely a verdict is right, from 0 to 1: a logistic regression over its grounds."""
    each = (weights.verdict_share, weights.verdict_agreeing, weights.verdict_against, weights.verdict_near)
    points = weights.verdict_base + sum(weight * ground for weight, ground in zip(each, said.grounds, strict=True))
    return 1.0 / (1.0 + math.exp(-points))


def _shares(voices: Sequence[Voice], temperature: float) -> dict[str, float]:
    """The share of the voices' weight that each verdict has."""
    nearest = max(voice.likeness for voice in voices)
    weights = {"yes": 0.0, "no": 0.0, "depends": 0.0}
    for voice in voices:
        weights[voice.verdict] += math.exp((voice.likeness - nearest) / temperature)
    total = sum(weights.values())
    return {word: weight / total for word, weight in weights.items()}
