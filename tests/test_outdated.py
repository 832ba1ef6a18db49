"""Words that are quoted from the old rule of a change or from the incorrect text of an erratum, which are printed and hold no longer."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from conftest import judgecall
from flask.testing import FlaskClient
from test_quoted import quoted
from test_web import words

from kb.citation import pinned
from kb.citations.find import Citations
from kb.knowledge_base import KnowledgeBase

ONCE = "You can only use [Counter] once during each battle."


@pytest.fixture(scope="module")
def citations(kb: KnowledgeBase) -> Citations:
    return Citations(kb.store)


@pytest.mark.parametrize(
    ("text", "outdated"),
    [
        ('Rule change 1: "The first turn fighter cannot draw during the very first stand phase."', "old rule"),
        ('Rule change 1: "The first turn fighter can also draw during the very first stand phase."', ""),
        ('Rule change 1: "during the very first stand phase"', ""),  # both halves have it
        (f'Rule change 2: "{ONCE}"', "old rule"),
        (f'Rule change 2 (EN 3) says “Old Rule {ONCE}”', "old rule"),
        ("Rule change 2: “You can use [Counter] any number of times during each battle.”", ""),
        ('Rule change 3: "the fighter will get another turn"', "old rule"),
        ("“the next turn will become your opponent's turn” (Rule change 3)", ""),
        ("ルール変更1「スタートフェイズのドローは先攻1ターン目のみ行うことができません。」", "old rule"),
        ("ルール変更1「スタートフェイズのドローは先攻1ターン目も行うことができます。」", ""),
        ("ルール変更2「1つのバトルにつき、1回しか【対抗】を使うことができません。」", "old rule"),
        ("ルール変更2には「何回でも【対抗】を使うことができます」と書いてあります。", ""),
        ('DG Erratum Bo-51: "Forces the battle to end"', "incorrect"),
        ('DG Erratum Bo-51: "The battle is a draw"', ""),
        ('DG Erratum Bo-43: "This card will remain in the slot until it is discarded or disabled by your opponent."', "incorrect"),
        ('DG Erratum St-58: "effect: ◎If you win the battle in the turn you use it"', ""),
        ('DG Erratum St-296: "Immediately reduce your points by 10"', ""),
    ],
)  # fmt: skip
def test_an_old_half_is_told_from_what_holds(citations: Citations, text: str, outdated: str) -> None:
    (one,) = quoted(citations, text)
    assert (one.printed, one.printed_as) == (True, outdated)
    (found,) = [citation for citation in citations.check(text) if citation.quotes]
    assert (found.status, found.state) == ("current", "outdated" if outdated else "current")


def test_an_old_rule_that_is_quoted_from_a_step_is_said_to_be_one(citations: Citations) -> None:
    (one,) = quoted(citations, f"Attack Phase 2.5 (EN 3): “{ONCE}”")
    assert (one.printed, one.printed_as) == (False, "old rule")
    assert [pinned(*other) for other in one.others] == ["BF Rule change 2 (EN 3)"]


def test_each_line_of_a_change_or_an_erratum_is_of_the_half_that_its_label_names(kb: KnowledgeBase, citations: Citations) -> None:
    old = 0
    for entry in kb.store.entries():
        for rendition in entry.renditions if entry.kind in ("rule_change", "erratum") else ():
            for line in rendition.text.splitlines():
                label = line.split()[0]
                if label in ("旧ルール", "新ルール", "Incorrect:", "Correct:") or line.startswith(("Old Rule", "New Rule")):
                    (one,) = quoted(citations, f"{pinned(entry, rendition)}: «{line}»")
                    assert bool(one.printed_as) == (label in ("旧ルール", "Incorrect:", "Old")), line
                    old += bool(one.printed_as)
    assert old == 22


def test_the_page_the_command_and_the_json_say_so(client: FlaskClient, small_kb: object) -> None:
    text = f'Rule change 2: "{ONCE}" DG Erratum Bo-51: "Forces the battle to end"'
    soup = BeautifulSoup(client.post("/cite", data={"text": text}).get_data(as_text=True), "html.parser")
    assert words(soup, ".findings .state") == ["Old wording quoted"] * 2
    assert words(soup, ".misquote p") == [
        f"EN 3 prints this as the old rule, which no longer holds: {ONCE}",
        "EN 1 prints this as the incorrect text, which the erratum corrects: Forces the battle to end",
    ]
    assert next((a["class"], a["href"]) for a in soup.select(".pasted a")) == (["cited", "outdated"], "#c1")
    assert words(soup, ".quoted") == []
    said = judgecall("cite", "--kb", str(small_kb), stdin=text.encode()).stdout.splitlines()
    assert said[:2] == [
        "1:1  current, old wording quoted  Rule change 2",
        f"    it prints this as the old rule, which no longer holds: {ONCE}",
    ]
    spans = client.post("/api/citations", json={"text": text}).get_json()["spans"]
    assert [quote["printed_as"] for span in spans for quote in span["quotes"]] == ["old rule", "incorrect"]
    soup = BeautifulSoup(client.post("/cite", data={"text": f"AP 2.5: “{ONCE}”"}).get_data(as_text=True), "html.parser")
    assert words(soup, ".misquote p")[1] == "These are the words of BF Rule change 2 EN 3: the old rule, which no longer holds."


@pytest.mark.parametrize(
    ("text", "printed_as"),
    [
        ('Final Phase Q1: "monsters and items attack during my final phase"', "question"),
        ("コールQ2「戻せます」", "question"),
        ('Final Phase Q1: "Can monsters and items attack during my final phase?"', ""),
        ("ファイナルフェイズQ1「モンスターやアイテムで攻撃することはできますか」", ""),
        ('Final Phase Q1: "can also attack during your final phase"', ""),
        ('Call Q2: "Will that card return to hand? No, it will not."', ""),
        ('Call Q2: "return to hand"', ""),  # question and answer have it
    ],
)
def test_words_of_a_question_are_told_from_those_of_its_answer(citations: Citations, text: str, printed_as: str) -> None:
    (one,) = quoted(citations, text)
    assert (one.printed, one.printed_as) == (True, printed_as)


def test_the_page_says_that_a_question_was_quoted(client: FlaskClient) -> None:
    text = 'Final Phase Q1: "monsters and items attack during my final phase"'
    soup = BeautifulSoup(client.post("/cite", data={"text": text}).get_data(as_text=True), "html.parser")
    assert words(soup, ".findings .state") == ["Current"]
    assert words(soup, ".misquote p") == [
        "EN 3 prints this in the question, not in the answer: monsters and items attack during my final phase"
    ]
