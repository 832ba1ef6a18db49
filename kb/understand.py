"""Understands a question: its language, the numbers it names and in which part, the words that search."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.fold import fold
from kb.language import language_of
from kb.locator import Locator
from kb.store import Store
from kb.tokens import tokens

MAX_LETTERS = 2000
"""Longer questions are cut here; a question is a sentence or two, not a document."""

# A step number (3.2.1) or a question number (Q4, question 4). Not a version or price glued to letters, not the 7.1 inside 17.1.2.
_NUMBER = re.compile(
    r"(?<![\d.])(?P<step>\d{1,2}(?:\.\d{1,2}){1,3})(?![\d])|(?<![a-z0-9])(?:q|question |質問)\s?(?P<asked>\d{1,2})(?!\d)"
)
# "attack phase 3", "step 2 of the call": one number next to a part's name is a stage. It must not take "2 monsters".
_STAGE = r"(?:\s*(?:の|stage|step|section|第)?\s*)(?P<stage>\d{1,2})(?![\d.]|\s?(?:monsters?|cards?|枚|体|回))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What a question asks for. `references` are entry ids that its numbers name, `terms` the game words found in it."""

    text: str
    language: str
    words: tuple[str, ...]
    locators: tuple[str, ...]
    parts: tuple[str, ...]
    references: tuple[str, ...]
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _PartName:
    game: str
    slug: str
    pattern: re.Pattern[str]


class Understanding:
    """What the library knows about the words of a question, prepared once for a KB."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._parts = [_part_pattern(part.game, part.slug, part.name_en, part.name_ja, part.code) for part in store.parts]

    def understand(self, text: str, language: str | None = None) -> Query:
        """Read a question; raises ValueError when it holds nothing that could be searched for."""
        text = _readable(text)[:MAX_LETTERS]
        folded = fold(text)
        words = tuple(tokens(text))
        if not words:
            raise ValueError("the question holds no words or numbers")
        locators = tuple(_locators(folded))
        parts = [name for name in self._parts if name.pattern.search(folded)]
        references = tuple(dict.fromkeys(self._references(folded, locators, parts)))
        return Query(
            text=text,
            language=language or language_of(text),
            words=words,
            locators=locators,
            parts=tuple(f"{name.game}/{name.slug}" for name in parts),
            references=references,
            terms=(),
        )

    def _references(self, folded: str, locators: tuple[str, ...], parts: list[_PartName]) -> list[str]:
        out = []
        for name in parts:
            slugs = [Locator.parse(locator).slug for locator in locators]
            if not slugs:
                stage = re.search(name.pattern.pattern + _STAGE, folded)
                slugs = [stage["stage"]] if stage else []
            for slug in slugs:
                out += [self._store.entry_at(row).id for row in self._store.at(name.game, name.slug, slug)]
        return out


def _readable(text: str) -> str:
    """The text without control characters and lone surrogates, which no keyboard types and no index holds."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text if not "\ud800" <= letter <= "\udfff")
    return " ".join(kept.split())


def _locators(folded: str) -> list[str]:
    return [found["step"] or f"Q{found['asked']}" for found in _NUMBER.finditer(folded)]


def _part_pattern(game: str, slug: str, name_en: str, name_ja: str, code: str) -> _PartName:
    """How people name a part: its English and Japanese names, or its short code standing alone."""
    names = [re.escape(fold(name_en)).replace(r"\ ", r"\s?"), re.escape(fold(name_ja))]
    pattern = "|".join((*names, rf"(?<![a-z]){re.escape(fold(code))}(?![a-z])"))
    return _PartName(game, slug, re.compile(f"(?:{pattern})"))
