"""A canary search: a KB that opens but finds nothing for a question it must know is not fit to be served."""

from __future__ import annotations

import threading
import time

from kb.search import Search

REMEMBERED_SECONDS = 1.0
"""How long what a canary search came to is held to be so."""
LATE_SECONDS = 5.0
"""A canary search that has run for so long counts as one that found nothing."""


def sings(search: Search) -> bool:
    """Whether the KB's own example question, or else the citation of its first entry, finds an entry."""
    examples = [question for game in search.kb.store.games.values() for question in game.examples]
    question = examples[0] if examples else next((entry.citation for entry in search.kb.store.entries()), "")
    try:
        return bool(search.search(question, 1).hits)
    except ValueError:  # nothing in it to search for
        return False


class Canary:
    """What the last canary search came to; safe to use from several threads.

    One runs at a time, and nobody waits for another's: until the first has ended nothing is known to be found.
    """

    def __init__(self) -> None:
        self._running = threading.Lock()
        self._began: float | None = None
        self._of, self._until = "", 0.0
        self._outcome: bool | Exception = False

    def sings(self, search: Search) -> bool:
        """As the function, for this very KB up to a second ago, or as last known while a search runs. Raises what that raised."""
        if not self._fresh(search) and self._running.acquire(blocking=False):
            try:
                if not self._fresh(search):
                    self._try(search)
            finally:
                self._running.release()
        began, outcome = self._began, self._outcome
        if began is not None and time.monotonic() - began > LATE_SECONDS:
            return False
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _fresh(self, search: Search) -> bool:
        return self._of == search.kb.revision and time.monotonic() < self._until

    def _try(self, search: Search) -> None:
        self._began = time.monotonic()
        try:
            self._outcome = sings(search)
        except Exception as error:  # whatever a damaged file makes a library raise, those who ask soon after get it too
            self._outcome = error
        self._began = None
        self._of, self._until = search.kb.revision, time.monotonic() + REMEMBERED_SECONDS
