"""1,000 questions beside their plain forms: whether a yes to the one is a no to the other, told by how the question is put.

Written by four people who knew nothing of how it is told: as thumbs type, by careful adults, as spoken (children, the west, slips of
the kana), in polite Japanese. Many say the contrary by words that are no negation ("does it stay secret?" of "may he look?"),
which no pattern tells. The patterns were mended with the seen half in view; before that they told 52, 50, 62 and 54 % of the other.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.language import language_of
from kb.polarity import affirms_a_negative, is_negative
from kb.spelt import spelt

ROWS = [line.split("\t") for line in (Path(__file__).parent / "put.tsv").read_text(encoding="utf-8").splitlines()]
BARS = {"en-thumbs": 0.66, "en-careful": 0.58, "ja-spoken": 0.68, "ja-careful": 0.66}
"""The least share of the unseen half."""


def put(text: str) -> bool:
    return is_negative(text, language_of(text))


def test_the_readme_of_the_library_says_how_many_of_the_unseen_half_are_told() -> None:
    told = sum((put(plain) != put(asked)) == (which == "contrary") for _, half, which, plain, asked in ROWS if half == "unseen")
    readme = (Path(__file__).parent.parent / "kb" / "README.md").read_text(encoding="utf-8")
    assert f"{told} are told (`tests/put.tsv`" in " ".join(readme.split())


@pytest.mark.parametrize("sort", BARS)
def test_a_question_that_says_the_contrary_is_told_by_how_it_is_put(sort: str) -> None:
    told = {"seen": [0, 0], "unseen": [0, 0]}
    for of, half, which, plain, asked in ROWS:
        if of == sort:
            told[half][0] += 1
            told[half][1] += (put(plain) != put(asked)) == (which == "contrary")
    print(f"\n{sort}: " + ", ".join(f"{right} of {all_} {half}" for half, (all_, right) in told.items()))
    assert all(right >= BARS[sort] * all_ for all_, right in told.values())


@pytest.mark.parametrize(
    ("asked", "negative"),
    [
        ("so i cnt mix card backs rigth", True),
        ("it dosent come back rite?", True),
        ("dont got a target do i have to discard anyway", False),
        ("his thing cant be destroyed, so can i call one", False),
        ("can a monster that cannot be destroyed be returned?", False),
        ("is it true that he can't attack?", True),
        ("nothing stops me attacking, right?", False),
        ("are off-limits cards allowed as a buddy?", False),
        ("may i look at cards lying face up?", False),
        ("can't afford the cost so i can't declare it, right?", True),
        ("殴った奴が除去られたけどダメ通る？", False),
        ("連携扱いちゃうやんな？", True),
        ("フラッグはアイテムちゃうから攻撃できるやろ？", False),
        ("攻撃できないってゆうんだけど、まちがってる？", False),
        ("それ違いますよね？", True),
        ("まだ見せていないのですが、戻せますか。", False),
        ("使った魔法は使わんかったことになるん？", False),
        ("破壊されないとは限らないですよね。", False),
        ("移動条件みたさなダメ？", False),
        ("むりだよね", True),
        ("ロゴのない角王入れれる？", False),
        ("条件満たしてないモンスター出せる？", False),
        ("ライフリンクは対抗できない能力ですか", True),
        ("このカードは使えないカードなんですよね？", True),
        ("iranai tefuda sutete ii?", False),
        ("geeji ga tarinai kedo call shite ii desu ka", False),
        ("call sengen dekinai yone?", True),
        ("貫通には対抗使えないルールありますよね？", True),
        ("貫通相手に対抗使えない効果あるよね", True),
        ("反撃は対抗できない能力扱いになる？", True),
        ("対抗できない効果使える？", False),
        ("サイズ書いてないモンスターある？", False),
        ("kantsuu ni taikou dekinai ruuru desu ka", True),
        ("lifelink ni taikou dekinai seigen aru?", True),
        ("iranai kaado sutete ii?", False),
        ("iranai token sutete ii desu ka", False),
        ("tarinai node call dekiru?", False),
        ("geeji ga tarinai nara call dekinai yone?", True),
        ("geeji ga tarimasen kedo call shite ii desu ka", False),
        ("kougeki dekimasen deshita yone", True),
        ("sleeve tsukawanai to dame?", False),
        ("size 3 no monster yoberu no", False),
        ("手札を見せなければいけませんか？", False),
        ("順番を守らないといけませんよね？", False),
        ("見せなくちゃいけないんですか", False),
        ("見せなくてはならない？", False),
        ("見せてはいけませんか", True),
        ("墓地に行くんじゃなかったっけ", False),
        ("最初の番の人だけ引けないんじゃなかったっけ", True),
        ("misenakereba naranai?", False),
        ("soulguard tte tsukawanakutemo ii?", True),
        ("damage ukenai desho?", True),
        ("its not legal to do that is it", False),
        ("is he not allowed to do that?", True),
        ("am i stopped from attacking?", True),
        ("is it cheating to sort my pile", True),
        ("can I be thrown out for cheating?", False),
        ("Do my rested items also stand in my start phase, not only my monsters?", False),
        ("He wants to link attack with two impact monsters. Nope?", True),
        ("My buddy died and I called it again. Friend says another life. Lies?", True),
        ("does the other player see where my lost deck lies?", False),
        ("デッキが0枚になったらその場で負けって友達が言い張る。違うよね？", True),
        ("すてる と どろっぷにおく はちがう？", False),
        ("「先に出る」と言われたんだけど、逆だよね？", True),
        ("順番は逆でもいい？", False),
        ("no rule prevents me from countering penetrate?", False),
        ("nobody can stop me from countering penetrate?", False),
        ("no one would keep my monster from attacking?", False),
        ("no judge will stop me from countering, right?", False),
        ("nothing in the rules forbids countering?", False),
        ("there is nothing to stop me from countering?", False),
        ("is there no rule that prevents me from countering?", False),
        ("so the rules don't forbid it?", False),
        ("no rule prevents me from not attacking?", True),
        ("A monster can't attack in the final phase, but an item can, right?", False),
        ("it can't be countered but it's still destroyed, right?", False),
        ("the monster isn't destroyed but the player takes damage?", False),
        ("my monster can't attack but can it move?", False),
        ("he can attack but he can't use counter, right?", True),
        ("I can counter it but not nullify it, right?", True),
        ("but i can't counter it, right?", True),
        ("there's nothing but a spell that can't be countered, right?", True),
        ("if my life isnt 0 but i have no cards left in deck do i lose", False),
        ("貫通への対抗は無理でも移動になら対抗できる？", False),
        ("ゲージはダメだけど、デッキは見ていい？", False),
        ("メインが無理ならファイナルで使える？", False),
        ("反則だから使えないよね？", True),
        ("ゲージを見るのはダメだけど合ってる？", True),
        ("ゲージを見るのはダメなの？", True),
        ("それは無理でもないよね？", False),
        ("is there a rule that prevents me from countering?", True),
        ("can a judge stop me from countering?", True),
        ("does anything in the rules keep my monster from attacking?", True),
        ("would the rules forbid a second counter?", True),
        ("nobody can counter penetrate?", True),
        ("nobody can stop penetrate?", True),
        ("no one stops the damage?", True),
        ("does anything prevent the damage?", False),
        ("can anyone stop the attack?", False),
        ("did the judge stop the game?", False),
        ("山札がなくなったら負けるじゃないですか", False),
        ("ペネトレイトに対抗できるじゃないですか？", False),
        ("貫通されたら勝つじゃありませんか？", False),
        ("コストが足りないと払えないじゃないですか", True),
        ("対抗できないのはおかしいじゃないですか？", False),
        ("対抗できるのは違うじゃないですか？", True),
        ("それって違反じゃないですか？", False),
        ("対抗できるカードじゃないですか？", True),
        ("装備扱いじゃないですか？", True),
        ("ライフが0になったら負けるんやない？", False),
        ("対抗できるんやないの？", False),
        ("対抗できるんとちゃうん？", False),
        ("対抗できんのとちゃう？", True),
        ("対抗できんとちゃう？", True),
        ("対抗できへんのとちゃうか？", True),
        ("貫通に対抗使えるっちゃない？", False),
        ("貫通に対抗使えんっちゃない？", True),
    ],
)
def test_how_it_is_put(asked: str, negative: bool) -> None:
    assert put(asked) == negative


@pytest.mark.parametrize(
    ("asked", "affirms"),
    [
        ("so I can't attack, right?", True),
        ("Can the first player not link attack on turn 1?", True),
        ("is it not allowed to counter?", True),
        ("does he never get to draw?", True),
        ("できないよね？", True),
        ("can't I counter it?", False),
        ("can i counter or not?", False),
        ("is it illegal to counter?", False),
        ("can i attack if my center is not empty?", False),
    ],
)
def test_where_yes_says_that_a_negative_is_so(asked: str, affirms: bool) -> None:
    """A bare "Yes" beside it would read as permission."""
    assert affirms_a_negative(asked, language_of(asked)) == affirms


def test_only_what_asks_or_denies_is_spelt_right() -> None:
    assert spelt("does it cnt as a counter") == "does it cnt as a counter"
    assert spelt("i wnt to attack, cnt i") == "i wnt to attack, can't i"
    assert spelt("w/o a weapon u dosent") == "without a weapon you doesn't"
    assert spelt("right of the center") == "right of the center"
