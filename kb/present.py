"""The JSON shapes that the command line and the site share (CONTRACT: other people's tools rely on them)."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from kb.answer import Answer
from kb.citation import pinned
from kb.hit import Hit
from kb.model import Document, Entry, Rendition
from kb.review import Review, change_json, conflict_json, rule_change_json
from kb.search import Found
from kb.shapes import (
    AnswerShape,
    DocumentShape,
    EntryShape,
    FoundShape,
    HitShape,
    ReferenceShape,
    RenditionShape,
    Withdrawn,
)


def address(entry: str, document: str | None = None) -> str:
    """The site's address of an entry, pinned to a document if given."""
    return f"/{entry}" if document is None else f"/{entry}@{document}"


def rendition_json(rendition: Rendition, conflict: bool = False) -> RenditionShape:
    """A rendition as search results show it."""
    return {
        "document": rendition.document,
        "language": rendition.language,
        "edition": rendition.edition,
        "number": rendition.number,
        "title": rendition.title,
        "text": rendition.text,
        "conflict": conflict,
    }


def hit_json(hit: Hit) -> HitShape:
    """One result: the entry, its score, why it was found, and every rendition, the best first."""
    entry = hit.entry
    return {
        "id": entry.id,
        "kind": entry.kind,
        "game": entry.game,
        "citation": entry.citation,
        "url": address(entry.id),
        "score": hit.score,
        "why": list(hit.why),
        "text": "\n\n".join(rendition.text for rendition in hit.renditions),
        "renditions": [rendition_json(rendition, rendition.document in hit.conflicting) for rendition in hit.renditions],
    }


def answer_json(answer: Answer | None) -> AnswerShape | None:
    """The answer, or None where no ruling was found."""
    if answer is None:
        return None
    return {
        "verdict": answer.verdict,
        "negative": answer.negative,
        "text": answer.text,
        "confidence": answer.confidence,
        "citations": [
            {
                "id": citation.entry.id,
                "document": citation.rendition.document,
                "citation": pinned(citation.entry, citation.rendition),
                "url": address(citation.entry.id, citation.rendition.document),
                "quote": citation.quote,
            }
            for citation in answer.citations
        ],
        "caveats": list(answer.caveats),
    }


def found_json(found: Found, result: Callable[[Hit], HitShape] = hit_json) -> FoundShape:
    """The whole answer to a question; `result` gives what is said of each hit."""
    query = found.query
    return {
        "query": {
            "text": query.text,
            "language": query.language,
            "locators": list(query.referred.locators),
            "terms": list(query.terms),
        },
        "answer": answer_json(found.answer),
        "results": [result(hit) for hit in found.hits],
        "took_ms": round(found.took_ms, 3),
    }


def document_json(document: Document) -> DocumentShape:
    """A document without its text."""
    return {
        "id": document.id,
        "game": document.game,
        "language": document.language,
        "edition": document.edition,
        "title": document.title,
        "supersedes": document.supersedes,
        "effective": document.effective,
        "current": document.current,
        "sha256": document.sha256,
        "notice": document.notice,
        "url": f"/d/{document.id}",
    }


def entry_json(entry: Entry, review: Review) -> EntryShape:
    """One entry with all its renditions, where each stands in its source, and what is known about it."""
    conflicting = {document for c in review.conflicts for document in (c.en_document, c.ja_document)}
    return {
        "id": entry.id,
        "game": entry.game,
        "kind": entry.kind,
        "citation": entry.citation,
        "url": address(entry.id),
        "renditions": [
            {
                **rendition_json(rendition, rendition.document in conflicting),
                "citation": pinned(entry, rendition),
                "url": address(entry.id, rendition.document),
                "section": list(rendition.section),
                "under": rendition.under,
                "lines": [list(lines) for lines in rendition.lines],
                "doubts": list(rendition.doubts),
            }
            for rendition in entry.renditions
        ],
        "conflicts": [conflict_json(conflict) for conflict in review.conflicts],
        "changes": [change_json(change) for change in review.changes],
        "rule_changes": [rule_change_json(body) for body in review.rule_changes],
        "references": [cast(ReferenceShape, reference) for reference in review.references],
        "cited_by": list(review.cited_by),
        "withdrawn": cast(Withdrawn | None, review.withdrawn),
    }
