"""The ruling slip: all of it stands in its link, quotes are the documents' own words, a wrong link is told what is wrong."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from kb.knowledge_base import KnowledgeBase
from web.links import CUT, LONGEST_LINK, LONGEST_QUESTION, query_of
from web.quote import preview
from web.quote import quote as quoted

TWO = "/slip?c=bf/keyword/penetrate@bf-en-3&c=bf/attack-phase/3.2.1@bf-ja-3"
FULL = f"{TWO}&q=Can+I+counter+Penetrate%3F&v=no&t=2026-05-03T14:05"


def page(client: FlaskClient, address: str, status: int = 200) -> BeautifulSoup:
    reply = client.get(address)
    assert reply.status_code == status, address
    return BeautifulSoup(reply.get_data(as_text=True), "html.parser")


def texts(soup: BeautifulSoup, selector: str) -> list[str]:
    return [" ".join(found.get_text().split()) for found in soup.select(selector)]


def test_a_slip_shows_what_its_link_says_and_no_more(client: FlaskClient) -> None:
    soup = page(client, FULL)
    assert texts(soup, ".slip .asked") == ["Can I counter Penetrate?"]
    assert texts(soup, ".slip .verdict") == ["No"]
    assert texts(soup, ".slip time") == ["2026-05-03 14:05"]
    assert texts(soup, ".slip h2") == ["BF [Penetrate] (EN 3)", "BF Attack Phase 3.2.1 (JA 3)"]
    assert "Unofficial." in texts(soup, ".slip .unofficial")[0]
    assert "The head judge decides." in texts(soup, ".slip .unofficial")[0]
    bare = page(client, TWO)
    assert bare.select(".slip .asked, .slip .verdict, .slip time") == []


def test_quotes_stand_in_both_languages_the_pinned_one_first(client: FlaskClient, kb: KnowledgeBase) -> None:
    soup = page(client, FULL)
    languages = [[block["lang"] for block in cited.select("blockquote")] for cited in soup.select(".source")]
    assert languages == [["en", "ja"], ["ja", "en"]]
    printed = {r.document: r.text for r in kb.store.entry("bf/keyword/penetrate").renditions}  # type: ignore[union-attr]
    shown = [block.select_one("p").get_text() for block in soup.select(".source")[0].select("blockquote")]  # type: ignore[union-attr]
    assert shown == [printed["bf-en-3"], printed["bf-ja-3"]]
    assert texts(soup, ".source:first-of-type blockquote footer .pin")[:2] == ["EN 3", "JA 3"]
    assert soup.select(".edition") == []


@pytest.mark.parametrize(
    ("pin", "says"),
    [
        ("bf/keyword/lifelink@bf-en-1", ["EN 1: superseded, changed since", "JA 3: as it is now, not as in EN 1"]),
        ("bf/attack-phase/3.2.2@bf-en-2", ["EN 2: superseded, changed since", "JA 3: as it is now, not as in EN 2"]),
        ("bf/attack-phase/1.1@bf-en-2", ["EN 2: superseded, same words today", "JA 3: as it is now, not as in EN 2"]),
        ("bf/equip/3.1@bf-en-2", ["EN 2: superseded, since changed in spelling alone", "JA 3: as it is now, not as in EN 2"]),
        ("bf/topic/buddy-monster@bf-en-1", ["EN 1: superseded, no longer printed"]),
        ("bf/keyword/lifelink@bf-en-3", []),
    ],
)  # fmt: skip
def test_texts_of_two_editions_are_never_shown_as_a_pair(client: FlaskClient, pin: str, says: list[str]) -> None:
    """What EN 1 forbids stood above what JA 3 allows, as if they were translations, under one line that named neither."""
    soup = page(client, f"/slip?c={pin}&v=no")
    assert texts(soup, ".source blockquote > .edition:first-child") == says == texts(soup, ".edition")


def test_a_slip_says_where_the_texts_that_it_shows_disagree(client: FlaskClient) -> None:
    link = page(client, TWO).select_one(".source .caveat a")
    assert link is not None
    assert link.get_text() == "English and Japanese disagree in one place"
    target = urlsplit(str(link["href"]))
    assert (target.path, target.fragment) == ("/bf/keyword/penetrate", "disagree")
    assert page(client, "/slip?c=bf/keyword/penetrate@bf-en-2").select(".source .caveat a") == [], (
        "what is shown is no current pair"
    )


def test_the_code_holds_the_slips_own_link(client: FlaskClient) -> None:
    soup = page(client, FULL)
    image = str(soup.select_one(".slip img")["src"])  # type: ignore[index]
    link = str(soup.select_one(".slip .address a")["href"])  # type: ignore[index]
    assert link.endswith("?" + FULL.split("?")[1])
    assert parse_qs(urlsplit(image).query) == parse_qs(urlsplit(link).query) == parse_qs(urlsplit(FULL).query)
    reply = client.get(image)
    assert (reply.status_code, reply.mimetype) == (200, "image/svg+xml")
    drawn = BeautifulSoup(reply.get_data(as_text=True), "html.parser")
    assert drawn.select("svg path")
    assert "style" not in reply.get_data(as_text=True)
    other = client.get("/slip.svg?c=bf/keyword/penetrate@bf-en-3").get_data()
    assert other != reply.get_data()
    assert client.get(urlsplit(link).path + "?" + urlsplit(link).query).status_code == 200


def _figures(html: str) -> str:
    """The numbers of what a page that refuses says."""
    said = BeautifulSoup(html, "html.parser").select_one("main .none")
    assert said is not None
    return " ".join(re.findall("[0-9]+", said.get_text()))


@pytest.mark.parametrize("ui", ["en", "ja"])
def test_a_host_that_fits_no_code_is_refused(client: FlaskClient, ui: str) -> None:
    """The code of a slip holds the whole link: a host of 3,000 letters was once an error of the server's."""
    address = f"/slip.svg?{FULL.split('?')[1]}&ui={ui}"
    piece = "x" * 49 + "."
    for host in (piece * 60, piece * 5 + "abc:655356"):
        reply = client.get(address, headers={"Host": host})
        assert (reply.status_code, f"259 {len(host)}" in _figures(reply.get_data(as_text=True))) == (400, True)
    longest = "&".join([*(f"c=bf/call/1.{n}@bf-en-3" for n in range(1, 8)), f"ui={ui}", "q=" + "a" * 300])
    assert client.get(f"/slip.svg?{longest}", headers={"Host": piece * 5 + "abc:65535"}).status_code == 200
    assert client.get("/api/documents", headers={"Host": piece * 60}).get_json()["error"]["message"] == (
        "a host may have 259 letters, and this one has 3000"
    )


def test_a_slip_keeps_the_language_of_its_link(client: FlaskClient) -> None:
    soup = page(client, f"{FULL}&ui=ja")
    assert texts(soup, ".slip .verdict") == ["いいえ"]
    assert str(soup.select_one(".slip .address a")["href"]).endswith("&ui=ja")  # type: ignore[index]
    assert texts(soup, ".slip h2")[1] == "BF アタックフェイズ 3.2.1 (JA 3)"


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ("c=bf/nothing@bf-en-3", 404, "There is no entry bf/nothing."),
        ("c=bf/topic/buddy-monster@bf-en-3", 404, "bf-en-3 does not print bf/topic/buddy-monster; it is in bf-en-1."),
        ("c=bf/keyword/penetrate", 400, "c=bf/keyword/penetrate names no entry in a document; write ID@DOCUMENT"),
        ("c=@", 400, "c=@ names no entry"),
        ("c=" + "&c=".join(f"bf/call/1.{n}@bf-en-3" for n in range(13)), 400, "This link names 13 entries; a slip holds 12."),
        ("c=bf/call/1.1@bf-en-3&v=maybe", 400, "v=maybe is no ruling; it is yes, no or depends."),
        ("c=bf/call/1.1@bf-en-3&t=now", 400, "t=now is no time; write it as 2026-05-03"),
        ("c=bf/call/1.1@bf-en-3&t=2026-13-03", 400, "t=2026-13-03 is no time"),
        ("c=bf/call/1.1@bf-en-3&t=2026-02-31", 400, "t=2026-02-31 is no time"),
        ("c=bf/call/1.1@bf-en-3&t=2026-05-03T14:05%2B99:99", 400, "t=2026-05-03T14:05+99:99 is no time"),
        ("c=bf/call/1.1@bf-en-3&t=" + quote("２０２６-05-03"), 400, "t=２０２６-05-03 is no time"),
        ("c=%3Ci%3E%26", 400, "c=<i>& names no entry in a document"),
        ("c=bf/call/1.1@bf-en-3&q=" + "a" * 301, 414, "The question has 301 letters; a slip has room for 300."),
        ("c=bf/call/1.1@bf-en-3&q=" + quote("貫" * 250), 414, f"no more than {LONGEST_LINK} fit a QR code"),
    ],
)  # fmt: skip
def test_a_wrong_link_is_told_what_is_wrong(client: FlaskClient, query: str, status: int, says: str) -> None:
    for path in ("/slip", "/slip.svg"):
        soup = page(client, f"{path}?{query}", status)
        assert says in soup.select_one("main .none").get_text()  # type: ignore[union-attr]
        assert "/slip?c=ID@DOCUMENT" in soup.select_one("main .quiet").get_text()  # type: ignore[union-attr]


def test_an_empty_slip_says_how_to_fill_it(client: FlaskClient) -> None:
    soup = page(client, "/slip")
    assert texts(soup, "main .none") == ["This slip is empty."]
    assert page(client, "/slip.svg", 400)
    assert texts(page(client, "/slip?c="), "main .none") == ["This slip is empty."]
    one = page(client, "/slip?c=bf/call/1.1@bf-en-3&v=no")
    assert one.select_one(".source .screen a")["href"] == "/slip?c=&v=no"  # type: ignore[index]


def test_markup_in_a_link_is_shown_not_run(client: FlaskClient) -> None:
    soup = page(client, "/slip?c=bf/call/1.1@bf-en-3&q=%3Cimg%20src%3Dx%3E")
    assert texts(soup, ".asked") == ["<img src=x>"]
    assert len(soup.select("main img")) == 1


def test_without_scripts_the_slip_travels_in_the_links(client: FlaskClient) -> None:
    first = page(client, "/search?q=penetrate").select_one(".hits .pinning")
    assert first is not None
    assert first["href"] == "/slip?c=bf/keyword/penetrate@bf-en-3&q=penetrate"
    slip = page(client, str(first["href"]))
    onward = next(link for link in slip.select("main a") if link.get_text() == "Go on searching")
    assert onward["href"] == "/search?q=penetrate&c=bf/keyword/penetrate@bf-en-3"
    results = page(client, "/search?q=call+cost&c=bf/keyword/penetrate@bf-en-3")
    assert results.select_one("#tray")["href"] == "/slip?c=bf/keyword/penetrate@bf-en-3&q=call+cost"  # type: ignore[index]
    assert results.select_one("#tray").get_text() == "Slip: one entry"  # type: ignore[union-attr]
    added = str(results.select(".hits .pinning")[0]["href"])
    assert parse_qs(urlsplit(added).query)["c"][0] == "bf/keyword/penetrate@bf-en-3"
    assert len(parse_qs(urlsplit(added).query)["c"]) == 2
    assert len(page(client, added).select(".source")) == 2
    removed = page(client, added).select(".source .screen a")[0]["href"]
    assert len(page(client, str(removed)).select(".source")) == 1


def test_a_pin_that_names_no_text_is_on_no_link(client: FlaskClient) -> None:
    """It once came along on every link, and spoilt each slip that was made from there."""
    wrong = "c=bf/nothing@bf-en-3&c=bf/call/1.1@bf-en-9&c=bf/call/1.1"
    soup = page(client, f"/search?q=penetrate&{wrong}&c=bf/call/1.1@bf-en-3")
    assert [field["value"] for field in soup.select(".ask input[name=c]")] == ["bf/call/1.1@bf-en-3"]
    for link in soup.select("a[href*='c=']:not(.tongue)"):
        assert parse_qs(urlsplit(str(link["href"])).query)["c"][0] == "bf/call/1.1@bf-en-3"
    assert len(page(client, str(soup.select_one(".hits .pinning")["href"])).select(".source")) == 2  # type: ignore[index]


def test_a_wrong_link_offers_to_empty_the_slip(client: FlaskClient) -> None:
    for address, status in (("/slip?c=bf/nothing@bf-en-3", 404), ("/slip.svg?c=x&ui=en", 400), ("/slip?q=" + "a" * 301, 414)):
        link = page(client, address, status).select_one("#clear a")
        assert link is not None, address
        assert link.get_text() == "Clear the slip"
        assert texts(page(client, str(link["href"])), "main .none") == ["This slip is empty."]
    assert page(client, "/bf/nothing", 404).select("#clear") == []


def test_without_scripts_a_full_slip_says_so(client: FlaskClient) -> None:
    places = ("1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3", "3.4", "4.1")
    pins = [f"bf/attack-phase/{place}@bf-en-3" for place in places]
    soup = page(client, f"/search?{query_of([('q', 'attack phase 1.1'), *(('c', pin) for pin in pins)])}")
    held, others = soup.select_one(f".hits [data-add='{pins[0]}']"), soup.select(".hits .pinning")
    assert held is not None
    assert held.contents[0] == "Add to slip"
    full = [link for link in others if link["data-add"] not in pins]
    assert full
    for link in full:
        assert link.contents[0] == "A slip holds 12 entries. Remove one first."
        assert len(page(client, str(link["href"])).select(".source")) == 12


TWELVE = [
    f"bf/attack-phase/{place}@bf-en-3" for place in ("1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3", "3.4")
]
FILLED_IN = "&v=depends&t=2026-05-03T14:05:00%2B09:00"


@pytest.mark.parametrize("pins", [[], TWELVE[:1], TWELVE])
@pytest.mark.parametrize("question", ["貫通に対抗できますか" * 50, "soul " + "🐉" * 250, "can I counter it? " * 27, "a" * 250])
def test_no_link_to_a_slip_is_too_long(client: FlaskClient, pins: list[str], question: str) -> None:
    """The search takes 500 letters, of which a slip's link holds no more than 300, and of Japanese ones no more than 130."""
    carried = [("c", pin) for pin in pins]
    soup = page(client, f"/search?{query_of([('q', question), *carried])}")
    links = {str(link["href"]) for link in soup.select(".pinning, #tray:not([hidden])")}
    assert len(links) > 3
    for link in links:
        slip = page(client, link + FILLED_IN)
        shown = slip.select_one(".asked").get_text()  # type: ignore[union-attr]
        assert shown == question or (shown.endswith(CUT) and question.startswith(shown.removesuffix(CUT))), "what is cut shows it"
        held = parse_qs(urlsplit(link).query)
        kept = held["q"][0].removesuffix(CUT)
        more = query_of([*(("c", pin) for pin in held["c"]), ("q", question[: len(kept) + 1] + CUT)]) + FILLED_IN
        assert kept == question or len(held["q"][0]) == LONGEST_QUESTION or len(more) > LONGEST_LINK, "no more is cut than must"


def test_every_quote_and_preview_is_a_span_of_its_text(kb: KnowledgeBase) -> None:
    for entry in kb.store.entries():
        for rendition in entry.renditions:
            for room in (120, 420, 1260):
                found = quoted(rendition, room, "can I counter the attack? 対抗できる？")
                assert found.text
                assert found.text in rendition.text
                assert len(found.text) <= max(room, 1)
                assert (found.text == rendition.text) or found.cut_before or found.cut_after or found.text == rendition.text.strip()
            assert preview(rendition)


def test_link_previews_carry_the_rules_own_words(client: FlaskClient) -> None:
    soup = page(client, "/bf/keyword/penetrate@bf-en-2?ui=en")
    held = {str(meta.get("property") or meta.get("name")): str(meta["content"]) for meta in soup.select("meta[content]")}
    assert held["og:title"] == "BF [Penetrate] (EN 2)"
    assert held["og:description"] == held["description"]
    assert held["og:description"].startswith("When an attack by a card with [Penetrate] hits a monster")
    assert held["og:url"] == "http://localhost/bf/keyword/penetrate@bf-en-2"
    assert soup.select_one("link[rel=canonical]")["href"] == held["og:url"]  # type: ignore[index]


def test_what_is_copied_is_pinned_to_its_document(client: FlaskClient) -> None:
    actions = page(client, "/bf/attack-phase/3.2.1").select(".sides .actions")
    assert [a["data-address"] for a in actions] == [
        "http://localhost/bf/attack-phase/3.2.1@bf-en-3",
        "http://localhost/bf/attack-phase/3.2.1@bf-ja-3",
    ]
    assert [a["data-label"] for a in actions] == ["EN 3", "JA 3"]
    assert [button["data-form"] for button in actions[0].select("details button")] == ["plain", "markdown", "discord"]
    assert actions[0].select_one(".copying").has_attr("hidden")  # type: ignore[union-attr]
