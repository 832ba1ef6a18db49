"""Teaches the encoder of the settled questions to tell apart the questions that one entry answers differently.

Neighbourhood components analysis (Goldberger, Roweis, Hinton & Salakhutdinov 2004) as in `ingest/train.py`, but within entries: who
does what to whom decides here, so the encoder reads pairs of tokens too. It starts from the vectors of the encoder that finds
entries. What it ends with is the mean of the table over the last epochs, which errs less than any one of them (Polyak & Juditsky
1992), of several runs from the same beginning (Wortsman et al. 2022). Questions of `corpus/questions/` are never read.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kb.encoder import StaticEncoder, Vectors
from kb.features import ordered
from kb.passages import Passage
from kb.verdict import NUMBERED

_APART = 10
"""How far the seeds of two runs are apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictSetting:
    """What the teaching can be told; the defaults are those of the shipped encoder.

    `entries` are taken together in a step; a pair of tokens begins with vectors of `pair_length`; features in fewer texts than
    `fewest` are left out. The rate falls to `last_rate` of what it was. The tables of the last `averaged` epochs of all `runs`
    count.
    """

    dimension: int = 96
    epochs: int = 12
    averaged: int = 6
    rate: float = 0.003
    last_rate: float = 0.4
    temperature: float = 0.1
    dropout: float = 0.3
    entries: int = 24
    pair_length: float = 0.3
    fewest: int = 12
    runs: int = 3
    seed: int = 8


@dataclass(frozen=True, slots=True, eq=False)
class _Lesson:
    """The questions that are taught: the rows of the features of each, what each says, and the places of those of each entry.

    `says` is a tensor of shape (questions,) that holds places in NUMBERED.
    """

    read: list[npt.NDArray[np.int64]]
    says: Any
    by_entry: dict[int, list[int]]


class _Mean:
    """The mean of some tables of one shape, or the one to begin with where there are none."""

    def __init__(self, begun: Vectors) -> None:
        self._begun, self._sum, self._count = begun, np.zeros_like(begun), 0

    def add(self, table: Vectors) -> None:
        """Count one table more."""
        self._sum, self._count = self._sum + table, self._count + 1

    def table(self) -> Vectors:
        """What the tables come to."""
        return self._sum / np.float32(self._count) if self._count else self._begun


def teach_verdicts(
    passages: Sequence[Passage], start: StaticEncoder, setting: VerdictSetting
) -> tuple[StaticEncoder, dict[str, Any]]:
    """The encoder and the figures of its training; needs torch. One seed gives one encoder on one kind of machine."""
    import torch

    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    started = time.perf_counter()
    settled = [passage for passage in passages if passage.verdict]
    found = [ordered(passage.text) for passage in settled]
    counts = Counter(feature for one in found for feature in set(one))
    vocabulary = sorted(feature for feature, count in counts.items() if count >= setting.fewest)
    rows = {feature: row for row, feature in enumerate(vocabulary)}
    read = [np.array([rows[feature] for feature in one if feature in rows] or [0]) for one in found]
    lesson = _Lesson(read, torch.tensor([NUMBERED.index(passage.verdict) for passage in settled]), places_by_entry(settled))
    begun = _first_vectors(vocabulary, start, setting)
    mean = _Mean(begun)
    losses = [_run(lesson, begun, mean, setting, setting.seed + _APART * run) for run in range(setting.runs)]
    encoder = StaticEncoder(f"verdicts-{setting.dimension}", vocabulary, mean.table(), reads="order")
    figures = {
        "setting": asdict(setting),
        "questions": len(settled),
        "features": len(vocabulary),
        "loss": [round(sum(one) / len(one), 4) for one in zip(*losses, strict=True)],
        "seconds": round(time.perf_counter() - started),
    }
    return encoder, figures


def places_by_entry(settled: Sequence[Passage]) -> dict[int, list[int]]:
    """The places of the settled questions of each entry, by its row."""
    out: dict[int, list[int]] = {}
    for place, passage in enumerate(settled):
        out.setdefault(passage.entry, []).append(place)
    return out


def _run(lesson: _Lesson, begun: Vectors, mean: _Mean, setting: VerdictSetting, seed: int) -> list[float]:
    """One run from the beginning: the loss of each epoch. The tables of its last steps are added to the mean."""
    import torch

    torch.manual_seed(seed)
    picking = np.random.default_rng(seed)
    entries = list(lesson.by_entry)
    table = torch.nn.Parameter(torch.tensor(begun))
    optimizer = torch.optim.Adam([table], lr=setting.rate, betas=(0.9, 0.99))
    losses = []
    for epoch in range(setting.epochs):
        picking.shuffle(entries)
        optimizer.param_groups[0]["lr"] = setting.rate * max(setting.last_rate, 1 - epoch / setting.epochs)
        total, steps = 0.0, 0
        for first in range(0, len(entries), setting.entries):
            lots = [lesson.by_entry[entry] for entry in entries[first : first + setting.entries]]
            vectors = _encoded(table, [lesson.read[place] for lot in lots for place in lot], setting.dropout)
            loss = contrast(lots, vectors, lesson.says, setting.temperature)
            if loss is None:
                continue
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total, steps = total + float(loss.detach()), steps + 1
            if epoch >= setting.epochs - setting.averaged:
                mean.add(table.detach().numpy())
        losses.append(round(total / max(1, steps), 4))
    return losses


def _encoded(table: Any, read: Sequence[npt.NDArray[np.int64]], dropout: float) -> Any:
    """The unit vectors of texts, shape (texts, dimension), from the rows of a table that each names; a share of these left out."""
    import torch
    import torch.nn.functional as f

    flat = torch.tensor(np.concatenate(list(read)))
    starts = torch.tensor(np.cumsum([0] + [len(one) for one in read[:-1]]))
    kept = (torch.rand(len(flat)) > dropout).float()
    return f.normalize(f.embedding_bag(flat, table, starts, mode="sum", per_sample_weights=kept), dim=1)


def contrast(lots: Sequence[Sequence[int]], vectors: Any, says: Any, temperature: float) -> Any | None:
    """The mean loss of some questions, or None where no two of a lot say the same; they are compared with those of their lot only.

    A lot has the places of questions of one entry in `says`; `vectors` are those of all lots, one after the other. Of each question
    the loss is -log of the share that those which say the same have of its likeness to all others.
    """
    import torch

    total, compared = torch.zeros(()), 0
    for lot, own in zip(lots, vectors.split([len(lot) for lot in lots]), strict=True):
        said = says[torch.tensor(lot)]
        beside = ~torch.eye(len(lot), dtype=torch.bool)
        alike = beside & (said[None, :] == said[:, None])
        some = alike.any(1)
        likeness = own @ own.T / temperature
        far = torch.logsumexp(likeness.masked_fill(~beside, -1e4), 1)
        near = torch.logsumexp(likeness.masked_fill(~alike, -1e4), 1)
        total, compared = total + (far - near)[some].sum(), compared + int(some.sum())
    return total / compared if compared else None


def _first_vectors(vocabulary: Sequence[str], start: StaticEncoder, setting: VerdictSetting) -> Vectors:
    """Vectors to begin with: those of the other encoder in the directions that they use most; shorter random ones for pairs."""
    names, vectors = start.rows()
    _, directions = np.linalg.eigh((vectors.T @ vectors).astype(np.float64))
    turned = vectors @ directions[:, ::-1][:, : setting.dimension].astype(np.float32)
    turned = turned / np.median(np.linalg.norm(turned, axis=1))
    known = dict(zip(names, turned, strict=True))
    out = np.random.default_rng(setting.seed).standard_normal((len(vocabulary), setting.dimension)).astype(np.float32)
    out /= np.float32(setting.dimension**0.5)
    for row, feature in enumerate(vocabulary):
        if feature in known:
            out[row, : turned.shape[1]] = known[feature]
        elif " " in feature:
            out[row] *= np.float32(setting.pair_length)
    return out
