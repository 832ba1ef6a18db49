"""A small transformer that reads a question word by word, in order; ONNX Runtime runs it, without torch.

The static encoders add vectors up, whatever the order: "additions before multiplications?" is to them what the other way round is.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kb.encoder import StaticEncoder, Vectors
from kb.errors import KbMismatch, KbMissing
from kb.pieces import Pieces
from kb.worked_out import SavedEncoder, SettlingEncoder, WorkedOut

FOLDER = "transformer"
"""Where it lies beside the static encoder whose vectors its own stand next to."""
ABOUT, PIECES, MODEL = "transformer.json", "pieces.txt", "model.onnx"


class Transformer(SavedEncoder):
    """An encoder from a folder: `transformer.json`, `pieces.txt` and `model.onnx`, which `ingest/teach_transformer.py` writes.

    The model takes `ids` and `kinds` of one text, shape (1, pieces), and gives `vectors`, shape (1, dimension). Texts go through it
    one by one: numbers of eight bits are scaled over all that is read at once, so a text's vector would hang on its neighbours.
    """

    def __init__(self, folder: Path) -> None:
        """Raises KbMissing or KbMismatch."""
        try:
            about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
            self.name, self.dimension = str(about["name"]), int(about["dimension"])
            pieces = (folder / PIECES).read_text(encoding="utf-8")
            self._model: bytes | None = (folder / MODEL).read_bytes()
            self._pieces = Pieces(pieces.split("\n"))
            if len(self._pieces) != about["pieces"]:
                raise ValueError(f"{PIECES} has {len(self._pieces)} pieces, {ABOUT} says {about['pieces']}")
        except (OSError, ValueError, EOFError, KeyError, TypeError) as error:
            raise KbMissing(f"the transformer cannot be read ({error}); run `judgecall train`", file=folder) from None
        self.folder = folder
        self._opened: Any = None
        self._opening = threading.Lock()
        self.fingerprint = hashlib.sha256(pieces.encode() + self._model).hexdigest()

    def save(self, folder: Path) -> None:
        """Put its files into another folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for file in (ABOUT, PIECES, MODEL):
            shutil.copyfile(self.folder / file, folder / file)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (texts, dimension); raises KbMissing or KbMismatch for a model that cannot be run."""
        out = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for place, text in enumerate(texts):
            ids, kinds = self._pieces.read(text)
            asked = {"ids": np.array([ids], dtype=np.int64), "kinds": np.array([kinds], dtype=np.int64)}
            out[place] = self._session.run(["vectors"], asked)[0][0]
        return out

    @property
    def _session(self) -> Any:
        """The model, opened when a text is read for the first time: what only shows entries does without."""
        with self._opening:
            if self._opened is None and self._model is not None:
                self._opened = _session(self._model, self.dimension, self.folder)
                self._model = None
        return self._opened


class Together(SettlingEncoder):
    """A static encoder and a transformer, their vectors side by side: the cosine of two texts is the mean of both cosines."""

    def __init__(self, static: SettlingEncoder, transformer: SavedEncoder) -> None:
        self.static, self.transformer = static, transformer
        self.name = f"{static.name}+{transformer.name}"
        self.dimension = static.dimension + transformer.dimension
        self.fingerprint = hashlib.sha256(f"{static.fingerprint} {transformer.fingerprint}".encode()).hexdigest()

    def save(self, folder: Path) -> None:
        """Write what `settling_encoder` reads, without the vectors that are kept."""
        self.static.save(folder)
        self.transformer.save(folder / FOLDER)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (texts, dimension)."""
        return np.hstack([self.static.encode(texts), self.transformer.encode(texts)]) * np.float32(0.5**0.5)

    def negations(self, texts: Sequence[str]) -> npt.NDArray[np.uint8]:
        """How each text is put, shape (texts, 2)."""
        return self.static.negations(texts)


def settling_encoder(folder: Path, *, transformer: bool) -> SettlingEncoder:
    """The encoder of the settled questions in a folder: the static one, with the transformer beside it where it is wanted.

    Raises KbMissing or KbMismatch.
    """
    static = WorkedOut(StaticEncoder.load(folder), folder)
    return Together(static, WorkedOut(Transformer(folder / FOLDER), folder / FOLDER)) if transformer else static


def _session(model: bytes, dimension: int, folder: Path) -> Any:
    import onnxruntime  # takes a tenth of a second

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # it has sorts of its own for each way to be broken
        reason = str(error).strip().split("\n")[0][:120]
        raise KbMissing(f"the transformer cannot be run ({reason}); run `judgecall train`", file=folder) from None
    ends = [one.name for one in session.get_inputs()], [(one.name, one.shape[-1]) for one in session.get_outputs()]
    if ends != (["ids", "kinds"], [("vectors", dimension)]):
        raise KbMismatch(f"{MODEL} has the ends {ends}, not ids, kinds, vectors of {dimension}; run `judgecall train`", file=folder)
    return session
