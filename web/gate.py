"""The gate before the app: names each request, bounds how many run and how long, logs and counts what became of it.

It waits on clients without a thread; only a request that is all there takes one of the few places to run. A short search of a KB in
a folder takes none: it is over sooner than another thread would take it up.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from web.direct import PATH as SEARCH
from web.environ import Environ, Scope, environ_of, with_body
from web.kept import Headers, Kept, Whole, encoded, key_of, unless_known, whole_of
from web.live import Live
from web.metrics import Metrics
from web.refusal import BROKEN_OFF, BUSY, LARGE, REFUSAL, SLOW_BODY
from web.reply import App, Reply, failed, run
from web.told import Told
from web.turn import Refused, Turns

log = logging.getLogger("judgecall.request")

READING = 64
"""Bodies that are taken in at once."""
LARGEST_READ = 1024 * 1024
"""Bytes of a body that are taken in at all; what each address takes is less, and checked by it."""
THREADS = 32
"""Threads at most: those that run, streams, and room for some that hang."""
THREADS_FOR_HEALTH = 4
"""Threads of their own for the addresses in ALWAYS: no search waits behind them, nor they behind a search."""
THREADS_FOR_REFUSALS = 2
"""Likewise for what is refused: its page may ask a database, which the thread of all connections must not wait for."""
ALWAYS = frozenset({"/healthz", "/readyz", "/metrics"})
"""Answered however busy the worker is, and never from what is kept."""
QUICK = 1500
"""Letters of a query string up to which a search is answered at once. All 8,728 questions of the tests are as short; of 755 that
were made to take long the worst took 17 ms; however a question of 2,000 letters is written, 27."""
# A request's name as other servers make them. Not spaces, quotes, line ends or anything long enough to carry a question.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Gate:
    """An ASGI app around the site's; `waiting` requests may wait for their turn, and none takes longer than `seconds`.

    `scheme` is that of the site's addresses (`environ_of`).
    """

    def __init__(
        self,
        app: App,
        live: Live,
        metrics: Metrics,
        *,
        waiting: int,
        seconds: float,
        kept: Kept | None = None,
        scheme: str = "http",
    ) -> None:
        self._app, self._live, self._metrics, self._scheme = app, live, metrics, scheme
        self._seconds, self._reading = seconds, 0
        self._at_once: float | None = None
        """When the search began that is answered at once now."""
        self._kept = Kept() if kept is None else kept
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="judgecall")
        self._for_health = ThreadPoolExecutor(THREADS_FOR_HEALTH, thread_name_prefix="judgecall-health")
        self._for_refusals = ThreadPoolExecutor(THREADS_FOR_REFUSALS, thread_name_prefix="judgecall-refusal")
        self._turns = Turns(self._pool, waiting=waiting)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        started = time.perf_counter()
        environ = environ_of(scope, self._scheme)
        method, name = environ["REQUEST_METHOD"], environ.get("HTTP_X_REQUEST_ID", "")
        name = name if _ID.fullmatch(name) else uuid.uuid4().hex
        key = None if environ["PATH_INFO"] in ALWAYS else key_of(environ)
        whole = None if key is None else self._kept.find(key, self._live.revision)
        if key is not None:
            self._metrics.kept("miss" if whole is None else "hit")
        if whole is not None:
            await self._again(whole, environ, name, send, started)
            return
        told = environ[Told.KEY] = Told()
        # The app makes the whole reply also for a client that has it, so that it can be kept.
        known = None if key is None else environ.pop("HTTP_IF_NONE_MATCH", None)
        try:
            reply = await self._answer(environ, receive)
        except Exception:  # the app says what fails in it; where that fails, too, the client still gets a reply
            log.exception("a request failed", extra={"fields": {"id": name}})
            reply = failed(environ["PATH_INFO"], self._live.revision)
        if key is not None:
            if (made := whole_of(reply, told)) is not None:
                self._kept.keep(key, made, self._live.revision)
            reply = unless_known(reply, known)
        sent = 0
        try:
            sent = await self._send(reply, name, send)
        finally:
            try:
                reply.drop()
            finally:
                self._note(method, name, told.route, told.outcome, reply.code, reply.revision, sent, started)

    def overdue(self) -> bool:
        """Whether every place to run is held by a request that should have ended long ago, or a search that holds up all others."""
        began = self._at_once
        hangs = began is not None and time.monotonic() - began > 3 * self._seconds
        return hangs or self._turns.overdue(3 * self._seconds)

    async def _again(self, whole: Whole, environ: Environ, name: str, send: Send, started: float) -> None:
        """Send a kept reply, or that nothing has changed."""
        status, headers, body = whole.to(environ.get("HTTP_IF_NONE_MATCH"))
        try:
            await _begin(status, headers, name, send)
            await send({"type": "http.response.body", "body": body})
        finally:
            self._note(environ["REQUEST_METHOD"], name, whole.route, whole.outcome, status, whole.revision, len(body), started)

    async def _answer(self, environ: Environ, receive: Receive) -> Reply:
        if environ["PATH_INFO"] in ALWAYS:
            return await asyncio.get_running_loop().run_in_executor(self._for_health, run, self._app, environ, self._live)
        if self._is_quick(environ):
            self._at_once = time.monotonic()
            try:
                return run(self._app, environ, self._live)
            finally:
                self._at_once = None
        deadline = asyncio.get_running_loop().time() + self._seconds
        try:
            whole = await self._whole(environ, receive, deadline)
            return await self._turns.run(partial(run, self._app, whole, self._live), deadline)
        except Refused as refused:
            self._metrics.refused(refused.refusal.name)
            spoken = partial(run, self._app, {**with_body(environ, b""), REFUSAL: refused.refusal}, self._live)
            return await asyncio.get_running_loop().run_in_executor(self._for_refusals, spoken)

    def _is_quick(self, environ: Environ) -> bool:
        """Whether it is a short search, without a body, of a KB that no network lies before."""
        asks = environ["PATH_INFO"] == SEARCH and environ["REQUEST_METHOD"] == "GET" and len(environ["QUERY_STRING"]) <= QUICK
        empty = "CONTENT_LENGTH" not in environ and "HTTP_TRANSFER_ENCODING" not in environ
        return asks and empty and isinstance(self._live.search.kb.place, Path)

    async def _whole(self, environ: Environ, receive: Receive, deadline: float) -> Environ:
        """The request with its body, where it has one that is not too large to be read; else as it is."""
        length = environ.get("CONTENT_LENGTH", "")
        chunked = "HTTP_TRANSFER_ENCODING" in environ
        if not chunked and (not length.isdecimal() or not 0 < int(length) <= LARGEST_READ):
            return environ  # one that is too large is refused by the app, unread
        if self._reading >= READING:
            raise Refused(BUSY)
        self._reading += 1
        try:
            async with asyncio.timeout_at(deadline):
                body = await _body(receive)
        except TimeoutError:
            raise Refused(SLOW_BODY) from None
        finally:
            self._reading -= 1
        if not chunked and len(body) != int(length):
            raise Refused(BROKEN_OFF)
        return with_body(environ, body)

    async def _send(self, reply: Reply, name: str, send: Send) -> int:
        """Send a reply; gives the bytes of its body."""
        await _begin(reply.code, encoded(reply.headers), name, send)
        if reply.stream is None:
            await send({"type": "http.response.body", "body": reply.body})
            return len(reply.body)
        sent = 0
        loop = asyncio.get_running_loop()
        while (part := await loop.run_in_executor(self._pool, next, reply.stream, None)) is not None:
            sent += len(part)
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
        return sent

    def _note(
        self, method: str, name: str, route: str, outcome: str | None, status: int, revision: str, sent: int, started: float
    ) -> None:
        """Log and count a reply. The query string, the path itself and the client's address are never kept."""
        seconds = time.perf_counter() - started
        self._metrics.replied(route, method, status, seconds)
        if outcome is not None:
            self._metrics.searched(outcome)
        if log.isEnabledFor(logging.INFO):
            said = {"id": name, "method": method[:10], "route": route, "status": status}
            said |= {"ms": round(seconds * 1000, 2), "bytes": sent, "revision": revision}
            # Not log.info, which looks up the line of code each time: half of what a line costs.
            record = logging.LogRecord(log.name, logging.INFO, __file__, 0, "request", (), None)
            record.fields = said
            log.handle(record)


async def _begin(status: int, headers: Headers, name: str, send: Send) -> None:
    named = [*headers, (b"x-request-id", name.encode("latin-1"))]
    await send({"type": "http.response.start", "status": status, "headers": named})


async def _body(receive: Receive) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refused(BROKEN_OFF)
        part = message.get("body", b"")
        size += len(part)
        if size > LARGEST_READ:
            raise Refused(LARGE)
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)
