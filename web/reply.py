"""Runs the app for one request with one KB held open, and takes in what it replies."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from web.environ import Environ
from web.headers import on_every_reply
from web.live import Held, Live
from web.state import HELD

_FAILED = (
    b'{"error":{"code":"internal_server_error","message":"Something went wrong on the server.","hint":"Try again in a moment."}}\n'
)
App = Callable[[Environ, Any], Iterable[bytes]]


@dataclass(slots=True)
class Reply:
    """A status line, headers, and all of the body, or a stream of it that holds its KB until it is closed."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes
    revision: str
    stream: Stream | None = None

    @property
    def code(self) -> int:
        """The status as a number."""
        return int(self.status.split(" ", 1)[0])

    def drop(self) -> None:
        """Give back what a reply holds, once it was sent or nobody waits for it any more."""
        if self.stream is not None:
            self.stream.close()


class Stream:
    """A body of unknown length, which gives its KB back when it is over or given up.

    It may be closed by another thread than reads it: a read that is under way then ends first, and gives the KB back itself.
    """

    def __init__(self, parts: Iterable[bytes], release: Callable[[], None]) -> None:
        self._parts, self._release = parts, release
        self._iterator = iter(parts)
        self._lock = threading.Lock()
        self._reading = self._over = False

    def __iter__(self) -> Iterator[bytes]:
        """Itself: it can be read once."""
        return self

    def __next__(self) -> bytes:
        """The next piece."""
        with self._lock:
            if self._over:
                raise StopIteration
            self._reading = True
        over = True
        try:
            part = next(self._iterator)
            over = False
            return part
        finally:
            with self._lock:
                self._reading = False
                self._over = over = self._over or over
            if over:
                self._end()

    def close(self) -> None:
        """End it, also where it was not read to its end."""
        with self._lock:
            mine = not self._over and not self._reading
            self._over = True
        if mine:
            self._end()

    def _end(self) -> None:
        try:
            _close(self._parts)
        finally:
            self._release()


def failed(path: str, revision: str) -> Reply:
    """What is replied where the app itself could say nothing: the site's one error shape."""
    about = [("Content-Type", "application/json"), ("Content-Length", str(len(_FAILED)))]
    return Reply("500 INTERNAL SERVER ERROR", [*about, *on_every_reply(path, revision)], _FAILED, revision)


def run(app: App, environ: Environ, live: Live) -> Reply:
    """Run the app. A reply whose length is known is taken in whole; another is left to be read."""
    held = live.lease()
    try:
        reply = _run(app, {**environ, HELD: held}, held, lambda: live.release(held))
    except BaseException:
        live.release(held)
        raise
    if reply.stream is None:
        live.release(held)
    return reply


def _run(app: App, environ: Environ, held: Held, release: Callable[[], None]) -> Reply:
    began: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
        began[:] = [(status, list(headers))]

    result = app(environ, start)
    status, headers = began[0]
    revision = held.search.kb.revision
    if not any(key.lower() == "content-length" for key, _ in headers) and not _empty(status):
        return Reply(status, headers, b"", revision, Stream(result, release))
    try:
        return Reply(status, headers, b"".join(result), revision)
    finally:
        _close(result)


def _empty(status: str) -> bool:
    """Whether a status goes without a body."""
    return status[:3] in ("204", "304")


def _close(parts: Iterable[bytes]) -> None:
    close = getattr(parts, "close", None)
    if close is not None:
        close()
