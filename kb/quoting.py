"""Chooses what is quoted of a rule: the sentence nearest the question, with as much around it as is read at a glance."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kb.model import Rendition
from kb.sentences import spans
from kb.tokens import tokens
from kb.understand import Query

WORDS = 1.0
"""How much the words that a sentence shares with the question count beside its likeness in meaning."""
GLANCE = {"en": 300, "ja": 150}
"""Letters that a quote may have where it is more than one sentence."""

# A sentence with which a change of the rules begins to say what holds now. Not "the new rule …" inside a sentence.
_NEW = re.compile(r"New Rule\b|新ルール")

# How an example begins.
_EXAMPLE = re.compile(r"[(（]?(?:e\.g|(?:For )?[Ee]xample\b|Another example\b|例(?!外))")
EXAMPLE = 0.25
"""How much less an example tells than the rule that it is an example of."""

Likeness = Callable[[Sequence[str]], Sequence[float]]
"""Gives the cosine of each of some sentences with the question."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words as printed, and where in them the sentence stands that says most about the question: from `start` up to `end`."""

    text: str
    start: int
    end: int

    @property
    def pieces(self) -> tuple[str, str, str]:
        """What stands before the telling sentence, the sentence, and what stands behind it."""
        return self.text[: self.start], self.text[self.start : self.end], self.text[self.end :]


def quote(query: Query, rendition: Rendition, likeness: Likeness) -> Quote:
    """What to quote of a rendition: a Q&A's answer from its first sentence on, else what stands around the one most like it."""
    text = rendition.answer or rendition.text
    places = _of_its_day(text, spans(text), query.old) or [(0, len(text))]
    told = 0 if rendition.answer or len(places) == 1 else _telling(query, [text[start:end] for start, end in places], likeness)
    first, last = _around(places, told, GLANCE[rendition.language])
    begin = places[first][0]
    return Quote(text[begin : places[last][1]], places[told][0] - begin, places[told][1] - begin)


def _of_its_day(text: str, places: list[tuple[int, int]], old: bool) -> list[tuple[int, int]]:
    """Of a change of the rules the sentences that hold: from the new rule on, or before it where the old one is asked for."""
    new = next((place for place, (start, _) in enumerate(places) if _NEW.match(text, start)), 0)
    return places if not new else places[:new] if old else places[new:]


def _telling(query: Query, pieces: Sequence[str], likeness: Likeness) -> int:
    """The place of the sentence that is most like the question in words and meaning."""
    asked = query.weights

    def shared(piece: str) -> float:
        words = tokens(piece)
        return sum(asked.get(word, 0.0) for word in set(words)) / (4 + len(words))

    points = [
        cosine + WORDS * shared(piece) - (EXAMPLE if _EXAMPLE.match(piece) else 0.0)
        for piece, cosine in zip(pieces, likeness(pieces), strict=True)
    ]
    return points.index(max(points))


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
