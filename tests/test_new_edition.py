"""A fourth English edition is served: what it drops, adds and renumbers is told from what the Japanese text still prints."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from test_add import EN3, swap

from ingest.add import add
from ingest.build import build
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
