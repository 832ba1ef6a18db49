"""The JSON API: search, entries, documents, the manifest of the KB, health."""

from __future__ import annotations

from collections import Counter

from flask import Blueprint, Response, abort, jsonify, request

from kb.errors import UnknownEntry
from kb.present import document_json, entry_json, found_json
from kb.review import change_json, changes, conflict_json, conflicts, review_of
from web.state import searching

blueprint = Blueprint("api", __name__)
MOST_RESULTS = 50


@blueprint.get("/api/search")
def search() -> Response:
    """The answer to ?q= with its results; ?limit=, ?lang=, ?game= and ?document= narrow it."""
    question = request.args.get("q", "")
    limit = request.args.get("limit", "10")
    if not limit.isdecimal() or not 1 <= int(limit) <= MOST_RESULTS:
        abort(400, f"limit must be a whole number from 1 to {MOST_RESULTS}, not {limit[:20]!r}")
    language = request.args.get("lang") or None
    if language not in (None, "en", "ja"):
        abort(400, f"lang must be en or ja, not {language[:20]!r}" if language else "")
    try:
        found = searching().search(
            question, int(limit), language, request.args.get("game") or None, request.args.get("document") or None
        )
    except ValueError as error:
        abort(400, str(error))
    return jsonify(found_json(found))


@blueprint.get("/api/entries/<path:id>")
def entry(id: str) -> Response:
    """One entry with all its renditions."""
    found = searching().kb.store.entry(id)
    if found is None:
        raise UnknownEntry(f"there is no entry {id!r}")
    return jsonify(entry_json(found, review_of(searching().kb.store, id)))


@blueprint.get("/api/documents")
def documents() -> Response:
    """The documents that the KB was built from."""
    return jsonify({"documents": [document_json(document) for document in searching().kb.store.documents.values()]})


@blueprint.get("/api/conflicts")
def all_conflicts() -> Response:
    """Every place where the current texts of two languages disagree."""
    return jsonify({"conflicts": [conflict_json(conflict) for conflict in conflicts(searching().kb.store)]})


@blueprint.get("/api/changes")
def all_changes() -> Response:
    """Every change of an edition against the one before."""
    return jsonify({"changes": [change_json(change) for change in changes(searching().kb.store)]})


@blueprint.get("/api/flows/<game>/<part>")
def flow(game: str, part: str) -> Response:
    """A flow as a graph, by the current text or that of ?document=."""
    store = searching().kb.store
    found = store.records("flow", f"{game}/{part}")
    wanted = request.args.get("document")
    chosen = (
        [f for f in found if f["document"] == wanted] if wanted else [f for f in found if store.documents[f["document"]].current]
    )
    if not chosen:
        raise UnknownEntry(f"there is no flow {game}/{part}" + (f" in {wanted}" if wanted and found else ""))
    return jsonify(chosen[0])


@blueprint.get("/api/manifest")
def manifest() -> Response:
    """The KB's revision, its documents' hashes and how many entries of each it holds."""
    kb = searching().kb
    counts = Counter(rendition.document for entry in kb.store.entries() for rendition in entry.renditions)
    documents = {id: {"sha256": document.sha256, "entries": counts[id]} for id, document in kb.store.documents.items()}
    return jsonify({"revision": kb.revision, "entries": kb.store.size, "documents": documents})


@blueprint.get("/healthz")
def health() -> Response:
    """Whether the site is up, and with which KB."""
    return jsonify({"status": "ok", "revision": searching().kb.revision})
