"""Questions that only look a name up, that ask of a game that is not held, of one of two things, or by a number of none or several."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from clock import slowness

from ingest.questions import read_questions
from ingest.tuning import read_tuning
from ingest.unanswered import read_unanswered
from kb import lookup
from kb.either import one_of_two_en
from kb.fold import fold
from kb.lookup import looks_up, may_look_up
from kb.outside import Outside, compares, words_pattern
from kb.search import Search
from kb.understand import Query
from kb.yes_or_no import wants_yes_or_no


def _read(search: Search, question: str) -> Query:
    return search.rank(question).query


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("what does D-Share do?", "bf-en-2"),
        ("can I have two monsters in the center with CHAOS Territory?", "bf-en-1"),
        ("does the first player draw on the first turn?", "bf-en-1"),
    ],
)
def test_a_rule_that_the_chosen_document_does_not_print_is_not_answered_by_another(
    search: Search, question: str, document: str
) -> None:
    assert search.search(question, document=document).answer is None
    assert search.search("can I counter Penetrate?", document=document).answer is not None


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("soulguard", "bf/keyword/soulguard"),
        ("what does Soulguard do?", "bf/keyword/soulguard"),
        ("soulgard meaning pls", "bf/keyword/soulguard"),
        ("explain lifelink to me", "bf/keyword/lifelink"),
        ("soulguard tte nani", "bf/keyword/soulguard"),
        ("ソウルガードの意味を教えて", "bf/keyword/soulguard"),
        ("そうるがーど とは？", "bf/keyword/soulguard"),
        ("『貫通』ってどういう能力ですか", "bf/keyword/penetrate"),
        ("dark tower digimon", "dg/card/dark-tower"),
        ("光の紋章の使い方", "dg/card/crest-of-light"),
    ],
)
def test_a_name_that_is_looked_up_is_found_whatever_else_is_asked_about_it(search: Search, question: str, entry: str) -> None:
    assert _read(search, question).looked_up
    found = search.search(question)
    assert found.hits[0].entry.id == entry
    assert found.answer is not None
    assert any(reason.startswith("term: ") for reason in found.hits[0].why)


@pytest.mark.parametrize(
    "question",
    [
        "penetrate limit",
        "counter penetrate",
        "when does lifelink happen",
        "貫通に対抗",
        "ソウルガードは何回",
        "is soulguard good",
        "hello",
    ],
)
def test_what_asks_something_of_a_name_is_no_look_up(search: Search, question: str) -> None:
    assert not _read(search, question).looked_up


@pytest.mark.parametrize(
    "question",
    [
        "what does professor menjo do?",
        "what's the full ability text of Professor Menjo",
        "damage of Giga Howling Crusher?",
        "gambit no kouka wa nani?",
        "ギャンビットの効果ってどんなの？",
        "ラディス・ザ・Cの登場時効果は？",
        "how much is a Gambit worth these days",
        "where can I buy the Obstruct card",
        "how do I spell Adamanquartz",
        "ギャンビットの値段",
        "アビゲールのイラスト描いた人だれ",
        "can I lend my Gambit to a friend for a day?",
        "アクターナイツ・ザ・ワールドはかっこいいですか？",
        "アクターナイツ・ザ・ワールドは手札に戻せますか？",
    ],
)
def test_what_a_card_says_is_not_what_a_list_says_of_it(search: Search, question: str) -> None:
    found = search.search(question)
    assert found.query.beside_list
    assert found.answer is None


@pytest.mark.parametrize(
    "question",
    [
        "gambit",
        "what is the limit on gambit",
        "does professor menjo's ban apply",
        "ギャンビットの効果は禁止されてる？",
        "I bought a CHAOS Death Tallica and the seller says it's forbidden. Is it?",
        "イラスト違いのギャンビットは合計で数えるの？",
        "giga howling crusher",
        "Professor Menjo status",
        "do I have to cut my only Gambit?",
        'Can a Star Dragon World deck have one "ファンタジック・ファイナル・カウンターシュート!!"?',
    ],
)
def test_what_a_list_says_of_a_card_is_found(search: Search, question: str) -> None:
    found = search.search(question)
    assert not found.query.beside_list
    assert found.answer is not None


def test_a_look_up_is_answered_from_the_beginning_of_the_text(search: Search) -> None:
    answer = search.search("penetrate meaning").answer
    assert answer is not None
    assert answer.text.startswith("When an attack by a card with [Penetrate] hits")


@pytest.mark.parametrize(
    "question",
    [
        "In Digimon, is a Lost Deck allowed?",
        "In Digimon, are there off-limits cards?",
        "バディファイトで相手のカードに触ってもいいですか？",
    ],
)
def test_a_game_that_is_named_is_not_answered_where_the_rule_is_another_s(search: Search, question: str) -> None:
    assert search.search(question).answer is None


@pytest.mark.parametrize(
    "question",
    [
        "in yugioh can I chain to a chain link 1 trap?",
        "is Exodia banned",
        "mtg: can I counter a counterspell",
        "遊戯王で相手のターンに罠は使える？",
        "ポケカのベンチは何匹まで",
        "Can the first player attack on turn one in Yugioh?",
        "In Magic, does a creature with double strike deal trample damage to the player twice?",
    ],
)
def test_another_game_has_other_rules(search: Search, question: str) -> None:
    found = search.search(question)
    assert found.query.elsewhere
    assert found.answer is None


@pytest.mark.parametrize(
    "question",
    [
        "does penetrate work like trample in mtg?",
        "coming from yugioh, can I counter a counter here?",
        "遊戯王みたいに対抗に対抗を積めますか？",
        "デジヴァイスは1枚で2体進化できる？",
        "mtg player asking: in buddyfight, can I counter Penetrate?",
    ],
)
def test_comparing_with_another_game_asks_of_ours(search: Search, question: str) -> None:
    assert not _read(search, question).elsewhere


def test_katakana_words_begin_where_they_stand() -> None:
    words = Outside(["ヴァイス", "mtg"])
    assert words.holds("ヴァイスの裁定")
    assert not words.holds("デジヴァイスの裁定")
    assert compares("like in mtg")
    assert compares("yugioh player here, can i chain")
    assert compares("does a monster fight back? in yugioh the attacker can die")
    assert not compares("can i draw on turn one? in yugioh")
    assert compares("in yugioh you build chains as long as you want. can the other player here?")
    assert not compares("in mtg can i")


@pytest.mark.parametrize(
    ("question", "wants"),
    [
        ("is the deck 30 or 40 cards?", False),
        ("does it go to the drop zone or get removed?", False),
        ("is it draw then charge or charge then draw?", False),
        ("is the rule new or was it in the last edition too", False),
        ("does the turn player or the other one go first?", False),
        ("is it ok to look at my gauge or souls?", True),
        ("can i discard from hand or gauge?", True),
        ("is it legal or not?", True),
        ("do i get to use a card or ability then?", True),
        ("連携攻撃は2体まで？3体まで？", False),
        ("ドローあり？なし？どっち", False),
        ("変身したらアイテムなんですか、モンスターですか？", False),
        ("攻撃していい？できる？", True),
        ("デッキ見ていい？デジモンの大会", True),
        ("サイドボードは何枚まで？10枚？", True),
        ("必ず使うの？強制？", True),
        ("wen does the final phase start", False),
        ("waht is the size limit", False),
        ("hwo do i link attack", False),
        ("裁定を教えていただけますか", False),
        ("impact monster is it a monster or an impact", False),
        ("is Gambit banned or how many can I run?", False),
        ("変身ってコール扱いなの？装備扱いなの？", False),
        ("貫通のダメージは打撃力分全部入る？差分だけ？", False),
        ("使えるのは自分のターンだけ？", True),
    ],
)
def test_one_of_two_things_wants_no_yes_or_no(question: str, wants: bool) -> None:
    assert wants_yes_or_no(question, "en" if question.isascii() else "ja") is wants


def test_what_is_told_at_one_look_is_told_alike(search: Search, corpus: Path) -> None:
    """Most questions are told by a look at their words to hold none of the list and to look nothing up."""
    words = sorted({word for body in search.kb.store.records("outside") for word in body["words"]})
    outside = Outside(words)
    longest = sorted({fold(word) for word in words}, key=lambda word: (-len(word), word))
    plain = words_pattern(longest)
    asked = [one.text for one in (*read_questions(corpus), *read_unanswered(corpus)[:2000], *read_tuning(corpus)[:1000])]
    found = 0
    for text in [*asked, *(f"is {word}s good" for word in words), *(f"{word}'s price" for word in words), *words]:
        folded = fold(text)
        wanted = list(dict.fromkeys(plain.findall(folded)))
        assert (outside.find(folded), outside.holds(folded)) == (wanted, bool(wanted)), text
        found += bool(wanted)
    assert found > 3 * len(words)
    looked = 0
    for text in asked:
        folded, forms = fold(text), {mention.form for mention in search.kb.glossary.find(text)}
        looks = any(looks_up(folded, form) for form in forms)
        assert may_look_up(folded, forms) or not looks, text
        looked += looks
    assert looked > 10


def test_one_of_two_is_told_in_bounded_time() -> None:
    assert not one_of_two_en("is it a" + " a" * 1000, "is it a" + " a" * 1000, asks=True)
    assert one_of_two_en("is it a" + " a" * 900 + " or b?", "is it a" + " a" * 900 + " or b?", asks=True)


@pytest.mark.parametrize("question", ["Call Q9", "attack phase Q7", "lost q3", "コールQ7", "cast Q1", "overturn q9"])
def test_a_question_and_answer_that_is_not_printed_is_no_ruling(search: Search, question: str) -> None:
    found = search.search(question)
    assert found.query.referred.missing
    assert found.answer is None


def test_no_text_is_made_of_the_words_that_ask_what_a_name_is_in_two_ways() -> None:
    """Else the time to read one doubles with each of them; by the test of Sardinas and Patterson (1953)."""
    words = set(re.fullmatch(r"\(\?:(.*)\)\*", lookup._JAPANESE.pattern)[1].split("|"))  # type: ignore[index]
    assert all(re.escape(word) == word for word in words)
    left = {long[len(short) :] for short in words for long in words if short != long and long.startswith(short)}
    known: set[str] = set()
    while left - known:
        assert not left & words
        known |= left
        left = {word[len(end) :] for end in left for word in words if word.startswith(end)} | {
            end[len(word) :] for end in left for word in words if end.startswith(word)
        }
    latin = lookup._ASKING[3:-1].split("|")
    assert len(latin) == len(set(latin))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "ない" * 400 + "苺 貫通",
            "とは" * 400 + "苺 貫通",
            "なください" * 200 + "苺 貫通",
            "to " * 400 + "qwrtz penetrate in buddyfight",
        ),
        *("-".join(["a"] * 400) + " q", "one-" * 400, "a' " * 400 + "q1", "it's-" * 300 + " q1:"),
    ],
)
def test_words_over_and_over_are_soon_read(search: Search, text: str) -> None:
    began = time.process_time()
    search.search(text)
    assert time.process_time() - began < 0.5 * slowness()


def test_a_number_alone_that_several_have_names_them_all_and_answers_nothing(search: Search) -> None:
    found = search.search("3.2.1")
    assert found.query.referred.ambiguous
    assert found.answer is None
    assert {hit.entry.id for hit in found.hits[:3]} == {f"bf/{part}-phase/3.2.1" for part in ("attack", "final", "start")}


@pytest.mark.parametrize(
    "question",
    [
        *(
            "rule 3.2.1",
            "what is 3.2.1?",
            "see 3.2.1",
            "what happens in step 3.2.1",
            "quote rule 3.2.1 please",
            "step three point two",
        ),
        *("ルール3.2.1", "ルール3.2.1について教えて", "3.2.1を見せて", "2.1とは", "手順2.1には何て書いてある？"),
        *("Q1", "Q1は？", "Q.2", "Q1 and Q2", "question 2", "質問1", "q&a 1", "section 4", "ルール1", "rule 1", "第3章"),
    ],
)
def test_so_does_one_beside_words_that_only_ask_to_see_it(search: Search, question: str) -> None:
    found = search.search(question)
    assert found.query.referred.ambiguous
    assert found.answer is None
    named = found.query.referred.references
    assert len(named) > 1
    assert {hit.entry.id for hit in found.hits[: len(named)]} <= set(named)


@pytest.mark.parametrize(
    ("question", "entry"),
    [("what does 6.1 say", "bf/play-timing/6.1"), ("step 6.1 please", "bf/play-timing/6.1"), ("5.3を見せて", "bf/final-phase/5.3")],
)
def test_a_number_alone_that_one_entry_has_is_answered_by_it(search: Search, question: str, entry: str) -> None:
    found = search.search(question)
    assert not found.query.referred.ambiguous
    assert found.answer is not None
    assert found.hits[0].entry.id == entry


def test_a_number_that_one_entry_has_in_the_document_that_is_chosen_is_answered_by_it(search: Search) -> None:
    found = search.search("3.2.1", document="bf-en-1")
    assert found.answer is not None
    assert found.answer.citations[0].entry.id == "bf/attack-phase/3.2.1"
    assert search.search("3.2.1", document="bf-en-3").answer is None
    assert search.search("2.1", game="bf").answer is None


@pytest.mark.parametrize("question", ["rule 3.2.1 and 9.9.9", "Q9", "what is 44.1?", "ルール9.9"])
def test_a_number_alone_that_nothing_has_is_no_ruling(search: Search, question: str) -> None:
    assert search.search(question).answer is None


@pytest.mark.parametrize(
    ("question", "game"),
    [("can i counter penetrate", "dg"), ("how many cards in a lost deck", "dg"), ("can spectators give advice", "bf")],
)
def test_the_words_of_one_game_say_nothing_in_the_other(search: Search, question: str, game: str) -> None:
    assert search.search(question).answer is not None
    assert search.search(question, game=game).answer is None


@pytest.mark.parametrize(("question", "game"), [("when do I draw?", "bf"), ("how many cards are in a deck?", "dg")])
def test_a_question_of_both_games_is_answered_for_the_one_that_is_chosen(search: Search, question: str, game: str) -> None:
    answer = search.search(question, game=game).answer
    assert answer is not None
    assert answer.citations[0].entry.game == game


@pytest.mark.parametrize(
    "question", ["my monster has 6000 defense and is attacked by 5000 power, does it survive?", "攻撃力5000で防御力6000を倒せる？"]
)
def test_numbers_that_must_be_compared_get_no_verdict(search: Search, question: str) -> None:
    answer = search.search(question).answer
    assert answer is None or answer.verdict is None


def test_errata_are_quoted_as_they_are_correct(search: Search) -> None:
    answer = search.search("bo-51 errata").answer
    assert answer is not None
    assert answer.text == "Correct: The battle is a draw"


def test_a_bare_yes_to_another_question_is_not_quoted(search: Search) -> None:
    answer = search.search("do I gain life from buddy calling if the call is nullified?").answer
    assert answer is not None
    assert not answer.text.startswith("Yes")


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        *((asked, ("start-phase", "attack-phase", "final-phase")) for asked in ("3.2.1 (EN 2)", "3.2.1@bf-en-2", "EN 2 3.2.1", "3.2.1（第2版）")),
        *((asked, ("start-phase", "attack-phase", "final-phase")) for asked in ("3.2.1 in the second edition", "旧版の3.2.1", "3.2.1 (JA 3)")),
        ("3.1.1 (EN 2)", ("start-phase", "attack-phase", "final-phase")),
    ],
)  # fmt: skip
def test_a_number_with_an_edition_names_all_that_the_edition_prints(search: Search, asked: str, parts: tuple[str, ...]) -> None:
    found = search.search(asked)
    number = asked[asked.index("3.") :][:5]
    assert found.answer is None
    assert found.query.referred.references == tuple(f"bf/{part}/{number}" for part in parts)
    assert sorted(hit.entry.id for hit in found.hits[:3]) == sorted(found.query.referred.references)


def test_a_number_that_its_edition_prints_once_is_answered_from_that(search: Search) -> None:
    found = search.search("3.1.1 (EN 1)")
    assert found.query.referred.references == ("bf/attack-phase/3.1.1",)
    assert found.answer is not None
    assert [(one.entry.id, one.rendition.document) for one in found.answer.citations] == [("bf/attack-phase/3.1.1", "bf-en-1")]


def test_a_step_of_a_game_that_is_named_and_has_none_is_not_answered_by_the_other_s(search: Search) -> None:
    found = search.search("DG attack phase 2.1")
    assert (found.answer, found.query.referred.missing) == (None, ("2.1",))
