"""Questions over HTTP: requests a second and their milliseconds at several numbers of connections, in two ways.

Asked before: the dev questions over and over, which a worker answers by a reply that it kept. Never asked before: every request is
another question, a dev question with a word of another one behind it, so that each is searched for.
"""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ingest.bench.load import load
from ingest.bench.server import HOST, WORKERS, Server, serving
from ingest.measure import percentiles
from kb.errors import KbError
from kb.place import Place

CONNECTIONS = (1, 16, 128)
WAYS = ("new", "again")
"""Never asked before, asked before; the first comes first, so that nothing is kept of it."""
_MOST = 4000
"""Requests a second that there are new questions for; more than are searched for."""
Ask = Callable[[int, Sequence[str], int, float], dict[str, Any]]
"""Asks: port, paths, connections, seconds."""
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
    """Figures by way and number of connections, the tool that asked, and the workers; raises KbError if it does not serve."""
    again = [_path(question) for question in questions]
    new = map(_path, never_asked(questions))
    tool = "wrk" if shutil.which("wrk") else "own"
    ask = _by_wrk if tool == "wrk" else _by_own
    out: dict[str, Any] = {"tool": tool, "workers": WORKERS, "ways": {}}
    with serving(kb) as server:
        for way in WAYS:

            def paths(seconds: float, way: str = way) -> list[str]:
                return again if way == "again" else list(itertools.islice(new, round(_MOST * max(1.0, seconds))))

            first = min(2.0, seconds)
            ask(server.port, paths(first), 4, first)  # each worker reads what it reads once
            figures = {str(n): _measured(ask, server, paths(seconds), n, seconds) for n in CONNECTIONS}
            out["ways"][way] = figures
    return out


def never_asked(questions: Sequence[str]) -> Iterator[str]:
    """Questions that differ from each other and from those given, each with words of other ones; without end, always the same.

    Raises ValueError where the questions hold no word.
    """
    words = sorted({word for question in questions for word in re.findall(r"[a-z]{4,}", question.casefold())})
    if not words:
        raise ValueError(f"none of the {len(questions)} questions holds a word of four letters")
    seen = set(questions)
    for size in itertools.count(1):
        for more in itertools.product(words, repeat=size):
            for question in questions:
                made = " ".join((question, *more))
                if made not in seen:
                    seen.add(made)
                    yield made


def _path(question: str) -> str:
    return f"/api/search?q={quote(question)}"


def _measured(ask: Ask, server: Server, paths: Sequence[str], connections: int, seconds: float) -> dict[str, Any]:
    """What one load came to: also processor time of the workers a request, the share that was kept, and a worker's memory."""
    spent, hits, misses = server.spent(), *server.kept()
    figures = ask(server.port, paths, connections, seconds)
    spent, hits, misses = (now - then for now, then in zip((server.spent(), *server.kept()), (spent, hits, misses), strict=True))
    shares = {"cpu_ms": spent * 1000 / max(1, figures["asked"]), "kept_share": hits / max(1.0, hits + misses)}
    return {**figures, **shares, "resident_bytes": server.resident()}


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
