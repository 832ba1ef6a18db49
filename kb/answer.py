"""Answers quote: the sentence of the best hit that says most about the question, with its citation, or nothing at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.model import Entry, Rendition
from kb.sentences import sentences
from kb.tokens import tokens
from kb.understand import Query
from kb.verdict import Verdict
from kb.weights import Weights

if TYPE_CHECKING:
    from kb.search import Hit

WORDS = 1.0
"""How much the words that a sentence shares with the question count beside its likeness in meaning."""
FOUND = 0.5
"""Confidence below which the nearest entries are near misses, and the honest answer is that no ruling was found."""


@dataclass(frozen=True, slots=True)
class Support:
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
    citations: tuple[Support, ...]
    caveats: tuple[str, ...]


def answer(
    query: Query, hits: Sequence[Hit], said: Verdict | None, weights: Weights, likeness: Callable[[Sequence[str]], Sequence[float]]
) -> Answer | None:
    """The answer that the best hit gives, or None when it is not near enough.

    `likeness` gives the cosine of each of some sentences with the question.

    A verdict is given only where the settled questions of the entry are near and speak with one voice, and the text is the current
    one, which they go by. Where the texts of the two languages do not say the same, a caveat says so.
    """
    if not hits or hits[0].score < FOUND:
        return None
    hit = hits[0]
    rendition = hit.renditions[0]
    quote = telling(query, rendition, likeness)
    clear = said is not None and said.share >= weights.verdict_share and said.likeness >= weights.verdict_likeness
    word = said.verdict if said is not None and clear and not hit.superseded else None
    citations = [Support(hit.entry, rendition, quote)]
    return Answer(word, quote, round(hit.score, 2), tuple(citations), tuple(_caveats(hit, rendition)))


def _caveats(hit: Hit, rendition: Rendition) -> list[str]:
    """What a judge should know before relying on the quote."""
    out = []
    if hit.conflicting:
        out.append("The English and the Japanese text of this entry do not say the same; see both.")
    if rendition.doubts:
        out.append("The source prints this text out of place or with a wrong number; see the entry.")
    if hit.superseded:
        out.append("This is the text of a superseded edition.")
    return out


def telling(query: Query, rendition: Rendition, likeness: Callable[[Sequence[str]], Sequence[float]]) -> str:
    """The sentence that is most like the question in words and meaning; for a Q&A the first two of its answer."""
    pieces = sentences(rendition.answer or rendition.text)
    if rendition.answer:
        return " ".join(pieces[:2]) if rendition.language == "en" else "".join(pieces[:2])
    asked = query.weights

    def shared(piece: str) -> float:
        words = tokens(piece)
        return sum(asked.get(word, 0.0) for word in set(words)) / (4 + len(words))

    if len(pieces) < 2:
        return pieces[0] if pieces else rendition.text
    points = [cosine + WORDS * shared(piece) for piece, cosine in zip(pieces, likeness(pieces), strict=True)]
    return pieces[points.index(max(points))]
