"""The files of a KB's folder by their names, and what tells that they are whole."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

SCHEMA = 24
"""The layout of a KB; it rises when older code could no longer read a newer KB."""
META = "meta.json"
"""Names all others with their sha256."""
STORE, PASSAGES, TRAITS, WORDS = "kb.sqlite", "passages.npy", "traits.npy", "words.txt"
DENSE, LEXICAL, ENCODER = "dense.faiss", "lexical", "encoder"
"""The last two are folders, and so is that of the settled questions (`kb.settled.FOLDER`)."""


def meta_digest(meta: dict[str, Any]) -> str:
    """The sha256 of a KB's meta without its own digest, so that a changed byte in meta.json is noticed."""
    return hashlib.sha256(json.dumps({**meta, "digest": ""}, sort_keys=True).encode()).hexdigest()


def sha256_of(path: Path) -> str:
    """The sha256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
