"""The page /cite, POST /api/citations and `judgecall cite`, as people and programs use them."""

from __future__ import annotations

import json
import subprocess
import time
from codecs import BOM_UTF8
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from conftest import judgecall
from flask.testing import FlaskClient
from test_build import JUDGECALL
from test_web import page, words

from kb.citations.find import Citations
from kb.cite_command import _beside
from kb.difference import first_difference, marked_against
from kb.knowledge_base import KnowledgeBase
from kb.model import Rendition
from kb.store import Store
from web import create_app

DISPUTE = "In EN 2 attack phase 3.2.2 said so.\nI say [Penetrate], and attack phase 99.1! 3.2.1?\n\nSee 3.2.1."
TODAY = "When cards with [Counterattack] have been attacked and are left on the field, if the attacking monster's defense is less than or equal to the power of the monster under attack with [Counterattack], choose that attacking monster and destroy it."


def posted(client: FlaskClient, text: str, status: int = 200) -> BeautifulSoup:
    reply = client.post("/cite", data={"text": text})
    assert reply.status_code == status
    return BeautifulSoup(reply.get_data(as_text=True), "html.parser")


def test_a_pasted_text_stays_in_the_browser_alone(client: FlaskClient) -> None:
    """Without it the way back from a rule led to an error page of the browser, and the text was gone."""
    headers = client.post("/cite", data={"text": DISPUTE}).headers
    assert headers["Cache-Control"] == "private, no-cache"
    assert "ETag" not in headers
    assert client.post("/cite", data={"text": "x" * 70_000}).headers["Cache-Control"] == "no-store"
    assert client.post("/api/citations", json={"text": DISPUTE}).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("text", ["", " \r\n\u3000"])
def test_nothing_to_check_says_what_to_do(client: FlaskClient, text: str) -> None:
    soup = posted(client, text)
    assert words(soup, ".caveat") == ["There is nothing to check yet. Paste or type a text that cites rules, then press “Check”."]
    assert soup.select("#text[autofocus][aria-describedby=lacking]")
    assert soup.select(".none, .findings") == []
    assert page(client, "/cite").select(".caveat, [autofocus]") == []


def test_the_api_gives_spans_in_full(client: FlaskClient) -> None:
    reply = client.post("/api/citations", json={"text": "😀 AP 3.2.2 (EN 2), attack phase 99.1"})
    assert reply.status_code == 200
    assert reply.get_json() == {
        "spans": [
            {
                "start": 2, "end": 10, "text": "AP 3.2.2", "status": "changed since", "reason": "", "range": False, "edition": "", "host": "",
                "candidates": [
                    {
                        "id": "bf/attack-phase/3.2.2", "status": "changed since", "document": "bf-en-2",
                        "citation": "BF Attack Phase 3.2.2 (EN 2)", "url": "/bf/attack-phase/3.2.2@bf-en-2", "number": "3.2.2",
                        "today": {
                            "document": "bf-en-3", "citation": "BF Attack Phase 3.2.2 (EN 3)",
                            "url": "/bf/attack-phase/3.2.2@bf-en-3", "number": "3.2.2", "text": TODAY,
                        },
                        "went_to": None, "doubts": [],
                    }
                ],
                "quotes": [], "not_compared": [],
            },
            {
                "start": 19, "end": 36, "text": "attack phase 99.1", "status": "unknown", "reason": "not printed", "range": False, "edition": "", "host": "",
                "candidates": [], "quotes": [], "not_compared": [],
            },
        ]
    }  # fmt: skip


def test_without_an_edition_the_address_is_not_pinned(client: FlaskClient) -> None:
    (span,) = client.post("/api/citations", json={"text": "アタックフェイズのQ2"}).get_json()["spans"]
    (candidate,) = span["candidates"]
    assert (candidate["url"], candidate["document"], candidate["today"]) == ("/bf/attack-phase/q2", "bf-ja-3", None)


@pytest.mark.parametrize(
    ("body", "sort", "status", "code", "message"),
    [
        ("{", "application/json", 400, "bad_request", 'the body must be a JSON object whose "text" is a string'),
        ('{"text": 3}', "application/json", 400, "bad_request", 'the body must be a JSON object whose "text" is a string'),
        ('["text"]', "application/json", 400, "bad_request", 'the body must be a JSON object whose "text" is a string'),
        ("[" * 100_000, "application/json", 400, "bad_request", 'the body must be a JSON object whose "text" is a string'),
        ("AP 3.2.1", "text/plain", 415, "unsupported_media_type", "the body must be JSON, not text/plain"),
        (json.dumps({"text": "a" * 65_537}), "application/json", 413, "request_entity_too_large", "the text is longer than the 65536 bytes that are read at once"),
        (json.dumps({"text": "a" * 600_000}), "application/json", 413, "request_entity_too_large", "The data value transmitted exceeds the capacity limit."),
    ],
)  # fmt: skip
def test_errors_have_the_one_shape(client: FlaskClient, body: str, sort: str, status: int, code: str, message: str) -> None:
    reply = client.post("/api/citations", data=body, content_type=sort)
    error = reply.get_json()["error"]
    assert error.pop("hint")
    assert (reply.status_code, error) == (status, {"code": code, "message": message})


def test_other_methods_are_refused(client: FlaskClient) -> None:
    for reply in (client.get("/api/citations"), client.put("/api/citations")):
        assert (reply.status_code, reply.get_json()["error"]["code"]) == (405, "method_not_allowed")
    assert client.put("/cite").status_code == 405


def test_half_a_letter_is_no_trouble(client: FlaskClient) -> None:
    reply = client.post("/api/citations", data='{"text": "\\ud800 [Penetrate]"}', content_type="application/json")
    assert [(span["start"], span["end"]) for span in reply.get_json()["spans"]] == [(2, 13)]


def test_the_page_marks_and_links_what_is_cited(client: FlaskClient) -> None:
    soup = posted(client, DISPUTE)
    assert soup.select_one(".pasted").get_text() == DISPUTE  # type: ignore[union-attr]
    assert [(a.get_text(), a["href"]) for a in soup.select(".pasted a")] == [
        ("attack phase 3.2.2", "/bf/attack-phase/3.2.2@bf-en-2"), ("[Penetrate]", "/bf/keyword/penetrate"), ("attack phase 99.1", "#c3"),
        ("3.2.1", "/bf/attack-phase/3.2.1"), ("3.2.1", "#c5"),
    ]  # fmt: skip
    assert words(soup, ".findings .state") == [
        "Changed since",
        "Current, but in doubt",
        "Unknown",
        "Current, but in doubt",
        "Could be several",
    ]
    first = soup.select(".findings > li")[0]
    assert words(first, "mark") == ["or equal to"]
    assert [a["href"] for a in soup.select("#c5 .plain a")] == [
        f"/bf/{part}/3.2.1" for part in ("start-phase", "attack-phase", "final-phase")
    ]
    assert soup.select_one("textarea").get_text().strip() == DISPUTE  # type: ignore[union-attr]
    assert all(client.get(str(a["href"])).status_code == 200 for a in soup.select("main a[href^='/']"))


def test_a_rule_in_force_is_not_said_to_bear_a_claim_out(client: FlaskClient) -> None:
    soup = posted(client, "Attack Phase 2.1 says the starting fighter may link attack on turn one. And AP 1.1–1.2.")
    assert words(soup, ".findings .tags + .quiet") == [
        "This rule is in force; read below what it says.",
        "These rules are in force; read below what they say.",
    ]


def test_a_cited_rule_on_which_the_languages_disagree_says_so(client: FlaskClient) -> None:
    soup = posted(client, "AP 3.2.1, AP 2.1 and [Penetrate]")
    tagged = {str(tag.parent["href"]) for tag in soup.select(".findings h3 .tag.differs") if tag.parent is not None}
    assert tagged == {"/bf/attack-phase/3.2.1#disagree", "/bf/keyword/penetrate#disagree"}
    assert all(page(client, address).select("#disagree") for address in tagged)


def test_a_current_text_that_prints_an_old_rule_is_not_simply_in_force(client: FlaskClient, small_kb: Path) -> None:
    text = "スタートフェイズ3.1 (JA 3)では先攻は引けません。"
    soup = posted(client, f"{text} Attack phase 3.2.1–3.2.2.")
    assert words(soup, ".findings .state") == ["Current, but in doubt"] * 2
    first, second = soup.select(".findings > li")
    assert words(first, ".tags + .quiet") == ["A current text prints this rule; read the warning with what it says."]
    stale, differs = first.select(".caveat")
    assert stale.get_text().startswith("JA 3 still prints the old rule here: ※先攻1ターン目のみ、カードを引くことはできません。")
    assert [a["href"] for a in stale.select("a")] == ["/bf/change/first-turn-draw"]
    assert differs.get_text().startswith("English and Japanese disagree here, with high impact on a match. The Japanese note")
    assert differs.get_text().endswith(" See both.")
    assert len(second.select(".caveat")) == 1
    said = judgecall("cite", "--kb", str(small_kb), stdin=text.encode()).stdout.splitlines()
    assert said[0] == "1:1  current, in doubt  スタートフェイズ3.1"
    assert said[2] == "      it still prints an old rule here: ※先攻1ターン目のみ、カードを引くことはできません。(3.1.を行わない)"
    assert said[4] == "      English and Japanese disagree, with high impact"
    (span,) = client.post("/api/citations", json={"text": text}).get_json()["spans"]
    assert span["status"] == "current"
    assert [(one["sort"], one["url"]) for one in span["candidates"][0]["doubts"]] == [
        ("stale", "/bf/change/first-turn-draw"), ("languages differ", "/bf/start-phase/3.1#disagree"),
    ]  # fmt: skip


def test_an_older_edition_with_the_words_of_today_is_as_doubted_as_they_are(client: FlaskClient) -> None:
    soup = posted(client, "AP 3.2.1 (EN 2) and AP 3.2.1 and AP 3.2.2 (EN 2)")
    assert words(soup, ".findings .state") == ["Current, but in doubt"] * 2 + ["Changed since"]
    warned = [[caveat.get_text() for caveat in finding.select(".caveat")] for finding in soup.select(".findings > li")]
    assert warned[0] == warned[1] != []
    assert warned[2] == []


@pytest.mark.parametrize("text", ["Start Phase 3.1 (EN 2)", "AP 3.2.2", "バディファイトの『ライフリンク』"])
def test_what_is_superseded_or_differs_a_little_is_not_in_doubt(client: FlaskClient, text: str) -> None:
    (span,) = client.post("/api/citations", json={"text": text}).get_json()["spans"]
    assert [one["doubts"] for one in span["candidates"]] == [[]]


def test_what_is_unknown_says_of_which_edition_or_game(client: FlaskClient, small_kb: Path) -> None:
    text = "Start Phase 3.1 (EN 1). AP 3.2.1 (EN 4), AP 3.2.1 (EN 5), AP 3.2.1 (DG 1), AP 3.2.1 (EN 4). [D-Share] @bf-en-9"
    soup = posted(client, text)
    assert words(soup, "section h2") == ["6 citations"]
    assert words(soup, ".findings .tags + .quiet") == [
        "EN 1 is held here, and does not print this.",
        "EN 4 is not held here.",
        "EN 5 is not held here.",
        "The game that is named here has no such rule.",
        "A current text prints this rule; read the warning with what it says.",
    ]
    assert words(soup, ".findings .tags .quiet") == ["2 times"]
    spans = client.post("/api/citations", json={"text": text}).get_json()["spans"]
    assert [(span["reason"], span["edition"]) for span in spans] == [
        ("edition", "EN 1"), ("not held", "EN 4"), ("not held", "EN 5"), ("game", ""), ("not held", "EN 4"), ("", ""),
    ]  # fmt: skip
    said = judgecall("cite", "--kb", str(small_kb), stdin=text.encode()).stdout.splitlines()
    assert said[:2] == [
        "1:1  unknown  Start Phase 3.1  (EN 1 is held here and does not print it)",
        "1:25  unknown  AP 3.2.1  (EN 4 is not held here)",
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("BF Attack Phase 3.2.1 (EN 7)", "not held"), ("BF Start Phase 3.1 (EN 1)", "edition"), ("/bf/start-phase/3.1@bf-en-8", "not held"),
        ("/bf/start-phase/3.1@bf-en-1", "edition"), ("step 3.1.1 (EN 6)", "not held"), ("第9版のアタックフェイズ3.2.1", "not held"),
    ],
)  # fmt: skip
def test_an_edition_that_is_held_is_told_from_one_that_is_not(client: FlaskClient, text: str, reason: str) -> None:
    (span,) = client.post("/api/citations", json={"text": text}).get_json()["spans"]
    assert (span["status"], span["reason"]) == ("unknown", reason)


@pytest.mark.parametrize(("text", "status"), [(DISPUTE, 200), ("I had 2 monsters.", 200), ("あ" * 22_000, 413)])
def test_the_other_language_takes_the_pasted_text_along(client: FlaskClient, text: str, status: int) -> None:
    soup = posted(client, text, status)
    switch = soup.select_one("button.tongue")
    assert switch is not None
    form = soup.select_one(f"form#{switch['form']}")
    assert form is not None
    assert form.select_one("textarea[name=text]") is not None
    reply = client.post(str(switch["formaction"]), data={"text": text})
    other = BeautifulSoup(reply.get_data(as_text=True), "html.parser")
    assert other.select_one("html")["lang"] == "ja"  # type: ignore[index]
    assert other.select_one("textarea").get_text().strip() == text  # type: ignore[union-attr]
    # A text in the address, and no text, need no form.
    assert page(client, "/cite?text=AP+3.2.1").select_one("a.tongue")["href"] == "/cite?text=AP+3.2.1&ui=ja"  # type: ignore[index]
    assert posted(client, "").select("a.tongue")


def test_a_short_text_may_stand_in_the_address(client: FlaskClient) -> None:
    soup = page(client, "/cite?text=AP+3.2.1%E2%80%933.2.2+and+AP+3.2.1-3.2.2")
    assert words(soup, ".findings h3 a:first-child") == ["BF Attack Phase 3.2.1", "BF Attack Phase 3.2.2"]
    assert words(soup, ".findings .tags .quiet") == ["2 times"]


def full(store: Store) -> str:
    """64 KB of ranges, all of them different, of texts that have changed since."""
    steps = sorted(
        {
            r.number
            for e in store.entries()
            if e.id.startswith("bf/attack-phase/") and e.kind == "step"
            for r in e.renditions
            if r.number
        }
    )
    pairs = (
        f"AP {low}-{high} ({edition})" for high in reversed(steps) for low in steps for edition in ("EN 1", "EN 2", "EN 3", "JA 3")
    )
    return "\n".join(pairs)[:65_000]


def test_a_text_full_of_ranges_gets_a_reply_and_a_page_that_are_bounded(client: FlaskClient, kb: KnowledgeBase) -> None:
    """A page of 8 MB once, and a reply of 6 MB, each for 64 KB."""
    text = full(kb.store)
    reply = client.post("/api/citations", json={"text": text})
    spans = reply.get_json()["spans"]
    left = [span for span in spans if "left_out" in span]
    assert len(reply.data) < 2_500_000
    assert len(spans) > 1000
    assert left
    assert all(span["candidates"] == [] and span["left_out"] > 0 and span["status"] != "unknown" for span in left)
    assert "left_out" not in spans[0]
    assert spans[0]["candidates"]
    got = client.post("/cite", data={"text": text})
    soup = BeautifulSoup(got.get_data(as_text=True), "html.parser")
    assert len(got.data) < 1_500_000
    assert len(soup.select(".pasted a")) == 1000
    assert soup.select_one(".pasted").get_text() == text  # type: ignore[union-attr]
    assert f"… and {len(spans) - 1000} more citations" in words(soup, ".findings + .quiet")[0]
    assert len(soup.select(".findings h3")) < 1000
    assert words(soup, ".findings > li:last-child p:last-child")[0].endswith(
        "not shown: this page is full. Check this part of the text by itself."
    )


def test_what_two_editions_differ_in_is_worked_out_once_a_page(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr("web.cite.marked_against", lambda one, other: asked.append((one, other)) or marked_against(one, other))
    assert len(posted(client, "AP 3.2.1-3.2.2 (EN 2), AP 3.2.2 (EN 2), AP 3.2-3.2.2 (EN 2)").select(".findings mark")) > 2
    assert len(asked) == len(set(asked)) > 0


def test_a_dash_that_is_no_range_has_its_page_too(client: FlaskClient) -> None:
    assert words(posted(client, "AP 1.2-1 and AP 1.4-3 (EN 1)"), ".findings .state") == ["Current", "Current"]


def test_the_page_with_nothing_with_no_citation_and_with_too_much(client: FlaskClient) -> None:
    assert words(page(client, "/cite"), ".none, .findings, .caveat") == []
    assert words(posted(client, "I had 2 monsters."), ".none")[0].startswith("No citation was found.")
    assert words(posted(client, "あ" * 22_000, 413), ".caveat") == [
        "The text is too long: at most 64 KB are read at once. Cut it into pieces."
    ]


def test_a_link_to_another_site_is_said_to_be_one(client: FlaskClient, small_kb: Path) -> None:
    text = "https://example.org/bf/keyword/move, http://localhost/bf/keyword/move and /bf/keyword/move"
    soup = posted(client, text)
    assert words(soup, ".findings .state") == ["Current"] * 3
    assert words(soup, ".findings .caveat") == [
        "This is a link to example.org, not to this site. The rule is read from its address alone; what that site shows is not checked."
    ]
    assert soup.select("#c1 .caveat")
    spans = client.post("/api/citations", json={"text": text}).get_json()["spans"]
    assert [span["host"] for span in spans] == ["example.org", "localhost", ""]
    said = judgecall("cite", "--kb", str(small_kb), stdin=text.encode()).stdout.splitlines()
    assert said[1] == "    a link to example.org: read from its path alone, whatever that site shows"


def test_markup_in_a_pasted_text_is_shown_not_run(client: FlaskClient) -> None:
    text = "</textarea><script>alert(1)</script> AP 3.2.1 <b>"
    soup = posted(client, text)
    assert soup.select("main script, main b") == []
    assert soup.select_one(".pasted").get_text() == text  # type: ignore[union-attr]


def test_every_page_leads_there(client: FlaskClient) -> None:
    assert page(client, "/").select_one("footer a[href='/cite']") is not None


def cited(kb_path: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    command = [*JUDGECALL, "cite", *arguments, "--kb", str(kb_path)]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_the_site_reads_texts_by_the_index_that_questions_are_understood_by(
    small_kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once there were two in each worker, and the site's held a KB in memory whose place another had taken."""
    monkeypatch.setattr("kb.referring.CITED", 0)  # a large KB makes it only when a text is first pasted
    made: list[Citations] = []

    class Counted(Citations):
        def __init__(self, store: Store) -> None:
            super().__init__(store)
            made.append(self)

    monkeypatch.setattr("kb.referring.Citations", Counted)
    app = create_app(small_kb)
    search = app.extensions["live"].search
    search.warm()
    assert made == []
    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(lambda _: app.test_client().post("/api/citations", json={"text": "AP 3.2.1"}), range(4)))
    assert [len(reply.get_json()["spans"]) for reply in replies] == [1] * 4
    assert made == [search.citations] == [search._understanding.citations]
    assert "citations" not in app.extensions
    search.kb.store.close()


def test_a_long_text_is_listed_as_soon_as_it_is_read(small_kb: Path) -> None:
    """For each of the citations all that stands before it was once gone through for its line."""
    text = "AP 3.2.1\n" * 7200
    began = time.process_time()
    found = judgecall("cite", "--kb", str(small_kb), "--json", stdin=text.encode())
    took = time.process_time() - began
    began = time.process_time()
    listed = judgecall("cite", "--kb", str(small_kb), stdin=text.encode())
    assert time.process_time() - began < 1.5 * took + 1
    assert (found.returncode, listed.returncode) == (0, 0)
    assert [line.split()[0] for line in listed.stdout.splitlines() if "  current, in doubt  " in line] == [
        f"{n}:1" for n in range(1, 7201)
    ]


def test_the_command_lists_citations_line_by_line(small_kb: Path, tmp_path: Path) -> None:
    (tmp_path / "dispute.txt").write_text(DISPUTE, encoding="utf-8")
    result = judgecall("cite", str(tmp_path / "dispute.txt"), "--kb", str(small_kb))
    assert result.returncode == 0
    heads = [line for line in result.stdout.splitlines() if not line.startswith(" ")]
    assert heads == [
        "1:9  changed since  attack phase 3.2.2",
        "2:7  current, in doubt  [Penetrate]",
        "2:24  unknown  attack phase 99.1  (no text held here prints it)",
        "2:43  current, in doubt  3.2.1",
        "4:5  ambiguous  3.2.1",
    ]
    assert "    BF Attack Phase 3.2.2 (EN 2)  [bf/attack-phase/3.2.2]" in result.stdout


def test_the_command_shows_what_changed(small_kb: Path, renditions: dict[str, dict[str, Rendition]]) -> None:
    """Both texts were once cut to their opening, which was the same."""
    said = judgecall("cite", "--kb", str(small_kb), stdin=b"AP 3.2.2 (EN 2)").stdout
    assert said.splitlines()[1:] == [
        "    BF Attack Phase 3.2.2 (EN 2)  [bf/attack-phase/3.2.2]  …is less than the power of the monster under attack with [Cou…",
        "      today …is less than or equal to the power of the monster under atta…",
    ]
    today, changed = renditions["bf-en-3"], 0
    for rendition in (*renditions["bf-en-1"].values(), *renditions["bf-en-2"].values()):
        now = today.get(rendition.entry)
        texts = () if now is None else [" ".join(one.text.split()) for one in (rendition, now)]
        if texts and first_difference(*texts) is not None:
            changed += 1
            assert _beside(*texts) != _beside(*reversed(texts)), rendition.entry
    assert changed > 50
    assert _beside("same words", "same words") == _beside("same words", None) == "same words"
    long = "攻撃しているカードが" * 10
    assert _beside(f"{long}破壊された", f"{long}破壊されない") == f"…{long[-16:]}破壊された"


def test_the_command_does_not_deny_a_number_that_other_flows_print(small_kb: Path) -> None:
    result = judgecall(
        "cite", "--kb", str(small_kb), stdin=b"Player cites Call Q1. Judge answered with 3.2.1. See BF [Penetrat] (EN 3)."
    )
    heads = [line for line in result.stdout.splitlines() if not line.startswith(" ")]
    assert heads == [
        "1:14  current  Call Q1",
        "1:43  ambiguous  3.2.1",
        "1:54  unknown  BF [Penetrat] (EN 3)  (no text held here prints it)",
    ]
    assert "no flow is named; it could be" in result.stdout


def test_the_command_gives_the_same_json(kb_path: Path, client: FlaskClient) -> None:
    result = cited(kb_path, "-", "--json", stdin=DISPUTE.encode())
    assert json.loads(result.stdout) == client.post("/api/citations", json={"text": DISPUTE}).get_json()
    assert judgecall("cite", "--kb", str(kb_path), stdin=b"nothing here").stdout == "No citations found.\n"


def test_a_bad_file_is_one_line_and_exit_2(small_kb: Path, tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes("é".encode("latin-1"))
    (tmp_path / "long.txt").write_text("あ" * 30_000, encoding="utf-8")
    (tmp_path / "long-sjis.txt").write_bytes(("ア" * 40_000).encode("shift-jis"))
    (tmp_path / "latin-marked.txt").write_bytes(BOM_UTF8 + "aé".encode("latin-1"))
    for less in range(3):  # the letter that the cut goes through begins elsewhere
        (tmp_path / f"long-marked-{less}.txt").write_bytes(BOM_UTF8 + ("a" * less + "あ" * 30_000).encode())
    for name, says in (
        ("latin.txt", "is not UTF-8"),
        ("long.txt", "cut it into pieces"),
        ("long-sjis.txt", "is not UTF-8"),
        ("latin-marked.txt", "is not UTF-8 (byte 4)"),
        *((f"long-marked-{less}.txt", "longer than the 65536 bytes") for less in range(3)),
        ("none.txt", "No such file"),
        (".", "Is a directory"),
    ):
        result = judgecall("cite", str(tmp_path / name), "--kb", str(small_kb))
        assert (result.returncode, result.stderr.count("\n")) == (2, 1), name
        assert says in result.stderr
