"""Gives requests their turn: a few run at once, the rest wait in the order they came, and none takes longer than it may."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future

from web.refusal import BUSY, SLOW, Refusal
from web.reply import Reply

RUNNING = 2
"""Requests of a worker that run Python at once; a search holds the interpreter, so more only take turns."""


class Refused(Exception):
    """A request that the gate does not let in."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Turns:
    """The places to run of a worker; `waiting` requests may wait for one. For the event loop's thread."""

    def __init__(self, pool: Executor, *, waiting: int) -> None:
        self._pool = pool
        self._most = RUNNING + waiting
        self._inside = 0
        self._places = asyncio.Semaphore(RUNNING)
        self._began: dict[Future[Reply], float] = {}

    def overdue(self, seconds: float) -> bool:
        """Whether every place is held by a request that began that long ago. Any thread may ask."""
        began = list(self._began.values())
        return len(began) >= RUNNING and all(time.monotonic() - one > seconds for one in began)

    async def run(self, work: Callable[[], Reply], deadline: float) -> Reply:
        """The reply once there was a place to make it; `deadline` is of the loop's clock. Raises Refused.

        A place that is held past the deadline stays taken until its request ends.
        """
        if self._inside >= self._most:
            raise Refused(BUSY)
        self._inside += 1
        try:
            async with asyncio.timeout_at(deadline):
                await self._places.acquire()
        except BaseException as error:
            self._inside -= 1
            if isinstance(error, TimeoutError):
                raise Refused(SLOW) from None
            raise
        loop = asyncio.get_running_loop()
        reply: asyncio.Future[Reply] = loop.create_future()
        future = self._pool.submit(work)
        self._began[future] = time.monotonic()
        # One call from thread to loop gives the place back and the reply over.
        future.add_done_callback(lambda done: loop.call_soon_threadsafe(self._leave, done, reply))
        try:
            async with asyncio.timeout_at(deadline):
                return await reply
        except TimeoutError:
            raise Refused(SLOW) from None

    def _leave(self, done: Future[Reply], reply: asyncio.Future[Reply]) -> None:
        del self._began[done]
        self._inside -= 1
        self._places.release()
        error = done.exception()
        if reply.done():  # nobody waits for it any more
            if error is None:
                done.result().drop()
        elif error is None:
            reply.set_result(done.result())
        else:
            reply.set_exception(error)
