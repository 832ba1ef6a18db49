"""Where the corpus lies: the folder that is named, else the one that came with the package."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path

from kb.errors import CorpusError

# What a build reads. The question set measures search and is no part of a KB.
_NOT_BUILT = ("questions",)


def corpus_root(named: Path | None = None) -> Path:
    """The corpus folder; raises CorpusError when there is none."""
    root = named if named is not None else Path(str(files("corpus")))
    if not (root / "manifest.toml").is_file():
        raise CorpusError("there is no manifest.toml here; name the corpus folder with --corpus", file=root)
    return root


def corpus_hashes(root: Path) -> dict[str, str]:
    """The sha256 of every file that a build reads, by its path below the corpus folder."""
    out = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        hidden = any(piece.startswith((".", "__")) for piece in name.split("/"))
        if path.is_file() and not hidden and not name.endswith(".py") and name.split("/")[0] not in _NOT_BUILT:
            out[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return out
