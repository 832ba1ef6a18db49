"""What `judgecall export` prints, one JSON object a line, in the shapes that other tools read (see CONTRACT)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from ingest.assemble import assemble
from ingest.known import Known
from kb.review import change_json, conflict_json

_RENDITION = ("document", "language", "edition", "number", "title", "section", "flow", "under", "text", "lines", "doubts")


def entries(known: Known) -> Iterator[dict[str, Any]]:
    """Every entry with all its renditions."""
    for entry in assemble(known.catalogue, known.aligned.renditions):
        renditions = [{key: asdict(rendition)[key] for key in _RENDITION} for rendition in entry.renditions]
        yield {"id": entry.id, "game": entry.game, "kind": entry.kind, "citation": entry.citation, "renditions": renditions}


def alignments(known: Known) -> Iterator[dict[str, Any]]:
    """Every alignment with its evidence."""
    for found in known.aligned.alignments:
        yield {
            "entry": found.entry,
            "source": {"document": found.source, "number": found.source_number},
            "target": {"document": found.target, "number": found.target_number},
            "relation": found.relation,
            "method": found.method,
            "score": found.score,
        }


def conflicts(known: Known) -> Iterator[dict[str, Any]]:
    """Every place where the current English and Japanese texts do not say the same."""
    yield from map(conflict_json, known.conflicts)


def changes(known: Known) -> Iterator[dict[str, Any]]:
    """Every change of an edition against the one before."""
    yield from map(change_json, known.changes)


EXPORTS: dict[str, Callable[[Known], Iterator[dict[str, Any]]]] = {
    "entries": entries,
    "alignments": alignments,
    "conflicts": conflicts,
    "changes": changes,
}
"""What can be exported, by its name on the command line."""
