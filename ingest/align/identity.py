"""Gives every rendition its entry: documents in the order they came, each aligned to the one before it.

An entry's id is made once, from the first edition that prints it, and stays. A new entry whose place has an older owner gets the
edition into its name (`bf/call/3.2-e4`), so that an old address never shows another rule's text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.align.likeness import Likeness
from ingest.align.match import Match, match
from ingest.align.overrides import NEW
from ingest.align.relations import alignment_of
from kb.model import Alignment, Document, Rendition, Term

Overrides = Mapping[tuple[str, str], tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Aligned:
    """All renditions with the entry each one is, and the alignments that say why."""

    renditions: list[Rendition]
    alignments: list[Alignment]


def identify(
    documents: Mapping[str, Document],
    printed: Mapping[str, Sequence[Rendition]],
    terms: Sequence[Term],
    overrides: Overrides | None = None,
) -> Aligned:
    """Align all documents and name their entries. `printed` has each document's renditions, named by where they are printed."""
    overrides = overrides or {}
    likeness = Likeness((r for renditions in printed.values() for r in renditions), terms)
    named: dict[str, list[Rendition]] = {}
    places: dict[str, dict[str, Rendition]] = {}
    taken: set[str] = set()
    alignments: list[Alignment] = []
    known: dict[tuple[str, str], list[Match]] = {}

    def matched(one: Document, other: Document) -> list[Match]:
        """The matches of two whole documents, each pair matched once."""
        pair = (one.id, other.id)
        if pair not in known:
            known[pair] = match(list(printed[one.id]), list(printed[other.id]), likeness)
        return known[pair]

    for document in _in_order(documents):
        before = _before(document, documents)
        mine = list(printed[document.id])
        matches = matched(before, document) if before is not None else []
        if before is not None:
            matches = _with_earlier(document, before, documents, printed, matches, mine, likeness, matched)
        ids = _ids(document, mine, matches, places, taken, overrides)
        taken |= set(ids.values())
        named[document.id] = [_renamed(rendition, ids) for rendition in mine]
        places[document.id] = dict(zip((r.entry for r in mine), named[document.id], strict=True))
        alignments += _alignments(matches, places, ids, likeness)
    renditions = [rendition for id in documents for rendition in named[id]]
    return Aligned(renditions, sorted(alignments, key=lambda a: (a.entry, a.source, a.target, a.target_number or "")))


def _in_order(documents: Mapping[str, Document]) -> list[Document]:
    """Editions from the oldest on; a translation after the text of its edition that came first in the manifest."""
    order = {id: place for place, id in enumerate(documents)}
    return sorted(documents.values(), key=lambda d: (d.game, d.edition, _is_translation(d, documents), order[d.id]))


def _is_translation(document: Document, documents: Mapping[str, Document]) -> bool:
    """Whether another language has a longer line of editions: then this document is read beside it."""
    lines = {language: _line(documents, document.game, language) for language in {d.language for d in documents.values()}}
    return any(len(lines[other]) > len(lines[document.language]) for other in lines if other != document.language)


def _line(documents: Mapping[str, Document], game: str, language: str) -> list[Document]:
    return [d for d in documents.values() if (d.game, d.language) == (game, language)]


def _before(document: Document, documents: Mapping[str, Document]) -> Document | None:
    """What a document is aligned to: what it supersedes; else the other language's text of its edition, or the newest before."""
    if document.supersedes is not None:
        return documents[document.supersedes]
    others = [
        d
        for d in documents.values()
        if d.game == document.game and d.language != document.language and d.edition <= document.edition
    ]
    if not _is_translation(document, documents) or not others:
        return None
    return max(others, key=lambda d: d.edition)


def _with_earlier(
    document: Document,
    before: Document,
    documents: Mapping[str, Document],
    printed: Mapping[str, Sequence[Rendition]],
    matches: list[Match],
    mine: list[Rendition],
    likeness: Likeness,
    whole: Callable[[Document, Document], list[Match]],
) -> list[Match]:
    """Further matches with the editions before the last one, for entries that the last one left out."""
    earlier = documents[before.supersedes] if before.supersedes is not None and before.language == document.language else None
    while earlier is not None:
        matched = {id(m.target) for m in matches}
        printed_then = {id(m.source) for m in whole(earlier, before)}
        gone = [r for r in printed[earlier.id] if id(r) not in printed_then]
        left = [r for r in mine if id(r) not in matched]
        if gone and left:
            matches = matches + match(gone, left, likeness)
        before, earlier = earlier, documents[earlier.supersedes] if earlier.supersedes is not None else None
    return matches


def _ids(
    document: Document,
    mine: Sequence[Rendition],
    matches: Iterable[Match],
    places: Mapping[str, Mapping[str, Rendition]],
    taken: set[str],
    overrides: Overrides,
) -> dict[str, str]:
    """The entry id of each of a document's renditions, by where it is printed."""
    ids: dict[str, str] = {}
    for found in matches:
        if found.relation not in ("split", "merged"):
            ids[found.target.entry] = places[found.source.document][found.source.entry].entry
    for (name, place), (entry, _) in overrides.items():
        if name == document.id:
            ids = {there: id for there, id in ids.items() if id != entry}
            ids.pop(place, None)
            if entry != NEW:
                ids[place] = entry
    for rendition in mine:
        if rendition.entry not in ids:
            free = rendition.entry not in taken and rendition.entry not in ids.values()
            ids[rendition.entry] = rendition.entry if free else _edition_name(rendition, document, taken | set(ids.values()))
    return ids


def _edition_name(rendition: Rendition, document: Document, taken: set[str]) -> str:
    """A name for a new entry whose printed place already names another: the edition is added to it."""
    mark = f"e{document.edition}" if document.supersedes is not None else f"{document.language}{document.edition}"
    name, again = f"{rendition.entry}-{mark}", 2
    while name in taken:
        name, again = f"{rendition.entry}-{mark}-{again}", again + 1
    return name


def _renamed(rendition: Rendition, ids: Mapping[str, str]) -> Rendition:
    under = rendition.under
    return replace(rendition, entry=ids[rendition.entry], under=ids.get(under, under) if under is not None else None)


def _alignments(
    matches: Iterable[Match],
    places: Mapping[str, Mapping[str, Rendition]],
    ids: Mapping[str, str],
    likeness: Likeness,
) -> list[Alignment]:
    """The records of a document's matches; one that an override undid is left out, one that it made is added by its entry."""
    out = []
    for found in matches:
        source = places[found.source.document][found.source.entry].entry
        target = ids[found.target.entry]
        if found.relation is not None:
            out.append(alignment_of(found, target if found.relation == "split" else source, likeness))
        elif source == target:
            out.append(alignment_of(found, source, likeness))
    return out
