"""Finds game terms in a question, however people type them: printed, kana, romaji, short, misspelt, another game's word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.fold import fold
from kb.model import Term
from kb.outside import any_of
from kb.tokens import stem

PRINTED = 1.0
TYPED = 0.9
BORROWED = 0.7
"""How sure a form makes its term: printed in the rules; kana, romaji, short or misspelt; what other games or slang say."""
_SHARED = (1.0, 0.6, 0.4)
"""What a form counts for each of its terms where it has one, two or more of them; chosen by hand."""

# A Latin word or number with the marks inside it: "can't", "st-57", 3.2.1. Not the full stop behind it.
_WORD = re.compile(r"[a-z0-9]+(?:[.'-][a-z0-9]+)*")
# A run of Japanese letters. Not 、 or a Latin letter.
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々〆ー]+")
# A run of katakana. Not ・, which stands between two words.
_KATAKANA = re.compile(r"[\u30a1-\u30f6ー]+")
_HIRAGANA = {letter: letter - 0x60 for letter in range(0x30A1, 0x30F7)}
_LONG_KANA = 4
"""Letters that a katakana form must have to be known in hiragana too: あくと is the end of "opens", not アクト."""
# A Latin letter or digit. Not a Japanese one.
_LATIN = re.compile(r"[a-z0-9]")
_LONGEST_WORDS = 6
_LONGEST_LETTERS = 14
# Latin forms too short or too common to stand for a term by themselves.
_TOO_COMMON = frozenset(
    (
        *("a", "an", "as", "at", "be", "by", "do", "go", "he", "i", "if", "in", "is", "it", "me", "my", "no", "of", "on", "or"),
        *("so", "to", "up", "us", "we", "am", "are", "can", "did", "get", "not", "the", "you"),
    )
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A term found in a question: how sure the form makes it (0 to 1), whether the rules print that form, and the form.

    The form is as the glossary looks it up: the stems of its Latin words, or its letters without spaces.
    """

    term: Term
    weight: float
    printed: bool
    form: str


@dataclass(frozen=True, slots=True)
class _Form:
    term: Term
    weight: float
    printed: bool


class Glossary:
    """All forms of all terms, ready to be looked up."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.terms = tuple(terms)
        self.folded: dict[str, tuple[str, ...]] = {}
        """All forms of each term, by its id."""
        self._latin: dict[str, list[_Form]] = {}
        self._japanese: dict[str, list[_Form]] = {}
        self._mixed: dict[str, list[_Form]] = {}
        self._kana: dict[str, list[_Form]] = {}
        for term in self.terms:
            forms = [(fold(form), weight) for form, weight in _forms(term)]
            self.folded[term.id] = tuple(form for form, _ in forms)
            for form, weight in forms:
                table, key = self._place(form)
                if len(key) < 2 or key in _TOO_COMMON:
                    continue
                _put(table, key, _Form(term, weight, weight == PRINTED))
                if len(key) >= _LONG_KANA and _KATAKANA.fullmatch(key):
                    _put(self._kana, hiragana(key), _Form(term, min(weight, TYPED), False))
        self._any_mixed = re.compile(any_of(self._mixed) or r"(?!)")

        # How many words or letters those forms have that begin with a word or two letters, the most first.
        sizes: dict[str, set[int]] = {}
        for key in self._latin:
            words = key.split(" ")
            sizes.setdefault(words[0], set()).add(min(_LONGEST_WORDS, len(words)))
        for key in (*self._japanese, *self._kana):
            sizes.setdefault(key[:2], set()).add(min(_LONGEST_LETTERS, len(key)))
        self._sizes = {begun: tuple(sorted(of, reverse=True)) for begun, of in sizes.items()}

    def _place(self, folded: str) -> tuple[dict[str, list[_Form]], str]:
        """The table that a folded form belongs in, and its key there: by the scripts in which it is written."""
        if not is_japanese(folded):
            return self._latin, " ".join(latin_words(folded, stemmed=True))
        if not _WORD.search(folded):
            return self._japanese, "".join(japanese_runs(folded))
        return self._mixed, without_gaps(folded)

    def words(self) -> Iterator[str]:
        """The stems of the Latin words of all forms, for the spelling."""
        for key in self._latin:
            yield from key.split(" ")

    def find(self, text: str) -> list[Mention]:
        """The terms of a question, the longest forms first taken; a form of several terms counts less for each."""
        folded = fold(text)
        found: dict[str, Mention] = {}
        for said, forms in (*self._find_latin(folded), *self._find_japanese(folded), *self._find_mixed(folded)):
            share = _SHARED[min(len(forms), len(_SHARED)) - 1]
            for form in forms:
                weight = form.weight * share
                known = found.get(form.term.id)
                if known is None or known.weight < weight:
                    found[form.term.id] = Mention(form.term, weight, form.printed, said)
        return sorted(found.values(), key=lambda mention: (-mention.weight, mention.term.id))

    def _find_latin(self, folded: str) -> Iterator[tuple[str, list[_Form]]]:
        words = latin_words(folded, stemmed=True)
        forms = {place: form for place, word in enumerate(words) if word in self._sizes and (form := self._latin_at(words, place))}
        end = 0
        for place, form in forms.items():
            size = form.count(" ") + 1
            if place >= end and not any(len(forms.get(later, "")) > len(form) for later in range(place + 1, place + size)):
                yield form, self._latin[form]
                end = place + size

    def _latin_at(self, words: list[str], place: int) -> str:
        """The longest form that begins at a word, or nothing."""
        for size in self._sizes[words[place]]:
            form = " ".join(words[place : place + size])
            if form in self._latin:
                return form
        return ""

    def _find_mixed(self, folded: str) -> Iterator[tuple[str, list[_Form]]]:
        """Forms in Latin letters or digits and Japanese ones, such as 2回攻撃; not 2回攻撃 in 12回攻撃."""
        if folded.isascii():
            return
        letters = without_gaps(folded)
        for found in self._any_mixed.finditer(letters):
            before, after = letters[: found.start()][-1:], letters[found.end() :][:1]
            if not (_LATIN.match(before) and _LATIN.match(found[0])) and not (_LATIN.match(after) and _LATIN.match(found[0][-1])):
                yield found[0], self._mixed[found[0]]

    def _find_japanese(self, folded: str) -> Iterator[tuple[str, list[_Form]]]:
        if folded.isascii():
            return
        for run in japanese_runs(folded):
            yield from self._in_run(run, self._japanese)
            yield from self._in_run(hiragana(run), self._kana)

    def _in_run(self, run: str, table: dict[str, list[_Form]]) -> Iterator[tuple[str, list[_Form]]]:
        """The longest forms of a table in a run of Japanese letters, from left to right."""
        place = 0
        while place < len(run):
            for size in self._sizes.get(run[place : place + 2], ()):
                form = run[place : place + size]
                if form in table:
                    yield form, table[form]
                    place += size
                    break
            else:
                place += 1


def _put(table: dict[str, list[_Form]], key: str, form: _Form) -> None:
    forms = table.setdefault(key, [])
    if all(known.term is not form.term for known in forms):
        forms.append(form)


def _forms(term: Term) -> Iterator[tuple[str, float]]:
    for form in (*term.en, *term.ja):
        yield form, PRINTED
    for form in (*term.kana, *term.romaji, *term.short, *term.misspelt):
        yield form, TYPED
    for form in (*term.also_en, *term.also_ja):
        yield form, BORROWED


def without_gaps(folded: str) -> str:
    """A text without the spaces and dots that some set between Latin and Japanese letters."""
    return folded.replace(" ", "").replace("・", "")


def latin_words(folded: str, *, stemmed: bool = False) -> list[str]:
    """The Latin words and numbers of a folded text, or their stems."""
    words = _WORD.findall(folded)
    return [stem(word) if "." not in word else word for word in words] if stemmed else words


def japanese_runs(folded: str) -> list[str]:
    """The runs of Japanese letters of a folded text."""
    return _JAPANESE.findall(folded)


def is_japanese(folded: str) -> bool:
    """Whether a folded text has a Japanese letter."""
    return _JAPANESE.search(folded) is not None


def hiragana(letters: str) -> str:
    """Letters with katakana as hiragana."""
    return letters.translate(_HIRAGANA)
