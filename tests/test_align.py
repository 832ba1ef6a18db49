"""Alignment against labelled pairs: which passages of two documents a reader takes for one ruling, by their source lines."""

from __future__ import annotations

import json
import random
import time
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import CORPUS

from ingest.align.likeness import Likeness
from ingest.align.match import match
from ingest.align.sequence import match_in_order
from ingest.known import Known
from kb.model import Rendition

PAIRS = [json.loads(line) for line in (Path(__file__).parent / "golden" / "pairs.jsonl").read_text().splitlines()]
Place = frozenset[int]


def place(lines: list[list[int]] | tuple[tuple[int, int], ...], source: list[str]) -> Place:
    return frozenset(n for first, last in lines for n in range(first, last + 1) if source[n - 1].strip())


@pytest.mark.parametrize(
    ("one", "other", "size"),
    [("bf-en-3", "bf-ja-3", 356), ("bf-en-2", "bf-en-3", 269), ("bf-en-1", "bf-en-2", 154), ("bf-en-1", "bf-en-3", 154)],
)
def test_precision_and_recall_per_pair_of_documents(known: Known, one: str, other: str, size: int) -> None:
    sources = {
        id: (CORPUS / "sources" / document.file).read_text(encoding="utf-8").split("\n") for id, document in known.documents.items()
    }
    by_entry: dict[str, dict[str, Rendition]] = {}
    for rendition in known.aligned.renditions:
        by_entry.setdefault(rendition.entry, {})[rendition.document] = rendition
    found = {
        (r[one].kind, place(r[one].lines, sources[one]), place(r[other].lines, sources[other]))
        for r in by_entry.values()
        if one in r and other in r
    }
    headed = {  # lines that the labels count to a topic and the reading sets aside as its flow's heading
        ("bf-en-3", 237), ("bf-en-3", 1487),
    }  # fmt: skip
    wanted = {
        (
            pair["kind"],
            place(pair["source_lines"], sources[one]) - {n for d, n in headed if d == one},
            place(pair["target_lines"], sources[other]) - {n for d, n in headed if d == other},
        )
        for pair in PAIRS
        if (pair["source"], pair["target"]) == (one, other)
    }
    assert len(wanted) == size
    right = len(found & wanted)
    assert right / len(found) >= 0.98, sorted(map(str, found - wanted))[:5]
    assert right / len(wanted) >= 0.98, sorted(map(str, wanted - found))[:5]


def test_what_one_side_lacks_stays_alone(known: Known) -> None:
    documents: dict[str, set[str]] = {}
    for rendition in known.aligned.renditions:
        documents.setdefault(rendition.entry, set()).add(rendition.document)
    assert documents["bf/topic/sideboard"] == {"bf-en-3"}
    assert documents["bf/restricted/fantastic-final-counter-shoot"] == {"bf-ja-3"}
    assert documents["bf/topic/buddy-monster"] == {"bf-en-1"}


def test_every_alignment_says_what_told(known: Known) -> None:
    methods = {a.method for a in known.aligned.alignments}
    assert methods <= {"number+text", "number+anchors", "title", "opening", "text", "anchors", "place"}
    assert all(0 < a.score <= 1 for a in known.aligned.alignments)
    relations = {
        (a.source, a.target): {b.relation for b in known.aligned.alignments if (b.source, b.target) == (a.source, a.target)}
        for a in known.aligned.alignments
    }
    assert relations["bf-en-3", "bf-ja-3"] == {"translation"}
    assert relations["bf-en-2", "bf-en-3"] == {"same", "amended"}


@pytest.mark.parametrize(
    ("scores", "pairs"),
    [
        ([[1.0]], [(0, 0)]),
        ([[-1.0]], []),
        ([[0.1, 0.9], [0.9, 0.1]], [(0, 1)]),
        ([[0.9, 0.0, 0.0], [0.0, 0.0, 0.8]], [(0, 0), (1, 2)]),
        ([[0.5, 0.5], [0.5, 0.5]], [(0, 0), (1, 1)]),
    ],
)
def test_matching_in_order(scores: list[list[float]], pairs: list[tuple[int, int]]) -> None:
    assert match_in_order(scores) == pairs or (len(pairs) == 1 and len(match_in_order(scores)) == 1)


def varied(known: Known, copies: int) -> tuple[list[Rendition], list[Rendition]]:
    """Two editions of `copies` games made by varying the third English edition: words swapped, flows of their own."""
    chance = random.Random(4)
    base = [r for r in known.aligned.renditions if r.document == "bf-en-3"]
    old, new = [], []
    for n in range(copies):
        for rendition in base:
            path = rendition.entry.split("/")
            entry = "/".join([path[0], f"{path[1]}-{n}", *path[2:]])
            words = f"{rendition.text} of set {n}".split(" ")
            first = replace(rendition, entry=entry, document="a", text=" ".join(words), question=None, answer=None)
            words[chance.randrange(len(words))] = f"word{chance.randrange(1000)}"
            old.append(first)
            new.append(replace(first, document="b", text=" ".join(words)))
    return old, new


@pytest.mark.parametrize("most", [20, pytest.param(69, marks=pytest.mark.long)])
def test_it_grows_no_worse_than_n_log_n(known: Known, most: int) -> None:
    """Fifty thousand renditions (two editions of 25 thousand) end within minutes; four times as many take about four times as long."""
    seconds = {}
    for copies in (most // 4, most):
        old, new = varied(known, copies)
        started = time.process_time()
        matches = match(old, new, Likeness([*old, *new], known.terms))
        seconds[copies] = time.process_time() - started
        right = sum(m.source.entry == m.target.entry for m in matches)
        assert right >= 0.98 * len(old)
    print(f"{2 * most * 363} renditions aligned in {seconds[most]:.1f} s; a quarter of them in {seconds[most // 4]:.1f} s")
    assert seconds[most] < 120
    assert seconds[most] / seconds[most // 4] < most / (most // 4) * 2
