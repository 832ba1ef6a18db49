"""The site through Flask's client: pages by selectors, JSON by equality, errors verbatim."""

from __future__ import annotations

from collections import Counter

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException

from kb.knowledge_base import KnowledgeBase


def page(client: FlaskClient, address: str, status: int = 200) -> BeautifulSoup:
    reply = client.get(address)
    assert reply.status_code == status, address
    return BeautifulSoup(reply.get_data(as_text=True), "html.parser")


def words(soup: BeautifulSoup, selector: str) -> list[str]:
    return [" ".join(found.get_text().split()) for found in soup.select(selector)]


def sort_of_page(client: FlaskClient, address: str) -> tuple[str, ...]:
    """What tells an address from one of another sort: route, kind of entry, and its part and document or the names in its query.

    More than two names are one sort: pages with filters lead to each set of them.
    """
    app = client.application
    path, _, query = address.partition("?")
    id, _, document = path.strip("/").removeprefix("walk/").partition("@")
    try:
        endpoint, _ = app.url_map.bind("localhost").match(path)
    except HTTPException:
        endpoint = "none"
    entry = app.extensions["live"].search.kb.store.entry(id)
    part = "/".join(id.split("/")[:2]) if endpoint.startswith(("pages.rules", "walker.")) else path
    names = sorted({one.split("=")[0] for one in query.split("&")})
    where = [part, document] if not query else names if len(names) < 3 else ["many"]
    return str(endpoint), entry.kind if entry else "", *where


def test_asking_shows_the_ruling_with_its_citation(client: FlaskClient) -> None:
    soup = page(client, "/search?q=can+i+counter+penetrate")
    assert "[Counter] cannot be used against [Penetrate]." in words(soup, ".answer blockquote")[0]
    cited = soup.select(".answer .cite a")[0]
    assert (cited["href"], cited.get_text()) == ("/bf/keyword/penetrate@bf-en-3", "BF [Penetrate] (EN 3)")
    assert soup.select(".hits h3 a")[0]["href"] == "/bf/keyword/penetrate"
    assert words(soup, ".answer .cite .held-together") == ["(EN 3)"]


def test_an_answer_is_copied_with_its_question(client: FlaskClient) -> None:
    """It was once copied as "No, it will not." alone."""
    soup = page(client, "/search?q=attack+phase+q2:+does+penetrate+activate+if+magical+goodbye+removes+my+center+monster%3F")
    (copied,) = [str(one["data-text"]) for one in soup.select(".answer .actions")]
    question, answer = copied.split("\n", 1)
    assert question.startswith("When my monster in the center is attacked by a monster with [Penetrate], if I use a card like")
    assert answer.startswith("No, it will not.")
    for rule in page(client, "/search?q=can+i+counter+penetrate").select(".answer .actions"):
        assert rule["data-text"] == "[Counter] cannot be used against [Penetrate]."


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        ("/search?q=can+i+counter+penetrate", "No"),
        ("/search?q=so+I+can't+counter+penetrate,+right?", "Yes, that is so"),
        ("/search?q=貫通ダメージには対抗できないよね？&ui=ja", "はい、そのとおり"),
        ("/search?q=貫通ダメージには対抗できる？&ui=ja", "いいえ"),
    ],
)
def test_a_verdict_says_what_it_affirms(client: FlaskClient, asked: str, verdict: str) -> None:
    assert words(page(client, asked), ".answer .verdict") == [verdict]


def test_the_verdict_is_heard_with_what_was_found(client: FlaskClient) -> None:
    for ui, said in (("en", "No. 12 rules found."), ("ja", "回答は「いいえ」。12件のルールが見つかりました。")):
        soup = page(client, f"/search?q=can+i+counter+penetrate&ui={ui}&only=results")
        assert soup.select_one("#found")["data-says"] == said  # type: ignore[index]
        assert len(soup.select("#found h1")) == 1, "the heading comes with each question"


def test_games_and_examples_speak_the_page_s_language(client: FlaskClient) -> None:
    assert words(page(client, "/"), "#browse h2")[:2] == ["Future Card Buddyfight", "Digimon Card Game"]
    japanese = page(client, "/?ui=ja")
    assert words(japanese, "#browse h2")[:2] == ["フューチャーカード バディファイト", "デジモンカードゲーム"]
    assert [link.get("lang") for link in japanese.select(".tries a")] == ["ja", "ja", "en", "en"]
    assert [link.get("lang") for link in page(client, "/").select(".tries a")] == ["en", "en", "ja", "ja"]
    assert words(page(client, "/bf/call?ui=ja"), ".crumbs") == ["フューチャーカード バディファイト"]
    assert words(page(client, "/search?q=soul&ui=ja"), ".narrow")[0].endswith("デジモンカードゲーム")
    assert page(client, "/cite?ui=ja").select_one("textarea")["placeholder"] == "アタックフェイズ 3.2.1 …"  # type: ignore[index]


def test_an_answer_names_its_game_unless_one_was_chosen(client: FlaskClient) -> None:
    asked = "/search?q=Can+I+use+sleeves?"
    assert words(page(client, asked), ".answer .cite .game") == ["Digimon Card Game"]
    assert words(page(client, f"{asked}&ui=ja"), ".answer .cite .game") == ["デジモンカードゲーム"]
    assert words(page(client, "/search?q=can+i+counter+penetrate"), ".answer .cite .game") == ["Future Card Buddyfight"]
    assert page(client, f"{asked}&game=dg").select(".answer .cite .game") == []
    assert [part["class"] for part in page(client, asked).select(".answer, .narrow, .hits")] == [["answer"], ["narrow"], ["hits"]]


def test_a_title_shows_no_piece_of_its_number(client: FlaskClient) -> None:
    assert words(page(client, "/dg/rule/movement-once"), "h1") == ["DG Movement of Digimon: “You can only move one creature per…”"]


def test_the_telling_sentence_stands_out_from_those_around_it(client: FlaskClient) -> None:
    quote = page(client, "/search?q=can+i+counter+penetrate").select_one(".answer blockquote p")
    assert quote is not None
    assert [(part.name, part.get_text()) for part in quote.find_all()] == [
        ("span", "In the case of link attacks, all [Penetrate] will all activate only once."),
        ("strong", "[Counter] cannot be used against [Penetrate]."),
        ("span", "The same card cannot have multiple [Penetrate]."),
    ]


def test_a_caveat_leads_to_what_it_speaks_of(client: FlaskClient) -> None:
    link = page(client, "/search?q=can+i+counter+penetrate&ui=ja").select_one(".answer .caveat a")
    assert link is not None
    assert link["href"] == "/bf/keyword/penetrate?ui=ja#disagree"
    assert page(client, "/bf/keyword/penetrate?ui=ja").select("#disagree .conflict")


def test_a_hit_says_no_more_than_it_needs(client: FlaskClient) -> None:
    hit = page(client, "/search?q=can+i+counter+penetrate").select_one(".hits > li")
    assert hit is not None
    assert words(hit, "h3") == ["BF [Penetrate] Languages differ"]
    assert hit.select(".rule .title") == [], "the heading says it"
    assert words(hit, ".also a") == ["EN 3", "JA 3"]


def test_a_question_that_a_small_screen_cuts_stands_above_what_was_found(client: FlaskClient) -> None:
    for question in ("can i counter penetrate damage", "total size 3 allowed?", "貫通に対抗できるかどうか？"):
        assert words(page(client, f"/search?q={question}"), ".whole.middling") == [question]
    assert page(client, "/search?q=penetrate").select(".whole")[0]["class"] == ["whole"], "shown on paper alone"


def test_no_ruling_is_said_plainly(client: FlaskClient) -> None:
    soup = page(client, "/search?q=what+is+the+weather+in+osaka+tomorrow")
    assert words(soup, ".none strong") == ["No ruling found."]
    assert soup.select(".answer") == []
    assert words(soup, ".none") == ["No ruling found. These entries are the nearest; none of them settles the question for sure."]
    nothing = page(client, "/search?q=xqzwv")
    assert words(nothing, ".none") == ["No ruling found."]
    assert nothing.select(".hits") == []
    assert len(nothing.select(".narrow a")) == 3


def test_where_one_game_alone_was_searched_in_vain_it_says_so(client: FlaskClient) -> None:
    """A game that was chosen once stays for the questions that follow."""
    soup = page(client, "/search?q=can+i+counter+penetrate&game=dg")
    assert words(soup, ".none .only") == ["Only the rules of Digimon Card Game were searched. Search all games"]
    assert soup.select_one(".only a")["href"] == "/search?q=can+i+counter+penetrate"  # type: ignore[index]
    assert soup.select_one("#found")["data-says"].endswith("Only the rules of Digimon Card Game were searched.")  # type: ignore[index,union-attr]
    japanese = page(client, "/search?q=貫通に対抗できる？&game=dg&ui=ja")
    assert words(japanese, ".none .only") == ["デジモンカードゲームのルールだけを検索しました。 すべてのゲームから検索"]
    assert page(client, "/search?q=can+i+counter+penetrate&game=bf").select(".only") == []
    assert page(client, "/search?q=weather").select(".only") == []


@pytest.mark.parametrize("number", ["3.2.1", "３．２．１", "Q1"])
def test_a_mere_number_is_answered_in_the_page_s_language(client: FlaskClient, number: str) -> None:
    """It was taken for English, so that a Japanese page showed English rules."""
    for ui in ("en", "ja"):
        shown = page(client, f"/search?q={number}&ui={ui}").select(".hits .rule")
        assert {rule["lang"] for rule in shown[:4]} == {ui}
    assert page(client, "/search?q=attack+phase+3.2.1&ui=ja").select(".answer blockquote")[0]["lang"] == "en"


def test_a_number_alone_that_several_rules_have_asks_to_choose(client: FlaskClient) -> None:
    soup = page(client, "/search?q=3.2.1")
    assert words(soup, ".none strong") == ["Several rules have this number."]
    assert soup.select_one("#found")["data-says"].endswith("Several rules have this number.")
    assert {hit["href"] for hit in soup.select(".hits h3 a")[:3]} == {
        f"/bf/{part}-phase/3.2.1" for part in ("attack", "final", "start")
    }


def test_a_step_that_does_not_exist_is_named(client: FlaskClient) -> None:
    soup = page(client, "/search?q=attack+phase+3.1.9")
    assert words(soup, ".none") == [
        "No ruling found. No text held here prints “attack phase 3.1.9”. These entries are the nearest; none of them settles the "
        "question for sure."
    ]


def test_an_entry_shows_both_languages_and_its_editions(client: FlaskClient) -> None:
    soup = page(client, "/bf/attack-phase/3.2.1")
    assert words(soup, "h1") == ["BF Attack Phase 3.2.1"]
    assert [article.select_one(".rule")["lang"] for article in soup.select(".sides article")] == ["en", "ja"]  # type: ignore[index]
    assert words(soup, ".other h3 .pin") == ["EN 2", "EN 1"]
    assert soup.select_one("a[rel=next]")["href"] == "/bf/attack-phase/3.2.2"  # type: ignore[index]


def test_a_pinned_address_shows_that_document_alone(client: FlaskClient) -> None:
    soup = page(client, "/bf/attack-phase/3.2.2@bf-en-2")
    assert len(soup.select(".sides article")) == 1
    assert "is less than the power" in words(soup, ".sides .rule")[0]
    assert words(soup, ".caveat") == [
        "This text is of a superseded edition and has since changed. What differs is marked. See the latest texts."
    ]


def test_a_pinned_address_marks_what_changed_on_both_sides(client: FlaskClient) -> None:
    soup = page(client, "/bf/attack-phase/3.2.2@bf-en-2")
    assert words(soup, ".other h3") == [
        "EN 3 · what differs from the text above is marked",
        "EN 1 · superseded · same words",
        "JA 3",
    ]
    assert words(soup, "main mark") == ["or equal to"]
    amended = page(client, "/bf/attack-phase/2.1@bf-en-2")
    assert words(amended, ".sides mark")
    assert words(amended, ".other mark")


def test_a_text_whose_spelling_alone_changed_has_not_changed_since(client: FlaskClient) -> None:
    soup = page(client, "/bf/equip/3.1@bf-en-2")
    assert words(soup, ".caveat") == ["This text is of a superseded edition. See the latest texts."]


def test_nothing_is_said_to_be_marked_where_nothing_is(client: FlaskClient) -> None:
    soup = page(client, "/bf/keyword/penetrate@bf-en-1")
    assert words(soup, ".other h3") == ["EN 3", "EN 2 · superseded", "JA 3"]
    assert soup.select(".sides mark")
    assert soup.select(".other mark") == []
    assert words(soup, ".caveat")[0].startswith(
        "This text is of a superseded edition and has since changed. What differs is marked. See"
    )
    japanese = words(page(client, "/bf/keyword/penetrate@bf-en-1?ui=ja"), ".caveat")[0]
    assert japanese == "これは旧版の文章で、その後変更されています。 異なる箇所に印を付けています。 最新の文章を見る"


def test_the_caveat_of_an_old_text_leads_to_no_conflict_of_today_s(client: FlaskClient) -> None:
    (caveat,) = page(client, "/search?q=attack+phase+3.2.1+in+edition+2").select(".answer .caveat")
    assert "superseded" in caveat.text
    assert caveat.find("a") is None


def test_a_pinned_current_text_says_that_the_languages_disagree(client: FlaskClient) -> None:
    assert words(page(client, "/bf/keyword/penetrate@bf-en-3"), ".disagree") == ["English and Japanese disagree in one place"]
    assert page(client, "/bf/keyword/penetrate@bf-en-3").select(".sides mark")
    assert not page(client, "/bf/keyword/penetrate@bf-en-2").select(".disagree")


def test_a_title_is_not_said_twice(client: FlaskClient) -> None:
    soup = page(client, "/bf/keyword/penetrate")
    assert words(soup, ".sides .title") == ["『貫通』"]
    assert words(page(client, "/bf/keyword/penetrate?ui=ja"), ".sides .title") == ["[Penetrate]"]
    assert soup.select("h1.long") == []
    assert page(client, "/dg/rule/movement-once").select("h1.long")


@pytest.mark.parametrize("address", ["/d/bf-en-3", "/d/dg-en-1", "/conflicts", "/changes", "/changes?all=1"])
def test_a_long_page_begins_with_its_contents(client: FlaskClient, address: str) -> None:
    soup = page(client, address)
    links = [str(link["href"])[1:] for link in soup.select(".contents a")]
    assert len(links) > 5
    assert links == list(dict.fromkeys(links)) == [heading["id"] for heading in soup.select("main :is(h2, h3)[id]")]


def test_the_parts_of_a_list_stand_together_the_most_serious_first(client: FlaskClient) -> None:
    soup = page(client, "/conflicts?part=keyword")
    assert words(soup, "main > h2") == ["High impact", "Medium impact", "Low impact"]
    assert words(soup, ".list h3") == ["Keywords"] * 3
    impacts = [tag["class"][-1] for tag in soup.select(".list .tag:first-child")]
    assert impacts == sorted(impacts, key=("high", "medium", "low").index)


def test_a_kind_is_no_class_that_means_something_else(client: FlaskClient) -> None:
    assert page(client, "/bf/attack-phase").select(".flow > li.kind-step")
    items = page(client, "/d/dg-en-1").select(".flow > li:not(.section)")
    assert {str(name).split("-")[0] for item in items for name in item["class"]} == {"kind"}


def test_a_document_leads_to_its_plain_text_and_feed(client: FlaskClient, kb: KnowledgeBase) -> None:
    for id in kb.store.documents:
        soup = page(client, f"/d/{id}")
        links = [str(link["href"]) for link in soup.select(".links a")]
        assert links == [f"/d/{id}.txt", f"/d/{id}/changes.atom"]
        assert [link["href"] for link in soup.select("head link[rel=alternate][type]")] == [
            f"http://localhost{a}" for a in links[::-1]
        ]
        assert [client.get(link).mimetype for link in links] == ["text/plain", "application/atom+xml"]


def test_a_flow_lists_its_steps_in_order(client: FlaskClient) -> None:
    soup = page(client, "/bf/attack-phase")
    numbers = words(soup, ".flow > li > .number")
    assert numbers[:6] == ["1", "1.1", "1.1.1", "1.1.2", "1.2", "1"]
    assert len(numbers) == 44
    assert len(page(client, "/bf/keyword/chaos-territory/q1").select(".sides article")) == 2


def test_named_entries_are_a_list_of_both_languages(client: FlaskClient) -> None:
    soup = page(client, "/bf/keyword")
    assert len(soup.select(".names > li")) == 22
    first = soup.select_one("#penetrate .entry")
    assert first is not None
    assert [(part["lang"], part.get_text()) for part in first.select("span")] == [("en", "[Penetrate]"), ("ja", "『貫通』")]
    assert [link["href"] for link in soup.select("#overturn .also a")] == ["/bf/keyword/overturn/q1", "/bf/keyword/overturn/q2"]
    assert len(soup.select(".names .also a")) == 8


def test_errata_of_cards_of_one_name_are_told_apart_in_their_list(client: FlaskClient) -> None:
    named = words(page(client, "/dg/erratum"), ".entry")
    assert len(named) == len(set(named)) == 19
    assert '"White Feather" Bo-46' in named


def test_a_document_reads_from_its_first_line_to_its_last(client: FlaskClient) -> None:
    soup = page(client, "/d/bf-ja-3")
    anchors = [item["id"] for item in soup.select(".flow > li[id]")]
    assert len(soup.select(".flow > li:not(.section)")) == 360
    assert len(anchors) == 359  # two entries begin on one line
    assert anchors == sorted(anchors, key=lambda anchor: int(str(anchor)[1:]))
    ids = [element["id"] for element in soup.select("[id^=L]")]
    assert len(ids) == len(set(ids))


def test_every_entry_of_a_document_links_to_its_source_lines(client: FlaskClient, kb: KnowledgeBase) -> None:
    soup = page(client, "/d/bf-en-3")
    anchors = {element["id"] for element in soup.select("[id^=L]")}
    lines = {
        n
        for e in kb.store.entries("bf")
        for r in e.renditions
        if r.document == "bf-en-3"
        for a, b in r.lines
        for n in range(a, b + 1)
    }
    assert anchors == {f"L{line}" for line in range(1, max(lines) + 1)}
    for blank, below in ((6, 7), (120, next(line for line in sorted(lines) if line > 120))):
        assert blank not in lines
        near = soup.select(f".flow > li:has(#L{blank})")
        assert near == soup.select(f".flow > li:is(#L{below}, :has(#L{below}))"), blank
    assert all(item.select_one(".line") for item in soup.select(".flow > li[id]"))
    entry = page(client, "/bf/keyword/penetrate")
    target = str(entry.select(".sides .source a")[0]["href"])
    assert target.startswith("/d/bf-en-3#L")
    item = soup.select_one(f"#{target.split('#')[1]}")
    assert item is not None
    assert "[Penetrate]" in item.get_text()


def test_every_address_that_pages_link_to_answers(client: FlaskClient) -> None:
    """Two of each sort of page that one of these links to."""
    seen: set[str] = set()
    asked: Counter[tuple[str, ...]] = Counter()
    todo = [
        "/", "/bf/attack-phase", "/bf/keyword/penetrate", "/bf/topic", "/d/bf-en-1", "/search?q=soul", "/about",
        "/glossary?q=soul", "/walk/bf/attack-phase/2.1", "/slip?c=bf/keyword/penetrate@bf-en-3&ui=ja", "/changes?ui=ja",
    ]  # fmt: skip
    for address in todo:
        for link in page(client, address).select("a[href]"):
            seen.add(str(link["href"]).split("#")[0])
    for address in sorted(seen - {""}):
        sort = sort_of_page(client, address)
        asked[sort] += 1
        assert asked[sort] > 2 or client.get(address).status_code == 200, address
    assert len(asked) > 100


@pytest.mark.parametrize(
    "address", ["/bf/topic", "/bf/topic/once-per-turn", "/bf/attack-phase", "/bf/keyword", "/dg/rule", "/d/bf-en-2"]
)
def test_no_id_stands_twice_on_a_page(client: FlaskClient, address: str) -> None:
    ids = Counter(str(one["id"]) for one in page(client, address).select("[id]"))
    assert [id for id, count in ids.items() if count > 1] == []


@pytest.mark.parametrize(
    ("address", "status", "says"),
    [
        ("/bf/attack-phase/9.9", 404, "There is no entry or part bf/attack-phase/9.9."),
        ("/bf/attack-phase/1.1@bf-en-9", 404, "BF Attack Phase 1.1 is not printed in bf-en-9; it is in bf-en-3, bf-ja-3, bf-en-2, bf-en-1."),
        ("/mtg/stack", 404, "There is no game mtg."),
        ("/bf/%3Cscript%3E&x/y", 404, "There is no entry or part bf/<script>&x/y."),
        ("/walk/bf/call/%3Ci%3E", 404, "There is no step <i> in bf/call; its steps run from 1.1 to 3.3."),
        ("/%3Ci%3E&/x", 404, "There is no game <i>&."),
        ("/d/nothing", 404, "There is no document nothing."),
    ],
)  # fmt: skip
def test_what_is_not_there_is_a_page_that_helps(client: FlaskClient, address: str, status: int, says: str) -> None:
    soup = page(client, address, status)
    assert says in words(soup, "main p")
    assert soup.select("main a[href='/']")


@pytest.mark.parametrize(
    ("address", "links"),
    [
        ("/bf/attack-phase/9.9", ["/bf/attack-phase", "/search?q=attack+phase+9.9"]),
        ("/bf/keyword/penetrate/q7", ["/bf/keyword/penetrate", "/search?q=keyword+penetrate+q7"]),
        ("/bf/call/1.1@bf-en-9", ["/bf/call/1.1@bf-en-3", "/bf/call/1.1@bf-ja-3", "/bf/call/1.1@bf-en-2", "/bf/call/1.1@bf-en-1", "/search?q=call+1.1"]),
        ("/mtg/stack", ["/search?q=mtg+stack"]),
        ("/stack", ["/search?q=stack"]),
        ("/d/nothing", ["/d/bf-en-3", "/d/bf-ja-3", "/d/bf-en-2", "/d/bf-en-1", "/d/dg-en-1"]),
        ("/glossary?page=99", []),
        ("/slip?c=bf/nothing@bf-en-3", []),
        ("/%F0%9F%98%80", []),
    ],
)  # fmt: skip
def test_a_lost_address_leads_on(client: FlaskClient, address: str, links: list[str]) -> None:
    found = [str(link["href"]) for link in page(client, address, 404).select("main .shelves a")]
    assert found == links
    assert all(client.get(link).status_code == 200 for link in found)


def test_a_lost_walk_leads_to_the_flows(client: FlaskClient) -> None:
    found = [str(link["href"]) for link in page(client, "/walk/bf/nothing", 404).select("main .shelves a")]
    assert "/walk/bf/attack-phase" in found
    assert all(client.get(link).status_code == 200 for link in found)


def test_each_page_says_what_its_own_address_takes(client: FlaskClient) -> None:
    def hint(address: str, status: int) -> str:
        return words(page(client, address, status), "main .quiet")[0]

    assert "?q=" in hint("/search?q=soul&game=mtg", 400)
    assert hint("/about?x=%ff", 400) == hint("/bf/call?x=%ff", 400) == "Check the address, or begin again on the start page."
    assert "c=ID@DOCUMENT" in hint("/slip?v=maybe&c=bf/call/1.1@bf-en-3", 400)
    assert "/walk/GAME/PART/STEP" in hint("/walk/bf/nope", 404)
    assert "64 KB" in hint("/cite?text=" + "x" * 33_000, 414)
    assert words(page(client, "/changes?to=none"), "main .none") == ["Nothing fits these filters. Show all without filters"]
    assert "2000 letters" in hint("/search?q=" + "x" * 2001, 414)
    long = words(page(client, "/search?q=" + "x" * 2500, 414), "main .none")
    assert long == ["A question may have 2000 letters, and this one has 2500."]
    japanese = page(client, "/search?ui=ja&q=" + "x" * 2500, 414)
    assert words(japanese, "main .none") == ["質問は2000文字以下にしてください。この質問は2500文字あります。"]
    assert words(page(client, "/about?ui=ja&x=%ff", 400), "main .none") == ["アドレスがUTF-8で書かれていません。"]
    assert page(client, "/").select_one("#q")["maxlength"] == "2000"  # type: ignore[index]
    told = {address: client.get(address).get_json()["error"]["hint"] for address in ("/api/search?q=%00", "/api/documents?x=%ff")}
    assert told["/api/search?q=%00"].startswith("Put the question in ?q=")
    assert told["/api/documents?x=%ff"] == "/api/openapi.json says what this address takes."
    for address in ("/api/search?q=soul&lang=de", "/api/search?q=soul&limit=x", "/api/search?q=soul&document=zz"):
        assert client.get(address).get_json()["error"]["hint"] == "/api/openapi.json says what this address takes."
    nowhere = client.get("/api/nope").get_json()["error"]
    assert nowhere["message"] == "There is nothing at this address."
    assert "/api/openapi.json" in nowhere["hint"]


def test_an_empty_limit_is_none(client: FlaskClient) -> None:
    found = client.get("/api/search?q=soul&limit=&lang=&game=&document=")
    assert found.status_code == 200
    assert len(found.get_json()["results"]) == 10


def test_search_json(client: FlaskClient) -> None:
    found = client.get("/api/search?q=can+i+counter+penetrate&limit=1").get_json()
    assert found.pop("took_ms") < 1000
    assert found["results"][0].pop("score") > 0.5
    assert found["answer"].pop("confidence") > 0.5
    text = found["results"][0].pop("text")
    renditions = found["results"][0].pop("renditions")
    assert text == "\n\n".join(rendition["text"] for rendition in renditions)
    assert set(renditions[0]) == {"document", "language", "edition", "number", "title", "text", "conflict"}
    assert [rendition["document"] for rendition in renditions] == ["bf-en-3", "bf-ja-3", "bf-en-2", "bf-en-1"]
    assert found["results"][0].pop("why")
    assert found["query"].pop("terms") is not None
    found["answer"].pop("verdict")
    assert found["answer"].pop("negative") is False
    found["answer"].pop("caveats")
    found["answer"]["citations"] = found["answer"]["citations"][:1]
    assert found["answer"]["text"] in found["answer"]["citations"][0].pop("quote")
    assert found == {
        "query": {"text": "can i counter penetrate", "language": "en", "locators": []},
        "answer": {
            "text": "[Counter] cannot be used against [Penetrate].",
            "citations": [
                {
                    "id": "bf/keyword/penetrate",
                    "document": "bf-en-3",
                    "citation": "BF [Penetrate] (EN 3)",
                    "url": "/bf/keyword/penetrate@bf-en-3",
                }
            ],
        },
        "results": [
            {
                "id": "bf/keyword/penetrate",
                "kind": "keyword",
                "game": "bf",
                "citation": "BF [Penetrate]",
                "url": "/bf/keyword/penetrate",
            }
        ],
    }


@pytest.mark.parametrize(
    ("address", "status", "error"),
    [
        ("/api/search", 400, {"code": "bad_request", "message": "the question holds no words or numbers"}),
        ("/api/search?q=a&limit=0", 400, {"code": "bad_request", "message": "limit must be a whole number from 1 to 50, not '0'"}),
        ("/api/search?q=a&lang=fr", 400, {"code": "bad_request", "message": "lang must be en or ja, not 'fr'"}),
        ("/api/search?q=a&game=mtg", 400, {"code": "bad_request", "message": "there is no game 'mtg'; there are: bf, dg"}),
        ("/api/entries/bf/nothing", 404, {"code": "not_found", "message": "there is no entry 'bf/nothing'"}),
    ],
)  # fmt: skip
def test_errors_have_one_shape(client: FlaskClient, address: str, status: int, error: dict[str, str]) -> None:
    reply = client.get(address)
    assert reply.status_code == status
    body = reply.get_json()
    assert set(body) == {"error"}
    assert body["error"].pop("hint")
    assert body["error"] == error


def test_wrong_methods(client: FlaskClient) -> None:
    reply = client.post("/api/search")
    assert (reply.status_code, reply.get_json()["error"]["code"]) == (405, "method_not_allowed")


def test_manifest_documents_and_health(client: FlaskClient) -> None:
    manifest = client.get("/api/manifest").get_json()
    assert manifest["entries"] == 582
    assert {id: d["entries"] for id, d in manifest["documents"].items()} == {
        "bf-en-3": 363, "bf-ja-3": 360, "bf-en-2": 269, "bf-en-1": 156, "dg-en-1": 213,
    }  # fmt: skip
    documents = client.get("/api/documents").get_json()["documents"]
    assert [d["id"] for d in documents if d["current"]] == ["bf-en-3", "bf-ja-3", "dg-en-1"]
    assert client.get("/healthz").get_json() == {"status": "ok", "revision": manifest["revision"]}


def test_markup_in_a_question_is_shown_not_run(client: FlaskClient) -> None:
    soup = page(client, "/search?q=%3Cscript%3Ealert(1)%3C/script%3E+penetrate")
    assert soup.select("main script") == []
    assert soup.select_one("input[name=q]")["value"] == "<script>alert(1)</script> penetrate"  # type: ignore[index]


def test_headers_keep_the_page_to_itself(client: FlaskClient) -> None:
    for address in ("/", "/api/manifest", "/nothing/here"):
        headers = client.get(address).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in headers


@pytest.mark.parametrize(
    "address", ["/%5Cevil.example", "/bf/a%3Fb", "/bf/100%25", "/bf/%E8%B2%AB%E9%80%9A", "/bf/call/1.1@bf-en-3"]
)
def test_a_page_s_other_language_is_at_its_own_address(client: FlaskClient, address: str) -> None:
    """`/\\evil.example` in a link is another site, and `?` ends the address."""
    reply = client.get(address)
    link = BeautifulSoup(reply.get_data(as_text=True), "html.parser").select_one("a.tongue")
    assert link is not None
    assert link["href"] == f"{address}?ui=ja"
    assert client.get(str(link["href"])).status_code == reply.status_code


@pytest.mark.parametrize(
    ("address", "status", "to"),
    [
        ("/bf", 302, "/#bf"),
        ("/dg/?ui=ja", 302, "/?ui=ja#dg"),
        ("/BF", 302, "/#bf"),
        ("/BF/keyword/Penetrate", 301, "/bf/keyword/penetrate"),
        (
            "/bf/keyword/Penetrate@BF-EN-3?ui=ja&c=bf/call/1.1@bf-en-3",
            301,
            "/bf/keyword/penetrate@bf-en-3?ui=ja&c=bf/call/1.1@bf-en-3",
        ),
        ("/Bf/Attack-Phase", 301, "/bf/attack-phase"),
        ("/bf/Attack-Phase/Q2", 301, "/bf/attack-phase/q2"),
    ],
)
def test_an_address_that_is_almost_right_leads_to_the_right_one(client: FlaskClient, address: str, status: int, to: str) -> None:
    reply = client.get(address)
    assert (reply.status_code, reply.headers["Location"]) == (status, to)
    there = page(client, to)
    assert "#" not in to or there.select_one(f"section#{to.split('#')[1]} h2")


@pytest.mark.parametrize("address", ["/MTG", "/bf//", "/BF/Nothing", "/BF/keyword/%C4%B0", "/Nothing/x"])
def test_an_address_that_is_wrong_in_any_case_leads_nowhere(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code in (308, 404)
