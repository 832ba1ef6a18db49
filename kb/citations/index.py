"""What is printed where, prepared once for a KB: numbers of each part by document, titles, and the site's own citation forms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kb.citation import cite, numbered
from kb.citations.model import StandingDoubt
from kb.fold import key
from kb.locator import Locator
from kb.model import Change, Document, Entry, Rendition
from kb.review import GRAVE, changes, conflicts, judged
from kb.store import Store

GamePart = tuple[str, str]
"""A game and the path of ids in it that numbers belong to: ("xx", "attack-phase"), ("xx", "keyword/d-share")."""


@dataclass(frozen=True, slots=True)
class Form:
    """An entry that goes by a citation form: by its best text, or by that of a document."""

    id: str
    document: str | None = None


IN_BRACKETS = re.compile(r"[\[［【『〔]([^\[\]［］【】『』〔〕\n]{1,80})[\]］】』〕]")
"""What stands in brackets that are used for names of keywords and abilities."""

# The number before the name of a section: "3. ", "①". Not that of a step, 3.1, of which the 1 stays.
_SECTION_NUMBER = re.compile(r"^\s*(?:\d{1,2}\s?[.．]?|[①-⑳])\s*")
# The same, or a bullet: "■ ", "● ". Not the bracket of a title.
_HEADING_MARK = re.compile(rf"(?:{_SECTION_NUMBER.pattern}|^[\s■●※]+)")

_SAME = {"Erratum": ("Errata", "エラッタ")}
"""What else people call by a word that announces a number with letters in it."""

COUNTED = ("rule_change", "erratum")
"""Kinds that go by a word and a number, without a flow: rule change 2."""


class Index:
    """Exact look-ups over a store. Entries are named by id; the store gives them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.parts = {(part.game, part.slug): part for part in store.parts}
        self.flows: set[GamePart] = {(part.game, part.slug) for part in store.parts if part.kind == "flow"}
        self.groups: set[GamePart] = set()
        self.forms: list[tuple[str, Form]] = []
        self.titles: list[tuple[str, Rendition]] = []
        self.lists: dict[str, GamePart] = {}
        self.listed: list[tuple[str, Form]] = []
        self.leads: dict[str, None] = {}
        self.lettered: list[tuple[str, str]] = []
        """Numbers with letters in them, which `leads` announce, with the ids of their entries."""
        self.sections: dict[str, dict[GamePart, None]] = {}
        """The flows that stand in a section, by the key of its printed name."""
        self.headings: dict[GamePart, dict[str, None]] = {}
        """What is printed above the steps of a flow, without its number or mark."""
        self._printed: dict[GamePart, dict[str, dict[str, list[str]]]] = {}
        self._order: dict[str, int] = {}
        self._numbers: dict[GamePart, list[Locator]] = {}
        self.asked: set[GamePart] = set()
        named = (*(part.name_en for part in store.parts), *(part.name_ja for part in store.parts))
        games = (word for game in store.games.values() for word in (game.name, game.name_ja, *game.words))
        self.known = {key(name) for name in (*named, *games)}
        """Keys of all that any text prints in brackets or as a title, and of the names of parts and games."""
        self.doubts = _doubts(store)
        self.judged: dict[tuple[str, str], str] = {}
        """What the changes of an entry since a document come to, where they change no rule."""
        citations: dict[tuple[str, str], str] = {}
        changed: dict[str, list[Change]] = {}
        for change in changes(store):
            changed.setdefault(change.entry, []).append(change)
        for row, entry in enumerate(store.entries()):
            self._order[entry.id] = row
            self._add(entry, citations)
            for rendition in entry.renditions if entry.id in changed else ():
                if what := judged(changed[entry.id], store.documents, rendition):
                    self.judged[entry.id, rendition.document] = what

    def _add(self, entry: Entry, citations: dict[tuple[str, str], str]) -> None:
        place = (entry.game, entry.part)
        self.groups.add((entry.game, entry.part.split("/")[0]))
        self.forms.append((entry.citation, Form(entry.id)))
        for rendition in entry.renditions:
            if rendition.locator is not None:
                if rendition.kind == "qa":
                    self.asked.add(place)
                slots = self._printed.setdefault(place, {}).setdefault(rendition.locator.slug, {})
                slots.setdefault(rendition.document, []).append(entry.id)
            self.known.update(key(name) for name in IN_BRACKETS.findall(f"{rendition.title or ''}\n{rendition.text}"))
            self.known.add(key(rendition.title or ""))
            section = _SECTION_NUMBER.sub("", rendition.section[0]) if rendition.section else ""
            if rendition.locator is not None and place in self.flows:
                self.sections.setdefault(key(section), {})[place] = None
                self.headings.setdefault(place, {})[_HEADING_MARK.sub("", rendition.section[-1])] = None
            if rendition.title:
                self.titles.append((rendition.title, rendition))
                if " " in section or not section.isascii():
                    self.listed.append((f"{section}: {rendition.title}", Form(entry.id)))
            form = self._form(entry, rendition, citations)
            self.forms += [
                (form, Form(entry.id, rendition.document)),
                (numbered(entry, rendition), Form(entry.id, rendition.document)),
            ]
            if rendition.kind in COUNTED and rendition.number:
                self._list(form.removeprefix(self.store.games[entry.game].code).strip(), rendition.number, entry)

    def _form(self, entry: Entry, rendition: Rendition, citations: dict[tuple[str, str], str]) -> str:
        """The citation by one rendition, so in its language; a Q&A below a named entry is cited under that one's."""
        game, part = self.store.games[entry.game], self.parts.get((entry.game, entry.part))
        owner = citations.get((f"{entry.game}/{entry.part}", rendition.language)) if part is None else None
        form = cite(game, part, rendition, None if owner is None else owner.removeprefix(f"{game.code} "))
        citations.setdefault((entry.id, rendition.language), form)
        return form

    def _list(self, form: str, number: str, entry: Entry) -> None:
        """Keep the word that announces a number (rule change); a number with letters in it is kept whole (erratum AB-57)."""
        if number.isdecimal():
            self.lists.setdefault(form.removesuffix(number).strip(), (entry.game, entry.part))
        else:
            lead = form.removesuffix(number).strip()
            for word in (lead, *_SAME.get(lead, ())):
                self.leads[word] = None
            self.lettered.append((number, entry.id))

    def holds_questions(self, place: GamePart) -> bool:
        """Whether Q&As are printed under this path."""
        return place in self.asked

    def prints(self, place: GamePart, slug: str) -> bool:
        """Whether any text prints a number under this path."""
        return slug in self._printed.get(place, ())

    def numbered(self, place: GamePart) -> bool:
        """Whether anything with a number is printed under this path."""
        return place in self._printed

    def at(self, place: GamePart, slug: str, document: str | None = None, language: str = "en") -> list[str]:
        """Ids of what a part prints under a number in one document.

        Without one it is the current text of a language, else another current one, else the newest superseded one that has it.
        """
        found = self._printed.get(place, {}).get(slug, {})
        if document is not None:
            return list(found.get(document, ()))
        best = min(found, key=lambda name: self._rank(name, language), default=None)
        return [] if best is None else self.in_order(found[best])

    def _rank(self, name: str, language: str) -> tuple[bool, bool, int]:
        document = self.store.documents[name]
        return (not document.current, document.language != language, -document.edition)

    def between(self, place: GamePart, first: str, last: str, document: str | None, language: str) -> list[str]:
        """Ids of all that a part prints from one number to another, as deep as it goes, in printed order."""
        low, high = Locator.parse(first), Locator.parse(last)
        out: list[str] = []
        if place not in self._numbers:
            self._numbers[place] = sorted((Locator.parse(slug) for slug in self._printed.get(place, ())), key=lambda one: one.order)
        for here in self._numbers[place]:
            alike = isinstance(here.components[0], type(low.components[0])) and (here.depth > 1) == (
                low.depth > 1 or high.depth > 1
            )
            if low.order <= here.order <= high.order and alike:
                out += self.at(place, here.slug, document, language)
        return list(dict.fromkeys(out))

    def entry(self, id: str) -> Entry | None:
        """The entry of an id, or None."""
        row = self._order.get(id)
        return None if row is None else self.store.entry_at(row)

    def in_order(self, ids: Iterable[str]) -> list[str]:
        """Ids in the order of the rules, each once."""
        return sorted(set(ids), key=self._order.__getitem__)

    def editions(self, game: str) -> list[Document]:
        """The documents of a game, the newest edition first."""
        return sorted((d for d in self.store.documents.values() if d.game == game), key=lambda d: -d.edition)


def _doubts(store: Store) -> dict[tuple[str, str], tuple[StandingDoubt, ...]]:
    """What is known against current texts, by entry and document: rules that a dated change made old, then grave conflicts."""
    out: dict[tuple[str, str], dict[StandingDoubt, None]] = {}
    for body in store.records("rule_change"):
        for entry, document, passage in body["stale"]:
            doubt = StandingDoubt(
                stale=True, passage=passage, source=body["change"], note_en=body["note_en"], note_ja=body["note_ja"]
            )
            if store.documents[document].current:
                out.setdefault((entry, document), {})[doubt] = None
    for one in conflicts(store):
        for document, passage in ((one.en_document, one.en_text), (one.ja_document, one.ja_text)):
            doubt = StandingDoubt(stale=False, passage=passage, source=one.entry, note_en=one.note_en, note_ja=one.note_ja)
            if one.impact == GRAVE and document in store.documents and store.documents[document].current:
                out.setdefault((one.entry, document), {})[doubt] = None
    return {place: tuple(doubts) for place, doubts in out.items()}


def same_words(one: Rendition, other: Rendition) -> bool:
    """Whether two texts of one entry say the same, typography aside."""
    return key(one.text) == key(other.text) and key(one.title or "") == key(other.title or "")
