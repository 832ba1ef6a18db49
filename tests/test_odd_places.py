"""The places where the sources are odd, each with what must come out."""

from __future__ import annotations

import pytest
from conftest import CORPUS

from kb.model import Rendition

Renditions = dict[str, dict[str, Rendition]]


def test_two_stages_share_a_number(renditions: Renditions) -> None:
    for document in ("bf-en-3", "bf-ja-3", "bf-en-2", "bf-en-1"):
        assert renditions[document]["bf/attack-phase/1.3"].under == "bf/attack-phase/1-play-timing"
        assert renditions[document]["bf/attack-phase/1.1"].under == "bf/attack-phase/1"


def test_a_jump_that_begins_with_a_number_is_no_step(renditions: Renditions) -> None:
    for document, text in (
        ("bf-en-3", "1.1. Return to (Play Timing)"),
        ("bf-en-2", "1.1. Return to (Play Timing)"),
        ("bf-ja-3", "1.1. (プレイタイミング)に戻ります。"),
    ):
        jump = renditions[document]["bf/final-phase/4-jump"]
        assert (jump.kind, jump.number, jump.text) == ("jump", None, text)


def test_a_step_whose_words_begin_with_a_number(renditions: Renditions) -> None:
    step = renditions["bf-ja-3"]["bf/activated/1.3"]
    assert step.text == "1.1.で使用を宣言した起動能力を解決します。"


@pytest.mark.parametrize("document", ["bf-en-3", "bf-en-2"])
def test_notes_belong_to_the_step_above(renditions: Renditions, document: str) -> None:
    text = renditions[document]["bf/attack-phase/4.1"].text
    assert text.startswith("[N Attack] activates.\n※For more information regarding [N Attack]")


def test_scissors_and_crosses_are_note_marks(renditions: Renditions) -> None:
    assert "✂" not in "".join(r.text for r in renditions["bf-en-3"].values())
    assert "※ The flow for play timings remains the same." in renditions["bf-en-3"]["bf/change/counter-in-battle"].text
    assert renditions["bf-en-3"]["bf/topic/removed-main-deck"].title == "※ Regarding the main deck removed from game"


def test_a_formula_reads_as_printed(renditions: Renditions) -> None:
    assert "position n-1 times" in renditions["bf-en-3"]["bf/keyword/n-attack"].text
    check = renditions["bf-en-1"]["bf/check/defeat"]
    assert "「Life is at 0」 and / or the fighter has 「No cards left in his or her deck」" in check.text
    assert check.doubts


def test_an_answer_whose_first_line_stands_before_its_label(renditions: Renditions) -> None:
    for id in ("bf/topic/end/q2", "bf/keyword/overturn/q2"):
        rendition = renditions["bf-ja-3"][id]
        assert rendition.answer is not None
        assert rendition.answer.startswith("はい、")
        assert "the answer's first line stands before its label" in rendition.doubts


def test_an_answer_whose_label_stands_alone(renditions: Renditions) -> None:
    rendition = renditions["bf-ja-3"]["bf/keyword/chaos-territory/q1"]
    assert rendition.answer == "いいえ、置けません。"
    assert "the answer's label stands on a line of its own" in rendition.doubts


def test_the_stale_note_is_printed_as_it_is(renditions: Renditions) -> None:
    assert "※先攻1ターン目のみ、カードを引くことはできません。" in renditions["bf-ja-3"]["bf/start-phase/3.1"].text


def test_a_section_without_a_heading(renditions: Renditions) -> None:
    assert "bf/topic/lost-deck" in renditions["bf-ja-3"]
    assert "bf/lost/q2" in renditions["bf-ja-3"]


def test_a_note_on_the_headings_own_line(renditions: Renditions) -> None:
    topic = renditions["bf-ja-3"]["bf/topic/same-flow-as-equipping"]
    assert topic.title == "装備の流れ"
    assert topic.text == "※『変身』『搭乗』『必殺変身』も同様の流れで行います。"


def test_numbers_that_stood_apart_carry_a_doubt(renditions: Renditions) -> None:
    """A step of the scrambled edition has no doubt only where the source prints its number at the head of its own line."""
    source = (CORPUS / "sources" / "002_6f14ff9d1b7db92f.txt").read_text(encoding="utf-8").split("\n")
    for step in renditions["bf-en-2"].values():
        if step.kind == "step":
            in_place = source[step.lines[0][0] - 1].startswith(f"{step.number}.")
            assert bool(step.doubts) != in_place, step
    battle = renditions["bf-en-2"]["bf/attack-phase/3.1"]
    assert battle.lines == ((724, 724), (678, 678))
    assert battle.doubts == ("number 3.1 stands apart from its text, on line 678",)


def test_numbers_printed_twice_where_others_are_meant(renditions: Renditions) -> None:
    for number, line in (("3.2.1", 583), ("3.2.2", 585)):
        step = renditions["bf-en-2"][f"bf/start-phase/{number}"]
        assert step.lines == ((line, line),)
        assert step.doubts[0].startswith(f"printed {number.replace('3.2', '3.1')}, where {number} is meant")


def test_labels_inside_sentences_are_taken_out(renditions: Renditions) -> None:
    question = renditions["bf-en-1"]["bf/play-timing/q1"]
    assert question.question == (
        'When "Demon Lord, Asmodai" is called, can we use [Counter] against the "Dangerous Back -drop!" ability?'
    )
    assert question.answer is not None
    assert question.answer.startswith("Yes, you can. With abilities which activate under the text")


def test_wrong_and_look_alike_answer_labels(renditions: Renditions) -> None:
    third = renditions["bf-en-1"]["bf/call/q3"]
    assert third.answer is not None
    assert third.answer.startswith("No, you cannot.")
    assert "the answer is labelled A4, and answers Q3" in third.doubts
    fourth = renditions["bf-en-1"]["bf/attack-phase/q4"]
    assert any("look-alike" in doubt for doubt in fourth.doubts)


def test_rubbish_from_a_card_picture_is_noise(renditions: Renditions) -> None:
    assert "Lear Coast" not in "".join(r.text for r in renditions["bf-en-1"].values())


def test_a_flow_without_a_heading_is_named_by_its_next_page(renditions: Renditions) -> None:
    stage = renditions["bf-en-1"]["bf/play-timing/1"]
    assert stage.doubts == ("the flow's heading is not printed on this page: it was taken from the next page",)


def test_one_ruling_shared_by_several_cards(renditions: Renditions) -> None:
    dg = renditions["dg-en-1"]
    shared = [dg[f"dg/card/{name}"].text for name in ("drag-to-the-bottom-of-the-water", "vaccines-are-good-rivals")]
    assert shared == [dg["dg/card/when-you-lose-you-are-with-me"].text] * 2
    assert dg["dg/card/mugen-mountain"].text == dg["dg/card/coliseum"].text
    errata = {dg[f"dg/erratum/bo-{n}"].text for n in (43, 44, 45, 46, 47)}
    assert len(errata) == 1


def test_a_ring_inside_a_sentence_opens_no_ability(renditions: Renditions) -> None:
    assert "◎ opponent becomes" in renditions["dg-en-1"]["dg/card/mugen-mountain"].text


def test_a_dash_reads_as_the_bullet_it_stands_for(renditions: Renditions) -> None:
    assert renditions["dg-en-1"]["dg/card/evil-spiral"].title == "[Evil Spiral]"
    assert renditions["dg-en-1"]["dg/card/shoritsu-80-bo-8j"].title == "[Shoritsu 80%!] (Bo-8j)"


def test_text_above_a_subheading_goes_on_below_it(renditions: Renditions) -> None:
    for document, words in (("bf-en-3", "It is not possible to mix normal cards"), ("bf-ja-3", "混在することができません")):
        assert words in renditions[document]["bf/topic/lost-deck-in-game"].text
        assert words not in renditions[document]["bf/topic/removed-main-deck"].text
