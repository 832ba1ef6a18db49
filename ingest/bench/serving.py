"""The dev questions over HTTP: requests a second and their milliseconds at several numbers of connections."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ingest.bench.load import load
from ingest.measure import percentiles
from kb.errors import KbError
from kb.place import Place

HOST = "127.0.0.1"
CONNECTIONS = (1, 16, 128)
WORKERS = 2
_STARTS = 120
"""Seconds that a server may take until it answers."""
# wrk's own language: ask in turn, and print what it came to as JSON. Milliseconds; wrk counts microseconds.
_SCRIPT = """
local paths, turn = {}, 0
for line in io.lines("PATHS") do paths[#paths + 1] = line end
request = function() turn = turn % #paths + 1; return wrk.format("GET", paths[turn]) end
done = function(summary, latency, requests)
  local e = summary.errors
  local form = 'FIGURES {"asked": %d, "seconds": %f, "failed": %d, "p50": %f, "p99": %f}'
  print(string.format(form, summary.requests, summary.duration / 1e6, e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
"""


def serve_and_ask(kb: Place, questions: Sequence[str], seconds: float) -> dict[str, Any]:
    """Figures by number of connections, the tool that asked, and the number of workers; raises KbError when it does not serve."""
    paths = [f"/api/search?q={quote(question)}" for question in questions]
    tool = "wrk" if shutil.which("wrk") else "own"
    ask = _by_wrk if tool == "wrk" else _by_own
    with _server(kb) as port:
        ask(port, paths, CONNECTIONS[0], min(2.0, seconds))  # each worker reads what it reads once
        return {"tool": tool, "workers": WORKERS, "connections": {str(n): ask(port, paths, n, seconds) for n in CONNECTIONS}}


def _by_wrk(port: int, paths: Sequence[str], connections: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "paths").write_text("\n".join(paths) + "\n", encoding="utf-8")
        (Path(folder) / "ask.lua").write_text(_SCRIPT.replace("PATHS", f"{folder}/paths"), encoding="utf-8")
        duration = f"{max(1, round(seconds))}s"
        command = ["wrk", "-t", "1", "-c", str(connections), "-d", duration, "-s", f"{folder}/ask.lua", f"http://{HOST}:{port}"]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    line = next((line for line in said.stdout.splitlines() if line.startswith("FIGURES ")), None)
    if line is None:
        raise KbError(f"wrk gave no figures: {(said.stderr or said.stdout).strip()[:200]}")
    figures = json.loads(line.removeprefix("FIGURES "))
    return _figures(figures["asked"], figures["seconds"], figures["failed"], figures["p50"], figures["p99"])


def _by_own(port: int, paths: Sequence[str], connections: int, seconds: float) -> dict[str, Any]:
    started = time.perf_counter()
    took, failed = load(HOST, port, paths, connections, seconds)
    shares = percentiles(took)
    return _figures(len(took), time.perf_counter() - started, failed, shares.get("p50", 0.0), shares.get("p99", 0.0))


def _figures(asked: int, seconds: float, failed: int, p50: float, p99: float) -> dict[str, Any]:
    return {"asked": asked, "per_second": asked / seconds, "failed": failed, "p50_ms": p50, "p99_ms": p99}


@contextmanager
def _server(kb: Place) -> Iterator[int]:
    """`judgecall serve` over a KB, on a free port, until it has been asked."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = int(free.getsockname()[1])
    start = [sys.executable, "-c", "from kb.commands import main; main()", "serve"]
    command = [*start, "--host", HOST, "--port", str(port), "--workers", str(WORKERS), "--waiting", "128", "--kb", str(kb)]
    with tempfile.TemporaryFile() as said:
        server = subprocess.Popen(command, stdout=said, stderr=said)
        try:
            _wait(port, server)
            yield port
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until it answers."""
    until = time.monotonic() + _STARTS
    while time.monotonic() < until:
        if server.poll() is not None:
            raise KbError(f"`judgecall serve` ended with exit code {server.returncode} before it answered")
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}/healthz", timeout=5):
                return
        except (OSError, urllib.error.URLError):
            time.sleep(0.2)
    raise KbError(f"`judgecall serve` did not answer within {_STARTS} s")
