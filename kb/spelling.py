"""Puts misspelt words right: the nearest word that the KB knows, if it is near enough."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

from kb.fold import fold
from kb.tokens import tokens

_SHORTEST = 4
_LONGEST = 30
"""A longer word is no word of anybody's, and would take long to compare."""
_KEPT = 4096
"""Words put right are kept for so many asked lately."""
_TWO_MISTAKES = 7
"""Words of this length may have two letters wrong, shorter ones one (as Lucene's fuzzy search has it)."""
_LATIN = re.compile(r"[a-z]+")


class Spelling:
    """The words that are known, by length, so that only words of a like length are compared."""

    def __init__(self, words: Iterable[str]) -> None:
        self._known = frozenset(words)
        self._by_length: dict[int, list[str]] = {}
        for word in sorted(self._known):
            if len(word) >= _SHORTEST and not word[0].isdigit():
                self._by_length.setdefault(len(word), []).append(word)
        self._cache: dict[str, str | None] = {}

    @property
    def words(self) -> frozenset[str]:
        """All words that are known."""
        return self._known

    def knows(self, word: str) -> bool:
        """Whether the word is known as it is; a number always is."""
        return word in self._known or word[0].isdigit()

    def nearest(self, word: str) -> str | None:
        """The known word that differs least (insertion, deletion, swap, exchange; OSA distance), or None.

        Another first letter counts half a mistake more; of words as near the shortest, and the first of the alphabet.
        """
        if len(word) < _SHORTEST or self.knows(word) or len(word) > _LONGEST:
            return None
        cache = self._cache
        if word not in cache:
            if len(cache) > _KEPT:
                cache = self._cache = {}  # another thread may be reading the old one
            cache[word] = self._search(word)
        return cache[word]

    def _search(self, word: str) -> str | None:
        # Two mistakes and another first letter make another word: "edition" is not "addition".
        allowed = 2 if len(word) >= _TWO_MISTAKES else 1
        best: tuple[float, str] | None = None
        for length in range(len(word) - allowed, len(word) + allowed + 1):
            alike = self._by_length.get(length, ())
            found = process.extract(word, alike, scorer=OSA.distance, score_cutoff=allowed, limit=None)
            for known, far, _ in found:  # the least distance first, and in order
                another = known[0] != word[0]
                penalty = far + (0.5 if another else 0.0)
                if (far == 1 or not another) and (best is None or penalty < best[0]):
                    best = (penalty, known)
        return best[1] if best else None


def in_place(text: str, right: Mapping[str, str]) -> str:
    """A text with tokens set right where they stand, folded; as it is where none is wrong."""
    if not right:
        return text
    out = _LATIN.sub(lambda word: next((right[token] for token in tokens(word[0]) if token in right), word[0]), fold(text))
    for wrong in sorted((word for word in right if not word.isascii()), key=len, reverse=True):
        out = out.replace(wrong, right[wrong])
    return out


def may_be_cut_short(typed: Sequence[str], name: Sequence[str], knows: Callable[[str], bool]) -> bool:
    """Whether the last of the words that were typed are those of a name, cut short or with a letter wrong.

    Of a name of one word they must be no other word, as `knows` tells.
    """
    last = typed[-len(name) :]
    if len(last) < len(name) or not all(map(_same, last, name)) or not any(len(word) > 2 for word in last):
        return False
    return len(name) > 1 or last[0] == name[0] or _is_cut(last[0], name[0]) or (len(last[0]) > 3 and not knows(last[0]))


def _same(typed: str, word: str) -> bool:
    """Whether a typed word may be another: its beginning, its consonants, or with one letter of four wrong, two of eight."""
    if typed == word or (len(typed) > 2 and word.startswith(typed)) or (typed, word) == ("ph", "phase") or _is_cut(typed, word):
        return True
    return len(word) > 3 and typed[:1] == word[:1] and OSA.distance(typed, word) <= (2 if len(word) > 7 else 1)


def _is_cut(typed: str, word: str) -> bool:
    """Whether a typed word is another without its vowels but the first letter: atk, strt."""
    rest = iter(word)
    bare = len(typed) > 2 and typed[0] == word[0] and not set(typed[1:]) & set("aeiou")
    return bare and 2 * len(typed) >= len(word) and all(letter in rest for letter in typed)
