"""How much two texts agree: in one language by their words, across languages by the numbers and terms that both hold."""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from kb.fold import fold, key
from kb.model import LANGUAGES, Rendition, Term
from kb.tokens import tokens

# A number that a translation keeps: digits with their dots ("3.2.1", "30"). Not the digits inside a word ("BT02").
_NUMBER = re.compile(r"(?<![a-z\d])\d+(?:\.\d+)*")
# Where a sentence ends. Not the dots of "3.2.1" and "e.g.,".
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|(?<=[。！？])|\n")
_LETTERS_PER_JAPANESE = 2.4
"""English letters for one Japanese letter of a translation, as the aligned editions have it."""


class Likeness:
    """Compares renditions; word weights are learnt from the documents at hand, terms from the glossary."""

    def __init__(self, renditions: Iterable[Rendition], terms: Sequence[Term]) -> None:
        self._words: dict[int, Counter[str]] = {}
        self._anchors: dict[int, Counter[str]] = {}
        self._keys: dict[int, str] = {}
        self._weights: dict[int, array[float]] = {}
        self._holding: tuple[Sequence[Rendition], dict[str, list[int]]] = ((), {})
        holding: Counter[str] = Counter()
        size = 0
        for rendition in renditions:
            words = Counter(tokens(_whole(rendition)))
            self._words[id(rendition)] = words
            holding.update(words.keys())
            size += 1
        self._weight = {word: math.log(1 + size / count) for word, count in holding.items()}
        self._finders = {language: _finder(terms, language) for language in LANGUAGES}

    def words_of(self, rendition: Rendition) -> Counter[str]:
        """The words of a rendition that was given at the start, or of another."""
        if id(rendition) not in self._words:
            self._words[id(rendition)] = Counter(tokens(_whole(rendition)))
        return self._words[id(rendition)]

    def weight(self, word: str) -> float:
        """How telling a word is; one never seen counts most."""
        return self._weight.get(word, 8.0)

    def holding(self, among: Sequence[Rendition]) -> dict[str, list[int]]:
        """The places in `among` of the renditions that hold each word; kept for as long as the same list is asked about."""
        if self._holding[0] is not among:
            index: dict[str, list[int]] = defaultdict(list)
            for place, rendition in enumerate(among):
                for word in self.words_of(rendition):
                    index[word].append(place)
            self._holding = (among, index)
        return self._holding[1]

    def key_of(self, rendition: Rendition) -> str:
        """The text without spaces, quotes and case: equal for texts that differ in typography alone."""
        if id(rendition) not in self._keys:
            self._keys[id(rendition)] = key(rendition.text)
        return self._keys[id(rendition)]

    def within(self, one: Rendition, other: Rendition) -> float:
        """Likeness in one language, 0 to 1: weighted Dice over words (Dice 1945)."""
        if self.key_of(one) == self.key_of(other):
            return 1.0
        left, right = self.words_of(one), self.words_of(other)
        total = sum(chain(self._weights_of(one), self._weights_of(other)))
        shared = sum(self.weight(word) * min(count, right[word]) for word, count in left.items() if word in right)
        return 2 * shared / total if total else 0.0

    def openings(self, one: Rendition, other: Rendition) -> float:
        """Likeness in one language of the first sentences, which say what is done; what comes after them explains it."""
        left, right = (Counter(tokens(_SENTENCE_END.split(rendition.text, maxsplit=1)[0])) for rendition in (one, other))
        total = sum(self.weight(word) * count for word, count in chain(left.items(), right.items()))
        return 2 * sum(self.weight(word) * count for word, count in (left & right).items()) / total if total else 0.0

    def across(self, one: Rendition, other: Rendition) -> float:
        """Likeness across languages, 0 to 1: Dice over shared numbers and terms, and how well the lengths fit."""
        left, right = self.anchors_of(one), self.anchors_of(other)
        shared = 2 * sum((left & right).values()) / max(1, left.total() + right.total())
        return 0.75 * shared + 0.25 * _length_fit(one, other)

    def anchors_of(self, rendition: Rendition) -> Counter[str]:
        """Numbers and glossary terms of a text, as a translation keeps them."""
        if id(rendition) not in self._anchors:
            self._anchors[id(rendition)] = self._anchors_in(_whole(rendition), rendition.language)
        return self._anchors[id(rendition)]

    def share_names(self, one: Rendition, other: Rendition) -> bool:
        """Whether the titles of two renditions, of different languages, hold a number or glossary term in common."""
        left, right = (self._anchors_in(rendition.title or "", rendition.language) for rendition in (one, other))
        return not left.keys().isdisjoint(right)

    def _anchors_in(self, text: str, language: str) -> Counter[str]:
        folded = fold(text)
        found = Counter(_NUMBER.findall(folded))
        pattern, ids = self._finders[language]
        if pattern is not None:
            found.update(ids[form] for form in pattern.findall(folded))
        return found

    def _weights_of(self, rendition: Rendition) -> array[float]:
        """What each word of a text weighs, as often as it stands there."""
        found = self._weights.get(id(rendition))
        if found is None:
            words = self.words_of(rendition).items()
            found = self._weights[id(rendition)] = array("d", (self.weight(word) * count for word, count in words))
        return found


def _whole(rendition: Rendition) -> str:
    return f"{rendition.title or ''} {rendition.text}"


def _length_fit(one: Rendition, other: Rendition) -> float:
    sizes = [len(r.text) * (_LETTERS_PER_JAPANESE if r.language == "ja" else 1.0) for r in (one, other)]
    return min(sizes) / max(1.0, *sizes)


def _finder(terms: Sequence[Term], language: str) -> tuple[re.Pattern[str] | None, dict[str, str]]:
    """A pattern that finds the printed forms of all terms, the longest first, and the term of each form."""
    ids: dict[str, str] = {}
    for term in terms:
        for form in term.en if language == "en" else term.ja:
            folded = fold(form)
            if len(folded) > 1:
                ids.setdefault(folded, f"term:{term.id}")
    if not ids:
        return None, ids
    forms = sorted(ids, key=lambda form: (-len(form), form))
    edge = r"(?<![a-z])(?:{})(?![a-z])" if language == "en" else "(?:{})"
    return re.compile(edge.format("|".join(map(re.escape, forms)))), ids
