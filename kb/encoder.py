"""Encoders turn texts into vectors. The shipped one is static: a table of token vectors, averaged, with no model to run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kb.errors import KbMismatch, KbMissing
from kb.features import features

Vectors = npt.NDArray[np.float32]


class Encoder(Protocol):
    """Anything that turns texts into unit vectors of one dimension."""

    name: str
    dimension: int
    fingerprint: str

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (texts, dimension); a text with no known token is all zeros."""
        ...


class StaticEncoder:
    """A vector per token, scaled by how telling the token is; a text is the mean of its tokens' vectors, made unit length."""

    def __init__(self, name: str, vocabulary: Sequence[str], table: npt.NDArray[np.float16]) -> None:
        if len(vocabulary) != len(table):
            raise ValueError(f"{len(vocabulary)} tokens but {len(table)} vectors")
        self.name = name
        self.dimension = int(table.shape[1])
        self._rows = {token: row for row, token in enumerate(vocabulary)}
        self._table = table.astype(np.float32)
        digest = hashlib.sha256("\n".join(vocabulary).encode())
        digest.update(np.ascontiguousarray(table).tobytes())
        self.fingerprint = digest.hexdigest()

    @classmethod
    def load(cls, folder: Path) -> StaticEncoder:
        """Read `encoder.json`, `tokens.txt` and `vectors.npy`; raises KbMissing or KbMismatch."""
        try:
            about = json.loads((folder / "encoder.json").read_text(encoding="utf-8"))
            vocabulary = (folder / "tokens.txt").read_text(encoding="utf-8").split("\n")
            table = np.load(folder / "vectors.npy", allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise KbMissing(f"the encoder cannot be read ({error}); run `judgecall train`", file=folder) from None
        if table.ndim != 2 or len(vocabulary) != len(table) or table.shape[1] != about["dimension"]:
            raise KbMismatch(
                f"encoder.json says dimension {about['dimension']} with {len(vocabulary)} tokens, vectors.npy is "
                f"{table.shape}; run `judgecall train`",
                file=folder,
            )
        return cls(about["name"], vocabulary, table)

    def save(self, folder: Path) -> None:
        """Write the three files that `load` reads."""
        folder.mkdir(parents=True, exist_ok=True)
        about = {"name": self.name, "dimension": self.dimension, "tokens": len(self._rows)}
        (folder / "encoder.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        (folder / "tokens.txt").write_text("\n".join(self._rows), encoding="utf-8")
        np.save(folder / "vectors.npy", self._table.astype(np.float16), allow_pickle=False)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (texts, dimension); a text with no known token is all zeros."""
        out = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for place, text in enumerate(texts):
            rows = [row for feature in features(text) if (row := self._rows.get(feature)) is not None]
            if rows:
                out[place] = self._table[rows].sum(axis=0)
        norms = np.linalg.norm(out, axis=1, keepdims=True)
        out /= np.where(norms > 0, norms, np.float32(1.0))
        return out
