"""Keeps copies of replies fresh: a strong ETag on each, 304 where the caller has it already, nothing shown without asking again."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from flask import Response, request

import kb
from web.state import searching

ASK_AGAIN = ("Cache-Control", "no-cache")
"""The header by which a copy is asked about again before it is shown."""


def tag(content: bytes) -> str:
    """An ETag of this address at this revision of the KB with this content."""
    return tag_of(searching().kb.revision, request.full_path, content)


def tag_of(revision: str, address: str, content: bytes) -> str:
    """An ETag of an address at a revision with this content."""
    seed = f"{revision}\n{address}\n".encode("utf-8", "surrogatepass")
    return hashlib.sha256(seed + content).hexdigest()[:32]


def tag_of_stream() -> str:
    """An ETag of a long reply that follows from the KB and the code alone, without making it first."""
    return tag(python_code())


@functools.cache
def python_code() -> bytes:
    """The sha256 of the library's and the site's code, so that new code never passes for an old reply."""
    digest = hashlib.sha256()
    for package in (Path(kb.__file__).parent, Path(__file__).parent):
        for path in sorted(package.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.digest()


def keep_fresh(response: Response) -> Response:
    """Set ETag and Cache-Control, and turn the reply into 304 where If-None-Match names its ETag.

    A view whose reply differs from call to call, or is a stream, has set its ETag itself; one that answers a form says itself
    where its reply may stay in the browser.
    """
    if response.status_code >= 400:
        response.headers["Cache-Control"] = "no-store"
        return response
    if request.method not in ("GET", "HEAD"):
        response.headers.setdefault("Cache-Control", "no-store")
        return response
    if response.status_code != 200 or response.direct_passthrough:
        return response
    response.headers.setdefault(*ASK_AGAIN)
    if "ETag" not in response.headers and not response.is_streamed:
        response.set_etag(tag(response.get_data()))
    own, _ = response.get_etag()
    if own is not None and request.if_none_match.contains_weak(own):
        response.response = []
        response.status_code = 304
    return response
