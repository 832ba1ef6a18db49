"""What a question names that no text has: numbers, codes, names in brackets. It gets no ruling, however near one seems."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.questions import read_questions
from kb.knowledge_base import KnowledgeBase
from kb.referring import Referred, Referring
from kb.search import Search
from kb.understand import Understanding
from kb.unprinted import Codes, too_high


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        ("errata for St-999", ["st-999"]),
        ("カードSt-9999のエラッタ", ["st-9999"]),
        ("Bo-777 correction", ["bo-777"]),
        ("St-999", ["st-999"]),
        ("what does rule 701.8 say", ["701.8"]),
        ("第100.2条", ["100.2"]),
        ("Q15 call", ["Q15"]),
        ("digimon preparation phase (9)", ["preparation phase (9)"]),
        ("match start (7) digimon", ["match start (7)"]),
        ("[Hyper Soulguard]", ["[Hyper Soulguard]"]),
        ("what is [Gauge Burn]", ["[Gauge Burn]"]),
        ("『超貫通』とは", ["『超貫通』"]),
        ("[Hyper Soulguard] [Hyper Soulguard]", ["[Hyper Soulguard]"]),
        ("rule 701.8 [Gauge Burn]", ["701.8", "[Gauge Burn]"]),
        # a step of another game than the one that is named
        ("digimon start phase 3.2.1", ["3.2.1"]),
        ("digimon attack phase 3.2.1", ["3.2.1"]),
        ("buddyfight battle phase 2", ["buddyfight battle phase 2"]),
    ],
)
def test_what_no_text_has_gets_no_ruling(search: Search, asked: str, missing: list[str]) -> None:
    found = search.search(asked)
    assert list(found.query.referred.missing) == missing
    assert found.answer is None


@pytest.mark.parametrize(
    ("asked", "entry"),
    [
        ("errata for Bo-51", "dg/erratum/bo-51"),
        ("bo-51", "dg/erratum/bo-51"),
        ("Q2 call", "bf/call/q2"),
        ("digimon preparation phase (2)", "dg/preparation-phase/2"),
        ("[Soulguard] meaning", "bf/keyword/soulguard"),
        ("[Soulgard]", "bf/keyword/soulguard"),
        ("『ソウルガード』とは", "bf/keyword/soulguard"),
    ],
)
def test_what_a_text_has_is_found(search: Search, asked: str, entry: str) -> None:
    found = search.search(asked)
    assert found.query.referred.missing == ()
    assert found.hits[0].entry.id == entry
    assert found.answer is not None


@pytest.mark.parametrize("asked", ["bo-3 or bo-5 matches?", "is a BF-12 promo legal", "may I put St-45 into my deck", "room 701.8"])
def test_other_codes_and_numbers_are_nothing_that_is_missing(search: Search, asked: str) -> None:
    assert search.search(asked).query.referred.missing == ()


def test_a_question_without_numbers_is_read_as_one_with_them(
    corpus: Path, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read in a shorter way, which must come to the same."""
    odd = (
        "①は",
        "Ⅷ",
        "３.２.１を見せて",
        "FP two one",
        "[Hyper Soulguard] [Hyper Soulguard]",
        "【超貫通】と貫通",
        "BF [Penetrate]",
        "第十条",
        "٣.٢",
        "",
    )
    asked = [f"{one} attack phase" for one in odd] + [*odd, *(question.text for question in read_questions(corpus))]
    understanding = Search(kb)._understanding
    shorter = [read_of(understanding, text) for text in asked]
    monkeypatch.setattr(Referring, "_may_number", lambda *_: True)
    assert shorter == [read_of(understanding, text) for text in asked]
    assert any(one is not None and one.missing for one in shorter)


def read_of(understanding: Understanding, text: str) -> Referred | None:
    try:
        return understanding.understand(text).referred
    except ValueError:
        return None


def test_a_strange_name_beside_others_only_speaks_against_an_answer(search: Search) -> None:
    query = search.search("can a monster with [Gauge Burn] be attacked?").query
    assert query.referred.missing == ()
    assert "[Gauge Burn]" in query.outside


def test_codes() -> None:
    codes = Codes(["Bo-51 reads", "St-97"])
    assert Codes.asked("bo-51?")
    assert Codes.asked("the errata of bo-51")
    assert not Codes.asked("may bo-51 evolve")
    assert codes.missing("bo-51 bo-52 xy-51") == ["bo-52"]


def test_too_high() -> None:
    assert too_high("rule 603.4 and section 9.1") == ["603.4"]


@pytest.mark.parametrize(
    "asked", ["[Question] how many copies of a card are allowed?", "[Rules Question] can I counter Penetrate?"]
)
def test_a_tag_before_a_question_is_no_name(search: Search, asked: str) -> None:
    found = search.search(asked)
    assert found.query.outside == ()
    assert found.answer is not None


@pytest.mark.parametrize("asked", ["[hyper soulguard]", "［Hyper Soulguard］", "【超貫通】とは"])
def test_brackets_of_any_sort_hold_names(search: Search, asked: str) -> None:
    assert search.search(asked).answer is None


def test_an_edition_that_is_not_held_gets_the_rules_as_they_are_without_a_verdict(search: Search) -> None:
    found = search.search("in edition 5, can I counter more than once in a battle?")
    assert found.query.unheld
    assert not found.query.old
    assert found.answer is not None
    assert found.answer.verdict is None
    assert "This is the text as it is now, not that of the edition asked about." in found.answer.caveats
