"""One error shape: a page that helps for people, `{"error": {code, message, hint}}` for programs."""

from __future__ import annotations

import logging

from flask import Flask, Response, jsonify, render_template, request
from markupsafe import Markup, escape
from werkzeug.exceptions import HTTPException

from kb.errors import KbError, KbMismatch, KbMissing, KbUnreachable, UnknownEntry
from kb.understand import MAX_LETTERS
from web.lost import ways_from
from web.slip_link import TooLong
from web.wording import said, t_or

log = logging.getLogger("judgecall.kb")

_HINTS = {
    400: "Put the question in ?q=, in a few words; /api/openapi.json says what else it takes.",
    404: "/api/search finds entries, /api/documents lists the documents, /api/openapi.json all addresses.",
    405: "Use the method that the API description names.",
    408: "Send it again, in one go.",
    413: "Cut the text into pieces of at most 64 KB.",
    414: f"Ask in a sentence or two, of at most {MAX_LETTERS} letters.",
    415: 'Send JSON: Content-Type application/json and {"text": "…"}.',
    429: "Wait a second and ask again.",
    503: "Wait a moment and ask again; if it goes on, tell whoever runs this site.",
}
_LATER = "Try again; if it goes on, tell whoever runs this site."
_DESCRIBED = "/api/openapi.json says what this address takes."
_OWN_HINTS = {"cite": (414,), "search": (400,), "slip": (400, 404, 414), "walk": (400, 404)}
"""First words of addresses that have a hint of their own, and for which statuses."""
_HINTS_POST = {400: 'Send {"text": "…"}, as JSON in UTF-8.'}
_FOR_PROGRAMS = ("/healthz", ".atom", ".jsonl", ".txt")
"""Endings of addresses beside those under /api/ that programs read."""


def register(app: Flask) -> None:
    """Handle what the library and HTTP can raise."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(KbError, _kb)


def for_programs() -> bool:
    """Whether programs read what is at this address, not people."""
    return request.path.startswith("/api/") or request.path.endswith(_FOR_PROGRAMS)


def _http(error: HTTPException) -> tuple[Response | str, int, dict[str, str]]:
    status = error.code or 500
    code = "too_long" if status == 414 else (error.name or "error").lower().replace(" ", "_")
    # HTTP may ask for a header beside the status: Allow, where the method was wrong.
    headers = {name: value for name, value in error.get_headers() if name != "Content-Type"}
    message = error.description or error.name or ""
    usual = message == type(error).description
    return *_reply(status, code, message, usual=usual), headers


def _kb(error: KbError) -> tuple[Response | str, int]:
    if isinstance(error, TooLong):
        return _reply(414, "too_long", str(error))
    if isinstance(error, (KbMissing, KbMismatch)):
        log.error("the KB that is served is damaged", extra={"fields": {"reason": str(error)}})
    if isinstance(error, (KbUnreachable, KbMissing, KbMismatch)):
        return _reply(503, "service_unavailable", "The rules cannot be reached just now.")
    status = 404 if isinstance(error, UnknownEntry) else 400
    return _reply(status, "not_found" if status == 404 else "bad_request", str(error))


def _reply(status: int, code: str, message: str, *, usual: bool = False) -> tuple[Response | str, int]:
    """The API always speaks English; a page speaks its reader's language, also where HTTP has `usual` words of its own."""
    if for_programs():
        hint = (_HINTS | _HINTS_POST if request.method == "POST" else _HINTS).get(status, _LATER)
        if status == 400 and request.method != "POST" and not (request.path == "/api/search" and "question" in message):
            hint = _DESCRIBED
        if usual and status == 404:
            message = "There is nothing at this address."
        return jsonify({"error": {"code": code, "message": message, "hint": hint}}), status
    place = request.path.lstrip("/").split("/")[0].split(".")[0]
    own = f"{place}.hint" if status in _OWN_HINTS.get(place, ()) else ""
    hint = t_or(own, t_or(f"error.hint_{status}", t_or("error.hint_other", _LATER)))
    shown = t_or(f"error.usual_{status}", message) if usual else _in_its_language(message)
    # An address without gaps is right; it is what was asked of it that is not there.
    lost = status == 404 and (request.url_rule is None or bool(request.view_args))
    ways = ways_from(request.path) if lost else []
    return render_template("error.html", status=status, message=shown, hint=hint, ways=ways, slip=place == "slip"), status


def _in_its_language(message: str) -> Markup:
    """A message of the library is English; a page has it in its own language, or marks it. One of the site is in the page's.

    Both are plain text, but for one of an `abort`, which may be the site's words, escaped already.
    """
    return said(message) if message.isascii() else escape(message)
