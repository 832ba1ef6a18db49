"""What only stands around a question is no matter of it; what asks is never left out."""

from pathlib import Path

import pytest

from ingest.outside import read_outside
from ingest.questions import read_questions, split
from kb.around import Around
from kb.errors import CorpusError
from kb.knowledge_base import KnowledgeBase
from kb.language import language_of
from kb.search import Search

WRAPPED = Path(__file__).parent / "wrapped.tsv"
"""Ways to wrap a question by somebody who knew none of the phrases: the language, and the words around %s."""
MOST_LOST = 0.18
"""Share of the questions that may lose their answer in them; 0.365 did before."""


@pytest.fixture(scope="module")
def around(kb: KnowledgeBase) -> Around:
    return Around.of(kb.store.records("outside"))


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("Hi all, quick question: can I counter Penetrate? Thanks in advance!", "can i counter penetrate?"),
        ("sorry if this is a dumb question but can I counter Penetrate", "can i counter penetrate"),
        ("can i counter penetrate pls help", "can i counter penetrate"),
        ("Can I attack (first time player here)?", "can i attack"),
        ("I'm new to this game. Do I lose when my deck is empty?", "do i lose when my deck is empty?"),
        ("すみません、貫通に対抗できますか？ 教えてください", "貫通に対抗できますか?"),
        ("初心者なので教えてください。貫通に対抗できるか教えて", "貫通に対抗できるか"),
        ("今友達と対戦中なんだけど貫通に対抗できる？", "貫通に対抗できる?"),
        ("貫通に対抗できる？　小学生の親です", "貫通に対抗できる?"),
    ],
)
def test_greetings_thanks_and_who_asks_are_left_out(around: Around, typed: str, asked: str) -> None:
    assert around.without(typed) == asked


@pytest.mark.parametrize(
    "typed",
    [
        "can I counter Penetrate?",
        "Step 3.2.1, is it still so?",
        "If I have no cards left, have I lost?",
        "is it legal, right?",
        "Finish the turn first and then ask the judge?",
        "who is the first player?",
        "thanks",
        "hello?",
        "質問です",
        "初心者",
        "相手にデッキを見せる必要がありますか、教える必要は？",
        "バディはバディゾーンに置きますか",
    ],
)
def test_what_asks_stays(around: Around, typed: str) -> None:
    assert around.without(typed) == typed


def test_a_phrase_that_stands_for_nothing_too_is_refused(tmp_path: Path) -> None:
    (tmp_path / "outside.toml").write_text('["around"]\nen = [\n  "thanks",\n  "[please/] [help/]",\n]\n', encoding="utf-8")
    with pytest.raises(CorpusError, match=r"'\[please/\] \[help/\]' stands for nothing, too") as told:
        read_outside(tmp_path)
    assert told.value.line == 4


@pytest.mark.parametrize(
    ("put", "plain"),
    [
        ("Good evening judges! %s Thank you so much", "can I counter Penetrate?"),
        ("My brother always thinks he is right about everything. %s", "can I counter Penetrate?"),
        ("雨で暇なので家族で遊んでいます。%s よろしくお願いします", "デッキが0枚になったら負けですか？"),
    ],
)
def test_the_answer_is_that_of_the_question_alone(search: Search, put: str, plain: str) -> None:
    alone, around = search.search(plain), search.search(put % plain)
    assert alone.answer is not None
    assert around.answer is not None
    assert around.answer.verdict == alone.answer.verdict
    assert around.hits[0].entry.id == alone.hits[0].entry.id
    assert around.query.text == put % plain


@pytest.mark.parametrize(
    "typed",
    [
        "In One Piece TCG I play it. How many DON!! cards do I get each turn?",
        "I was 10 minutes late because of the train. Do I just lose?",
        "one piece card game don!! how many on turn one going first",
    ],
)
def test_what_tells_that_no_rule_answers_is_not_left_out(search: Search, typed: str) -> None:
    assert search.search(typed).answer is None


def test_few_questions_lose_their_answer_in_the_words_of_strangers(search: Search, corpus: Path) -> None:
    dev = [one.text for one in split(read_questions(corpus))[0] if search.search(one.text).answer is not None][::5]
    rows = [line.split("\t") for line in WRAPPED.read_text(encoding="utf-8").splitlines()]
    asked = [wrapper % text for language, wrapper in rows for text in dev if language_of(text) == language]
    lost = sum(search.search(text).answer is None for text in asked)
    print(f"\n{lost} of {len(asked)} questions lose their answer")
    assert lost <= MOST_LOST * len(asked)
