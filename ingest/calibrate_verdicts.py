"""How far verdicts can be trusted: found on settled questions that were held back from the teaching.

Only questions as people ask them at the table will do (`verdicts/table-….toml`). All those of a file are held back together, and
all those of a writer stand in one file: so it is with a player, whose words are new to a corpus that holds what others asked. The
other files have pairs of contraries, as nobody asks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from ingest.teach_verdicts import VerdictSetting, teach_verdicts
from ingest.train import FIGURES
from ingest.verdicts import read_verdicts
from kb.edition_asked import edition_asked
from kb.encoder import StaticEncoder
from kb.fold import key
from kb.passages import Passage
from kb.settled import FOLDER, SettledQuestions, write_settled
from kb.verdict import GROUNDS, Verdict, trust, verdict
from kb.weights import Weights

PRECISION = 0.97
"""Share of the verdicts given that must be right."""
COVERAGE = 0.35
"""Share of the questions held back that must get a verdict, for verdicts to be worth giving."""
FEWEST = 50
"""Verdicts fewer than this are too few to tell how often they are right; so many must be asked for each file on average."""
NO_VERDICTS = 1.01
"""A trust that no verdict reaches: no verdict is better than one that is wrong too often."""
PULL = 1e-4
"""What the square of a weight costs (ridge)."""

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The weights of a verdict's grounds, the least trust for PRECISION, and what it gives on the questions held back.

    `coverage` is the share of them that get a verdict, `precision` the share of those that is right.
    """

    weights: dict[str, float]
    trust: float
    questions: int
    coverage: float
    precision: float

    @property
    def holds(self) -> bool:
        """Whether verdicts are right often enough on enough questions."""
        return self.coverage >= COVERAGE and self.precision >= PRECISION


def table_questions(root: Path) -> dict[str, str]:
    """The questions as asked at the table, folded to their keys, with the file where each stands."""
    return {one.key: one.file for one in read_verdicts(root) if one.as_asked}


def calibrate(
    passages: Sequence[Passage], table: Mapping[str, str], start: StaticEncoder, setting: VerdictSetting, folder: Path
) -> Calibration | None:
    """Teach without a file of the table, ask its questions, and so for each file; None with fewer than two files. Needs torch.

    `table` has the questions' keys with their files, `folder` is a scratch folder. The weights that tell the trust of a file's
    questions are found on the other files.
    """
    settled = [passage for passage in passages if passage.verdict]
    files = sorted(set(table.values()))
    said: list[tuple[Verdict, bool, int]] = []
    for part, file in enumerate(files):
        held = [one for one in settled if table.get(key(one.text)) == file]
        if held:
            said += [(*one, part) for one in _ask(settled, held, start, setting, folder / str(part))]
    if len(said) < len(files) * FEWEST or len({part for *_, part in said}) < max(2, len(files)):
        return None
    grounds, right = np.array([one.grounds for one, *_ in said]), np.array([good for _, good, _ in said])
    parts = np.array([part for *_, part in said])
    sure = np.zeros(len(said))
    for part in range(len(files)):
        weights = Weights(**fit_trust(grounds[parts != part], right[parts != part]))
        sure[parts == part] = [trust(one, weights) for one, _, of in said if of == part]
    return least_trust(fit_trust(grounds, right), sure, right)


def _ask(
    settled: Sequence[Passage], held: Sequence[Passage], start: StaticEncoder, setting: VerdictSetting, folder: Path
) -> list[tuple[Verdict, bool]]:
    """What an encoder and settled questions that do not know the questions held back say to them, and whether it is right."""
    back = {id(one) for one in held}
    kept = [one for one in settled if id(one) not in back]
    encoder, _ = teach_verdicts(kept, start, setting)
    write_settled(folder, encoder, start, kept)
    known = SettledQuestions.open(folder)
    assert known is not None
    out = []
    for one in held:
        voices = known.voices(one.entry, encoder.encode([one.text]), start.encode([one.text]), edition_asked(one.text))
        said = verdict(one.text, one.language, voices)
        if said is not None:
            out.append((said, said.verdict == one.verdict))
    return out


def fit_trust(grounds: Matrix, right: npt.NDArray[np.bool_]) -> dict[str, float]:
    """What the grounds of verdicts count, by their names in Weights; one row of grounds a verdict."""
    found = ridge_logistic(grounds, right, PULL)
    return {f"verdict_{name}": round(float(value), 4) for name, value in zip((*GROUNDS, "base"), found, strict=True)}


def ridge_logistic(grounds: Matrix, right: npt.NDArray[np.bool_], pull: float) -> Matrix:
    """The weights of a ridge logistic regression of being right, the constant last; one row of grounds a verdict."""
    known = np.column_stack([grounds, np.ones(len(grounds))])
    signs = np.where(right, 1.0, -1.0)

    def loss(x: Matrix) -> tuple[float, Matrix]:
        points = signs * (known @ x)
        slope = -signs * np.exp(-np.logaddexp(0.0, points))
        value = np.logaddexp(0.0, -points).mean() + pull * x[:-1] @ x[:-1]
        return float(value), known.T @ slope / len(known) + 2 * pull * np.append(x[:-1], 0.0)

    found: Matrix = minimize(loss, np.zeros(known.shape[1]), jac=True, method="L-BFGS-B").x
    return found


def least_trust(weights: dict[str, float], sure: Iterable[float], right: Iterable[bool]) -> Calibration:
    """The calibration for verdicts of which it is known how far they are trusted and whether they are right."""
    ranked = list(zip(sure, right, strict=True))
    least, given, good = precise(ranked, FEWEST)
    return Calibration(
        weights=weights,
        trust=least,
        questions=len(ranked),
        coverage=round(given / len(ranked), 4) if given else 0.0,
        precision=round(good / given, 4) if given else 0.0,
    )


def precise(said: Iterable[tuple[float, bool]], fewest: int) -> tuple[float, int, int]:
    """The least trust at which as many verdicts as can be are right as often as PRECISION; how many these are, and how many right.

    `said` has the trust of each verdict and whether it is right. NO_VERDICTS, 0 and 0 where there are not `fewest` of them.
    """
    best, so_far = (NO_VERDICTS, 0, 0), 0
    for count, (least, good) in enumerate(sorted(((float(sure), bool(right)) for sure, right in said), reverse=True), 1):
        so_far += good
        if count >= fewest and so_far >= PRECISION * count:
            best = round(least, 4), count, so_far
    return best


def calibration_of(root: Path) -> Calibration | None:
    """The calibration of the encoder that a corpus has; None where it has none of this sort."""
    file = root / "encoder" / FOLDER / FIGURES
    found: dict[str, Any] = (json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}).get("calibration") or {}
    return Calibration(**found) if "trust" in found else None
