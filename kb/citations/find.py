"""Finds every citation in a text, in order, none overlapping."""

from __future__ import annotations

import threading
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial

from kb.citations.addresses import Address, Addresses
from kb.citations.documents import Documents
from kb.citations.editions import Edition, Editions
from kb.citations.flows import Flows
from kb.citations.games import OUTSIDE, Games, named_beside
from kb.citations.groups import group
from kb.citations.index import GamePart, Index
from kb.citations.lettered import Lettered
from kb.citations.lexicon import Lexicon
from kb.citations.model import NOT_HELD, NOT_IN_EDITION, NOT_PRINTED, Candidate, Citation
from kb.citations.names import Names, merged
from kb.citations.numbers import find_numbers
from kb.citations.own import Own, OwnForms
from kb.citations.quoted import Quotations
from kb.citations.resolve import Resolver, Setting
from kb.citations.titles import Titles
from kb.citations.view import View, folded
from kb.fold import key
from kb.language import language_of
from kb.outside import GAME_NAMES
from kb.store import Store

LONGEST = 65_536
"""Bytes of UTF-8 that a text may have."""
BLOT = "\0"
"""Stands for letters that a finder has taken, so that no other reads them."""
OTHER_GAMES = (GAME_NAMES, "other-games")
"""The list of the corpus whose words name other games."""


class TextTooLong(ValueError):
    """The text has more bytes than are read; the message says how many."""


class Citations:
    """What the finders know, prepared once for a KB. It may be used from several threads."""

    def __init__(self, store: Store) -> None:
        self._index = Index(store)
        self._titles = Titles(self._index)
        self.names = Names(self._index, self._titles.asked())
        self._addresses = Addresses(self._index)
        self.lettered = Lettered(self._index)
        self.own = OwnForms(self._index)
        self._games = Games(store)
        self._documents = Documents(store, self.names)
        self._lists = tuple(map(folded, self._index.lists))
        outside = [word for body in store.records("outside") if body["sort"] in OTHER_GAMES for word in body["words"]]
        self._outside = Lexicon(((folded(word), word) for word in outside), width=3)
        self._making = threading.Lock()

    @cached_property
    def _quotations(self) -> Quotations:
        return Quotations(self._index.store)

    def check(self, text: str) -> list[Citation]:
        """All citations of a text as `find` gives them, with the words that it quotes from each."""
        found = self.find(text)
        if not found:
            return found
        with self._making:
            quotations = self._quotations
        return quotations.compare(text, found)

    def counts(self, words: str) -> bool:
        """Whether words announce a number of a list (rule change 7), which says as much as a step's."""
        return folded(words).startswith(self._lists)

    def knows(self, name: str) -> bool:
        """Whether any text prints a name in brackets or as a title, or a part or a game goes by it."""
        return key(name) in self._index.known

    def find(self, text: str) -> list[Citation]:
        """All citations of a text of up to 64 KB; raises TextTooLong, a ValueError, for a longer one."""
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > LONGEST:
            raise TextTooLong(f"the text is longer than the {LONGEST} bytes that are read at once")
        return _Reading(View(text), self._index).read(
            self._addresses, self.lettered, self.own, self._titles, self.names, self._games, self._documents, self._outside
        )


class _Reading:
    """One text while it is read: what each finder takes is blotted out for the next."""

    def __init__(self, view: View, index: Index) -> None:
        self._view = view
        self._index = index
        self._letters = view.folded
        self._editions = Editions(view, index)
        self._resolver = Resolver(index, view, self._editions)

    def read(
        self,
        addresses: Addresses,
        lettered: Lettered,
        own: OwnForms,
        titles: Titles,
        names: Names,
        games: Games,
        documents: Documents,
        outside: Lexicon[str],
    ) -> list[Citation]:
        """The citations by address, by our own forms, by number, by title; last the names in brackets that no text prints."""
        self._foreign = [first for first, _, _ in outside.find(self._view, self._letters)]
        self._named_games = games.find(self._view)
        self._games_of: dict[tuple[int, int], frozenset[str]] = {}
        out: list[Citation] = []
        said: list[tuple[int, GamePart]] = []
        linked = list(addresses.find(self._letters))
        self._editions.of([(one.first, one.last) for one in linked if one.id])  # so that none of theirs is taken for another's
        out += [self._address(one) for one in linked if one.id]
        said += [(one.last, place) for one in linked if (place := self._place(one.id)) is not None]
        self._blot((one.first, one.last) for one in linked)
        forms = lettered.find(self._view, self._letters)
        self._blot((one.first, one.last) for one in forms)
        forms = sorted([*forms, *own.find(self._view, self._letters)], key=lambda one: one.first)
        said += [(one.last, place) for one in forms if one.ids and (place := self._place(one.ids[0])) is not None]
        self._blot((one.first, one.last) for one in forms)
        found = titles.find(self._view, self._letters)
        named = merged(names.find(self._view, self._letters), titles.named(found))
        strange = own.strange(self._view, self._letters, [(t.first, t.last) for t in found], [(n.first, n.last) for n in named])
        self._editions.of([(one.first, one.last) for one in strange])  # nor of these
        out += [self._resolver.citation(one.first, one.last, [], NOT_PRINTED) for one in strange]
        self._blot((one.first, one.last) for one in strange)
        out += self._forms(forms)
        others = documents.named(self._view, self._letters)
        said, prints = sorted(said), self._index.prints
        flows = Flows(self._view, self._letters, named, said, self._foreign, prints, titles.before, self._is_outside, others)
        owned = flows.own(group(self._letters, others.led(find_numbers(self._letters))))
        owned = [one for one in owned if not self._in_a_word(one.group.first, one.how, one.group.sort)]
        spans = [(one.first, one.last) for one in owned]
        for one, edition in zip(owned, self._editions.of(spans), strict=True):
            out += self._resolver.numbers(one, self._setting(one.first, one.last, edition))
        self._blot(spans)
        free = [title for title in found if BLOT not in self._letters[title.first : title.last]]
        for title, edition in zip(free, self._editions.of([(title.first, title.last) for title in free]), strict=True):
            setting = self._setting(title.first, title.last, edition)
            prints = partial(titles.printed_in, title)
            out.append(self._resolver.entries(title.first, title.last, title.ids, setting, prints=prints))
        for first, last in titles.strange(self._view, self._letters, found):
            if not self._setting(first, last, None).foreign:
                out.append(self._resolver.citation(first, last, [], NOT_PRINTED))
        return _apart(out)

    def _blot(self, spans: Iterable[tuple[int, int]]) -> None:
        """Take letters out of the text for the finders that follow."""
        pieces, end = [], 0
        for first, last in sorted(spans):
            if first >= end:
                pieces += [self._letters[end:first], BLOT * (last - first)]
                end = last
        self._letters = "".join([*pieces, self._letters[end:]])

    def _in_a_word(self, first: int, how: str, sort: str) -> bool:
        """Whether a step's number is the end of a word that is no name of ours, such as a model's: "gpt4.1"."""
        before = self._letters[first - 1 : first]
        return how != "named" and sort in ("step", "foreign") and before.isascii() and before.isalpha()

    def _place(self, id: str) -> GamePart | None:
        """The flow, or the owner of Q&As, that an entry speaks of."""
        game, _, local = id.partition("/")
        place = (game, local.rpartition("/")[0])
        return place if place in self._index.flows or self._index.holds_questions(place) else None

    def _address(self, one: Address) -> Citation:
        entry = self._index.entry(one.id)
        if entry is None:
            return self._resolver.citation(one.first, one.last, [], NOT_PRINTED, host=one.host)
        slug = one.id.rsplit("/", 1)[1]
        found = self._resolver.candidate(entry, self._language(one.first), one.document, slug)
        reason = "" if found else NOT_IN_EDITION if one.document in self._index.store.documents else NOT_HELD
        candidates = [] if found is None else [found]
        return self._resolver.citation(one.first, one.last, candidates, reason, edition=one.document, host=one.host)

    def _forms(self, forms: Sequence[Own]) -> Iterator[Citation]:
        for one, edition in zip(forms, self._editions.of([(one.first, one.last) for one in forms]), strict=True):
            if not one.ids:
                yield self._resolver.citation(one.first, one.last, [], NOT_PRINTED)
                continue
            if one.pin is None or one.spread:
                setting = self._setting(one.first, one.last, edition)
                yield self._resolver.entries(one.first, one.last, one.ids, setting, spread=one.spread)
                continue
            found = [found for id in one.ids if not one.lacks for found in self._pinned(id, one.pin)]
            language, number = one.pin
            held = {(d.language, d.edition) for id in one.ids for d in self._index.editions(id.split("/")[0])}
            reason = "" if len(found) == 1 else "several" if found else NOT_IN_EDITION if one.pin in held else NOT_HELD
            yield self._resolver.citation(one.first, one.last, found, reason, edition=f"{language.upper()} {number}")

    def _pinned(self, id: str, pin: tuple[str, int]) -> Iterator[Candidate]:
        entry = self._index.entry(id)
        for rendition in entry.renditions if entry is not None else ():
            if (rendition.language, rendition.edition) == pin and entry is not None:
                found = self._resolver.candidate(entry, rendition.language, rendition.document, None)
                if found is not None:
                    yield found

    def _setting(self, first: int, last: int, edition: Edition | None) -> Setting:
        low, high = self._sentence(first)
        games = self._games_of.get((low, high))
        if games is None:  # once a sentence, which a text without a full stop has one of
            games = self._games_of[low, high] = frozenset(id for at, _, id in self._named_games if low <= at < high) - {OUTSIDE}
        foreign = bisect_left(self._foreign, low) != bisect_left(self._foreign, high)
        game = self._game_beside(first, last)
        return Setting(language=self._language(first), edition=edition, games=games, foreign=foreign, game=game)

    def _game_beside(self, first: int, last: int) -> str | None:
        return named_beside(self._view, self._named_games, first, last) if self._named_games else None

    def _is_outside(self, first: int, last: int) -> bool:
        """Whether what stands there is said to be of a game that is not held here."""
        return self._game_beside(first, last) == OUTSIDE

    def _sentence(self, place: int) -> tuple[int, int]:
        sentences = self._view.sentences
        at = bisect_right(sentences, place)
        return sentences[at - 1] if at else 0, sentences[at] if at < len(sentences) else len(self._letters)

    def _language(self, place: int) -> str:
        low, high = self._sentence(place)
        return language_of(self._letters[low : min(high, place + 400)][-800:])


def _apart(found: Iterable[Citation]) -> list[Citation]:
    """Citations in order; of two that overlap the first stays."""
    out: list[Citation] = []
    for citation in sorted(found, key=lambda one: (one.start, -one.end)):
        if not out or citation.start >= out[-1].end:
            out.append(citation)
    return out
