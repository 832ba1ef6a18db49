"""Finds words that mark a question as one that no rules text held here answers: other games, prices, events, small talk."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from kb.fold import fold


class Outside:
    """The words of the corpus's list, found whole in Latin letters and anywhere in Japanese."""

    def __init__(self, words: Iterable[str]) -> None:
        self._pattern = words_pattern(sorted({fold(word) for word in words}, key=lambda word: (-len(word), word)))

    def find(self, folded: str) -> list[str]:
        """The words that stand in a folded text."""
        return list(dict.fromkeys(self._pattern.findall(folded)))


def words_pattern(words: Iterable[str]) -> re.Pattern[str]:
    """A pattern for any of some folded words, the longest first; a Latin word must stand whole, perhaps with a plural s."""
    latin: list[str] = []
    japanese: list[str] = []
    for word in words:
        (latin if word.isascii() else japanese).append(word)
    pieces = []
    if latin:
        pieces.append(rf"(?<![a-z0-9]){any_of(latin)}(?:s|'s)?(?![a-z0-9])")
    if japanese:
        pieces.append(any_of(japanese))
    return re.compile("|".join(pieces) if pieces else r"(?!)")


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of some words. It shares their beginnings: tried one by one, hundreds take as long as an index."""
    tree: dict[str, Any] = {}
    for word in words:
        node = tree
        for letter in word:
            node = node.setdefault(letter, {})
        node[""] = {}
    return _pattern_of(tree)


def _pattern_of(tree: dict[str, Any]) -> str:
    branches = [re.escape(letter) + _pattern_of(below) for letter, below in sorted(tree.items()) if letter]
    if not branches:
        return ""
    return f"(?:{'|'.join(branches)}){'?' if '' in tree else ''}"
