"""How far verdicts can be trusted: the weights of their grounds, and the least trust."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest

from ingest.trust import NO_VERDICTS, PRECISION, fit_trust, precise
from kb.verdict import GROUNDS
from kb.weights import Weights


def test_the_weights_tell_what_makes_a_verdict_right() -> None:
    chance = np.random.default_rng(3)
    grounds = chance.uniform(-1, 1, (4000, len(GROUNDS)))
    right = chance.uniform(size=4000) < 1 / (1 + np.exp(-(1 + 2 * grounds[:, 0] - grounds[:, GROUNDS.index("against")])))
    found = fit_trust(grounds, right)
    assert set(found) < set(asdict(Weights()))
    assert found["verdict_share"] > 1.0
    assert found["verdict_against"] < -0.4
    idle = ("whole", "agreeing", "near", "meant_agreeing", "meant_against", "meant_near")
    assert all(abs(found[f"verdict_{name}"]) < 0.2 for name in idle)
    assert found["verdict_base"] == pytest.approx(1.0, abs=0.2)


def test_the_least_trust_keeps_the_precision_on_as_many_as_it_can() -> None:
    sure = np.linspace(1.0, 0.0, 1001)
    right = np.where(sure > 0.6, True, np.arange(1001) % 2 == 0)
    least, given, good = precise(zip(sure, right, strict=True), 50)
    assert given == (sure >= least).sum()
    assert good == right[sure >= least].sum() >= PRECISION * given
    assert 0.4 < given / 1001 < 0.45
    assert precise([(0.5, True)] * 97 + [(0.5, False)] * 10, 40) == (NO_VERDICTS, 0, 0), "those of one trust stand together"
    assert precise([(0.9, True)] * 50 + [(0.5, True)] * 97 + [(0.5, False)] * 10, 40) == (0.9, 50, 50)
    assert precise([(0.50006, True)] * 40, 40) == (0.5, 40, 40), "rounded up, it would let none through"
    assert precise([(0.9, True)] * 49, 50) == (NO_VERDICTS, 0, 0)
    assert precise(zip(sure, [False] * 1001, strict=True), 50) == (NO_VERDICTS, 0, 0)
