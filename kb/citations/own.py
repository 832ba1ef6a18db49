"""The forms that the site itself prints: `BF Attack Phase 3.2.1`, `BF [Penetrate] (EN 3)`, in every language a text has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.citations.index import Form, Index
from kb.citations.lexicon import Lexicon
from kb.citations.numbers import may_end
from kb.citations.view import View, folded
from kb.locator import Locator

# The document that a citation is pinned to: "(EN 3)".
_PIN = re.compile(r"\s?\((?P<language>[a-z]{2}) (?P<edition>[1-9]\d?)\)")
# A number after a dash: the citation is the head of a range, which is read as one. One that counts after a dash of prose is none:
# "3.2.1 – 2 cards are …", "Q3 – 2枚の…"; nor is one that is not higher: "1.3 – 1.1.で使用を宣言した…".
_RANGE = re.compile(r"\s?(?:-|~|to|から)\s?(?:q ?)?(?P<number>[1-9]\d?(?:\.[1-9]\d?){0,3})")
_NUMBER = re.compile(r"[1-9]\d?(?:\.[1-9]\d?){0,3}$")

# A form that ends in one number alone. Not the 2.1 of "call 2.1" or the 57 of "st-57".
_SINGLE = re.compile(r"\s\d{1,2}$")


@dataclass(frozen=True, slots=True)
class Own:
    """A citation form at a place of a view: the entries that go by it; `pin` is a language and an edition, or None."""

    first: int
    last: int
    ids: tuple[str, ...]
    pin: tuple[str, int] | None = None


class OwnForms:
    """Finds the site's own citation forms; prepared once for a KB."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._codes = [game.code for game in index.store.games.values()]
        width = min((len(code) for code in self._codes), default=2) + 3
        self.forms = Lexicon(((folded(words), form) for words, form in index.forms), width=width)
        self.listed = Lexicon(((folded(words), form) for words, form in index.listed), width=3)

    def find(self, view: View, letters: str) -> Iterator[Own]:
        """The forms in a text, in order, each with the edition that it is pinned to. The game's code stands in capitals."""
        found = list(self.forms.find(letters))
        coded = {place for first, last, _ in found for place in range(first, last)}
        found += [one for one in self.listed.find(letters) if coded.isdisjoint(range(one[0], one[1]))]
        for first, last, ids in sorted(found, key=lambda one: one[0]):
            if first in coded and not any(view.words(first, last).startswith(code) for code in self._codes if code.isascii()):
                continue
            pin = _PIN.match(letters, last)
            if pin is not None:
                pinned = (pin["language"], int(pin["edition"]))
                yield Own(first, pin.end(), self._meant(ids, pinned), pinned)
            elif self._ends(letters, first, last):
                yield Own(first, last, self._meant(ids, None))

    def _meant(self, forms: Sequence[Form], pin: tuple[str, int] | None) -> tuple[str, ...]:
        """The entries that go by a form in the document that is pinned; else those whose own citation it is; else all."""
        documents = self._index.store.documents
        if pin is not None:
            pinned = [f.id for f in forms if f.document and (documents[f.document].language, documents[f.document].edition) == pin]
        else:
            pinned = [f.id for f in forms if f.document is None]
        return tuple(dict.fromkeys(pinned or [f.id for f in forms]))

    @staticmethod
    def _ends(letters: str, first: int, last: int) -> bool:
        """Whether a form is all that is said: no head of a range, and a single number in it counts nothing ("2 monsters")."""
        if not letters[last - 1].isdecimal():
            return letters[first:last].count(" ") > 1 or not letters[last - 1].isalpha() or may_end(letters, last)
        single = _SINGLE.search(letters, first, last) is not None
        return (not single or may_end(letters, last)) and not _heads_a_range(letters, first, last)


def _heads_a_range(letters: str, first: int, last: int) -> bool:
    """Whether a form that ends in a number goes on to a higher one: "3.2.1–3.2.3", "Q1-3"."""
    one, other = _NUMBER.search(letters, first, last), _RANGE.match(letters, last)
    if one is None or other is None:
        return False
    if "." in other["number"]:
        return Locator.parse(one.group()) < Locator.parse(other["number"])
    return " " not in other.group() or may_end(letters, other.end())
