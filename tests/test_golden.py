"""The golden files say, for every entry of every document, what a careful reader found: kind, number, lines, first and last words."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import CORPUS, DOCUMENTS

from ingest.grammars.walk import Parsed
from kb.model import Lines, Rendition

HERE = Path(__file__).parent
COUNTS = json.loads((HERE / "counts.json").read_text())
ASIDE = ("furniture", "noise")


def golden(document: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / "golden" / f"{document}.jsonl").read_text().splitlines()]


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text).replace("**", ""))


def written_lines(lines: Lines | list[list[int]], source: list[str]) -> frozenset[int]:
    return frozenset(n for first, last in lines for n in range(first, last + 1) if source[n - 1].strip())


def source_lines(parsed: Parsed) -> list[str]:
    return (CORPUS / "sources" / parsed.document.file).read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_entry_is_found_once_and_whole(document: str, parsed: dict[str, Parsed]) -> None:
    source = source_lines(parsed[document])
    by_place: dict[tuple[str, frozenset[int]], list[Rendition]] = {}
    for rendition in parsed[document].renditions:
        by_place.setdefault((rendition.kind, written_lines(rendition.lines, source)), []).append(rendition)
    wrong = []
    for record in golden(document):
        if record["kind"] in ASIDE:
            continue
        found = [
            rendition
            for rendition in by_place.get((record["kind"], written_lines(record["lines"], source)), [])
            if rendition.number == record["number"]
            and squeezed(rendition.text).startswith(squeezed(record["starts"]))
            and squeezed(rendition.text).endswith(squeezed(record["ends"]))
        ]
        if len(found) != 1:
            wrong.append(record)
    assert wrong == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_nothing_is_found_that_a_reader_did_not_see(document: str, parsed: dict[str, Parsed]) -> None:
    seen = Counter(record["kind"] for record in golden(document) if record["kind"] not in ASIDE)
    assert Counter(rendition.kind for rendition in parsed[document].renditions) == seen


@pytest.mark.parametrize("document", DOCUMENTS)
def test_counts_agree_with_the_careful_reader(document: str, parsed: dict[str, Parsed]) -> None:
    wanted = COUNTS[parsed[document].document.file]
    renditions = parsed[document].renditions
    assert dict(Counter(r.kind for r in renditions)) == wanted["kinds"]
    steps = Counter(r.section[-1].removeprefix("■").strip() for r in renditions if r.kind in ("step", "procedure_step"))
    per_flow = {flow.removeprefix("■").strip(): n for flow, n in wanted["steps_per_flow"].items()}
    assert {flow: steps[flow] for flow in per_flow} == per_flow


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_reader_set_aside_is_set_aside(document: str, parsed: dict[str, Parsed]) -> None:
    source = source_lines(parsed[document])
    owned = {n for r in parsed[document].renditions for n in written_lines(r.lines, source)}
    shared = {n for record in golden(document) if record["kind"] not in ASIDE for n in written_lines(record["lines"], source)}
    for record in golden(document):
        if record["kind"] in ASIDE:
            assert not (written_lines(record["lines"], source) - shared) & owned, record


@pytest.mark.parametrize("document", DOCUMENTS)
def test_ids_are_unique_and_well_formed(document: str, parsed: dict[str, Parsed]) -> None:
    ids = [rendition.entry for rendition in parsed[document].renditions]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"(?:[a-z0-9]+(?:[-.][a-z0-9]+)*/)+[a-z0-9]+(?:[-.][a-z0-9]+)*", id) for id in ids)
