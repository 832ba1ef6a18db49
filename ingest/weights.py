"""Reads and writes `weights.json`: what `judgecall fit` found on the dev and tuning questions."""

from __future__ import annotations

import json
from pathlib import Path

from ingest.data_files import text_of
from ingest.whole_files import write_whole
from kb.errors import CorpusError
from kb.settled import FOLDER as VERDICTS
from kb.weights import Weights

FILE = "weights.json"
OFFLINE_FILE = "weights-offline.json"
"""The weights of the search on a device without a network (`judgecall fit --offline`)."""
TRANSFORMER_FILE = "weights-transformer.json"
"""The weights of a KB with the transformer (`judgecall fit --transformer`)."""


def read_weights(root: Path, file: str = FILE) -> Weights:
    """The fitted weights, or the defaults where there is no file; raises CorpusError for a file that cannot be used."""
    path = root / file
    if not path.exists():
        return Weights()
    try:
        body = json.loads(text_of(path))
        if not isinstance(body, dict):
            raise ValueError("no names with numbers")
        return Weights.from_json(body)
    except (ValueError, TypeError) as error:
        raise CorpusError(f"these weights cannot be used ({error}); run `judgecall fit`", file=path) from None


def check_fitted(root: Path, *, transformer: bool) -> None:
    """Raise CorpusError where weights are missing of a corpus whose settled questions have been taught.

    Without them no verdict would be given, and nobody be told. Those of the transformer count where it is wanted.
    """
    if not (root / "encoder" / VERDICTS).is_dir():
        return
    needed = {FILE: "", OFFLINE_FILE: " --offline"} | ({TRANSFORMER_FILE: " --transformer"} if transformer else {})
    for file, option in needed.items():
        if not (root / file).exists():
            raise CorpusError(f"this file of the corpus is missing; put it back, or run `judgecall fit{option}`", file=root / file)


def write_weights(root: Path, weights: Weights, file: str = FILE) -> None:
    """Keep fitted weights with the corpus."""
    write_whole(root / file, json.dumps(weights.to_json(), indent=1) + "\n")
