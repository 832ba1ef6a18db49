"""Dense search by pgvector: a scan of all vectors where they are few, an IVFFlat index past `schema.EXACT_UP_TO`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from psycopg import sql

from kb.dense import Dense
from kb.encoder import Vectors
from kb.postgres.hosts import Hosts
from kb.postgres.passages import PostgresPassages
from kb.postgres.schema import spans

# Found with the question in half precision, a few more than are wanted, then scored with the question in full.
_MORE = 16
_NEAREST = sql.SQL(
    "SELECT number, entry, vector::vector <#> %s::vector AS distance FROM"
    " (SELECT number, entry, vector FROM {} {} ORDER BY vector <#> %s::halfvec LIMIT %s) AS near"
)
_PART = sql.SQL("WHERE number >= %s AND number < %s")
# As pgvector sends them: the length and a zero, of 2 bytes each, then floats of 2 bytes, all big-endian.
_VECTORS = sql.SQL("SELECT number, halfvec_send(vector) FROM {} WHERE number = ANY (%s)")
_LEAD = 4


class PostgresDense(Dense):
    """The vectors of one revision, in half precision. Unit vectors: the inner product is the cosine."""

    def __init__(self, hosts: Hosts, passages: PostgresPassages, dimension: int) -> None:
        self._dimension = dimension
        self._hosts, self._passages = hosts, passages
        self._spans = spans(passages.first_asked, passages.first_unanswered, len(passages))

    @property
    def dimension(self) -> int:
        """The length of its vectors."""
        return self._dimension

    @property
    def size(self) -> int:
        """How many passages it holds."""
        return max(last for _, last in self._spans.values())

    def vectors(self, numbers: Sequence[int]) -> Vectors:
        """The vectors of some passages, shape (numbers, dimension)."""
        found: dict[int, bytes] = {}
        for table, (first, last) in self._spans.items():
            inside = [number for number in numbers if first <= number < last]
            if inside:
                statement = _VECTORS.format(sql.Identifier(table))
                found.update(self._rows(statement, (inside,), binary=True))
        halves = np.frombuffer(b"".join(found[number][_LEAD:] for number in numbers), dtype=">f2")
        return halves.astype(np.float32).reshape(-1, self.dimension)

    def search(self, vector: Vectors, limit: int, first: int = 0, last: int | None = None) -> list[tuple[int, float]]:
        """Passages by cosine with one vector of shape (1, dimension), best first, as (passage number, cosine).

        Only passages from `first` up to but not including `last` are looked at.
        """
        last = self.size if last is None else last
        if not vector.any() or first >= last:
            return []
        text = "[" + ",".join(map(str, vector[0].tolist())) + "]"
        found: list[tuple[int, int, float]] = []
        more = limit + _MORE
        for table, (start, end) in self._spans.items():
            low, high = max(first, start), min(last, end)
            if low >= high:
                continue
            whole = (low, high) == (start, end)
            statement = _NEAREST.format(sql.Identifier(table), sql.SQL("") if whole else _PART)
            found += self._rows(statement, (text, text, more) if whole else (text, low, high, text, more))
        self._passages.learn((number, entry) for number, entry, _ in found)
        nearest = sorted((distance, number) for number, _, distance in found)[:limit]
        return [(number, -distance) for distance, number in nearest]

    def _rows(self, statement: sql.Composed, values: tuple[Any, ...], binary: bool = False) -> list[tuple[Any, ...]]:
        return self._hosts.run(lambda connection: connection.execute(statement, values, binary=binary).fetchall())
