"""An Atom feed (RFC 4287) for each document: what its edition changed against the one before, one entry a ruling.

It has what the page of changes shows, in the same order: what weighs most first, nothing of typography, numbers or headings alone.

Ids are made of the names of the ruling and of the two documents, so that they stay the same on every host and for ever. The time of
an edition is midnight UTC of the date that its text states; a text without one was in force before the edition that replaced it,
and has that one's; where no later edition states a date either it is 1 January 1970, which says that it is not known.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from flask import Blueprint, Response, abort, request
from markupsafe import escape

from kb.model import Change, Document, Entry
from kb.present import address
from kb.review import changes
from web.api import DOCUMENT_IN_PATH
from web.describe import described
from web.state import searching
from web.weighing import quiet, weighed

blueprint = Blueprint("feed", __name__)

_NAMES = uuid.UUID("5b0e9d0c-7f0f-5a51-9c86-3a5a2f6f8f10")
"""The namespace of the feed's ids; it must never change."""
_UNKNOWN = "1970-01-01"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
MEDIA = "application/atom+xml"


@blueprint.get("/d/<id>/changes.atom")
@described(media=MEDIA, parameters=(DOCUMENT_IN_PATH,), errors=(404,))
def feed(id: str) -> Response:
    """What a document changed against the one that it supersedes, as an Atom feed; without entries where it supersedes none.

    What is of typography, numbers or headings alone is left out; /api/changes has all.
    """
    store = searching().kb.store
    document = store.documents.get(id)
    if document is None:
        abort(404, f"there is no document {id[:80]!r}")
    mine = [change for change in changes(store) if change.to_document == id and not quiet(change)]
    entries = {change.entry: found for change in mine if (found := store.entry(change.entry)) is not None}
    rulings: dict[tuple[str, str], list[Change]] = {}
    for change in weighed(mine, entries):
        rulings.setdefault((change.entry, change.from_document), []).append(change)
    root = _feed(document)
    for (entry, older), group in rulings.items():
        _entry(root, document, entry, entries.get(entry), older, group)
    return Response(tostring(root, encoding="utf-8", xml_declaration=True), content_type=f"{MEDIA}; charset=utf-8")


def updated(document: Document) -> str:
    """The time of an edition, by the rule above."""
    documents = searching().kb.store.documents.values()
    found: Document | None = document
    while found is not None:
        if found.effective:
            return f"{found.effective}T00:00:00Z"
        found = next((later for later in documents if later.supersedes == found.id), None)
    return f"{_UNKNOWN}T00:00:00Z"


def _feed(document: Document) -> Element:
    root = Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", _LANGUAGE: "en"})
    _text(root, "id", _id(document.id))
    _text(root, "title", f"{document.title}, {document.language.upper()} {document.edition}: what changed")
    _text(root, "updated", updated(document))
    _text(SubElement(root, "author"), "name", "Judgecall")
    _text(root, "rights", document.notice)
    home = request.url_root.rstrip("/")
    SubElement(root, "link", {"rel": "self", "type": MEDIA, "href": f"{home}/d/{document.id}/changes.atom"})
    SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": f"{home}/d/{document.id}"})
    return root


def _entry(root: Element, document: Document, id: str, entry: Entry | None, older: str, group: Sequence[Change]) -> None:
    """One ruling: what became of it in this edition, passage by passage."""
    text = entry and entry.printed_in(document.id)
    kinds = ", ".join(dict.fromkeys(change.kind for change in group))
    element = SubElement(root, "entry")
    _text(element, "id", _id(id, older, document.id))
    _text(element, "title", f"{entry.citation if entry is not None else id}: {kinds}")
    _text(element, "updated", updated(document))
    for kind in dict.fromkeys(change.kind for change in group):
        SubElement(element, "category", {"term": kind})
    url = request.url_root.rstrip("/") + address(id, document.id if text else older)
    SubElement(element, "link", {"rel": "alternate", "type": "text/html", "href": url})
    content = SubElement(element, "content", {"type": "html"})
    listed = next((one.listed_under for one in (text, entry and entry.printed_in(older)) if one and one.listed_under), None)
    content.text = (f"<p>{escape(listed)}</p>" if listed else "") + "".join(_passages(change) for change in group)


def _passages(change: Change) -> str:
    """A change as HTML: the note, the passage before and the passage after."""
    note = f"<p>{escape(change.note_en)}</p>" if change.note_en else ""
    sides = ((change.from_document, change.from_text), (change.to_document, change.to_text))
    return note + "".join(f"<p>{name}:</p><blockquote>{_lines(text)}</blockquote>" for name, text in sides if text)


def _lines(text: str) -> str:
    return str(escape(text)).replace("\n", "<br>")


def _text(parent: Element, name: str, text: str) -> None:
    if text:
        SubElement(parent, name).text = text


def _id(*names: str) -> str:
    return uuid.uuid5(_NAMES, "\n".join(names)).urn
