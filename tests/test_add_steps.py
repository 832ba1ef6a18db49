"""A step keeps its address by what it says: its number and its neighbours alone do not make another rule the same one."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_add_names import edited, kept, withdrawn

from ingest.add import queue_text

STANDS = "2.1. The turn fighter stands all cards on his or her field."


@pytest.mark.parametrize(
    ("before", "after", "entry"),
    [
        (STANDS, "2.1. Each fighter discards one card from hand.", "bf/start-phase/2.1"),
        (STANDS, "2.1. The turn fighter draws one card.", "bf/start-phase/2.1"),
        ("- 1.6. At the same time, the cost of the called card must be paid.", "- 1.6. The opponent looks at the top card of the deck.", "bf/call/1.6"),
        ("Q3 During a link attack with 2 monsters, 1 of the attacking monsters is destroyed. Will that attack still be considered a link attack?\n\nA3 No, it will not. If the attacking card becomes 1 or less, it will no longer be considered a link attack.", "Q3 Can I look at my opponent's gauge during my attack?\n\nA3 No, you cannot.", "bf/attack-phase/q3"),
    ],
)  # fmt: skip
def test_another_rule_with_the_number_of_one_that_is_gone(copy: Path, tmp_path: Path, before: str, after: str, entry: str) -> None:
    added = edited(copy, tmp_path, "bf", (before, after))
    assert [r.entry for r in added.new] == [f"{entry}-e9"]
    assert withdrawn(added) == [entry]
    assert f"# perhaps {entry}, which is gone: it has its number: " in queue_text(added)


@pytest.mark.parametrize(
    ("after", "queued"),
    [
        ("2.1. The turn fighter stands each card on the field that is his or hers.", False),
        (
            "2.1. The turn fighter stands all cards. For cards that an effect forbids to stand, see the keyword abilities under Others.",
            True,
        ),
    ],
)
def test_the_same_rule_in_many_new_words(copy: Path, tmp_path: Path, after: str, queued: bool) -> None:
    added = edited(copy, tmp_path, "bf", (STANDS, after))
    assert (added.new, withdrawn(added)) == ([], [])
    assert kept(added)["bf/start-phase/2.1"].text == after.removeprefix("2.1. ")
    assert [a.entry for a in added.queue] == (["bf/start-phase/2.1"] if queued else [])
