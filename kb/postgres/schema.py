"""The tables of one revision."""

from __future__ import annotations

import math

from psycopg import sql

from kb.postgres.session import Connection

# The textual half has the names that kb.store's statements use.
_TABLES = """
CREATE TABLE game (id text PRIMARY KEY, body text NOT NULL);
CREATE TABLE document (place integer PRIMARY KEY, id text UNIQUE NOT NULL, body text NOT NULL);
CREATE TABLE part (place integer PRIMARY KEY, game text NOT NULL, slug text NOT NULL, body text NOT NULL);
CREATE TABLE entry (
    row integer NOT NULL, id text COLLATE "C" NOT NULL, game text NOT NULL, kind text NOT NULL, part text COLLATE "C" NOT NULL,
    body text NOT NULL
);
CREATE TABLE locator (
    game text NOT NULL, part text NOT NULL, locator text NOT NULL, current integer NOT NULL, row integer NOT NULL
);
CREATE TABLE record (place integer NOT NULL, sort text NOT NULL, entry text COLLATE "C" NOT NULL, body text NOT NULL);
CREATE TABLE trait (row integer NOT NULL, game smallint NOT NULL, part smallint NOT NULL, marks smallint NOT NULL);
CREATE TABLE passage (
    number integer NOT NULL, entry integer NOT NULL, rendition smallint NOT NULL, sort smallint NOT NULL,
    language smallint NOT NULL
);
CREATE TABLE word (
    token integer NOT NULL, field smallint NOT NULL, word text NOT NULL, holding integer NOT NULL, most real NOT NULL
);
CREATE TABLE posting (token integer NOT NULL, block integer NOT NULL, passages integer[] NOT NULL, impacts real[] NOT NULL);
CREATE TABLE file (name text NOT NULL, place integer NOT NULL, data bytea NOT NULL);
"""
_INDEXES = """
ALTER TABLE entry ADD PRIMARY KEY (row);
CREATE UNIQUE INDEX ON entry (id);
CREATE INDEX ON entry (game, part, row);
ALTER TABLE locator ADD PRIMARY KEY (game, part, locator, current, row);
ALTER TABLE record ADD PRIMARY KEY (place);
CREATE INDEX ON record (entry, sort);
CREATE INDEX ON record (sort, place);
ALTER TABLE trait ADD PRIMARY KEY (row);
ALTER TABLE passage ADD PRIMARY KEY (number);
ALTER TABLE posting ADD PRIMARY KEY (token, block);
ALTER TABLE file ADD PRIMARY KEY (name, place);
"""
VECTORS = ("vector_rules", "vector_asked", "vector_unanswered")
"""The tables of vectors: of the rules' own words, of ways to ask, of questions that no entry answers."""
EXACT_UP_TO = 100_000
"""Vectors in a table above which lists of near ones are looked into; below, a scan of all takes milliseconds and misses nothing."""

_LISTS = 1.5
"""There are so many lists, times the root of the number of vectors. Of 2,001,531 rules' vectors the nearest 32 of 2,048 lists have
99.1 % of what a scan finds, in 23 ms, 128 have 99.7 %, in 88; a graph (HNSW) had 89.6 to 96.8 %, in 19 to 43 ms: many sentences
come again and again in a large corpus, and their equal vectors lead a graph nowhere."""
_MEMORY = "1GB"
"""For building indexes."""


def create_tables(connection: Connection, dimension: int) -> None:
    """Empty tables in the first schema of the search path."""
    connection.execute(_TABLES)
    # Compressed or moved to TOAST, as lists of some hundred numbers would be, they cost most of the time of a question.
    connection.execute("ALTER TABLE posting ALTER COLUMN passages SET STORAGE PLAIN, ALTER COLUMN impacts SET STORAGE PLAIN")
    for table in VECTORS:
        statement = "CREATE TABLE {} (number integer NOT NULL, entry integer NOT NULL, vector halfvec({}) NOT NULL)"
        connection.execute(sql.SQL(statement).format(sql.Identifier(table), sql.Literal(dimension)))
        # A row of some hundred floats would go to TOAST, and a scan would fetch each vector by itself.
        statement = "ALTER TABLE {} ALTER COLUMN vector SET STORAGE PLAIN"
        connection.execute(sql.SQL(statement).format(sql.Identifier(table)))


def spans(first_asked: int, first_unanswered: int, size: int) -> dict[str, tuple[int, int]]:
    """Which passages each table of vectors holds: the first, and the one after the last."""
    edges = (0, first_asked, first_unanswered, size)
    return {table: (edges[place], edges[place + 1]) for place, table in enumerate(VECTORS)}


def _lists(vectors: int) -> int:
    """How many lists so many vectors are put into."""
    return round(_LISTS * math.sqrt(vectors))


def create_indexes(connection: Connection, vectors: dict[str, tuple[int, int]]) -> None:
    """Indexes and statistics, once all rows are in; `vectors` are the spans of the tables of vectors."""
    connection.execute("SELECT set_config('maintenance_work_mem', %s, true)", (_MEMORY,))
    connection.execute(_INDEXES)
    for name, (first, last) in vectors.items():
        table = sql.Identifier(name)
        connection.execute(sql.SQL("ALTER TABLE {} ADD PRIMARY KEY (number)").format(table))
        if last - first > EXACT_UP_TO:
            statement = "CREATE INDEX ON {} USING ivfflat (vector halfvec_ip_ops) WITH (lists = {})"
            connection.execute(sql.SQL(statement).format(table, sql.Literal(_lists(last - first))))
        connection.execute(sql.SQL("ANALYZE {}").format(table))
    connection.execute("ANALYZE entry, locator, record, trait, passage, word, posting")
