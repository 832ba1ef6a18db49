"""Finds words that mark a question as one that no rules text held here answers: other games, prices, events, small talk."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.fold import fold


class Outside:
    """The words of the corpus's list, found whole in Latin letters and anywhere in Japanese."""

    def __init__(self, words: Iterable[str]) -> None:
        self._pattern = words_pattern(sorted({fold(word) for word in words}, key=lambda word: (-len(word), word)))

    def find(self, folded: str) -> list[str]:
        """The words that stand in a folded text."""
        return list(dict.fromkeys(self._pattern.findall(folded)))


def words_pattern(words: Iterable[str]) -> re.Pattern[str]:
    """A pattern for any of some folded words; a Latin word must stand whole, perhaps with a plural s."""
    latin: list[str] = []
    japanese: list[str] = []
    for word in words:
        (latin if word.isascii() else japanese).append(re.escape(word))
    pieces = []
    if latin:
        pieces.append(rf"(?<![a-z0-9])(?:{'|'.join(latin)})(?:s|'s)?(?![a-z0-9])")
    if japanese:
        pieces.append(f"(?:{'|'.join(japanese)})")
    return re.compile("|".join(pieces) if pieces else r"(?!)")
