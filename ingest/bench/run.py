"""Runs a bench: every size in child processes, one after the other."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ingest.bench.machine import machine
from ingest.bench.rivals import RIVALS
from ingest.bench.serving import serve_and_ask
from ingest.questions import read_questions, split
from kb.errors import KbError
from kb.place import Place

REAL = "real"
_UNITS = {"k": 1_000, "m": 1_000_000}


def size_of(name: str) -> int:
    """The entries that a size's name asks for: real (0, the corpus as it is), 10k, 1m, 2500; raises ValueError."""
    if name == REAL:
        return 0
    digits, unit = (name[:-1], _UNITS[name[-1]]) if name[-1:] in _UNITS else (name, 1)
    if not digits.isdecimal() or int(digits) == 0:
        raise ValueError(f"a size is real or a number of entries such as 10k or 1m, not {name!r}")
    return int(digits) * unit


def run(
    root: Path,
    sizes: Sequence[str],
    seconds: float,
    *,
    http: bool,
    rivals: bool,
    folder: Path | None,
    say: Callable[[str], None],
    store: str | None = None,
) -> dict[str, Any]:
    """Figures of each size and of the machine; raises KbError when a child fails.

    KBs are built anew in `folder`, and kept there, or in a temporary one; each once more in the database `store`, if one is given.
    """
    out: dict[str, Any] = {"machine": machine(), "seconds": seconds, "sizes": {}}
    questions = [question.text for question in split(read_questions(root))[0]]
    with tempfile.TemporaryDirectory() as temporary:
        for name in sizes:
            size, place = size_of(name), (folder or Path(temporary)) / name
            figures = _figures(root, name, place, seconds, questions if http else [], say)
            figures["rivals"] = {}
            if store is not None:
                figures["postgres"] = _figures(root, name, store, seconds, questions if http else [], say)
            for rival in RIVALS if rivals else ():
                say(f"{name}: {RIVALS[rival][0]}")
                figures["rivals"][rival] = _child("rivals", rival, root, size, seconds)
            out["sizes"][name] = figures
    return out


def _figures(
    root: Path, name: str, place: Place, seconds: float, questions: Sequence[str], say: Callable[[str], None]
) -> dict[str, Any]:
    """The figures of one size in one place; over HTTP where there are questions."""
    size, where = size_of(name), f"{name} in PostgreSQL" if isinstance(place, str) else name
    out: dict[str, Any] = {}
    say(f"{where}: build")
    out["build"] = _child("child", "build", root, size, place)
    say(f"{where}: open and ask")
    out["ask"] = _child("child", "ask", root, place, seconds)
    say(f"{where}: recall")
    out["recall"] = _child("child", "recall", root, size, place)
    if questions:
        say(f"{where}: over HTTP")
        out["http"] = serve_and_ask(place, questions, seconds)
    return out


def _child(module: str, *arguments: object) -> dict[str, Any]:
    """What a child process prints as its last line."""
    # -P: no code of the folder that the bench was started in.
    command = [sys.executable, "-P", "-m", f"ingest.bench.{module}", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().split("\n")[-1]
        raise KbError(f"a part of the bench failed ({' '.join(map(str, arguments[:2]))}): {last[:300]}")
    result: dict[str, Any] = json.loads(done.stdout.strip().split("\n")[-1])
    return result
