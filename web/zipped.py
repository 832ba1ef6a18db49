"""Sends pages and the site's own text files compressed to whoever takes it, as a phone does, which waits for the network most."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

_TEXTS = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml"})
_LEAST = 600
"""Bytes below which a reply fits one packet as it is."""


def register(app: Flask) -> None:
    """Compress last, when a reply is otherwise done; so register this first."""
    app.after_request(_zip)


def _zip(response: Response) -> Response:
    static = request.endpoint == "static"
    if response.mimetype not in _TEXTS or request.path.startswith("/api/") or (response.is_streamed and not static):
        return response
    response.vary.add("Accept-Encoding")
    wanted = request.accept_encodings["gzip"] > 0 and "Range" not in request.headers
    if not wanted or response.status_code != 200 or "Content-Encoding" in response.headers:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) < _LEAST:
        return response
    response.set_data(_zipped(body) if static else gzip.compress(body, 5, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag is not None:
        # The same words in other bytes: alike, not identical.
        response.set_etag(tag, weak=True)
    return response


@lru_cache(maxsize=128)
def _zipped(body: bytes) -> bytes:
    """A file of the site, compressed as far as it goes, once."""
    return gzip.compress(body, 9, mtime=0)
