"""What no address takes: bytes that are no UTF-8, a host, an address or a question that is too long, a body that is too large."""

from __future__ import annotations

from urllib.parse import unquote_to_bytes

from flask import Flask, abort, request
from werkzeug.routing import BaseConverter, Map

from kb.understand import MAX_LETTERS
from web.errors import for_programs
from web.wording import t

LONGEST_ADDRESS = 32 * 1024
"""Bytes of an address as it is sent; a question of the greatest length takes 9 for each Japanese letter."""
LONGEST_HOST = 253 + len(":65535")
"""Letters of a host with its port, as long as a name may be (RFC 1035); a slip's code holds it beside the longest query."""
LARGEST_BODY = 64 * 1024
"""Bytes of a body, unless a view that takes one allows itself more by `request.max_content_length`."""


class Other(BaseConverter):
    """`<not(api):game>`: any one piece of an address but those named, so that what is below them stays theirs."""

    def __init__(self, map: Map, *names: str) -> None:
        super().__init__(map)
        kept = "|".join(names)
        # One piece that is none of the names. A longer word that begins with a name ("apiary") is none of them.
        self.regex = rf"(?!(?:{kept})\Z)[^/]+"


def register(app: Flask) -> None:
    """Check every request before its view runs."""
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.url_map.converters["not"] = Other
    app.before_request(check)


def check() -> None:
    """Refuse what no address takes: 400, 413 or 414; people are told in their language, programs in English."""
    english = for_programs()
    path, query = request.environ.get("PATH_INFO", ""), request.environ.get("QUERY_STRING", "")
    if len(path) + len(query) > LONGEST_ADDRESS:
        most = LONGEST_ADDRESS // 1024
        abort(414, f"an address may have {most} KB, and this one is longer" if english else t("error.long_address", most=most))
    n = len(request.environ.get("HTTP_HOST", ""))
    if n > LONGEST_HOST:
        message = f"a host may have {LONGEST_HOST} letters, and this one has {n}"
        abort(400, message if english else t("error.long_host", most=LONGEST_HOST, n=n))
    try:
        # WSGI hands over bytes as letters of Latin-1.
        path.encode("latin-1").decode("utf-8")
        unquote_to_bytes(query.encode("latin-1")).decode("utf-8")
    except UnicodeError:
        abort(400, "the address is not in UTF-8" if english else t("error.not_utf8"))
    n = len(request.args.get("q", ""))
    if n > MAX_LETTERS:
        message = f"a question may have {MAX_LETTERS} letters, and this one has {n}"
        abort(414, message if english else t("error.long_question", most=MAX_LETTERS, n=n))
    unread = request.url_rule is None or request.method in ("GET", "HEAD", "OPTIONS")
    if unread and (request.content_length or 0) > LARGEST_BODY:
        most = LARGEST_BODY // 1024
        abort(413, f"a body may have {most} KB, and this one is larger" if english else t("error.long_body", most=most))
