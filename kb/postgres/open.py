"""Opens the KB of a database: the newest revision that a server of the address calls current."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import psycopg

from kb.encoder import Encoder
from kb.errors import KbError, KbMismatch, KbMissing, KbUnreachable
from kb.knowledge_base import KnowledgeBase, assemble, encoder_of
from kb.layout import ENCODER, SCHEMA, meta_digest
from kb.place import shown
from kb.postgres.dense import PostgresDense
from kb.postgres.hosts import Hosts
from kb.postgres.lexical import PostgresLexical
from kb.postgres.passages import PostgresPassages
from kb.postgres.revision import check_readable, current, schema_name
from kb.postgres.session import hosts_of
from kb.postgres.store import PostgresStore
from kb.postgres.traits import PostgresTraits
from kb.settled import FOLDER as SETTLED
from kb.settled import SettledQuestions
from kb.writer import can_be_misspelt


def read_postgres_meta(address: str) -> dict[str, Any]:
    """The meta of the current revision; raises KbMissing where there is none, KbUnreachable where no server answers."""
    return _newest(address)[1]


def open_postgres(address: str, encoder: Encoder | None = None) -> KnowledgeBase:
    """Open the KB of an address; raises KbMissing, KbMismatch or KbUnreachable."""
    number, meta = _newest(address)
    if meta["schema"] != SCHEMA:
        raise KbMismatch(
            f"this KB has layout {meta['schema']}, this tool reads layout {SCHEMA}; run `judgecall build`", file=shown(address)
        )
    if meta.get("digest") != meta_digest(meta):
        raise KbMismatch("its meta is damaged: it has not the sha256 that it names; run `judgecall build`", file=shown(address))
    hosts = Hosts(address, number)
    try:
        store = PostgresStore(hosts)
        passages = PostgresPassages(hosts, meta["counts"]["passages"], *meta["edges"])
        lexical = PostgresLexical(hosts, passages)
        dense = PostgresDense(hosts, passages, meta["encoder"]["dimension"])
        traits = PostgresTraits(hosts, store.size)
        with tempfile.TemporaryDirectory() as folder:
            _fetch(hosts, Path(folder))
            encoder = encoder or encoder_of(Path(folder) / ENCODER, meta["encoder"])
            settled = SettledQuestions.open(Path(folder) / SETTLED)
        words = filter(can_be_misspelt, lexical.words())
        kb = assemble(address, meta, store, passages, lexical, dense, traits, encoder, words, settled)
        store.rows_of(id for body in store.records("term") for id in body["entries"])
    except BaseException:
        hosts.close()
        raise
    return kb


def postgres_bytes(address: str) -> int:
    """What the current revision takes on the disk of a server, with its indexes."""
    statement = (
        "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"
        " WHERE relkind = 'r' AND nspname = %s"
    )
    hosts = Hosts(address, _newest(address)[0])
    try:
        return int(hosts.run(lambda connection: connection.execute(statement, (schema_name(hosts.number),)).fetchall())[0][0])
    finally:
        hosts.close()


_GRANTS = (
    "run once as the building user, before the first build: ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO reader; "
    "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO reader. After it, GRANT USAGE ON SCHEMA judgecall TO reader; "
    "GRANT SELECT ON judgecall.revision TO reader, too, and build again (README, Past one machine)"
)
"""What a user lacks who may not read; a default says nothing of schemas and tables that are there already."""


def _newest(address: str) -> tuple[int, dict[str, Any]]:
    """The newest revision that any server of the address calls current: number and meta.

    Raises KbError, which names the grants, for a user who may not read it.
    """
    found: list[tuple[int, dict[str, Any]]] = []
    reasons = []
    for conninfo in hosts_of(address)[0].values():
        try:
            with psycopg.connect(conninfo, autocommit=True) as connection:
                known = current(connection)
                if known:
                    check_readable(connection, known[0])
        except psycopg.errors.InsufficientPrivilege as error:
            raise KbError(f"this user may not read here ({error.diag.message_primary}); {_GRANTS}", file=shown(address)) from None
        except psycopg.OperationalError as error:
            reasons.append(" ".join(str(error).split())[-160:])
            continue
        found += [known] if known else []
    if found:
        return max(found, key=lambda one: one[0])
    if reasons:
        raise KbUnreachable(f"no server answers with a knowledge base ({reasons[0]})", file=shown(address))
    raise KbMissing("there is no knowledge base here; run `judgecall build --store` with this address", file=shown(address))


def _fetch(hosts: Hosts, folder: Path) -> None:
    """Write the files that the database keeps into a folder."""
    statement = "SELECT name, string_agg(data, ''::bytea ORDER BY place) FROM file GROUP BY name"
    for name, data in hosts.run(lambda connection: connection.execute(statement).fetchall()):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
