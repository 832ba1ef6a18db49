"""Everything that is known of the rules once all documents are read: entries, alignments, conflicts, changes, flows, references."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ingest.align.identity import Aligned, identify
from ingest.align.overrides import check_overrides, read_overrides
from ingest.catalogue import Catalogue, Source, read_catalogue
from ingest.changes import changes
from ingest.detect.unread import unread_conflicts
from ingest.flows import Flow, flow_record, flows
from ingest.grammars.walk import Parsed
from ingest.met import with_met
from ingest.read import read_document
from ingest.references import Reference, reference_record, references
from ingest.reviews import RuleChange, read_changes, read_conflicts, read_rule_changes
from ingest.terms import read_terms
from kb.errors import CorpusError
from kb.model import Change, Conflict, Document, Rendition, Term

Record = tuple[str, str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Known:
    """The corpus, read and understood."""

    catalogue: Catalogue
    parsed: list[Parsed]
    terms: list[Term]
    aligned: Aligned
    conflicts: list[Conflict]
    outdated: list[tuple[str, int]]
    changes: list[Change]
    rule_changes: list[RuleChange]
    flows: list[Flow]
    references: list[Reference]

    @property
    def documents(self) -> dict[str, Document]:
        """All documents by id."""
        return {id: source.document for id, source in self.catalogue.sources.items()}


def read_all(root: Path) -> Known:
    """Read and understand the whole corpus; raises CorpusError with file and line for the first thing that is wrong."""
    catalogue = read_catalogue(root)
    return understand(catalogue, [read_document(catalogue, source)[0] for source in catalogue.sources.values()])


def understand(catalogue: Catalogue, parsed: list[Parsed]) -> Known:
    """Align what the documents print, and read what a person settled about it."""
    root = catalogue.root
    documents = {id: source.document for id, source in catalogue.sources.items()}
    for one in parsed:
        _check_language(catalogue.sources[one.document.id], one)
    terms = read_terms(root)
    printed = {one.document.id: one.renditions for one in parsed}
    overrides = read_overrides(root)
    check_overrides(root, overrides, printed)
    aligned = identify(documents, printed, terms, overrides)
    catalogue = with_met(catalogue, parsed, aligned.renditions)
    by_place = {(r.entry, r.document): r for r in aligned.renditions}
    reviewed_conflicts = read_conflicts(root, by_place, documents)
    reviewed = read_changes(root, by_place, documents)
    return Known(
        catalogue=catalogue,
        parsed=parsed,
        terms=terms,
        aligned=aligned,
        conflicts=[
            *reviewed_conflicts.conflicts,
            *unread_conflicts(documents, aligned.renditions, reviewed_conflicts.read, terms),
        ],
        outdated=reviewed_conflicts.outdated,
        changes=changes(documents, aligned.renditions, aligned.alignments, reviewed),
        rule_changes=read_rule_changes(root, by_place),
        flows=flows([names.part for names in catalogue.parts.values()], documents.values(), aligned.renditions),
        references=references(catalogue, list(documents.values()), aligned.renditions),
    )


def _check_language(source: Source, parsed: Parsed) -> None:
    """A document must be written in the language that the manifest says."""
    letters = "".join(rendition.text for rendition in parsed.renditions)
    japanese = sum("\u3040" <= letter <= "\u30ff" or "\u4e00" <= letter <= "\u9fff" for letter in letters)
    share = japanese / max(1, len(letters))
    if letters and (share > 0.3) != (source.document.language == "ja"):
        seems = "Japanese" if share > 0.3 else "English"
        raise CorpusError(
            f"the manifest says that {source.document.id} is in {source.document.language!r}, and its text is {seems}",
            file=source.path,
        )


def records_of(known: Known) -> list[Record]:
    """All records that the KB keeps beside the entries: (sort, entry or "", body)."""
    out: list[Record] = []
    out += [("alignment", a.entry, asdict(a)) for a in known.aligned.alignments]
    out += [("conflict", c.entry, asdict(c)) for c in known.conflicts]
    out += [("change", c.entry, asdict(c)) for c in known.changes]
    for rule_change in known.rule_changes:
        body = asdict(rule_change)
        for entry in dict.fromkeys((rule_change.change, *rule_change.entries, *(place[0] for place in rule_change.stale))):
            out.append(("rule_change", entry, body))
    out += [("flow", f"{f.part.game}/{f.part.slug}", flow_record(f)) for f in known.flows]
    out += [("reference", r.entry, reference_record(r)) for r in known.references]
    out += _cited_by(known)
    out += [("term", t.entries[0] if t.entries else "", asdict(t)) for t in known.terms]
    out += [("withdrawn", entry, body) for entry, body in _gone(known).items()]
    return out


def _cited_by(known: Known) -> list[Record]:
    """For each entry, the entries whose current text refers to it."""
    documents = known.documents
    citing: dict[str, dict[str, None]] = defaultdict(dict)
    for reference in known.references:
        if reference.target is not None and reference.status == "ok" and documents[reference.document].current:
            citing[reference.target][reference.entry] = None
    return [("cited_by", entry, {"entry": entry, "by": list(by)}) for entry, by in sorted(citing.items())]


def _gone(known: Known) -> dict[str, dict[str, Any]]:
    """Entries that the current document of a language has dropped: the last one that printed it, and the edition that dropped it.

    `still_in` are the current documents of other languages that print it yet.
    """
    documents = known.documents
    printing: dict[str, list[Rendition]] = defaultdict(list)
    for rendition in known.aligned.renditions:
        printing[rendition.entry].append(rendition)
    out = {}
    for entry, renditions in printing.items():
        current = [r for r in renditions if documents[r.document].current]
        dropping = [r for r in renditions if all(r.language != other.language for other in current)]
        if dropping:
            last = max(dropping, key=lambda r: r.edition)
            dropped = next((d for d in documents.values() if d.supersedes == last.document), None)
            out[entry] = {
                "entry": entry,
                "last": last.document,
                "withdrawn_in": dropped.id if dropped else None,
                "still_in": [r.document for r in current],
                "merged_into": known.aligned.merged.get(entry),
            }
    return out
