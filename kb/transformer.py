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

from kb.dense import scale, wholes
from kb.encoder import Encoder, StaticEncoder, Vectors
from kb.errors import KbMismatch, KbMissing
from kb.pieces import Pieces

FOLDER = "transformer"
"""Where it lies beside the static encoder whose vectors its own stand next to."""
ABOUT, PIECES, MODEL = "transformer.json", "pieces.txt", "model.onnx"
KNOWN, TEXTS = "known.npy", "texts.npy"


class Transformer(Encoder):
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


class Together(Encoder):
    """A static encoder and a transformer, their vectors side by side: the cosine of two texts is the mean of both cosines.

    What takes minutes to work out is kept in the transformer's folder: `known.npy` has vectors of texts in whole numbers
    (`kb.dense.scale`), `texts.npy` the first 8 bytes of the sha256 of each, in order.
    """

    def __init__(self, static: StaticEncoder, transformer: Transformer) -> None:
        """Raises KbMissing or KbMismatch."""
        self.static, self.transformer = static, transformer
        self.name = f"{static.name}+{transformer.name}"
        self.dimension = static.dimension + transformer.dimension
        self.fingerprint = hashlib.sha256(f"{static.fingerprint} {transformer.fingerprint}".encode()).hexdigest()
        self._open_known()

    def save(self, folder: Path) -> None:
        """Write what `settling_encoder` reads, without the vectors that are kept."""
        self.static.save(folder)
        self.transformer.save(folder / FOLDER)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (texts, dimension)."""
        rows = self.rows(texts)
        if (rows < 0).all():
            return self._worked_out(texts)
        out = self._known[rows].astype(np.float32) / np.float32(scale(self.dimension))
        new = np.flatnonzero(rows < 0).tolist()
        if new:
            out[new] = self._worked_out([texts[place] for place in new])
        return out

    def keep(self, texts: Sequence[str]) -> None:
        """Work out the vectors of texts and keep them in the transformer's folder."""
        texts = sorted(set(texts), key=digest)
        folder = self.transformer.folder
        np.save(folder / KNOWN, wholes(self._worked_out(texts), scale(self.dimension)), allow_pickle=False)
        np.save(folder / TEXTS, np.array([digest(text) for text in texts], dtype=np.uint64), allow_pickle=False)
        self._open_known()

    def rows(self, texts: Sequence[str]) -> npt.NDArray[np.int64]:
        """The rows of texts among those kept, -1 for others."""
        if not len(self._texts):
            return np.full(len(texts), -1, dtype=np.int64)
        wanted = np.array([digest(text) for text in texts], dtype=np.uint64)
        rows = np.searchsorted(self._texts, wanted).clip(max=len(self._texts) - 1)
        return np.where(self._texts[rows] == wanted, rows, -1)

    def _worked_out(self, texts: Sequence[str]) -> Vectors:
        both = np.hstack([self.static.encode(texts), self.transformer.encode(texts)])
        return both * np.float32(0.5**0.5)

    def _open_known(self) -> None:
        folder = self.transformer.folder
        self._known, self._texts = np.zeros((0, self.dimension), dtype=np.int8), np.zeros(0, dtype=np.uint64)
        if not (folder / KNOWN).exists():
            return
        try:
            self._known = np.load(folder / KNOWN, mmap_mode="r", allow_pickle=False)
            self._texts = np.load(folder / TEXTS, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise KbMissing(f"the vectors that are kept cannot be read ({error}); run `judgecall train`", file=folder) from None
        if self._known.shape != (len(self._texts), self.dimension):
            raise KbMismatch(
                f"{KNOWN} is {self._known.shape} for {len(self._texts)} texts and {self.dimension} numbers; run `judgecall train`",
                file=folder,
            )


def settling_encoder(folder: Path, *, transformer: bool = True) -> StaticEncoder | Together:
    """The encoder of the settled questions in a folder: static, and together with a transformer where one lies there.

    Raises KbMissing or KbMismatch.
    """
    static = StaticEncoder.load(folder)
    return Together(static, Transformer(folder / FOLDER)) if transformer and (folder / FOLDER).is_dir() else static


def digest(text: str) -> int:
    """The first 8 bytes of a text's sha256, as a number."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


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
