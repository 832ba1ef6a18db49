"""The tables of tests/unseen.md: what came of each file of unseen questions when it was asked once, and what comes of it now.

`python tests/unseen_table.py KB` asks all of them, writes what comes of them now, and the sums of both tables into the README.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from kept_figures import README

from kb.knowledge_base import open_kb
from kb.place import place_of
from kb.search import Found, Search

HERE = Path(__file__).parent
TABLES = HERE / "unseen.md"
TRAPS = "unseen-traps.jsonl"
"""What its reader wrote to be answered wrongly is summed apart: it would outweigh all that people ask."""
ONCE, NOW = "once", "now"
_HEAD = (
    "| file | that an entry settles | first | among five | lost | outside | refused | yes or no wanted | given | right |\n"
    f"|{'---|' * 10}\n"
)
_SUMS = (
    "| questions | that an entry settles | first | among five | lost | outside, refused | yes or no wanted: given, right |\n"
    f"|{'---|' * 7}\n"
)


@dataclass(slots=True)
class Counted:
    """What came of some questions: how many, and how many of those as it should be, or not."""

    inside: int = 0
    first: int = 0
    five: int = 0
    lost: int = 0
    outside: int = 0
    refused: int = 0
    wanted: int = 0
    told: int = 0
    right: int = 0
    unasked: int = 0
    """Verdicts given to questions that want none; not in the tables."""

    def add(self, one: Mapping[str, Any], found: Found) -> None:
        """Count what a search gives to one of them."""
        verdict = found.answer.verdict if found.answer else None
        if one["entry"]:
            settle = [one["entry"]] if isinstance(one["entry"], str) else one["entry"]
            ids = [hit.entry.id for hit in found.hits[:5]]
            self.inside += 1
            self.first, self.five = self.first + (ids[0] in settle), self.five + any(id in settle for id in ids)
            self.lost += found.answer is None
        else:
            self.outside += 1
            self.refused += found.answer is None
        if one["verdict"]:
            self.wanted += 1
            self.told, self.right = self.told + (verdict is not None), self.right + (verdict == one["verdict"])
        else:
            self.unasked += verdict is not None

    def __add__(self, other: Counted) -> Counted:
        """Both together."""
        return Counted(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    @property
    def in_table(self) -> tuple[int, ...]:
        """What a row of the tables holds."""
        return astuple(self)[:9]


def files() -> list[str]:
    """The files of unseen questions, by the rows of what comes of them now."""
    return list(counted(NOW))


def asked_in(file: str) -> list[dict[str, Any]]:
    """Each has `q`, `lang`, the `entry` that settles it, several, or None, and the `verdict` or None."""
    return [json.loads(line) for line in (HERE / file).read_text(encoding="utf-8").splitlines()]


def ask(file: str, search: Search) -> Counted:
    """What comes of the questions of a file."""
    out = Counted()
    for one in asked_in(file):
        out.add(one, search.search(one["q"]))
    return out


def counted(table: str) -> dict[str, Counted]:
    """What a table says of each file."""
    marked = _between(TABLES.read_text(encoding="utf-8"), table)[0]
    rows = [line.strip("| ").split(" | ") for line in marked.splitlines() if line.startswith("| `unseen")]
    return {file.strip("`"): Counted(*(int(cell.replace(",", "")) for cell in cells)) for file, *cells in rows}


def sums() -> str:
    """What the README says of all files together."""
    once = counted(ONCE)
    traps = once.pop(TRAPS)
    shown = (
        (f"of {len(once)} files, asked once, when the search stood", once.values()),
        ("made to trap, likewise", [traps]),
        ("all, as they come out now", counted(NOW).values()),
    )
    return _SUMS + "".join(_sum(name, sum(rows, Counted())) for name, rows in shown)


def _sum(name: str, of: Counted) -> str:
    told = f"{_share(of.told, of.wanted)} of {of.wanted:,}, {_share(of.right, of.told)} right ({of.right:,} of {of.told:,})"
    refused = f"{_share(of.refused, of.outside)} of {of.outside:,}" if of.outside else "none"
    shares = " | ".join(_share(one, of.inside) for one in (of.first, of.five, of.lost))
    return f"| {of.inside + of.outside:,} {name} | {of.inside:,} | {shares} | {refused} | {told} |\n"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def put(path: Path, name: str, text: str) -> None:
    """Put a text between the marks of a name in a file; raises ValueError where these are not there."""
    old = path.read_text(encoding="utf-8")
    at = _between(old, name)
    path.write_text(old[: at.start()] + text + old[at.end() :], encoding="utf-8")


def _between(text: str, name: str) -> re.Match[str]:
    found = re.search(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", text, re.DOTALL)
    if found is None:
        raise ValueError(f"there is no <!-- {name} --> and <!-- /{name} --> for a table to stand between")
    return found


def shown_in_readme() -> str:
    """The sums that the README has."""
    return _between(README.read_text(encoding="utf-8"), "unseen")[0]


def rows_of(of: Iterable[tuple[str, Counted]]) -> str:
    """A table as tests/unseen.md has it."""
    return _HEAD + "".join(f"| `{file}` | {' | '.join(f'{one:,}' for one in row.in_table)} |\n" for file, row in of)


def main(place: str) -> None:
    """Ask all of them of a KB, and write what comes of them."""
    search = Search(open_kb(place_of(place)))
    put(TABLES, NOW, rows_of((file, ask(file, search)) for file in files()))
    put(README, "unseen", sums())


if __name__ == "__main__":
    main(*sys.argv[1:])
