"""The JSON of citations, which the command line and the site share."""

from __future__ import annotations

from collections.abc import Sequence

from kb.citation import pinned
from kb.citations.model import Candidate, Citation
from kb.model import Entry, Rendition
from kb.present import address
from kb.shapes import CandidateShape, CitationShape, CitedText, Spans

MOST_LETTERS = 1_000_000
"""Letters that the candidates of all citations of a text take at most, about; a text of 64 KB could ask for ten times as many."""
_PLAIN = 250
"""Letters that a candidate takes beside the text of today."""


def citations_json(found: Sequence[Citation]) -> Spans:
    """All citations of a text: `{"spans": […]}`, in order; candidates, all or none of a citation, only while there is room."""
    spans: list[CitationShape] = []
    room = MOST_LETTERS
    for citation in found:
        size = sum(_PLAIN + (len(one.today.text) if one.today is not None else 0) for one in citation.candidates)
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
        "candidates": [_candidate_json(candidate) for candidate in citation.candidates] if listed else [],
    }
    if not listed:
        span["left_out"] = len(citation.candidates)
    return span


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
    }


def _text_json(entry: Entry, rendition: Rendition) -> CitedText:
    return {
        "document": rendition.document,
        "citation": pinned(entry, rendition),
        "url": address(entry.id, rendition.document),
        "number": rendition.number,
        "text": rendition.text,
    }
