"""Figures of the long runs, kept in tests/figures and shown in the README.

They are written where JUDGECALL_FIGURES names a folder, as tests/long_runs.py does, and nowhere else.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

FIGURES = Path(__file__).parent / "figures"
README = Path(__file__).parent.parent / "README.md"
FOLDER = "JUDGECALL_FIGURES"


def keep(file: str, name: str, figures: dict[str, Any]) -> None:
    """Put figures under a name into a file of the folder, beside those that are there; the greatest count of `times` stays."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return
    path = Path(folder) / file
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if figures.get("times", 0) >= known.get(name, {}).get("times", 0):
        known[name] = figures
    path.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def row(fault: str, times: int, outcome: str, lost: int) -> None:
    """A row of the README's table of faults: how often it was tried, what came of it, how many requests were lost."""
    print(f"| {fault} | {times:,} | {outcome} | {lost} |")
    keep("faults.json", fault, {"times": times, "outcome": outcome, "lost": lost})


def kept(file: str) -> dict[str, Any]:
    """The committed figures of a file."""
    figures: dict[str, Any] = json.loads((FIGURES / file).read_text(encoding="utf-8"))
    return figures
