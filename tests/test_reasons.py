"""Whether a question asks why a rule is so, how it came to be, or what is best to do."""

from __future__ import annotations

import pytest

from kb.fold import fold
from kb.reasons import asks_reason
from kb.search import Search


@pytest.mark.parametrize(
    "asked",
    [
        "why 60 cards?",
        "why did they change the first draw",
        "why was Professor Menjo banned",
        "ロストデッキが30枚なのはなぜ？",
        "who decided to let the first player draw",
        "since when is there a sideboard",
        "when was Gambit restricted",
        "history of the irregulars list",
        "what year did extra turns change",
        "究極体が8枚までになった訳",
        "ソウルガードを考えたのは誰が考えた",
        "いつから先攻はドローできるようになった？",
        "なんでこのルールなの",
        "naze hikenai no",
        "on which day did Gambit become 1-Limit?",
        "メガハンドのエラッタはいつ告知された？",
        "are dual cards better than mono world ones?",
        "how do I beat a wall of counterattack monsters",
        "which Neodragon is worth running",
        "should I sideboard my items?",
        "D・シェアの最適な枚数は？",
        "時を止めるデッキにどう勝てばいい？",
        "サイドボードに入れるべきカードは？",
        "ロストデッキのおすすめは？",
    ],
)
def test_it_does(asked: str) -> None:
    assert asks_reason(fold(asked))


@pytest.mark.parametrize(
    "asked",
    [
        "who decides the order of effects?",
        "why can't I counter Overturn?",
        "called a size 3 and the judge made me drop the other one. why?",
        "2回目のバディギフトもらえないのはなんで？",
        "なぜ貫通には対抗できないの",
        "when did I lose the game, at zero life?",
        "can it leave for any reason?",
        "バディモンスターってなんですか",
        "勝ち負けは何で決める？",
        "みんなどうしてる？",
        "デッキの翻訳を見せてもいい？",
        "自動能力ってなんでしたっけ",
        "なんでもコールできる？",
        "I concede, that's why my opponent wins, right?",
        "does it go there whatever the reason?",
        "理由を問わず場を離れたカードはドロップゾーンに行く？",
        "どんな理由でも場を離れたら？",
        "意図的に見せてもいい？",
        "引きわけはどうなる？",
        "先攻なんで最初は引けないですよね？",
        "best of three: may I sideboard?",
        "should I save my questions until the match is finished?",
        "ロストデッキの置き場所のおすすめは？",
        "連携攻撃のときは一番強いモンスターの攻撃力だけ見る？",
        "墓地送りと捨てるは効果的に同じ？",
        "相手の方が強いデジモンを出してた。時間切れ、勝ち？",
    ],
)
def test_it_does_not(asked: str) -> None:
    assert not asks_reason(fold(asked))


def test_it_speaks_against_an_answer(search: Search) -> None:
    assert search.rank("why was Gambit restricted").objection.reason == 1.0
    assert search.rank("is Gambit restricted").objection.reason == 0.0
