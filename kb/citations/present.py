"""The JSON of citations, which the command line and the site share."""

from __future__ import annotations

from collections.abc import Sequence

from kb.citation import pinned
from kb.citations.model import Candidate, Citation, Quoted, StandingDoubt
from kb.citations.shapes import CandidateShape, CitationShape, CitedText, DoubtShape, QuotedShape, Spans
from kb.model import Entry, Rendition
from kb.present import address

MOST_LETTERS = 1_000_000
"""Letters that the candidates of all citations of a text take at most, about; a text of 64 KB could ask for ten times as many."""
_PLAIN = 250
"""Letters that a candidate takes beside the text of today and what is known against it."""


def citations_json(found: Sequence[Citation]) -> Spans:
    """All citations of a text: `{"spans": […]}`, in order; candidates, all or none of a citation, only while there is room."""
    spans: list[CitationShape] = []
    room = MOST_LETTERS
    for citation in found:
        size = sum(map(_letters, citation.candidates))
        spans.append(citation_json(citation, listed=size <= room))
        room -= size if size <= room else 0
    return {"spans": spans}


def citation_json(citation: Citation, *, listed: bool = True) -> CitationShape:
    """One citation; `start` and `end` count code points of the text as sent."""
    span: CitationShape = {
        "start": citation.start,
        "end": citation.end,
        "text": citation.words,
        "status": citation.status,
        "reason": citation.reason,
        "range": citation.spread,
        "edition": citation.edition,
        "host": citation.host,
        "candidates": [_candidate_json(candidate) for candidate in citation.candidates] if listed else [],
        "quotes": [_quoted_json(quoted) for quoted in citation.quotes],
        "not_compared": [{"start": one.first, "end": one.last, "text": one.words} for one in citation.not_compared],
    }
    if not listed:
        span["left_out"] = len(citation.candidates)
    return span


def _letters(candidate: Candidate) -> int:
    """How many letters a candidate takes, about."""
    doubts = sum(len(one.passage) + len(one.note_en) + len(one.note_ja) for one in candidate.doubts)
    return _PLAIN + doubts + (len(candidate.today.text) if candidate.today is not None else 0)


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


def _doubt_json(doubt: StandingDoubt) -> DoubtShape:
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
        "printed_as": quoted.printed_as,
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
