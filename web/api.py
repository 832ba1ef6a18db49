"""The JSON API: search, entries, documents, the manifest of the KB, health."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from kb.errors import UnknownEntry
from kb.model import LANGUAGES
from kb.present import document_json, entry_json
from kb.review import change_json, changes, conflict_json, conflicts, review_of
from kb.shapes import Changes, Conflicts, Documents, EntryShape, FlowShape, FoundShape, Health, Manifest
from kb.understand import MAX_LETTERS
from web.describe import Parameter, described
from web.filters import CHANGE_FILTERS, CONFLICT_FILTERS, Reviewed, fitting, wanted
from web.found import found_body, found_core
from web.fresh import tag
from web.state import searching

blueprint = Blueprint("api", __name__)
MOST_RESULTS = 50


QUESTION = Parameter(
    name="q",
    about="The question, in English or Japanese, or the number of a step. One without any word or number is refused.",
    schema=lambda: {"type": "string", "minLength": 1, "maxLength": MAX_LETTERS},
    required=True,
)
LIMIT = Parameter(
    name="limit",
    about="How many results.",
    schema=lambda: {"type": "integer", "minimum": 1, "maximum": MOST_RESULTS, "default": 10},
)
LANGUAGE = Parameter(
    name="lang",
    about="The language to answer in; that of the question where it is empty.",
    schema=lambda: {"type": "string", "enum": ["", *LANGUAGES]},
)
GAME = Parameter(name="game", about="Only entries of this game.", schema=lambda: _one_of("", *searching().kb.store.games))
DOCUMENT = Parameter(
    name="document",
    about="Only entries that this document prints, by its text.",
    schema=lambda: _one_of("", *searching().kb.store.documents),
)
FLOW_DOCUMENT = Parameter(
    name="document",
    about="The document whose text is given; the current one where it is empty.",
    schema=lambda: _one_of("", *searching().kb.store.documents),
)
ENTRY = Parameter(
    name="id",
    about="The id of an entry; its slashes as they are or as %2F.",
    schema=lambda: {"type": "string", "minLength": 1, "examples": [next(searching().kb.store.entries()).id]},
    place="path",
)
GAME_IN_PATH = Parameter(name="game", about="A game.", schema=lambda: _one_of(*searching().kb.store.games), place="path")
FLOW = Parameter(name="part", about="A flow of that game.", schema=lambda: _one_of(*_flows()), place="path")
DOCUMENT_IN_PATH = Parameter(name="id", about="A document.", schema=lambda: _one_of(*searching().kb.store.documents), place="path")


def _one_of(*words: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(words)}


def _flows() -> list[str]:
    return list(dict.fromkeys(record["part"] for record in searching().kb.store.records("flow")))


@blueprint.get("/api/search")
@described(FoundShape, parameters=(QUESTION, LIMIT, LANGUAGE, GAME, DOCUMENT))
def search() -> Response:
    """The answer to a question, with the entries that were found for it."""
    limit = limit_of(request.args.get("limit") or "10")
    if limit is None:
        abort(400, f"limit must be a whole number from 1 to {MOST_RESULTS}, not {request.args['limit'][:20]!r}")
    language = request.args.get("lang") or None
    if language is not None and language not in LANGUAGES:
        abort(400, f"lang must be en or ja, not {language[:20]!r}")
    try:
        found = searching().search(
            request.args.get("q", ""), limit, language, request.args.get("game") or None, request.args.get("document") or None
        )
    except ValueError as error:
        abort(400, str(error))
    core = found_core(found, searching())
    response = Response(found_body(core, found.took_ms), mimetype="application/json")
    response.set_etag(tag(core))
    return response


def limit_of(text: str) -> int | None:
    """A number of results, or None where it is none from 1 to MOST_RESULTS, or longer than an int may be."""
    sound = text.isascii() and text.isdecimal() and len(text) <= 4 and 1 <= int(text) <= MOST_RESULTS
    return int(text) if sound else None


@blueprint.get("/api/entries/<path:id>")
@described(EntryShape, parameters=(ENTRY,), errors=(404,))
def entry(id: str) -> Response:
    """One entry with all its renditions and what is known about them."""
    found = searching().kb.store.entry(id)
    if found is None:
        raise UnknownEntry(f"there is no entry {id[:80]!r}")
    return jsonify(entry_json(found, review_of(searching().kb.store, id)))


@blueprint.get("/api/documents")
@described(Documents)
def documents() -> Response:
    """The documents that the KB was built from."""
    return jsonify({"documents": [document_json(document) for document in searching().kb.store.documents.values()]})


def _described(filters: Mapping[str, Callable[[Reviewed], str]], found: Callable[[Any], list[Reviewed]]) -> tuple[Parameter, ...]:
    """What describes the filters of a list: the values of each that anything has."""

    def schema(name: str) -> Callable[[], dict[str, Any]]:
        return lambda: _one_of("", *sorted({filters[name](one) for one in found(searching().kb.store)} - {""}))

    return tuple(Parameter(name=name, about=f"Only those whose `{name}` is this.", schema=schema(name)) for name in filters)


def _fitting(found: list[Reviewed], filters: Mapping[str, Callable[[Reviewed], str]]) -> list[Reviewed]:
    """What fits all the filters that the address names; a value that nothing has is refused, not answered by an empty list."""
    for name, value_of in filters.items():
        value = wanted(name)
        if value and value not in (known := {value_of(one) for one in found}):
            abort(400, f"{name} must be one of {', '.join(sorted(known - {''}))}, not {value[:40]!r}")
    return fitting(found, filters)


@blueprint.get("/api/conflicts")
@described(Conflicts, parameters=_described(CONFLICT_FILTERS, conflicts))
def all_conflicts() -> Response:
    """Every place where the current texts of two languages disagree, or those that fit."""
    shown = _fitting(conflicts(searching().kb.store), CONFLICT_FILTERS)
    return jsonify({"conflicts": [conflict_json(conflict) for conflict in shown]})


@blueprint.get("/api/changes")
@described(Changes, parameters=_described(CHANGE_FILTERS, changes))
def all_changes() -> Response:
    """Every change of an edition against the one before, or those that fit."""
    return jsonify({"changes": [change_json(change) for change in _fitting(changes(searching().kb.store), CHANGE_FILTERS)]})


@blueprint.get("/api/flows/<game>/<part>")
@described(FlowShape, parameters=(GAME_IN_PATH, FLOW, FLOW_DOCUMENT), errors=(404,))
def flow(game: str, part: str) -> Response:
    """A flow as a graph, by the current text of the newest edition or by that of one document."""
    store = searching().kb.store
    found = store.records("flow", f"{game}/{part}")
    wanted = request.args.get("document")
    chosen = (
        [f for f in found if f["document"] == wanted] if wanted else [f for f in found if store.documents[f["document"]].current]
    )
    if not chosen:
        raise UnknownEntry(f"there is no flow {game[:40]}/{part[:40]}" + (f" in {wanted[:40]}" if wanted and found else ""))
    newest = max(chosen, key=lambda f: store.documents[f["document"]].edition)  # of two languages the first, as max keeps it
    return jsonify(newest)


@blueprint.get("/api/manifest")
@described(Manifest)
def manifest() -> Response:
    """The KB's revision, its documents' hashes and how many entries of each it holds."""
    kb = searching().kb
    counts = kb.store.document_sizes()
    documents = {id: {"sha256": document.sha256, "entries": counts.get(id, 0)} for id, document in kb.store.documents.items()}
    return jsonify({"revision": kb.revision, "entries": kb.store.size, "documents": documents})


@blueprint.get("/healthz")
@described(Health)
def health() -> Response:
    """Whether the site is up, and with which KB."""
    return jsonify({"status": "ok", "revision": searching().kb.revision})
