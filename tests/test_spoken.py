"""Steps said beside the name of their part, as people say them; and what is none."""

from __future__ import annotations

import pytest

from kb.search import Search
from kb.spoken import chain_at


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("3.2.1", "3.2.1"),
        ("3 . 2 . 1", "3.2.1"),
        ("3,2,1", "3.2.1"),
        ("two one two", "2.1.2"),
        ("two → one → one", "2.1.1"),
        ("iv.2", "4.2"),
        ("三の二", "3.2"),
        ("いちのいち", "1.1"),
        ("第3の2", "3.2"),
        ("5番の3目", "5.3"),
        ("第5節1", "5.1"),
        ("stage 2, third step", "2.3"),
        ("sub-step four-one", "4.1"),
        ("3, 2", "3.2"),
        ("3, 2 of my monsters", "3"),
    ],
)
def test_chains(text: str, slug: str) -> None:
    chain = chain_at(text, 0)
    assert chain is not None
    assert chain.slug == slug


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("third point of the call flow", "bf/call/3"),
        ("second sub-step of attack 2.1", "bf/attack-phase/2.1.2"),
        ("second sub-step of 3.2 in the attack phase", "bf/attack-phase/3.2.2"),
        ("last Q&A of attack phase", "bf/attack-phase/q4"),
        ("last step of the cast flow", "bf/cast/3.2"),
        ("last stage of the attack phase", "bf/attack-phase/5"),
        ("preparation phase - final item (6)", "dg/preparation-phase/6"),
        ("8-1 play timing", "bf/play-timing/8.1"),
        ("ATK 1.4", "bf/attack-phase/1.4"),
        ("strt phase 3.2.1", "bf/start-phase/3.2.1"),
        ("evo phase step 2 digimon", "dg/evolution-phase/2"),
        ("battle phase (ii)", "dg/battle-phase/2"),
        ("the jump at the end of play timing 5", "bf/play-timing/5-jump"),
        ("アタックフェイズ2のジャンプ先", "bf/attack-phase/2-jump"),
        ("ファイナルフェイズⅣの2", "bf/final-phase/4.2"),
        ("装備さんのさん", "bf/equip/3.3"),
        ("Cast, 1.2: do I reveal first", "bf/cast/1.2"),
        ("ファイナルフェイズ3.1.1、攻撃対象は選び直せる？", "bf/final-phase/3.1.1"),
    ],
)
def test_steps_beside_the_name_of_their_part(search: Search, question: str, entry: str) -> None:
    assert search.search(question).hits[0].entry.id == entry


@pytest.mark.parametrize(
    "question",
    [
        "Is my turn over the second I decide against attacking in the last part of it?",
        "the last part of the turn after one attack, do we go on?",
        "my digimon has sec attack 2, does it check a second one",
        "the first attack of the turn, is it free?",
        "call one monster and equip one item?",
        "call 1,2 monsters?",
        "コール一番はじめにする？",
        "装備さんは？",
        "is the second call in a turn dearer",
    ],
)
def test_what_is_no_step(search: Search, question: str) -> None:
    assert search.rank(question).query.references == ()


def test_a_long_text_of_names_and_numbers_takes_no_longer(search: Search) -> None:
    """The time is bounded by the fuzz test of printed numbers; here it must only come to an end with the same answer."""
    for text in ("attack 1,1 " * 180, "attk phase 9.9 " * 130, "last step of the " * 110):
        search.rank(text)
