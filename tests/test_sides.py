"""Questions about the order of two things, or which is less: what stands on which side, and verdicts that turn with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kb.encoder import StaticEncoder
from kb.fold import fold
from kb.knowledge_base import KnowledgeBase
from kb.passages import Passage
from kb.persons import BOTH, NEITHER, OPPONENT, persons_in
from kb.search import Search
from kb.settled import OTHER_PERSONS, AskedSides, SettledQuestions, Told, write_settled
from kb.sides import DEGREE, ORDER, Sides, sides_of
from kb.tokens import tokens
from kb.verdict import NUMBERED
from kb.worked_out import WorkedOut


@pytest.mark.parametrize(
    ("asked", "first", "then"),
    [
        ("Is the cost paid before the area is designated?", "cost paid", "area designated"),
        ("Is the area designated after the cost is paid?", "cost paid", "area designated"),
        ("before I pay the cost, do I choose the area?", "area choose", "cost pay"),
        ("Does the counter timing come earlier than the cost?", "counter timing", "cost"),
        ("do I first pay and then choose?", "pay", "choose"),
    ],
)
def test_what_comes_first_is_told_from_what_comes_then(asked: str, first: str, then: str) -> None:
    told = sides_of(asked)
    assert told is not None
    assert told == Sides(ORDER, *(" ".join(sorted(tokens(side))) for side in (first, then)))


def test_japanese_sides_begin_after_the_topic() -> None:
    before, after, later = (
        sides_of(asked)
        for asked in (
            "コストはエリアを指定する前に払いますか？",
            "コストはエリアを指定した後に払いますか？",
            "エリアを指定してからコストを払うのですか？",
        )
    )
    assert before is not None
    assert after is not None
    assert later is not None
    assert "コス" in before.one
    assert "エリ" in before.other
    assert "エリ" in after.one
    assert "コス" in after.other
    assert "エリ" in later.one
    assert "コス" in later.other


@pytest.mark.parametrize(
    ("asked", "less", "more"),
    [
        ("Is the monster destroyed if its defense is lower than the power of the attacker?", "defense", "power attacker"),
        ("does it hit when the power is higher than the defense?", "defense", "power"),
        ("can I attack if my power is equal or less than its defense", "power", "defense"),
    ],
)
def test_what_is_less_is_told_from_what_is_more(asked: str, less: str, more: str) -> None:
    told = sides_of(asked)
    assert told is not None
    assert told == Sides(DEGREE, *(" ".join(sorted(tokens(side))) for side in (less, more)))


def test_japanese_says_what_is_less() -> None:
    low, high = sides_of("防御力が攻撃力より低いなら破壊？"), sides_of("攻撃力が防御力より高いなら破壊？")
    assert low is not None
    assert high is not None
    assert (low.kind, high.kind) == (DEGREE, DEGREE)
    assert (low.one, low.other) == (high.one, high.other)


@pytest.mark.parametrize(
    "asked",
    [
        "can I counter after the attack is declared?",  # "after" tells when it is asked about
        "攻撃された後に対抗できる？",
        "is the cost paid before the area is chosen or after?",
        "do I lose after my deck ran out?",
        "is the cost 3?",
        "can I call more monsters?",
        "before?",
        "前に？",
        "",
    ],
)
def test_what_is_no_question_about_the_order_of_two_things_has_no_sides(asked: str) -> None:
    assert sides_of(asked) is None


def test_one_with_its_sides_changed_says_the_contrary_and_one_about_other_things_nothing(tmp_path: Path) -> None:
    words = ["pay", "choose", "draw", "charge", "before", "after"]
    encoder = StaticEncoder("words", words, np.eye(len(words), dtype=np.float32))
    asked = (
        "Do I pay before I choose?",
        "Do I choose before I pay?",
        "Do I choose after I pay?",
        "Do I draw before I charge?",
        "Pay?",
    )
    passages = [Passage(entry=0, rendition=-1, sort="phrasing", language="en", text=one, verdict="yes") for one in asked]
    write_settled(tmp_path, WorkedOut(encoder, None), encoder, passages)
    settled = SettledQuestions.open(tmp_path)
    assert settled is not None
    sides = AskedSides(ORDER, encoder.encode(["pay", "choose"]))
    put = encoder.encode(["Do I pay before I choose?"])
    voices = settled.voices(0, put, put, Told(False, 0, sides=sides))
    assert [NUMBERED[one] for one in voices.verdicts.tolist()] == ["yes", "no", "yes", "yes", "yes"]
    assert voices.otherwise.tolist() == [False, False, False, True, True]
    less = settled.voices(0, put, put, Told(False, 0, sides=AskedSides(DEGREE, sides.vectors)))
    assert [NUMBERED[one] for one in less.verdicts.tolist()] == ["yes"] * 5
    assert settled.voices(0, put, put, Told(False, 0)).otherwise.tolist() == [False] * 5


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Is the cost paid before the area is designated?", "no"),
        ("Is the area designated before the cost is paid?", "yes"),
        ("コストはコール先のエリアを指定する前に払いますか？", "no"),
        ("コストはコール先のエリアを指定した後に払いますか？", "yes"),
        ("Is multiplication calculated before addition?", "yes"),
        ("Is subtraction calculated before addition?", "no"),
        ("Does the opponent's [Counter] timing come after the equip cost is paid?", "yes"),
        ("Is the cost paid before the item is revealed?", "no"),
        ("Is the monster destroyed if its defense is lower than the attacker's power?", "yes"),
        ("防御力が攻撃力より低いなら攻撃はヒットする？", "yes"),
    ],
)
def test_a_verdict_turns_with_the_order_that_is_asked_about(kb: KnowledgeBase, asked: str, said: str) -> None:
    answer = Search(kb).search(asked).answer
    assert answer is not None
    assert answer.verdict in (said, None), "a wrong verdict is worse than none"


def test_most_of_those_get_one(kb: KnowledgeBase) -> None:
    search = Search(kb)
    asked = [
        "Is the cost paid before the area is designated?",
        "コストはコール先のエリアを指定する前に払いますか？",
        "Is multiplication calculated before addition?",
        "Is the cost paid before the item is revealed?",
    ]
    said = [answer.verdict for one in asked if (answer := search.search(one).answer) is not None]
    assert sum(one is not None for one in said) >= 3


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("do I lose if my opponent's life is 0?", BOTH),
        ("can my opponent look at it", OPPONENT),
        ("opp drops to 0", OPPONENT),
        ("do I lose at 0 life", NEITHER),
        ("相手のデッキが0枚なら自分の負け？", BOTH),
        ("相手は見られる？", OPPONENT),
        ("負け？", NEITHER),
    ],
)
def test_whom_a_question_names(asked: str, named: int) -> None:
    assert persons_in(fold(asked)) == named


def test_one_that_names_others_counts_less(tmp_path: Path) -> None:
    encoder = StaticEncoder("words", ["lose", "life"], np.eye(2, dtype=np.float32))
    asked = ("Do I lose at 0 life?", "Do I lose if my opponent's life is 0?")
    passages = [Passage(entry=0, rendition=-1, sort="phrasing", language="en", text=one, verdict="yes") for one in asked]
    write_settled(tmp_path, WorkedOut(encoder, None), encoder, passages)
    settled = SettledQuestions.open(tmp_path)
    assert settled is not None
    put = encoder.encode(["lose life"])
    mine, both = (settled.voices(0, put, put, Told(False, 0, persons)).likeness for persons in (NEITHER, BOTH))
    assert mine[0] == mine[1] == both[1]
    assert both[0] == pytest.approx(mine[0] - OTHER_PERSONS)
