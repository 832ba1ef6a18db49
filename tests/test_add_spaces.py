"""The same text, saved by another program, is the same text: white space, dots of another width, other marks of lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from test_add import text_of_en3

from ingest.add import add

WIDE = str.maketrans("0123456789.", "０１２３４５６７８９．")

SAVED: dict[str, Callable[[str], str]] = {
    "a tab at line ends": lambda text: text.replace("\n", "\t\n"),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "carriage returns": lambda text: text.replace("\n", "\r"),
    "stars for dashes": lambda text: re.sub(r"(?m)^(\s*)- ", r"\1* ", text),
    "wide numbers of steps": lambda text: re.sub(r"(?m)^(\s*- )([\d.]+\.)", lambda m: m[1] + m[2].translate(WIDE), text),
    "wide numbers of stages": lambda text: re.sub(r"(?m)^(\d\.) ", lambda m: m[1].translate(WIDE), text),
}


@pytest.mark.parametrize("saved", SAVED)
def test_nothing_is_new_or_gone_or_otherwise(copy: Path, tmp_path: Path, saved: str) -> None:
    file = tmp_path / "new.md"
    file.write_text(SAVED[saved](text_of_en3()), encoding="utf-8", newline="")
    added = add(copy, file, game="bf", language="en", edition=4)
    assert (added.new, added.changes, added.unowned, added.headings) == ([], [], [], [])
    before, after = ({r.entry: r.text for r in added.known.aligned.renditions if r.document == id} for id in ("bf-en-3", "bf-en-4"))
    assert before == after
