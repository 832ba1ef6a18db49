"""The pages: search, an entry, a flow or section, a document to read, about."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request

from kb.errors import UnknownEntry
from kb.model import Document, Part, Rendition
from kb.search import Found
from web.entry import entry_page
from web.state import searching

blueprint = Blueprint("pages", __name__)

GROUPS = {
    "keyword": "Keywords",
    "topic": "Topics",
    "zone": "Zones",
    "change": "Rule changes",
    "restricted": "Restricted cards",
    "anatomy": "Card anatomy",
    "world": "Worlds",
    "card-type": "Card types",
    "class": "Kinds of abilities",
    "check": "Resolution check",
    "intro": "Introductions",
    "precaution": "Precautions",
    "deck": "Participating deck",
    "rule": "Rules",
    "card": "Option cards",
    "ability": "Special abilities",
    "appearance": "Appearance conditions",
    "erratum": "Errata",
}
"""Headings for groups of named entries, which are no parts of their own."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A link on the start page: a flow, section or group, and how many entries it holds."""

    url: str
    name: str
    count: int


@blueprint.get("/")
def start() -> str:
    """Search, and what there is to browse."""
    store = searching().kb.store
    shelves = {game.name: _shelves(game.id) for game in store.games.values()}
    examples = [question for game in store.games.values() for question in game.examples]
    return render_template("start.html", shelves=shelves, documents=store.documents.values(), examples=examples)


@blueprint.get("/search")
def search() -> str:
    """The results of ?q=."""
    question = request.args.get("q", "").strip()
    found: Found | None = None
    note = ""
    if question:
        try:
            found = searching().search(question, 12, game=request.args.get("game") or None)
        except ValueError as error:
            note = f"{str(error).capitalize()}. Ask in a few words."
    return render_template("search.html", question=question, found=found, note=note)


@blueprint.get("/d/<id>")
def document(id: str) -> str:
    """A document to read, entry by entry in its own order."""
    store = searching().kb.store
    found = store.documents.get(id)
    if found is None:
        abort(404, f"There is no document {id}.")
    pairs = [
        (entry, rendition) for entry in store.entries(found.game) for rendition in entry.renditions if rendition.document == id
    ]
    pairs.sort(key=lambda pair: _reading_order(found, pair[1]))
    return render_template("document.html", document=found, pairs=pairs)


def _reading_order(document: Document, rendition: Rendition) -> tuple[int, ...]:
    return tuple(number for lines in rendition.lines[:1] for number in lines)


@blueprint.get("/about")
def about() -> str:
    """What this site is, whose the texts are, and what it holds."""
    return render_template("about.html", kb=searching().kb, documents=searching().kb.store.documents.values())


@blueprint.get("/<not(api):game>/<path:rest>")
def rules(game: str, rest: str) -> str:
    """An entry, an entry pinned to a document (…@bf-en-3), or a whole flow, section or group."""
    store = searching().kb.store
    if game not in store.games:
        abort(404, f"There is no game {game}.")
    local, _, pin = rest.partition("@")
    entry = store.entry(f"{game}/{local}")
    if entry is not None:
        return entry_page(entry, pin or None, _part_name(game, entry.part))
    entries = list(store.entries(game, local)) if not pin else []
    if not entries:
        raise UnknownEntry(f"There is no entry or part {game}/{rest}.")
    return render_template("part.html", name=_part_name(game, local), entries=entries, game=store.games[game])


def _part_name(game: str, slug: str) -> str:
    part = next((p for p in searching().kb.store.parts if p.game == game and p.slug == slug), None)
    if part is not None:
        return part.name_en
    owner = searching().kb.store.entry(f"{game}/{slug}")
    return owner.citation if owner is not None else GROUPS.get(slug, slug.replace("-", " ").capitalize())


def _shelves(game: str) -> list[Shelf]:
    """The flows first, in the order of the rules, then the groups of named entries."""
    store = searching().kb.store
    counts: dict[str, int] = {}
    for entry in store.entries(game):
        top = entry.part.split("/")[0]
        counts[top] = counts.get(top, 0) + 1
    parts: list[Part] = [part for part in store.parts if part.game == game and part.slug in counts]
    named = {part.slug for part in parts}
    shelves = [Shelf(f"/{game}/{part.slug}", part.name_en, counts[part.slug]) for part in parts]
    return shelves + [Shelf(f"/{game}/{top}", GROUPS.get(top, top), n) for top, n in counts.items() if top not in named]
