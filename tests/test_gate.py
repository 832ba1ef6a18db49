"""The gate around an app that hangs: the client gets its answer in time, and the place is lost only as long as the hang lasts.

And what goes past it: health, and streams that are given up.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from asked import ask

from kb.errors import KbUnreachable
from kb.knowledge_base import KnowledgeBase
from kb.search import Search
from web import canary, create_app
from web.canary import Canary
from web.environ import environ_of
from web.gate import QUICK, THREADS, Gate
from web.refusal import REFUSAL
from web.reply import App, Stream
from web.turn import RUNNING


def waiting_at(path: str, app: App, go_on: threading.Event) -> App:
    """An app that waits at a path until it may go on."""

    def waiting(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] == path:
            go_on.wait()
        return app(environ, start)

    return waiting


def test_a_request_that_hangs_is_given_up_and_its_place_comes_back(kb_path: Path) -> None:
    site, go_on = create_app(kb_path), threading.Event()

    def hanging(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if REFUSAL not in environ and environ["PATH_INFO"] == "/hang":
            go_on.wait()
        return site.wsgi_app(environ, start)

    async def run() -> None:
        gate = Gate(hanging, site.extensions["live"], site.extensions["metrics"], waiting=4, seconds=0.2)
        assert not gate.overdue()
        hung = await asyncio.gather(*(ask(gate, "/hang") for _ in range(RUNNING)))
        assert [status for status, *_ in hung] == [503] * RUNNING
        assert hung[0][1]["retry-after"] == "2"
        # Every place is held: others wait for their time and are told so; health is answered all the same.
        status, _, body = await ask(gate, "/api/documents")
        assert (status, json.loads(body)["error"]["message"]) == (503, "the answer took too long and was given up")
        assert (await ask(gate, "/healthz"))[0] == 200
        await asyncio.sleep(0.6)
        assert gate.overdue()
        go_on.set()
        await asyncio.sleep(0.5)
        assert not gate.overdue()
        assert (await ask(gate, "/api/documents"))[0] == 200

    asyncio.run(run())
    site.extensions["live"].search.kb.store.close()


def test_a_short_search_needs_no_place(small_kb: Path) -> None:
    """It is answered though every place to run hangs; a long one waits for a place, as everything else does."""
    site, go_on = create_app(small_kb), threading.Event()

    hanging = waiting_at("/hang", site.wsgi_app, go_on)

    async def run() -> None:
        gate = Gate(hanging, site.extensions["live"], site.extensions["metrics"], waiting=4, seconds=5.0)
        hung = [asyncio.ensure_future(ask(gate, "/hang")) for _ in range(RUNNING)]
        await asyncio.sleep(0.1)
        status, _, body = await ask(gate, "/api/search?q=soulguard")
        assert (status, bool(json.loads(body)["results"])) == (200, True)
        assert (await ask(gate, "/api/search?q="))[0] == 400
        long = asyncio.ensure_future(ask(gate, f"/api/search?q=soulguard{'+soul' * QUICK}"[: QUICK + 30]))
        await asyncio.sleep(0.3)
        assert not long.done()
        assert not gate.overdue()
        go_on.set()
        assert (await long)[0] == 200
        await asyncio.gather(*hung)

    asyncio.run(run())
    site.extensions["live"].search.kb.store.close()


def test_a_short_search_that_hangs_is_seen_by_the_watch(small_kb: Path) -> None:
    """It holds up everything: the worker that has one is to end, and another takes its place."""
    site, go_on = create_app(small_kb), threading.Event()

    gate = Gate(
        waiting_at("/api/search", site.wsgi_app, go_on), site.extensions["live"], site.extensions["metrics"], waiting=4, seconds=0.1
    )
    loop = threading.Thread(target=lambda: asyncio.run(ask(gate, "/api/search?q=soulguard")))
    loop.start()
    time.sleep(0.15)
    assert not gate.overdue()
    time.sleep(0.3)
    assert gate.overdue()
    go_on.set()
    loop.join()
    assert not gate.overdue()
    site.extensions["live"].search.kb.store.close()


def test_a_flood_of_health_checks_keeps_no_question_waiting(small_kb: Path) -> None:
    """They once took every thread that searches run in, and questions got 503."""
    site, go_on = create_app(small_kb), threading.Event()
    assert site.extensions["canary"].sings(site.extensions["live"].search)

    hanging = waiting_at("/readyz", site.wsgi_app, go_on)

    async def run() -> None:
        gate = Gate(hanging, site.extensions["live"], site.extensions["metrics"], waiting=4, seconds=5.0)
        flood = [asyncio.ensure_future(ask(gate, "/readyz")) for _ in range(2 * THREADS)]
        await asyncio.sleep(0.1)
        status, *_ = await ask(gate, "/api/documents")
        go_on.set()
        assert status == 200
        assert {status for status, *_ in await asyncio.gather(*flood)} == {200}

    asyncio.run(run())
    site.extensions["live"].search.kb.store.close()


def test_whether_it_is_ready_is_not_searched_for_again_at_once(
    small_kb: Path, other_kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(canary, "REMEMBERED_SECONDS", 3600.0)
    asked: list[str] = []
    found = Search.search
    monkeypatch.setattr(Search, "search", lambda search, *rest: asked.append(search.kb.revision) or found(search, *rest))
    sites = [create_app(small_kb), create_app(other_kb)]
    live = sites[0].extensions["live"]
    client, first = sites[0].test_client(), live.revision
    assert [client.get("/readyz").status_code for _ in range(5)] == [200] * 5
    assert asked == [first]
    live._take(sites[1].extensions["live"].search)
    assert [client.get("/readyz").status_code for _ in range(5)] == [200] * 5
    assert asked == [first, live.revision]
    monkeypatch.setattr(sites[0].extensions["canary"], "_until", 0.0)
    assert client.get("/readyz").status_code == 200
    assert asked == [first, live.revision, live.revision]
    live.search.kb.store.close()


def test_nobody_waits_for_the_canary_of_another(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    search = Search(kb)

    def hanging(*_: object) -> None:
        begun.set()
        go_on.wait()
        raise KbUnreachable("no server answers")

    one = Canary()
    assert one.sings(search)
    monkeypatch.setattr(search, "search", hanging)
    monkeypatch.setattr(one, "_until", 0.0)
    raised: list[KbUnreachable] = []

    def ask_one() -> None:
        try:
            one.sings(search)
        except KbUnreachable as error:
            raised.append(error)

    asking = threading.Thread(target=ask_one)
    asking.start()
    assert begun.wait(10)
    assert one.sings(search)
    monkeypatch.setattr(canary, "LATE_SECONDS", 0.0)
    assert not one.sings(search)
    go_on.set()
    asking.join()
    with pytest.raises(KbUnreachable):
        one.sings(search)
    assert len(raised) == 1


def test_a_stream_that_is_given_up_while_it_is_read_ends_after_that_read(small_kb: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Closing it under the reader's hands raised ValueError, gave the KB back that was still read, and left no line in the log."""
    site, begun, go_on = create_app(small_kb), threading.Event(), threading.Event()
    live, ended = site.extensions["live"], []

    def parts() -> Iterator[bytes]:
        try:
            yield b"one"
            begun.set()
            go_on.wait()
            yield b"two"
        finally:
            ended.append(live.lease().users)

    def streaming(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        start("200 OK", [("Content-Type", "text/plain")])
        return parts()

    async def run() -> None:
        gate = Gate(streaming, live, site.extensions["metrics"], waiting=4, seconds=5.0)
        asking = asyncio.ensure_future(ask(gate, "/stream"))
        await asyncio.to_thread(begun.wait, 10)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert ended == []
        assert live.lease().users == 2  # the stream's and this one
        go_on.set()
        while not ended:
            await asyncio.sleep(0.01)

    with caplog.at_level("INFO", "judgecall.request"):
        asyncio.run(run())
    assert ended == [3]
    assert [record.fields["status"] for record in caplog.records if record.name == "judgecall.request"] == [200]
    live.search.kb.store.close()


def test_a_stream_ends_once() -> None:
    ends: list[str] = []
    stream = Stream((part for part in (b"one", b"two")), lambda: ends.append("end"))
    assert list(stream) == [b"one", b"two"]
    stream.close()
    assert (ends, next(stream, None)) == (["end"], None)
    given_up = Stream((part for part in (b"one", b"two")), lambda: ends.append("given up"))
    assert next(given_up) == b"one"
    given_up.close()
    given_up.close()
    assert (ends, next(given_up, None)) == (["end", "given up"], None)


def test_links_begin_with_the_scheme_of_the_site_s_address() -> None:
    scope = {"method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": [], "scheme": "http"}
    assert environ_of(scope)["wsgi.url_scheme"] == "http"
    assert environ_of(scope, "https")["wsgi.url_scheme"] == "https"


def test_what_an_app_fails_to_say_is_still_replied_and_logged(small_kb: Path, caplog: pytest.LogCaptureFixture) -> None:
    site = create_app(small_kb)

    def failing(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        raise ZeroDivisionError

    async def run() -> None:
        gate = Gate(failing, site.extensions["live"], site.extensions["metrics"], waiting=4, seconds=5.0)
        status, headers, body = await ask(gate, "/api/documents")
        assert (status, json.loads(body)["error"]["code"]) == (500, "internal_server_error")
        assert headers["x-content-type-options"] == "nosniff"
        assert any(record.message == "a request failed" for record in caplog.records)

    asyncio.run(run())
    site.extensions["live"].search.kb.store.close()


def test_a_refusal_that_waits_for_a_database_keeps_nobody_else_waiting(small_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its page once asked for every text that its address carries, in the thread of all connections."""
    site = create_app(small_kb)
    live, waits = site.extensions["live"], []

    def gone(id: str) -> None:
        waits.append(id)
        threading.Event().wait(0.3)
        raise KbUnreachable("the database does not answer")

    monkeypatch.setattr(live.search.kb.store, "entry", gone)
    carried = "&".join(f"c=bf/call/1.{n}@bf-en-3" for n in range(1, 8))

    async def run() -> None:
        gate = Gate(site.wsgi_app, live, site.extensions["metrics"], waiting=4, seconds=5.0)
        loop = asyncio.get_running_loop()
        refused = asyncio.ensure_future(ask(gate, f"/search?{carried}", content_length="99"))
        began, late = loop.time(), 0.0
        while not refused.done():
            await asyncio.sleep(0.01)
            late, began = max(late, loop.time() - began), loop.time()
        assert (await refused)[0] == 400
        assert late < 0.2
        assert len(waits) == 1

    asyncio.run(run())
    live.search.kb.store.close()
