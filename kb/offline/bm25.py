"""BM25 over lists of words, by the very rules that the device follows (`web/static/offline/bm25.js`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.lexical import ASKED, RULES, Lexical, idf

K1, B = 1.2, 0.75
"""The usual constants (Robertson and Zaragoza 2009)."""


class Field:
    """One field: how often each document holds each word."""

    def __init__(self, documents: Sequence[Mapping[str, int]]) -> None:
        self.size = len(documents)
        lengths = [max(1, sum(words.values())) for words in documents]
        average = sum(lengths) / max(1, len(lengths))
        self._norms = [K1 * (1 - B + B * length / average) for length in lengths]
        self._holding: dict[str, list[tuple[int, int]]] = {}
        for place, words in enumerate(documents):
            for word, times in words.items():
                self._holding.setdefault(word, []).append((place, times))

    def count(self, word: str) -> int:
        """How many documents hold a word."""
        return len(self._holding.get(word, ()))

    def weight(self, word: str) -> float:
        """The inverse document frequency of a word; one that no document holds weighs most."""
        return idf(self.size, self.count(word))

    def holders(self, word: str) -> Iterator[int]:
        """The documents that hold a word."""
        return (place for place, _ in self._holding.get(word, ()))

    def search(self, words: Mapping[str, float], limit: int) -> list[tuple[int, float]]:
        """Documents by score, best first, the earlier one first where two are alike."""
        points: dict[int, float] = {}
        for word, share in words.items():
            weight = self.weight(word) * share
            for place, times in self._holding.get(word, ()):
                points[place] = points.get(place, 0.0) + weight * times * (K1 + 1) / (times + self._norms[place])
        return sorted(points.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]


class SmallLexical(Lexical):
    """The lexical index of the device: the rules' texts, and one document of asked words for each entry."""

    def __init__(
        self, rules: Sequence[Mapping[str, int]], asked: Sequence[Mapping[str, int]], first_asked: int, known: frozenset[str]
    ) -> None:
        self._fields = {RULES: Field(rules), ASKED: Field(asked)}
        self._first = {RULES: 0, ASKED: first_asked}
        self._known = known

    @property
    def size(self) -> int:
        """How many documents it holds."""
        return sum(field.size for field in self._fields.values())

    def weight(self, field: str, word: str) -> float:
        """The inverse document frequency of a word in a field."""
        return self._fields[field].weight(word)

    def count(self, word: str) -> int:
        """How many documents hold the word."""
        return sum(field.count(word) for field in self._fields.values())

    def holds(self, word: str) -> bool:
        """Whether the KB knows the word."""
        return word in self._known

    def search(self, field: str, words: Mapping[str, float], limit: int) -> list[tuple[int, float]]:
        """Passages by BM25 over a field, best first, as (passage number, score)."""
        first = self._first[field]
        return [(place + first, points) for place, points in self._fields[field].search(words, limit)]

    def holders(self, field: str, words: Iterable[str]) -> Iterator[tuple[str, Iterable[int]]]:
        """The passages that hold a word in a field, word by word."""
        first = self._first[field]
        for word in words:
            yield word, (place + first for place in self._fields[field].holders(word))
