"""The names of flows and sections in a text, in every form that the KB's terms know, each with the part that it means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kb.citations.index import GamePart, Index
from kb.citations.lexicon import Lexicon
from kb.citations.view import View, folded
from kb.fold import key
from kb.model import Part

# Two names side by side: "attack phase and final phase 3.2.1" is a step of either.
_COORDINATED = re.compile(r"\s?(?:and|or|&|/|と|や|または|及び|および)\s?(?:the\s)?")
# A word that shares the last word of the name after it: the "attack" of "attack and final phase".
_ELIDED = re.compile(r"(?<![a-z])([a-z]+)\s?(?:and|or|&|/)\s?(?:the\s)?$")
_REACH = 32
_MANY_KANA = 5
# Kanji enough to be a name in prose: 攻撃宣言. Not 攻撃, which any sentence has.
_HAN = re.compile(r"[\u4e00-\u9fff]{4,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What a name means: a part, and how sure that is. `carries` where the name alone, in prose, says which flow is spoken of.

    `sort` is flow (steps and Q&As), questions (Q&As only) or list (single numbers only).
    """

    place: GamePart
    sort: str
    carries: bool
    short: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """A name at a place of a view. `code` where it is a short code in capitals."""

    first: int
    last: int
    meanings: tuple[Meaning, ...]
    code: bool = False

    def joined(self, other: Name) -> Name:
        """The same name, meaning what the other means as well."""
        return Name(self.first, self.last, tuple(dict.fromkeys((*other.meanings, *self.meanings))), self.code)


Terms = list[tuple[dict[str, Any], list[str]]]
"""The glossary's terms, each with its printed forms, folded."""


def _called(part: Part, own: set[str], terms: Terms) -> Iterator[tuple[str, bool]]:
    """The forms of the terms that go by a part's name, and whether the rules print them."""
    for body, forms in terms:
        if body["game"] == part.game and not own.isdisjoint(forms):
            yield from ((form, True) for form in forms)
            loose = (*body["kana"], *body["misspelt"], *body["also_en"], *body["also_ja"], *body["romaji"])
            yield from ((folded(form), body["kind"] == "phase") for form in loose)


class Names:
    """Finds names of parts, and the titles `asked` under which Q&As are printed; prepared once for a KB."""

    def __init__(self, index: Index, asked: Iterable[tuple[str, GamePart]] = ()) -> None:
        self._index = index
        terms = [(body, [folded(form) for form in (*body["en"], *body["ja"])]) for body in index.store.records("term")]
        printed = {form for part in index.store.parts for form in (*_printed(part), folded(part.code))}
        forms = [one for part in index.store.parts for one in self._forms(part, printed, terms)]
        lists = [(folded(word), Meaning(place=place, sort="list", carries=False)) for word, place in index.lists.items()]
        plural = [(f"{form}s", meaning) for form, meaning in lists if form.isascii()]
        parts = {form for form, _ in forms}
        titles = [(form, Meaning(place=place, sort="questions", carries=False)) for form, place in asked if form not in parts]
        self.lexicon = Lexicon([*forms, *lists, *plural, *titles], numbers=True)

    def _forms(self, part: Part, printed: set[str], terms: Terms) -> Iterator[tuple[str, Meaning]]:
        """All forms of a part; a form that another part prints, and one with a number in it, is left to that one."""
        place = (part.game, part.slug)
        if not self._index.numbered(place):
            yield from self._flows_in(part)
            return
        sort = "flow" if place in self._index.flows else "questions"
        own = set(_printed(part))
        for form in own:
            for written in {form, form.replace(" ", "-"), form.replace(" ", "")}:
                yield written, Meaning(place=place, sort=sort, carries=sort == "flow" and _telling(form))
        yield folded(part.code), Meaning(place=place, sort=sort, carries=False, short=True)
        headings = [(folded(heading), True) for heading in self._index.headings.get(place, ())]
        for form, telling in (*_called(part, own, terms), *headings):
            if form not in printed and not re.search(r"\d", form):
                yield form, Meaning(place=place, sort=sort, carries=telling and sort == "flow" and _telling(form))

    def _flows_in(self, part: Part) -> Iterator[tuple[str, Meaning]]:
        """The printed names of a section without numbers of its own, for the flows that stand in it."""
        flows = [place for name in (part.name_en, part.name_ja) for place in self._index.sections.get(key(name), ())]
        for form in _printed(part):
            yield from ((form, Meaning(place=place, sort="flow", carries=False)) for place in dict.fromkeys(flows) if len(form) > 4)

    def find(self, view: View, letters: str) -> list[Name]:
        """The names in a text, in order, without what is taken; one coordinated with the name before it means both."""
        out: list[Name] = []
        for first, last, meanings in self.lexicon.find(view, letters):
            words = view.words(first, last)
            name = Name(first, last, tuple(meanings), code=all(m.short for m in meanings) and words == words.upper())
            name = self._with_elided(name, letters)
            if out and _COORDINATED.fullmatch(letters, out[-1].last, first):
                name = name.joined(out[-1])
            out.append(name)
        return out

    def _with_elided(self, name: Name, letters: str) -> Name:
        """The name with the one that shares its last word with it: "attack and final phase" are two."""
        found = _ELIDED.search(letters, max(0, name.first - _REACH), name.first)
        head, _, last = letters[name.first : name.last].rpartition(" ")
        meanings = self.lexicon.get(f"{found[1]} {last}") if found and head else []
        return name.joined(Name(name.first, name.last, tuple(meanings))) if meanings else name


def merged(names: Iterable[Name], others: Iterable[Name]) -> list[Name]:
    """Names of two sorts in order; where two overlap, the longer stays."""
    out: list[Name] = []
    for name in sorted((*names, *others), key=lambda name: (name.first, -name.last)):
        if not out or name.first >= out[-1].last:
            out.append(name)
    return out


def _printed(part: Part) -> list[str]:
    return [folded(part.name_en), folded(part.name_ja)]


def _telling(form: str) -> bool:
    """Whether a name is too long to be an everyday word: two words, or Japanese of some length."""
    return " " in form or (not form.isascii() and (len(form) >= _MANY_KANA or bool(_HAN.fullmatch(form))))
