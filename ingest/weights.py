"""Reads and writes `weights.json`: what `judgecall fit` found on the dev questions."""

from __future__ import annotations

import json
from pathlib import Path

from kb.errors import CorpusError
from kb.weights import Weights

FILE = "weights.json"


def read_weights(root: Path) -> Weights:
    """The fitted weights, or the defaults where there is no file; raises CorpusError for a file that cannot be used."""
    path = root / FILE
    if not path.exists():
        return Weights()
    try:
        return Weights.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise CorpusError(f"these weights cannot be used ({error}); run `judgecall fit`", file=path) from None


def write_weights(root: Path, weights: Weights) -> None:
    """Keep fitted weights with the corpus."""
    (root / FILE).write_text(json.dumps(weights.to_json(), indent=1) + "\n", encoding="utf-8")
