"""Servers die while searches run on them: no answer is lost or wrong."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest
from postgres_kbs import Put
from postgres_server import Server, Servers, revisions

from kb.errors import KbUnreachable
from kb.knowledge_base import open_kb
from kb.postgres.host import Host
from kb.postgres.revision import current_number
from kb.search import Search

pytestmark = pytest.mark.postgres


DATABASE = "replicated"


@pytest.fixture(scope="module")
def replicated(servers: Servers, put: Put) -> Iterator[Servers]:
    """The primary with a KB, and two streaming replicas."""
    import psycopg

    primary = servers.servers[0]
    with psycopg.connect(primary.address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {DATABASE}")
    put(primary.address_of(DATABASE), "rules")
    replicas = [servers.replica(primary), servers.replica(primary)]
    yield servers
    for replica in replicas:
        servers.remove(replica)


@pytest.fixture
def three(replicated: Servers) -> Iterator[Servers]:
    """All three of them, up; what a test kills is started again."""
    yield replicated
    for server in replicated.servers:
        if not server.running:
            server.start()


def settled(search: Search, names: set[str]) -> None:
    """Wait until reads go to exactly these servers."""
    from failover import in_use

    until = time.monotonic() + 15
    while set(in_use(search)) != names:
        assert time.monotonic() < until, (in_use(search), names)
        time.sleep(0.05)


def caught_up(replica: Server, primary: Server) -> None:
    """Wait until a replica has all that the primary has."""
    import psycopg

    with psycopg.connect(primary.address) as connection:
        (place,) = connection.execute("SELECT pg_current_wal_lsn()").fetchone() or (None,)
    until = time.monotonic() + 15
    with psycopg.connect(replica.address, autocommit=True) as connection:
        while not (connection.execute("SELECT pg_last_wal_replay_lsn() >= %s", (place,)).fetchone() or (False,))[0]:
            assert time.monotonic() < until
            time.sleep(0.05)


def test_a_dead_server_is_asked_twice_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """And at once when a read from it failed."""
    import psycopg

    asked: list[float] = []
    connect = psycopg.connect

    def counted(*arguments: Any, **settings: Any) -> Any:
        asked.append(time.monotonic())
        return connect(*arguments, **settings)

    monkeypatch.setattr(psycopg, "connect", counted)
    host = Host("dead", "host=127.0.0.1 port=1 user=judge", 1, lambda: None)
    host.start()
    try:
        time.sleep(2.2)
        assert 2 <= len(asked) <= 5
        failed = time.monotonic()
        host.fail(ConnectionError("a read failed"))
        time.sleep(0.3)
        assert any(failed < at < failed + 0.2 for at in asked)
    finally:
        host.close()


def test_a_server_is_taken_back_whatever_went_wrong(
    put: Put, empty: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Once an error that was none of the database's ended the thread that asks, and the server was left out for ever."""
    from psycopg_pool import ConnectionPool

    put(empty, "rules")
    ((number, _),) = revisions(empty)
    scarce, odd = [RuntimeError("can't start new thread")] * 2, [ValueError("what is this?")]

    def pool(*arguments: Any, **settings: Any) -> Any:
        if scarce:
            raise scarce.pop()
        return ConnectionPool(*arguments, **settings)

    def newest(connection: Any) -> int | None:
        if host.up and odd:
            raise odd.pop()
        return current_number(connection)

    monkeypatch.setattr("kb.postgres.host.ConnectionPool", pool)
    monkeypatch.setattr("kb.postgres.host.current_number", newest)
    host = Host("odd", empty, number, lambda: None)
    host.start()
    try:
        wanted = ["odd cannot be asked", "odd cannot be asked", "odd is left out: what is this?"]
        until, told = time.monotonic() + 15, list[str]()
        while told != wanted or not host.up:
            assert time.monotonic() < until, told
            time.sleep(0.05)
            kept = [one for one in caplog.records if one.name == "kb.postgres" and one.levelname != "INFO"]
            told = [one.getMessage() for one in kept]
    finally:
        host.close()


def test_the_number_alone_is_asked_of_a_server(put: Put, empty: str) -> None:
    """Once the whole meta was fetched and parsed twice a second."""
    import psycopg

    put(empty, "rules")
    ((number, _),) = revisions(empty)
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute("UPDATE judgecall.revision SET meta = 'nothing that parses'")
        assert current_number(connection) == number
        connection.execute("UPDATE judgecall.revision SET current = false")
        assert current_number(connection) is None


def test_a_replica_dies_and_then_the_primary(three: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    from failover import Load, timeline

    primary, one, two = three.servers
    kb = open_kb(three.address(DATABASE))
    try:
        search = Search(kb)
        settled(search, {primary.name, one.name, two.name})
        seconds = Load(search).run(
            (1, "kill replica", one.kill),
            (2.5, "kill primary", primary.kill),
            (4, "start replica", one.start),
            (6, "end", lambda: None),
        )
        print(timeline(seconds, {server.name: server.name for server in three.servers}))
        assert [error for second in seconds for error in second.errors] == []
        assert sum(second.wrong for second in seconds) == 0
        assert all(second.times for second in seconds[:6])
        settled(search, {one.name, two.name})
        two.kill()
        one.kill()
        with monkeypatch.context() as hasty:
            hasty.setattr("kb.postgres.hosts.PATIENCE", 1.0)
            with pytest.raises(KbUnreachable, match="no server answers"):
                search.search("can I counter Penetrate?")
        two.start()
        assert search.search("can I counter Penetrate?").hits[0].entry.id == "bf/keyword/penetrate"
    finally:
        kb.store.close()


def test_a_server_that_hangs_is_left_out(three: Servers) -> None:
    from failover import Load

    primary, one, two = three.servers
    kb = open_kb(three.address(DATABASE))
    try:
        search = Search(kb)
        settled(search, {primary.name, one.name, two.name})
        seconds = Load(search).run(
            (1, "hang", lambda: one.send(signal.SIGSTOP)), (7, "go on", lambda: one.send(signal.SIGCONT)), (8, "end", lambda: None)
        )
        assert [error for second in seconds for error in second.errors] == []
        assert sum(second.wrong for second in seconds) == 0
        assert max(took for second in seconds for took in second.times) < 6000
        assert sum(len(second.times) for second in seconds[5:7]) > 20
        settled(search, {primary.name, one.name, two.name})
    finally:
        one.send(signal.SIGCONT)
        kb.store.close()


def test_a_replica_that_lags_answers_from_its_own_revision(put: Put, empty: str, three: Servers) -> None:
    """A reader of the new revision is not sent to it; a reader that knows only it sees the old one whole."""
    import psycopg

    primary, one, two = three.servers
    database = empty.rpartition("/")[2]
    put(empty, "rules")
    caught_up(one, primary)
    before = open_kb(one.address_of(database))
    with psycopg.connect(one.address, autocommit=True) as connection:
        connection.execute("SELECT pg_wal_replay_pause()")
    put(empty, "texts")
    lagging, fresh = open_kb(one.address_of(database)), open_kb(three.address(database))
    try:
        assert lagging.revision == before.revision != fresh.revision
        assert len(lagging.passages) > len(fresh.passages)
        assert Search(lagging).search("can I counter Penetrate?").hits[0].entry.id == "bf/keyword/penetrate"
        search = Search(fresh)
        settled(search, {primary.name, two.name})
        search.search("can I counter Penetrate?")
        with psycopg.connect(one.address, autocommit=True) as connection:
            connection.execute("SELECT pg_wal_replay_resume()")
        settled(search, {primary.name, one.name, two.name})
    finally:
        for kb in (before, lagging, fresh):
            kb.store.close()


def test_the_address_says_which_servers_are_read(three: Servers) -> None:
    for role, used in (("prefer-standby", (1, 2)), ("standby", (1, 2)), ("primary", (0,)), ("any", (0, 1, 2))):
        kb = open_kb(three.address(DATABASE, target_session_attrs=role))
        try:
            settled(Search(kb), {three.servers[place].name for place in used})
        finally:
            kb.store.close()


@pytest.mark.long
def test_nothing_is_lost_when_the_primary_dies_in_a_build() -> None:
    """The reads go on, the build that the primary died under leaves nothing, and the next one goes to the new primary."""
    from failover import run

    seen = run()
    print("\n".join(seen.lines))
    assert (seen.errors, seen.wrong) == (0, 0)
    assert seen.answers > 100
    assert seen.broken.error
    assert [current for _, current in seen.held] == [False, True], "the one that was read, and the new one"
    assert seen.opened == seen.whole.revision
