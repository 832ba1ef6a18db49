"""Replies that are kept: the same as the app's own, of the revision that is served, bounded, and counted and logged as any other."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from asked import ask
from conftest import linked
from flask import Flask

from web import create_app
from web.gate import Gate
from web.kept import Kept, Whole

PENETRATE = "/api/search?q=can+i+counter+penetrate"
DIFFERS = ("x-request-id", "content-length")
"""Headers that two replies to one question differ in; the length has the time that a search took in it."""


class Counting:
    """A site behind a gate, and how often its app was asked."""

    def __init__(self, kb: Path, kept: Kept | None = None) -> None:
        self.site: Flask = create_app(kb)
        self.live, self.metrics = self.site.extensions["live"], self.site.extensions["metrics"]
        self.asked = 0
        self.kept = kept or Kept()
        self.hold: threading.Event | None = None
        self.held: set[str] = set()

    def __call__(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        self.asked += 1
        if self.hold is not None:
            self.held.add(environ["PATH_INFO"])
            assert self.hold.wait(60)
        return self.site.wsgi_app(environ, start)

    def gate(self) -> Gate:
        return Gate(self, self.live, self.metrics, waiting=64, seconds=60, kept=self.kept)

    def ask(self, *addresses: str, method: str = "GET", **headers: str) -> list[tuple[int, dict[str, str], bytes]]:
        """Ask one after the other."""

        async def all_of_them() -> list[tuple[int, dict[str, str], bytes]]:
            gate = self.gate()
            return [await ask(gate, address, method, **headers) for address in addresses]

        return asyncio.run(all_of_them())

    def counted(self, name: str) -> float:
        lines = self.metrics.text("").splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name))


@pytest.fixture
def counting(small_kb: Path) -> Iterator[Counting]:
    made = Counting(small_kb)
    yield made
    made.live.search.kb.store.close()


@pytest.mark.parametrize(
    "address",
    [PENETRATE, "/", "/search?q=soul", "/search?q=so&only=results", "/bf/attack-phase", "/d/bf-en-3/changes.atom", "/api/manifest"],
)
def test_what_was_asked_before_is_sent_again_as_it_was(counting: Counting, address: str) -> None:
    first, again = counting.ask(address, address)
    assert counting.asked == 1
    assert first[0] == 200
    assert first[1].pop("x-request-id") != again[1].pop("x-request-id")
    assert again == first


def test_a_kept_reply_says_that_nothing_has_changed_as_the_app_does(counting: Counting) -> None:
    for address in (PENETRATE, "/bf/keyword/penetrate", "/search?q=soul"):
        ((_, first, _),) = counting.ask(address)
        asked = counting.asked
        for known in (first["etag"], f'"other", W/{first["etag"]}', "*"):
            ((status, headers, body),) = counting.ask(address, If_None_Match=known)
            own = counting.site.test_client().get(address, headers={"If-None-Match": known, "Host": "127.0.0.1"})
            assert (status, body) == (own.status_code, own.data) == (304, b"")
            del headers["x-request-id"]
            assert headers == {name.lower(): value for name, value in own.headers}
        assert counting.ask(address, If_None_Match='"other"')[0][0] == 200
        assert counting.asked == asked


@pytest.mark.parametrize("address", [PENETRATE, "/bf/keyword/penetrate", "/api/entries.jsonl", "/offline/latest.json"])
def test_one_who_has_a_reply_already_is_told_so_also_where_none_is_kept(counting: Counting, address: str) -> None:
    own = counting.site.test_client().get(address, buffered=True, headers={"Host": "127.0.0.1"})
    ((status, headers, body),) = counting.ask(address, If_None_Match=own.headers["ETag"])
    assert (status, body) == (304, b"")
    again = counting.site.test_client().get(address, headers={"Host": "127.0.0.1", "If-None-Match": own.headers["ETag"]})
    del headers["x-request-id"]
    assert headers == {name.lower(): value for name, value in again.headers}
    assert len(counting.kept) == (not address.endswith(".jsonl"))
    assert counting.ask(address, If_None_Match='"other"')[0][2:] == (own.data,) or address == PENETRATE
    assert counting.live._held.users == 0


def test_the_reader_gets_the_language_and_the_host_that_were_asked_for(counting: Counting) -> None:
    for _ in range(2):
        for language, word in (("ja", 'lang="ja"'), ("en-GB,en;q=0.9", 'lang="en"'), ("fr", 'lang="en"')):
            ((_, headers, body),) = counting.ask("/", Accept_Language=language)
            assert f"<html {word}".encode() in body
            assert headers["vary"] == "Accept-Language, Accept-Encoding"
        for language in ("ja", "en"):
            ((_, _, body),) = counting.ask("/manifest.webmanifest", Accept_Language=language)
            assert (json.loads(body)["description"].isascii()) == (language == "en")
    assert counting.asked == 4
    for host in ("rules.example.org", "localhost:8000"):
        assert f"http://{host}/slip?".encode() in counting.ask("/slip?c=bf/keyword/penetrate@bf-en-3", Host=host)[0][2]
    ((_, headers, zipped),) = counting.ask("/offline/latest.json", Accept_Encoding="gzip")
    address = next(file for file in json.loads(zipped)["files"] if file.endswith("pack.json"))
    sizes = [len(counting.ask(address, Accept_Encoding=packing)[0][2]) for packing in ("gzip, br", "br", "gzip", "gzip;q=0")]
    assert sizes[0] == sizes[2] < sizes[1] == sizes[3]


def test_what_only_the_app_can_answer_is_left_to_it(counting: Counting) -> None:
    def asked_for(address: str, method: str = "GET", **headers: str) -> tuple[int, list[int]]:
        before = counting.asked
        statuses = [counting.ask(address, method=method, **headers)[0][0] for _ in range(2)]
        return counting.asked - before, statuses

    assert asked_for(PENETRATE, "HEAD") == (2, [200, 200])
    assert asked_for(PENETRATE, "POST", Content_Length="0") == (2, [405, 405])
    assert asked_for("/api/search?q=") == (2, [400, 400])
    assert asked_for("/nothing/here") == (2, [404, 404])
    assert asked_for("/api/entries.jsonl") == (2, [200, 200]), "a stream"
    assert asked_for("/static/style.css") == (2, [200, 200]), "of the code, not of the KB"
    assert asked_for("/healthz") == (2, [200, 200])
    assert asked_for("/bf/keyword/penetrate", Range="bytes=0-9")[0] == 2
    assert asked_for("/bf/keyword/penetrate", Accept_Language="ja," + "en;q=0.1," * 50)[0] == 2
    assert len(counting.kept) == 0


def test_a_hit_is_logged_and_counted_as_any_other(counting: Counting, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "judgecall.request"):
        got = counting.ask("/api/search?q=secret+penetrate", "/api/search?q=secret+penetrate", X_Request_Id="judge-table-7")
    lines = [record.__dict__["fields"] for record in caplog.records if record.name == "judgecall.request"]
    assert [line.pop("ms") > 0 for line in lines] == [True, True]
    revision = counting.live.revision
    line = {
        "id": "judge-table-7",
        "method": "GET",
        "route": "/api/search",
        "status": 200,
        "bytes": len(got[0][2]),
        "revision": revision,
    }
    assert lines == [line, line]
    assert "secret" not in str([record.__dict__ for record in caplog.records])
    assert [headers["x-request-id"] for _, headers, _ in got] == ["judge-table-7"] * 2
    assert counting.counted('judgecall_kept_replies_total{outcome="hit"}') == 1
    assert counting.counted('judgecall_kept_replies_total{outcome="miss"}') == 1
    assert counting.counted('judgecall_searches_total{outcome="answered"}') == 2
    assert counting.counted('judgecall_requests_total{method="GET",route="/api/search",status="200"}') == 2


def test_no_more_is_kept_than_there_is_room_for() -> None:
    def whole(size: int, revision: str = "r1") -> Whole:
        return Whole(etag="e", headers=[], unchanged=[], body=b"x" * size, revision=revision, route="/", outcome=None)

    kept = Kept(room=100_000)
    for n in range(500):
        kept.keep((str(n),), whole(10_000), "r1")
        assert kept.find(("0",), "r1") is not None, "what is asked for again and again stays"
        assert kept.size <= 100_000
    assert len(kept) == 9
    assert kept.find(("1",), "r1") is None
    kept.keep(("large",), whole(100_000), "r1")
    assert kept.find(("large",), "r1") is None
    kept.keep(("0",), whole(20_000), "r1")
    assert (len(kept), kept.size <= 100_000) == (8, True)
    kept.keep(("0",), whole(10, "r0"), "r1")
    assert len(kept.find(("0",), "r1").body) == 20_000, "a late reply of an old revision"  # type: ignore[union-attr]
    assert kept.find(("0",), "r2") is None
    assert (len(kept), kept.size) == (0, 0)


def test_a_switch_under_load_gives_no_old_reply_under_the_new_revision(other_kb: Path, kb_path: Path, tmp_path: Path) -> None:
    place = linked(kb_path, tmp_path / "kb")
    counting = Counting(place)
    old = counting.live.revision
    linked(other_kb, tmp_path / "new")
    seen: list[tuple[str, str]] = []
    answered: set[str] = set()

    async def run() -> None:
        gate = counting.gate()
        loop, stop = asyncio.get_running_loop(), asyncio.Event()

        async def client(address: str) -> None:
            while not stop.is_set():
                before = counting.live.revision
                status, headers, body = await ask(gate, address)
                assert status == 200
                if address == "/api/manifest":
                    assert json.loads(body)["revision"] == headers["x-judgecall-revision"]
                answered.add(address)
                seen.append((before, headers["x-judgecall-revision"]))
                await asyncio.sleep(0.005)  # without a pause they would leave the thread that opens the new KB no time

        clients = [asyncio.create_task(client(address)) for address in (PENETRATE, "/api/manifest", "/api/manifest", "/")]
        while len(answered) < 3:  # then their replies are kept, and none of theirs is held back
            await asyncio.sleep(0.01)
        # One that began with the old KB ends when the new one is served: it is answered, and not kept.
        counting.hold = threading.Event()
        late = asyncio.create_task(ask(gate, "/api/documents"))
        while "/api/documents" not in counting.held:
            await asyncio.sleep(0.01)
        place.rename(tmp_path / "before")
        (tmp_path / "new").rename(place)
        assert await loop.run_in_executor(None, counting.live.look)
        counting.hold.set()
        assert (await late)[1]["x-judgecall-revision"] == old
        counting.hold = None
        assert (await ask(gate, "/api/documents"))[1]["x-judgecall-revision"] == counting.live.revision
        await asyncio.sleep(0.3)
        stop.set()
        await asyncio.gather(*clients)

    asyncio.run(run())
    new = counting.live.revision
    assert new != old
    assert {revision for _, revision in seen} == {old, new}
    assert {revision for before, revision in seen if before == new} == {new}
    assert counting.asked < len(seen) / 2
    counting.live.search.kb.store.close()
