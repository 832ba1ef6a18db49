"""Mixed load on a served KB: what people and programs ask, with bad requests in between, each reply held against the app's own."""

from __future__ import annotations

import http.client
import json
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from flask.testing import FlaskClient
from fuzz_text import questions

from kb.search import Search

JSON = {"Content-Type": "application/json"}
BAD: tuple[tuple[str, str, bytes | None, int], ...] = (
    ("GET", "/api/search?q=%ED%A0%80", None, 400),
    ("GET", "/api/search", None, 400),
    ("GET", "/api/search?q=soul&limit=99999", None, 400),
    ("GET", "/api/entries/bf/nothing", None, 404),
    ("GET", "/bf/%00/x@y", None, 404),
    ("GET", "/api/search?q=" + "x" * 2500, None, 414),
    ("DELETE", "/api/search?q=soul", None, 405),
    ("POST", "/api/citations", b'{"text": [', 400),
    ("POST", "/api/citations", b'{"text": 3}', 400),
    ("POST", "/api/citations", b'{"text": "' + b"x" * 70_000 + b'"}', 413),
)
"""Requests that must be refused, with the status."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request and its sort."""

    sort: str
    address: str
    body: bytes | None = None

    @property
    def method(self) -> str:
        """GET, or POST where there is a body."""
        return "GET" if self.body is None else "POST"


def asks(search: Search, chance: random.Random) -> list[Ask]:
    """What is asked: searches, entries, pages, citations, lists and assets, as often as they come."""
    ids = [entry.id for entry in search.kb.store.entries()]
    out = [Ask("search", f"/api/search?q={quote(text)}&limit=5") for text in chance.sample(questions(), 400)]
    out += [Ask("page", f"/search?q={quote(text)}") for text in chance.sample(questions(), 60)]
    out += [Ask("entry", f"/api/entries/{id}") for id in chance.sample(ids, 120)]
    out += [Ask("page", f"/{id}") for id in chance.sample(ids, 60)]
    cited = [
        " and ".join(f"BF [Penetrate], {entry.citation} (EN 3)" for entry in chance.sample(list(search.kb.store.entries()), 5))
        for _ in range(40)
    ]
    out += [Ask("citations", "/api/citations", json.dumps({"text": text}).encode()) for text in cited]
    out += [
        Ask("page", page)
        for page in ("/", "/about", "/glossary", "/conflicts", "/changes", "/d/bf-en-3", "/walk/bf/attack-phase", "/bf/keyword")
    ]
    out += [
        Ask("list", page)
        for page in (
            "/api/documents",
            "/api/manifest",
            "/api/conflicts",
            "/api/flows/bf/call",
            "/api/entries.jsonl",
            "/d/bf-en-2/changes.atom",
        )
    ]
    out += [
        Ask("asset", page)
        for page in ("/static/style.css", "/sw.js", "/offline/latest.json", "/manifest.webmanifest", "/api/openapi.json")
    ]
    return out


def plain(address: str, body: bytes) -> bytes:
    """A body without what differs from call to call: the time that a search took."""
    if not address.startswith("/api/search"):
        return body
    said = json.loads(body)
    said.pop("took_ms", None)
    return json.dumps(said).encode()


def own_replies(client: FlaskClient, asked: Sequence[Ask], host: str) -> dict[Ask, bytes]:
    """What the app itself replies to each."""
    out = {}
    for ask in asked:
        reply = client.open(ask.address, method=ask.method, data=ask.body, headers=JSON, base_url=f"http://{host}", buffered=True)
        assert reply.status_code == 200, (ask.address, reply.status_code)
        out[ask] = plain(ask.address, reply.data)
    return out


@dataclass(slots=True)
class Run:
    """What a run came to; `took` are (seconds since it began, milliseconds) of each reply."""

    sorts: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    revisions: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    took: list[tuple[float, float]] = field(default_factory=list)


@contextmanager
def mixed_load(port: int, asked: Sequence[Ask], own: Mapping[str, Mapping[Ask, bytes]], clients: int = 4) -> Iterator[Run]:
    """Ask all the time while the block runs; `own` are the app's replies by revision, which need not be there yet."""
    run, stop, lock, began = Run(), threading.Event(), threading.Lock(), time.monotonic()

    def client(seed: int) -> None:
        chance = random.Random(seed)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        known: dict[Ask, tuple[str, str]] = {}
        while not stop.is_set():
            if chance.random() < 0.02:  # connections come and go
                connection.close()
            bad = chance.random() < 0.05
            started = time.monotonic()
            try:
                if bad:
                    sort, said, status, revision = _bad(connection, port, chance)
                else:
                    sort, said, status, revision = _good(connection, chance.choice(asked), own, known, chance)
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                with lock:
                    run.lost.append(repr(error))
                continue
            with lock:
                run.sorts[sort] += 1
                run.statuses[status] += 1
                run.revisions[revision] += 1
                run.took.append((started - began, (time.monotonic() - started) * 1000))
                if said:
                    run.wrong.append(said)
        connection.close()

    threads = [threading.Thread(target=client, args=(seed,)) for seed in range(clients)]
    for thread in threads:
        thread.start()
    try:
        yield run
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _good(
    connection: http.client.HTTPConnection,
    ask: Ask,
    own: Mapping[str, Mapping[Ask, bytes]],
    known: dict[Ask, tuple[str, str]],
    chance: random.Random,
) -> tuple[str, str, int, str]:
    """One request that must be answered: its sort, what is wrong with the reply or "", status and revision."""
    headers = dict(JSON) if ask.body is not None else {}
    etag, of = known.get(ask, ("", ""))
    again = bool(etag) and chance.random() < 0.5
    if again:
        headers["If-None-Match"] = etag
    connection.request(ask.method, ask.address, ask.body, headers)
    reply = connection.getresponse()
    body, revision = reply.read(), reply.headers.get("X-Judgecall-Revision", "")
    if reply.status == 304:
        # A file of the code alone, such as the stylesheet, is the same at every revision.
        same = again and (revision == of or (ask.sort == "asset" and own[revision][ask] == own[of][ask]))
        return ask.sort, "" if same else f"304 for {ask.address} of another revision", 304, revision
    known[ask] = (reply.headers.get("ETag", ""), revision)
    if reply.status != 200:
        return ask.sort, f"{reply.status} for {ask.address}", reply.status, revision
    replies = own.get(revision) if revision else next(iter(own.values()))
    right = replies is not None and plain(ask.address, body) == replies[ask]
    return ask.sort, "" if right else f"another reply to {ask.address} at {revision}", 200, revision


def _bad(connection: http.client.HTTPConnection, port: int, chance: random.Random) -> tuple[str, str, int, str]:
    """One request that must be refused, or that breaks off."""
    if chance.random() < 0.1:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as broken:
            broken.sendall(b"POST /api/citations HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"[: chance.randrange(1, 70)])
        return "broken off", "", 0, ""
    method, address, body, status = chance.choice(BAD)
    connection.request(method, address, body, JSON if body is not None else {})
    reply = connection.getresponse()
    reply.read()
    return (
        "bad",
        "" if reply.status == status else f"{reply.status} for {method} {address[:60]}",
        reply.status,
        reply.headers.get("X-Judgecall-Revision", ""),
    )


@dataclass(frozen=True, slots=True)
class Sample:
    """What the workers held at a moment: seconds since the run began, bytes resident, open files, threads, seconds of processor time."""

    at: float
    resident: int
    files: int
    threads: int
    spent: float


def sample(workers: Sequence[int], at: float) -> Sample:
    """A sample of all workers together."""
    resident = files = threads = ticks = 0
    for worker in workers:
        place = Path(f"/proc/{worker}")
        said = dict(line.split(":", 1) for line in (place / "status").read_text().splitlines())
        fields = (place / "stat").read_text().rsplit(")", 1)[1].split()
        resident += int(said["VmRSS"].split()[0]) * 1024
        threads += int(said["Threads"])
        files += len(list((place / "fd").iterdir()))
        ticks += int(fields[11]) + int(fields[12])
    return Sample(at, resident, files, threads, ticks / 100)
