"""Chooses what is quoted of a rule: the sentence that settles the question, with as much around it as is read at a glance.

Where it is not told for sure which one does, none is told apart: a sentence in bold beside a verdict is read as its reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb.language import language_of
from kb.model import Rendition
from kb.polarity import is_negative
from kb.sentences import spans
from kb.tokens import tokens
from kb.understand import Query

WORDS = 0.6
"""How much the share of the question's words that a sentence holds counts beside its likeness in meaning."""
GLANCE = {"en": 300, "ja": 150}
"""Letters that a quote may have where it is more than one sentence."""

# A sentence with which a change of the rules or of a card begins to say what holds now. Not "the new rule …" inside a sentence.
_NEW = re.compile(r"New Rule\b|新ルール|Correct:")
_BARE = {"en": 40, "ja": 15}
"""Letters of an answer's first sentence that says no more than yes or no to the question as it is printed."""
_AS_PRINTED = 0.7
"""The cosine with the printed question from which on a question asks the same."""
_YES_OR_NO = re.compile(r"(?P<yes>Yes\b|はい)|(?P<no>No\b|いいえ)|(?:.*(?:(?P<no_ja>ません)|(?P<yes_ja>ます))。?$)")

# How an example begins.
_EXAMPLE = re.compile(r"[(（]?(?:e\.g|(?:For )?[Ee]xample\b|Another example\b|例(?!外))")
EXAMPLE = 0.25
"""How much less an example tells than the rule that it is an example of."""

STOCK = 0.3
"""How much less a stock sentence tells where the question holds none of its words but the entry's own name."""
TELLS = 0.5
"""What a word of the question counts at least that tells anything (`Query.weights`)."""

TOLD = 0.8
"""How much it counts that a sentence settles all that is like the question (`kb.telling`)."""
SURE = 0.3
"""So far the best sentence is ahead of the next where it is told apart."""

Likeness = Callable[[Sequence[str]], Sequence[float]]
"""Gives the cosine of each of some sentences with the question."""
Shares = Callable[[Sequence[str]], Sequence[float]]
"""Gives how much of what is like the question each of some sentences settles, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words as printed, and where in them the sentence stands that settles the question: from `start` up to `end`.

    Where it is not `sure` which one does these are the beginning and the end of the words.
    """

    text: str
    start: int
    end: int
    sure: bool = True

    @property
    def pieces(self) -> tuple[str, str, str]:
        """What stands before the telling sentence, the sentence, and what stands behind it; where none is told, nothing around."""
        return self.text[: self.start], self.text[self.start : self.end], self.text[self.end :]


def _none(sentences: Sequence[str]) -> list[float]:
    """The shares where nobody said which sentence settles anything."""
    return [0.0] * len(sentences)


def quote(
    query: Query,
    rendition: Rendition,
    likeness: Likeness,
    verdict: str | None = None,
    stock: Collection[str] = frozenset(),
    shares: Shares = _none,
) -> Quote:
    """What to quote of a rendition beside a verdict: what stands around the sentence that settles the question.

    Of a Q&A it is the answer from its first sentence on, but for one that only says yes or no to another question than was asked,
    or to one that is put the other way round.
    `stock` are sentences that many entries print alike.
    """
    text = rendition.answer or rendition.text
    places = _of_its_day(text, spans(text), query.old) or ((0, len(text)),)
    answered = rendition.answer is not None
    if answered and len(places) > 1 and not _answers(query, text[slice(*places[0])], rendition, likeness, verdict):
        places, answered = places[1:], False
    told = 0
    # What explains a name that is looked up stands first under its title. A bare yes or no is told of the printed question alone.
    sure = not (answered and verdict is None and _is_bare(text[slice(*places[0])], rendition.language))
    if not (answered or (query.looked_up and rendition.title) or len(places) == 1):
        told, sure = _telling(query, [text[start:end] for start, end in places], likeness, stock, rendition.title or "", shares)
    first, last = _around(places, told, GLANCE[rendition.language])
    begin, end = places[first][0], places[last][1]
    start, stop = places[told] if sure else (begin, end)
    return Quote(text[begin:end], start - begin, stop - begin, sure)


def holding(text: str, passages: Sequence[str], language: str) -> Quote | None:
    """The sentences of a text that hold some passages of it, none told apart; None where it holds none, or they are too many."""
    found = [(start, start + len(passage)) for passage in passages if passage and (start := text.find(passage)) >= 0]
    if not found:
        return None
    first, last = min(start for start, _ in found), max(end for _, end in found)
    places = [(start, end) for start, end in spans(text) if start < last and first < end]
    words = text[places[0][0] : places[-1][1]]
    return Quote(words, 0, len(words), sure=False) if len(words) <= 2 * GLANCE[language] else None


def _answers(query: Query, first: str, rendition: Rendition, likeness: Likeness, verdict: str | None) -> bool:
    """Whether the first sentence of a Q&A's answer tells something about the question that was asked, too."""
    if len(first) > _BARE[rendition.language] or rendition.question is None:
        return True
    said = _YES_OR_NO.match(first)
    if said is not None:
        contrary = verdict in ("yes", "no") and (said.lastgroup or "").removesuffix("_ja") != verdict
        negative = is_negative(query.put, language_of(query.put)) and not is_negative(rendition.question, rendition.language)
        if contrary or negative:
            return False
    return likeness([rendition.question])[0] >= _AS_PRINTED


def _is_bare(first: str, language: str) -> bool:
    """Whether the first sentence of an answer says no more than yes or no."""
    return len(first) <= _BARE[language] and _YES_OR_NO.match(first) is not None


def _of_its_day(text: str, places: tuple[tuple[int, int], ...], old: bool) -> tuple[tuple[int, int], ...]:
    """Of a change of the rules the sentences that hold: from the new rule on, or before it where the old one is asked for."""
    new = next((place for place, (start, _) in enumerate(places) if _NEW.match(text, start)), 0)
    return places if not new else places[:new] if old else places[new:]


def _telling(
    query: Query, pieces: Sequence[str], likeness: Likeness, stock: Collection[str], title: str, shares: Shares
) -> tuple[int, bool]:
    """The place of the sentence that settles what is like the question, and is most like it itself; and whether for sure."""
    asked, named = query.weights, _words_of(title)
    whole = sum(asked.values()) or 1.0
    points = []
    for piece, cosine, share in zip(pieces, likeness(pieces), shares(pieces), strict=True):
        words = _words_of(piece)
        shared = sum(asked.get(word, 0.0) for word in words) / whole
        beside = piece in stock and all(asked.get(word, 0.0) < TELLS for word in words - named)
        points.append(cosine + WORDS * shared + TOLD * share - EXAMPLE * (_EXAMPLE.match(piece) is not None) - STOCK * beside)
    best, second = sorted(points, reverse=True)[:2]
    return points.index(best), best - second >= SURE


@lru_cache(maxsize=1024)  # what is quoted is quoted again
def _words_of(text: str) -> frozenset[str]:
    """The tokens of a sentence."""
    return frozenset(tokens(text))


def _around(places: Sequence[tuple[int, int]], told: int, letters: int) -> tuple[int, int]:
    """The first and the last sentence of what is quoted: what comes behind explains more often than what stands before."""
    first = last = told
    while True:
        if last + 1 < len(places) and places[last + 1][1] - places[first][0] <= letters:
            last += 1
        elif first > 0 and places[last][1] - places[first - 1][0] <= letters:
            first -= 1
        else:
            return first, last
