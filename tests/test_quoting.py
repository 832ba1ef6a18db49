"""What an answer quotes: printed words, around the sentence nearest the question, no more than is read at a glance."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from ingest.stock import stock_sentences
from kb.knowledge_base import KnowledgeBase
from kb.quoting import GLANCE, quote
from kb.search import Search
from kb.sentences import sentences, spans


def test_every_quote_is_printed_so_and_short(kb: KnowledgeBase, search: Search) -> None:
    query = search.rank("can I counter Penetrate?").query
    for entry in kb.store.entries():
        for rendition in entry.renditions:
            printed = rendition.answer or rendition.text
            pieces = sentences(printed)
            if any(piece.startswith(("New Rule", "新ルール", "Correct:")) for piece in pieces[1:]):
                continue  # a change of the rules or an erratum: only what holds is quoted
            for wanted in range(1 if rendition.answer else min(4, len(pieces))):

                def likeness(texts: Sequence[str], wanted: int = wanted) -> list[float]:
                    return [9.0 * (place == wanted) for place in range(len(texts))]

                found = quote(query, rendition, likeness, "depends")
                assert found.text in printed
                assert "".join(found.pieces) == found.text
                telling = pieces[wanted]
                assert found.pieces[1] == telling
                assert len(found.text) <= max(GLANCE[rendition.language], len(telling))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("can I counter Penetrate?", "[Counter] cannot be used against [Penetrate]."),
        ("how many cards can my sideboard have", "0-10 cards"),
        ("アイテムは何枚装備できますか", "それぞれ1枚ずつしか置けません"),
        (
            "digimon: who goes first next turn?",
            "On the next turn, the player with the most",
        ),  # a step looked up has no title to explain
    ],
)
def test_the_words_that_settle_it_are_quoted(search: Search, question: str, said: str) -> None:
    found = search.search(question).answer
    assert found is not None
    assert said in found.citations[0].quote


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("can I call an impact monster by effect in main phase", None),
        ("can I call an impact monster in my main phase?", "no"),
    ],
)
def test_a_bare_no_is_told_apart_only_beside_a_verdict(search: Search, question: str, verdict: str | None) -> None:
    found = search.search(question).answer
    assert found is not None
    (cited,) = found.citations
    assert (cited.entry.id, found.verdict) == ("bf/impact-monsters/q1", verdict)
    assert cited.quoted.sure == (verdict is not None)


def test_a_bare_yes_to_another_question_is_not_quoted_beside_a_no(search: Search) -> None:
    found = search.search("バディコールを打ち消されたらライフ回復する？").answer
    assert found is not None
    assert found.verdict == "no"
    assert "打ち消せます" not in found.citations[0].quote


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("can i counter more than once in a battle", "any number of times", "Old Rule"),
        ("1つのバトルで対抗は何回使える？", "何回でも", "旧ルール"),
        ("old rule: can i counter more than once in a battle", "Old Rule You can only use", "New Rule"),
    ],
)
def test_of_a_change_of_the_rules_what_holds_is_quoted(search: Search, question: str, said: str, unsaid: str) -> None:
    found = search.search(question).answer
    assert found is not None
    assert said in found.text
    assert unsaid not in found.citations[0].quote


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("so I may not declare Overkill if I already declared Overturn in the game, right?", "once per game"),
        ("so I may declare Overkill if I already declared Overturn in the game, right?", "Yes, you may."),
        ("So Begone!! can't nullify a Buddy Call, right?", "In that case, the fighter who declared the Buddy Call"),
        ("So Begone!! can nullify a Buddy Call, right?", "Yes, it can."),
    ],
)
def test_a_bare_yes_answers_no_question_that_is_put_the_other_way_round(search: Search, question: str, said: str) -> None:
    found = search.search(question).answer
    assert found is not None
    assert said in found.text
    assert said.startswith("Yes") or "Yes" not in found.citations[0].quote


def test_spans_are_the_sentences() -> None:
    text = "  One. Two 3.2.1 is here!\nThree。四！  "
    assert [text[start:end] for start, end in spans(text)] == sentences(text) == ["One.", "Two 3.2.1 is here!", "Three。", "四！"]
    assert sentences('See "2. Flow of a Call". Then “1. Flow”. It was 5. Now 6.') == [
        'See "2. Flow of a Call".',
        "Then “1. Flow”.",
        "It was 5.",
        "Now 6.",
    ]
    assert sentences("If so, go to 2.2.. If not, go to 2.1.2..") == ["If so, go to 2.2..", "If not, go to 2.1.2.."]
    assert spans("  ") == ()


def test_a_page_sets_off_what_stands_around(client: FlaskClient) -> None:
    page = client.get("/search?q=can+I+counter+Penetrate").get_data(as_text=True)
    quoted = page.split("<blockquote", 1)[1].split("</blockquote>", 1)[0]
    assert "<strong>[Counter] cannot be used against [Penetrate].</strong>" in quoted


def test_the_answer_of_a_question_stands_under_that_question(client: FlaskClient, kb: KnowledgeBase) -> None:
    page = client.get("/search?q=BF+Attack+Phase+Q4").get_data(as_text=True)
    entry = kb.store.entry("bf/attack-phase/q4")
    assert entry is not None
    question = entry.renditions[0].question
    assert question
    assert escape(question) in page.split('class="answer"', 1)[1].split("<blockquote", 1)[0]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("counterattack when", "remains on the field after being attacked"),
        ("move - when can I move it", "At the beginning of an attack phase"),
        ("反撃って連携攻撃でもできるん？", "攻撃されたあと場に残っている場合"),
        ("can I counter Counterattack?", "[Counter] cannot be used against [Counterattack]."),
        ("同じカードに移動が2つ付いたら重複する？", "『移動』は同じカードが重複して持つことはありません。"),
    ],
)
def test_a_stock_sentence_is_quoted_only_where_its_own_words_are_asked_for(search: Search, question: str, said: str) -> None:
    found = search.search(question).answer
    assert found is not None
    assert said in found.citations[0].quoted.pieces[1]


def test_stock_sentences_are_those_that_many_entries_print_alike(kb: KnowledgeBase) -> None:
    stock = stock_sentences(kb.store.entries(), kb.store.documents)
    assert [{"sentences": stock}] == kb.store.records("stock")
    assert "The same card cannot have multiple [Penetrate]." in stock
    assert "『貫通』に対して【対抗】を使用することはできません。" in stock
    assert not any(sentence.startswith("When an attack by a card with [Penetrate] hits") for sentence in stock)
    assert len(stock) < 120


def test_a_sentence_does_not_end_before_a_small_letter() -> None:
    assert sentences("Cards under ‘Off-Limits!’ cannot be in a deck. See.") == [
        "Cards under ‘Off-Limits!’ cannot be in a deck.",
        "See.",
    ]
    assert sentences("Conan a.k.a. Case Closed. Two!  (No more.) ") == ["Conan a.k.a. Case Closed.", "Two!", "(No more.)"]
