"""Gathers what speaks for entries: words, meaning, terms and numbers, as one matrix, with no entry's text read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

import numpy as np
import numpy.typing as npt

from kb.encoder import Vectors
from kb.evidence import FEATURES, Doubt, Evidence
from kb.knowledge_base import KnowledgeBase
from kb.lexical import ASKED, RULES
from kb.rows import among
from kb.traits import BARE, CHANGE, CURRENT, FLOW, QUESTION
from kb.understand import Query

POOL = 48
"""How many passages each index gives for each kind of passage before the evidence is summed."""

TEMPERATURE = 0.06
"""The temperature at which the encoder was taught to tell entries apart."""

HEAVIEST = 6
"""So many words of a question, those that say most in a field, are looked for there: common ones cost most time and tell least.

Of 5,539 unseen questions one fewer has the right entry first than with all words.
"""

_KEPT_WORDS = 8_000
_MOST = 1.2
"""More than this share of a question's words says nothing more."""
_NAMED = 10.0
"""An entry of another game counts so many times as much against one where the question names its game itself: it comes after."""
_BY_ROW = ("rules_words", "asked_words", "rules_meaning", "asked_meaning", "likely", "term", "title", "reference")
_PLACE = {name: place for place, name in enumerate(FEATURES)}
_PLACES = [_PLACE[name] for name in _BY_ROW]

Found = list[tuple[int, float]]
"""Passages with their points, the best first."""
ByRow = dict[int, float]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Entries for which something speaks, by row, and what: float64, shape (features, entries), features as FEATURES names them."""

    rows: list[int]
    matrix: npt.NDArray[np.float64]

    def evidence(self, places: Sequence[int]) -> list[Evidence]:
        """What speaks for some of them, by their places among the rows."""
        return [Evidence(*one) for one in self.matrix[:, places].T.tolist()]


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the words of a question weigh together in each field, and which share of that the rules know (0 to 1).

    `rules_heaviest` and `asked_heaviest` are those that weigh most there, and what each counts: of more words than HEAVIEST that
    many, of those that any passage holds.
    """

    rules: float
    asked: float
    known: float
    rules_heaviest: Mapping[str, float]
    asked_heaviest: Mapping[str, float]


class Gathering:
    """Gathers over an open KB."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._parts = {f"{part.game}/{part.slug}": place for place, part in reversed(list(enumerate(kb.store.parts)))}
        self._games = {id: place for place, id in enumerate(sorted(kb.store.games))}
        self._rows: dict[str, int | None] = {}
        self._weighed: dict[str, tuple[float, float, bool]] = {}

    def gather(self, query: Query, vector: Vectors) -> tuple[Candidates, Doubt]:
        """Evidence per entry, and what speaks against any of them; `vector` is the question's, shape (1, dimension)."""
        lexical, dense, passages = self._kb.lexical, self._kb.dense, self._kb.passages
        weighed = self._weigh(query)
        words = (lexical.search(RULES, weighed.rules_heaviest, POOL), lexical.search(ASKED, weighed.asked_heaviest, POOL))
        edges = (0, passages.first_asked, passages.first_unanswered, dense.size)
        rules, asked, unanswered = dense.search_between(vector, POOL, edges)
        found = (*words, rules, asked)
        rows = passages.entries_of([number for one in found for number, _ in one])
        ends = list(accumulate(map(len, found)))
        led = [rows[start:end] for start, end in pairwise((0, *ends))]
        totals = (weighed.rules, weighed.asked, 1.0, 1.0)
        best = [_best(by, one, total) for by, one, total in zip(led, found, totals, strict=True)]
        near = np.exp((_cosines(rules, asked, unanswered) - 1.0) / TEMPERATURE)
        answered = len(rules) + len(asked)
        likely = _shares(rows[ends[1] :], near[:answered])
        candidates = self._candidates([*best, likely, *self._by_term(query), self._by_number(query)], query)
        beside = float(near[answered:].sum() / near.sum()) if unanswered else 0.0
        return candidates, Doubt(1.0 - weighed.known, float(min(2, len(query.outside))), float(query.reason), beside)

    def _candidates(self, by_row: list[ByRow], query: Query) -> Candidates:
        """The matrix: what is known by row, and what the entry is, where that counts: in a part that is named, bare, withdrawn."""
        rows = list(dict.fromkeys(chain.from_iterable(by_row)))
        out = np.zeros((len(FEATURES), len(rows)))
        places = {row: place for place, row in enumerate(rows)}
        for feature, one in zip(_PLACES, by_row, strict=True):
            if one:
                out[feature, [places[row] for row in one]] = list(one.values())
        if not rows:
            return Candidates(rows, out)
        traits = self._kb.traits.of(rows)
        marks = traits[:, 2]
        current = marks & CURRENT != 0
        if parts := query.referred.parts:
            inside = among(traits[:, 1], (self._parts[part] for part in parts))
            out[_PLACE["part"]] = inside
            out[_PLACE["other_part"]] = ~inside & (marks & FLOW != 0)
        if query.games:
            other = ~among(traits[:, 0], (self._games[game] for game in query.games))
            out[_PLACE["other_game"]] = other * (_NAMED if query.named else 1.0)
        out[_PLACE["bare"]] = marks & BARE != 0
        out[_PLACE["question"]] = marks & QUESTION != 0
        if query.old:
            out[_PLACE["old"]] = ~current | (marks & CHANGE != 0)
        else:
            out[_PLACE["gone"]] = ~current
        return Candidates(rows, out)

    def _by_term(self, query: Query) -> tuple[ByRow, ByRow]:
        """Entries that define a term of the question; a term that is only looked up makes its entry the title asked for."""
        terms: ByRow = {}
        titles: ByRow = {}
        for mention in query.mentions:
            for place, id in enumerate(mention.term.entries):
                row = self._row(id)
                if row is not None:
                    terms[row] = max(terms.get(row, 0.0), mention.weight * (1.0, 0.5, 0.35)[min(place, 2)])
                    if place == 0 and mention.term.id in query.looked_up:
                        titles[row] = 1.0
        return terms, titles

    def _by_number(self, query: Query) -> ByRow:
        """Entries that the question names by number, and those before or after them that it asks for."""
        referred = query.referred
        named = {row: referred.pointed for id in referred.references if (row := self._row(id)) is not None}
        return named | {row: 1.0 for id in referred.following if (row := self._row(id)) is not None}

    def _row(self, id: str) -> int | None:
        """The row of an entry that a term or a number names; there are as many of them as there are terms."""
        if id not in self._rows:
            self._rows[id] = self._kb.store.row_of(id)
        return self._rows[id]

    def _weigh(self, query: Query) -> Weighed:
        """What the words of a question weigh."""
        rules = asked = known = 0.0
        held: list[str] = []
        in_rules: list[float] = []
        in_asked: list[float] = []
        for word, share in query.weights.items():
            says_in_rules, says_in_asked, is_held = self._weighed.get(word) or self._weight(word)
            rules += share * says_in_rules
            asked += share * says_in_asked
            if is_held:
                known += share * says_in_rules
                held.append(word)
                in_rules.append(share * says_in_rules)
                in_asked.append(share * says_in_asked)
        most = (_heaviest(query.weights, held, said) for said in (in_rules, in_asked))
        return Weighed(rules or 1.0, asked or 1.0, known / rules if rules else 0.0, *most)

    def _weight(self, word: str) -> tuple[float, float, bool]:
        """What a word weighs in each field, and whether any passage holds it; kept for the words asked lately."""
        index = self._kb.lexical
        if len(self._weighed) >= _KEPT_WORDS:
            self._weighed = {}
        known = self._weighed[word] = (index.weight(RULES, word), index.weight(ASKED, word), index.holds(word))
        return known


def _heaviest(weights: Mapping[str, float], held: Sequence[str], said: Sequence[float]) -> Mapping[str, float]:
    """Of the words that are held those that say most, in the order in which they stand, and how much each counts."""
    if len(weights) <= HEAVIEST:
        return weights
    places = sorted(range(len(held)), key=said.__getitem__, reverse=True)[:HEAVIEST]
    return {held[place]: weights[held[place]] for place in sorted(places)}


def _best(rows: list[int], found: Found, total: float) -> ByRow:
    """The points of the best passage of each entry, as a share of `total`, 0 at least."""
    out: ByRow = {}
    for row, (_, points) in zip(rows, found, strict=True):
        if row not in out:
            share = points / total
            out[row] = 0.0 if share < 0.0 else share if share < _MOST else _MOST
    return out


def _cosines(*found: Found) -> npt.NDArray[np.float64]:
    """The cosines of passages, those of each search behind the other."""
    return np.array([cosine for one in found for _, cosine in one], dtype=np.float64)


def _shares(rows: list[int], near: npt.NDArray[np.float64]) -> ByRow:
    """The share of each entry in how near all passages are together: the softmax of their cosines."""
    shares: ByRow = {}
    for row, share in zip(rows, (near / near.sum()).tolist(), strict=True):
        shares[row] = shares.get(row, 0.0) + share
    return shares
