"""A restricted card is limited in the decks of one flag or of all: which list has it is said wherever its limit is."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from conftest import judgecall
from flask.testing import FlaskClient

from kb.citations.find import Citations
from kb.knowledge_base import KnowledgeBase

LADIS = "bf/restricted/ladis-the-chaos"
CHAOS, CHAOS_JA = "Irregulars List for [the Chaos]", "「the Chaos」に適用される限界突破カード"


def page(client: FlaskClient, address: str) -> BeautifulSoup:
    reply = client.get(address)
    assert reply.status_code == 200, address
    return BeautifulSoup(reply.get_data(as_text=True), "html.parser")


def words(soup: BeautifulSoup, selector: str) -> list[str]:
    return [" ".join(found.get_text().split()) for found in soup.select(selector)]


@pytest.mark.parametrize(
    ("address", "selector", "says"),
    [
        (f"/{LADIS}", ".sides .listed", [CHAOS, CHAOS_JA]),
        (f"/{LADIS}?ui=ja", ".sides .listed", [CHAOS_JA, CHAOS]),
        (f"/{LADIS}@bf-ja-3", ".listed", [CHAOS_JA, CHAOS]),
        ("/search?q=is+Ladis+the+CHAOS+banned", ".answer > .listed", [CHAOS]),
        ("/search?q=is+Ladis+the+CHAOS+banned", ".hits li:first-child .listed", [CHAOS]),
        ("/search?q=ラディス・ザ・Cは禁止？&ui=ja", ".answer > .listed", [CHAOS_JA]),
        (f"/slip?c={LADIS}@bf-en-3", ".slip blockquote .listed", [CHAOS, CHAOS_JA]),
        ("/bf/keyword/penetrate", ".listed", []),
    ],
)
def test_the_list_is_named_beside_the_limit(client: FlaskClient, address: str, selector: str, says: list[str]) -> None:
    assert words(page(client, address), selector) == says


def test_the_cards_stand_under_their_lists(client: FlaskClient) -> None:
    soup = page(client, "/bf/restricted")
    lists = [*(f"Irregulars List for {flag}" for flag in ("All Flags", "[the Chaos]", "[Katana World]", "[Hero World]"))]
    assert words(soup, "main h2") == [*lists, "スタードラゴンワールドに適用される限界突破カード"]
    under = {
        heading.get_text(): [item["id"] for item in heading.find_next("ul").select("li")] for heading in soup.select("main h2")
    }  # type: ignore[union-attr]
    assert under[CHAOS] == ["ladis-the-chaos"]
    assert len(under["Irregulars List for All Flags"]) == 9
    japanese = words(page(client, "/bf/restricted?ui=ja"), "main h2")
    assert (japanese[0], japanese[-1]) == ("全てのフラッグに適用される限界突破カード", "Irregulars List for All Flags")


def test_a_preview_names_the_list(client: FlaskClient) -> None:
    described = page(client, f"/{LADIS}").select_one("meta[name=description]")
    assert described is not None
    assert described["content"] == f"{CHAOS} [Off-Limits!]"


def test_what_is_copied_names_the_list_and_leads_back(client: FlaskClient, kb: KnowledgeBase) -> None:
    copied = page(client, f"/{LADIS}").select(".sides .actions")[0]
    assert copied["data-text"] == f"{CHAOS}\n[Off-Limits!]"
    found = Citations(kb.store).find(f"{copied['data-citation']} – {CHAOS} [Off-Limits!] (EN 3) {copied['data-address']}")
    assert {candidate.entry.id for candidate in (*found[0].candidates, *found[-1].candidates)} == {LADIS}


def test_the_terminal_names_the_list(small_kb: Path, kb_path: Path) -> None:
    shown = judgecall("show", f"{LADIS}@bf-en-3", "--kb", str(small_kb)).stdout
    assert f"    {CHAOS}\n    [Off-Limits!]\n" in shown
    asked = judgecall("ask", "is Ladis the CHAOS banned", "--kb", str(kb_path)).stdout
    assert f"(EN 3), {CHAOS}\n" in asked
    assert f"    {CHAOS}\n    [Off-Limits!]\n" in asked


def test_the_terminal_says_which_language_alone_prints_an_entry(small_kb: Path) -> None:
    told = [judgecall("show", id, "--kb", str(small_kb)).stdout for id in ("bf/topic/sideboard", LADIS)]
    assert ["! of the current texts only that in EN prints this\n" in one for one in told] == [True, False]
