"""A real `judgecall serve` on a free port, and clients that ask it over real connections."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

JUDGECALL = [sys.executable, "-c", "from kb.commands import main; main()"]
ASKED = {
    "/api/search?q=can+i+counter+penetrate&limit=1": "bf/keyword/penetrate",
    "/api/search?q=%E8%B2%AB%E9%80%9A%E3%81%AB%E5%AF%BE%E6%8A%97%E3%81%A7%E3%81%8D%E3%82%8B%EF%BC%9F&limit=1": "bf/keyword/penetrate",
    "/api/search?q=BF+Attack+Phase+3.2.1&limit=1": "bf/attack-phase/3.2.1",
}
"""Questions with the entry that must come first."""


@dataclass(frozen=True)
class Got:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Served:
    """A running server: its port, process and where its log goes."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path

    def get(self, address: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Got:
        """One request over a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, address, body, {name.replace("_", "-"): value for name, value in headers.items()})
            reply = connection.getresponse()
            return Got(reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read())
        finally:
            connection.close()

    def raw(self, data: bytes, seconds: float = 10.0) -> bytes:
        """What comes back for bytes as they are, until the other side closes or `seconds` have passed without any."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            connection.sendall(data)
            got = b""
            try:
                while part := connection.recv(65536):
                    got += part
            except TimeoutError:
                pass
            return got

    def workers(self) -> list[int]:
        """The process ids of the workers."""
        found = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return sorted({int(pid) for path in found for pid in path.read_text().split()})

    def lines(self, event: str) -> list[dict[str, Any]]:
        """The lines of the log with an event; every line is one JSON object."""
        written = self.log.read_text(encoding="utf-8").split("\n")[:-1]  # a line that is still being written is left for later
        lines = [json.loads(line) for line in written]
        return [line for line in lines if line["event"] == event]

    def wait_for(self, holds: Callable[[], bool], seconds: float = 30.0) -> None:
        """Wait until something holds."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, self.log.read_text(encoding="utf-8")[-3000:]
            time.sleep(0.05)

    def up(self) -> bool:
        """Whether it answers."""
        try:
            return self.get("/readyz").status == 200
        except OSError:
            return False


@contextmanager
def serve(kb: Path, folder: Path, *options: str, workers: int = 2, **environment: str) -> Iterator[Served]:
    """Serve a KB until the block ends, then stop it as an init system would."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / f"serve-{port}.log"
    command = [*JUDGECALL, "serve", "--kb", str(kb), "--port", str(port), "--workers", str(workers), *options]
    with log.open("wb") as file:
        process = subprocess.Popen(command, stderr=file, stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    served = Served(port, process, log)
    try:
        served.wait_for(lambda: process.poll() is not None or served.up())
        assert process.poll() is None, log.read_text(encoding="utf-8")
        yield served
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise


def other_corpus(corpus: Path, folder: Path) -> Path:
    """A copy of the corpus that differs in one word, so that its build is another revision."""
    other = folder / "other-corpus"
    shutil.copytree(corpus, other)
    words = other / "outside.toml"
    words.write_text(words.read_text(encoding="utf-8").replace('"weather"', '"weather", "zeppelin"', 1), encoding="utf-8")
    return other


def foreign_code(folder: Path) -> None:
    """Packages in a folder that go by the names of ours, and fail when they are loaded."""
    for name in ("kb", "ingest", "web"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text("raise SystemExit('code of the working folder')\n", encoding="utf-8")


@dataclass
class Tally:
    """What clients got: right answers, wrong ones, statuses, connections that broke, revisions seen."""

    right: int = 0
    wrong: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    revisions: Counter[str] = field(default_factory=Counter)

    @property
    def asked(self) -> int:
        return self.statuses.total() + len(self.lost)


@contextmanager
def load(served: Served, clients: int = 4) -> Iterator[Tally]:
    """Ask all the time, each request over a connection of its own, while the block runs."""
    tally, stop, lock = Tally(), threading.Event(), threading.Lock()

    def ask() -> None:
        turn = 0
        while not stop.is_set():
            turn += 1
            address, wanted = list(ASKED.items())[turn % len(ASKED)]
            try:
                got = served.get(address)
            except (OSError, http.client.HTTPException) as error:
                with lock:
                    tally.lost.append(repr(error))
                time.sleep(0.02)
                continue
            with lock:
                tally.statuses[got.status] += 1
                tally.revisions[got.headers.get("x-judgecall-revision", "")] += 1
                if got.status == 200:
                    first = got.json["results"][0]["id"]
                    if first == wanted:
                        tally.right += 1
                    else:
                        tally.wrong.append(f"{address}: {first}")

    threads = [threading.Thread(target=ask) for _ in range(clients)]
    for thread in threads:
        thread.start()
    try:
        yield tally
    finally:
        stop.set()
        for thread in threads:
            thread.join()
