"""Runs the case files, which need no Python to read or extend."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest import cleaning
from ingest.catalogue import Catalogue
from ingest.grammars import GRAMMARS
from ingest.grammars.walk import Parsed
from ingest.readers import READERS
from ingest.readers.markdown import read_markdown
from kb.model import Document

CASES = Path(__file__).parent / "cases"


def split_cases(file: str) -> list[tuple[str, str, list[str]]]:
    """(title, input, expected lines) of each case."""
    out = []
    for case in (CASES / file).read_text(encoding="utf-8").split("\n## ")[1:]:
        title, _, rest = case.partition("\n")
        document, _, expected = rest.partition("\n->\n")
        out.append((title, document, [line for line in expected.split("\n") if line.strip()]))
    return out


def cleaning_cases() -> list[tuple[str, str, str]]:
    lines = [line for line in (CASES / "cleaning.txt").read_text(encoding="utf-8").split("\n") if line and line[0] != "#"]
    assert len(lines) % 3 == 0
    return [(lines[n], lines[n + 1], lines[n + 2]) for n in range(0, len(lines), 3)]


@pytest.mark.parametrize(("step", "before", "after"), cleaning_cases())
def test_cleaning_step(step: str, before: str, after: str) -> None:
    assert getattr(cleaning, step)(before) == after


def test_every_cleaning_step_has_a_case_that_changes_and_one_that_does_not() -> None:
    for step, _ in cleaning.STEPS:
        changes = {before != after for name, before, after in cleaning_cases() if name == step.__name__}
        assert changes == {True, False}, step.__name__


@pytest.mark.parametrize(("title", "document", "expected"), split_cases("readers.txt"))
def test_reader(title: str, document: str, expected: list[str]) -> None:
    blocks = READERS[title.split(":")[0]](document).blocks
    shown = [
        f"{','.join(f'{a}-{b}' for a, b in block.lines)} | {block.marker} | " + block.text.replace("\t", "⇥").replace("\n", "\\n")
        for block in blocks
    ]
    assert shown == expected


def shown(parsed: Parsed) -> list[str]:
    out = [
        (r.lines[0], f"{r.entry} | {r.number or ''} | {r.text}" + (f" ?? {'; '.join(r.doubts)}" if r.doubts else ""))
        for r in parsed.renditions
    ]
    return [line.replace("\n", "\\n") for _, line in sorted(out, key=lambda item: item[0])]


@pytest.mark.parametrize(("title", "text", "expected"), split_cases("detailed_rules.txt"))
def test_detailed_rules(title: str, text: str, expected: list[str], catalogue: Catalogue) -> None:
    language = "ja" if "full-width" in title else "en"
    document = Document(id="new", game="bf", language=language, edition=9, title="t", file="t.md", sha256="0")
    blocks = read_markdown(text).blocks
    parsed = GRAMMARS["detailed_rules"](document, catalogue, blocks)
    assert shown(parsed) == [line for line in expected if not line.startswith(("aside", "unowned"))]
    by_line = {block.line: block.text for block in blocks}
    aside = [f"aside | {by_line[lines[0][0]]}" for lines in (noise.lines for noise in parsed.noise)]
    assert aside == [line for line in expected if line.startswith("aside")]
    assert [f"unowned | {b.text}" for b in parsed.unowned] == [line for line in expected if line.startswith("unowned")]
