"""Steps said beside the name of their part, as people say them; and what is none."""

from __future__ import annotations

import gc
import time
import weakref
from pathlib import Path

import pytest

from kb.chains import chain_at
from kb.fold import fold
from kb.knowledge_base import KnowledgeBase
from kb.pointed import ASKED, BESIDE, pointed
from kb.search import Search


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
    ("question", "entry"),
    [
        ("second stage of attack phase, fourth step", "bf/attack-phase/2.4"),
        ("the second step of stage 3 of the attack phase", "bf/attack-phase/3.2"),
        ("last step of stage 2 in the attack phase", "bf/attack-phase/2.6"),
        ("sub-step 3 of final phase 2.1", "bf/final-phase/2.1.3"),
        ("アタックフェイズ2段階目の3つ目", "bf/attack-phase/2.3"),
        ("コールの最後の手順", "bf/call/3.3"),
    ],
)
def test_a_step_of_a_stage_is_that_step_alone(search: Search, question: str, entry: str) -> None:
    assert search.rank(question).query.referred.references == (entry,)


def test_what_is_no_step(search: Search) -> None:
    """Things that are counted, scores, somebody's own questions, other words: each line names no step."""
    lines = (Path(__file__).parent / "no-references.txt").read_text(encoding="utf-8").splitlines()
    asked = {line: search._understanding.understand(line) for line in lines}
    assert {line: query.referred.references for line, query in asked.items() if query.referred.references} == {}
    barred = [line for line, query in asked.items() if query.referred.missing]  # taken for a step that no text prints
    assert len(barred) <= 0.01 * len(lines), barred
    assert len(lines) > 80


@pytest.mark.parametrize(
    "question",
    [
        "アタックフェイズ2でジャンプキックを使える?",
        "do we jump from attack phase 4 to final phase 2?",
        "if I jump, can I cast in attack phase 2?",
    ],
)
def test_a_jump_of_something_else_is_not_the_stages(search: Search, question: str) -> None:
    assert not any(id.endswith("-jump") for id in search.rank(question).query.referred.references)


@pytest.mark.parametrize(
    ("question", "points"),
    [
        ("Cast, 1.2: do I reveal first", 1.0),
        ("start phase 3.2 charge: must it be from hand?", 1.0),
        ("can I counter in 2.3 of the attack phase?", ASKED),
        ("do we draw at 2.2 of the start phase", ASKED),
        ("At which step is what was declared at 1.1 of the attack phase resolved, can I see it?", 1.0),
        ("アタックフェイズ2.1.1で攻撃するカードをレストする？", 1.0),
        ("アタックフェイズ1.1で宣言した能力は、どの手順で解決しますか？", BESIDE),
    ],
)
def test_a_step_counts_whole_where_it_is_asked_for_or_stands_first(question: str, points: float) -> None:
    assert pointed(fold(question)) == points


@pytest.mark.parametrize(
    "text",
    [
        "attack 1,1 " * 180,
        "attk phase 9.9 " * 130,
        "last step of the " * 110,
        "call 9.9 cast 8.8 " * 110,
        " ".join(f"q{n}" for n in range(1, 99)) * 6,
        "q1 end " * 285,
    ],
)
def test_a_long_text_of_names_and_numbers_takes_no_longer(search: Search, text: str) -> None:
    search.rank(text)
    started = time.thread_time()
    search._understanding.understand(text)
    assert time.thread_time() - started < 0.5  # 0.03 on an idle machine


def test_nothing_of_a_search_holds_itself(kb: KnowledgeBase) -> None:
    """So that what an earlier KB has left behind goes with its last user."""
    search = Search(kb)
    search.rank("second sub-step of attack 2.1")
    left = weakref.ref(search._understanding)
    gc.disable()
    try:
        del search
        assert left() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("third bullet below heading 2 of the Start Phase", "bf/start-phase/2.3"),
        ("Final Phase, third sub-bullet of 2.1", "bf/final-phase/2.1.3"),
        ("equip flow, point three of section one", "bf/equip/1.3"),
        ("one two one, activated abilities", "bf/activated/1.2.1"),
        ("final phase 2 (jump)", "bf/final-phase/2-jump"),
        ('the second question under the topic "End"', "bf/topic/end/q2"),
        ("once-per-turn restriction, Q and A 2", "bf/topic/once-per-turn/q2"),
        ("コール第1条第2項", "bf/call/1.2"),
        ("装備の手順、第二段階まるごと", "bf/equip/2"),
        ("自動能力／2／2／2", "bf/automatic/2.2.2"),
        ("スタートフェイズさんてんにい", "bf/start-phase/3.2"),
        ("必殺モンスターの問三", "bf/impact-monsters/q3"),
        ("「終了」についてのQ1", "bf/topic/end/q1"),
        ("End Q1", "bf/topic/end/q1"),
        ("D-Share q3 please", "bf/keyword/d-share/q3"),
    ],
)
def test_steps_within_steps_and_questions_under_titles(search: Search, question: str, entry: str) -> None:
    assert search.search(question).hits[0].entry.id == entry


@pytest.mark.parametrize(
    "question", ["part I have to play twice?", "two lines of 2 monsters in my attack phase", "the end of my q1 list", "End step"]
)
def test_what_looks_alike_and_is_none(search: Search, question: str) -> None:
    assert search.rank(question).query.referred.references == ()


def test_a_title_and_the_number_beside_it_name_a_question_and_answer(search: Search) -> None:
    assert search.rank("End Q1").query.referred.references == ("bf/topic/end/q1",)
    assert search.rank("end Q9").query.referred.references == ()


@pytest.mark.parametrize(
    "asked",
    [
        "the second step of stage 3 of the attack phase",
        "step 2 of section 3 of the attack phase",
        "second sub-step of 3.2 in the attack phase",
        "step 9 of the draw phase",
        "step 12 of the attack phase",
    ],
)
def test_what_stands_long_before_a_step_changes_nothing(search: Search, asked: str) -> None:
    """Places within the letters before a name were once taken for places within the text."""
    plain = search._understanding.understand(asked)
    argued = "yesterday at the shop my friend and I argued for quite a while about what the rules really say, that is "
    told = search._understanding.understand(argued + asked)
    assert (told.referred.references, told.referred.missing) == (plain.referred.references, plain.referred.missing)
    assert plain.referred.references or plain.referred.missing
