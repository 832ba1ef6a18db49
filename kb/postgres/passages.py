"""Which passages lead to which entry, in PostgreSQL: what the indexes find says its entry with it, and is remembered."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from kb.passages import Numbers
from kb.postgres.hosts import Hosts

_REMEMBERED = 500_000


class PostgresPassages:
    """The table of passages of one revision."""

    def __init__(self, hosts: Hosts, size: int, first_asked: int, first_unanswered: int) -> None:
        self.first_asked, self.first_unanswered = first_asked, first_unanswered
        self._hosts, self._size = hosts, size
        self._entries: dict[int, int] = {}

    def __len__(self) -> int:
        """How many passages there are."""
        return self._size

    def learn(self, found: Iterable[tuple[int, int]]) -> None:
        """Remember (passage, entry row), as an index gives them."""
        if len(self._entries) > _REMEMBERED:
            self._entries = {}
        self._entries.update(found)

    def entries_of(self, numbers: Numbers) -> npt.NDArray[np.intp]:
        """The entry rows of some passages, one for each."""
        known, wanted = self._entries, np.asarray(numbers, dtype=np.intp).tolist()
        missing = [number for number in wanted if number not in known]
        if missing:
            statement = "SELECT number, entry FROM passage WHERE number = ANY (%s)"
            found = self._hosts.run(lambda connection: connection.execute(statement, (missing,)).fetchall())
            known = {**{number: known[number] for number in wanted if number in known}, **dict(found)}
            self.learn(found)
        return np.array([known[number] for number in wanted], dtype=np.intp)
