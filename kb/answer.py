"""Answers quote: the sentence of the best hit that says most about the question, with its citation, or nothing at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.model import Entry, Rendition
from kb.sentences import sentences
from kb.tokens import tokens
from kb.understand import Query

LEAST_SCORE = 0.27
"""Below this the nearest entries are near misses, and the honest answer is that no ruling was found."""


@dataclass(frozen=True, slots=True)
class Citation:
    """What an answer rests on: an entry in one document, with the words quoted from it."""

    entry: Entry
    rendition: Rendition
    quote: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict (yes, no, depends, or None where the text is only quoted), the quoted words, and what they rest on."""

    verdict: str | None
    text: str
    confidence: float
    citations: tuple[Citation, ...]
    caveats: tuple[str, ...]


def answer(query: Query, hits: Sequence[tuple[Entry, tuple[Rendition, ...], float]]) -> Answer | None:
    """The answer that the best hit gives, or None when it is not near enough."""
    if not hits or hits[0][2] < LEAST_SCORE:
        return None
    entry, renditions, score = hits[0]
    rendition = renditions[0]
    quote = _telling(query, rendition)
    return Answer(None, quote, round(score, 2), (Citation(entry, rendition, quote),), ())


def _telling(query: Query, rendition: Rendition) -> str:
    """The sentence that shares most words with the question; for a Q&A the first of its answer."""
    pieces = sentences(rendition.answer or rendition.text)
    if rendition.answer:
        return " ".join(pieces[:2]) if rendition.language == "en" else "".join(pieces[:2])
    asked = set(query.words)
    return max(pieces, key=lambda piece: len(asked & set(tokens(piece))) / (4 + len(tokens(piece))), default=rendition.text)
