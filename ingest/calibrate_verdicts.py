"""How much of one voice a verdict needs, so that it is right: found on settled questions that were held back from the teaching.

There are far more of them than labelled questions, and most are contrasts, so they are harder than what people ask.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.teach_verdicts import VerdictSetting, teach_verdicts
from ingest.train import FIGURES
from kb.encoder import StaticEncoder
from kb.passages import Passage
from kb.settled import FOLDER, SettledQuestions, write_settled
from kb.verdict import verdict

PRECISION = 0.97
"""Share of the verdicts given that must be right."""
HELD_BACK = 8
"""One settled question of so many is held back."""
FEWEST = 50
"""Verdicts fewer than this are too few to tell how often they are right."""
NO_VERDICTS = 1.01
"""A share that no voices reach: no verdict is better than one that is wrong too often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The least share of one voice for PRECISION, and what it gives on the questions held back.

    `coverage` is the share of them that get a verdict, `precision` the share of those that is right.
    """

    share: float
    questions: int
    coverage: float
    precision: float


def calibrate(passages: Sequence[Passage], start: StaticEncoder, setting: VerdictSetting, folder: Path) -> Calibration:
    """Teach without a share of the settled questions and ask those; `folder` is a scratch folder. Needs torch."""
    chance = random.Random(setting.seed)
    settled = [(passage, chance.randrange(HELD_BACK) == 0) for passage in passages if passage.verdict]
    kept = [passage for passage, back in settled if not back]
    encoder, _ = teach_verdicts(kept, start, setting)
    write_settled(folder / "kept", encoder, kept)
    known = SettledQuestions.open(folder / "kept")
    assert known is not None
    said: list[tuple[float, bool]] = []
    for passage in (passage for passage, back in settled if back):
        found = verdict(passage.text, passage.language, known.voices(passage.entry, passage.text))
        if found is not None:
            said.append((found.share, found.verdict == passage.verdict))
    return least_share(said)


def least_share(said: Sequence[tuple[float, bool]]) -> Calibration:
    """The calibration for verdicts given as (share, whether right)."""
    ranked = sorted(said, reverse=True)
    best = Calibration(share=NO_VERDICTS, questions=len(ranked), coverage=0.0, precision=0.0)
    right = 0
    for count, (share, good) in enumerate(ranked, 1):
        right += good
        if count >= FEWEST and right >= PRECISION * count:
            best = Calibration(
                share=round(share, 4),
                questions=len(ranked),
                coverage=round(count / len(ranked), 4),
                precision=round(right / count, 4),
            )
    return best


def calibrated_share(root: Path) -> float:
    """The share that was found for the encoder of a corpus; NO_VERDICTS where it has none."""
    file = root / "encoder" / FOLDER / FIGURES
    return float(json.loads(file.read_text(encoding="utf-8"))["calibration"]["share"]) if file.exists() else NO_VERDICTS
