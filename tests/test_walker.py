"""The walker: every position of every flow has a page, its ways are the text's, and windows are where the text opens them."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from conftest import CORPUS
from flask.testing import FlaskClient

from ingest.known import Known
from ingest.windows import Window, read_windows, unused, windows_of
from kb.errors import CorpusError
from kb.knowledge_base import KnowledgeBase
from web.flow import _flow_named


def page(client: FlaskClient, address: str, status: int = 200) -> BeautifulSoup:
    reply = client.get(address)
    assert reply.status_code == status, address
    return BeautifulSoup(reply.get_data(as_text=True), "html.parser")


def ways(soup: BeautifulSoup) -> list[tuple[str, str]]:
    return [(str(way["href"]), " ".join(way.select_one(".to").get_text().split())) for way in soup.select(".way")]  # type: ignore[union-attr]


def test_a_step_says_where_it_stands_and_what_follows(client: FlaskClient) -> None:
    soup = page(client, "/walk/bf/attack-phase/2.1")
    assert soup.select_one("h1").get_text(" ", strip=True) == "2.1 Choosing to attack"  # type: ignore[union-attr]
    assert soup.select_one(".now > .rule").get_text().startswith("If there are cards which can attack")  # type: ignore[union-attr]
    assert ways(soup) == [
        ("/walk/bf/attack-phase/2.2?from=2.1", "Go to 2.2"),
        ("/walk/bf/attack-phase/2.1.1?from=2.1", "Go to 2.1.1"),
    ]
    assert [why.get_text() for why in soup.select(".why")] == [
        "If attacking, proceed to 2.2.",
        "If not attacking, proceed to 2.1.1.",
    ]
    progress = soup.select_one("progress")
    assert progress is not None
    assert (progress["value"], progress["max"]) == ("7", "31")
    assert soup.select_one(".over")["href"] == "/walk/bf/attack-phase"  # type: ignore[index]
    assert soup.select_one(".tongues .rule")["lang"] == "ja"  # type: ignore[index]


def test_a_condition_has_its_words_and_the_plain_way_beside_it(client: FlaskClient) -> None:
    assert ways(page(client, "/walk/bf/attack-phase/2-jump")) == [
        ("/walk/bf/attack-phase/3.3?from=2-jump", "Go to 3.3"),
        ("/walk/bf/attack-phase/3.1?from=2-jump", "Otherwise 3.1"),
    ]
    assert ways(page(client, "/walk/bf/attack-phase/4-jump")) == [("/walk/bf/attack-phase/2.1?from=4-jump", "Back to 2.1")]
    assert page(client, "/walk/bf/play-timing/10.1").select(".way") == []
    assert page(client, "/walk/bf/play-timing/10.1").select(".end")


def test_a_last_step_that_names_the_next_flow_leads_to_it(client: FlaskClient) -> None:
    """Above "The flow ends here." it said "… and proceeds to the final phase", and no link led on."""
    last = page(client, "/walk/bf/attack-phase/5.1")
    assert ways(last) == [("/walk/bf/final-phase", "Go on: Final Phase")]
    assert last.select(".end")
    assert ways(page(client, "/walk/bf/final-phase/5.3")) == [("/walk/bf/start-phase", "Go on: Start Phase")]
    assert ways(page(client, "/walk/bf/attack-phase/5.1?ui=ja")) == [("/walk/bf/final-phase?ui=ja", "続きへ：ファイナルフェイズ")]


@pytest.mark.parametrize(
    ("text", "language", "part"),
    [
        ("The turn goes on to your next main phase.", "en", "main-phase"),
        ("Move to the Final Phase", "en", "final-phase"),
        ("スタートフェイズへ移行します。", "ja", "start-phase"),
        ("You may call a monster until the final phase ends.", "en", None),
        ("Proceed to the attack phases", "en", None),
        ("Proceeds to the attack phase.", "en", None),
        ("ファイナルフェイズ中に進めます。", "ja", None),
    ],
)
def test_only_a_text_that_goes_on_to_a_flow_names_it(client: FlaskClient, text: str, language: str, part: str | None) -> None:
    with client.application.test_request_context():
        assert _flow_named("bf", "attack-phase", text, language) == part


def test_the_way_back_is_the_one_that_led_here(client: FlaskClient) -> None:
    def back(address: str) -> str:
        return str(page(client, address).select_one(".back")["href"])  # type: ignore[index]

    assert back("/walk/bf/attack-phase/2.1?from=4-jump") == "/walk/bf/attack-phase/4-jump"
    assert back("/walk/bf/attack-phase/2.1") == "/walk/bf/attack-phase/1.4"
    assert back("/walk/bf/attack-phase/2.1?from=5.1") == "/walk/bf/attack-phase/1.4"
    assert page(client, "/walk/bf/attack-phase").select(".back, .over") == []


def test_a_japanese_walk_reads_japanese(client: FlaskClient) -> None:
    soup = page(client, "/walk/bf/attack-phase/2.1?ui=ja")
    assert next(why.get_text() for why in soup.select(".why")) == "攻撃する場合、2.2.に進みます。"
    assert soup.select_one(".now > .rule")["lang"] == "ja"  # type: ignore[index]
    assert soup.select_one(".way")["href"] == "/walk/bf/attack-phase/2.2?from=2.1&ui=ja"  # type: ignore[index]
    # A flow that is printed in English only is walked in English, and says so.
    assert page(client, "/walk/dg/standby/2?ui=ja").select_one(".now > .rule")["lang"] == "en"  # type: ignore[index]


def test_windows_are_shown_where_the_text_opens_them(client: FlaskClient) -> None:
    names = [link.get_text() for link in page(client, "/walk/bf/final-phase/1.1").select(".window.open p:first-child a")]
    assert names == ["Play timing", "[Counter]"]
    shut = page(client, "/walk/bf/attack-phase/3.2.1").select_one(".window")
    assert shut is not None
    assert "open" not in shut["class"]
    assert shut.select_one("a")["href"] == "/walk/bf/attack-phase/3.4"  # type: ignore[index]
    assert page(client, "/walk/bf/attack-phase/1.3").select_one(".window.open a[href='/walk/bf/play-timing']")
    assert [link.get_text() for link in page(client, "/walk/bf/call/2.1?ui=ja").select(".window.open a")] == [
        "【対抗】",
        "プレイタイミングの手順をたどる",
    ]


def window(client: FlaskClient, address: str) -> str:
    shown = page(client, address).select_one(".window")
    assert shown is not None
    return " ".join(shown.get_text().split())


def test_a_step_without_a_window_forbids_nothing(client: FlaskClient) -> None:
    """Above it the step itself may say that monsters may move."""
    assert "may move" in page(client, "/walk/bf/attack-phase/1.1.1").select_one(".now > .rule").get_text()  # type: ignore[union-attr]
    none = "Nothing printed here lets players use: [Counter], Play timing."
    assert window(client, "/walk/bf/attack-phase/1.1.1").startswith(none)
    assert window(client, "/walk/bf/attack-phase/1.1.1?ui=ja").startswith(
        "この手順には【対抗】、プレイタイミングの記載がありません。"
    )
    assert "Play timing" not in window(client, "/walk/dg/standby/2")


def test_a_game_whose_windows_are_not_known_has_no_word_about_them(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.flow.Walk.all_windows", lambda walk: [])
    assert page(client, "/walk/bf/attack-phase/1.1.1").select(".window") == []


def test_pages_read_no_record_anew_that_the_open_kb_holds(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page parsed all terms, and whole flows to learn that they exist: most of its time."""
    page(client, "/walk/bf/attack-phase/1.1.1")
    store = client.application.extensions["live"].search.kb.store
    read: list[tuple[str, str | None]] = []
    records = store.records
    monkeypatch.setattr(store, "records", lambda sort, entry=None: read.append((sort, entry)) or records(sort, entry))
    monkeypatch.setattr(store, "each", lambda sort: read.append((sort, None)) or iter(records(sort)))
    for address in ("/walk/bf/attack-phase/1.1.1", "/walk/bf/attack-phase/2.2", "/glossary", "/bf/attack-phase/2.1"):
        page(client, address)
    page(client, "/walk/bf/nothing", 404)
    flows = [entry for sort, entry in read if sort == "flow"]
    assert flows == ["bf/attack-phase", "bf/attack-phase", "bf/nothing"]
    assert "term" not in {sort for sort, _ in read}
    assert "window" in {sort for sort, _ in read}


def test_a_chance_that_only_one_way_leads_to_is_not_promised(client: FlaskClient) -> None:
    none = "Nothing printed here lets players use: [Counter], Play timing."
    assert window(client, "/walk/bf/attack-phase/2.1") == none
    assert window(client, "/walk/bf/attack-phase/3.2.1") == f"{none} Next chance: 3.4"
    # The ways part further on: 1.4 leads to 2.1, whence those who attack do not come to 2.1.1.
    for step in (
        "attack-phase/1.4",
        "attack-phase/2.1.2",
        "attack-phase/4.4",
        "attack-phase/4-jump",
        "final-phase/1.2",
        "final-phase/2.1.2",
    ):
        assert window(client, f"/walk/bf/{step}") == none, step


def test_a_step_on_which_the_languages_disagree_says_so(client: FlaskClient) -> None:
    (tag,) = page(client, "/walk/bf/attack-phase/3.2.1").select(".now .tag.differs")
    assert tag.get_text() == "Languages differ"
    assert tag.parent is not None
    assert tag.parent["href"] == "/bf/attack-phase/3.2.1#disagree"
    assert page(client, "/bf/attack-phase/3.2.1").select("#disagree")
    assert page(client, "/walk/bf/attack-phase/2.1").select(".tag.differs") == []


def test_windows_open_alike_in_both_languages_and_never_where_they_are_only_spoken_of(known: Known) -> None:
    found = list(windows_of(read_windows(CORPUS, known.terms), known.flows))
    by_document = {d: {(e, one["term"]) for e, one in found if one["document"] == d} for d in ("bf-en-3", "bf-ja-3")}
    assert by_document["bf-en-3"] == by_document["bf-ja-3"]
    steps = {step for step, _ in found}
    assert {"bf/call/2.1", "bf/automatic/2.2.1", "bf/main-phase/1.1", "dg/evolution-phase/3"} <= steps
    assert not steps & {
        "bf/call/2.3",
        "bf/play-timing/10.1",
        "bf/final-phase/4-jump",
        "bf/attack-phase/3.2.2",
        "bf/activated/1.2.3",
    }
    # A step of a current Buddyfight text that names [Counter] or play timing and opens no window is one of these.
    spoken = {
        node.entry.removeprefix("bf/")
        for flow in known.flows if flow.document.id == "bf-en-3"
        for node in flow.nodes if ("[Counter]" in node.text or "lay timing" in node.text.lower()) and node.entry not in steps
    }  # fmt: skip
    assert spoken == {
        "call/2.3", "cast/2.3", "equip/2.3", "play-timing/10.1", "activated/1.2", "activated/1.2.3", "automatic/2.2", "automatic/2.2.3",
        "final-phase/4-jump",
    }  # fmt: skip


def test_a_window_that_nothing_opens_is_found(known: Known, tmp_path_factory: pytest.TempPathFactory) -> None:
    window = Window(game="bf", term="counter", phrases={"en": ("nobody says this",), "ja": ()}, line=3)
    assert list(unused([window], known.flows)) == [(3, "nobody says this")]
    assert list(unused(read_windows(CORPUS, known.terms), known.flows)) == []
    folder = tmp_path_factory.mktemp("corpus")
    (folder / "windows.toml").write_text('[[window]]\ngame = "bf"\nterm = "nothing"\nen = ["a"]\n')
    with pytest.raises(CorpusError, match=r"windows\.toml:3: there is no term 'nothing'"):
        read_windows(folder, known.terms)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/walk/bf/attack-phase/9.9", "There is no step 9.9 in bf/attack-phase; its steps run from 1.1 to 5.1."),
        ("/walk/bf/keyword", "There is no flow bf/keyword in the current texts."),
        ("/walk/xx/attack-phase", "There is no flow xx/attack-phase in the current texts."),
    ],
)
def test_what_cannot_be_walked_is_a_page_that_helps(client: FlaskClient, address: str, says: str) -> None:
    soup = page(client, address, 404)
    assert says in soup.select_one("main").get_text()  # type: ignore[union-attr]
    assert "/walk/GAME/PART/STEP" in soup.select_one("main .quiet").get_text()  # type: ignore[union-attr]


def test_a_stage_is_walked_from_its_first_step(client: FlaskClient) -> None:
    assert page(client, "/walk/bf/attack-phase/2").select_one("link[rel=canonical]")["href"].endswith("/walk/bf/attack-phase/2.1")  # type: ignore[index, union-attr]


def test_every_position_has_a_page_its_ways_lead_on_and_a_next_chance_is_met(client: FlaskClient, kb: KnowledgeBase) -> None:
    flows = {f"{r['game']}/{r['part']}": r for r in kb.store.records("flow") if kb.store.documents[r["document"]].language == "en"}
    assert len(flows) == 19
    for name, record in flows.items():
        positions = {step["id"].rsplit("/", 1)[1] for step in record["steps"]}
        opened: set[str] = set()
        promised: dict[str, str] = {}
        onward: dict[str, set[str]] = {}
        for position in positions:
            soup = page(client, f"/walk/{name}/{position}")
            targets = {str(way["href"]).split("?")[0].rsplit("/", 1)[1] for way in soup.select(".way:not(.onward)")}
            wanted = {e["to"].rsplit("/", 1)[1] for e in record["edges"] if e["from"] == f"{name}/{position}"}
            assert targets == wanted, (name, position)
            assert bool(wanted) != bool(soup.select(".end"))
            onward[position] = wanted
            if soup.select(".window.open"):
                opened.add(position)
            elif link := soup.select_one(".window a"):
                promised[position] = str(link["href"])
        for position in positions - opened:
            (here, *others), passed = onward[position] or {""}, {position}
            while here and not others and here not in opened | passed:
                passed.add(here)
                here, *others = onward[here] or {""}
            met = f"/walk/{name}/{here}" if here in opened and not others else None
            assert promised.get(position) == met, (name, position)


def test_flows_and_steps_link_to_the_walker(client: FlaskClient) -> None:
    assert page(client, "/bf/attack-phase").select_one("main a.button")["href"] == "/walk/bf/attack-phase"  # type: ignore[index]
    assert page(client, "/bf/attack-phase/3.2.1").select("a[href='/walk/bf/attack-phase/3.2.1']")
    assert not page(client, "/bf/keyword/penetrate").select("a[href^='/walk/']")
