"""How connections are set up: one conninfo a host, timeouts that end what hangs, settings of a reading session."""

from __future__ import annotations

import re
from typing import Any, LiteralString

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from kb.errors import KbError
from kb.place import shown

Connection = psycopg.Connection[tuple[Any, ...]]

ROLES = ("any", "primary", "read-write", "standby", "read-only", "prefer-standby")
"""Values of target_session_attrs in an address, which say what hosts may be read; libpq's own words."""
STATEMENT_MS = 5000
"""Milliseconds after which a server gives up a statement of a search."""
# connect_timeout in seconds (2 is the least that libpq takes); tcp_user_timeout in milliseconds.
_TIMEOUTS = {
    "connect_timeout": 2,
    "tcp_user_timeout": 3000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "application_name": "judgecall",
}
# What libpq quotes at the end of a message: the address or a piece of it, and so a password. Not the `":"` within `(expected ":")`.
_QUOTED = re.compile(r":\s+[^\w\s].*", re.DOTALL)
_READING: LiteralString = """
SELECT set_config('search_path', %s, false), set_config('statement_timeout', %s, false),
       set_config('default_transaction_read_only', 'on', false), set_config('jit', 'off', false),
       set_config('ivfflat.probes', '100', false), set_config('ivfflat.iterative_scan', 'relaxed_order', false)
"""


def _parts_of(address: str) -> dict[str, Any]:
    """The parts of an address by libpq's names; raises KbError where it does not parse, and quotes none of it but as `shown`."""
    try:
        return dict(conninfo_to_dict(address))
    except psycopg.ProgrammingError as error:
        reason = _QUOTED.sub("", str(error))
        raise KbError(f"this is no address of PostgreSQL ({reason})", file=shown(address)) from None
    except UnicodeEncodeError:
        raise KbError("this is no address of PostgreSQL (it is not UTF-8)", file=shown(address)) from None


def hosts_of(address: str) -> tuple[dict[str, str], str]:
    """A conninfo for each host of an address by its name (host:port), and its target_session_attrs (any unless given)."""
    parts = _parts_of(address)
    role = str(parts.pop("target_session_attrs", "any"))
    if role not in ROLES:
        raise KbError(f"target_session_attrs is {role!r}; it can be {', '.join(ROLES)}", file=shown(address))
    hosts = str(parts.pop("host", "")).split(",")
    ports = str(parts.pop("port", "5432")).split(",")
    if len(ports) == 1:
        ports *= len(hosts)
    if len(ports) != len(hosts):
        raise KbError(f"there are {len(hosts)} hosts and {len(ports)} ports; give one port or one for each", file=shown(address))
    common = {**_TIMEOUTS, **parts}
    return {
        f"{host or 'localhost'}:{port}": make_conninfo(**common, **({"host": host} if host else {}), port=port or "5432")
        for host, port in zip(hosts, ports, strict=True)
    }, role


def prepare_reading(connection: Connection, schema: str) -> None:
    """Make a connection read one revision and nothing else."""
    connection.autocommit = True
    connection.prepare_threshold = 0
    connection.execute(_READING, (f"{schema}, public", str(STATEMENT_MS)))


def writing(address: str) -> Connection:
    """A connection to the primary among the hosts of an address; raises KbError when none of them takes writes."""
    parts: dict[str, Any] = {**_TIMEOUTS, **_parts_of(address), "target_session_attrs": "read-write"}
    try:
        return psycopg.connect(make_conninfo(**parts), autocommit=True)
    except psycopg.OperationalError as error:
        reason = " ".join(str(error).split())[-200:]
        raise KbError(f"no server here takes writes ({reason})", file=shown(address)) from None
