"""Whom a question names: "do I lose if my opponent's life is 0?" is much like "do I lose if my life is 0?", and asks otherwise."""

from __future__ import annotations

import re

NEITHER, OPPONENT, BOTH = 0, 1, 2
"""The opponent is not named, is named alone, is named beside the one who asks."""
_OPPONENT = re.compile(r"\b(?:my |your |our |the |an )?(?:opp?onents?|opps?|oppo|enemy)\b(?:'s)?|相手|あいて|敵")
_HINTS = ("opp", "opon", "enemy", "相手", "あいて", "敵")
_ME = re.compile(r"\b(?:i|i'm|im|i've|ive|my|me|mine|we|us|our)\b|自分|じぶん|俺|私|僕|うち")


def persons_in(folded: str) -> int:
    """Whom a folded text names: NEITHER, OPPONENT or BOTH."""
    if not [hint for hint in _HINTS if hint in folded]:
        return NEITHER
    rest = _OPPONENT.sub(" ", folded)
    if rest == folded:
        return NEITHER
    return BOTH if _ME.search(rest) else OPPONENT
