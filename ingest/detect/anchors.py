"""What both languages print alike or the glossary pairs: terms, numbers, references. They align sentences and name things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb.model import Term

CASED = ("keyword", "icon", "card", "world", "flag", "attribute")
"""Kinds whose English names are common words too ("set", "move"): they count only in the letters' case that is printed."""

KANJI = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff々]")
# Two to four whole numbers joined by dots, full stop after them left out; not a date, not a decimal of a longer number.
REFERENCE = re.compile(r"(?<![\d.])\d{1,2}(?:\.\d{1,2}){1,3}(?!\d)")
# Digits in a row; those of a step reference are taken out before.
_WHOLE = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Mark:
    """A term at a place of a text; `whole` when no longer term covers it."""

    term: str
    kind: str
    start: int
    end: int
    whole: bool


@dataclass(frozen=True, slots=True)
class _Form:
    term: str
    kind: str
    pattern: re.Pattern[str]


class Glossary:
    """Finds the terms of a glossary in texts of both languages."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._forms: dict[str, list[_Form]] = {"en": [], "ja": []}
        both = [term for term in terms if term.en and term.ja]
        for term in both:
            for form in _telling(term.kind, term.en):
                found = _Form(term.id, term.kind, _english(form, term.kind in CASED))
                self._forms["en"].append(found)
                self._forms["ja"].append(found)
            for form in _telling(term.kind, term.ja):
                self._forms["ja"].append(_Form(term.id, term.kind, _japanese(form)))

    def marks(self, text: str, language: str) -> tuple[Mark, ...]:
        """All terms in a text, in order."""
        found = [(hit.start(), hit.end(), form) for form in self._forms[language] for hit in form.pattern.finditer(text)]
        found.sort(key=lambda item: (item[0], -item[1]))
        out = []
        for start, end, form in found:
            covered = any(a <= start and end <= b and (b - a) > (end - start) for a, b, _ in found)
            out.append(Mark(form.term, form.kind, start, end, not covered))
        return tuple(out)


def _telling(kind: str, forms: Sequence[str]) -> Sequence[str]:
    """The forms that cannot be a common word: of a keyword or icon, those in brackets, if it is ever printed so."""
    bracketed = [form for form in forms if form[0] in "[『【"] if kind in ("keyword", "icon") else []
    return bracketed or forms


def _english(form: str, cased: bool) -> re.Pattern[str]:
    # A word is not found inside a longer one, nor before "not" ("if you do not"); a word with s, ed or ing is the same.
    body = re.escape(form).replace("'", "['’]")
    ending = f"(?:e?s|{re.escape(form[-1])}?(?:ed|ing)|d)?" if form[-1].isalpha() else ""
    return re.compile(rf"(?<![A-Za-z]){body}{ending}(?![A-Za-z])(?! not\b)", 0 if cased else re.IGNORECASE)


def _japanese(form: str) -> re.Pattern[str]:
    # A single kanji is not found inside a compound: 場 is not in 場合, nor in 登場.
    alone = len(form) == 1 and KANJI.fullmatch(form)
    return re.compile(f"(?<!{KANJI.pattern}){form}(?!{KANJI.pattern})" if alone else re.escape(form))


def references(text: str) -> list[str]:
    """The step numbers that a text names, without a final dot: "3.2.1", "4.1"."""
    return REFERENCE.findall(text)


def whole_numbers(text: str) -> list[str]:
    """The plain numbers of a text, those of step references left out."""
    return [hit for hit in _WHOLE.findall(REFERENCE.sub(" ", text)) if hit not in "01"]


@lru_cache(maxsize=4)
def glossary_of(terms: Sequence[Term]) -> Glossary:
    """The glossary of these terms, made once."""
    return Glossary(terms)
