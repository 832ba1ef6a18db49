"""What comes before and after a step, by the flows of the rules: the answer to "what comes after Cast 2.3?" is 2.4."""

from __future__ import annotations

import time

import pytest
from clock import slowness

from kb.following import Following
from kb.search import Search

AFTER = (
    "what comes after {en} {n}?",
    "next step after {n} of the {en}",
    "where do we go after {en} {n}",
    "{en} {n}, then what?",
    "{ja}の{n}の次",
    "{ja}{n}の次の手順は",
    "{ja} {n}の後は何をする？",
    "{ja}の{n}が終わったら次は何？",
)
BEFORE = ("what comes before {en} {n}", "which step is before {n} of the {en}", "{ja}の{n}の前は何？")


def test_every_way_on_and_back_of_every_flow_is_found_first(search: Search) -> None:
    store = search.kb.store
    parts = {f"{part.game}/{part.slug}": part for part in store.parts}
    following = Following(flow for flow in store.records("flow") if store.documents[flow["document"]].current)
    asked = 0
    for ways, templates in ((following._after, AFTER), (following._before, BEFORE)):
        for id, targets in ways.items():
            part, _, number = id.rpartition("/")
            for place, template in enumerate(templates):
                if not number.replace(".", "").isdigit() or (asked + place) % 3:  # each form for many steps
                    continue
                names = parts[part]
                text = template.format(en=names.name_en.lower(), ja=names.name_ja, n=number)
                hits = search.search(text, limit=1).hits
                assert hits[0].entry.id in targets, text
            asked += 1
    assert asked > 350


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("アタックフェイズ4のあとどこに戻る", "bf/attack-phase/4-jump"),
        ("プレイタイミング9のあと、どこへジャンプ", "bf/play-timing/9-jump"),
        ("自動能力の2.4まで来たら次どこ行くの", "bf/automatic/2-jump"),
        ("what comes after cast 1.5", "bf/cast/2.1"),
        ("what's after 4 in the preparation phase", "dg/preparation-phase/5"),
        ("what's next after equip 2.2", "bf/equip/2.3"),
    ],
)
def test_what_comes_next(search: Search, question: str, first: str) -> None:
    found = search.search(question)
    assert found.hits[0].entry.id == first
    assert found.answer is not None


@pytest.mark.parametrize(
    "question",
    [
        "does my monster still count as attacking after 3.3 of the attack phase?",
        "attack phase 3.2",
        "do I draw before or after 2 cards are charged?",
        "what happens after 2 attacks",
        "アタックフェイズの3.2",
        "ゲージを2枚払った後はどうなる？",
        "2ターン後はどうなる",
        "what do I do after turn 2",
    ],
)
def test_what_asks_for_no_neighbour(search: Search, question: str) -> None:
    assert search.rank(question).query.referred.following == ()


@pytest.mark.parametrize(
    "text", ["20" * 745, "1" * 1490, "1." * 745, "⑳" * 1990, "次" + "7" * 1470, "what next after " + "7" * 1470]
)
def test_a_long_number_is_tried_once(search: Search, text: str) -> None:
    """It was tried again from each of its digits: a second for 2,000 letters, in which a worker answered nobody else."""
    took = []
    for once_more in range(3):
        began = time.thread_time()
        search.search(text + " " * once_more)
        took.append(time.thread_time() - began)
    assert min(took) < 0.06 or min(took) / slowness() < 0.06
