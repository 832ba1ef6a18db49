"""586 questions in every style by two writers who had seen only the list of titles; nothing is taught or fitted on them.

`pytest -s tests/test_unseen.py` prints the figures.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ingest.phrasings import read_phrasings
from ingest.tuning import read_tuning
from ingest.unanswered import read_unanswered
from ingest.verdicts import read_verdicts
from kb.fold import key
from kb.search import Search


@pytest.fixture(scope="module")
def asked() -> list[dict[str, Any]]:
    """Each has `q`, `lang`, the `entry` that settles it or None, and the `verdict` or None."""
    return [json.loads(line) for line in (Path(__file__).parent / "unseen.jsonl").read_text(encoding="utf-8").splitlines()]


def test_none_of_them_feeds_the_search(asked: list[dict[str, Any]], corpus: Path) -> None:
    ways = [text for said in read_phrasings(corpus).values() for text in (*said.en, *said.ja)]
    fed = [*ways, *(one.text for one in (*read_verdicts(corpus), *read_unanswered(corpus), *read_tuning(corpus)))]
    assert not {key(text) for text in fed} & {key(one["q"]) for one in asked}


def test_they_are_found_and_answered_as_well_as_the_readme_says(asked: list[dict[str, Any]], search: Search) -> None:
    first = five = lost = refused = told = right = unasked = 0
    inside = [one for one in asked if one["entry"]]
    outside = [one for one in asked if not one["entry"]]
    wanted = [one for one in inside if one["verdict"]]
    for one in asked:
        found = search.search(one["q"])
        ids = [hit.entry.id for hit in found.hits[:5]]
        verdict = found.answer.verdict if found.answer else None
        if one["entry"]:
            first, five, lost = first + (ids[:1] == [one["entry"]]), five + (one["entry"] in ids), lost + (found.answer is None)
        else:
            refused += found.answer is None
        if one["verdict"]:
            told, right = told + (verdict is not None), right + (verdict == one["verdict"])
        else:
            unasked += verdict is not None
    print(f"\nof {len(inside)} first {first}, among five {five}, lost {lost}; of {len(outside)} refused {refused}")
    print(f"of {len(wanted)} that want yes or no {told} got a verdict, {right} right; of the others {unasked} got one")
    assert first >= 0.90 * len(inside)
    assert five >= 0.97 * len(inside)
    assert lost <= 0.04 * len(inside)
    assert refused >= 0.85 * len(outside)
    assert told >= 0.65 * len(wanted)
    assert right >= 0.97 * told
    assert unasked <= 0.03 * (len(asked) - len(wanted))
