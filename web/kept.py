"""Keeps whole replies, so that what was asked before is sent again without being worked out again.

A reply to a GET depends on the revision of the KB, the address, the host that links name, and on the language and the compression
that the client takes. So a reply is kept under these, and all are given up when another revision is served.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header, parse_etags, remove_entity_headers, unquote_etag

from web.environ import Environ
from web.reply import Reply
from web.told import Told
from web.wording import preferred

ROOM = 8 * 2**20
"""Bytes of replies that a worker keeps, some 400 answers; those that were asked for longest ago give way."""
LARGEST = 512 * 1024
"""Bytes of a reply that is kept at most."""
_EACH, _EACH_HEADER = 600, 120
"""Bytes that a kept reply and each of its headers take besides their own letters, about."""
_OF_ITS_OWN = frozenset(
    {
        *("HTTP_RANGE", "HTTP_IF_RANGE", "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE"),
        *("CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"),
    }
)
"""What makes a request one that only the app can answer: a piece is wanted, another condition is set, or there is a body."""
_VARIES = frozenset({"accept-language", "accept-encoding"})
"""Headers that a reply may depend on and be kept, since its key tells what they come to."""
_LONGEST_HEADER = 200
"""Letters of such a header; no browser sends as many, and what it comes to is remembered."""

Key = tuple[str, ...]
Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A reply of status 200 that is all there, with its headers as they are sent, and those of a 304; `etag` without quotes."""

    etag: str
    headers: Headers
    unchanged: Headers
    body: bytes
    revision: str
    route: str
    outcome: str | None

    def to(self, known: str | None) -> tuple[int, Headers, bytes]:
        """Status, headers and body for a client whose If-None-Match says `known`."""
        if known is not None and parse_etags(known).contains_weak(self.etag):
            return 304, self.unchanged, b""
        return 200, self.headers, self.body


class Kept:
    """Replies of one revision, at most `room` bytes of them. For one thread: the event loop's."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._replies: OrderedDict[Key, tuple[Whole, int]] = OrderedDict()
        self._revision = ""
        self.size = 0

    def __len__(self) -> int:
        """How many replies are kept."""
        return len(self._replies)

    def find(self, key: Key, revision: str) -> Whole | None:
        """The reply of a key at the revision that is served now."""
        self._follow(revision)
        found = self._replies.get(key)
        if found is None:
            return None
        self._replies.move_to_end(key)
        return found[0]

    def keep(self, key: Key, whole: Whole, revision: str) -> None:
        """Keep a reply, unless another revision than the one it is of is served by now or it is too large."""
        self._follow(revision)
        size = _EACH + len(whole.body) + sum(map(len, key)) + sum(_EACH_HEADER + len(n) + len(v) for n, v in whole.headers)
        if whole.revision != revision or size > min(LARGEST, self._room):
            return
        _, before = self._replies.pop(key, (None, 0))
        self._replies[key] = whole, size
        self.size += size - before
        while self.size > self._room:
            _, (_, gone) = self._replies.popitem(last=False)
            self.size -= gone

    def _follow(self, revision: str) -> None:
        if revision != self._revision:
            self._replies.clear()
            self._revision, self.size = revision, 0


def key_of(environ: Environ) -> Key | None:
    """What the reply to a request depends on besides the revision; None where it must not be kept, nor a kept one sent.

    Files under /static/ belong to the code, not to a revision.
    """
    path = environ["PATH_INFO"]
    if environ["REQUEST_METHOD"] != "GET" or path.startswith("/static/") or not _OF_ITS_OWN.isdisjoint(environ):
        return None
    packing, languages = environ.get("HTTP_ACCEPT_ENCODING", ""), environ.get("HTTP_ACCEPT_LANGUAGE", "")
    if max(len(packing), len(languages)) > _LONGEST_HEADER:
        return None
    zipped = "gzip" if _takes_gzip(packing) else ""
    return path, environ["QUERY_STRING"], environ["wsgi.url_scheme"], environ.get("HTTP_HOST", ""), preferred(languages), zipped


def whole_of(reply: Reply, told: Told) -> Whole | None:
    """A reply as it can be sent again; None for an error, a stream, and one that depends on more than its key tells."""
    if reply.code != 200 or reply.stream is not None:
        return None
    named = {name.lower(): value for name, value in reply.headers}
    etag, _ = unquote_etag(named.get("etag"))
    varies = {word.strip().lower() for word in named.get("vary", "").split(",")} - {""}
    if etag is None or "no-store" in named.get("cache-control", "") or not varies <= _VARIES:
        return None
    unchanged = list(reply.headers)
    remove_entity_headers(unchanged)
    return Whole(
        etag=etag,
        headers=encoded(reply.headers),
        unchanged=encoded(unchanged),
        body=reply.body,
        revision=reply.revision,
        route=told.route,
        outcome=told.outcome,
    )


def unless_known(reply: Reply, known: str | None) -> Reply:
    """A reply, or 304 where `known`, an If-None-Match, names its ETag."""
    etag, _ = unquote_etag(next((value for name, value in reply.headers if name.lower() == "etag"), None))
    if known is None or reply.code != 200 or etag is None or not parse_etags(known).contains_weak(etag):
        return reply
    reply.drop()
    unchanged = list(reply.headers)
    remove_entity_headers(unchanged)
    return Reply("304 NOT MODIFIED", unchanged, b"", reply.revision)


def encoded(headers: list[tuple[str, str]]) -> Headers:
    """Headers as ASGI wants them."""
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


@lru_cache(maxsize=256)
def _takes_gzip(header: str) -> bool:
    return parse_accept_header(header, Accept)["gzip"] > 0
