"""A fourth English edition is served: what it drops, adds and renumbers is told from what the Japanese text still prints."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from test_add import EN3, swap

from ingest.add import add
from ingest.build import build
from kb.citation import cited_in, pinned
from kb.knowledge_base import KnowledgeBase, open_kb
from kb.search import Search
from web import create_app


def fourth(text: str) -> str:
    """The third edition with a step more and one less, a Q&A less, another keyword and another card."""
    text = swap(
        text,
        "- 3.1. Place the monster in the designated area.\n- 3.2. If it is",
        "- 3.1. Both fighters look at the called card.\n- 3.2. Place the monster in the designated area.\n- 3.3. If it is",
    )
    text = swap(text, "[Buddy Gift].\n- 3.3. ★ Resolution Check ★\n", "[Buddy Gift].\n- 3.4. ★ Resolution Check ★\n")
    start = text.index(" - 3.2.2. When cards with [Counterattack]", text.index("Flow of an Attack Phase"))
    text = text[:start] + text[text.index("\n", start) + 1 :]
    start = text.index("Q3 During a link attack with 2 monsters")
    text = text[:start] + text[text.index("Q4 I attack the monster in my opponent") :]
    text = swap(text, "Q4 I attack the monster in my opponent", "Q3 I attack the monster in my opponent")
    text = swap(text, "A4 No, you cannot. Once a target is chosen", "A3 No, you cannot. Once a target is chosen")
    start = text.index("[Purge]\n\nYou may declare")
    text = text[:start] + text[text.index("[Weaponry Link]\n", start) :]
    text = swap(
        text,
        "[Weaponry Link]\n",
        "[Sky Dive]\n\nOnce per turn, you may rest a card with [Sky Dive] to nullify an attack on your center.\n\n[Weaponry Link]\n",
    )
    return swap(text, "[1-Limit]\nGambit", "[1-Limit]\nGambit\n\n[Off-Limits!]\nMade Up Dragon, Testarossa")


@pytest.fixture(scope="module")
def place(light: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fourth")
    shutil.copytree(light, folder / "corpus")
    file = folder / "edition 4.md"
    file.write_text(fourth((folder / "corpus" / "sources" / EN3).read_text(encoding="utf-8")), encoding="utf-8")
    add(folder / "corpus", file, game="bf", language="en", edition=4)
    build(folder / "corpus", folder / "kb")
    return folder / "kb"


@pytest.fixture(scope="module")
def kb(place: Path) -> Iterator[KnowledgeBase]:
    opened = open_kb(place)
    yield opened
    opened.store.close()


@pytest.fixture(scope="module")
def client(place: Path) -> FlaskClient:
    return create_app(place).test_client()


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("what is sky dive", "bf/keyword/sky-dive"),
        ("skydive?", "bf/keyword/sky-dive"),
        ("what does [Sky Dive] do", "bf/keyword/sky-dive"),
        ("is testarossa banned", "bf/restricted/made-up-dragon-testarossa"),
        ("Made Up Dragon, Testarossa", "bf/restricted/made-up-dragon-testarossa"),
    ],
)
def test_what_is_new_is_found_by_its_printed_name(kb: KnowledgeBase, question: str, entry: str) -> None:
    found = Search(kb).search(question)
    assert found.answer is not None
    assert found.hits[0].entry.id == entry


def test_a_flow_is_that_of_the_newest_edition(client: FlaskClient) -> None:
    body = client.get("/api/flows/bf/call").get_json()
    assert body["document"] == "bf-en-4"
    assert "Both fighters look at the called card." in [step["text"] for step in body["steps"]]
    assert client.get("/api/flows/bf/call?document=bf-ja-3").get_json()["document"] == "bf-ja-3"


def test_the_number_that_an_edition_gave_an_entry_leads_to_it(client: FlaskClient) -> None:
    """What was 3.3 keeps its address, and is printed as 3.4 now."""
    for number, to in (("3.4", "3.3"), ("3.4@bf-en-4", "3.3@bf-en-4")):
        reply = client.get(f"/bf/call/{number}?ui=en")
        assert (reply.status_code, reply.location) == (302, f"/bf/call/{to}?ui=en"), number
    for nowhere in ("3.9", "3.4@bf-en-3", "3.4@bf-en-9"):
        assert client.get(f"/bf/call/{nowhere}").status_code == 404, nowhere


def test_a_pinned_text_is_said_to_have_moved_where_its_own_language_renumbered(client: FlaskClient) -> None:
    """EN 4 prints 3.1 as 3.2; JA 3, which is current, has it as it was."""
    moved = {
        pin: "Now printed as" in client.get(f"/bf/call/3.1@{pin}?ui=en").get_data(as_text=True) for pin in ("bf-ja-3", "bf-en-3")
    }
    assert moved == {"bf-ja-3": False, "bf-en-3": True}


def test_what_one_language_dropped_is_withdrawn_in_it(client: FlaskClient) -> None:
    body = client.get("/api/entries/bf/keyword/purge").get_json()
    assert body["withdrawn"] == {
        "entry": "bf/keyword/purge",
        "last": "bf-en-3",
        "withdrawn_in": "bf-en-4",
        "still_in": ["bf-ja-3"],
        "merged_into": None,
    }
    caveat = BeautifulSoup(client.get("/bf/keyword/purge?ui=en").get_data(as_text=True), "html.parser").select_one(".caveat")
    assert caveat is not None
    assert caveat.get_text() == "Withdrawn: EN edition 4 no longer prints it. JA edition 3 still prints it."
    assert client.get("/api/entries/bf/keyword/penetrate").get_json()["withdrawn"] is None
    assert client.get("/api/entries/bf/attack-phase/3.2.2").get_json()["withdrawn"]["withdrawn_in"] == "bf-en-4"


def test_a_citation_is_in_the_language_of_its_text(kb: KnowledgeBase) -> None:
    purge = kb.store.entry("bf/keyword/purge")
    assert purge is not None
    assert {r.document: pinned(purge, r) for r in purge.renditions} == {
        "bf-ja-3": "BF 『パージ』 (JA 3)",
        "bf-en-3": "BF [Purge] (EN 3)",
    }


def test_no_two_entries_share_a_citation(kb: KnowledgeBase) -> None:
    """The third question of Attack is another one in edition 4, and the old one stands in the Japanese text as its third yet."""
    entries = list(kb.store.entries())
    for language in ("en", "ja"):
        told = Counter(cited_in(entry, language) for entry in entries)
        assert [citation for citation, count in told.items() if count > 1] == []
    told = Counter(entry.citation for entry in entries)
    told += Counter(pinned(entry, rendition) for entry in entries for rendition in entry.renditions)
    assert [citation for citation, count in told.items() if count > 1] == []
    names = {id: cited_in(entry, "en") for id in ("bf/attack-phase/q3", "bf/attack-phase/q4") if (entry := kb.store.entry(id))}
    assert names == {"bf/attack-phase/q3": "BF Attack Phase Q3 (EN 3)", "bf/attack-phase/q4": "BF Attack Phase Q3"}
