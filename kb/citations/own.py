"""The forms that the site itself prints: `BF Attack Phase 3.2.1`, `BF [Penetrate] (EN 3)`, in every language a text has."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.citations.index import Form, Index
from kb.citations.lexicon import Lexicon
from kb.citations.numbers import may_end
from kb.citations.view import View, folded
from kb.locator import Locator

# The document that a citation is pinned to: "(EN 3)".
PIN = re.compile(r"\s?\((?P<language>[a-z]{2}) (?P<edition>[1-9]\d?)\)")
# A number after a dash: the citation is the head of a range, which is read as one. One that counts after a dash of prose is none:
# "3.2.1 – 2 cards are …", "Q3 – 2枚の…"; nor is one that is not higher: "1.3 – 1.1.で使用を宣言した…".
_RANGE = re.compile(r"\s?(?:-|~|to|から)\s?(?:q ?)?(?P<number>[1-9]\d?(?:\.[1-9]\d?){0,3})")
_NUMBER = re.compile(r"[1-9]\d?(?:\.[1-9]\d?){0,3}$")

# What follows the game's code in a form that nothing goes by: a name in brackets (BF [Penetrat]); words that are pinned to a
# document (BF Lost Dekc (EN 3)); words and a question's number, a step's of three places or a pinned one (BF Attak Phase 3.2.1).
# Not "BF rules (EN 3)" in prose: capitals must begin the words; nor "BF World tour 2.1".
_BRACKETED = re.compile(r"\s?\[[^\[\]\0]{1,80}\](?:\sq[1-9]\d?(?!\d))?(?:\s?\([a-z]{2} [1-9]\d?\))?")
_PINNED = re.compile(r"\s[^\d\s.?!()\[\]\0][^\d.?!()\0]{1,80}\([a-z]{2} [1-9]\d?\)")
_NUMBERED = re.compile(
    r"\s[^\d\s.,;:?!()\[\]\0_/&+*#§~\"'=<>|-][^\d.,;:?!()\[\]\0]{1,40}?\s?(?:"
    r"(?:q[1-9]\d?|[1-9]\d?(?:\.[1-9]\d?){2,3})(?![\d]|\.\d|[a-z])(?:\s?\([a-z]{2} [1-9]\d?\))?"
    r"|[1-9]\d?\.[1-9]\d?\s?\([a-z]{2} [1-9]\d?\))"
)
# A question's number behind a form that has none: no entry goes by both together, or the form had been the longer one.
_QUESTION = re.compile(r"\s?(?:の\s?)?q ?[1-9]\d?(?!\d)")

# A form that ends in one number alone. Not the 2.1 of "call 2.1" or the 57 of "st-57".
_SINGLE = re.compile(r"\s\d{1,2}$")


@dataclass(frozen=True, slots=True)
class Own:
    """A citation form at a place of a view: the entries that go by it; `pin` is a language and an edition, or None.

    `spread` is true for a range, whose entries are all meant; `lacks` where the pinned document has another name for it.
    """

    first: int
    last: int
    ids: tuple[str, ...]
    pin: tuple[str, int] | None = None
    spread: bool = False
    lacks: bool = False


class OwnForms:
    """Finds the site's own citation forms; prepared once for a KB."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._codes = [game.code for game in index.store.games.values()]
        width = min((len(code) for code in self._codes), default=2) + 3
        self.forms = Lexicon(((folded(words), form) for words, form in index.forms), width=width)
        self.listed = Lexicon(((folded(words), form) for words, form in index.listed), width=3)
        codes = "|".join(re.escape(folded(code)) for code in self._codes) or "(?!)"
        self._beginning = re.compile(rf"(?<![a-z0-9])(?:{codes})(?![a-z0-9])")

    def find(self, view: View, letters: str) -> Iterator[Own]:
        """The forms in a text, in order, each with the edition that it is pinned to. The game's code stands in capitals."""
        found = list(self.forms.find(view, letters))
        coded = {place for first, last, _ in found for place in range(first, last)}
        found += [one for one in self.listed.find(view, letters) if coded.isdisjoint(range(one[0], one[1]))]
        for first, last, ids in sorted(found, key=lambda one: one[0]):
            if first in coded and not any(view.words(first, last).startswith(code) for code in self._codes if code.isascii()):
                continue
            pin = PIN.match(letters, last)
            if pin is not None:
                pinned = (pin["language"], int(pin["edition"]))
                meant, lacks = self._pinned(ids, pinned)
                yield Own(first, pin.end(), meant, pinned, lacks=lacks)
            elif self._ends(letters, first, last):
                yield Own(first, last, self._meant(ids))

    @staticmethod
    def _meant(forms: Sequence[Form]) -> tuple[str, ...]:
        """The entries whose own citation a form is; else all that go by it in any document."""
        own = [form.id for form in forms if form.document is None]
        return tuple(dict.fromkeys(own or [form.id for form in forms]))

    def _pinned(self, forms: Sequence[Form], pin: tuple[str, int]) -> tuple[tuple[str, ...], bool]:
        """The entries that go by a form in the document that is pinned, and whether that has another name for them.

        A form may be of another language than the pin: an entry that no text of the pinned language calls so is meant all the same.
        """
        documents = self._index.store.documents
        said = [(form.id, documents[form.document]) for form in forms if form.document]
        pinned = [id for id, document in said if (document.language, document.edition) == pin]
        otherwise = {id for id, document in said if document.language == pin[0]}
        left = [form.id for form in forms if form.id not in otherwise]
        return tuple(dict.fromkeys(pinned or left or [form.id for form in forms])), not pinned and not left

    def strange(self, view: View, letters: str, titles: Sequence[tuple[int, int]], names: Sequence[tuple[int, int]]) -> list[Own]:
        """Citations in the forms that the site prints which no entry goes by, in order; what is taken is blotted out of `letters`.

        One that holds any of the `titles` in the text, a number and any of the `names` of parts, or such a name before the pin, is
        left to those; both are in order and apart.
        """
        out: list[Own] = []
        whole = [name for name in names if letters.startswith(("(", " ("), name[1])]
        for found in self._beginning.finditer(letters):
            first, after = found.span()
            if not view.words(first, after).isupper():
                continue
            for pattern, known in ((_BRACKETED, [titles]), (_NUMBERED, [titles, names]), (_PINNED, [titles, whole])):
                last = self._strange(view, letters, pattern.match(letters, after), known)
                if last is not None:
                    out.append(Own(first, last, ()))
                    break
        return out

    @staticmethod
    def _strange(view: View, letters: str, found: re.Match[str] | None, known: Sequence[Sequence[tuple[int, int]]]) -> int | None:
        """Where a strange form ends; None where there is none, by what begins it, by a new sentence or by what is known in it."""
        if found is None:
            return None
        first, last = found.span()
        first += letters[first] == " "
        begins = view.words(first, first + 1)
        holds = any(at and spans[at - 1][1] > first for spans in known for at in (bisect_left(spans, (last, 0)),))
        return None if holds or begins.islower() or view.parted(view.sentences, first - 1, last - 1) else last

    @staticmethod
    def _ends(letters: str, first: int, last: int) -> bool:
        """Whether a form is all that is said: no head of a range, and a single number in it counts nothing ("2 monsters")."""
        if not letters[last - 1].isdecimal():
            if _QUESTION.match(letters, last):
                return False
            form = letters[first:last]
            return form.count(" ") > 1 or any(map(str.isdecimal, form)) or not form[-1].isalpha() or may_end(letters, last)
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
