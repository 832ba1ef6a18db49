"""Editions in two languages: which document is read beside which, what is new in both, and what has gone into what."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import cast

from ingest.align.identity import Aligned, identify
from ingest.known import Known, records_of
from kb.model import Document, Rendition, Term

TERMS = [
    Term(id=id, game="bf", kind="game_term", entries=(), en=(en,), ja=(ja,), kana=(), romaji=(), short=(), misspelt=(), also_en=(), also_ja=())
    for id, en, ja in (
        ("monster", "monster", "モンスター"), ("gauge", "gauge", "ゲージ"), ("life", "life", "ライフ"), ("hand", "hand", "手札"),
        ("deck", "deck", "デッキ"), ("attack", "attack", "攻撃"), ("counter", "counter", "対抗"),
    )
]  # fmt: skip
FLOW = (
    ("1.1", "Declare the call of a monster from the hand.", "手札のモンスターのコールを宣言します。"),
    ("1.2", "Pay 2 gauge, or lose 3 life.", "ゲージ2を払うか、ライフ3を失います。"),
    ("1.3", "Draw 1 card from the deck.", "デッキからカード1枚を引きます。"),
)
LOOK = ("1.4", "Look at 5 cards of the deck, and pay 1 life.", "デッキの5枚を見て、ライフ1を払います。")


def document(id: str, supersedes: str | None = None, *, current: bool = True) -> Document:
    game, language, edition = id.split("-")
    return Document(
        id=id,
        game=game,
        language=language,
        edition=int(edition),
        title="t",
        file="f",
        sha256="0",
        supersedes=supersedes,
        current=current,
    )


def rendition(id: str, entry: str, text: str, kind: str = "step", number: str | None = None) -> Rendition:
    _, language, edition = id.split("-")
    flow = entry.split("/")[1] if kind == "step" else None
    return Rendition(
        entry=entry,
        document=id,
        language=language,
        edition=int(edition),
        kind=kind,
        number=number,
        title=None if number else entry,
        section=(),
        flow=flow,
        under=None,
        text=text,
        lines=((1, 1),),
    )


def flow(id: str, steps: Iterable[tuple[str, str, str]] = FLOW, part: str = "call") -> list[Rendition]:
    """The steps of a flow as a document prints them."""
    game, language, _ = id.split("-")
    return [rendition(id, f"{game}/{part}/{number}", en if language == "en" else ja, number=number) for number, en, ja in steps]


def aligned(documents: list[Document], printed: dict[str, list[Rendition]]) -> Aligned:
    return identify({one.id: one for one in documents}, printed, TERMS)


def entries(found: Aligned, id: str) -> list[str]:
    return [r.entry for r in found.renditions if r.document == id]


def translations(found: Aligned, source: str, target: str) -> list[str]:
    return [a.entry for a in found.alignments if (a.relation, a.source, a.target) == ("translation", source, target)]


def test_a_second_line_of_editions_as_long_as_the_first_leaves_its_head_aligned() -> None:
    documents = [
        document("bf-en-3", "bf-en-2"), document("bf-ja-3", current=False), document("bf-en-2", "bf-en-1", current=False),
        document("bf-en-1", current=False), document("bf-ja-4", "bf-ja-3", current=False), document("bf-ja-5", "bf-ja-4"),
    ]  # fmt: skip
    found = aligned(documents, {one.id: flow(one.id) for one in documents})
    assert translations(found, "bf-en-3", "bf-ja-3") == ["bf/call/1.1", "bf/call/1.2", "bf/call/1.3"]
    for one in documents:
        assert entries(found, one.id) == ["bf/call/1.1", "bf/call/1.2", "bf/call/1.3"]


def test_one_document_in_each_language_are_read_beside_each_other() -> None:
    documents = [document("dg-en-1"), document("dg-ja-1")]
    found = aligned(documents, {one.id: flow(one.id) for one in documents})
    assert translations(found, "dg-en-1", "dg-ja-1") == entries(found, "dg-en-1") == entries(found, "dg-ja-1")
    assert len(entries(found, "dg-ja-1")) == 3


def both_fourth() -> tuple[list[Document], dict[str, list[Rendition]]]:
    """A third and a fourth edition in both languages; the fourth has a step more and a keyword that each names in its own words."""
    documents = [
        document("bf-en-3", current=False), document("bf-ja-3", current=False),
        document("bf-en-4", "bf-en-3"), document("bf-ja-4", "bf-ja-3"),
    ]  # fmt: skip
    printed = {one.id: flow(one.id, FLOW if one.edition == 3 else (*FLOW, LOOK)) for one in documents}
    dive = "Once per turn, you may rest this monster and pay 2 gauge to counter an attack."
    sky = "ターン中に1度だけ、このモンスターをレストし、ゲージ2を払って攻撃に対抗できます。"
    printed["bf-en-4"].append(rendition("bf-en-4", "bf/keyword/sky-dive", dive, "keyword"))
    printed["bf-ja-4"].append(rendition("bf-ja-4", "bf/keyword/空中降下", sky, "keyword"))
    return documents, printed


def test_what_is_new_in_both_languages_is_one_entry() -> None:
    found = aligned(*both_fourth())
    assert entries(found, "bf-ja-4") == entries(found, "bf-en-4")
    assert entries(found, "bf-en-4")[-2:] == ["bf/call/1.4", "bf/keyword/sky-dive"]
    assert translations(found, "bf-en-4", "bf-ja-4") == ["bf/call/1.4", "bf/keyword/sky-dive"]
    methods = {a.entry: a.method for a in found.alignments if a.target == "bf-ja-4" and a.source == "bf-en-4"}
    assert methods == {"bf/call/1.4": "number+anchors", "bf/keyword/sky-dive": "anchors"}
    assert sorted(a.entry for a in found.alignments if (a.source, a.target) == ("bf-ja-3", "bf-ja-4")) == entries(found, "bf-ja-3")


def test_new_rules_of_two_languages_that_say_other_things_stay_two() -> None:
    documents, printed = both_fourth()
    printed["bf-ja-4"][-1] = rendition("bf-ja-4", "bf/keyword/沈黙", "相手は手札を見せます。", "keyword")
    found = aligned(documents, printed)
    assert entries(found, "bf-ja-4")[-2:] == ["bf/call/1.4", "bf/keyword/沈黙"]


MERGED = "If your deck is empty, shuffle the drop zone into it before you draw the next card."
READ = "Read its cost aloud, choose how to pay it from your gauge or by its ability, and pay it; else the casting ends here."


def gone(found: Aligned, documents: list[Document]) -> dict[str, str | None]:
    """What the KB says each withdrawn entry has gone into."""
    sources = {one.id: SimpleNamespace(document=one) for one in documents}
    empty = dict.fromkeys(("conflicts", "changes", "rule_changes", "flows", "references", "terms"), ())
    known = SimpleNamespace(aligned=found, documents={id: one.document for id, one in sources.items()}, **empty)
    return {entry: body["merged_into"] for sort, entry, body in records_of(cast(Known, known)) if sort == "withdrawn"}


def test_a_merged_entry_leads_to_the_one_of_its_own_flow() -> None:
    """Two flows share the number 1.2; the step that took another one in stands in the second."""
    documents = [document("bf-en-3", current=False), document("bf-en-4", "bf-en-3")]
    other = ("1.1", "Stand all of your cards.", ""), ("1.2", "Both fighters show their hands to each other.", "")
    old = ("1.1", "Choose a card to cast.", ""), ("1.2", READ, ""), ("1.3", MERGED, "")
    new = ("1.1", "Choose a card to cast.", ""), ("1.2", f"{READ} {MERGED}", "")
    printed = {
        "bf-en-3": flow("bf-en-3", other, "stand") + flow("bf-en-3", old, "cast"),
        "bf-en-4": flow("bf-en-4", other, "stand") + flow("bf-en-4", new, "cast"),
    }
    assert gone(aligned(documents, printed), documents) == {"bf/cast/1.3": "bf/cast/1.2"}


def test_a_merged_entry_without_a_number_leads_to_the_one_that_took_it_in() -> None:
    documents = [document("bf-en-3", current=False), document("bf-en-4", "bf-en-3")]
    souls = "Cards that lie below a monster are its souls, and go to the drop zone with it."
    texts = {"bf/topic/decks": "A deck holds 50 cards.", "bf/topic/souls": souls, "bf/topic/empty-deck": MERGED}
    printed = {"bf-en-3": [rendition("bf-en-3", entry, text, "topic") for entry, text in texts.items()]}
    texts = {"bf/topic/decks": "A deck holds 50 cards.", "bf/topic/souls": f"{souls} {MERGED}"}
    printed["bf-en-4"] = [rendition("bf-en-4", entry, text, "topic") for entry, text in texts.items()]
    assert gone(aligned(documents, printed), documents) == {"bf/topic/empty-deck": "bf/topic/souls"}
