"""Where the corpus lies: the folder that is named, else the one that came with the package."""

from __future__ import annotations

import hashlib
import tempfile
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path

import click

from kb.errors import CorpusError

# What no build reads: questions that measure the search or tune it, figures of a training, queues of what a person should look at.
# A star stands for slashes, too.
_NOT_BUILT = ("questions/*", "tuning/*", "encoder/training.json", "encoder/*/training.json", "reviews/queue-*.toml")

corpus_option = click.option(
    "--corpus", type=click.Path(path_type=Path), help="The corpus folder; the one that came with the tool unless given."
)
"""The folder as a command is told it."""


def corpus_root(named: Path | None = None) -> Path:
    """The corpus folder; raises CorpusError when there is none."""
    root = named if named is not None else Path(str(files("corpus")))
    if not (root / "manifest.toml").is_file():
        raise CorpusError("there is no manifest.toml here; name the corpus folder with --corpus", file=root)
    return root


def check_writable(path: Path) -> None:
    """Raise CorpusError where a file of the corpus cannot be written; to be asked before the work of which it keeps the outcome.

    It is written beside what stands there, and then put in its place: both the file and its folder must allow it.
    """
    folder = next(above for above in path.parents if above.is_dir())
    try:
        if path.exists():
            with path.open("ab"):
                pass
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except OSError as error:
        message = f"this cannot be written ({error.strerror}); name a corpus folder that can be, with --corpus"
        raise CorpusError(message, file=path) from None


def corpus_hashes(root: Path) -> dict[str, str]:
    """The sha256 of every file that a build reads, by its path below the corpus folder."""
    out = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        hidden = any(piece.startswith((".", "__")) for piece in name.split("/"))
        built = not hidden and not name.endswith(".py") and not any(fnmatchcase(name, one) for one in _NOT_BUILT)
        if built and path.is_file():
            out[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return out
