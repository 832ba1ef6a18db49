"""The JSON of citations, which the command line and the site share."""

from __future__ import annotations

from collections.abc import Sequence

from kb.citation import pinned
from kb.citations.model import Candidate, Citation, Doubt, Quoted
from kb.citations.shapes import CandidateShape, CitationShape, CitedText, DoubtShape, QuotedShape, Spans
from kb.model import Entry, Rendition
from kb.present import address


def citations_json(found: Sequence[Citation]) -> Spans:
    """All citations of a text: `{"spans": […]}`, in order."""
    return {"spans": [citation_json(citation) for citation in found]}


def citation_json(citation: Citation) -> CitationShape:
    """One citation; `start` and `end` count code points of the text as sent."""
    return {
        "start": citation.start,
        "end": citation.end,
        "text": citation.words,
        "status": citation.status,
        "reason": citation.reason,
        "range": citation.spread,
        "edition": citation.edition,
        "candidates": [_candidate_json(candidate) for candidate in citation.candidates],
        "quotes": [_quoted_json(quoted) for quoted in citation.quotes],
    }


def _candidate_json(candidate: Candidate) -> CandidateShape:
    """A candidate; its citation and address are pinned where the text names an edition. `today` is null while nothing differs."""
    entry, rendition = candidate.entry, candidate.rendition
    return {
        "id": entry.id,
        "status": candidate.status,
        "document": rendition.document,
        "citation": pinned(entry, rendition) if candidate.named else entry.citation,
        "url": address(entry.id, rendition.document if candidate.named else None),
        "number": rendition.number,
        "today": None if candidate.today is None else _text_json(entry, candidate.today),
        "went_to": None if candidate.went_to is None else {"id": candidate.went_to.id, "url": address(candidate.went_to.id)},
        "doubts": [_doubt_json(doubt) for doubt in candidate.doubts],
    }


def _doubt_json(doubt: Doubt) -> DoubtShape:
    return {
        "sort": "stale" if doubt.stale else "languages differ",
        "text": doubt.passage,
        "note": doubt.note_en,
        "note_ja": doubt.note_ja,
        "url": address(doubt.source) if doubt.stale else f"{address(doubt.source)}#disagree",
    }


def _quoted_json(quoted: Quoted) -> QuotedShape:
    """Words that are quoted from a citation."""
    return {
        "start": quoted.start,
        "end": quoted.end,
        "text": quoted.words,
        "document": quoted.rendition.document,
        "printed": quoted.printed,
        "printed_in": [
            {"id": entry.id, "document": one.document, "citation": pinned(entry, one), "url": address(entry.id, one.document)}
            for entry, one in quoted.others
        ],
        "nearest": "".join(span.text for span in quoted.nearest) or None,
    }


def _text_json(entry: Entry, rendition: Rendition) -> CitedText:
    return {
        "document": rendition.document,
        "citation": pinned(entry, rendition),
        "url": address(entry.id, rendition.document),
        "number": rendition.number,
        "text": rendition.text,
    }
