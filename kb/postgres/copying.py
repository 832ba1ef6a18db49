"""Rows in the binary form of COPY, made by numpy: vectors and arrays go in at the speed of the disk.

The form is PostgreSQL's (documentation of COPY, "Binary Format"): big-endian, each field led by its length in bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from psycopg import sql

from kb.encoder import Vectors
from kb.postgres.session import Connection

_HEADER = b"PGCOPY\n\xff\r\n\x00" + struct.pack("!ii", 0, 0)
_TRAILER = struct.pack("!h", -1)
_INT4, _FLOAT4 = 23, 700
"""Object ids of the types integer and real, which every server has alike."""


def copy_binary(connection: Connection, table: str, columns: tuple[str, ...], rows: Iterable[bytes]) -> None:
    """Fill a table with rows that are in binary form already, any number of them in each piece."""
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT binary)").format(sql.Identifier(table), names)
    with connection.cursor().copy(statement) as copy:
        copy.write(_HEADER)
        for piece in rows:
            copy.write(piece)
        copy.write(_TRAILER)


def integer_rows(columns: npt.NDArray[np.int32], bytes_each: tuple[int, ...]) -> bytes:
    """Rows of whole numbers, shape (rows, columns); a column is an integer (4 bytes) or a smallint (2)."""
    fields: list[tuple[str, str]] = [("count", ">i2")]
    for place, size in enumerate(bytes_each):
        fields += [(f"size{place}", ">i4"), (f"value{place}", f">i{size}")]
    rows = np.empty(len(columns), dtype=np.dtype(fields))
    rows["count"] = len(bytes_each)
    for place, size in enumerate(bytes_each):
        rows[f"size{place}"], rows[f"value{place}"] = size, columns[:, place]
    return rows.tobytes()


def vector_rows(numbers: npt.NDArray[np.int32], entries: npt.NDArray[np.int32], vectors: Vectors) -> bytes:
    """Rows (number integer, entry integer, vector halfvec(n)), which pgvector sends as its length, a zero and floats of 2 bytes."""
    length = vectors.shape[1]
    kind = np.dtype(
        [
            *(("count", ">i2"), ("s0", ">i4"), ("number", ">i4"), ("s1", ">i4"), ("entry", ">i4")),
            *(("s2", ">i4"), ("length", ">i2"), ("zero", ">i2"), ("vector", ">f2", (length,))),
        ]
    )
    rows = np.zeros(len(numbers), dtype=kind)
    rows["count"], rows["s0"], rows["s1"], rows["s2"] = 3, 4, 4, 4 + 2 * length
    rows["number"], rows["entry"], rows["length"], rows["vector"] = numbers, entries, length, vectors
    return rows.tobytes()


def posting_row(token: int, block: int, passages: npt.NDArray[np.int32], impacts: npt.NDArray[np.float32]) -> bytes:
    """One row (token integer, block integer, passages integer[], impacts real[])."""
    return struct.pack("!hiiii", 4, 4, token, 4, block) + _array(passages, ">i4", _INT4) + _array(impacts, ">f4", _FLOAT4)


def _array(values: npt.NDArray[np.int32] | npt.NDArray[np.float32], kind: str, oid: int) -> bytes:
    """A field that is a one-dimensional array without nulls, counted from 1."""
    items = np.empty(len(values), dtype=np.dtype([("size", ">i4"), ("value", kind)]))
    items["size"], items["value"] = 4, values
    body = items.tobytes()
    return struct.pack("!iiiiii", 20 + len(body), 1, 0, oid, len(values), 1) + body
