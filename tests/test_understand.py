"""What a question says before anything is searched: terms in any form, typos, polarity, outside words, numbers and parts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.features import MARK, features
from kb.glossary import Glossary
from kb.knowledge_base import KnowledgeBase
from kb.language import language_of
from kb.model import Term
from kb.outside import Outside
from kb.pointed import BESIDE
from kb.polarity import is_negative, negations
from kb.search import Search
from kb.spelling import Spelling
from kb.verdict import Voices, trust, verdict
from kb.weights import Weights
from kb.yes_or_no import wants_yes_or_no

TERMS = [
    Term(id="drop", game="a", kind="zone", en=("Drop Zone",), ja=("ドロップゾーン",), also_en=("graveyard",), also_ja=("墓地",), entries=("a/zone/drop",)),
    Term(id="penetrate", game="a", kind="keyword", en=("[Penetrate]",), ja=("『貫通』",), kana=("かんつう",), romaji=("kantsuu",), misspelt=("penitrate",), entries=("a/k/p",)),
    Term(id="deck", game="a", kind="zone", en=("deck",), ja=("デッキ",), also_en=("library",), entries=("a/zone/deck",)),
    Term(id="chaos", game="a", kind="keyword", en=("The Chaos",), ja=("C・カオス",), entries=("a/k/c",)),
    Term(id="share", game="a", kind="keyword", en=("Chaos Territory",), ja=("D・シェア",), short=("2回攻撃",), entries=("a/k/s",)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cards in my graveyard", {"drop"}),
        ("墓地のカード", {"drop"}),
        ("Drop zones and decks", {"drop", "deck"}),
        ("kantsuu ni taikou", {"penetrate"}),
        ("かんつうに対抗", {"penetrate"}),
        ("can I counter penitrate", {"penetrate"}),
        ("a drop of water", set()),
        ("libraries", {"deck"}),
        ("どろっぷゾーンのカード", {"drop"}),
        ("どろっぷぞーんのかーど", {"drop"}),
        ("しーかおす", set()),
        ("Q1 of the chaos", {"chaos"}),
        ("Q1 of the chaos territory", {"share"}),
        ("D・シェアとは", {"share"}),
        ("Ｄシェアとは", {"share"}),
        ("2回攻撃できる？", {"share"}),
        ("2 回攻撃できる？", {"share"}),
        ("12回攻撃できる？", set()),
    ],
)
def test_terms_in_whatever_form_people_type_them(text: str, found: set[str]) -> None:
    assert {mention.term.id for mention in Glossary(TERMS).find(text)} == found


def test_a_printed_form_is_surer_than_a_borrowed_one() -> None:
    glossary = Glossary(TERMS)
    assert glossary.find("drop zone")[0].weight > glossary.find("graveyard")[0].weight
    assert glossary.find("drop zone")[0].printed


@pytest.mark.parametrize(
    ("word", "near"),
    [("penatrate", "penetrate"), ("conter", "counter"), ("cuonter", "counter"), ("counter", None), ("cat", None), ("zzzzzz", None)],
)
def test_misspelt_words_are_put_right(word: str, near: str | None) -> None:
    assert Spelling(["penetrate", "counter", "soulguard", "deck"]).nearest(word) == near


@pytest.mark.parametrize(
    ("known", "word", "near"),
    [(["card", "mark"], "mard", "mark"), (["bounterq", "countxrq"], "counterz", "countxrq"), (["cards", "card"], "carx", "card")],
)
def test_a_word_that_begins_alike_is_nearer(known: list[str], word: str, near: str) -> None:
    assert Spelling(known).nearest(word) == near


@pytest.mark.parametrize(
    ("text", "language", "asks", "negative"),
    [
        ("can I counter Penetrate?", "en", True, False),
        ("penetrate can't be countered, right?", "en", True, True),
        ("what happens when my deck runs out", "en", False, False),
        ("I attack and he counters. Do I still deal damage?", "en", True, False),
        ("how many cards do i draw", "en", False, False),
        ("is it illegal to mix sleeves", "en", True, True),
        ("貫通に対抗できる？", "ja", True, False),
        ("貫通に対抗できないよね？", "ja", True, True),
        ("何枚引けますか", "ja", False, False),
        ("払わなければならない？", "ja", True, False),
        ("デッキが切れたらどうなる", "ja", False, False),
        ("if i park a dude in the middle can they still swing at my face", "en", True, False),
        ("yo is lifelink like in magic where i gain life", "en", True, False),
        ("he gets it back twice, right? thats what my opponent says", "en", True, False),
        ("does change up! apply no matter how many there are", "en", True, False),
        ("how many copies of a card are allowed?", "en", False, False),
        ("whats the max hand size?", "en", False, False),
        ("when i attack can i counter", "en", True, False),
        ("can you explain penetrate?", "en", False, False),
        ("what happens in step 3.2.1?", "en", False, False),
        ("itsumade taikou dekimasu ka", "en", False, False),
        ("引いたけどこれ使える？", "ja", True, False),
        ("手札上限？", "ja", False, False),
        ("may i check what's left in there", "en", True, False),
        ("how many can i put there", "en", False, False),
        ("can you tell me what penetrate does", "en", False, False),
        ("when do i draw", "en", False, False),
        ("can a 限界突破 card be my buddy?", "ja", True, False),
        ("what does 対抗 do?", "ja", False, False),
        ("これは正しい手順ですか？", "ja", True, False),
        ("ドロップゾーン行き？", "ja", True, False),
        ("I took another extra turn. He says you can't chain extra turns. Does he have it right?", "en", True, True),
        ("She says you can't equip two. Is she wrong?", "en", True, False),
        ("He says a treasure takes the slot. Is that correct?", "en", True, False),
        ("スロットに置いた後にまた引くのナシだよな", "ja", True, True),
        ("コストなしで使える？", "ja", True, False),
        ("もう一回使えるとか無いよね？", "ja", True, True),
        ("what if points reach exactly 0, lost?", "en", True, False),
        ("how long is one Digimon match, 20 minutes?", "en", True, False),
        ("when does digimon movement happen, end of turn?", "en", True, False),
        ("In what part of my turn can I summon things, cast spells and put on a weapon?", "en", False, False),
        ("what happens to the soul when it moves, please?", "en", False, False),
        ("max 8 ultimates?", "en", True, False),
        ("do I lose when deck hits zero or on next draw?", "en", False, False),
        ("size 4 after calling — can I drop the monster I just called?", "en", True, False),
        ("サイドボードは何枚まで？10枚？", "ja", True, False),
        ("攻撃力と防御力同じならどうなるの、破壊できる？", "ja", True, False),
        ("ガルパピコってワールド扱いなんですか", "ja", True, False),
        ("貫通ってなんですか？", "ja", False, False),
        ("ライフの初期値はなんですか？", "ja", False, False),
        ("which area is on the right?", "en", False, False),
        ("what do I do when I deck out, lose or draw?", "en", False, False),
        ("how does penetrate work, again?", "en", False, False),
        ("連携攻撃で貫通は何回か教えてもらえますか？", "ja", False, False),
        ("so I need 1 or 2 gauge to call, right?", "en", True, False),
        ("ルール上大丈夫なのでしょうか。", "ja", True, False),
        ("何枚引けますか、このカードで？", "ja", False, False),
        ("何枚でも使える？", "ja", True, False),
        ("どれを捨てるか自分で選べる？", "ja", True, False),
        ("任意かどうか教えて、選べますか", "ja", True, False),
        ("ライフの初期値？", "ja", False, False),
        ("ゲージは？", "ja", False, False),
        ("攻撃中になるのはどこから？", "ja", False, False),
        ("そいつをコストにしてもいい？", "ja", True, False),
        ("どうじに使える？", "ja", True, False),
        ("攻撃が先？後？", "ja", False, False),
        ("sourugaado wa chikan kouka desu ka", "en", True, False),
        ("nankai demo tsukaemasu ka", "en", True, False),
        ("nanmai made ii desu ka", "en", False, False),
        ("使ったらあかん？", "ja", True, True),
        ("防御せなあかん？", "ja", True, False),
        ("貫通に対抗できひん？", "ja", True, True),
        ("同じカード5枚はNG？", "ja", True, True),
        ("no matter what size, can I call it?", "en", True, False),
        ("can't I counter it?", "en", True, False),
        ("weaponry link: into the soul of an item or monster?", "en", False, False),
        ("Are dropped cards public? Can I read my opponent's graveyard?", "en", False, False),
        ("先攻はじゃんけんで決めるの？サイコロでもいい？", "ja", True, False),
        ("先攻は必ずじゃんけんで決めますか？サイコロを振って決めてもいいですか？", "ja", False, False),
        ("so I can't counter it, right?", "en", True, True),
        ("it stays, doesn't it?", "en", True, False),
        ("black sage bem is banned isnt it", "en", True, True),
        ("I want to charge twice. Can't I?", "en", True, False),
        ("so I can't attack if I have no weapon?", "en", True, True),
        ("when a face down soul gets dropped is it flipped?", "en", True, False),
        ("call stops if condition not met?", "en", True, False),
        ("if I can't pay the cost can I still declare it", "en", True, False),
        ("I think if the text names the card, a different copy doesn't help. Is that so?", "en", True, True),
        ("so if I have a center monster I can't attack with my weapon?", "en", True, True),
        ("he told me if I rest the monster it can't attack, correct?", "en", True, True),
        ("monsters called since last turn can't attack right?", "en", True, True),
        ("We called a judge because he says no life then. Is he right?", "en", True, True),
        ("do I name the target when I cast it or only when it resolves?", "en", False, False),
        ("does 'pay 2 gauge' mean from the top or any?", "en", False, False),
        ("対象は撃つときに決めるのか、解決するとき決めるのか", "ja", False, False),
        ("必ず後攻になるデジモン同士がぶつかったら？", "ja", False, False),
        ("ライフが0になったら負け？", "ja", True, False),
        ("the soul card isn't there?", "en", True, True),
        ("so i can't attack???", "en", True, True),
        ("when the attack ends is it the final phase or the end phase?", "en", False, False),
        ("もう使えないのでは？", "ja", True, True),
        ("攻撃できないけど合ってる？", "ja", True, True),
        ("アタックできない状態か？", "ja", True, True),
        ("対抗できませんけど？", "ja", True, True),
        ("私の理解は間違っているのでしょうか？", "ja", True, True),
        ("ソウルがない時ソウルガード使える？", "ja", True, False),
        ("コストを払えないけど宣言していい？", "ja", True, False),
        ("コストが払えないなら魔法は使えないよね？", "ja", True, True),
        ("対抗しなかったら次に進む？", "ja", True, False),
        ("対抗のタイミングは一切ないのでしょうか？", "ja", True, True),
        ("もう使えないのですね？", "ja", True, True),
        ("he says I can't. Can't I call it there?", "en", True, False),
        ("先攻の最初のターンは攻撃できないの？", "ja", True, True),
        ("変身はメインフェイズにしか出来ない？", "ja", True, False),
        ("コストで手札2枚捨てだけど手札1枚しかない。使えないよね？", "ja", True, True),
        ("when an attack gets nullified do abilities that trigger on it still happen?", "en", True, False),
        ("when exactly do I gain the life?", "en", False, False),
        ("starting life always 10?", "en", True, False),
        ("rock paper scissors decides who attacks first?", "en", True, False),
        ("before the declaration is there any window to counter", "en", True, False),
        ("can i play with 55 cards or is that illegal", "en", True, False),
        ("can i counter penetrate, or is that illegal?", "en", True, False),
        ("can i counter penetrate or is it against the rules?", "en", True, False),
        ("can i counter penetrate or is it not possible?", "en", True, False),
        ("is it legal to counter penetrate or against the rules?", "en", True, False),
        ("is it illegal to counter penetrate or not", "en", True, True),
        ("would i be breaking a rule if i counter penetrate?", "en", True, True),
        ("would the judge stop me if i counter penetrate?", "en", True, True),
        ("does anything stop me if i want to counter penetrate?", "en", True, True),
        ("is countering penetrate a rules violation?", "en", True, True),
        ("is it out of the question to counter penetrate?", "en", True, True),
        ("貫通に対抗したらジャッジに止められますか？", "ja", True, True),
        ("貫通に対抗したら怒られる？", "ja", True, True),
        ("貫通ダメージには対抗できないよね？", "ja", True, True),
        ("貫通ダメージには対抗できる？", "ja", True, False),
        ("いらないカードはダークエリアに捨てる？", "ja", True, False),
        ("「Aを0にされない」能力は働く？", "ja", True, False),
        ("対抗できないルールだったよな", "ja", True, True),
        ("使えるよねー？", "ja", True, False),
        ("any copy of my buddy counts as the buddy, no?", "en", True, False),
        ("watashi no mein feizu ni taikou utte ii no?", "en", True, False),
        ("kantsuu ni taikou dekinai yone?", "en", True, True),
        ("攻撃できないと言われた。合ってる？", "ja", True, True),
        ("友達に「対抗できない」と言われました。対抗は使えますか？", "ja", True, False),
        ("もしかして攻撃できない？", "ja", True, True),
        ("たしか貫通は対抗できませんよね？", "ja", True, True),
        ("使えないカードですよね？", "ja", True, True),
        ("サイズに関係なくコールできる？", "ja", True, False),
        ("すみません、コールできますか？", "ja", True, False),
        ("ライフがなくなったら負け？", "ja", True, False),
        ("『破壊されない』能力は働く？", "ja", True, False),
        ("効果の解決順？", "ja", False, False),
        ("どっちが先攻かちゃんと教えてくれますか？", "ja", False, False),
        ("My friend says I can't. can I?", "en", True, False),
        ("is it legal or not?", "en", True, False),
        ("can I counter if I have no gauge?", "en", True, False),
        ("so I can't attack with a level III?", "en", True, True),
        ("can't monsters attack twice?", "en", True, False),
        ("harawanakya dame?", "en", True, False),
        ("when during the turn do counters resolve?", "en", False, False),
        ("when a monster gets destroyed where do souls go?", "en", False, False),
        ("opponent chooses how many cards?", "en", False, False),
        ("cost to call a size 2?", "en", False, False),
        ("do gauge cards go face up or face down", "en", False, False),
        ("impact transform when?", "en", False, False),
        ("can i attack his fighter or his monster?", "en", True, False),
        ("max hand size 5?", "en", True, False),
        ("破壊されますか？されませんか？", "ja", False, True),
        ("表向きですか、裏向きですか？", "ja", False, False),
        ("大丈夫ですか、ルール上OKですか", "ja", True, False),
        ("足し算→掛け算の順？", "ja", True, False),
        ("ゲージに置くカードって表向きですか裏向きですか", "ja", False, False),
        ("コストのゲージ、どのカードから払うかは自由に選べる？", "ja", True, False),
        ("掛け算→足し算→引き算の順？", "ja", True, False),
        ("自分のデッキを見てもかまいませんか", "ja", True, False),
        ("can i counter it? my friend says no", "en", True, False),
        ("do I have to say where before I pay or after?", "en", False, False),
        ("プロモカードはどこでもらえる？", "ja", False, False),
        ("どこでも置ける？", "ja", True, False),
        ("is it untrue that the drop zone is open to all?", "en", True, True),
        ("do the rules forbid countering penetrate?", "en", True, True),
        ("is there any rule against countering penetrate?", "en", True, True),
        ("is it a violation to counter penetrate?", "en", True, True),
        ("a card that forbids counters, may I play it?", "en", True, False),
        ("he says no rule forbids it. is he right?", "en", True, False),
        ("can I refuse a counter?", "en", True, False),
        ("バディおらんの？", "ja", True, True),
        ("センターにおらんと殴れん？", "ja", True, True),
        ("センターにおらんかったら殴れる？", "ja", True, False),
        ("れんけいで殴れる？", "ja", True, False),
    ],
)
def test_polarity(text: str, language: str, asks: bool, negative: bool) -> None:
    assert wants_yes_or_no(text, language) == asks
    assert is_negative(text, language) == negative


@pytest.mark.parametrize(
    ("one", "other", "put"),
    [
        ("can i charge with no gauge", "can I charge if I have no gauge?", (False, 1)),
        ("can I soulguard with no soul?", "can I soulguard without a soul?", (False, 1)),
        ("can i charge with 0 gauge", "can i charge with absolutely zero gauge", (False, 1)),
        ("so I can't charge with no gauge?", "so I can't charge without gauge?", (True, 1)),
        ("does the phase end with no check?", "does the phase end without a check?", (True, 0)),
        ("is it only a rumour, with no rule behind it?", "am I finished, with no further action allowed?", (True, 0)),
        ("can I call it without paying?", "can I call it without paying the cost?", (True, 0)),
        ("ゲージが0枚のときチャージできる？", "ゲージが空のときチャージできる？", (False, 1)),
        ("デッキが0枚になったら負け？", "デッキがなくなったら負け？", (False, 0)),
        ("ソウル0枚でソウルガードできない？", "ソウルが空でソウルガードできない？", (True, 1)),
    ],
)
def test_in_which_case_something_is_asked_is_no_negation_of_it(one: str, other: str, put: tuple[bool, int]) -> None:
    assert [negations(text, language_of(text)) for text in (one, other)] == [put, put]


def test_nothing_is_said_where_nothing_speaks_or_no_verdict_is_wanted() -> None:
    voices = Voices.of(("no", 0.9, 0.5), ("no", 0.8, 0.5))
    said = verdict("can I counter penetrate?", "en", voices)
    assert said is not None
    assert (said.verdict, said.agreeing, said.against, said.meant_agreeing) == ("no", 0.9, 0.0, 0.5)
    assert said.near == pytest.approx(0.85)
    assert verdict("what does penetrate do", "en", voices) is None
    assert verdict("can I counter penetrate?", "en", Voices.of()) is None


def test_voices_that_disagree_have_a_small_share() -> None:
    said = verdict("can I?", "en", Voices.of(("no", 0.8, 0.5), ("yes", 0.8, 0.5)))
    assert said is not None
    assert said.share == pytest.approx(0.5)


def test_the_trust_in_a_verdict_rises_with_its_grounds_alone() -> None:
    near = verdict("can I?", "en", Voices.of(("no", 0.9, 0.5), ("no", 0.8, 0.5), ("yes", 0.3, 0.5)))
    far = verdict("can I?", "en", Voices.of(("no", 0.5, 0.5), ("no", 0.4, 0.5), ("yes", 0.3, 0.5)))
    torn = verdict("can I?", "en", Voices.of(("no", 0.9, 0.5), ("no", 0.8, 0.5), ("yes", 0.85, 0.5)))
    assert near is not None
    assert far is not None
    assert torn is not None
    assert {near.verdict, far.verdict, torn.verdict} == {"no"}
    assert 0 < trust(far, Weights()) < trust(near, Weights()) < 1
    assert trust(torn, Weights()) < trust(near, Weights())
    assert trust(near, Weights(verdict_base=-50.0)) < 1e-6


def test_outside_words() -> None:
    outside = Outside(["black lotus", "値段", "tier list"])
    assert outside.find("how much is a black lotus?") == ["black lotus"]
    assert outside.find("カードの値段は") == ["値段"]
    assert outside.find("a frontier listing") == []
    assert Outside([]).find("anything") == []


def test_weights_read_back_and_refuse_what_they_do_not_know() -> None:
    weights = Weights(term=0.5)
    assert Weights.from_json(weights.to_json()) == weights
    with pytest.raises(ValueError, match="unknown weight 'luck'"):
        Weights.from_json({"luck": 1.0})


@given(st.text(max_size=40))
def test_features_are_tokens_and_pieces_each_once(text: str) -> None:
    found = features(text)
    assert len(found) == len(set(found))
    assert all(feature for feature in found)


def test_pieces_survive_a_typo() -> None:
    right, wrong = set(features("penetrate")), set(features("penetrrate"))
    assert len({f for f in right & wrong if f.startswith(MARK)}) >= 5


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("AP 2.1.3", "bf/attack-phase"),
        ("ファイナルフェイズの1.1", "bf/final-phase"),
        ("step 2 of the start phase", "bf/start-phase"),
    ],
)
def test_parts_are_named_in_many_ways(search: Search, question: str, part: str) -> None:
    assert part in search.rank(question).query.referred.parts


@pytest.mark.parametrize("question", ["アタックフェイズ version 1.2", "アタックフェイズの順番, ver 1.2"])
def test_a_version_goes_and_what_stands_before_it_stays(search: Search, question: str) -> None:
    read = search.rank(question).query.referred
    assert ("bf/attack-phase" in read.parts, read.references) == (True, ())


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("rule change number 3", "bf/change/extra-turns"),
        ("automatic ability step 2.3.2", "bf/automatic/2.3.2"),
        ("overturn Q2", "bf/keyword/overturn/q2"),
        ("「1ターンに1回」のQ1", "bf/topic/once-per-turn/q1"),
        ("call 3", "bf/call/3"),
        ("attack phase 3-2-1", "bf/attack-phase/3.2.1"),
        ("AP 2-1", "bf/attack-phase/2.1"),
        ("アタックフェイズ3の3", "bf/attack-phase/3.3"),
        ("アタックフェイズの3の2の1", "bf/attack-phase/3.2.1"),
        ("overturn question number 2", "bf/keyword/overturn/q2"),
        ("overturn Q.2", "bf/keyword/overturn/q2"),
        ("d-share q&a 3", "bf/keyword/d-share/q3"),
        ("D・シェアの質問3", "bf/keyword/d-share/q3"),
        ("Q1 in the chaos territory section", "bf/keyword/chaos-territory/q1"),
        ("attack 1-4", "bf/attack-phase/1.4"),
        ("attack phase 321", "bf/attack-phase/3.2.1"),
        ("final phase two point one point three", "bf/final-phase/2.1.3"),
        ("three-two-one in the start phase", "bf/start-phase/3.2.1"),
        ("third question for D-Share", "bf/keyword/d-share/q3"),
        ("third cross-series question", "bf/cross-series/q3"),
        ("Call Q.III", "bf/call/q3"),
        ("stage one of cast", "bf/cast/1"),
        ("finish the game step two", "dg/finish-the-game/2"),
        ("アタックフェイズ２。３", "bf/attack-phase/2.3"),
        ("コールの三の一", "bf/call/3.1"),
        ("コールのQAの2番目", "bf/call/q2"),
        ("コールの最初の質問", "bf/call/q1"),
        ("『逆天』『逆天殺』の質問その1", "bf/keyword/overturn/q1"),
        ("soubi 2-3 taikou", "bf/equip/2.3"),
        ("final phase no shitsumon 4", "bf/final-phase/q4"),
        ("can you explain attack phase 3.2.1?", "bf/attack-phase/3.2.1"),
        ("プレイタイミング 6.3 を日本語で出せる", "bf/play-timing/6.3"),
        ("この前聞いたアタックフェイズ3.2.1を見せて", "bf/attack-phase/3.2.1"),
        ("Quote AP 2-1.", "bf/attack-phase/2.1"),
        ("Quote overturn question two.", "bf/keyword/overturn/q2"),
        ("2.1.3で攻撃しないと5.1に進むってあるけどアタックフェイズの5.1は何？", "bf/attack-phase/5.1"),
    ],
)
def test_numbers_name_their_entries(search: Search, question: str, entry: str) -> None:
    assert search.rank(question).query.referred.references == (entry,)
    assert search.search(question).hits[0].entry.id == entry


@pytest.mark.parametrize(
    "question",
    [
        "I have two questions. First question: can I call 2 monsters?",
        "最初の質問ですが、コールで2体出せますか",
        "can I attack with 2-3 monsters in a row",
        "アタックフェイズ中2・3回攻撃できる？",
        "equip 2 items at once?",
        "is one point of damage dealt when I call",
        "the second call this turn, is it free",
        "question i have about the final phase",
        "サイズ1・2・3のモンスターの違いは？",
        "how many size 1/2/3 monsters in a deck",
        "キャスト1・2・3枚目のコストは？",
        "what happens if no one equips an item?",
        "First question. Can I call 2 monsters in one turn?",
        "Quick question two monsters attack together, can I counter?",
        "quick question one of my monsters is in center, can i attack with link?",
        "質問1つあります。コールは何回できますか？",
        "call 2 or 3 monsters in one turn ok?",
        "call 1 for free?",
        "attack phase (3 attackers)?",
        "my monster with attack (3) vs defense (4), who wins",
        "コール1コストだけ払えばいい？",
        "attack phase step sıx",
        "コールを2回した場合",
    ],
)
def test_what_counts_is_no_number_of_a_rule(search: Search, question: str) -> None:
    assert search.rank(question).query.referred.references == ()


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("final phase: my attack got nullified, do we go to 3.3?", "bf/final-phase/2-jump"),
        ("ファイナルの1.1以外で必殺技使える？", "bf/final-phase/q3"),
        ("先攻1ターン目、『2回攻撃』持ちなら2回攻撃していいですか？", "bf/attack-phase/2.1"),
    ],
)
def test_a_step_that_is_named_beside_what_is_asked_is_no_answer(search: Search, question: str, entry: str) -> None:
    assert search.search(question).hits[0].entry.id == entry


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("call 2.1: opponent revealed the monster and before paying asked if i would counter, can i?", "bf/call/2.1"),
        ("Attack Phase 2.1.3 Can I go to the final phase without having attacked at all?", "bf/attack-phase/2.1.3"),
        ("Do I get to choose a new spot for the creature after everyone's responded? (Call 3.1)", "bf/call/3.1"),
        ("アタックフェイズの2.1.3で攻撃しなかったらメインに戻るの？", "bf/attack-phase/2.1.3"),
        ("FP q3, after the attack can I still use it?", "bf/final-phase/q3"),
    ],
)
def test_a_step_that_is_cited_and_then_asked_about_comes_first(search: Search, question: str, entry: str) -> None:
    found = search.search(question)
    assert (found.hits[0].entry.id, found.query.referred.pointed) == (entry, 1.0)


@pytest.mark.parametrize(
    "question", ["attack phase 3.3, what comes next?", "コールの2.1.で対抗が使われたら、効果の発動の前に何が入りますか"]
)
def test_what_comes_after_a_step_that_is_cited_is_another_one(search: Search, question: str) -> None:
    assert search.rank(question).query.referred.pointed == BESIDE


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_numbers_are_read_in_the_ways_people_say_them(search: Search, every: int) -> None:
    """Written by people who had the list of steps, English and Japanese; each line is a question, a tab and the entry."""
    lines = (Path(__file__).parent / "references.tsv").read_text(encoding="utf-8").splitlines()[::every]
    asked = [line.split("\t") for line in lines]
    missed = [question for question, entry in asked if search.search(question).hits[0].entry.id != entry]
    assert len(missed) <= 0.01 * len(asked), missed


@pytest.mark.parametrize(
    "question",
    [
        *("attack phase 3.1.9", "call 3.4", "FP 1.3 please", "アタックフェイズ4.6", "自動能力 2.6 って何"),
        *(
            "start phase step 4",
            "call step 7",
            "what is step 11 of the main phase",
            "装備の流れの4番目",
            "スタートフェイズのステップ9",
        ),
    ],
)
def test_a_step_that_no_text_prints_is_no_ruling(search: Search, question: str) -> None:
    found = search.search(question)
    assert found.query.referred.missing
    assert not found.query.referred.references
    assert found.answer is None
    assert found.hits


@pytest.mark.parametrize(
    "question",
    [
        *("is there a main phase 2", "attack phase 3.2.1 or 3.1.9?", "play timing in 3.4", "size 3 monster"),
        *(
            "attack phase step 5 or step 9?",
            "title of stage 2 in the spell flow",
            "コール2つ目のモンスター",
            "the 4th attack phase",
        ),
    ],
)
def test_other_numbers_are_not_missed(search: Search, question: str) -> None:
    assert search.search(question).query.referred.missing == ()


def test_a_citation_as_we_write_it_finds_its_entry(kb: KnowledgeBase, search: Search) -> None:
    current = {id for id, document in kb.store.documents.items() if document.current}
    entries = [entry for entry in kb.store.entries() if any(r.document in current for r in entry.renditions)]
    for entry in entries[::3]:
        found = search.search(f"what does {entry.citation} say")
        assert found.hits[0].entry.id == entry.id, entry.citation
        assert found.answer is not None, entry.citation


def test_other_words_for_terms_find_their_entries(search: Search) -> None:
    for question, entry in (
        ("graveyard", "bf/zone/drop"),
        ("trample", "bf/keyword/penetrate"),
        ("かんつう", "bf/keyword/penetrate"),
    ):
        assert entry in [hit.entry.id for hit in search.search(question).hits[:3]], question


def test_a_game_that_is_named_comes_first(search: Search) -> None:
    assert search.search("how many cards in a digimon deck").hits[0].entry.game == "dg"
    assert search.rank("デジモンのデッキは何枚").query.games == ("dg",)


def test_an_older_edition_that_is_asked_for_is_shown(search: Search) -> None:
    found = search.search("what did [Counterattack] say in the first edition")
    assert found.query.edition == 1
    assert found.hits[0].renditions[0].document == "bf-en-1"
    assert found.answer is None or "This is the text of a superseded edition." in found.answer.caveats


def test_a_server_prepares_what_a_first_number_needs(kb: KnowledgeBase) -> None:
    search = Search(kb)
    referring = search._understanding._referring
    assert "_citations" not in vars(referring)
    search.warm()
    assert "_citations" in vars(referring)
    assert all({"_called", "letters"} <= vars(name).keys() for name in referring._parts.all)
