"""The wall clock jumps while the site runs: nothing but the times in the log follows it.

The clock is put wrong in the served processes: for Python by a module that it loads at its start, and, where libfaketime is
installed (apt-get install libfaketime), for everything in them. Long: many jumps, both ways.
"""

from __future__ import annotations

import ast
import os
import shutil
import signal
import socket
import subprocess
import time
from datetime import datetime
from pathlib import Path

import pytest
from kept_figures import row
from served import ASKED, JUDGECALL, Served, load, other_corpus, serve
from test_faults import open_revision, outcome

ROOT = Path(__file__).parent.parent
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
DAY = 86_400
JUMPS = [-DAY, 3650 * DAY, 3600, -30 * 365 * DAY, 0, -2, 45, -9000 * DAY, 9000 * DAY, -0.5, 400 * DAY, 0]
"""Seconds by which the clock is wrong, one after another."""
HOOK = """
import os, time
real, real_ns = time.time, time.time_ns
def wrong():
    with open(os.environ["WRONG_CLOCK"]) as file:
        return float(file.read() or 0)
time.time = lambda: real() + wrong()
time.time_ns = lambda: real_ns() + int(wrong() * 10**9)
"""

# time.sleep waits until a time of a clock that libfaketime takes for the wall clock, and fails (EINVAL) once that has jumped.
SLEEP = """
import select, time
time.sleep = lambda seconds: select.select([], [], [], max(0.0, seconds)) and None
"""


class Clock:
    """A wall clock of some processes that can be put wrong while they run."""

    def __init__(self, folder: Path, way: str) -> None:
        self._file = folder / "clock"
        self._way = way
        self.set(0)
        (folder / "hook").mkdir()
        (folder / "hook" / "sitecustomize.py").write_text(HOOK if way == "python" else SLEEP)
        path = os.pathsep.join(filter(None, (str(folder / "hook"), os.environ.get("PYTHONPATH"))))
        self.environment = {"WRONG_CLOCK": str(self._file), "PYTHONPATH": path}
        if way == "libfaketime":
            about = {"FAKETIME_TIMESTAMP_FILE": str(self._file), "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
            self.environment |= {"LD_PRELOAD": str(FAKETIME), "NO_FAKE_STAT": "1", **about}

    def set(self, seconds: float) -> None:
        """Put it wrong by so many seconds, all at once."""
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds) if self._way == "python" else f"{seconds:+}\n")
        new.replace(self._file)


def _says(running: Served) -> float:
    """How many seconds the clock of the log is wrong, by a request of now."""
    name = f"clock-{time.monotonic_ns()}"
    running.get("/healthz", X_Request_Id=name)
    running.wait_for(lambda: any(line["id"] == name for line in running.lines("request")))
    line = next(line for line in running.lines("request") if line["id"] == name)
    return datetime.fromisoformat(line["time"]).timestamp() - time.time()


@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("way", "jumps"),
    [pytest.param("python", 12, marks=pytest.mark.long), pytest.param("libfaketime", 12, marks=pytest.mark.long)],
)
def test_the_wall_clock_jumps(corpus: Path, kb_path: Path, tmp_path: Path, way: str, jumps: int) -> None:
    if way == "libfaketime" and FAKETIME is None:
        pytest.skip("libfaketime is not installed: apt-get install libfaketime")
    clock, place, roots = Clock(tmp_path, way), tmp_path / "kb", (other_corpus(corpus, tmp_path), corpus)
    shutil.copytree(kb_path, place)
    known = {}
    with serve(place, tmp_path, "--time-limit", "6", **clock.environment) as running, load(running, 2) as tally:
        feed, etag = running.get("/d/bf-en-3/changes.atom").body, {}
        for number, seconds in enumerate(JUMPS[:jumps]):
            half = _half_a_body(running)
            began = time.monotonic()
            clock.set(seconds)
            assert abs(_says(running) - seconds) < 5  # the clock did jump
            # A body that never comes is given up after the time limit, neither at once nor ever later.
            assert half.recv(4096).startswith(b"HTTP/1.1 408 ")
            assert 5 < time.monotonic() - began < 20
            half.close()
            # What is kept and what a client holds stays good, and the feed's dates are those of the rules.
            assert running.get("/d/bf-en-3/changes.atom").body == feed
            for address in ASKED:
                got = running.get(address)
                revision = got.headers["x-judgecall-revision"]
                assert running.get(address, If_None_Match=got.headers["etag"]).status in (200, 304)
                etag.setdefault((address, revision), set()).add(got.json["results"][0]["id"])
            assert all(len(first) == 1 for first in etag.values())
            if number % 4 == 0:  # a build under the wrong clock gives the same bytes, and is taken
                root = roots[number // 4 % 2]
                _build(root, place, clock)
                revision = known.setdefault(root, open_revision(place))
                assert open_revision(place) == revision
                running.wait_for(lambda revision=revision: _revisions(running) == {revision})
            elif number % 4 == 1:
                victim = running.workers()[0]
                os.kill(victim, signal.SIGKILL)
                running.wait_for(lambda victim=victim: victim not in running.workers() and len(running.workers()) == 2)
        assert running.up()
    row(
        f"the wall clock jumps by up to 30 years, for {'Python' if way == 'python' else 'the whole process'}",
        jumps,
        outcome(tally),
        len(tally.lost),
    )
    assert (tally.wrong, set(tally.statuses)) == ([], {200})
    assert len(tally.lost) <= 20 * (1 + jumps // 4)


def _half_a_body(running: Served) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", running.port), timeout=30)
    head = b"POST /api/citations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    connection.sendall(head + b'{"text": "')
    return connection


def _build(root: Path, place: Path, clock: Clock) -> None:
    command = [*JUDGECALL, "build", "--corpus", str(root), "--out", str(place)]
    subprocess.run(command, env={**os.environ, **clock.environment}, check=True, capture_output=True, timeout=250)


def _revisions(running: Served) -> set[str]:
    """The revisions that a few requests are answered from."""
    return {running.get("/healthz").json["revision"] for _ in range(8)}


def test_a_build_under_a_wrong_clock_gives_the_same_bytes(small: Path, small_kb: Path, tmp_path: Path) -> None:
    clock = Clock(tmp_path, "python")
    clock.set(-3000 * DAY)
    _build(small, tmp_path / "kb", clock)
    for path in (p for p in small_kb.rglob("*") if p.is_file()):
        assert (tmp_path / "kb" / path.relative_to(small_kb)).read_bytes() == path.read_bytes(), path.name


WALL = {
    ("time", "time"),
    ("time", "time_ns"),
    ("datetime", "now"),
    ("datetime", "utcnow"),
    ("datetime", "today"),
    ("date", "today"),
}


def test_no_code_asks_the_wall_clock() -> None:
    """Spans are measured by clocks that never jump; the time of a log line is the only one that people set."""
    for layer in ("kb", "ingest", "web"):
        for path in (ROOT / layer).rglob("*.py"):
            asked = {
                (node.value.id, node.attr)
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            }
            assert not asked & WALL, path
