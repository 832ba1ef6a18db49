"""All long runs, one after another, with their figures kept and shown in the README: python tests/long_runs.py [STEP …]

About three hours of an idle machine with two cores. A step that fails is told at the end; what ran is kept, also when it is stopped.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kept_figures import FIGURES, FOLDER, README

HERE = Path(__file__).parent
STEPS: dict[str, list[str]] = {
    "load": ["test_load.py", "-m", "long"],
    "clock": ["test_clock_jumps.py", "-m", "long"],
    "serving": ["test_faults.py", "-m", "long or not long", "-k", "not damage"],
    "builds": ["test_build.py", "-m", "long", "-k", "killed"],
    "fuzz": ["test_fuzz.py", "-m", "long"],
    "damage": ["test_faults.py", "-m", "long", "-k", "damage"],
}
"""What pytest runs, the steps that need the machine for themselves first."""
FILES = ("faults.json", "fuzz.json", "load.json")
_MARKED = re.compile(r"(?<=<!-- faults -->\n).*?(?=<!-- /faults -->)", re.DOTALL)
Figures = Mapping[str, Mapping[str, Any]]


def main(wanted: list[str]) -> int:
    """Run the steps that are wanted, or all; gives the number of those that failed."""
    unknown = set(wanted) - set(STEPS)
    if unknown:
        print(f"there is no step {', '.join(sorted(unknown))}; there are: {', '.join(STEPS)}", file=sys.stderr)
        return 2
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, FOLDER: folder, "OMP_NUM_THREADS": "1"}
        for step in wanted or STEPS:
            file, *options = STEPS[step]
            print(f"== {step}, {time.strftime('%H:%M')}", flush=True)
            command = [sys.executable, "-m", "pytest", "-q", "-s", str(HERE / file), *options]
            if subprocess.run(command, cwd=HERE.parent, env=environment, check=False).returncode:
                failed.append(step)
            for name in FILES:
                _put(Path(folder) / name, FIGURES / name)
            README.write_text(shown(README.read_text("utf-8")), "utf-8")
    print(f"== done; failed: {', '.join(failed) or 'none'}")
    return len(failed)


def _put(new: Path, old: Path) -> None:
    """Put new figures over the old ones of the same names; the rest stays."""
    if new.exists():
        before = json.loads(old.read_text("utf-8")) if old.exists() else {}
        whole = before | json.loads(new.read_text("utf-8"))
        old.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", "utf-8")


def shown(readme: str) -> str:
    """The README with the tables of the committed figures between its marks; raises ValueError where there are none."""
    if not _MARKED.search(readme):
        raise ValueError("the README has no <!-- faults --> and <!-- /faults --> for the tables to stand between")
    figures = {name: json.loads((FIGURES / name).read_text("utf-8")) if (FIGURES / name).exists() else {} for name in FILES}
    lines = [*_faults(figures["faults.json"]), *_load(figures["load.json"]), *_fuzz(figures["fuzz.json"])]
    return _MARKED.sub(lambda _: "\n".join(lines) + "\n", readme)


def _faults(rows: Figures) -> Iterator[str]:
    yield from ("| fault | times | outcome | requests lost |", "|---|---|---|---|")
    for fault, one in rows.items():
        yield f"| {fault} | {one['times']:,} | {one['outcome']} | {one['lost']} |"


def _load(runs: Figures) -> Iterator[str]:
    for one in runs.values():
        bad = one["sorts"].get("bad", 0) + one["sorts"].get("broken off", 0)
        yield from (
            "",
            f"{one['times'] / 60:.3g} minutes of mixed load with {one['rebuilds']} rebuilds: {one['replies']:,} replies, {one['wrong']} wrong,",
        )
        failed = sum(times for status, times in one["statuses"].items() if status >= "500")
        yield f"{one['lost']} lost, {failed or 'no'} 5xx, {bad:,} bad requests refused."
        cpu = one["cpu_ms"]
        yield f"A reply took {cpu['early']:.2g} ms of processor time early and {cpu['late']:.2g} ms late; the workers held {one['most_resident_mb']} MB at most."
        yield from ("", "| tenth of the time | first | second | last |", "|---|---|---|---|")
        sorts = {
            "resident_mb": "memory of both workers, MB",
            "files": "open files",
            "p50_ms": "p50, ms",
            "p99_ms": "p99, ms",
        }
        for name, words in sorts.items():
            yield f"| {words} | {' | '.join(f'{one[name][part]:g}' for part in ('first', 'second', 'last'))} |"


def _fuzz(rows: Figures) -> Iterator[str]:
    if rows:
        yield from (
            "",
            "Odd texts: pieces of real questions, rules, citations and files, joined, cut, changed, repeated up to 2,000 letters.",
            "",
        )
        yield from (
            "| what reads them | texts | refused as they should be | wrong | slowest, ms of processor time |",
            "|---|---|---|---|---|",
        )
    for name, one in rows.items():
        yield f"| {name} | {one['times']:,} | {one['refused']:,} | {one['wrong']} | {one['slowest_ms']:g} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
