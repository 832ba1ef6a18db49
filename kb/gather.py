"""Gathers what speaks for entries: words, meaning, terms and numbers, as one matrix, with no entry's text read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
import numpy.typing as npt

from kb.dense import Near
from kb.encoder import Vectors
from kb.evidence import FEATURES, Objection
from kb.knowledge_base import KnowledgeBase
from kb.lexical import ASKED, RULES
from kb.passages import unanswered_in
from kb.rows import among
from kb.tokens import tokens
from kb.traits import BARE, CHANGE, CURRENT, FLOW, QUESTION, Table
from kb.understand import Query

POOL = 48
"""How many passages each index gives for each kind of passage before the evidence is summed; the dense one twice as many ways to
ask, those that no entry answers among them."""

TEMPERATURE = 0.06
"""The temperature at which the encoder was taught to tell entries apart."""

HEAVIEST = 5
"""So many words of a question, those that say most in a field, are looked for there: common ones cost most time and tell least.

Of 6,103 unseen questions as many have the right entry first as with six, and four fewer with four.
"""

_KEPT_WORDS = 8_000
_MOST = 1.2
"""More than this share of a question's words says nothing more."""
_DEFINING = (1.0, 0.5, 0.35)
"""What a term counts for the first entry that it names, which says what it is, the second, and the others; chosen by hand."""
_NAMED = 15.0
"""An entry of another game counts so many times as much against one where the question names its game itself: it comes after, also
where it answers much better ("how many minutes is a match?" of the game whose rules do not say; ten times is too little there)."""
_OF_NONE = 0.4
"""Where a question names its game, what names none counts only so much against an answer: of 776 tuning questions that name theirs
18 are lost instead of 28, and of 507 that no entry answers 435 are refused instead of 449."""
_PLACE = {name: place for place, name in enumerate(FEATURES)}
_PASSED_AS = np.array([_PLACE[name] for name in ("rules_words", "asked_words", "rules_meaning", "asked_meaning")])
"""What passages say of their entries, in the order in which they are searched."""
_NAMED_AS = [_PLACE[name] for name in ("term", "title", "reference")]

ByRow = dict[int, float]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Entries for which something speaks, by row in order, and what: float64, shape (features, entries), as FEATURES names them.

    `games` are their games, by place among the ids in order.
    """

    rows: list[int]
    games: list[int]
    matrix: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Passed:
    """The entries to which the passages found lead, by row, and their points; so many of each search, the best first."""

    rows: npt.NDArray[np.intp]
    points: npt.NDArray[np.float64]
    sizes: Sequence[int]


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
        self._games = kb.store.game_places
        self._weighed: dict[str, tuple[float, float, bool]] = {}

    def gather(self, query: Query, vector: Vectors) -> tuple[Candidates, list[Objection]]:
        """Evidence per entry, and what speaks against those of each game; `vector` is the question's, shape (1, dimension)."""
        lexical, passages = self._kb.lexical, self._kb.passages
        weighed = self._weigh(query)
        rules_words = _shared(lexical.search(RULES, weighed.rules_heaviest, POOL), weighed.rules)
        asked_words = _shared(lexical.search(ASKED, weighed.asked_heaviest, POOL), weighed.asked)
        rules, near = self._kb.dense.search_between(vector, (POOL, 2 * POOL), (0, passages.first_asked, self._kb.dense.size))
        answered = near.numbers < passages.first_unanswered
        asked = Near(near.numbers[answered], near.points[answered])
        beside = Near(near.numbers[~answered], near.points[~answered])
        cosines = np.concatenate((rules.points, asked.points, beside.points), dtype=np.float64)
        likeness = np.exp((cosines - 1.0) / TEMPERATURE)
        found = (rules_words, asked_words, rules, asked)
        rows = passages.entries_of(np.concatenate([one.numbers for one in found]))
        passed = _Passed(rows, np.concatenate([one.points for one in found]), [len(one.numbers) for one in found])
        meant = len(rules.numbers) + len(asked.numbers)
        unknown, outside, reason = 1.0 - weighed.known, float(min(2, len(query.outside))), float(query.reason)
        shares = self._shares_beside(
            beside, likeness[meant:], float(np.add.reduce(likeness[:meant])), _OF_NONE if query.named else 1.0
        )
        taught = self._kb.answerable
        unlike = 0.0 if taught is None else taught.against(tokens(query.question))
        objections = [Objection(unknown, outside, reason, share, unlike) for share in shares]
        return self._candidates(passed, likeness[:meant], query), objections

    def _shares_beside(self, beside: Near, likeness: npt.NDArray[np.float64], answered: float, of_none: float) -> list[float]:
        """How much of all that is near are questions that no entry of a game answers, for each game.

        What no entry of another game answers does not count: a rule of this one may well say it. `likeness` is that of the
        questions `beside`, `answered` that of all else together; those that name no game count as much as `of_none` says.
        """
        if not len(likeness):
            return [0.0] * len(self._games)
        entries = self._kb.passages.entries_of(beside.numbers)
        of_any, *of_each = np.bincount(unanswered_in(entries), likeness, 1 + len(self._games)).tolist()
        counted = [of_none * of_any + of_game for of_game in of_each]
        return [share / (share + answered) for share in counted]

    def _candidates(self, found: _Passed, likeness: npt.NDArray[np.float64], query: Query) -> Candidates:
        """The matrix: what passages say of their entries, what the question names, and what the entry is, where that counts.

        `likeness` is that of the passages found by meaning, the last ones of `found`.
        """
        by_name = zip(_NAMED_AS, (*self._by_term(query), self._by_number(query)), strict=True)
        named = [(feature, by) for feature, by in by_name if by]
        rows, places = _apart(np.concatenate((found.rows, *(list(by) for _, by in named))))
        out = np.zeros((len(FEATURES), len(rows)))
        passed, rest = places[: len(found.rows)], places[len(found.rows) :]
        at = np.repeat(_PASSED_AS, found.sizes) * len(rows) + passed
        np.maximum.at(out.reshape(-1), at, np.minimum(found.points, _MOST))  # of an entry's passages the best one counts
        if len(likeness):
            out[_PLACE["likely"]] = np.bincount(passed[-len(likeness) :], likeness / likeness.sum(), len(rows))
        for feature, by in named:
            out[feature, rest[: len(by)]] = list(by.values())
            rest = rest[len(by) :]
        traits = self._kb.traits.of(rows)
        if len(rows):
            self._describe(out, traits, query)
        return Candidates(rows.tolist(), traits[:, 0].tolist(), out)

    def _describe(self, out: npt.NDArray[np.float64], traits: Table, query: Query) -> None:
        """What entries are by their traits: in a part that is named, bare, withdrawn."""
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

    def _by_term(self, query: Query) -> tuple[ByRow, ByRow]:
        """Entries that define a term of the question; a term that is only looked up makes its entry the title asked for."""
        terms: ByRow = {}
        titles: ByRow = {}
        for mention in query.mentions:
            for place, id in enumerate(mention.term.entries):
                row = self._kb.store.row_of(id)
                if row is not None:
                    terms[row] = max(terms.get(row, 0.0), mention.weight * _DEFINING[min(place, 2)])
                    if place == 0 and mention.term.id in query.looked_up:
                        titles[row] = 1.0
        return terms, titles

    def _by_number(self, query: Query) -> ByRow:
        """Entries that the question names by number, and those before or after them that it asks for."""
        referred = query.referred
        row_of = self._kb.store.row_of
        named = {row: referred.pointed for id in referred.references if (row := row_of(id)) is not None}
        return named | {row: 1.0 for id in referred.following if (row := row_of(id)) is not None}

    def _weigh(self, query: Query) -> Weighed:
        """What the words of a question weigh."""
        weights, weighed = query.weights, self._weighed
        said = [weighed.get(word) or self._weight(word) for word in weights]
        shares = list(zip(weights.values(), said, strict=True))
        in_rules, in_asked = [share * one[0] for share, one in shares], [share * one[1] for share, one in shares]
        rules, asked, held = sum(in_rules), sum(in_asked), [is_held for *_, is_held in said]
        known = sum(compress(in_rules, held))
        most = (_heaviest(weights, held, says) for says in (in_rules, in_asked))
        return Weighed(rules or 1.0, asked or 1.0, known / rules if rules else 0.0, *most)

    def _weight(self, word: str) -> tuple[float, float, bool]:
        """What a word weighs in each field, and whether any passage holds it; kept for the words asked lately."""
        index = self._kb.lexical
        if len(self._weighed) >= _KEPT_WORDS:
            self._weighed = {}
        known = self._weighed[word] = (index.weight(RULES, word), index.weight(ASKED, word), index.holds(word))
        return known


def _heaviest(weights: Mapping[str, float], held: Sequence[bool], said: Sequence[float]) -> Mapping[str, float]:
    """Of the words that are held those that say most, in the order in which they stand, and how much each counts."""
    if len(weights) <= HEAVIEST:
        return weights
    places = sorted(compress(range(len(held)), held), key=said.__getitem__, reverse=True)[:HEAVIEST]
    words = list(weights)
    return {words[place]: weights[words[place]] for place in sorted(places)}


def _shared(found: list[tuple[int, float]], total: float) -> Near:
    """Passages found by words, and their points as a share of `total`."""
    numbers, points = zip(*found, strict=True) if found else ((), ())
    return Near(np.array(numbers, dtype=np.intp), np.array(points, dtype=np.float64) / total)


def _apart(rows: npt.NDArray[np.intp]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Rows in order, each once, and where each of those given stands among them: `np.unique` in half the time, for so few."""
    order = rows.argsort()
    ordered = rows[order]
    begins = np.ones(len(rows), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])
    places = np.empty(len(rows), dtype=np.intp)
    places[order] = begins.cumsum() - 1
    return ordered[begins], places
