"""`judgecall serve` over real connections: logs, counters, limits, a graceful stop, one KB after another."""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote

import pytest
import served as tests_served
from conftest import linked
from flask.testing import FlaskClient
from served import ASKED, Served, foreign_code, load, serve

import web.commands
from ingest.tuning import read_tuning
from kb.knowledge_base import read_meta
from kb.layout import SCHEMA, meta_digest
from kb.search import Search
from kb.writer import _exchange
from web import serving
from web.live import Live
from web.offline.packed import PackedApart, _run, tidy
from web.offline.revision import PACK, revision


@pytest.fixture(scope="module")
def served(kb_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve(kb_path, tmp_path_factory.mktemp("served"), "--time-limit", "4") as running:
        yield running


def test_a_request_has_a_line_in_the_log(served: Served) -> None:
    got = served.get("/api/search?q=secret+penetrate", X_Request_Id="judge-table-7")
    assert got.headers["x-request-id"] == "judge-table-7"
    served.wait_for(lambda: any(line["id"] == "judge-table-7" for line in served.lines("request")))
    line = next(line for line in served.lines("request") if line["id"] == "judge-table-7")
    assert line.pop("ms") > 0
    assert line.pop("time").endswith("Z")
    assert line.pop("process") in served.workers()
    assert line == {
        "level": "info", "event": "request", "id": "judge-table-7", "method": "GET", "route": "/api/search", "status": 200,
        "bytes": len(got.body), "revision": got.headers["x-judgecall-revision"],
    }  # fmt: skip
    log = served.log.read_text()
    assert "secret" not in log
    assert '"127.0.0.1"' not in log


@pytest.mark.parametrize("name", ["short", "with space and more", 'quo"te-quote-quote', "x" * 65, "-begins-with-a-dash"])
def test_an_ill_formed_request_id_is_replaced(served: Served, name: str) -> None:
    given = served.get("/healthz", X_Request_Id=name).headers["x-request-id"]
    assert given != name
    assert len(given) == 32


def test_the_log_level_is_heeded(small_kb: Path, tmp_path: Path) -> None:
    with serve(small_kb, tmp_path, "--log-level", "warning", workers=1) as quiet:
        assert quiet.get("/").status == 200
        assert quiet.lines("request") == []


def test_counters_add_up_over_the_workers(served: Served) -> None:
    def count(name: str) -> float:
        text = served.get("/metrics").body.decode()
        return sum(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line.startswith(name))

    about = 'judgecall_requests_total{method="GET",route="/d/<id>",status="200"}'
    searches = 'judgecall_searches_total{outcome="answered"}', 'judgecall_searches_total{outcome="no_ruling"}'
    before = [count(name) for name in (about, *searches)]
    for _ in range(8):
        assert served.get("/d/dg-en-1").status == 200
    served.get("/search?q=can+i+counter+penetrate")
    served.get("/api/search?q=what+is+the+weather+in+osaka+tomorrow")
    assert [count(name) for name in (about, *searches)] == [before[0] + 8, before[1] + 1, before[2] + 1]
    assert count('judgecall_request_seconds_bucket{le="+Inf",route="/d/<id>"}') >= 8
    assert f'judgecall_kb_info{{revision="{served.get("/healthz").json["revision"]}"}} 1' in served.get("/metrics").body.decode()


def test_foreign_methods_and_addresses_make_no_new_series(served: Served) -> None:
    for n in range(5):
        served.get(f"/nothing-{n}", method=f"ODD{n}")
    text = served.get("/metrics").body.decode()
    assert "nothing-" not in text
    assert "ODD" not in text
    assert 'method="other"' in text


def test_the_offline_copy_is_made_beside_the_answers(served: Served) -> None:
    """By a process of its own, once for all workers: it would hold up everybody else for seconds, and 170 MB for good."""
    packed = [address for address in served.get("/offline/latest.json").json["files"] if address.startswith("/offline/")]
    held, asked, in_turn = max(map(_resident, served.workers())), 0, 0
    first = served.get(packed[0], Accept_Encoding="gzip")
    assert (first.status, first.headers["retry-after"]) == (503, "3")
    end = time.monotonic() + 120
    while in_turn < 12:
        assert time.monotonic() < end
        asked += 1
        started = time.monotonic()
        assert served.get(f"/api/search?q=can+i+counter+penetrate+{asked}").status == 200
        assert time.monotonic() - started < 2
        time.sleep(0.05)  # what makes the copy wants the processor, too
        in_turn = in_turn + 1 if served.get(packed[asked % len(packed)], Accept_Encoding="gzip").status == 200 else 0
    assert asked > 12
    assert max(map(_resident, served.workers())) < held + 50_000


@pytest.mark.parametrize("asked", [600, pytest.param(6000, marks=pytest.mark.long)])
def test_a_worker_holds_less_than_200_mb_whatever_it_was_asked(corpus: Path, kb_path: Path, tmp_path: Path, asked: int) -> None:
    texts = [question.text for question in read_tuning(corpus)][:asked]
    with serve(kb_path, tmp_path, workers=1) as running, ThreadPoolExecutor(8) as clients:
        statuses = set(clients.map(lambda text: running.get(f"/api/search?q={quote(text)}").status, texts))
        held = max(map(_resident, running.workers()))
    print(f"{held / 1000:.0f} MB after {len(texts)} questions")
    assert statuses == {200}
    assert held < 200 * 1024  # MB of 2^20 bytes, as in the README


def _resident(pid: int) -> int:
    """Kilobytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/status").read_text(encoding="ascii").partition("VmRSS:")[2].split()[0])


def test_an_offline_copy_that_cannot_be_made_is_tried_again_later(
    client: FlaskClient, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    packed = PackedApart(tmp_path / "no-kb", tmp_path)
    with client.application.app_context():
        assert packed.file("pack.json") is None
        assert packed._making is not None
        packed._making.join()
        assert packed.file("pack.json") is None
        assert not packed._making.is_alive()
    assert "the offline copy could not be made" in caplog.text
    (line,) = caplog.records
    reason = line.__dict__["fields"]["reason"]
    assert reason.startswith("making it ended with exit code 1: the offline copy could not be made: ")
    assert "no knowledge base here" in reason


def test_code_of_the_folder_that_the_server_was_started_in_is_not_run(
    small_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It once came before the site's own where the offline copy is made."""
    foreign_code(tmp_path)
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "made"
    made.mkdir()
    _run(made, {**os.environ, "JUDGECALL_KB": str(small_kb)})
    (copy,) = made.iterdir()
    assert {path.name for path in copy.iterdir()} == set(PACK)


def test_old_offline_copies_and_what_died_makes_left_are_removed(client: FlaskClient, tmp_path: Path) -> None:
    """Each revision and each make that was killed once left a folder that lived as long as the server."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    revisions = [f"{number:016x}" for number in range(4)]
    names = [*revisions, f"{revisions[0]}.{gone.pid}", f"{revisions[1]}.{os.getpid()}"]
    for age, name in enumerate(names):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.json").touch()
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    packed = PackedApart(tmp_path / "no-kb", tmp_path)
    with client.application.app_context():
        assert packed.file("pack.json") is None
    assert packed._making is not None
    packed._making.join()
    assert {path.name for path in tmp_path.iterdir()} == {*revisions[:2], names[-1], "lock"}


def test_the_offline_copy_that_is_served_is_not_the_one_removed(client: FlaskClient, tmp_path: Path) -> None:
    with client.application.app_context():
        wanted = revision()
        for age, name in enumerate([*(f"{number:016x}" for number in range(2)), wanted]):
            (tmp_path / name).mkdir()
            for file in PACK:
                (tmp_path / name / file).write_bytes(b"packed")
            os.utime(tmp_path / name, (1000 - age, 1000 - age))
        assert PackedApart(tmp_path / "no-kb", tmp_path).file(PACK[0]) == b"packed"
    tidy(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {wanted, f"{0:016x}"}


def test_ready_means_that_a_question_finds_something(served: Served) -> None:
    got = served.get("/readyz")
    assert (got.status, got.json) == (200, {"status": "ready", "revision": served.get("/healthz").json["revision"]})


@pytest.mark.parametrize("size", [70_000, 600_000])
def test_a_body_that_is_too_large(served: Served, size: int) -> None:
    got = served.get("/api/search?q=soul", body=b"x" * size, Content_Type="application/json", method="POST")
    assert got.status in (405, 413)
    got = served.get("/api/citations", method="POST", body=b'{"text": "' + b"x" * size + b'"}', Content_Type="application/json")
    assert (got.status, got.json["error"]["code"]) == (413, "request_entity_too_large")


def test_a_body_of_many_megabytes_is_not_even_read(served: Served) -> None:
    head = b"POST /api/citations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 80000000\r\n\r\n"
    started = time.monotonic()
    assert served.raw(head + b'{"text": "', 1).startswith(b"HTTP/1.1 413 ")
    assert time.monotonic() - started < 3


def test_a_chunked_body_is_bounded_too(served: Served) -> None:
    head = b"POST /api/citations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    small = b'{"text": "BF [Penetrate]"}'
    reply = served.raw(head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(small), small))
    assert reply.startswith(b"HTTP/1.1 200 ")
    assert b"bf/keyword/penetrate" in reply
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    assert served.raw(head + chunk * 40 + b"0\r\n\r\n").startswith(b"HTTP/1.1 413 ")


def test_an_address_that_is_too_long(served: Served) -> None:
    got = served.get("/api/search?q=" + "a" * 40_000)
    assert (got.status, got.json["error"]["code"]) == (414, "too_long")
    assert served.get("/api/search?q=" + "a" * 200_000).status == 414


def test_a_body_that_never_comes_is_given_up(served: Served) -> None:
    """And as many of them as you like hold no other request up."""
    head = b"POST /api/citations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    slow = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(12)]
    for connection in slow:
        connection.sendall(head)
    started = time.monotonic()
    assert served.get("/api/search?q=soul").status == 200
    assert time.monotonic() - started < 3.5
    for connection in slow:
        connection.settimeout(20)
        reply = connection.recv(4096)
        assert reply.startswith(b"HTTP/1.1 408 ")
        assert b'"code":"request_timeout"' in reply.replace(b'": "', b'":"')
        connection.close()
    assert 3.9 < time.monotonic() - started < 15


def test_a_body_that_breaks_off_is_no_text(served: Served) -> None:
    head = b"POST /api/citations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    with socket.create_connection(("127.0.0.1", served.port), timeout=5) as connection:
        connection.sendall(head + b'{"text": "BF [Penetrate]"}')
        connection.shutdown(socket.SHUT_WR)
    seen = len(served.lines("request"))
    assert served.get("/healthz").status == 200
    assert all(line["status"] != 200 for line in served.lines("request")[seen:] if line["route"] == "/api/citations")


def test_idle_connections_keep_nobody_out(served: Served) -> None:
    idle = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(400)]
    try:
        assert served.get("/api/search?q=soul").status == 200
    finally:
        for connection in idle:
            connection.close()


SENT = {
    "nothing": b"",
    "half a preface of HTTP/2": b"PRI * HTTP/2.0\r\n",
    "a preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "half a head": b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
    "a request, then nothing": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
}


def test_a_connection_that_sends_no_head_is_closed(small_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Silent ones were once held for ever, since the time ran only where HTTP/1 was recognised: 1,024 of them stopped a worker."""
    assert web.commands.HEAD_MILLISECONDS == 10_000
    sooner = "import web.commands; web.commands.HEAD_MILLISECONDS = 1500; from kb.commands import main; main()"
    monkeypatch.setattr(tests_served, "JUDGECALL", [sys.executable, "-c", sooner])
    with serve(small_kb, tmp_path, workers=1) as running, ThreadPoolExecutor(len(SENT)) as clients:

        def held(sent: bytes) -> float:
            started = time.monotonic()
            running.raw(sent, 30)
            return time.monotonic() - started

        took = dict(zip(SENT, clients.map(held, SENT.values()), strict=True))
    assert max(took.values()) < 15, took
    assert min(took["nothing"], took["half a head"], took["a request, then nothing"]) > 1, took


def test_too_many_at_once_are_refused_at_once(kb_path: Path, tmp_path: Path) -> None:
    with serve(kb_path, tmp_path, "--waiting", "4", workers=1) as narrow:
        statuses: Counter[int] = Counter()
        refused: list[tuple[float, dict[str, str], bytes]] = []
        begin = threading.Barrier(40)

        def ask(turn: int) -> None:
            begin.wait()
            started = time.perf_counter()
            got = narrow.get(f"/api/search?q=what+happens+when+my+deck+runs+out+{turn}{'+soul' * 350}&limit=50")  # no short one
            statuses[got.status] += 1
            if got.status == 429:
                refused.append((time.perf_counter() - started, got.headers, got.body))

        threads = [threading.Thread(target=ask, args=(turn,)) for turn in range(40)]
        for thread in threads:
            thread.start()
        healthy = narrow.get("/healthz").status
        for thread in threads:
            thread.join()
        assert healthy == 200
        assert set(statuses) == {200, 429}
        assert statuses[200] >= 6
        _, headers, body = refused[0]
        assert headers["retry-after"] == "1"
        assert headers["x-content-type-options"] == "nosniff"
        error = json.loads(body)["error"]
        assert error == {
            "code": "too_many_requests",
            "message": "too many requests at once",
            "hint": "Wait a second and ask again.",
        }
        assert narrow.get("/api/search?q=soul").status == 200
        assert f'judgecall_refused_total{{why="busy"}} {statuses[429]}.0' in narrow.get("/metrics").body.decode()


def test_a_stop_lets_what_runs_come_to_its_end(small_kb: Path, tmp_path: Path) -> None:
    body = b'{"text": "BF [Penetrate]"}'
    head = b"POST /api/citations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    with serve(small_kb, tmp_path) as stopping:
        under_way = [socket.create_connection(("127.0.0.1", stopping.port), timeout=10) for _ in range(6)]
        for connection in under_way:
            connection.sendall(head + body[:10])
        time.sleep(0.5)
        stopping.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        for connection in under_way:
            connection.sendall(body[10:])
        replies = [connection.recv(65536) for connection in under_way]
        for connection in under_way:
            connection.close()
        assert [reply[:12] for reply in replies] == [b"HTTP/1.1 200"] * 6
        assert stopping.process.wait(15) == 0


def test_workers_do_not_outlive_their_parent(small_kb: Path, tmp_path: Path) -> None:
    with serve(small_kb, tmp_path) as orphaned:
        workers = orphaned.workers()
        assert len(workers) == 2
        orphaned.process.kill()
        orphaned.process.wait()
        orphaned.wait_for(lambda: not any(_runs(pid) for pid in workers), 10)


def test_a_new_build_is_taken_without_a_dropped_request(other_kb: Path, small_kb: Path, kb_path: Path, tmp_path: Path) -> None:
    """Three builds take turns, put in place as a build does; every request gets a right answer from one of them."""
    place = linked(kb_path, tmp_path / "kb")
    with serve(place, tmp_path) as running, load(running) as tally:
        for number, built in enumerate((other_kb, small_kb), 1):
            new = linked(built, tmp_path / f"new{number}")
            revision = read_meta(new)["revision"]
            assert _exchange(new, place)
            running.wait_for(lambda taken=2 * number: len(running.lines("took a new KB")) == taken)
            assert running.get("/healthz").json["revision"] == revision
    assert (tally.wrong, tally.lost, set(tally.statuses)) == ([], [], {200})
    assert len(tally.revisions) == 3


def test_a_damaged_or_foreign_build_is_refused_and_the_old_one_stays(small_kb: Path, tmp_path: Path) -> None:
    place = linked(small_kb, tmp_path / "kb")
    with serve(place, tmp_path) as running, load(running, 2) as tally:
        revision = running.get("/healthz").json["revision"]
        for number, spoil in enumerate((_flip, _newer_layout, _without_vectors), 1):
            bad = tmp_path / f"bad{number}"
            shutil.copytree(small_kb, bad)
            spoil(bad)
            place.rename(tmp_path / f"old{number}")
            bad.rename(place)
            said = 2 * number
            running.wait_for(lambda said=said: len(running.lines("the new KB is refused, the old one stays")) == said)
            assert running.get("/healthz").json["revision"] == revision
        reasons = [line["reason"] for line in running.lines("the new KB is refused, the old one stays")]
        # A worker that is started anew while the folder is damaged waits, and takes no requests meanwhile.
        victim = running.workers()[0]
        os.kill(victim, signal.SIGKILL)
        running.wait_for(lambda: len(running.lines("waiting for a KB that can be opened")) == 1)
        for address, wanted in ASKED.items():
            assert running.get(address).json["results"][0]["id"] == wanted
        place.rename(tmp_path / "old4")
        linked(small_kb, place)
        running.wait_for(lambda: running.lines("took a new KB") != [])
    assert tally.wrong == []
    assert set(tally.statuses) == {200}
    assert any("has sha256" in reason for reason in reasons)
    assert any(f"has layout {SCHEMA + 1}, this tool reads layout {SCHEMA}" in reason for reason in reasons)
    assert any("the KB lacks dense.faiss" in reason for reason in reasons)


def _flip(kb: Path) -> None:
    data = bytearray((kb / "kb.sqlite").read_bytes())
    data[len(data) // 2] ^= 1
    (kb / "kb.sqlite").write_bytes(bytes(data))


def _newer_layout(kb: Path) -> None:
    meta = read_meta(kb)
    meta["schema"] += 1
    meta["digest"] = meta_digest(meta)
    (kb / "meta.json").write_text(json.dumps(meta))


def _without_vectors(kb: Path) -> None:
    (kb / "dense.faiss").unlink()


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_what_a_worker_has_opened_is_not_searched_for_garbage(kb_path: Path) -> None:
    class Ring:
        itself: object = None

    try:
        serving._opened(serving.Setting(kb=kb_path, packs=Path(), waiting=1, seconds=1.0, parent=os.getppid()))
        serving._keep()
        assert gc.get_freeze_count() > 100_000
        ring = Ring()
        ring.itself, left = ring, weakref.ref(ring)
        serving._keep()
        del ring
        gc.collect()
        assert left() is not None
        serving._keep()  # as with the next KB
        assert left() is None
    finally:
        gc.unfreeze()


def test_a_kb_that_cannot_be_prepared_is_refused_and_tried_again(
    small_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = linked(small_kb, tmp_path / "kb")
    live = Live(place)
    before = live.search
    shutil.rmtree(place)
    linked(small_kb, place)
    with monkeypatch.context() as patch:
        patch.setattr(Search, "warm", lambda _: 1 / 0)
        assert not live.look()
    assert (live.refused, live.search) == (1, before)
    monkeypatch.setattr(live, "_again", 0.0)
    assert live.look()
    assert live.search is not before


def test_a_worker_is_looked_after_also_when_that_failed(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """A thread that ended would leave the worker with its KB for good."""
    looks: list[int] = []

    def look() -> bool:
        looks.append(len(looks))
        if len(looks) == 1:
            raise OSError("no such call")
        return True

    monkeypatch.setattr(serving, "LOOK_SECONDS", 0.01)
    switched = threading.Event()
    prepared = threading.Event()
    live = SimpleNamespace(look=look, refused=0, search=SimpleNamespace(warm=prepared.set))
    metrics = SimpleNamespace(reloaded=lambda how: switched.set())
    gate = SimpleNamespace(overdue=lambda: False)
    setting = serving.Setting(kb=Path("kb"), packs=Path(), waiting=1, seconds=1.0, parent=os.getppid())
    threading.Thread(target=serving._watch, args=(setting, live, metrics, gate), daemon=True).start()
    assert switched.wait(10)
    assert prepared.is_set()
    assert "looking after this worker failed" in caplog.text


def test_behind_a_proxy_that_brings_tls_links_say_so(small_kb: Path, tmp_path: Path) -> None:
    with serve(small_kb, tmp_path, "--scheme", "https", workers=1) as running:
        page = running.get("/slip?c=bf/keyword/penetrate@bf-en-3").body.decode()
    assert f"https://127.0.0.1:{running.port}/" in page
    assert f"http://127.0.0.1:{running.port}/" not in page


def test_a_kb_that_fails_its_trial_is_closed(small_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = linked(small_kb, tmp_path / "kb")
    live, closed = Live(place), []
    monkeypatch.setattr("kb.store.SqliteStore.close", lambda store: closed.append(store))
    monkeypatch.setattr("web.live.ServedSearch.warm", lambda _: 1 / 0)
    os.utime(place / "meta.json")
    assert not live.look()
    assert len(closed) == 1
    assert closed[0] is not live.search.kb.store
