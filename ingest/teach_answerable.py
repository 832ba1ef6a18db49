"""Teaches what tells questions that an entry answers from those that none does, by words and pairs of words (`kb/answerable.py`).

A ridge logistic regression; both sorts count alike, however many there are of each. Questions of `corpus/questions/` and of
`corpus/tuning/` are never read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest.whole_files import write_whole
from kb.answerable import BITS, Answerable, places_of
from kb.errors import CorpusError
from kb.passages import NO_ENTRY, Passage
from kb.tokens import tokens

FILE = "encoder/answerable.json"
RIDGE = 1e-7
"""What the square of a weight costs: of 1e-6, 3e-7 and 1e-7 the one that tells most unseen questions apart, by a hair."""
STEPS = 100
"""Steps of the search for the least loss (L-BFGS); 50 more change no figure."""
FEWEST = 200
"""Questions that no entry answers fewer than this tell nothing."""
_CLIPPED = 0.9999
"""Share of the weights that whole numbers reach; the few beyond are cut off, so that the others are told more finely."""

Vector = npt.NDArray[np.float64]


def teach_answerable(passages: Iterable[Passage]) -> Answerable | None:
    """What is told by the words of ways to ask, settled questions among them; None where too few are answered by none.

    Questions that no entry of one game answers are left out: an entry of another may ("how many cards are in a deck?").
    """
    asked = [one for one in passages if one.sort in ("phrasing", "unanswered") and one.entry >= NO_ENTRY]
    none = np.array([one.entry == NO_ENTRY for one in asked], dtype=np.bool_)
    if min(int(none.sum()), int((~none).sum())) < FEWEST:
        return None
    return _fitted([places_of(tokens(one.text)) for one in asked], none)


def _fitted(read: Sequence[npt.NDArray[np.uint32]], none: npt.NDArray[np.bool_]) -> Answerable:
    from scipy.optimize import minimize
    from scipy.sparse import csr_array

    sizes = np.array([len(one) for one in read])
    values = np.repeat(1.0 / np.sqrt(np.maximum(sizes, 1)), sizes).astype(np.float32)
    edges = np.concatenate(([0], sizes.cumsum()))
    known = csr_array((values, np.concatenate(read).astype(np.int32), edges), shape=(len(read), 2**BITS))
    turned = known.T.tocsr()
    signs = np.where(none, 1.0, -1.0)
    # In sum as many as there are texts: the search for the least loss ends where all slopes are small.
    counts = np.where(none, 0.5 / none.sum(), 0.5 / (~none).sum()) * len(read)
    pull = RIDGE * len(read)

    def loss(x: Vector) -> tuple[float, Vector]:
        points = signs * (known @ x[:-1].astype(np.float32) + x[-1])
        slope = -counts * signs * np.exp(-np.logaddexp(0.0, points))
        value = counts @ np.logaddexp(0.0, -points) + pull * x[:-1] @ x[:-1]
        return float(value), np.append(turned @ slope.astype(np.float32) + 2 * pull * x[:-1], slope.sum())

    found = minimize(loss, np.zeros(2**BITS + 1), jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
    told = np.abs(found[:-1][found[:-1] != 0.0])
    factor = float(np.quantile(told, _CLIPPED)) / 127 if len(told) else 1.0
    whole = np.clip(np.rint(found[:-1] / factor), -127, 127).astype(np.int8)
    return Answerable(whole, round(factor, 9), round(float(found[-1]), 6))


def write_answerable(root: Path, taught: Answerable | None) -> None:
    """Write what was taught into a corpus; where nothing was, nothing stays there."""
    path = root / FILE
    if taught is None:
        path.unlink(missing_ok=True)
    else:
        write_whole(path, json.dumps(taught.to_record(), indent=1) + "\n")


def read_answerable(root: Path) -> dict[str, Any] | None:
    """The record of it for a KB, None where there is none; raises CorpusError."""
    path = root / FILE
    if not path.exists():
        return None
    try:
        body: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        Answerable.from_record(body)
    except (OSError, ValueError) as error:
        raise CorpusError(f"it cannot be read ({error}); run `judgecall train --keep`", file=path) from None
    return body
