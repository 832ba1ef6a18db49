"""A flow of the KB as a graph to walk: positions, the ways on from each, and where players may use something."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from kb.errors import UnknownEntry
from kb.fold import fold
from kb.model import Term
from kb.search import Search
from web.state import searching
from web.wording import t_plain, ui

# A folded text that goes on to a flow of this name: "and proceeds to the opponent's start phase", "ファイナルフェイズに進みます".
# Not one that only speaks of it: "call a monster", "until the final phase ends", ファイナルフェイズ中に使用できます.
_PROCEEDS = {
    "en": r"\b(?:proceed|go|move)(?:s|es)?(?: on)? to (?:(?:the|your|their|opponent's|next) )*{name}\b",
    "ja": r"{name}[にへ](?:進|移)",
}
_flows: WeakKeyDictionary[Search, frozenset[str]] = WeakKeyDictionary()
"""The flows of each open KB that can be walked, as GAME/PART."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way on: `kind` is next, branch or return; `text` the sentence of the step that names it, or ""."""

    target: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Window:
    """Something that players may use at a step: what the rules call it, and the entry that says how."""

    name: str
    entry: str | None


class Walk:
    """One flow, as the current document of one language prints it; positions are what ids end in (3.2.1, 2-jump)."""

    def __init__(self, record: dict[str, Any], language: str) -> None:
        self.game, self.part, self.document = record["game"], record["part"], record["document"]
        self.language = language
        self.steps = {_position(step["id"]): step for step in record["steps"]}
        self.order = list(self.steps)
        self.stages = record["stages"]
        self._edges = [(_position(e["from"]), Way(_position(e["to"]), e["kind"], e["text"])) for e in record["edges"]]

    def ways(self, position: str) -> list[Way]:
        """The ways on, those that the text names before the plain next step."""
        mine = [way for source, way in self._edges if source == position]
        return sorted(mine, key=lambda way: way.kind == "next")

    def onward(self, position: str) -> str | None:
        """The part that a last step names as what follows: "… ends, and proceeds to the final phase"; None where it names none."""
        if self.ways(position):
            return None
        return _flow_named(self.game, self.part, self.steps[position]["text"], self.language)

    def before(self, position: str) -> str | None:
        """The step that this one follows on: the nearest before it in the order of the rules, or None at the start."""
        place = self.order.index(position)
        sources = [self.order.index(source) for source, way in self._edges if way.target == position]
        earlier = [source for source in sources if source < place]
        return self.order[max(earlier)] if earlier else None

    def stage(self, position: str) -> dict[str, Any] | None:
        """The stage that a step stands in."""
        return next((stage for stage in self.stages if stage["id"] == self.steps[position]["stage"]), None)

    def name(self, position: str) -> str:
        """The number that the text prints; for a jump, which has none, the number of its stage with an arrow."""
        step = self.steps[position]
        stage = self.stage(position)
        return str(step["number"] or (f"{stage['number']} →" if stage else "→"))

    def windows(self, position: str) -> list[Window]:
        """What players may use at a step."""
        kb = searching().kb
        found = kb.store.records("window", self.steps[position]["id"])
        terms = {term.id: term for term in kb.glossary.terms} if found else {}
        return [_window(terms[one["term"]], self.language) for one in found if one["document"] == self.document]

    def all_windows(self) -> list[Window]:
        """What players may use at some step of this text, in the order of the terms."""
        kb = searching().kb
        found = {one["term"] for one in kb.store.records("window") if one["document"] == self.document}
        return [_window(term, self.language) for term in kb.glossary.terms if term.id in found]

    def next_window(self, position: str) -> str | None:
        """The next step at which players may use something; None where the ways part before it, as one of them may miss it."""
        store = searching().kb.store
        here, seen = position, {position}
        while len(ways := self.ways(here)) == 1 and (here := ways[0].target) not in seen:
            if any(one["document"] == self.document for one in store.records("window", self.steps[here]["id"])):
                return here
            seen.add(here)
        return None


def walk_of(game: str, part: str, language: str | None = None) -> Walk:
    """The flow in a language, else in any that has a current text; raises UnknownEntry where there is no such flow."""
    store = searching().kb.store
    wanted = language or ui()
    records = [r for r in store.records("flow", f"{game}/{part}") if store.documents[r["document"]].current]
    records.sort(key=lambda record: store.documents[record["document"]].language != wanted)
    if not records:
        raise UnknownEntry(t_plain("walk.no_flow", game=game, part=part))
    return Walk(records[0], store.documents[records[0]["document"]].language)


def has_flow(game: str, part: str) -> bool:
    """Whether a part is a flow that can be walked by a current text; the flows of an open KB are looked up once."""
    search = searching()
    known = _flows.get(search)
    if known is None:
        store = search.kb.store
        current = (record for record in store.each("flow") if store.documents[record["document"]].current)
        known = _flows[search] = frozenset(f"{record['game']}/{record['part']}" for record in current)
    return f"{game}/{part}" in known


def _flow_named(game: str, but: str, text: str, language: str) -> str | None:
    """The flow of a game, other than one, that a text says it proceeds to, by its name; None where it names none."""
    words = fold(text)
    for part in searching().kb.store.parts:
        name = fold((part.name_ja if language == "ja" else part.name_en) or part.name_en)
        says = _PROCEEDS.get(language, _PROCEEDS["en"]).format(name=re.escape(name))
        if part.game == game and part.slug != but and has_flow(game, part.slug) and re.search(says, words):
            return part.slug
    return None


def _position(id: str) -> str:
    return id.rsplit("/", 1)[1]


def _window(term: Term, language: str) -> Window:
    """A term as a window: its form in brackets where the rules print one, else its main form."""
    forms = (term.ja if language == "ja" else term.en) or term.en
    bracketed = [form for form in forms if fold(form).startswith("[")]
    return Window((bracketed or list(forms))[0], term.entries[0] if term.entries else None)
