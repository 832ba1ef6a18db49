"""How far verdicts can be trusted: the weights of their grounds, the least trust, and when the bars hold."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from ingest.calibrate_verdicts import (
    COVERAGE,
    FEWEST,
    NO_VERDICTS,
    Calibration,
    calibrate,
    calibration_of,
    fit_trust,
    least_trust,
    table_questions,
)
from ingest.teach_verdicts import VerdictSetting
from ingest.verdicts import TABLE
from kb.encoder import StaticEncoder
from kb.fold import key
from kb.passages import Passage
from kb.verdict import GROUNDS
from kb.weights import Weights


def calibration(coverage: float = 0.5, precision: float = 0.98) -> Calibration:
    return Calibration(weights={"verdict_base": -2.0}, trust=0.9, questions=1000, coverage=coverage, precision=precision)


def test_the_weights_tell_what_makes_a_verdict_right() -> None:
    chance = np.random.default_rng(3)
    grounds = chance.uniform(-1, 1, (4000, len(GROUNDS)))
    right = chance.uniform(size=4000) < 1 / (1 + np.exp(-(1 + 2 * grounds[:, 0] - grounds[:, 2])))
    found = fit_trust(grounds, right)
    assert set(found) < set(asdict(Weights()))
    assert found["verdict_share"] > 1.0
    assert found["verdict_against"] < -0.4
    idle = ("agreeing", "near", "meant_agreeing", "meant_against", "meant_near")
    assert all(abs(found[f"verdict_{name}"]) < 0.2 for name in idle)
    assert found["verdict_base"] == pytest.approx(1.0, abs=0.2)


def test_the_least_trust_keeps_the_precision_on_as_many_as_it_can() -> None:
    sure = np.linspace(1.0, 0.0, 1001)
    right = np.where(sure > 0.6, True, np.arange(1001) % 2 == 0)
    found = least_trust({}, sure, right)
    given = sure >= found.trust
    assert found.precision == pytest.approx(right[given].mean(), abs=1e-4)
    assert found.precision >= 0.97
    assert 0.4 < found.coverage < 0.45
    assert least_trust({}, [0.9] * (FEWEST - 1), [True] * (FEWEST - 1)).trust == NO_VERDICTS
    assert least_trust({}, sure, [False] * 1001).trust == NO_VERDICTS


def test_the_bars() -> None:
    assert calibration().holds
    assert not calibration(coverage=COVERAGE - 0.01).holds
    assert not calibration(precision=0.96).holds


def test_a_calibration_of_an_older_sort_is_none(tmp_path: Path) -> None:
    assert calibration_of(tmp_path) is None
    file = tmp_path / "encoder" / "verdicts" / "training.json"
    file.parent.mkdir(parents=True)
    for older in ({}, {"calibration": None}, {"calibration": {"share": 0.96, "questions": 9, "coverage": 0.2, "precision": 0.97}}):
        file.write_text(json.dumps(older))
        assert calibration_of(tmp_path) is None
    file.write_text(json.dumps({"calibration": asdict(calibration())}))
    assert calibration_of(tmp_path) == calibration()


def test_questions_of_the_table_are_known_with_their_files(tmp_path: Path) -> None:
    files = {f"{TABLE}1.toml": "Can I do that?", f"{TABLE}2.toml": "Must I?", "verdicts/other.toml": "may I do this"}
    for file, text in files.items():
        path = tmp_path / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'["bf/call/1.1"]\nyes_en = ["{text}"]\n')
    assert table_questions(tmp_path) == {key("can i do that?"): f"{TABLE}1.toml", key("must i?"): f"{TABLE}2.toml"}


@pytest.mark.models
def test_table_questions_are_asked_of_an_encoder_that_does_not_know_them(tmp_path: Path) -> None:
    """Entries whose settled questions say yes to one thing and no to another; the table asks for both in other words."""
    openings, asked = ("can", "may", "could"), ("so can", "then may", "and could")
    things = [("strike", "yes"), ("block", "no")]
    passages, table = [], {}
    for entry in range(48):
        for opening in (*openings, *asked):
            for thing, word in things:
                text = f"{opening} card{entry} {thing}?"
                passages.append(Passage(entry=entry, rendition=-1, sort="phrasing", language="en", text=text, verdict=word))
                if opening in asked:
                    table[key(text)] = f"{TABLE}{asked.index(opening)}.toml"
    start = StaticEncoder("tiny", ["strike", "block", "can"], np.eye(3, 4, dtype=np.float32))
    setting = VerdictSetting(dimension=4, epochs=3, rate=0.05, fewest=1)
    found = calibrate(passages, table, start, setting, tmp_path)
    assert found is not None
    assert found.questions == len(table) == 288
    assert found.precision >= 0.97
    assert found.coverage > 0.9
    assert found.holds
    assert calibrate(passages, {}, start, setting, tmp_path) is None
    assert calibrate(passages, dict.fromkeys(table, f"{TABLE}1.toml"), start, setting, tmp_path) is None
    assert calibrate(passages, dict(sorted(table.items())[::3]), start, setting, tmp_path) is None
