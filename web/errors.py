"""One error shape: a page that helps for people, `{"error": {code, message, hint}}` for programs."""

from __future__ import annotations

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from kb.errors import KbError, UnknownEntry

_HINTS = {
    400: "Put the question in ?q=, in a few words.",
    404: "Search for it, or look it up in the list of documents.",
    405: "Use the method that the API description names.",
    413: "Cut the text into pieces of at most 64 KB.",
    414: "Ask in a sentence or two, of at most 2000 letters.",
    415: 'Send JSON: Content-Type application/json and {"text": "…"}.',
}
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
    return *_reply(status, code, error.description or error.name or ""), headers


def _kb(error: KbError) -> tuple[Response | str, int]:
    status = 404 if isinstance(error, UnknownEntry) else 400
    return _reply(status, "not_found" if status == 404 else "bad_request", str(error))


def _reply(status: int, code: str, message: str) -> tuple[Response | str, int]:
    hints = _HINTS | _HINTS_POST if request.method == "POST" else _HINTS
    hint = hints.get(status, "Try again; if it goes on, tell whoever runs this site.")
    if request.path.startswith("/api/") or request.path.endswith(_FOR_PROGRAMS):
        return jsonify({"error": {"code": code, "message": message, "hint": hint}}), status
    return render_template("error.html", status=status, message=message, hint=hint), status
