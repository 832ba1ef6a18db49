"""What runs in a child process of a bench, alone with its memory; prints one JSON object as its last line.

`python -m ingest.bench.child build CORPUS SIZE OUT` builds a KB; `… ask CORPUS KB SECONDS` opens one and asks it the dev questions;
`… recall CORPUS SIZE KB` compares its dense index with all vectors. A KB is a folder or an address.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ingest.bench.recall import recall_of
from ingest.bench.recombine import Recombined
from ingest.build import building, content_of, verdict_encoder
from ingest.known import read_all
from ingest.measure import percentiles
from ingest.questions import Question, read_questions, split
from kb.encoder import StaticEncoder
from kb.knowledge_base import open_kb, postgres
from kb.place import Place, place_of
from kb.search import Search
from kb.writer import Content, write_kb

REAL = 0
"""The size of the corpus as it is."""
RECALLED = 60
"""Questions that the dense index is compared with all vectors on, about."""


def content_for(root: Path, size: int) -> Content:
    """The content of a corpus with `size` entries, or as it is."""
    known = read_all(root)
    content = replace(content_of(root, known), verdicts=verdict_encoder(root))
    return content if size == REAL else Recombined(content, known.terms, size).content()


def build(root: Path, size: int, out: Place) -> dict[str, Any]:
    """Build a KB; seconds of the clock and of the processor, bytes of memory at most, bytes on disk, counts."""
    clock, cpu = time.perf_counter(), time.process_time()
    with building():
        meta = write_kb(out, content_for(root, size), StaticEncoder.load(root / "encoder"))
    return {
        "seconds": time.perf_counter() - clock,
        "cpu_seconds": time.process_time() - cpu,
        "peak_bytes": peak_bytes(),
        "disk_bytes": disk_bytes(out),
        **meta["counts"],
    }


def ask(root: Path, kb_path: Place, seconds: float) -> dict[str, Any]:
    """Open a KB and ask it the dev questions, over and over for some seconds, at least once."""
    clock, cpu = time.perf_counter(), time.process_time()
    kb = open_kb(kb_path)
    try:
        return _asked(Search(kb), root, seconds, clock, cpu)
    finally:
        kb.store.close()


def _asked(search: Search, root: Path, seconds: float, clock: float, cpu: float) -> dict[str, Any]:
    """The figures of an open search; `clock` and `cpu` are the times at which it began to be opened."""
    opened = {"seconds": time.perf_counter() - clock, "cpu_seconds": time.process_time() - cpu, "resident_bytes": resident_bytes()}
    questions = split(read_questions(root))[0]
    first = latencies(search.search, questions[:1], 0)
    latencies(search.search, questions, 0)  # what is read once is read, as in a server that has been up for a minute
    asked = latencies(search.search, questions, seconds)
    out: dict[str, Any] = {"open": opened, "first_ms": first[0][1], "resident_bytes": resident_bytes(), "asked": len(asked)}
    styles: dict[str, list[tuple[float, float]]] = {"all": [(wall, cpu) for _, wall, cpu in asked]}
    for question, wall, spent in asked:
        styles.setdefault(question.style, []).append((wall, spent))
    out["styles"] = {
        name: {"wall_ms": percentiles([one for one, _ in took]), "cpu_ms": percentiles([one for _, one in took])}
        for name, took in styles.items()
    }
    return out


def recall(root: Path, size: int, kb_path: Place) -> dict[str, Any]:
    """How many of the ten nearest passages the dense index finds, by kind of passage."""
    kb = open_kb(kb_path)
    questions = split(read_questions(root))[0]
    vectors = kb.encoder.encode([question.text for question in questions[:: max(1, len(questions) // RECALLED)]])
    try:
        return recall_of(kb, content_for(root, size).passages, vectors[vectors.any(axis=1)])
    finally:
        kb.store.close()


def latencies(search: Callable[[str], object], questions: list[Question], seconds: float) -> list[tuple[Question, float, float]]:
    """Milliseconds of the clock and of the processor that each question took; all are asked, again and again until time is up."""
    out: list[tuple[Question, float, float]] = []
    until = time.perf_counter() + seconds
    while not out or time.perf_counter() < until:
        for question in questions:
            clock, cpu = time.perf_counter_ns(), time.process_time_ns()
            search(question.text)
            out.append((question, (time.perf_counter_ns() - clock) / 1e6, (time.process_time_ns() - cpu) / 1e6))
    return out


def disk_bytes(place: Place) -> int:
    """What a KB takes on a disk; in a database its current revision with its indexes."""
    if isinstance(place, str):
        return int(postgres("open").postgres_bytes(place))
    return sum(path.stat().st_size for path in place.rglob("*") if path.is_file())


def resident_bytes() -> int:
    """The memory that this process holds now, pages of mapped files too."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")))


def peak_bytes() -> int:
    """The most memory that this process ever held."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(arguments: list[str]) -> None:
    """Do what the arguments say and print what it took."""
    action, root, *rest = arguments
    if action == "build":
        result = build(Path(root), int(rest[0]), place_of(rest[1]))
    elif action == "ask":
        result = ask(Path(root), place_of(rest[0]), float(rest[1]))
    elif action == "recall":
        result = recall(Path(root), int(rest[0]), place_of(rest[1]))
    else:
        raise ValueError(f"the child of a bench does build, ask or recall, not {action!r}")
    print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1:])
