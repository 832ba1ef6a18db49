"""Words for numbers: one table for citations, questions and the device; what is of an edition that is not held is said to be so."""

from __future__ import annotations

import re

import pytest

from kb.citations.find import Citations
from kb.edition_asked import edition_asked
from kb.knowledge_base import KnowledgeBase
from kb.number_words import CARDINAL, CARDINALS, HAN, KANJI, ORDINAL, ORDINALS, value
from kb.search import Search


def test_each_word_is_read_whole_and_says_its_number() -> None:
    for pattern, words in ((CARDINAL, CARDINALS), (ORDINAL, ORDINALS), (KANJI, HAN)):
        assert len(words) == len(set(words)) == 99
        for number, word in enumerate(words, 1):
            found = re.search(pattern, word)
            assert found is not None
            assert (found[0], value(word), value(word.replace("-", " "))) == (word, number, number)
    assert [CARDINALS[11], CARDINALS[20], ORDINALS[11], ORDINALS[19], ORDINALS[91]] == [
        "twelve", "twenty-one", "twelfth", "twentieth", "ninety-second",
    ]  # fmt: skip
    assert [HAN[5], HAN[9], HAN[10], HAN[19], HAN[98]] == ["六", "十", "十一", "二十", "九十九"]
    assert [value("12th"), value("2nd"), value("7")] == [12, 2, 7]
    assert re.search(ORDINAL, "hundred-first") is None
    with pytest.raises(KeyError):
        value("twelf")


NAMED = (
    ("in the {} edition", ("6th", 6), ("10th", 10), ("sixth", 6), ("tenth", 10), ("twenty-first", 21), ("twenty second", 22)),
    ("(edition {})", ("12", 12), ("six", 6), ("twelve", 12), ("twenty-one", 21)),
    ("({} ed.)", ("12th", 12), ("9th", 9), ("eleventh", 11)),
    ("第{}版", ("6", 6), ("十", 10), ("六", 6), ("二十一", 21), (" 7 ", 7), ("１２", 12)),
)


@pytest.mark.parametrize(("words", "number"), [(form.format(word), number) for form, *all_ in NAMED for word, number in all_])
def test_an_edition_that_is_not_held_is_said_not_to_be(kb: KnowledgeBase, words: str, number: int) -> None:
    assert edition_asked(f"Can I counter Penetrate {words}?", 2018) == number
    found = Citations(kb.store).find(f"AP 3.2.1 {words} says so.")
    assert [(one.status, one.reason) for one in found] == [("unknown", "not held")]


@pytest.mark.parametrize(
    "question",
    [
        "can I counter Penetrate in the 10th edition?",
        "can I counter Penetrate in the twenty-first edition?",
        "第六版でペネトレイトに対抗できますか？",
    ],
)
def test_the_text_of_today_says_nothing_of_an_edition_that_is_not_held(search: Search, question: str) -> None:
    answer = search.search(question).answer
    assert answer is None or answer.verdict is None


def test_editions_that_are_held_are_found_by_any_word(kb: KnowledgeBase) -> None:
    find = Citations(kb.store).find
    for words in ("in the second edition", "(2nd ed.)", "(edition two)", "第 2 版", "第二版"):
        assert [one.candidates[0].rendition.document for one in find(f"AP 3.2.1 {words}")] == ["bf-en-2"], words
