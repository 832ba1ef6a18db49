"""Fixtures of the tests with PostgreSQL: one server for the whole run, the corpus in it, and contents that are built in a moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ingest.build import build
from kb.encoder import StaticEncoder
from kb.telling import SORT as TELLING
from kb.writer import Content, write_kb

Put = Callable[[str, str], dict[str, Any]]
"""Builds one of the contents by its name into an address; gives its meta."""


@pytest.fixture(scope="session")
def servers() -> Iterator[object]:
    """The servers of the run: a primary alone, until a test adds replicas."""
    from postgres_server import Servers

    made = Servers()
    try:
        made.primary()
        yield made
    finally:
        made.close()


@pytest.fixture(scope="session")
def server(servers):
    return servers.servers[0]


@pytest.fixture(scope="session")
def address(server, corpus: Path) -> str:
    """The address of the corpus as it is."""
    build(corpus, server.address)
    return server.address


@pytest.fixture
def empty(server) -> Iterator[str]:
    """A database of its own."""
    import psycopg

    name = f"empty_{time.monotonic_ns()}"
    with psycopg.connect(server.address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield server.address_of(name)
    with psycopg.connect(server.address, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def contents(content: Content) -> dict[str, Content]:
    """The corpus in its own words alone, with and without titles: two contents that take a moment to build."""
    rules = [passage for passage in content.passages if passage.sort not in ("phrasing", "unanswered")]
    texts = [passage for passage in rules if passage.sort != "title"]
    records = [record for record in content.records if record[0] != TELLING]  # thousands of vectors for each build
    return {"rules": replace(content, passages=rules, records=records), "texts": replace(content, passages=texts, records=records)}


@pytest.fixture(scope="session")
def put(corpus: Path, contents: dict[str, Content]) -> Put:
    encoder = StaticEncoder.load(corpus / "encoder")
    return lambda address, name: write_kb(address, contents[name], encoder)
