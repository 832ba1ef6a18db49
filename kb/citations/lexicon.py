"""Finds fixed forms in a view: the longest at each place, standing by themselves, in time that does not grow with their number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from kb.citations.view import View

T = TypeVar("T")
_KATAKANA = re.compile(r"[\u30a1-\u30faー]")


class Lexicon(Generic[T]):
    """Folded forms with what they stand for. A form may be followed by a number (`ap3.2.1`) where `numbers` is true."""

    def __init__(self, forms: Iterable[tuple[str, T]], *, width: int = 2, numbers: bool = False) -> None:
        self._width = width
        self._numbers = numbers
        self.meant: dict[str, list[T]] = {}
        for form, value in forms:
            if len(form) >= width:
                values = self.meant.setdefault(form, [])
                if value not in values:
                    values.append(value)
        self._heads: dict[str, list[str]] = {}
        for form in sorted(self.meant, key=lambda form: (-len(form), form)):
            self._heads.setdefault(form[:width], []).append(form)

    def find(self, view: View, letters: str) -> Iterator[tuple[int, int, list[T]]]:
        """Where forms stand in the letters of a view, from left to right without overlap, and what each stands for."""
        end = 0
        for place in view.beginnings(letters):
            if place < end:
                continue
            for form in self._heads.get(letters[place : place + self._width], ()):
                if letters.startswith(form, place) and self._stands(letters, place, place + len(form)):
                    end = place + len(form)
                    yield place, end, self.meant[form]
                    break

    def get(self, form: str) -> list[T]:
        """What one whole form stands for."""
        return self.meant.get(form, [])

    def _stands(self, folded: str, first: int, last: int) -> bool:
        """Whether the form is no piece of a longer word or number."""
        if first and _same_word(folded[first - 1], folded[first]):
            return False
        end, after = folded[last - 1], folded[last : last + 1]
        if end.isdecimal():
            return not (after.isdecimal() or (after.isascii() and after.isalpha()) or _goes_on(folded, last))
        return not after or not _same_word(end, after) or (self._numbers and after.isdecimal())


def _same_word(one: str, other: str) -> bool:
    if one.isascii() and other.isascii():
        return one.isalnum() and other.isalnum()
    return bool(_KATAKANA.match(one) and _KATAKANA.match(other))


def _goes_on(folded: str, last: int) -> bool:
    """Whether a number that ends here goes on after a dot."""
    return folded[last : last + 1] == "." and folded[last + 1 : last + 2].isdecimal()
