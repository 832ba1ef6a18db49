"""The textual half of a KB in PostgreSQL: kb.store's statements, asked of any server."""

from __future__ import annotations

from typing import Any

from kb.postgres.hosts import Hosts
from kb.store import Store


class PostgresStore(Store):
    """A store in one schema of a database."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts
        self.number = hosts.number
        super().__init__()

    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # PostgreSQL holds no NUL, and cannot even be asked for one
        statement = sql.replace("?", "%s")
        return self._hosts.run(lambda connection: connection.execute(statement, values).fetchall())

    def _bodies(self, rows: list[int]) -> list[tuple[int, str]]:
        return [(int(row), body) for row, body in self._rows("SELECT row, body FROM entry WHERE row = ANY (?)", (rows,))]

    def _placed(self, ids: list[str]) -> list[tuple[str, int]]:
        return [(id, int(row)) for id, row in self._rows("SELECT id, row FROM entry WHERE id = ANY (?)", (ids,))] if ids else []

    def newest(self) -> int:
        """The number of the newest revision that the servers call current, as it was within the last second."""
        return self._hosts.newest()

    def close(self) -> None:
        """Give the connections back."""
        self._hosts.close()
