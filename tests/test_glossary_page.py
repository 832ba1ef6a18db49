"""The glossary page: every term can be found by any of its forms, in both languages, without scripts."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from kb.fold import fold
from kb.knowledge_base import KnowledgeBase, terms_of


def page(client: FlaskClient, address: str, status: int = 200) -> BeautifulSoup:
    reply = client.get(address)
    assert reply.status_code == status, address
    return BeautifulSoup(reply.get_data(as_text=True), "html.parser")


def ids(soup: BeautifulSoup) -> list[str]:
    return [str(item["id"]) for item in soup.select(".terms > li")]


@pytest.mark.parametrize("form", ["penetrate", "PENETRATE", "貫通", "かんつう", "kantsu", "trample", "トランプル", "penitrate"])
def test_a_term_is_found_by_any_form(client: FlaskClient, form: str) -> None:
    soup = page(client, f"/glossary?q={form}")
    assert ids(soup)[0] == "penetrate"
    assert soup.select_one("#term")["value"] == form  # type: ignore[index]
    links = [link["href"] for link in soup.select("#penetrate .defines a")]
    assert links == ["/bf/keyword/penetrate", "/bf/attack-phase/3.2.1", "/bf/attack-phase/q2"]


def test_mistakes_find_a_term_and_are_not_shown(client: FlaskClient) -> None:
    assert "姦通" not in page(client, "/glossary?q=penetrate").select_one(".terms").get_text()  # type: ignore[union-attr]


def test_all_pages_together_hold_every_term_once(client: FlaskClient, kb: KnowledgeBase) -> None:
    first = page(client, "/glossary")
    addresses = [str(link["href"]) for link in first.select(".pages a")]
    assert len(addresses) > 5
    found = [id for address in addresses for id in ids(page(client, address))]
    assert sorted(found) == sorted(term.id for term in terms_of(kb.store))
    assert page(client, "/glossary?page=99", 404)


def test_games_and_sorts_narrow_it(client: FlaskClient, kb: KnowledgeBase) -> None:
    keywords = {term.id for term in terms_of(kb.store) if term.game == "bf" and term.kind == "keyword"}
    soup = page(client, "/glossary?game=bf&kind=keyword")
    assert set(ids(soup)) == keywords
    assert soup.select_one("#kind option[selected]")["value"] == "keyword"  # type: ignore[index]
    assert ids(page(client, "/glossary?q=soul&game=dg&kind=keyword")) == []


def test_nothing_found_offers_the_search(client: FlaskClient) -> None:
    assert page(client, "/glossary?q=zzz").select("main .none a[href='/search?q=zzz']")


def test_a_japanese_page_puts_japanese_first(client: FlaskClient) -> None:
    forms = page(client, "/glossary?q=貫通&ui=ja").select("#penetrate .form")
    assert [(form["lang"], form.get_text()) for form in forms] == [("ja", "貫通"), ("en", "Penetrate")]


def test_forms_are_folded_once(client: FlaskClient, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once all 8,968 of them were folded anew for each page."""
    forms = kb.glossary.folded
    assert {"trample", "かんつう", "姦通", "[penetrate]"} <= set(forms["penetrate"])
    folded: list[str] = []

    def counted(text: str) -> str:
        folded.append(text)
        return fold(text)

    monkeypatch.setattr("web.terms.fold", counted)
    found = len(ids(page(client, "/glossary?q=penetrate")))
    assert 0 < found < 20
    assert len(folded) == 1 + found, "what is asked, and by what each term that is found stands in its place"
