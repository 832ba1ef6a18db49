"""The textual half of a KB in PostgreSQL: kb.store's statements, asked of any server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.postgres.hosts import Hosts
from kb.store import Store

_REMEMBERED = 100_000
_LONGEST = 100
"""Letters of an unknown id that is remembered: anybody may ask for any."""


class PostgresStore(Store):
    """A store in one schema of a database."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts
        self.number = hosts.number
        self._places: dict[str, int | None] = {}
        super().__init__()

    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # PostgreSQL holds no NUL, and cannot even be asked for one
        statement = sql.replace("?", "%s")
        return self._hosts.run(lambda connection: connection.execute(statement, values).fetchall())

    def _bodies(self, rows: list[int]) -> list[tuple[int, str]]:
        return [(int(row), body) for row, body in self._rows("SELECT row, body FROM entry WHERE row = ANY (?)", (rows,))]

    def row_of(self, id: str) -> int | None:
        """The row number of an entry id, or None; asked once, for a revision does not change."""
        known = self._places
        return known[id] if id in known else self.look_up([id])[id]

    def look_up(self, ids: Iterable[str]) -> dict[str, int | None]:
        """The rows of many ids, found at once and remembered."""
        wanted = list(dict.fromkeys(ids))
        known = dict(self._rows("SELECT id, row FROM entry WHERE id = ANY (?)", ([id for id in wanted if "\0" not in id],)))
        found = {id: known.get(id) for id in wanted}
        if len(self._places) > _REMEMBERED:
            self._places = {}
        self._places.update((id, row) for id, row in found.items() if row is not None or len(id) <= _LONGEST)
        return found

    def newest(self) -> int:
        """The number of the newest revision that the servers call current, as it was within the last second."""
        return self._hosts.newest()

    def close(self) -> None:
        """Give the connections back."""
        self._hosts.close()
