"""Finds game terms in a question, however people type them: printed, kana, romaji, short, misspelt, another game's word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.fold import fold
from kb.model import Term
from kb.tokens import stem

PRINTED = 1.0
TYPED = 0.9
BORROWED = 0.7
"""How sure a form makes its term: printed in the rules; kana, romaji, short or misspelt; what other games or slang say."""

_WORD = re.compile(r"[a-z0-9]+(?:[.'-][a-z0-9]+)*")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々〆ー]+")
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
    """A term found in a question: how sure the form makes it (0 to 1), and whether the rules print that form."""

    term: Term
    weight: float
    printed: bool


@dataclass(frozen=True, slots=True)
class _Form:
    term: Term
    weight: float
    printed: bool


class Glossary:
    """All forms of all terms, ready to be looked up."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._latin: dict[str, list[_Form]] = {}
        self._japanese: dict[str, list[_Form]] = {}
        for term in terms:
            for form, weight in _forms(term):
                folded = fold(form)
                japanese = _JAPANESE.search(folded) is not None
                key = "".join(_JAPANESE.findall(folded)) if japanese and not _WORD.search(folded) else _latin_key(folded)
                if not key or key in _TOO_COMMON or (not japanese and len(key) < 2) or (japanese and len(key) < 2):
                    continue
                table = self._japanese if japanese and not _WORD.search(folded) else self._latin
                forms = table.setdefault(key, [])
                if all(known.term is not term for known in forms):
                    forms.append(_Form(term, weight, weight == PRINTED))

        self._longest: dict[str, int] = {}
        for key in self._latin:
            words = key.split(" ")
            self._longest[words[0]] = max(self._longest.get(words[0], 0), min(_LONGEST_WORDS, len(words)))
        for key in self._japanese:
            self._longest[key[:2]] = max(self._longest.get(key[:2], 0), min(_LONGEST_LETTERS, len(key)))

    def words(self) -> Iterator[str]:
        """The single Latin words among the forms, for the spelling."""
        for key in self._latin:
            yield from key.split(" ")

    def find(self, text: str) -> list[Mention]:
        """The terms of a question, the longest forms first taken; a form of several terms counts less for each."""
        folded = fold(text)
        found: dict[str, Mention] = {}
        for forms in (*self._find_latin(folded), *self._find_japanese(folded)):
            share = 1.0 if len(forms) == 1 else 0.6 if len(forms) == 2 else 0.4
            for form in forms:
                weight = form.weight * share
                known = found.get(form.term.id)
                if known is None or known.weight < weight:
                    found[form.term.id] = Mention(form.term, weight, form.printed)
        return sorted(found.values(), key=lambda mention: (-mention.weight, mention.term.id))

    def _find_latin(self, folded: str) -> Iterator[list[_Form]]:
        words = [stem(word) if "." not in word else word for word in _WORD.findall(folded)]
        place = 0
        while place < len(words):
            for size in range(min(self._longest.get(words[place], 0), len(words) - place), 0, -1):
                forms = self._latin.get(" ".join(words[place : place + size]))
                if forms:
                    yield forms
                    place += size
                    break
            else:
                place += 1

    def _find_japanese(self, folded: str) -> Iterator[list[_Form]]:
        for run in _JAPANESE.findall(folded):
            place = 0
            while place < len(run):
                for size in range(min(self._longest.get(run[place : place + 2], 0), len(run) - place), 1, -1):
                    forms = self._japanese.get(run[place : place + size])
                    if forms:
                        yield forms
                        place += size
                        break
                else:
                    place += 1


def _forms(term: Term) -> Iterator[tuple[str, float]]:
    for form in (*term.en, *term.ja):
        yield form, PRINTED
    for form in (*term.kana, *term.romaji, *term.short, *term.misspelt):
        yield form, TYPED
    for form in (*term.also_en, *term.also_ja):
        yield form, BORROWED


def _latin_key(folded: str) -> str:
    return " ".join(stem(word) if "." not in word else word for word in _WORD.findall(folded))
