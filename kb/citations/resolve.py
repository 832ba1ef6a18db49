"""Resolves numbers to entries through the index: in the edition that is named, else in the current texts; nothing is guessed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from kb.citations.editions import Edition, Editions
from kb.citations.flows import Owned
from kb.citations.games import OUTSIDE
from kb.citations.index import GamePart, Index
from kb.citations.model import (
    AMBIGUOUS,
    FOREIGN,
    GRAVITY,
    NOT_HELD,
    NOT_IN_EDITION,
    NOT_PRINTED,
    OTHER_DOCUMENT,
    OTHER_GAME,
    UNKNOWN,
    Candidate,
    Citation,
)
from kb.citations.numbers import Number, after_a_product, stands_alone
from kb.citations.standing import candidate
from kb.citations.view import View, folded
from kb.model import Entry, Rendition

# Between a citation and the title of what it means: "2 (Play timing)", "1. The attack phase begins". Not the end of a sentence.
_TO_TITLE = re.compile(r"[.:]?\s?[(\"]?")
# What a title has in brackets at its end: the code of a card.
_TAIL = re.compile(r"\(([^()]+)\)$")
_BULLET = 8
"""Letters that a bullet and its indent may have before a number that heads a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What stands around a citation: its sentence's language, the edition and games that are named, whether other games are.

    `game` is the one that is named directly beside it, of which it must be then; OUTSIDE where no text of it is held.
    """

    language: str
    edition: Edition | None
    games: frozenset[str]
    foreign: bool
    game: str | None = None

    @property
    def other(self) -> str:
        """The reason of a citation that is not of the game that is named beside it."""
        return FOREIGN if self.game == OUTSIDE else OTHER_GAME

    def mine(self, ids: Sequence[str]) -> Sequence[str]:
        """The ids of the game named beside the citation; else of those that its sentence names, or all where it has none."""
        if self.game is not None:
            return [id for id in ids if id.split("/")[0] == self.game]
        return [id for id in ids if id.split("/")[0] in self.games] or ids


class Resolver:
    """Makes Citations of what was found in one text."""

    def __init__(self, index: Index, view: View, editions: Editions) -> None:
        self._index = index
        self._view = view
        self._editions = editions
        self._between = cache(index.between)
        self._at_place = cache(index.at)
        self._everywhere: dict[tuple[object, ...], tuple[list[Candidate], bool]] = {}
        self._known: dict[tuple[str, str, str | None, str | None], Candidate | None] = {}

    def entries(
        self,
        first: int,
        last: int,
        ids: Sequence[str],
        setting: Setting,
        *,
        spread: bool = False,
        prints: Callable[[Rendition], bool] = lambda _: True,
    ) -> Citation:
        """A citation by name: one entry, or several that go by it; all of them where it is a range.

        `prints` says of the text that is named by its edition whether it goes by that name there.
        """
        narrowed = setting.mine(ids)
        if not narrowed:
            return self.citation(first, last, [], setting.other)
        found = [one for one in self._candidates(narrowed, setting) if not one.named or prints(one.rendition)]
        found, last = (found, last) if spread else self._titled(found, last)
        reason = "several" if len(found) > 1 and not spread else "" if found else self._lacking(setting, narrowed)
        return self.citation(first, last, found, reason, spread=spread, edition=setting.edition)

    def numbers(self, owned: Owned, setting: Setting) -> Iterator[Citation]:
        """The citations of a group of numbers: a range is one, each other number is one."""
        numbers, at = owned.group.numbers, 0
        while at < len(numbers):
            places = owned.tail if owned.tail and at == len(numbers) - 1 else owned.places
            first = owned.first if at == 0 else numbers[at].first
            last = owned.last if at == len(numbers) - 1 else numbers[at].last
            if at in owned.group.ranges and len(places) == 1 and not (owned.how == "carried" and owned.counts(numbers[at])):
                last = owned.last if at + 1 == len(numbers) - 1 else numbers[at + 1].last
                yield from self._range(owned, (first, last), (numbers[at], numbers[at + 1]), places[0], setting)
                at += 2
                continue
            found = self._number(owned, numbers[at], first, last, places, setting)
            if found is not None:
                yield found
            at += 1

    def _range(
        self, owned: Owned, span: tuple[int, int], numbers: tuple[Number, Number], place: GamePart, setting: Setting
    ) -> Iterator[Citation]:
        """Every step from one number to another; where one end is not printed, what is there and that end by itself."""
        low, high = numbers
        if setting.game not in (None, place[0]):
            yield self.citation(*span, [], setting.other)
            return
        document = self._document(place, low.slug, setting)
        ends = [bool(self._at(place, number.slug, setting)) for number in (low, high)]
        reason = self._lacking(setting, place[:1])
        if not ends[0]:
            yield self.citation(span[0], low.last, [], reason, edition=setting.edition)
            found = list(self._candidates(self._at(place, high.slug, setting), setting, high.slug))
            yield self.citation(high.first, span[1], found, "" if found else reason, edition=setting.edition)
            return
        ids = self._between(place, low.slug, high.slug, document, setting.language)
        found = list(self._candidates(ids, setting))
        if ends[1]:
            yield self.citation(*span, found, "" if found else reason, spread=True)
        else:
            yield self.citation(span[0], low.last, found, "" if found else reason, spread=True)
            bare = high.last == span[1] and not self._index.prints(place, high.slug)
            other = self._bare(owned, high, setting, told=True) if bare else None
            yield other or self.citation(high.first, span[1], [], reason, edition=setting.edition)

    def _number(
        self, owned: Owned, number: Number, first: int, last: int, places: Sequence[GamePart], setting: Setting
    ) -> Citation | None:
        """One number; None where it is no citation: a price, a version, another game's without a word that says so."""
        told = number.cue or owned.group.numbers[0].cue
        if number.sort == "foreign":
            return self.citation(first, last, [], FOREIGN) if told or owned.group.numbers[0].elsewhere else None
        if number.unit and not told:
            return None
        if not places:
            return self._bare(owned, number, setting, told)
        listed = first == number.first and last == number.last
        if listed and not any(self._index.prints(place, number.slug) for place in places):
            return None if owned.counts(number) and not told else self._bare(owned, number, setting, told=True)
        ids = [id for place in places for id in self._at(place, number.slug, setting)]
        narrowed = setting.mine(ids)
        found, last = self._titled(list(self._candidates(self._index.in_order(narrowed), setting, number.slug)), last)
        if owned.how == "carried" and ((owned.counts(number) and not told) or self._heads_a_line(number)):
            return None
        if found:
            return self.citation(first, last, found, "" if len(found) == 1 else "several")
        other = setting.game is not None and all(place[0] != setting.game for place in places)
        reason = setting.other if other else self._lacking(setting, [place[0] for place in places])
        return self.citation(first, last, [], reason, edition=setting.edition)

    def _titled(self, found: list[Candidate], last: int) -> tuple[list[Candidate], int]:
        """The one of several entries whose title stands right behind a citation that ends there, and where that ends; else all."""
        if len(found) < 2:
            return found, last
        letters = self._view.folded
        gap = _TO_TITLE.match(letters, last)
        assert gap is not None  # it matches nothing, too
        ends = [max((end for r in one.entry.renditions for end in _ends(r.title, letters, gap.end())), default=0) for one in found]
        told = [one for one, end in zip(found, ends, strict=True) if end and end == max(ends)]
        if len(told) != 1 or self._view.parted(self._view.paragraphs, last, gap.end()):
            return found, last
        closed = "(" in gap.group() and letters.startswith(")", max(ends))
        return told, max(ends) + int(closed)

    def _bare(self, owned: Owned, number: Number, setting: Setting, told: bool) -> Citation | None:
        """A number of no named flow: all flows that print it are candidates, and it is never taken as resolved.

        Where a part was spoken of before, a question and a number of three places are citations without more words.
        """
        spoken = (owned.spoken or owned.how == "carried") and (number.sort == "asked" or number.depth > 2)
        first, last = owned.first, owned.last
        if len(owned.group.numbers) > 1:
            first, last = number.first, number.last
        if number.slug[-1].isalpha() or owned.group.numbers[0].elsewhere or setting.foreign:
            return self.citation(first, last, [], FOREIGN) if told or setting.foreign or number.elsewhere else None
        if owned.counts(number) and not told:
            return None
        if self._heads_a_line(number) or (number.sort == "asked" and not (told or spoken)):
            return None
        if not (told or spoken) and (after_a_product(self._view, number) or not stands_alone(self._view, number)):
            return None
        if owned.group.numbers[0].document:
            return self.citation(first, last, [], OTHER_DOCUMENT)
        found, held = self._anywhere(number, setting)
        if found:
            return self.citation(first, last, found, "no flow")
        if not (told or spoken):
            return None
        reason = self._lacking(setting, setting.games or self._index.store.games) if held else NOT_PRINTED
        return self.citation(first, last, [], reason, edition=setting.edition)

    def _lacking(self, setting: Setting, ids: Iterable[str]) -> str:
        """Why nothing is found of entries, or of games, by their ids: no edition is named, or it is held, or not."""
        if setting.edition is None:
            return NOT_PRINTED
        games = {id.split("/")[0] for id in ids}
        held = any(self._editions.documents(setting.edition, game, setting.language) for game in games)
        return NOT_IN_EDITION if held else NOT_HELD

    def _anywhere(self, number: Number, setting: Setting) -> tuple[list[Candidate], bool]:
        """What all parts print under a number in the edition that is named, and whether one does in another; worked out once."""
        edition = None if setting.edition is None else setting.edition.said
        asked = (number.sort, number.slug, edition, setting.language, setting.games)
        if asked not in self._everywhere:
            places = self._index.flows if number.sort == "step" else self._index.flows | self._index.asked
            ids = self._index.in_order(id for place in places for id in self._at(place, number.slug, setting))
            ids = [id for id in ids if not setting.games or id.split("/")[0] in setting.games]
            held = edition is not None and any(self._index.prints(place, number.slug) for place in places)
            self._everywhere[asked] = list(self._candidates(ids, setting, number.slug)), held
        return self._everywhere[asked]

    def _heads_a_line(self, number: Number) -> bool:
        """Whether a writer counts questions of his own: "Q1: can I…" at the head of a line."""
        if number.sort != "asked":
            return False
        start, end = self._view.span(number.first, number.last)
        text = self._view.text
        before = text[max(0, start - _BULLET) : start]
        heads = "\n" in before or start <= _BULLET
        return heads and not before.rsplit("\n", 1)[-1].strip(" -*•>") and text[end : end + 1] in set(":.：) ．、")

    def _at(self, place: GamePart, slug: str, setting: Setting) -> list[str]:
        if setting.edition is None:
            return self._at_place(place, slug, None, setting.language)
        document = self._document(place, slug, setting)
        return self._index.at(place, slug, document) if document is not None else []

    def _document(self, place: GamePart, slug: str, setting: Setting) -> str | None:
        """The document of the named edition that prints a number there, the likeliest first."""
        if setting.edition is None:
            return None
        documents = self._editions.documents(setting.edition, place[0], setting.language)
        return next((d.id for d in documents if self._index.at(place, slug, d.id)), None)

    def _candidates(self, ids: Iterable[str], setting: Setting, slug: str | None = None) -> Iterator[Candidate]:
        """The entries by the texts that are meant; one that the named edition does not print is left out."""
        for id in ids:
            entry = self._index.entry(id)
            if entry is None:
                continue
            if setting.edition is None:
                found = self.candidate(entry, setting.language, None, slug)
            else:
                documents = self._editions.documents(setting.edition, entry.game, setting.language)
                printed = {rendition.document for rendition in entry.renditions}
                named = next((d.id for d in documents if d.id in printed), None)
                found = self.candidate(entry, setting.language, named, slug) if named is not None else None
            if found is not None:
                yield found

    def candidate(self, entry: Entry, language: str, document: str | None, slug: str | None) -> Candidate | None:
        """An entry as it is meant; what a text cites twice is looked up once."""
        asked = (entry.id, language, document, slug)
        if asked not in self._known:
            self._known[asked] = candidate(self._index, entry, language, document, slug)
        return self._known[asked]

    def citation(
        self,
        first: int,
        last: int,
        found: Sequence[Candidate],
        reason: str,
        *,
        spread: bool = False,
        edition: Edition | str | None = None,
        host: str = "",
    ) -> Citation:
        """A citation of a view's letters; its status follows from the candidates. `edition` is the named one, or its words."""
        start, end = self._view.span(first, last)
        spread = spread and len(found) > 1
        if not found:
            status = UNKNOWN
        elif len(found) == 1 and reason != "no flow":
            status = found[0].status
        elif spread:
            status = next(status for status in GRAVITY if any(one.status == status for one in found))
        else:
            status, reason = AMBIGUOUS, reason or "several"
        named = self._view.words(edition.first, edition.last) if isinstance(edition, Edition) else edition or ""
        return Citation(
            start=start,
            end=end,
            words=self._view.text[start:end],
            status=status,
            candidates=tuple(found),
            reason=reason,
            spread=spread,
            edition=named if reason in (NOT_IN_EDITION, NOT_HELD) else "",
            host=host,
        )


def _ends(title: str | None, letters: str, first: int) -> Iterator[int]:
    """Where a title, or what it has in brackets at its end, ends in a text that has it from a place on as whole words."""
    whole = folded(title or "")
    tail = _TAIL.search(whole)
    for form in (whole, tail[1] if tail else ""):
        last = first + len(form)
        if form and letters.startswith(form, first) and not (letters[last - 1].isalnum() and letters[last : last + 1].isalnum()):
            yield last
