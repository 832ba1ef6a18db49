"""The gate before the app: names each request, bounds how many run and how long, logs and counts what became of it.

It waits on clients without a thread; only a request that is all there takes one of the few places to run.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from web.environ import Environ, Scope, environ_of, with_body
from web.live import Live
from web.metrics import Metrics
from web.refusal import BROKEN_OFF, BUSY, LARGE, REFUSAL, SLOW, SLOW_BODY, Refusal
from web.reply import App, Reply, run
from web.told import Told

log = logging.getLogger("judgecall.request")

RUNNING = 2
"""Requests of a worker that run Python at once; a search holds the interpreter, so more only take turns."""
READING = 64
"""Bodies that are taken in at once."""
LARGEST_READ = 1024 * 1024
"""Bytes of a body that are taken in at all; what each address takes is less, and checked by it."""
THREADS = 32
"""Threads at most: those that run, health checks, streams, and room for some that hang."""
ALWAYS = frozenset({"/healthz", "/readyz", "/metrics"})
"""Answered however busy the worker is."""
# A request's name as other servers make them. Not spaces, quotes, line ends or anything long enough to carry a question.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Refused(Exception):
    """A request that the gate does not let in."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Gate:
    """An ASGI app around the site's; `waiting` requests may wait for their turn, and none takes longer than `seconds`."""

    def __init__(self, app: App, live: Live, metrics: Metrics, *, waiting: int, seconds: float) -> None:
        self._app, self._live, self._metrics = app, live, metrics
        self._most, self._seconds = RUNNING + waiting, seconds
        self._inside = self._reading = 0
        self._slots = asyncio.Semaphore(RUNNING)
        self._began: dict[Future[Reply], float] = {}
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="judgecall")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        started = time.perf_counter()
        environ = environ_of(scope)
        name = environ.get("HTTP_X_REQUEST_ID", "")
        name = name if _ID.fullmatch(name) else uuid.uuid4().hex
        told = environ[Told.KEY] = Told()
        reply = await self._answer(environ, receive)
        reply.headers.append(("X-Request-Id", name))
        sent = 0
        try:
            sent = await self._send(reply, send)
        finally:
            reply.drop()
            self._note(environ["REQUEST_METHOD"], name, told, reply, sent, time.perf_counter() - started)

    def overdue(self) -> bool:
        """Whether every place to run is held by a request that should have ended long ago."""
        began = list(self._began.values())
        return len(began) >= RUNNING and all(time.monotonic() - one > 3 * self._seconds for one in began)

    async def _answer(self, environ: Environ, receive: Receive) -> Reply:
        if environ["PATH_INFO"] in ALWAYS:
            return await self._loop().run_in_executor(self._pool, run, self._app, environ, self._live)
        deadline = time.monotonic() + self._seconds
        try:
            whole = await self._whole(environ, receive, deadline)
            if self._inside >= self._most:
                raise Refused(BUSY)
            self._inside += 1
            return await self._turn(whole, deadline)
        except Refused as refused:
            self._metrics.refused(refused.refusal.name)
            return run(self._app, {**with_body(environ, b""), REFUSAL: refused.refusal}, self._live)

    async def _turn(self, environ: Environ, deadline: float) -> Reply:
        """Run the app when there is a place to run. A place that is held past the deadline stays taken until its request ends."""
        try:
            await asyncio.wait_for(self._slots.acquire(), max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            self._inside -= 1
            raise Refused(SLOW) from None
        future = self._pool.submit(run, self._app, environ, self._live)
        self._began[future] = time.monotonic()
        loop = self._loop()
        future.add_done_callback(lambda done: loop.call_soon_threadsafe(self._leave, done))
        try:
            waiting = asyncio.shield(asyncio.wrap_future(future))
            return await asyncio.wait_for(waiting, max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            future.add_done_callback(_drop)
            raise Refused(SLOW) from None

    def _leave(self, future: Future[Reply]) -> None:
        del self._began[future]
        self._inside -= 1
        self._slots.release()

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
            body = await asyncio.wait_for(_body(receive), max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            raise Refused(SLOW_BODY) from None
        finally:
            self._reading -= 1
        if not chunked and len(body) != int(length):
            raise Refused(BROKEN_OFF)
        return with_body(environ, body)

    async def _send(self, reply: Reply, send: Send) -> int:
        """Send a reply; gives the bytes of its body."""
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in reply.headers]
        await send({"type": "http.response.start", "status": reply.code, "headers": headers})
        if reply.stream is None:
            await send({"type": "http.response.body", "body": reply.body})
            return len(reply.body)
        sent = 0
        while (part := await self._loop().run_in_executor(self._pool, next, reply.stream, None)) is not None:
            sent += len(part)
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
        return sent

    def _note(self, method: str, name: str, told: Told, reply: Reply, sent: int, seconds: float) -> None:
        """Log and count a reply. The query string, the path itself and the client's address are never kept."""
        self._metrics.replied(told.route, method, reply.code, seconds)
        if told.outcome is not None:
            self._metrics.searched(told.outcome)
        said = {"id": name, "method": method[:10], "route": told.route, "status": reply.code}
        said |= {"ms": round(seconds * 1000, 2), "bytes": sent, "revision": reply.revision}
        log.info("request", extra={"fields": said})

    @staticmethod
    def _loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()


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


def _drop(future: Future[Reply]) -> None:
    """Give up what came too late."""
    if future.exception() is None:
        future.result().drop()
