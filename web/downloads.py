"""The whole KB to take along: its exports as JSON Lines, a document as plain text. Long replies are streamed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from flask import Blueprint, Response, abort

from kb.export import EXPORTS, ExportedAlignment, ExportedEntry
from kb.plain import plain_text
from kb.shapes import ChangeShape, ConflictShape
from web.api import DOCUMENT_IN_PATH
from web.describe import described
from web.fresh import tag_of_stream
from web.state import searching

blueprint = Blueprint("downloads", __name__)

LINES_AT_ONCE = 50
"""Lines of an export that are sent in one piece."""


@blueprint.get("/api/entries.jsonl")
@described(ExportedEntry, media="application/jsonl")
def entries() -> Response:
    """Every entry with all its renditions, one JSON object a line."""
    return _export("entries")


@blueprint.get("/api/alignments.jsonl")
@described(ExportedAlignment, media="application/jsonl")
def alignments() -> Response:
    """Every pair of renditions that were found to be one ruling, with the evidence, one JSON object a line."""
    return _export("alignments")


@blueprint.get("/api/conflicts.jsonl")
@described(ConflictShape, media="application/jsonl")
def conflicts() -> Response:
    """Every place where the current texts of two languages disagree, one JSON object a line."""
    return _export("conflicts")


@blueprint.get("/api/changes.jsonl")
@described(ChangeShape, media="application/jsonl")
def changes() -> Response:
    """Every change of an edition against the one before, one JSON object a line."""
    return _export("changes")


@blueprint.get("/d/<id>.txt")
@described(media="text/plain", parameters=(DOCUMENT_IN_PATH,), errors=(404,))
def text(id: str) -> Response:
    """A document's entries in printed order as plain text, each with its citation and address."""
    store = searching().kb.store
    document = store.documents.get(id)
    if document is None:
        abort(404, f"there is no document {id[:80]!r}")
    return _stream(lambda: plain_text(store, document), "text/plain; charset=utf-8", f'inline; filename="{id}.txt"')


def _export(name: str) -> Response:
    kb = searching().kb

    def pieces() -> Iterator[str]:
        lines: list[str] = []
        for line in EXPORTS[name](kb.store):
            lines.append(_line(line))
            if len(lines) == LINES_AT_ONCE:
                yield "".join(lines)
                lines.clear()
        yield "".join(lines)

    return _stream(pieces, "application/jsonl", f'attachment; filename="judgecall-{name}-{kb.revision}.jsonl"')


def _line(line: Any) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"


def _stream(pieces: Callable[[], Iterator[str]], media: str, disposition: str) -> Response:
    response = Response((piece.encode() for piece in pieces() if piece), content_type=media)
    response.headers["Content-Disposition"] = disposition
    response.set_etag(tag_of_stream())
    return response
