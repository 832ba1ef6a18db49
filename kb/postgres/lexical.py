"""Lexical search in SQL over the inverted index: the scores that tantivy gives, and the passages in its order.

A word that stands in every other passage costs much and says little. Where the postings of a question are many, those of the words
that can add most are summed first; what the rest could add then says which passages are still in the race, and only in these are
the other words looked up (MaxScore: Turtle and Flood 1995). The result is the same as that of summing all; only past `AT_MOST`
postings, which the words of a question reach in a corpus a hundred times today's, it may differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, LiteralString

from kb.lexical import FIELDS, idf
from kb.postgres.hosts import Hosts
from kb.postgres.inverted import BLOCK, K1
from kb.postgres.passages import PostgresPassages

AT_ONCE = 300_000
"""Postings that are summed without a second thought."""
AT_MOST = 400_000
"""Where a question has more postings than this, its commonest words only rank the passages that are best by the others."""
RACING = 1000
"""Passages in which the other words are looked up, at most."""
_TOGETHER = 1000
"""Words whose postings are fetched at a time."""
_SUMS: LiteralString = """
SELECT passage, sum(weight * impact) AS points FROM (
    SELECT weight, unnest(passages) AS passage, unnest(impacts) AS impact
    FROM unnest(%s::integer[], %s::float8[]) AS asked (token, weight) JOIN posting ON posting.token = asked.token
) AS held GROUP BY passage
"""
# Equal scores come in the order of the passages, as tantivy has them; its scores are of single precision.
_ALL: LiteralString = f"""
SELECT number, points, entry FROM (
    SELECT passage, points FROM ({_SUMS}) AS sums ORDER BY points::real DESC, passage LIMIT %s
) AS best JOIN passage ON number = passage ORDER BY points::real DESC, number
"""
_REST: LiteralString = f"""
WITH sums AS MATERIALIZED ({_SUMS}),
bar AS MATERIALIZED (SELECT points FROM sums ORDER BY points DESC OFFSET %s LIMIT 1),
racing AS MATERIALIZED (
    SELECT passage, points FROM sums
    WHERE points >= coalesce((SELECT points FROM bar), 0) * 0.999999 - %s ORDER BY points DESC LIMIT {RACING}
)
SELECT number, points, entry, (SELECT points FROM bar), (SELECT count(*) FROM racing) FROM (
    SELECT passage, points FROM (
        SELECT racing.passage, racing.points
            + coalesce(sum(asked.weight * posting.impacts[array_position(posting.passages, racing.passage)]), 0) AS points
        FROM racing CROSS JOIN unnest(%s::integer[], %s::float8[]) AS asked (token, weight)
        LEFT JOIN posting ON posting.token = asked.token AND posting.block = racing.passage / {BLOCK}
        GROUP BY racing.passage, racing.points
    ) AS totals ORDER BY points::real DESC, passage LIMIT %s
) AS best JOIN passage ON number = passage ORDER BY points::real DESC, number
"""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the index: its token, how many passages hold it, its greatest impact."""

    token: int
    holding: int
    most: float


@dataclass(frozen=True, slots=True)
class _Asked:
    """A word of a question: its token, its weight in the score, how many passages hold it, the most it can add."""

    token: int
    weight: float
    holding: int
    bound: float


class PostgresLexical:
    """The inverted index of one revision; its words are held in memory, as the spelling holds them."""

    def __init__(self, hosts: Hosts, passages: PostgresPassages) -> None:
        self._hosts, self._passages = hosts, passages
        self._words: dict[str, dict[str, _Word]] = {field: {} for field in FIELDS}
        for token, field, word, holding, most in self._rows("SELECT token, field, word, holding, most FROM word", ()):
            self._words[FIELDS[field]][word] = _Word(token, holding, most)

    @property
    def size(self) -> int:
        """How many passages it holds."""
        return len(self._passages)

    def words(self) -> list[str]:
        """Every word that it holds, in order."""
        return sorted({word for words in self._words.values() for word in words})

    def weight(self, field: str, word: str) -> float:
        """The inverse document frequency of a word in a field, as BM25 counts it; a word that no passage holds weighs most."""
        known = self._words[field].get(word)
        return idf(self.size, known.holding if known else 0)

    def count(self, word: str) -> int:
        """How many passages hold the word."""
        return sum(words[word].holding for words in self._words.values() if word in words)

    def holds(self, word: str) -> bool:
        """Whether any passage holds the word."""
        return any(word in words for words in self._words.values())

    def search(self, field: str, words: Mapping[str, float], limit: int) -> list[tuple[int, float]]:
        """Passages by BM25 score over a field, best first, as (passage number, score); `words` says how much each word counts."""
        asked = []
        for word, boost in words.items():
            known = self._words[field].get(word)
            if known is not None:
                weight = boost * self.weight(field, word) * (1.0 + K1)
                asked.append(_Asked(known.token, weight, known.holding, weight * known.most))
        if not asked:
            return []
        asked.sort(key=lambda one: -one.bound)
        found = self._best(asked, limit)
        self._passages.learn((number, entry) for number, _, entry in found)
        return [(number, float(points)) for number, points, _ in found]

    def holders(self, field: str, words: Iterable[str]) -> Iterator[tuple[str, Iterable[int]]]:
        """The passages that hold a word in a field, a word once for each block of them; in no order."""
        known = self._words[field]
        rest = (word for word in words if word in known)
        while batch := {known[word].token: word for word in islice(rest, _TOGETHER)}:
            for token, passages in self._rows("SELECT token, passages FROM posting WHERE token = ANY (%s)", (list(batch),)):
                yield batch[token], passages

    def _best(self, asked: Sequence[_Asked], limit: int) -> list[tuple[Any, ...]]:
        """(passage, points, entry) of the best passages."""
        budget, total = AT_ONCE, sum(one.holding for one in asked)
        while (first := _within(asked, budget)) < len(asked):
            rest = sum(one.bound for one in asked[first:])
            found = self._rows(_REST, (*_columns(asked[:first]), limit - 1, rest, *_columns(asked[first:]), limit))
            bar, racing = found[0][3:] if found else (None, 0)
            # A little below, for the sums are rounded.
            proven = bar is not None and bar * 0.999999 > rest and racing < RACING
            if proven or (bar is not None and total > AT_MOST):
                return [row[:3] for row in found]
            budget *= 4
        return self._rows(_ALL, (*_columns(asked), limit))

    def _rows(self, statement: LiteralString, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return self._hosts.run(lambda connection: connection.execute(statement, values).fetchall())


def _within(asked: Sequence[_Asked], budget: int) -> int:
    """How many of the words, the most telling first, have no more postings than the budget together; at least one."""
    total = 0
    for place, one in enumerate(asked):
        total += one.holding
        if total > budget:
            return max(1, place)
    return len(asked)


def _columns(asked: Sequence[_Asked]) -> tuple[list[int], list[float]]:
    return [one.token for one in asked], [one.weight for one in asked]
