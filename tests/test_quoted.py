"""Words that a pasted text quotes from a citation: as printed, as another text prints them, wrong, or nobody's rule."""

from __future__ import annotations

import json
import time

import pytest
from bs4 import BeautifulSoup
from clock import slowness
from conftest import judgecall
from flask.testing import FlaskClient
from test_web import words

from kb.citation import pinned
from kb.citations.find import LONGEST, Citations
from kb.citations.model import Quoted
from kb.citations.quotes import find_quotes
from kb.fold import key
from kb.knowledge_base import KnowledgeBase
from kb.sentences import sentences

OLD = "if the attacking monster's defense is less than the power of the monster under attack with [Counterattack]"
NEW = OLD.replace("less than", "less than or equal to")
WRONG = "if the attacking monster's defense is less than the power of the defending monster, it is destroyed"
NEVER = "[Counter] cannot be used against [Lifelink]."
CAN = "[Counter] can be used against [Lifelink]."
反撃 = "『反撃』を持つモンスターの攻撃力以下の防御力を持つ攻撃したモンスターを1枚選び、破壊します"
未満 = 反撃.replace("以下", "未満")


@pytest.fixture(scope="module")
def citations(kb: KnowledgeBase) -> Citations:
    return Citations(kb.store)


def quoted(citations: Citations, text: str) -> list[Quoted]:
    return [one for citation in citations.check(text) for one in citation.quotes]


@pytest.mark.parametrize(
    ("text", "document"),
    [
        (f'Attack Phase 3.2.2 (EN 3): "{NEW}"', "bf-en-3"),
        (f"AP 3.2.2 (EN 1) says that “{OLD}, choose …”.", "bf-en-1"),
        (f"AP 3.2.2 clearly states: “{NEW.upper().replace('[', '【').replace(']', '】')}”", "bf-en-3"),
        (f"“{NEW}” (AP 3.2.2)", "bf-en-3"),
        (f"“{NEW}” – BF Attack Phase 3.2.2 (EN 3)", "bf-en-3"),
        (f"“{NEW}” is what AP 3.2.2 says.", "bf-en-3"),
        ("According to AP 3.2.2, “choose that  attacking\nmonster and destroy it”.", "bf-en-3"),
        (
            "AP 3.2.2: “When cards with [Counterattack] have been attacked … choose that attacking monster and destroy it.”",
            "bf-en-3",
        ),
        (
            "AP 3.2.2 says\n\n> 3.2.2. When cards with [Counterattack]\n> have been attacked and are left on the field\n\nSo?",
            "bf-en-3",
        ),
        (f"> {NEW}\n>\n> — [BF Attack Phase 3.2.2 (EN 3)](/bf/attack-phase/3.2.2@bf-en-3)", "bf-en-3"),
        (f"**BF Attack Phase 3.2.2** (EN 3)\n> … {NEW} …\n</bf/attack-phase/3.2.2@bf-en-3>", "bf-en-3"),
        ("Attack Phase 3.2: “When cards with [Counterattack] have been attacked and are left on the field”", "bf-en-3"),
        (f'[Lifelink]: "{CAN}"', "bf-en-3"),
        (f"アタックフェイズ3.2.2には「{反撃}」と書いてあります。", "bf-ja-3"),
        (f"アタックフェイズ3.2.2：「{反撃}。」", "bf-ja-3"),
        (f"「{反撃}」とアタックフェイズ3.2.2に書いてあります。", "bf-ja-3"),
        (f"「{反撃}」（アタックフェイズ3.2.2）", "bf-ja-3"),
        (f"アタックフェイズ3.2.2によると、「{反撃}」。", "bf-ja-3"),
        (f"AP 3.2.2: 「{反撃}」", "bf-ja-3"),
        (f"アタックフェイズ3.2.2 (EN 1): “{OLD}”", "bf-en-1"),
        (
            "Overturn Q2: “Can I use [Overturn] or [Overkill] against my opponent's cards or abilities during their turn?”",
            "bf-en-3",
        ),
    ],
)
def test_words_are_found_as_they_are_printed(citations: Citations, text: str, document: str) -> None:
    assert [(one.printed, one.rendition.document) for one in quoted(citations, text)] == [(True, document)]


@pytest.mark.parametrize(
    ("text", "others"),
    [
        (f'Attack Phase 3.2.2 (EN 3): "{WRONG}"', []),
        (f"Attack Phase 3.2.2 (EN 3) says “{OLD}”", ["bf-en-2", "bf-en-1"]),
        (f'[Lifelink]: "{NEVER}"', ["bf-en-1"]),
        (f"“{NEVER}” – BF [Lifelink] (EN 3)", ["bf-en-1"]),
        (f"BF [Lifelink] (EN 3)\n> {NEVER}", ["bf-en-1"]),
        (f"“{WRONG}” (AP 3.2.2)", []),
        ("AP 3.2.2 reads: “able to attack and destroy the monster of a fighter”", []),
        ("AP 3.2.2 (EN 1): “The turn fighter draws a card from the top of his or her deck.”", ["bf-en-3"]),
        (f"アタックフェイズ3.2.2には「{未満}」と書いてあります。", []),
        (f"アタックフェイズ3.2.2：「{未満}」", []),
        (f"「{未満}」とアタックフェイズ3.2.2に書いてある", []),
        ("『ライフリンク』：「『ライフリンク』に対して【対抗】を使用することはできません」", []),
    ],
)
def test_words_that_are_not_there_are_said_to_be_so(citations: Citations, text: str, others: list[str]) -> None:
    (found,) = quoted(citations, text)
    assert not found.printed
    assert [rendition.document for _, rendition in found.others] == others


@pytest.mark.parametrize(
    "text",
    [
        "AP 3.2.2: “Demon Lord, Asmodai” attacks “Gargantua Dragon”.",
        'Attack Phase 3.2.2 "Armorknight Cerberus" is destroyed.',
        "アタックフェイズ3.2.2で「竜騎士 エル・キホーテ」が破壊されます。",
        "アタックフェイズ3.2.2：「暴虐非道 ワイルド・ハンマー・ドラゴン・ジ・エンド」は破壊される？",
        "AP 3.2.2: “Can I destroy the monster that has attacked my monster with it?”",
        "アタックフェイズ3.2.2：「防御力が同じモンスターは『反撃』で破壊されますか？」",
        "Someone asked “must the attacking monster always be destroyed by it” (AP 3.2.2).",
        f"AP 3.2.2 does not say “{WRONG}”.",
        f"He said “{WRONG}” (AP 3.2.2), I disagree.",
        f"My opponent read AP 3.2.2 and then told the judge “{WRONG}”.",
        "AP 3.2.2: “I think that my monster is destroyed whenever it attacks.”",
        f"アタックフェイズ3.2.2には「{未満}」とは書いていません。",
        f"アタックフェイズ3.2.2に「{未満}」と書いてあるわけではない。",
        f"相手は「{未満}」と主張し、アタックフェイズ3.2.2を示しました。",
        f"アタックフェイズ3.2.2について、相手は「{未満}」と言いました。",
        f"AP 3.2.2 (EN 3): 「{未満}」",
        f"AP 3.2.1 and AP 3.2.2 say “{WRONG}”",
        f"Compare AP 3.2.1. “{WRONG}” Then AP 3.2.2.",
        f"attack phase 99.1: “{WRONG}”",
        f"See 3.2.1: “{WRONG}”",
        "My card says [Penetrate] [Move]: “When this card destroys a monster put the top card of your deck into the gauge.”",
        "カードのテキストは『貫通』：「このカードが相手のモンスターを破壊した時、君のライフを＋1する。」です。",
        "> AP 3.2.2 is the step that my opponent quoted in the last round of the event\n\nI agree with him.",
        f"It is not of such conditions as “{WRONG}”.\n\n-[Lifelink] is another matter.",
        "What of AP 3.2.2?\n\n> The judge came to the table and we showed him the field.\n\nThanks.",
    ],
)
def test_what_is_nobody_s_rule_is_not_called_wrong(citations: Citations, text: str) -> None:
    assert quoted(citations, text) == []


def test_of_two_citations_the_one_that_prints_the_words_is_meant(citations: Citations) -> None:
    found = citations.check(f"AP 3.2.1 and AP 3.2.2 say “{NEW}”")
    assert [[one.printed for one in citation.quotes] for citation in found[:2]] == [[], [True]]


def test_every_sentence_of_every_text_is_found_and_none_is_called_wrong(kb: KnowledgeBase, citations: Citations) -> None:
    """In marks that the sentence itself has not, or it would be two quotations."""
    count = 0
    for entry in kb.store.entries():
        for rendition in entry.renditions:
            for sentence in sentences(rendition.text):
                if len(sentence) <= 30:
                    continue
                first, last = next(two for two in ('""', "“”", "「」", "«»") if two[0] not in sentence and two[1] not in sentence)
                for text in (
                    f"{pinned(entry, rendition)}: {first}{sentence}{last}",
                    f"{first}{sentence}{last} – {pinned(entry, rendition)}",
                ):
                    found = [one for citation in citations.check(text) for one in citation.quotes]
                    assert found, text
                    assert all(one.printed for one in found), text
                    count += 1
    assert count > 3900


def test_the_sentences_of_another_entry_are_no_words_of_this_one(kb: KnowledgeBase, citations: Citations) -> None:
    """Each entry's longest sentence, quoted from the entry that stands 40 before it among those of the same document."""
    wrong = 0
    for document in kb.store.documents:
        printed = [(entry, one) for entry in kb.store.entries() for one in entry.renditions if one.document == document]
        for (_, rendition), (entry, other) in zip(printed[40:], printed, strict=False):
            sentence = max(sentences(rendition.text), key=len)
            held = key("".join(f"{one.title} {one.text}" for under, one in printed if under.id.startswith(entry.id)))
            if len(sentence) > 30 and key(sentence) not in held and not any(mark in sentence for mark in "“”「」"):
                found = quoted(citations, f"{pinned(entry, other)}: “{sentence}”")
                assert not any(one.printed for one in found), sentence
                wrong += len(found)
    assert wrong > 500


def test_quotations_are_found_in_marks_and_lines() -> None:
    text = 'a “b “c” d” e "f" g「h『i』」 5" screen\n> j\n> k\n\n"never closed\n\nl "m"'
    assert [one.words for one in find_quotes(text)] == ["b “c” d", "f", "h『i』", "j\nk", "m"]


@pytest.mark.parametrize(
    "piece",
    [f'AP 3.2.2: "{WRONG} {{n}}" ', '"', "“", "> AP 3.2.2\n", 'AP 3.2.2 "{n} a b c d e f g h" ', "「『", "AP 3.2.2 (", "(EN 3) "],
)
def test_64_kb_of_quotations_are_soon_compared(citations: Citations, piece: str) -> None:
    text = "".join(piece.replace("{n}", str(n)) for n in range(LONGEST // len(piece.encode())))[: LONGEST // 3]
    began = time.process_time()
    citations.check(text)
    took = time.process_time() - began
    assert took < 1 or took / slowness() < 1


UNITS = (
    ">\n", "> >\n", "> \t\n", ">a\n", "> — \n", ">", " >", "\n", " ", "\u3000\n", '"', '"a" ', "“", "”", "“a” ", "「『", "'s ", "the ",
    "- ", "—", "1", "1.", "⑳", "1.1-9.9, ", "AP 3.2.1, ", "AP 3.2.1 and ", "Q1 ", "EN 2 ", "第2版", "Er 1 ", ")", "(a)", "[a]", "monster … ",
    "カード……", "http://", "a.", "bf/attack-phase/", "アタックフェイズ3.2.1と", "\u0301",
)  # fmt: skip
"""What a text may hold again and again, each of one line."""


def test_64_kb_of_anything_behind_a_citation_are_soon_checked(citations: Citations) -> None:
    """Lines with nothing but a > once took 14 seconds."""
    took: dict[str, float] = {}
    for unit in UNITS:
        text = "AP 3.2.1\n" + unit * ((LONGEST - 9) // len(unit.encode()))
        began = time.process_time()
        citations.check(text)
        took[unit] = time.process_time() - began
    late = max(took.values())
    assert late < 2 or late / slowness() < 2, {unit: seconds for unit, seconds in took.items() if seconds > 1}


def test_the_page_does_not_call_a_false_quotation_current(client: FlaskClient) -> None:
    reply = client.post("/cite", data={"text": f'[Lifelink]: "{NEVER}" and AP 3.2.2 (EN 3): "{NEW}"'})
    soup = BeautifulSoup(reply.get_data(as_text=True), "html.parser")
    first = soup.select_one("#c1")
    assert first is not None
    assert words(first, ".state") == ["Not as quoted"]
    assert words(first, ".misquote p") == [
        "The quoted words are not in this text (EN 3): [Counter] cannot be used against [Lifelink].",
        "These are the words of BF [Lifelink] EN 1.",
        "The nearest that it prints: [Counter] can be used against [Lifelink].",
    ]
    assert words(first, "mark") == ["cannot", "can"]
    assert next((a.get_text(), a["class"], a["href"]) for a in soup.select(".pasted a")) == (
        "[Lifelink]",
        ["cited", "misquoted"],
        "#c1",
    )
    assert words(soup, ".quoted") == [f"Quoted as EN 3 prints it: {NEW}"]


def test_the_command_and_the_json_say_so_too(client: FlaskClient, small_kb: object) -> None:
    text = f'[Lifelink]: "{NEVER}"'
    said = judgecall("cite", "--kb", str(small_kb), stdin=text.encode()).stdout.splitlines()
    assert said[:4] == [
        "1:1  current, not as quoted  [Lifelink]",
        "    the quoted words are not in this text: [Counter] *cannot* be used against [Lifelink].",
        "      these are the words of BF [Lifelink] (EN 1)",
        "      it prints: [Counter] *can* be used against [Lifelink].",
    ]
    span = client.post("/api/citations", json={"text": text}).get_json()["spans"][0]
    assert (span["status"], span["quotes"]) == (
        "current",
        [
            {
                "start": 12, "end": 58, "text": NEVER, "document": "bf-en-3", "printed": False, "printed_as": "", "nearest": CAN,
                "printed_in": [{"id": "bf/keyword/lifelink", "document": "bf-en-1", "citation": "BF [Lifelink] (EN 1)", "url": "/bf/keyword/lifelink@bf-en-1"}],
            }
        ],
    )  # fmt: skip
    assert json.loads(judgecall("cite", "--kb", str(small_kb), "--json", stdin=text.encode()).stdout)["spans"][0] == span
