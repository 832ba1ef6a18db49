"""One error shape: a page that helps for people, `{"error": {code, message, hint}}` for programs."""

from __future__ import annotations

from flask import Flask, Response, jsonify, render_template, request
from markupsafe import Markup, escape
from werkzeug.exceptions import HTTPException

from kb.errors import KbError, KbUnreachable, UnknownEntry
from web.slip_link import TooLong
from web.wording import t_or, ui

_HINTS = {
    400: "Put the question in ?q=, in a few words.",
    404: "Search for it, or look it up in the list of documents.",
    405: "Use the method that the API description names.",
    408: "Send it again, in one go.",
    413: "Cut the text into pieces of at most 64 KB.",
    414: "Ask in a sentence or two, of at most 2000 letters.",
    415: 'Send JSON: Content-Type application/json and {"text": "…"}.',
    429: "Wait a second and ask again.",
    503: "Wait a moment and ask again, in fewer words.",
}
_LATER = "Try again; if it goes on, tell whoever runs this site."
_HINTS_POST = {400: 'Send {"text": "…"}, as JSON in UTF-8.'}
_FOR_PROGRAMS = ("/healthz", ".atom", ".jsonl", ".txt")
"""Endings of addresses beside those under /api/ that programs read."""


def register(app: Flask) -> None:
    """Handle what the library and HTTP can raise."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(KbError, _kb)


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
    if isinstance(error, KbUnreachable):
        return _reply(503, "service_unavailable", "The rules cannot be reached just now.")
    status = 404 if isinstance(error, UnknownEntry) else 400
    return _reply(status, "not_found" if status == 404 else "bad_request", str(error))


def _reply(status: int, code: str, message: str, *, usual: bool = False) -> tuple[Response | str, int]:
    """The API always speaks English; a page speaks its reader's language, also where HTTP has `usual` words of its own."""
    if request.path.startswith("/api/") or request.path.endswith(_FOR_PROGRAMS):
        hint = (_HINTS | _HINTS_POST if request.method == "POST" else _HINTS).get(status, _LATER)
        return jsonify({"error": {"code": code, "message": message, "hint": hint}}), status
    place = "slip." if request.path.startswith("/slip") else "walk." if request.path.startswith("/walk/") else "error."
    hint = t_or(f"{place}hint", t_or(f"error.hint_{status}", t_or("error.hint_other", _LATER)))
    shown = t_or(f"error.usual_{status}", message) if usual else _in_its_language(message)
    return render_template("error.html", status=status, message=shown, hint=hint), status


def _in_its_language(message: str) -> Markup:
    """A message of the library is English; on a Japanese page it is marked so. One of the site is in the page's language."""
    if ui() == "ja" and message.isascii():
        return Markup('<span lang="en">{}</span>').format(message)
    return escape(message)
