"""What can be taken out of a KB as a whole, one JSON object a line; the command line and the site give the same lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, TypedDict

from kb.model import Alignment, Change, Conflict, Entry
from kb.review import change_json, conflict_json
from kb.shapes import ChangeShape, ConflictShape, DocumentId, EntryId, Kind, Language, LineRange, Number, Share
from kb.store import Store


class ExportedRendition(TypedDict):
    """A rendition in the export."""

    document: DocumentId
    language: Language
    edition: int
    number: Number
    title: str | None
    section: list[str]
    flow: str | None
    under: str | None
    text: str
    lines: list[LineRange]
    doubts: list[str]


class ExportedEntry(TypedDict):
    """A line of the export of entries."""

    id: EntryId
    game: str
    kind: Kind
    citation: str
    renditions: list[ExportedRendition]


class Place(TypedDict):
    """A number in a document."""

    document: DocumentId
    number: Number


class ExportedAlignment(TypedDict):
    """A line of the export of alignments: evidence that two renditions are one ruling."""

    entry: EntryId
    source: Place
    target: Place
    relation: Annotated[str, {"enum": ["translation", "same", "renumbered", "amended", "split", "merged"]}]
    method: str
    score: Share


ExportedLine = ExportedEntry | ExportedAlignment | ConflictShape | ChangeShape


def entry_line(entry: Entry) -> ExportedEntry:
    """An entry with all its renditions."""
    renditions: list[ExportedRendition] = [
        {
            "document": rendition.document,
            "language": rendition.language,
            "edition": rendition.edition,
            "number": rendition.number,
            "title": rendition.title,
            "section": list(rendition.section),
            "flow": rendition.flow,
            "under": rendition.under,
            "text": rendition.text,
            "lines": [list(lines) for lines in rendition.lines],
            "doubts": list(rendition.doubts),
        }
        for rendition in entry.renditions
    ]
    return {"id": entry.id, "game": entry.game, "kind": entry.kind, "citation": entry.citation, "renditions": renditions}


def alignment_line(alignment: Alignment) -> ExportedAlignment:
    """An alignment with its evidence."""
    return {
        "entry": alignment.entry,
        "source": {"document": alignment.source, "number": alignment.source_number},
        "target": {"document": alignment.target, "number": alignment.target_number},
        "relation": alignment.relation,
        "method": alignment.method,
        "score": alignment.score,
    }


def entries(store: Store) -> Iterator[ExportedEntry]:
    """Every entry, in the order of the rules."""
    return map(entry_line, store.entries())


def alignments(store: Store) -> Iterator[ExportedAlignment]:
    """Every alignment."""
    return (alignment_line(Alignment(**body)) for body in store.each("alignment"))


def conflicts(store: Store) -> Iterator[ConflictShape]:
    """Every place where the current texts of two languages do not say the same."""
    return (conflict_json(Conflict(**body)) for body in store.each("conflict"))


def changes(store: Store) -> Iterator[ChangeShape]:
    """Every change of an edition against the one before."""
    return (change_json(Change(**body)) for body in store.each("change"))


EXPORTS: Mapping[str, Callable[[Store], Iterator[ExportedLine]]] = {
    "entries": entries,
    "alignments": alignments,
    "conflicts": conflicts,
    "changes": changes,
}
"""What can be exported, by name."""
