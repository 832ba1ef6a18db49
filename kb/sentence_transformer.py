"""Any sentence-transformers model as an Encoder (`--encoder NAME-OR-PATH`); needs the `models` extra."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from kb.encoder import Vectors
from kb.errors import KbMissing


class SentenceTransformerEncoder:
    """A model by hub name or folder, loaded when it is made; raises KbMissing when it or the extra is not there."""

    def __init__(self, name: str) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError:
            raise KbMissing(f"encoder {name!r} needs the models extra: pip install 'judgecall[models]'") from None
        try:
            with _no_warnings():
                self._model = SentenceTransformer(name, device="cpu")
        except (OSError, ValueError, RuntimeError) as error:
            first = str(error).strip().split("\n")[0]
            raise KbMissing(f"encoder {name!r} cannot be loaded ({first}); give a model's hub name or its folder") from None
        self.name = name
        # A probe through the model stands for its weights: two models that encode it alike are one to us.
        probe = np.asarray(self._model.encode(["a rule and its number 規則"], normalize_embeddings=True), dtype=np.float32)
        self.dimension = int(probe.shape[1])
        self.fingerprint = hashlib.sha256(name.encode() + np.round(probe, 4).tobytes()).hexdigest()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (texts, dimension)."""
        found = self._model.encode(list(texts), normalize_embeddings=True, batch_size=64, show_progress_bar=False)
        return np.asarray(found, dtype=np.float32).reshape(-1, self.dimension)


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Within it a hub that cannot be reached is not told of at each of dozens of tries: what comes of them is one error."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)
