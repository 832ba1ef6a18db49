"""Two people say different things, and a question asks whether one of them is right."""

from __future__ import annotations

import pytest

from kb.asking import of_one_claim
from kb.features import ordered
from kb.polarity import is_negative
from kb.yes_or_no import wants_yes_or_no


@pytest.mark.parametrize(
    ("text", "asked", "negative"),
    [
        ("I say it goes to drop. She says it can't leave. Is she right?", "she says it can't leave. is she right?", True),
        ("I say it goes to drop. She says it can't leave. Am I right?", "i say it goes to drop. am i right?", False),
        (
            "I say it goes to drop, but my friend thinks it stays on the field. Am I wrong?",
            "i say it goes to drop. am i wrong?",
            True,
        ),
        ("It stays rested, he says. I say it always stands up. Is he right?", "it stays rested. is he right?", False),
        (
            "My opponent says the first counter resolves last. Is he right?",
            "my opponent says the first counter resolves last. is he right?",
            False,
        ),
        ("対抗できないと相手。俺はできると思う。相手が正しい？", "対抗できないと相手。 相手が正しい?", True),
        ("対抗できないと相手。俺はできると思う。俺が正しい？", "俺はできると思う。 俺が正しい?", False),
        ("相手は2体まで動かせると言う。私は1体だけだと思う。私の勘違い？", "私は1体だけだと思う。 私の勘違い?", True),
        (
            "2体動かせるって友達が言う。弟は1体だけだと言う。友達が間違ってる？",
            "2体動かせるって友達が言う。 友達が間違ってる?",
            True,
        ),
    ],
)
def test_the_claim_that_is_asked_about_is_read_alone(text: str, asked: str, negative: bool) -> None:
    language = "en" if text.isascii() else "ja"
    assert of_one_claim(text).endswith(asked)
    assert wants_yes_or_no(text, language)
    assert is_negative(text, language) == negative


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "My opponent says my attack ended when I said go. Is he right?",
            "my opponent says my attack ended when i said go. is he right?",
        ),
        (
            "My opponent says it leaves. He also claims it can't return. I say it stays. Is my opponent right?",
            "he also claims it can't return. is my opponent right?",
        ),
        (
            "The errata says it stays. My friend says it leaves the field. Is he right?",
            "my friend says it leaves the field. is he right?",
        ),
        (
            ", he says. he says that it stays on the field now. i say it goes. is he right?",
            "he says that it stays on the field now. is he right?",
        ),
    ],
)
def test_who_says_what_is_told_from_reports_in_reports(text: str, asked: str) -> None:
    assert of_one_claim(text).endswith(asked)


@pytest.mark.parametrize(
    ("text", "negative"),
    [
        ("He says it stays. My sister says it can't stay. Is he right?", False),
        ("My brother says it stays. He also says it can't move. I say it moves there. Is he right?", True),
        ("He says it stays there and won't listen. I say it can't stay. Is he right?", False),
        ("相手は残ると言って譲らない。私は残らないと思う。相手が正しい？", False),
        ("オレは残らないと思う。相手は残ると言う。オレが正しい？", True),
        ("モンスターは動けない。相手の合計打撃力は足されますか？", False),
        ("ソウルがない。相手が間違えて攻撃したら巻き戻せますか？", False),
    ],
)
def test_a_claim_is_put_as_the_one_who_makes_it_puts_it(text: str, negative: bool) -> None:
    language = "en" if text.isascii() else "ja"
    assert wants_yes_or_no(text, language)
    assert is_negative(text, language) == negative


@pytest.mark.parametrize("text", ["Who is right?", "He says it stays. I say it leaves. Which of us is right?", "どっちが正しい？"])
def test_who_is_right_is_not_answered_by_yes(text: str) -> None:
    assert not wants_yes_or_no(text, "en" if text.isascii() else "ja")


def test_words_behind_the_question_do_not_hide_it() -> None:
    text = "I say it goes to drop. She says it stays on the feild. Is she right? field"
    assert of_one_claim(text) == "she says it stays on the feild. is she right? field"


def test_the_case_is_kept_and_the_other_claim_is_not() -> None:
    text = "My monster was destroyed. I say its soul goes to the drop zone. He says it stays on the field. Is he right?"
    assert of_one_claim(text) == "my monster was destroyed. he says it stays on the field. is he right?"
    assert {"stay", "destroy"} <= set(ordered(text))
    assert "^ so zone" not in ordered(text)


@pytest.mark.parametrize(
    "text",
    [
        "We argue about the card. He says yes. I say no. Is he right?",
        "I told him it goes to drop. Is he right?",
        "My dad says it's power. I read it another way. Am I right?",
        "俺はできると思う。友達と弟は黙っている。弟が正しい？",
        '"It stays", he says. "It can\'t stay", I say. Is he right?',
        "I say it stays, she says it can't stay, am I right?",
        "I say it stays. She says it can't stay. I'm right?",
        "I say it stays. My opponent says it can't stay. Is the judge right?",
        "He says it stays on the field. She says the opposite. Is she right?",
        "相手は残ると言い、私は残らないと言いました。相手が正しいですか？",
        "俺は残ると思ったけど、相手は残らないって言う。俺が正しい？",
        "俺は残ると思う。相手は残らないと言う。正しいのは俺？",
        "俺は残ると思う。相手は残らないと言う。相手の言う通り？",
    ],
)
def test_nothing_is_asked_where_it_is_not_told_what_somebody_says(text: str) -> None:
    assert not wants_yes_or_no(text, "en" if text.isascii() else "ja")


@pytest.mark.parametrize(
    "text",
    [
        "the card says once per turn. is he right that it counts for both copies?",
        "He says I can't. Can't I call it there?",
        "攻撃できないと言われた。合ってる？",
        "相手が正しい？",
    ],
)
def test_other_questions_are_left_as_they_are(text: str) -> None:
    assert of_one_claim(text).replace(" ", "") == text.casefold().replace(" ", "").replace("？", "?")
