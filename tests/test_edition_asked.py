"""Which edition a question asks about, by its words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.edition_asked import BEFORE, EDITION, NOW, asks_of_a_text, edition_asked
from kb.fold import fold
from kb.knowledge_base import KnowledgeBase
from kb.search import Search


@pytest.mark.parametrize(
    ("asked", "edition"),
    [
        ("can I counter Penetrate?", NOW),
        ("what about cards used to evolve?", NOW),
        ("my old deck", NOW),
        ("could you respond to lifelink in the first edition", 1),
        ("Edition Two: is Overturn in it?", 2),
        ("英語第2版に大逆天はもう載ってた？", 2),
        ("初版だと対抗できた？", 1),
        ("2nd ed main phase: can i call in it", 2),
        ("is Dragod new in the third edition?", 3),
        ("反撃が「以下」になったのは第3版から？", 3),
        ("Did editions 1 and 2 differ?", 1),
        ("can I counter penetrate in the 6th edition?", 6),
        ("in the ninth edition?", 9),
        ("was it so in edition 12?", 12),
        ("第10版では？", 10),
        ("AP 3.2.2 in the superseded text", BEFORE),
        ("what did the prior version say", BEFORE),
        ("version two: is Overturn in it?", 2),
        ("step 1.2 of the cast", NOW),
        ("who goes first?", NOW),
        ("is gauge used to pay the cost?", NOW),
        ("can the gauge I used to call a monster come back?", NOW),
        ("メインフェイズ以前にコールできる？", NOW),
        ("what was it before the third edition?", BEFORE),
        ("第3版以前は引けた？", BEFORE),
        ("did it used to say damage?", BEFORE),
        ("以前は引けた？", BEFORE),
        ("昔は最初のターンにドローできた？", BEFORE),
        ("under the old rules, when 2 monsters attack", BEFORE),
        ("under the former rule two turns?", BEFORE),
        ("under the old rule, only one counter?", BEFORE),
        ("旧ルールだと先攻は引けなかった？", BEFORE),
        ("In the v2 rules how many counters per battle?", 2),
        ("under the very first detailed rules, could you counter it", 1),
        ("before the latest version, did it die?", BEFORE),
        ("in the earliest version was it there", 1),
        ("In the second version you couldn't call twice, right?", 2),
        ("old rulings on extra turns", BEFORE),
        ("2版だと反撃はどうだった？", 2),
        ("古い版の反撃は倒せた？", BEFORE),
        ("初期の英語版では？", 1),
        ("前は先攻は引けなかったよね？", BEFORE),
        ("前は引けなかったけど今は？", NOW),
        ("third rule change", NOW),
        ("first rule resolution of the phase", NOW),
        ("going first rules out a second attack, right?", NOW),
        ("what are the first rules about deck size?", NOW),
        ("the first rules of drawing: do I draw before I charge?", NOW),
        ("in the first rules could I draw?", 1),
        ("the second official english rules", 2),
        ("is the original text of Bo-45 right", NOW),
        ("1 v 2 battle", NOW),
        ("旧ルールでは第3章はどうだった？", BEFORE),
        ("旧ルールの第2ステップで引けた？", BEFORE),
        ("旧ルールの第2版では？", 2),
        ("ed 1: can I call from the drop zone?", 1),
        ("was it in ed. 2 already", 2),
        ("in the pre-revision days, did it stack", BEFORE),
        ("before the rule change could I counter twice?", BEFORE),
        ("before the rules were changed, who drew?", BEFORE),
        ("before the change of turn, can I cast?", NOW),
        ("before the change step 2", NOW),
        ("back in 2014 did the first player draw", BEFORE),
        ("under the 2015 rules could I", BEFORE),
        ("did the first player draw at the 2014 event", NOW),
        ("two monsters with 2000 power each", NOW),
        ("when the game came out, was there a limit?", BEFORE),
        ("when the game ends, who wins?", NOW),
        ("my uncle played years ago. Is it still so?", NOW),
        ("in the past turn I drew", NOW),
        ("mukashi no ruuru de hiketa?", BEFORE),
        ("改訂前は引けた？", BEFORE),
        ("ルールが変わる前は対抗を何回使えた？", BEFORE),
        ("初期の頃はドローできた？", BEFORE),
        ("アイテム変更前に使える？", NOW),
        ("I read in an old rulebook that he draws nothing. Is that still so?", NOW),
        ("counters used to be once a battle, can I play several now?", NOW),
        ("under the old rules, was it the same as now?", BEFORE),
        ("旧ルールでは引けなかったけど、今は引ける？", NOW),
        ("旧ルールは今と違った？", BEFORE),
        ("今も昔も引けない？", BEFORE),
        ("ed 3より前は？", BEFORE),
        ("before version 3, could the first player draw", BEFORE),
        ("until the third edition it was one", BEFORE),
        ("第3版になる前は", BEFORE),
        ("in the first edition, could I draw before the first attack?", 1),
        ("in edition 1 it was my turn and now he wants to draw, can he?", 1),
        ("in the second edition, can he draw too, or is it still skipped?", 2),
        ("旧ルールで、今のターンは1ターン目ですが、今は引けますか？", BEFORE),
        ("can I destroy a monster with under 2000 power?", NOW),
        ("1 damage per 2000 power", NOW),
        ("can soulguard be used to let my monster survive?", NOW),
        ("昔のカードをデッキに入れてもいい？", NOW),
        ("5年前のカードは使える？", NOW),
        ("ライフの初期はいくつ？", NOW),
        ("3.2以前の手順", NOW),
        ("宣言した当時のサイズ", NOW),
        ("Previously called monster, does it count?", NOW),
        ("cards I bought years ago", NOW),
        ("is the oldest rule in the second edition", 2),
        ("first ruling of the second edition?", 2),
        ("what is the first rule in the third edition?", 3),
        ("in edition 5, can I counter", 5),
        ("第四版", 4),
        ("第 2 版では？", 2),
        ("第二十一版", 21),
        ("十二版では？", 12),
        ("in the twenty-first edition could I draw?", 21),
        ("in the twelfth edition", 12),
        ("the 10th detailed rules", 10),
        ("before the June 2018 change", BEFORE),
        ("before the june change could I draw", BEFORE),
        ("before the change of June 2018", BEFORE),
        ("before 6/2/2018, could the first player draw?", BEFORE),
        ("2018/06/02以前は引けた？", BEFORE),
        ("2018-6-2より前は？", BEFORE),
        ("before 3.2.1", NOW),
        ("before 3/2 is paid", NOW),
        ("in 2017 could I counter twice?", BEFORE),
        ("could I counter twice in June 2017?", BEFORE),
        ("by the rules of 2017, who draws?", BEFORE),
        ("a monster in 2000 power", NOW),
        ("can I use a card printed in 2015?", NOW),
        ("I began in 2016, may I draw?", NOW),
    ],
)
def test_the_edition_that_is_asked_about(asked: str, edition: int) -> None:
    assert edition_asked(asked) == edition


@pytest.mark.parametrize(
    ("asked", "edition"),
    [
        ("under the 2020 rules, can I draw?", NOW),
        ("2023年時点で引けた？", NOW),
        ("under the 2018 rules", NOW),
        ("under the 2015 rules, can I draw?", BEFORE),
        ("before 2019", BEFORE),
        ("in 2018 could I draw", NOW),
        ("in 2017 could I draw", BEFORE),
        ("the rules of 2017", BEFORE),
        ("the rules of 2019", NOW),
        ("until 2018 the first player drew nothing?", BEFORE),
        ("until June 2018", BEFORE),
        ("is it banned until 2030?", NOW),
        ("till 12/2017 was it once a battle?", BEFORE),
        ("before 2018/06/02 did I draw", BEFORE),
        ("before the June 2018 change, who drew?", BEFORE),
        ("pre-2018 change rules", BEFORE),
        ("2018/06/02以前", BEFORE),
        ("2.6.2018より前は先攻ドローできた？", BEFORE),
        ("2017年は先攻ドローできた？", BEFORE),
        ("2017年のとき", BEFORE),
        ("2019年は引ける？", NOW),
        ("before june 2019 could the first player draw", BEFORE),
        ("prior to the 2nd of June 2018, did I skip the draw?", BEFORE),
        ("before June 2nd, 2018", BEFORE),
        ("2018年6月より前は先攻ドローできた？", BEFORE),
        ("2018年6月2日以前は", BEFORE),
        ("2018年6月からは引ける？", NOW),
        ("do I draw before my opponent's turn", NOW),
        ("in the 2nd edition of 2019", 2),
    ],
)
def test_the_rules_of_a_year_since_those_in_force_are_these(asked: str, edition: int) -> None:
    assert edition_asked(asked, 2018) == edition


@settings(max_examples=300, deadline=None)
@given(st.from_regex(EDITION.pattern))
def test_what_names_an_edition_has_letters_of_it(text: str) -> None:
    """Letters are looked for before the pattern: none may be missing among them."""
    if re.search(EDITION.pattern, fold(text)) is not None:
        assert edition_asked(text) != NOW


@pytest.mark.parametrize(
    "asked",
    [
        "soulguard already printed in the first edition or nah",
        "did edition 1 say that?",
        "was Overturn in the second edition?",
        "Was the sentence about Act added between edition 1 and edition 2?",
        "第2版から変わった？",
        "英語第2版に『大逆天』はもう載ってた？",
        "この文は第3版にも残ってる？",
        "初版に搭乗はあった？",
    ],
)
def test_some_ask_of_the_text_of_an_edition(asked: str) -> None:
    assert asks_of_a_text(asked)


@pytest.mark.parametrize(
    "asked",
    [
        "could I counter penetrate in the first edition?",
        "2nd ed: soul goes in face down unless a card says otherwise?",
        "in edition 1, can I attack if I have already attacked?",
        "was equipment change countered in edition 1?",
        "初版で装備変更に対抗撃てた？",
        "第2版では貫通に対抗できた？",
        "旧ルールだと先攻1ターン目に引けた？",
    ],
)
def test_others_ask_what_the_rule_was(asked: str) -> None:
    assert not asks_of_a_text(asked)


def test_what_a_rule_was_says_nothing_of_where_it_stood(kb: KnowledgeBase) -> None:
    search = Search(kb)
    asked = "was Overthrow already printed in the second edition?"
    assert edition_asked(asked) == 2
    answer = search.search(asked).answer
    assert answer is None or answer.verdict is None
