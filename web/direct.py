"""Answers a search of the API without the framework, to the byte as the app would; everything unusual is left to the app.

Most requests are searches, and the framework takes longer over one than what is left of it here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from werkzeug.http import parse_etags, quote_etag

from kb.errors import KbUnreachable
from kb.model import LANGUAGES
from kb.search import Search
from kb.understand import MAX_LETTERS
from web.api import limit_of
from web.cross_origin import READABLE
from web.environ import Environ
from web.found import found_body, found_core
from web.fresh import ASK_AGAIN, tag_of
from web.headers import on_every_reply
from web.limits import LONGEST_ADDRESS, LONGEST_HOST
from web.live import Held, Live
from web.refusal import RAISED, REFUSAL
from web.reply import App
from web.state import HELD
from web.told import Told

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

PATH = "/api/search"
# A host as nearly all are, with its port, or none: pieces of at most 63 letters (`localhost:8000`), or an address of IPv6. Not
# `a..b`, which the framework refuses; what it makes of any other (`é.example`) it says itself.
_HOST = re.compile(r"(?:[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*|\[[0-9A-Fa-f:]{2,39}\])?(?::[0-9]{1,5})?")


class Direct:
    """A WSGI app before the site's."""

    def __init__(self, app: App, live: Live) -> None:
        self.app = app
        self._live = live

    def __call__(self, environ: Environ, start: StartResponse) -> Iterable[bytes]:
        """Answer, or let the app do it."""
        held = environ.get(HELD)
        search = held.search if isinstance(held, Held) else self._live.search
        content = _content(environ, search) if environ["PATH_INFO"] == PATH else None
        if content is None:
            return self.app(environ, start)
        core, took, outcome = content
        etag = tag_of(search.kb.revision, f"{PATH}?{environ['QUERY_STRING']}", core)
        told = environ.get(Told.KEY)
        if isinstance(told, Told):
            told.route, told.outcome = PATH, outcome
        headers = [("ETag", quote_etag(etag)), *on_every_reply(PATH, search.kb.revision), ASK_AGAIN, *READABLE]
        known = environ.get("HTTP_IF_NONE_MATCH")
        if known is not None and parse_etags(known).contains_weak(etag):
            start("304 NOT MODIFIED", headers)
            return []
        body = found_body(core, took)
        start("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body))), *headers])
        return [body]


def _content(environ: Environ, search: Search) -> tuple[bytes, float, str] | None:
    """What was found as JSON without its time, the time, and what the search came to; None where the app should say it."""
    query, host = environ["QUERY_STRING"], environ.get("HTTP_HOST", "")
    if len(host) > LONGEST_HOST or not _HOST.fullmatch(host) or "HTTP_UPGRADE" in environ:
        return None
    if environ["REQUEST_METHOD"] != "GET" or REFUSAL in environ or environ.get("CONTENT_LENGTH") not in (None, "", "0"):
        return None
    if not query.isascii() or len(PATH) + len(query) > LONGEST_ADDRESS:
        return None
    try:
        asked = dict(reversed(parse_qsl(query, keep_blank_values=True, errors="strict")))
    except ValueError:
        return None
    question, limit, language = asked.get("q", ""), limit_of(asked.get("limit", "10")), asked.get("lang") or None
    if len(question) > MAX_LETTERS or limit is None or language not in (None, *LANGUAGES):
        return None
    try:
        found = search.search(question, limit, language, asked.get("game") or None, asked.get("document") or None)
    except KbUnreachable as error:
        environ[RAISED] = error
        return None
    except Exception:  # the app says it, whatever it is, in the one shape that errors have
        return None
    return found_core(found, search), found.took_ms, "no_ruling" if found.answer is None else "answered"
