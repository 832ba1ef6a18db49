"""One server of an address: whether it can answer for our revision, asked twice a second, and its pool of connections."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from kb.postgres.revision import current_number, hold, schema_name
from kb.postgres.session import Connection, prepare_reading

PROBE_SECONDS = 0.5
"""How often a server is asked whether it is well."""
STALL_SECONDS = 2.5
"""A server that does not answer this long is left out, and what waits on it is cut off and tried on another."""
POOL_SECONDS = 2.0
MOST_CONNECTIONS = 16
"""Connections to a server of one process; a worker runs few searches at a time."""

_log = logging.getLogger("kb.postgres")
Pool = ConnectionPool[Connection]


class Host:
    """A server: `up` while it is well and holds the revision, `standby` while it is a replica."""

    def __init__(self, name: str, conninfo: str, number: int, changed: Callable[[], None]) -> None:
        self.name = name
        self.up = False
        self.standby = False
        self.newest = number
        """The number of the revision that is current on this server."""
        self.answers = False
        """Whether it answered when it was last asked, be it well or not."""
        self._conninfo, self._number, self._changed = conninfo, number, changed
        self._pool: Pool | None = None
        self._probe: Connection | None = None
        self._held = False
        self._told = ""
        self._asked_at: float | None = None
        self._busy: set[Connection] = set()
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._watch, name=f"kb.postgres {name}", daemon=True)

    def start(self) -> None:
        """Begin to watch it."""
        self._thread.start()

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection of its pool; raises psycopg.OperationalError when there is none to be had."""
        pool = self._pool
        if pool is None:
            raise psycopg.OperationalError(f"{self.name} is down")
        try:
            connection = pool.getconn(timeout=POOL_SECONDS)
        except PoolTimeout as error:
            raise psycopg.OperationalError(str(error)) from None
        with self._lock:
            self._busy.add(connection)
        try:
            yield connection
        finally:
            with self._lock:
                self._busy.discard(connection)
            with suppress(ValueError):  # the pool was given up meanwhile
                pool.putconn(connection)

    def fail(self, error: Exception) -> None:
        """Leave the server out at once, for one who could not read from it; it is asked now, and taken back when it answers."""
        self._leave_out(error)
        self._wake.set()

    def cut_off_if_stalled(self) -> None:
        """End every connection to a server that has stopped answering, so that who waits on it can ask another."""
        asked = self._asked_at
        if asked is None or time.monotonic() - asked < STALL_SECONDS:
            return
        self._leave_out(TimeoutError(f"no answer for {STALL_SECONDS} s"))
        with self._lock:
            waiting = [*self._busy, *([self._probe] if self._probe else [])]
        for connection in waiting:
            _sever(connection)

    def close(self) -> None:
        """Stop watching and give its connections back."""
        self._closed = True
        self._wake.set()
        if self._probe is not None and self._asked_at is not None:
            _sever(self._probe)
        if self._thread.is_alive():
            self._thread.join()
        self.up = False
        self._drop()

    def _watch(self) -> None:
        while not self._closed:
            self._asked_at = time.monotonic()
            try:
                if self._ask() and not self.up:
                    self._take_back()
            except Exception as error:  # whatever went wrong, the next time may go well
                self.answers = False
                self._tell(error)
                self._leave_out(error)
                self._drop()
            self._asked_at = None
            self._wake.wait(PROBE_SECONDS)
            self._wake.clear()

    def _ask(self) -> bool:
        """Whether the server answers, holds our revision, and (as a primary) keeps it for us while we read it."""
        if self._probe is None or self._probe.closed:
            self._probe = psycopg.connect(self._conninfo, autocommit=True)
            self._probe.execute("SELECT set_config('statement_timeout', '2000', false)")
            self._held = False
        row = self._probe.execute(
            "SELECT pg_is_in_recovery(), to_regclass(%s) IS NOT NULL", (f"{schema_name(self._number)}.passage",)
        ).fetchone()
        assert row is not None
        self.standby = bool(row[0])
        self.newest = current_number(self._probe) or self._number
        self.answers = True
        if not self.standby and not self._held:
            self._held = hold(self._probe, self._number)
        well = bool(row[1]) and (self.standby or self._held)
        if self.up and not well:
            self._leave_out(LookupError(f"it does not hold revision {self._number}"))
        return well

    def _tell(self, error: Exception) -> None:
        """Log what no server that is merely away does, once until it is well again."""
        if not isinstance(error, (psycopg.Error, OSError)) and self._told != repr(error):
            self._told = repr(error)
            _log.error("%s cannot be asked", self.name, exc_info=error)

    def _leave_out(self, error: Exception) -> None:
        if self.up:
            _log.warning("%s is left out: %s", self.name, " ".join(str(error).split())[:160])
        self.up = False
        self._changed()

    def _take_back(self) -> None:
        if self._pool is None:
            schema = schema_name(self._number)
            self._pool = ConnectionPool(
                self._conninfo,
                connection_class=Connection,
                min_size=1,
                max_size=MOST_CONNECTIONS,
                configure=lambda connection: prepare_reading(connection, schema),
                reconnect_timeout=POOL_SECONDS,
                open=True,
            )
        self.up, self._told = True, ""
        _log.info("%s is in use", self.name)
        self._changed()

    def _drop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.close(timeout=POOL_SECONDS)
        probe, self._probe = self._probe, None
        if probe is not None:
            probe.close()


def _sever(connection: Connection) -> None:
    """Shut the socket under a connection, so that a thread that waits on it fails at once."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
