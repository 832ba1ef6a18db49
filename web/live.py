"""The KB that is served: a new build is opened beside it, tried, and takes its place; the old one closes after its last request."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kb.errors import KbError
from kb.knowledge_base import open_kb, stamp
from kb.place import Place, shown
from kb.search import Found, Search
from web.canary import sings
from web.told import told

log = logging.getLogger("judgecall.kb")

AGAIN_SECONDS = 10.0
"""A refused KB is tried again after this long: its files may still have been on their way."""


class ServedSearch(Search):
    """A search that tells the request it serves what it came to."""

    def search(
        self,
        text: str,
        limit: int = 10,
        language: str | None = None,
        game: str | None = None,
        document: str | None = None,
    ) -> Found:
        """As `Search.search`."""
        found = super().search(text, limit, language, game, document)
        here = told()
        if here is not None:
            here.outcome = "no_ruling" if found.answer is None else "answered"
        return found


class Held:
    """An open KB and how many requests use it."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.users = 0
        self.retired = False


class Live:
    """Holds the KB of a place and follows it: a folder that a build swaps, a database whose current revision changes.

    Safe to use from several threads.
    """

    def __init__(self, place: Place) -> None:
        """Open the KB; raises KbError when it cannot be opened."""
        self._place = place
        self._lock = threading.Lock()
        self._again: float | None = None
        before = None if isinstance(place, str) else stamp(place)
        self._held = Held(_opened(place))
        self._seen = (self._held.search.kb.store.number,) if isinstance(place, str) else before
        self.switched = 0
        self.refused = 0

    @property
    def search(self) -> Search:
        """The search over the KB that is held now."""
        return self._held.search

    @property
    def revision(self) -> str:
        """The revision of the KB that is held now."""
        return self._held.search.kb.revision

    def lease(self) -> Held:
        """The KB for one request, which stays open until it is given to `release`."""
        with self._lock:
            self._held.users += 1
            return self._held

    def release(self, held: Held) -> None:
        """Give a KB back; the last request closes one that was replaced."""
        with self._lock:
            held.users -= 1
            done = held.retired and held.users == 0
        if done:
            held.search.kb.store.close()

    def look(self) -> bool:
        """Look whether the place holds another build, and take it if it is sound. True where it took its place.

        A KB that is damaged, of another layout or finds nothing is refused, and the old one stays.
        """
        there = self._there()
        due = self._again is not None and time.monotonic() >= self._again
        if there == self._seen and not due:
            return False
        first = there != self._seen
        self._seen, self._again = there, None
        try:
            search = _opened(self._place)
            with closed_on_failure(search):
                if not sings(search):
                    raise KbError("it opens, but does not find its own example", file=shown(self._place))
                search.warm()
        except Exception as error:  # whatever a damaged file makes a library raise, the old KB must stay
            self._again = time.monotonic() + AGAIN_SECONDS
            if first:
                self.refused += 1
                said = {"reason": str(error), "revision": self._held.search.kb.revision}
                log.error("the new KB is refused, the old one stays", extra={"fields": said})
            return False
        self._take(search)
        return True

    def _take(self, search: Search) -> None:
        old, new = self._held, Held(search)
        with self._lock:
            self._held = new
            old.retired = True
            idle = old.users == 0
        if idle:
            old.search.kb.store.close()
        self.switched += 1
        said = {"revision": search.kb.revision, "before": old.search.kb.revision}
        log.info("took a new KB", extra={"fields": said})

    def _there(self) -> tuple[Any, ...] | None:
        return stamp(self._place) if isinstance(self._place, Path) else (self._held.search.kb.store.newest(),)


def _opened(place: Place) -> ServedSearch:
    kb = open_kb(place)
    try:
        return ServedSearch(kb)
    except BaseException:
        kb.store.close()
        raise


@contextmanager
def closed_on_failure(search: Search) -> Iterator[None]:
    """Close what a search reads where the block raises: a database's connections would stay open, and the revision in use."""
    try:
        yield
    except BaseException:
        search.kb.store.close()
        raise
