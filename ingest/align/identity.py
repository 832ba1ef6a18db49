"""Gives every rendition its entry: documents in the order they came, each aligned to the one before it.

An entry's id is made once, from the first edition that prints it, and stays. A new entry whose place has an older owner gets the
edition into its name (`bf/call/3.2-e4`), so that an old address never shows another rule's text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ingest.align.likeness import Likeness
from ingest.align.match import Match, left, match, match_named
from ingest.align.overrides import NEW
from ingest.align.relations import alignment_of
from kb.model import Alignment, Document, Rendition, Term

Overrides = Mapping[tuple[str, str], tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Aligned:
    """All renditions with the entry each one is, the alignments that say why, and what each merged entry has gone into."""

    renditions: list[Rendition]
    alignments: list[Alignment]
    merged: Mapping[str, str]


def identify(
    documents: Mapping[str, Document],
    printed: Mapping[str, Sequence[Rendition]],
    terms: Sequence[Term],
    overrides: Overrides | None = None,
) -> Aligned:
    """Align all documents and name their entries. `printed` has each document's renditions, named by where they are printed."""
    likeness = Likeness((r for renditions in printed.values() for r in renditions), terms)
    naming = _Naming(printed, likeness, overrides or {})
    for document in _in_order(documents):
        naming.name(document)
    renditions = [rendition for id in documents for rendition in naming.named[id]]
    order = sorted(naming.alignments, key=lambda a: (a.entry, a.source, a.target, a.target_number or ""))
    return Aligned(renditions, order, naming.merged)


def _in_order(documents: Mapping[str, Document]) -> list[Document]:
    """Editions from the oldest on; in one edition those that supersede another first, the rest as the manifest has them."""
    order = {id: place for place, id in enumerate(documents)}
    return sorted(documents.values(), key=lambda d: (d.game, d.edition, d.supersedes is None, order[d.id]))


@dataclass(slots=True)
class _Naming:
    """The documents named so far, in their order.

    `named` has the renditions of each with their entries, `places` the same by where they are printed; `taken` are all entries.
    """

    printed: Mapping[str, Sequence[Rendition]]
    likeness: Likeness
    overrides: Overrides
    done: list[Document] = field(default_factory=list)
    named: dict[str, list[Rendition]] = field(default_factory=dict)
    places: dict[str, dict[str, Rendition]] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    alignments: list[Alignment] = field(default_factory=list)
    merged: dict[str, str] = field(default_factory=dict)
    _whole: dict[tuple[str, str], list[Match]] = field(default_factory=dict)

    def name(self, document: Document) -> None:
        """Align a document to those before it and give each of its renditions its entry."""
        other = self._in_the_other_language(document)
        before = other if document.supersedes is None else self._superseded(document)
        earlier = list(self._earlier(before, document)) if before is not None else []
        matches = self._with_earlier(document, before, earlier) if before is not None else []
        beside = other if other is not None and other is not before and other.edition == document.edition else None
        if beside is not None:
            matches = self._with_beside(document, beside, matches)
        mine = self.printed[document.id]
        ids = self._ids(document, matches)
        self.taken |= set(ids.values())
        self.named[document.id] = [_renamed(rendition, ids) for rendition in mine]
        self.places[document.id] = dict(zip((r.entry for r in mine), self.named[document.id], strict=True))
        against = [one for one in (before, *earlier, beside) if one is not None]
        self._record(self._settled(document, against, matches), ids)
        self.done.append(document)

    def _superseded(self, document: Document) -> Document:
        """The document that this one supersedes."""
        return next(other for other in self.done if other.id == document.supersedes)

    def _in_the_other_language(self, document: Document) -> Document | None:
        """The newest text of the game that came before, in another language."""
        return next((d for d in reversed(self.done) if d.game == document.game and d.language != document.language), None)

    def _earlier(self, before: Document, document: Document) -> Iterator[Document]:
        """The editions in the document's own language before the one that it supersedes, the newest first."""
        while before.language == document.language and before.supersedes is not None:
            before = self._superseded(before)
            yield before

    def _matched(self, one: Document, other: Document) -> list[Match]:
        """The matches of two whole documents, each pair matched once."""
        pair = (one.id, other.id)
        if pair not in self._whole:
            self._whole[pair] = match(list(self.printed[one.id]), list(self.printed[other.id]), self.likeness)
        return self._whole[pair]

    def _with_earlier(self, document: Document, before: Document, earlier: Iterable[Document]) -> list[Match]:
        """The matches with the document before, then with those before it, for entries that the later ones left out."""
        matches = self._matched(before, document)
        for other in earlier:
            matched = {id(m.target) for m in matches}
            printed_then = {id(m.source) for m in self._matched(other, before)}
            gone = [r for r in self.printed[other.id] if id(r) not in printed_then]
            mine = [r for r in self.printed[document.id] if id(r) not in matched]
            if gone and mine:
                matches = matches + match(gone, mine, self.likeness)
            before = other
        return matches

    def _with_beside(self, document: Document, beside: Document, matches: list[Match]) -> list[Match]:
        """Further matches with the other language's text, for rules that are new in both, or that this language lacked so far."""
        whole = [found for found in matches if found.relation is None]
        matched = {id(found.target) for found in whole}
        entries = {self._source(found).entry for found in whole}
        theirs = [r for r in self.printed[beside.id] if self.places[beside.id][r.entry].entry not in entries]
        mine = [r for r in self.printed[document.id] if id(r) not in matched]
        found = match(theirs, mine, self.likeness)
        return [*matches, *found, *match_named(*left(theirs, mine, found), self.likeness)]

    def _source(self, found: Match) -> Rendition:
        """The source of a match with its entry."""
        return self.places[found.source.document][found.source.entry]

    def _ids(self, document: Document, matches: Iterable[Match]) -> dict[str, str]:
        """The entry id of each of a document's renditions, by where it is printed."""
        ids = {found.target.entry: self._source(found).entry for found in matches if found.relation is None}
        for place, entry in self._overridden(document):
            ids = {there: id for there, id in ids.items() if id != entry}
            ids.pop(place, None)
            if entry != NEW:
                ids[place] = entry
        taken = self.taken | set(ids.values())
        for rendition in self.printed[document.id]:
            if rendition.entry not in ids:
                ids[rendition.entry] = _edition_name(rendition, document, taken) if rendition.entry in taken else rendition.entry
                taken.add(ids[rendition.entry])
        return ids

    def _overridden(self, document: Document) -> Iterator[tuple[str, str]]:
        """(place, entry) of what a person settled about a document."""
        yield from ((place, entry) for (name, place), (entry, _) in self.overrides.items() if name == document.id)

    def _settled(self, document: Document, against: Sequence[Document], matches: Iterable[Match]) -> list[Match]:
        """The matches as a person settled them: what was chosen by hand is matched with the first of `against` that prints it."""
        settled = dict(self._overridden(document))
        out = [found for found in matches if found.relation is not None or found.target.entry not in settled]
        printed = {r.entry: r for r in self.printed[document.id]}
        for place, entry in settled.items():
            sources = (r for other in against for r in self.printed[other.id] if self.places[other.id][r.entry].entry == entry)
            source = next(sources, None)
            if source is not None and place in printed:
                out.append(Match(source, printed[place], 1.0, "override"))
        return out

    def _record(self, matches: Iterable[Match], ids: Mapping[str, str]) -> None:
        """Keep the records of a document's matches; one that an override undid is left out."""
        for found in matches:
            source, target = self._source(found).entry, ids[found.target.entry]
            if found.relation is not None:
                self.alignments.append(alignment_of(found, target if found.relation == "split" else source, self.likeness))
            elif source == target:
                self.alignments.append(alignment_of(found, source, self.likeness))
            if found.relation == "merged":
                self.merged[source] = target


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
