"""Revisions: each is a schema; one is current; an old one goes when nobody reads it any more.

A reader holds a shared advisory lock on the number of its revision, on the primary, for as long as its connection lives; the
lock ends with the reader however it ends, so no clock has to say when a reader is gone.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from kb.errors import KbError
from kb.postgres.session import Connection

CATALOGUE = "judgecall"
"""The schema that says which revisions there are."""
READS, BUILDS = 0x6A636A01, 0x6A636A02
"""Classes of the advisory locks: a revision being read, by its number; the one build at a time."""

_CATALOGUE = """
CREATE SCHEMA IF NOT EXISTS judgecall;
CREATE TABLE IF NOT EXISTS judgecall.revision (
    number integer PRIMARY KEY, current boolean NOT NULL, meta text NOT NULL, built timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS one_current ON judgecall.revision (current) WHERE current;
CREATE SEQUENCE IF NOT EXISTS judgecall.numbers AS integer;
"""


def schema_name(number: int) -> str:
    """The schema of a revision."""
    return f"{CATALOGUE}_{number}"


def current(connection: Connection) -> tuple[int, dict[str, Any]] | None:
    """The number and the meta of the current revision as this server knows it, or None where there is none.

    Raises InsufficientPrivilege for a user who may not read it.
    """
    row = _of_current(connection, "number, meta")
    return None if row is None else (int(row[0]), json.loads(row[1]))


def current_number(connection: Connection) -> int | None:
    """The number alone, which is asked for twice a second."""
    row = _of_current(connection, "number")
    return None if row is None else int(row[0])


def _of_current(connection: Connection, columns: LiteralString) -> tuple[Any, ...] | None:
    try:
        return connection.execute(f"SELECT {columns} FROM judgecall.revision WHERE current").fetchone()
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        return None


def check_readable(connection: Connection, number: int) -> None:
    """See that this user may read a revision, as its tables are all granted alike; raises InsufficientPrivilege."""
    with suppress(psycopg.errors.UndefinedTable):  # dropped meanwhile, for there is a newer one
        connection.execute(sql.SQL("SELECT FROM {} LIMIT 0").format(sql.Identifier(schema_name(number), "passage")))


def prepare_catalogue(connection: Connection) -> None:
    """Make the catalogue and pgvector's types where they are missing; raises KbError where pgvector is not installed."""
    try:
        if connection.execute("SELECT 1 FROM pg_extension WHERE extname = 'vector'").fetchone() is None:
            connection.execute("CREATE EXTENSION vector SCHEMA public")
        connection.execute(_CATALOGUE)
    except psycopg.errors.FeatureNotSupported:
        raise KbError("this server has no pgvector; install the package (postgresql-16-pgvector or the like)") from None
    except psycopg.errors.InsufficientPrivilege as error:
        raise KbError(f"this user may not build here ({error.diag.message_primary}); see the README, Past one machine") from None


def new_schema(connection: Connection) -> int:
    """Make an empty schema, first in the search path of the transaction that is under way, and return its number."""
    row = connection.execute("SELECT nextval('judgecall.numbers')").fetchone()
    assert row is not None
    name = schema_name(int(row[0]))
    connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
    connection.execute("SELECT set_config('search_path', %s, true)", (f"{name}, public",))
    return int(row[0])


def make_current(connection: Connection, number: int, meta: dict[str, Any]) -> None:
    """Switch to a revision; takes hold when the transaction that is under way commits."""
    connection.execute("UPDATE judgecall.revision SET current = false WHERE current")
    connection.execute("INSERT INTO judgecall.revision VALUES (%s, true, %s)", (number, json.dumps(meta, sort_keys=True)))


def hold(connection: Connection, number: int) -> bool:
    """Take the reader's lock on a revision; False while it is being dropped."""
    row = connection.execute("SELECT pg_try_advisory_lock_shared(%s, %s)", (READS, number)).fetchone()
    return bool(row and row[0])


def drop_unread(connection: Connection) -> list[int]:
    """Drop every revision that is neither current nor read, and return their numbers."""
    dropped = []
    for (number,) in connection.execute("SELECT number FROM judgecall.revision WHERE NOT current ORDER BY number").fetchall():
        with connection.transaction():
            row = connection.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", (READS, number)).fetchone()
            if row and row[0]:
                connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema_name(number))))
                connection.execute("DELETE FROM judgecall.revision WHERE number = %s", (number,))
                dropped.append(int(number))
    return dropped
