"""The servers of an address: reads go round those that are well, and a read that fails on one is tried on another."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import count
from typing import TypeVar

import psycopg

from kb.errors import KbUnreachable
from kb.place import shown
from kb.postgres.host import PROBE_SECONDS, Host
from kb.postgres.session import Connection, hosts_of

PATIENCE = 5.0
"""Seconds for which a read waits for any server to come back before it gives up."""
T = TypeVar("T")


class Hosts:
    """All servers of an address, for one revision."""

    def __init__(self, address: str, number: int) -> None:
        self.number = number
        self._address = address
        self._turn = count()
        self._closed = False
        self._change = threading.Condition()
        conninfos, self._role = hosts_of(address)
        self._hosts = [Host(name, conninfo, number, self._changed) for name, conninfo in conninfos.items()]
        for host in self._hosts:
            host.start()
        self._guard = threading.Thread(target=self._watch_for_stalls, name="kb.postgres guard", daemon=True)
        self._guard.start()

    def run(self, read: Callable[[Connection], T]) -> T:
        """Do a read on one of the servers; `read` may run more than once. Raises KbUnreachable when none answers in time."""
        until = time.monotonic() + PATIENCE
        tried: set[Host] = set()
        reason: Exception = TimeoutError("no server has answered yet")
        while True:
            host = self._next(tried)
            if host is None:
                tried.clear()
                if not self._wait(until):
                    raise KbUnreachable(f"no server answers ({' '.join(str(reason).split())[:160]})", file=shown(self._address))
                continue
            try:
                with host.connection() as connection:
                    return read(connection)
            except psycopg.errors.QueryCanceled as error:
                # Too slow here, or in the way of a replica's recovery: the server is well all the same.
                reason = error
                if time.monotonic() > until:
                    raise KbUnreachable("no server answers in time", file=shown(self._address)) from None
            except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.errors.UndefinedTable) as error:
                reason = error
                host.fail(error)
            tried.add(host)

    def newest(self) -> int:
        """The number of the newest revision that a server which answers calls current; the one that is read where none does."""
        return max((host.newest for host in self._hosts if host.answers), default=self.number)

    def close(self) -> None:
        """Give every connection back."""
        if not self._closed:
            self._closed = True
            self._changed()
            for host in self._hosts:
                host.close()
            self._guard.join()

    def _readable(self) -> list[Host]:
        up = [host for host in self._hosts if host.up]
        if self._role in ("primary", "read-write"):
            return [host for host in up if not host.standby]
        replicas = [host for host in up if host.standby]
        if self._role in ("standby", "read-only"):
            return replicas
        return (replicas or up) if self._role == "prefer-standby" else up

    def _next(self, tried: set[Host]) -> Host | None:
        ready = [host for host in self._readable() if host not in tried]
        return ready[next(self._turn) % len(ready)] if ready else None

    def _wait(self, until: float) -> bool:
        """Wait until a server may be well again; False when the time is up."""
        left = until - time.monotonic()
        if left <= 0 or self._closed:
            return False
        with self._change:
            if not self._readable():
                self._change.wait(min(left, PROBE_SECONDS))
        return True

    def _changed(self) -> None:
        with self._change:
            self._change.notify_all()

    def _watch_for_stalls(self) -> None:
        while not self._closed:
            for host in self._hosts:
                host.cut_off_if_stalled()
            with self._change:
                self._change.wait(PROBE_SECONDS)
