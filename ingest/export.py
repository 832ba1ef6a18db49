"""What `judgecall export` prints, straight from the corpus: the lines that a KB built from it gives too (kb/export.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ingest.assemble import assemble
from ingest.known import Known
from kb.export import ExportedLine, alignment_line, entry_line
from kb.review import change_json, conflict_json

EXPORTS: dict[str, Callable[[Known], Iterator[ExportedLine]]] = {
    "entries": lambda known: map(entry_line, assemble(known.catalogue, known.aligned.renditions)),
    "alignments": lambda known: map(alignment_line, known.aligned.alignments),
    "conflicts": lambda known: map(conflict_json, known.conflicts),
    "changes": lambda known: map(change_json, known.changes),
}
"""What can be exported, by its name on the command line."""
