"""The pages: search, an entry, a flow or section, a document to read, about."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from kb.errors import UnknownEntry
from kb.language import tells_language
from kb.model import Entry, Part, Rendition
from kb.plain import in_printed_order
from kb.renditions import only_language
from kb.search import Found
from web.entry import entry_page
from web.flow import has_flow
from web.links import at, part_name
from web.naming import part_named
from web.state import searching
from web.wording import t, t_or, t_plain, ui

blueprint = Blueprint("pages", __name__)


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
    shelves = [(game, _shelves(game.id)) for game in store.games.values()]
    examples = [question for game in store.games.values() for question in game.examples]
    examples.sort(key=lambda question: question.isascii() == (ui() == "ja"))
    return render_template("start.html", shelves=shelves, documents=store.documents.values(), examples=examples)


@blueprint.get("/search")
def search() -> str:
    """The results of ?q=, of one ?game= if given; with ?only=results no more than they, for the page that is asked as one types.

    What a mere number finds is shown in the page's language.
    """
    question = request.args.get("q", "").strip()
    game = request.args.get("game") or None
    if game is not None and game not in searching().kb.store.games:
        abort(400, t("error.no_game", game=game))
    found: Found | None = None
    note = ""
    if question:
        try:
            found = searching().search(question, 12, None if tells_language(question) else ui(), game)
        except ValueError:
            note = t("search.empty")
    template = "_results.html" if request.args.get("only") == "results" else "search.html"
    return render_template(template, question=question, found=found, note=note, game=game, games=searching().kb.store.games)


@blueprint.get("/d/<id>")
def document(id: str) -> str:
    """A document to read, entry by entry in its own order."""
    store = searching().kb.store
    found = store.documents.get(id)
    if found is None:
        abort(404, t("error.no_document", id=id))
    pairs = in_printed_order(store, found)
    own, more = _line_anchors([rendition for _, rendition in pairs])
    return render_template("document.html", document=found, documents=store.documents, pairs=pairs, own=own, more=more)


def _line_anchors(renditions: list[Rendition]) -> tuple[list[int | None], list[list[int]]]:
    """For each rendition the line that is its own anchor, and its other source lines; every line is an anchor once on the page.

    The anchor of a rendition that begins on the line of the one before it is that one's: None. A line that no rendition is printed
    on, a blank one or a heading, leads to the text below it.
    """
    own: list[int | None] = []
    places: dict[int, int] = {}
    for place, rendition in enumerate(renditions):
        first = rendition.lines[0][0]
        own.append(None if first in places else first)
        places.setdefault(first, place)
    begun = set(places)
    for place, rendition in enumerate(renditions):
        for first, last in rendition.lines:
            for n in range(first, last + 1):
                places.setdefault(n, place)
    for n in range(max(places, default=1) - 1, 0, -1):
        places.setdefault(n, places[n + 1])
    more: list[list[int]] = [[] for _ in renditions]
    for n in sorted(places.keys() - begun):
        more[places[n]].append(n)
    return own, more


@blueprint.get("/about")
def about() -> str:
    """What this site is, whose the texts are, and what it holds."""
    return render_template("about.html", kb=searching().kb, documents=searching().kb.store.documents.values())


@blueprint.get("/<not(api):game>", strict_slashes=False)
def shelf(game: str) -> BaseResponse:
    """Where the start page has the flows and groups of a game."""
    id = game.lower()
    if id not in searching().kb.store.games:
        abort(404)
    return redirect(at(f"/#{id}"))


@blueprint.get("/<not(api):game>/<path:rest>")
def rules(game: str, rest: str) -> str | BaseResponse:
    """An entry, an entry pinned to a document (…@bf-en-3), or a whole flow, section or group; ids are in small letters."""
    store = searching().kb.store
    right = _in_small_letters(game, rest)
    if right is not None:
        return right
    if game not in store.games:
        abort(404, t("error.no_game", game=game))
    local, _, pin = rest.partition("@")
    entry = store.entry(f"{game}/{local}")
    if entry is not None:
        return entry_page(entry, pin or None)
    entries = list(store.entries(game, local)) if not pin else []
    if not entries and (printed := _printed_as(game, local, pin)) is not None:
        return printed
    if not entries:
        raise UnknownEntry(t_plain("error.no_entry", id=f"{game}/{rest}"))
    named = all(_named(one) for one in entries if one.part == local)
    texts = {one.id: _text_in(one) for one in entries}
    return render_template(
        "part_list.html" if named else "part.html",
        name=part_named(game, local),
        entries=entries,
        lists=_lists([one for one in entries if one.part == local], texts),
        texts=texts,
        only={one.id: only_language(one, store.documents) for one in entries},
        game=store.games[game],
        part=local,
        walk=has_flow(game, local),
        questions=_questions(entries, local),
    )


def _in_small_letters(game: str, rest: str) -> BaseResponse | None:
    """The way to the same address in small letters, where something is there: /BF/keyword/Penetrate@BF-EN-3."""
    small = f"{game}/{rest}".lower()
    if small == f"{game}/{rest}":
        return None
    store = searching().kb.store
    game, _, local = small.partition("/")
    local, _, pin = local.partition("@")
    there = store.entry(f"{game}/{local}") or (None if pin else next(iter(store.entries(game, local)), None))
    if there is None:
        return None
    query = request.query_string.decode("ascii")
    return redirect(f"/{small}{'?' if query else ''}{query}", 301)


def _printed_as(game: str, local: str, pin: str) -> BaseResponse | None:
    """The way to the one entry that a current text, or the one pinned, prints by the number of an address that no entry has.

    An entry keeps its address where an edition gives it another number, so the new number may be nobody's address.
    """
    store = searching().kb.store
    part, _, number = local.rpartition("/")
    documents = {pin} if pin else store.current
    there = [
        entry.id
        for entry in store.entries_at(store.at(game, part, number)).values()
        if any(r.document in documents and r.locator is not None and r.locator.slug == number for r in entry.renditions)
    ]
    return redirect(at(f"/{there[0]}{'@' if pin else ''}{pin}")) if len(there) == 1 else None


def _named(entry: Entry) -> bool:
    """Whether an entry goes by a title rather than by its place in a flow."""
    return bool(entry.renditions[0].title) and entry.kind not in ("step", "stage", "jump", "qa")


def _text_in(entry: Entry) -> Rendition:
    """The best text of an entry in the page's language, else its best."""
    return next((r for r in entry.renditions if r.language == ui()), entry.renditions[0])


def _lists(entries: list[Entry], texts: dict[str, Rendition]) -> list[tuple[Rendition, list[Entry]]]:
    """Entries by the heading of the list that has them, with the first text under it; lists in the page's language first."""
    out: dict[str | None, tuple[Rendition, list[Entry]]] = {}
    for entry in entries:
        text = texts[entry.id]
        out.setdefault(text.listed_under, (text, []))[1].append(entry)
    return sorted(out.values(), key=lambda one: one[0].listed_under is not None and one[0].language != ui())


def _questions(entries: list[Entry], part: str) -> dict[str, list[Entry]]:
    """The Q&As of a list by the entry that they stand under."""
    out: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.part != part:
            out.setdefault(f"{entry.game}/{entry.part}", []).append(entry)
    return out


def _shelves(game: str) -> list[Shelf]:
    """The flows first, in the order of the rules, then the groups of named entries."""
    store = searching().kb.store
    counts: dict[str, int] = {}
    for slug, count in store.part_sizes(game).items():
        top = slug.split("/")[0]
        counts[top] = counts.get(top, 0) + count
    parts: list[Part] = [part for part in store.parts if part.game == game and part.slug in counts]
    named = {part.slug for part in parts}
    shelves = [Shelf(f"/{game}/{part.slug}", part_name(part), counts[part.slug]) for part in parts]
    return shelves + [Shelf(f"/{game}/{top}", t_or(f"group.{top}", top), n) for top, n in counts.items() if top not in named]
