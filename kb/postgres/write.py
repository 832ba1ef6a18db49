"""Writes a KB into PostgreSQL: a new revision is filled and becomes the current one in one transaction.

A build that is killed leaves no trace; readers see the old revision until the commit and the new one after it, on a replica as on
the primary. Two builds wait for each other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import psycopg

from kb.encoder import Encoder
from kb.errors import KbError
from kb.layout import meta_digest
from kb.place import shown
from kb.postgres.load import load_files, load_passages, load_texts, load_traits, load_vectors
from kb.postgres.revision import BUILDS, drop_unread, make_current, new_schema, prepare_catalogue
from kb.postgres.schema import create_indexes, create_tables, spans
from kb.postgres.session import Connection, writing
from kb.writer import Content, meta_of


def write_postgres(address: str, content: Content, encoder: Encoder, say: Callable[[str], None]) -> dict[str, Any]:
    """Build a KB in a database and return its meta; raises KbError when it cannot be written, and the old one stays."""
    try:
        with writing(address) as connection:
            connection.execute("SELECT pg_advisory_lock(%s, 0)", (BUILDS,))
            prepare_catalogue(connection)
            with connection.transaction():
                meta = _fill(connection, content, encoder, say)
            _drop_unread(connection, say)
    except psycopg.Error as error:
        raise KbError(f"the KB could not be written ({_reason(error)}); the old KB is as it was", file=shown(address)) from None
    return meta


def _drop_unread(connection: Connection, say: Callable[[str], None]) -> None:
    """Drop the revisions that nobody reads. The new one is current by now: where they cannot be dropped, the next build does it."""
    try:
        for number in drop_unread(connection):
            say(f"dropped revision {number}, which nobody reads")
    except psycopg.Error as error:
        say(f"older revisions stay ({_reason(error)}); the next build drops them")


def _reason(error: psycopg.Error) -> str:
    return " ".join(str(error).split())[:200]


def _fill(connection: Connection, content: Content, encoder: Encoder, say: Callable[[str], None]) -> dict[str, Any]:
    number = new_schema(connection)
    create_tables(connection, encoder.dimension)
    digest = hashlib.sha256(encoder.fingerprint.encode() + json.dumps(content.weights.to_json(), sort_keys=True).encode())
    digest.update(content.verdicts.fingerprint.encode() if content.verdicts else b"")
    say(f"store: {len(content.entries)} entries")
    load_texts(connection, content, digest)
    load_traits(connection, content)
    say(f"lexical index: {len(content.passages)} passages")
    edges = load_passages(connection, content, digest)
    say(f"dense index: {encoder.name}, dimension {encoder.dimension}")
    vectors = spans(*edges, len(content.passages))
    load_vectors(connection, content, encoder, vectors)
    load_files(connection, content, encoder)
    say("indexes")
    create_indexes(connection, vectors)
    meta = meta_of(content, encoder, digest.hexdigest()[:16], {})
    meta["edges"] = list(edges)
    meta["digest"] = meta_digest(meta)
    make_current(connection, number, meta)
    return meta
