"""The gate before the app: names each request, bounds how many run and how long, logs and counts what became of it."""

from __future__ import annotations

import io
import logging
import re
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from web.live import Live
from web.metrics import Metrics
from web.refusal import BROKEN_OFF, BUSY, LARGE, REFUSAL, SLOW, SLOW_BODY, Refusal
from web.reply import App, Environ, Reply, run
from web.told import Told

log = logging.getLogger("judgecall.request")

RUNNING = 2
"""Requests of a worker that run Python at once; a search holds the interpreter, so more only take turns."""
READING = 32
"""Requests whose bodies are being waited for; they wait on a client, not on us, so they are counted apart."""
SPARE = 8
"""Threads beyond those, so that there is always one to refuse with."""
LARGEST_READ = 1024 * 1024
"""Bytes of a body that are taken in at all; what each address takes is less, and checked by it."""
ALWAYS = frozenset({"/healthz", "/readyz", "/metrics"})
"""Answered however busy the worker is."""
# A request's name as other servers make them. Not spaces, quotes, line ends or anything long enough to carry a question.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

Start = Callable[[str, list[tuple[str, str]]], Any]
T = TypeVar("T")


class Refused(Exception):
    """A request that the gate does not let in."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Gate:
    """A WSGI app around the site's; `waiting` requests may wait for their turn, and none takes longer than `seconds`."""

    def __init__(self, app: App, live: Live, metrics: Metrics, *, waiting: int, seconds: float) -> None:
        self._app, self._live, self._metrics = app, live, metrics
        self._most, self._seconds = RUNNING + waiting, seconds
        self._slots = threading.BoundedSemaphore(RUNNING)
        self._lock = threading.Lock()
        self._inside = self._reading = 0
        self._began: dict[int, float] = {}
        self._pool = ThreadPoolExecutor(self._most + READING, thread_name_prefix="judgecall")

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        """Answer one request."""
        started = time.perf_counter()
        name = environ.get("HTTP_X_REQUEST_ID", "")
        name = name if _ID.fullmatch(name) else uuid.uuid4().hex
        told = environ[Told.KEY] = Told()
        reply = self._answer(environ)
        reply.headers.append(("X-Request-Id", name))

        def note(sent: int) -> None:
            self._note(environ, name, told, reply, sent, time.perf_counter() - started)

        start_response(reply.status, reply.headers)
        if reply.stream is None:
            note(len(reply.body))
            return [reply.body]
        reply.stream.ended = note
        return reply.stream

    def overdue(self) -> bool:
        """Whether every place to run is held by a request that should have ended long ago."""
        with self._lock:
            began = list(self._began.values())
        return len(began) >= RUNNING and all(time.monotonic() - one > 3 * self._seconds for one in began)

    def _answer(self, environ: Environ) -> Reply:
        if environ.get("PATH_INFO") in ALWAYS:
            return run(self._app, environ, self._live)
        deadline = time.monotonic() + self._seconds
        try:
            whole = {**environ, **self._body(environ, deadline)}
            with self._lock:
                if self._inside >= self._most:
                    raise Refused(BUSY)
                self._inside += 1
            return self._within(lambda: self._turn(whole, deadline), self._leave, deadline, SLOW)
        except Refused as refused:
            return self._refuse(environ, refused.refusal)

    def _turn(self, environ: Environ, deadline: float) -> Reply:
        """Run the app when there is a place to run; a request whose time is up by then is not begun."""
        if not self._slots.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise Refused(SLOW)
        me = threading.get_ident()
        try:
            with self._lock:
                self._began[me] = time.monotonic()
            return run(self._app, environ, self._live)
        finally:
            with self._lock:
                del self._began[me]
            self._slots.release()

    def _body(self, environ: Environ, deadline: float) -> Environ:
        """The body, read before a place to run is taken, so that a slow client holds none; {} where there is none to read."""
        length = environ.get("CONTENT_LENGTH") or ""
        chunked = "HTTP_TRANSFER_ENCODING" in environ
        if not chunked and (not length.isdecimal() or not 0 < int(length) <= LARGEST_READ):
            return {}  # one that is too large is refused by the app, unread
        with self._lock:
            if self._reading >= READING:
                raise Refused(BUSY)
            self._reading += 1
        wanted = None if chunked else int(length)
        data = self._within(lambda: _read(environ["wsgi.input"], wanted), self._read_up, deadline, SLOW_BODY)
        return {"wsgi.input": io.BytesIO(data), "CONTENT_LENGTH": str(len(data)), "HTTP_TRANSFER_ENCODING": ""}

    def _within(self, work: Callable[[], T], ended: Callable[[], None], deadline: float, late: Refusal) -> T:
        """What `work` gives in time, else it is refused as `late`; `ended` is called when the work ends, however late."""

        def whole() -> T:
            try:
                return work()
            finally:
                ended()

        future = self._pool.submit(whole)
        try:
            return future.result(max(0.0, deadline - time.monotonic()) + 0.05)
        except TimeoutError:
            future.add_done_callback(_drop)
            raise Refused(late) from None

    def _leave(self) -> None:
        with self._lock:
            self._inside -= 1

    def _read_up(self) -> None:
        with self._lock:
            self._reading -= 1

    def _refuse(self, environ: Environ, refusal: Refusal) -> Reply:
        self._metrics.refused(refusal.name)
        nothing = {"wsgi.input": io.BytesIO(), "CONTENT_LENGTH": "0", "HTTP_TRANSFER_ENCODING": ""}
        return run(self._app, {**environ, **nothing, REFUSAL: refusal}, self._live)

    def _note(self, environ: Environ, name: str, told: Told, reply: Reply, sent: int, seconds: float) -> None:
        """Log and count a reply. The query string, the path itself and the client's address are never kept."""
        method = str(environ.get("REQUEST_METHOD", ""))[:10]
        self._metrics.replied(told.route, method, reply.code, seconds)
        if told.outcome is not None:
            self._metrics.searched(told.outcome)
        said = {"id": name, "method": method, "route": told.route, "status": reply.code}
        said |= {"ms": round(seconds * 1000, 2), "bytes": sent, "revision": reply.revision}
        log.info("request", extra={"fields": said})


def _read(stream: Any, length: int | None) -> bytes:
    """A body of a known length, or a chunked one; granian ends a body that breaks off as if it were whole."""
    data = bytes(stream.read(LARGEST_READ + 1 if length is None else length))
    if len(data) > LARGEST_READ:
        raise Refused(LARGE)
    if length is not None and len(data) < length:
        raise Refused(BROKEN_OFF)
    return data


def _drop(future: Future[Any]) -> None:
    """Give up what came too late."""
    if future.exception() is None and isinstance(future.result(), Reply):
        future.result().drop()
