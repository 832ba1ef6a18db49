"""A heading that the corpus does not know never makes what stands below it the text of the entry before it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conftest import CORPUS, judgecall, plant
from test_add_names import SOURCES, edited, kept, withdrawn

from ingest.add import queue_text
from ingest.check import check
from ingest.known import Known
from web import create_app

TOKENS = "A token is a card-like marker that an effect creates on the field.\n\nTokens that leave the field are removed from the game.\n\n"
FLAGS = "Turning flags face down\n"
PAGE = "4. Abilities / Others\n"


@pytest.mark.parametrize(
    ("before", "after", "entry", "title"),
    [
        ("Stop the Time\n", "Halting Time\n", "topic/stop-the-time", "Halting Time"),
        ("⑨ Drop Zone", "⑨ Graveyard", "zone/drop", "Graveyard"),
        ("● Deck building criteria for Lost Deck", "● How to build a Lost Deck", "topic/lost-deck-building", "How to build a Lost Deck"),
        ("Attacking with an Impact Monster", "How Impact Monsters attack", "topic/impact-monster-attack", "How Impact Monsters attack"),
        ("•Face down soul", "•Souls that lie face down", "topic/face-down-soul", "Souls that lie face down"),
        ("● 3. Extra turns from effects", "● 3. Turns that effects give", "change/extra-turns", "Turns that effects give"),
        ("11. Character Name", "11. Name of the Character", "anatomy/character-name", "Name of the Character"),
        ("2. Using automatic abilities", "2. Use of auto abilities", "automatic/2", "Use of auto abilities"),
    ],
)  # fmt: skip
def test_an_entry_under_another_title_is_the_same(
    copy: Path, tmp_path: Path, before: str, after: str, entry: str, title: str
) -> None:
    added = edited(copy, tmp_path, "bf", (before, after))
    assert (withdrawn(added), added.new, added.unowned) == ([], [], [])
    assert [change.entry for change in added.changes if change.kind == "amended"] == [f"bf/{entry}"]
    assert kept(added)[f"bf/{entry}"].title == title
    assert [a.entry for a in added.queue] == [f"bf/{entry}"]
    assert [str(finding) for finding in added.headings] == [
        f"{tmp_path / 'new.md'}:{added.headings[0].line}: unknown-heading: {after.strip().removeprefix('•')!r} is taken for a heading: "
        f"name it in corpus/names or parts.toml, or in furniture.toml if it is none"
    ]
    assert [finding for finding in check(copy) if finding.error] == []


@pytest.mark.parametrize("mark", ["", "### "])
def test_a_new_topic_is_an_entry_of_its_own(copy: Path, tmp_path: Path, mark: str) -> None:
    added = edited(copy, tmp_path, "bf", (FLAGS, f"{mark}Tokens\n\n{TOKENS}{FLAGS}"))
    assert [(r.entry, r.kind, r.title) for r in added.new] == [("bf/topic/tokens", "topic", "Tokens")]
    assert added.new[0].doubts == ("this heading is not in corpus/names: its id was made from its words",)
    assert [change.entry for change in added.changes] == ["bf/topic/tokens"]
    assert len(added.headings) == 1


def test_named_by_a_judge_it_is_known(copy: Path, tmp_path: Path) -> None:
    added = edited(copy, tmp_path, "bf", ("Stop the Time\n", "Halting Time\n"))
    assert len(added.headings) == 1
    plant(copy, "names/bf.toml", 'en = ["Stop the Time"]', 'en = ["Stop the Time", "Halting Time"]')
    assert [finding.code for finding in check(copy) if "Halting" in finding.message] == []


def test_a_line_that_a_judge_says_is_text_stays_with_the_rule_above(copy: Path, tmp_path: Path) -> None:
    path = copy / "furniture.toml"
    line = '\n[[line]]\ngame = "bf"\nrule = "Tokens and coins"\nreason = "a list"\n'
    path.write_text(path.read_text(encoding="utf-8") + line, encoding="utf-8")
    added = edited(copy, tmp_path, "bf", (FLAGS, f"Tokens and coins\n\n{FLAGS}"))
    assert (added.headings, added.new) == ([], [])
    assert kept(added)["bf/topic/face-down-soul"].text.endswith("\nTokens and coins")


def test_the_mark_of_a_heading_in_html(copy: Path, tmp_path: Path) -> None:
    file = tmp_path / "new.html"
    topics = (
        "<h3>Souls</h3><p>Should “put it into the soul of a~” be instructed, do it.</p><h3>Tokens</h3><p>A token is a marker.</p>"
    )
    floor = "<h1>Floor Rules of a Tournament</h1>\n<h2>● Time limits</h2><p>A round lasts 30 minutes.</p>"
    file.write_text(f"<h1>4. Abilities / Others</h1>\n{topics}\n{floor}", encoding="utf-8")
    said = judgecall("add", str(file), "--game", "bf", "--lang", "en", "--edition", "4", "--insist", "--corpus", str(copy))
    assert "\nnew: 2\n  bf/topic/tokens: A token is a marker.\n  bf/topic/time-limits: A round lasts 30 minutes.\n" in said.stdout
    listed = said.stdout.partition("lines taken for headings, which the corpus does not know: 3\n")[2].splitlines()
    assert [line.split(" is taken")[0] for line in listed[:3]] == [
        f"  {file}:2: unknown-heading: 'Tokens'",
        f"  {file}:3: unknown-heading: 'Floor Rules of a Tournament'",
        f"  {file}:4: unknown-heading: '● Time limits'",
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (PAGE, "4. Abilities and Miscellany\n"),
        ("8. Cross Series\n", "8. Crossover Series\n"),
        ("\nFlow of a Final Phase\n", "\nFlow of an Ending Phase\n"),
        ("● Flow of a Main Phase\n", "● What happens in a Main Phase\n"),
    ],
)
def test_a_page_heading_is_no_text(copy: Path, tmp_path: Path, known: Known, before: str, after: str) -> None:
    """It is known again on each page where it is printed once more."""
    text = (CORPUS / "sources" / SOURCES["bf"]).read_text(encoding="utf-8").replace(before, after)
    added = edited(copy, tmp_path, "bf", ((CORPUS / "sources" / SOURCES["bf"]).read_text(encoding="utf-8"), text))
    assert (added.changes, added.new, added.unowned) == ([], [], [])
    assert len(added.headings) == 1
    then = {r.entry: r.text for r in known.aligned.renditions if r.document == "bf-en-3"}
    assert {entry: r.text for entry, r in kept(added).items()} == then


def test_a_procedure_of_a_regulation_under_another_heading(copy: Path, tmp_path: Path) -> None:
    added = edited(copy, tmp_path, "dg", ("■ Standby", "■ Getting ready"))
    assert (added.changes, added.new, added.unowned) == ([], [], [])
    assert len(added.headings) == 1


@pytest.mark.parametrize(
    ("game", "before", "after", "below"),
    [
        ("bf", "● Others\n", "● Miscellany\n", 0),
        ("bf", "Irregulars List for [Hero World]", "Irregulars List for [Danger World]", 0),
        ("dg", "[Participating deck]", "[Decks that may be used]", 6),
        ("dg", "[Card Errata]", "# Corrections of cards", 60),
    ],
)
def test_what_heads_no_entry_is_left_unread_with_what_stands_below(
    copy: Path, tmp_path: Path, game: str, before: str, after: str, below: int
) -> None:
    file = tmp_path / "new.md"
    text = (CORPUS / "sources" / SOURCES[game]).read_text(encoding="utf-8")
    file.write_text(text.replace(before, after), encoding="utf-8")
    say = ("--game", game, "--lang", "en", "--edition", "4", "--insist", "--corpus", str(copy))
    said = judgecall("add", str(file), *say).stdout
    listed = said.partition("lines that no rule takes: ")[2].splitlines()
    assert int(listed[0]) >= 1 + below
    words = after.strip().removeprefix("# ") if game == "bf" else after.strip()
    assert listed[1].endswith(f": unowned-line: it looks like a heading, and the corpus does not know it: {words!r}")
    assert any(finding.code == "unowned-line" and finding.error for finding in check(copy))


def test_an_entry_that_has_grown_by_a_paragraph_is_asked_about(copy: Path, tmp_path: Path) -> None:
    stray = "A stray paragraph that nobody has read before stands here."
    long = "“When... is destroyed”, “When damage is dealt”, “When this card enters the field”, etc."
    added = edited(copy, tmp_path, "bf", ("- 1.4. ", f"{stray}\n\n- 1.4. "), (long, f"{long[:-5]}, and so on: all of these."))
    assert list(added.grown) == ["bf/call/1.3", "bf/topic/item-with-defense"]
    asked = queue_text(added)
    assert f'# it has grown by a paragraph: {stray}\n[[alignment]]\ndocument = "bf-en-9"\nrendition = "bf/call/1.3"' in asked
    assert "# it holds what bf/topic/when-destroyed said, which is gone: “When... is destroyed”" in asked


CLASH = """Flow of a Duel Clash

1. Clash begins

- 1.1. Both fighters reveal the top card of their deck.
- 1.2. ★ Resolution Check ★

● Q & A

Q1 Can I clash with no deck?

A1 No, you cannot.

"""


def test_a_flow_that_no_file_names_is_called_what_its_heading_says(copy: Path, tmp_path: Path) -> None:
    added = edited(copy, tmp_path, "bf", ("Flow of a Final Phase\n", f"{CLASH}Flow of a Final Phase\n"))
    assert [r.entry for r in added.new] == [f"bf/duel-clash/{own}" for own in ("1", "1.1", "1.2", "q1")]
    part = added.known.catalogue.parts["bf", "duel-clash"].part
    assert (part.name_en, part.name_ja, part.kind) == ("Duel Clash", "Duel Clash", "flow")
    assert [node.number for flow in added.known.flows if flow.part == part for node in flow.nodes] == ["1.1", "1.2"]


def test_a_flow_under_another_heading_is_no_new_part(copy: Path, tmp_path: Path) -> None:
    added = edited(copy, tmp_path, "bf", ("Flow of a Final Phase\n", "Flow of a Last Phase\n"))
    assert (added.new, withdrawn(added)) == ([], [])
    assert ("bf", "last-phase") not in added.known.catalogue.parts


def test_it_can_be_built(tmp_path: Path, small: Path) -> None:
    """With a flow, a section and a topic that the corpus does not know."""
    corpus = tmp_path / "corpus"
    shutil.copytree(small, corpus)
    edited(
        corpus,
        tmp_path,
        "bf",
        ("2. Using automatic abilities", "2. Use of auto abilities"),
        ("7. Lost\n", "7. The Lost\n"),
        ("Flow of a Final Phase\n", f"{CLASH}Flow of a Final Phase\n"),
        (FLAGS, f"Tokens\n\n{TOKENS}{FLAGS}"),
    )
    assert judgecall("build", "--corpus", str(corpus), "--kb", str(tmp_path / "kb")).returncode == 0
    shown = judgecall("show", "bf/topic/tokens", "--kb", str(tmp_path / "kb"))
    assert "A token is a card-like marker" in shown.stdout
    client = create_app(tmp_path / "kb").test_client()
    for path in ("/walk/bf/duel-clash", "/bf/duel-clash", "/bf/duel-clash/1.1", "/api/flows/bf/duel-clash"):
        assert client.get(path).status_code == 200, path
    assert client.get("/api/entries/bf/duel-clash/1.1").get_json()["citation"] == "BF Duel Clash 1.1"
    for text in ("Duel Clash 1.1", "Flow of a Duel Clash 1.1", "BF Duel Clash 1.1 (EN 9)"):
        (found,) = client.post("/api/citations", json={"text": text}).get_json()["spans"]
        assert ([one["id"] for one in found["candidates"]], found["text"]) == (["bf/duel-clash/1.1"], text)
