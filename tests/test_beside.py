"""Words that follow a citation loosely, or are few: compared where they are like its text, and otherwise said not to be."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from conftest import judgecall
from flask.testing import FlaskClient
from test_quoted import quoted
from test_web import words

from kb.citation import pinned
from kb.citations.find import Citations
from kb.knowledge_base import KnowledgeBase
from kb.sentences import sentences


@pytest.fixture(scope="module")
def citations(kb: KnowledgeBase) -> Citations:
    return Citations(kb.store)


def not_compared(citations: Citations, text: str) -> list[str]:
    return [one.words for citation in citations.check(text) for one in citation.not_compared]


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ('[Overturn] "may be declared and used only once per turn"', "may be declared and used only once per game"),
        ('Call Q2\n[Overturn] "may be declared and used only once per turn"', "may be declared and used only once per game"),
        ('[Lifelink] (4. Abilities / Others), "[Counter] cannot be used against [Lifelink]."', "[Counter] can be used against [Lifelink]."),
        ("『貫通』「『貫通』に対して【対抗】を使用することができます。」", "『貫通』に対して【対抗】を使用することはできません。"),
        ('Attack Phase 4.1: "[Double Attack] abilities activate."', ""),  # so the first edition
        ('Final Phase Q1: "Yes, they can."', "No, they cannot."),
        ('Call Q2: "Yes, it will."', "No, it will not."),
        ('Call Q2 says "yes".', "No, it will not."),
        ('Impact Monsters Q3 "No, you cannot."', "Yes, you can."),
        ("必殺モンスターQ3「いいえ、できません。」", "はい、できます。"),
        ('Match start (3): "Whoever loses goes first"', "Whoever wins goes first."),
        ('During the match (3): "You can declare defeat"', 'You cannot "declare defeat" from yourself.'),
    ],
)  # fmt: skip
def test_few_words_and_loose_ones_are_called_wrong_where_they_are_like_the_text(
    citations: Citations, text: str, nearest: str
) -> None:
    (one,) = quoted(citations, text)
    assert not one.printed
    assert nearest in "".join(span.text for span in one.nearest)
    assert not_compared(citations, text) == []


def test_a_long_sentence_that_has_only_some_of_the_words_is_not_shown_as_the_nearest(citations: Citations) -> None:
    (one,) = quoted(citations, 'Final Phase 2.1: "The turn fighter declares an attack"')
    assert (one.printed, one.nearest) == (False, ())


@pytest.mark.parametrize(
    "text",
    [
        'Attack Phase 4.1 (EN 1): "[Double Attack] abilities activate."',
        '[Overturn] “may be declared and used only once per game”',
        "[Lifelink] (4. Abilities / Others), “[Counter] can be used against …”",
        "『貫通』、「『貫通』に対して【対抗】を使用することはできません。」",
        "『貫通』『ライフリンク』「に対して【対抗】を使用することはできません。」",  # of one of the two
        'Final Phase Q1: "No, they cannot."',
        'Final Phase Q1: "No, they can\'t."',
        'Call Q2: "No".',
        'Call Q2: "No, it will not … there is no target to return to hand."',
        "必殺モンスターQ3「はい」",
        "コールQ2「戻せません」",
        'Match start (3): "…wins goes first"',
        "During the match (3): “You cannot ‘declare defeat’”",
        'DG Erratum St-97 "Magic Beast type"',
    ],
)  # fmt: skip
def test_right_ones_are_quoted_as_printed(citations: Citations, text: str) -> None:
    assert [(one.printed, one.printed_as) for one in quoted(citations, text)] == [(True, "")]
    assert not_compared(citations, text) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('[Penetrate] "Demon Lord, Asmodai" attacks "Gargantua Dragon".', ["Demon Lord, Asmodai", "Gargantua Dragon"]),
        ('[Counterattack]: "Dragon of the End of the World" was attacked.', ["Dragon of the End of the World"]),
        ('[Lifelink], "Armorknight of the Cerberus" leaves.', ["Armorknight of the Cerberus"]),
        ('My monster has [Penetrate] and "it destroys all that the opponent has".', ["it destroys all that the opponent has"]),
        ("My card has [Penetrate] “When this card destroys a monster your gauge grows.”", ["When this card destroys a monster your gauge grows."]),
        ("AP 3.2.2 does not say “the attacking monster is destroyed”.", ["the attacking monster is destroyed"]),
        ("アタックフェイズ3.2.2には「攻撃したモンスターを手札に戻します」とは書いていません。", ["攻撃したモンスターを手札に戻します"]),
        ("AP 3.2.2. “That is what it says.”", ["That is what it says."]),
        ("コールQ2「いいえ、戻せません」", ["いいえ、戻せません"]),  # the text has no "no"
        ('Overturn Q1: "Can I use it?"', ["Can I use it?"]),
        ('DG Erratum St-97 "Magic type"', ["Magic type"]),
        ("AP 3.2.2『強襲』", []),  # a term
        ("See AP 3.2.2, “Attack Phase 4.1” and “Lost Deck”.", []),  # citations
        ("I cited AP 3.2.2. Then my opponent told the judge “that is wrong”.", []),
        ("attack phase 99.1: “the attacking monster is destroyed”", []),
    ],
)  # fmt: skip
def test_what_is_not_compared_is_said_to_be_so(citations: Citations, text: str, left: list[str]) -> None:
    assert quoted(citations, text) == []
    assert not_compared(citations, text) == left


def cut(sentence: str) -> list[str]:
    """A sentence, and its two halves, which are cut neither in a word nor in a number."""
    half = len(sentence) // 2
    while half < len(sentence) and sentence[half - 1 : half + 1].strip("0123456789.") != sentence[half - 1 : half + 1]:
        half += 1
    first, last = sentence[:half], sentence[half:]
    return [sentence, first.rpartition(" ")[0] or first, last.partition(" ")[2] or last]


def test_short_sentences_and_cut_ones_are_never_called_wrong(kb: KnowledgeBase, citations: Citations) -> None:
    found = 0
    for entry in kb.store.entries():
        named = entry.citation.startswith("BF [")
        for rendition in entry.renditions[: 1 if named else None]:
            name = entry.citation.removeprefix("BF ") if named else pinned(entry, rendition)
            for sentence in sentences(rendition.text):
                for said in cut(sentence) if (named or len(sentence) < 60) and "«" not in sentence else ():
                    for text in (f"{name} «{said}»", f"{name}, «{said}»"):
                        right = [one.printed for one in quoted(citations, text)]
                        assert all(right), text
                        found += len(right)
    assert found > 5000


def test_a_name_within_words_that_are_compared_with_its_entry_is_no_finding(citations: Citations) -> None:
    wrong = 'According to [Penetrate], "[Counter] can be used against [Penetrate]."'
    assert [(one.words, one.state) for one in citations.check(wrong)] == [("[Penetrate]", "misquoted")]
    assert [one.words for one in citations.find(wrong)] == ["[Penetrate]", "[Penetrate]"]
    other = 'Attack Phase 4.1 (EN 1): "[Double Attack] abilities activate."'
    assert [one.words for one in citations.check(other)] == ["Attack Phase 4.1", "[Double Attack]"]
    loose = 'My opponent denied [Penetrate] and "[Penetrate] is not in the rules at all" was his word.'
    assert [one.words for one in citations.check(loose)] == ["[Penetrate]", "[Penetrate]"]


def test_the_page_the_command_and_the_json_say_what_is_not_compared(client: FlaskClient, small_kb: object) -> None:
    text = "AP 3.2.2 does not say “the attacking monster is destroyed”."
    soup = BeautifulSoup(client.post("/cite", data={"text": text}).get_data(as_text=True), "html.parser")
    assert words(soup, "#c1 .tags ~ .quiet")[1:2] == ["Not compared with what this rule prints: the attacking monster is destroyed"]
    said = judgecall("cite", "--kb", str(small_kb), stdin=text.encode()).stdout.splitlines()
    assert said[:2] == ["1:1  current  AP 3.2.2", "    not compared with what it prints: the attacking monster is destroyed"]
    (span,) = client.post("/api/citations", json={"text": text}).get_json()["spans"]
    assert span["quotes"] == []
    assert span["not_compared"] == [{"start": 22, "end": 58, "text": "the attacking monster is destroyed"}]
