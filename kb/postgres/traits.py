"""What the ranking asks of entries, in PostgreSQL: fetched once for each entry, all that a question needs at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from kb.postgres.hosts import Hosts
from kb.traits import Table

_TRAITS = "SELECT row, game, part, marks FROM trait WHERE row = ANY (%s)"


class PostgresTraits:
    """The traits of one revision; seven bytes an entry are kept for those that were asked for."""

    def __init__(self, hosts: Hosts, size: int) -> None:
        self._hosts = hosts
        self._table: Table = np.zeros((size, 3), dtype=np.int16)
        self._known = np.zeros(size, dtype=np.bool_)

    def of(self, rows: Sequence[int] | npt.NDArray[np.intp]) -> Table:
        """Of some entries by row, shape (rows, 3)."""
        wanted = np.asarray(rows, dtype=np.intp)
        missing = wanted[~self._known[wanted]].tolist()
        if missing:
            fetched = self._hosts.run(lambda connection: connection.execute(_TRAITS, (missing,)).fetchall())
            found = np.array(fetched, dtype=np.int32).reshape(-1, 4)
            self._table[found[:, 0]] = found[:, 1:]
            self._known[found[:, 0]] = True  # last, for another thread may be reading
        return self._table[wanted]
