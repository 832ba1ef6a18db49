"""Remembers which corpus folder a KB was built from, beside the KB: inside it the same corpus must give the same bytes anywhere.

The corpus that came with the tool has no folder's name: it is the same one after a move or an update. What is remembered counts for
the very revision that was built; of a KB that was copied here nothing is known.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.corpus import corpus_root
from ingest.whole_files import write_whole
from kb.errors import CorpusError
from kb.writer import real

OWN = "with the tool"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a KB comes from: a corpus folder, or None for the corpus that came with the tool."""

    folder: Path | None

    def __str__(self) -> str:
        return "the corpus that came with the tool" if self.folder is None else str(self.folder)


def origin(root: Path) -> Origin:
    """The origin that a KB of this corpus folder has."""
    try:
        own = corpus_root().resolve() == root.resolve()
    except CorpusError:  # a tool without a corpus of its own
        own = False
    return Origin(None if own else root.resolve())


def remember(place: Path, root: Path, revision: str) -> None:
    """Say beside a KB that was just built what it was built from."""
    folder = origin(root).folder
    told = {"corpus": OWN if folder is None else str(folder), "revision": revision}
    write_whole(_file(place), json.dumps(told) + "\n")


def remembered(place: Path, meta: dict[str, Any]) -> Origin | None:
    """What the KB of this meta was built from, or None where that is not known."""
    known, revision = _read(place)
    return known if revision == meta.get("revision") else None


def last_remembered(place: Path) -> Origin | None:
    """What the last KB that was built here was built from, or None where that is not known."""
    return _read(place)[0]


def _read(place: Path) -> tuple[Origin | None, str]:
    """The origin that is told beside a KB, and the revision that it counts for."""
    try:
        told = json.loads(_file(place).read_text(encoding="utf-8"))
        corpus, revision = str(told["corpus"]), str(told["revision"])
    except (OSError, ValueError, KeyError, TypeError):
        return None, ""
    return Origin(None if corpus == OWN else Path(corpus)), revision


def _file(place: Path) -> Path:
    place = real(place)
    return place.parent / f".{place.name}.corpus"
