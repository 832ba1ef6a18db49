"""Minutes of mixed load with a rebuild every tenth of the time: no 5xx, no wrong reply, nothing that grows, no slower at the end.

The long one takes ten minutes, or as many seconds as JUDGECALL_LOAD_SECONDS says.
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from kept_figures import README, keep
from long_runs import shown
from mixed import Run, Sample, asks, mixed_load, own_replies, sample
from served import JUDGECALL, other_corpus, serve

from ingest.build import build
from kb.search import Search
from kb.writer import _exchange
from web import create_app

LONG = float(os.environ.get("JUDGECALL_LOAD_SECONDS", "600"))
GROWS = 1.10
"""How much more memory the last tenth of the time may hold than the second, when every cache is warm."""
SLOWER = 1.3
"""How much more processor time a request may take late in the run than early."""


@pytest.mark.timeout(3 * LONG + 300)
@pytest.mark.parametrize("seconds", [pytest.param(LONG, marks=pytest.mark.long)])
def test_mixed_load_with_rebuilds(corpus: Path, kb_path: Path, search: Search, tmp_path: Path, seconds: float) -> None:
    run, samples, switches = _loaded(corpus, kb_path, search, tmp_path, seconds, 9, 1)
    figures = _figures(run, samples, switches, seconds)
    print(figures)
    keep("load.json", "mixed load", figures)
    _sound(run)
    assert len(run.revisions.keys() - {""}) == 2
    early, late = _tenth(samples, 1, seconds), _tenth(samples, 9, seconds)
    assert figures["resident_mb"]["last"] <= GROWS * figures["resident_mb"]["second"]
    assert _median(late, lambda one: one.files) <= _median(early, lambda one: one.files) + 8
    assert _median(late, lambda one: one.threads) <= _median(early, lambda one: one.threads) + 8
    assert figures["cpu_ms"]["late"] <= SLOWER * figures["cpu_ms"]["early"]


@pytest.mark.long
def test_a_little_mixed_load_with_a_rebuild(corpus: Path, kb_path: Path, search: Search, tmp_path: Path) -> None:
    # On a machine that does other work a request may wait long for a processor.
    run, _, switches = _loaded(corpus, kb_path, search, tmp_path, 6, 1, 5, "--time-limit", "100")
    _sound(run)
    assert switches <= 1
    assert len(run.revisions.keys() - {""}) == 2
    assert set(run.sorts) == {"search", "entry", "page", "citations", "list", "asset", "bad", "broken off"}
    assert run.statuses[200] > run.statuses[304] > 0


def _sound(run: Run) -> None:
    assert (run.wrong[:5], run.lost[:5]) == ([], [])
    assert set(run.statuses) <= {0, 200, 304, 400, 404, 405, 413, 414}


def _loaded(
    corpus: Path, kb_path: Path, search: Search, folder: Path, seconds: float, rebuilds: int, each: int, *options: str
) -> tuple[Run, list[Sample], int]:
    """Serve, load and rebuild, two corpora in turn; the replies are held against those of apps over the same two KBs.

    One of `each` asks is asked.
    """
    place, roots = folder / "kb", (other_corpus(corpus, folder), corpus)
    shutil.copytree(kb_path, place)
    build(roots[0], folder / "other-kb")
    asked = asks(search, random.Random(11))[::each]
    samples: list[Sample] = []
    switches = 0
    with serve(place, folder, "--log-level", "warning", *options) as running:
        own = {}
        for kb in (kb_path, folder / "other-kb"):
            client = create_app(kb).test_client()
            own[client.get("/healthz").get_json()["revision"]] = own_replies(client, asked, f"127.0.0.1:{running.port}")
        if rebuilds > 1:
            _warm(place, (kb_path, folder / "other-kb"))
        with mixed_load(running.port, asked, own) as run:
            began = time.monotonic()
            building: subprocess.Popen[bytes] | None = None
            # Until the time is up, and some more where a rebuild was late, so that it is asked too.
            while (at := time.monotonic() - began) < seconds or (len(run.revisions.keys() - {""}) < 2 and at < seconds + 120):
                samples.append(sample(running.workers(), at))
                if building is not None and building.poll() is not None:
                    assert building.returncode == 0
                    building, switches = None, switches + 1
                if building is None and switches < rebuilds and at > (switches + 0.5) * seconds / (rebuilds + 1):
                    building = _build(roots[switches % 2], place)
                time.sleep(min(1.0, seconds / 40))
            if building is not None:
                assert building.wait(200) == 0
    return run, samples, switches


def _warm(place: Path, kbs: Sequence[Path]) -> None:
    """Swap the KB a few times: a worker holds two while it changes, and keeps the room of the second for the next change."""
    for number in range(4):
        new = place.parent / "new"
        shutil.copytree(kbs[(number + 1) % 2], new)
        assert _exchange(new, place)
        shutil.rmtree(new)
        time.sleep(4)


def _build(root: Path, place: Path) -> subprocess.Popen[bytes]:
    """A build by a process of its own, as people run it, that is under way."""
    command = [*JUDGECALL, "build", "--corpus", str(root), "--out", str(place)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _tenth(samples: Sequence[Sample], number: int, seconds: float) -> list[Sample]:
    """The samples of one tenth of the time, counted from 0."""
    return [one for one in samples if number * seconds / 10 <= one.at < (number + 1) * seconds / 10]


def _median(samples: Sequence[Sample], what: Callable[[Sample], float]) -> float:
    return statistics.median(map(what, samples))


def _spent(run: Run, samples: Sequence[Sample]) -> float:
    """Milliseconds of the workers' processor time for a reply, with their share of what taking new KBs costs."""
    replies = sum(samples[0].at <= at < samples[-1].at for at, _ in run.took)
    return round((samples[-1].spent - samples[0].spent) * 1000 / max(1, replies), 3)


def _figures(run: Run, samples: Sequence[Sample], switches: int, seconds: float) -> dict[str, object]:
    parts = {"first": 0, "second": 1, "last": 9}
    tenths = {name: _tenth(samples, number, seconds) for name, number in parts.items()}
    took = {
        name: sorted(ms for at, ms in run.took if number * seconds / 10 <= at < (number + 1) * seconds / 10)
        for name, number in parts.items()
    }
    thirds = {"early": (0.1, 0.4), "late": (0.7, 1.0)}  # of the time: as many rebuilds fall into both
    cpu = {
        name: _spent(run, [one for one in samples if low * seconds <= one.at < high * seconds])
        for name, (low, high) in thirds.items()
    }
    return {
        "times": round(seconds),
        "replies": run.statuses.total(),
        "sorts": dict(sorted(run.sorts.items())),
        "statuses": {str(code): n for code, n in sorted(run.statuses.items()) if code},
        "wrong": len(run.wrong),
        "lost": len(run.lost),
        "rebuilds": switches,
        "resident_mb": {name: round(_median(part, lambda one: one.resident) / 2**20) for name, part in tenths.items()},
        "most_resident_mb": round(max(one.resident for one in samples) / 2**20),
        "files": {name: _median(part, lambda one: one.files) for name, part in tenths.items()},
        "threads": {name: _median(part, lambda one: one.threads) for name, part in tenths.items()},
        "cpu_ms": cpu,
        "p50_ms": {name: round(one[len(one) // 2], 1) for name, one in took.items()},
        "p99_ms": {name: round(one[len(one) * 99 // 100], 1) for name, one in took.items()},
    }


def test_the_readme_shows_the_committed_figures() -> None:
    readme = README.read_text(encoding="utf-8")
    assert shown(readme) == readme
    with pytest.raises(ValueError, match="<!-- faults -->"):
        shown("# Nothing")
