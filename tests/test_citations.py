"""Citations in a pasted text: the labelled snippets, every form that the site prints, any text whatever, a renumbered edition."""

from __future__ import annotations

import gc
import shutil
import time
import tomllib
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from clock import slowness
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_add import new_edition

from ingest.add import add
from ingest.build import build
from kb.citation import cite, pinned
from kb.citations.find import LONGEST, Citations, TextTooLong
from kb.citations.lexicon import Lexicon
from kb.citations.model import STATUSES, Citation
from kb.citations.view import View
from kb.knowledge_base import KnowledgeBase, open_kb
from kb.model import Change
from kb.present import address
from kb.review import changes

GOLDEN = Path(__file__).parent / "golden" / "citations.toml"
SECONDS = 1.0


@dataclass(frozen=True)
class Label:
    start: int
    end: int
    status: str
    ids: tuple[str, ...]


def read_labels(text: str, lines: list[str]) -> list[Label]:
    labels, at = [], 0
    for line in lines:
        words, _, rest = line.rpartition(" -> ")
        status, _, ids = rest.partition(":")
        start = text.index(words, at)
        at = start + len(words)
        labels.append(Label(start, at, status, tuple(ids.split())))
    return labels


SNIPPETS = [
    (one["text"], read_labels(one["text"], one["cites"])) for one in tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["snippet"]
]


@pytest.fixture(scope="module")
def citations(kb: KnowledgeBase) -> Citations:
    return Citations(kb.store)


def meant(citation: Citation) -> list[tuple[str, str]]:
    return [(one.entry.id, f"{one.entry.id}@{one.rendition.document}") for one in citation.candidates]


def agrees(label: Label, citation: Citation) -> bool:
    ids = meant(citation)
    same = len(ids) == len(label.ids) and all(wanted in found for wanted, found in zip(label.ids, ids, strict=True))
    return (citation.start, citation.end, citation.status) == (label.start, label.end, label.status) and same


def test_the_labels_name_entries_and_statuses_that_there_are(kb: KnowledgeBase) -> None:
    assert len(SNIPPETS) >= 170
    for _, labels in SNIPPETS:
        for label in labels:
            assert label.status in STATUSES
            assert (label.status == "unknown") == (not label.ids)
            for id in label.ids:
                entry = kb.store.entry(id.split("@")[0])
                assert entry is not None, id
                assert "@" not in id or id.split("@")[1] in {r.document for r in entry.renditions}, id


def test_precision_and_recall_on_the_labelled_snippets(citations: Citations, capsys: pytest.CaptureFixture[str]) -> None:
    right = given_out = wanted = 0
    wrong = []
    for text, labels in SNIPPETS:
        found = citations.find(text)
        hits = [citation for citation in found if any(agrees(label, citation) for label in labels)]
        right, given_out, wanted = right + len(hits), given_out + len(found), wanted + len(labels)
        if len(hits) < len(found) or len(hits) < len(labels):
            wrong.append((text, [(c.words, c.status, meant(c)) for c in found]))
    precision, recall = right / given_out, right / wanted
    with capsys.disabled():
        print(f"\ncitations: precision {precision:.3f}, recall {recall:.3f} over {wanted} mentions in {len(SNIPPETS)} snippets")
    assert precision >= 0.98, wrong
    assert recall >= 0.92, wrong


@pytest.mark.parametrize(
    ("text", "documents"),
    [
        ("EN 1 attack phase 3.2.2, EN 3 final phase 2.1", ["bf-en-1", "bf-en-3"]),
        ("first edition attack phase 3.2.2, third edition final phase 2.1", ["bf-en-1", "bf-en-3"]),
        ("Compare EN 3 attack phase 3.2.2, EN 1 attack phase 3.2.2.", ["bf-en-3", "bf-en-1"]),
        ("EN 1's attack phase 3.2.2, EN 3's final phase 2.1", ["bf-en-1", "bf-en-3"]),
        ("EN 1 (attack phase 3.2.2), EN 3 (final phase 2.1)", ["bf-en-1", "bf-en-3"]),
        ("EN 1 [Penetrate], EN 3 attack phase 3.2.2", ["bf-en-1", "bf-en-3"]),
        ("attack phase 3.2.2, EN 1, final phase 2.1, EN 3", ["bf-en-1", "bf-en-3"]),
        ("attack phase 3.2.2, EN 1, [Penetrate], EN 3", ["bf-en-1", "bf-en-3"]),
        ("attack phase 3.2.2 EN 1, final phase 2.1 EN 3", ["bf-en-1", "bf-en-3"]),
        ("In EN 3 it is so, attack phase 3.2.2, EN 1", ["bf-en-1"]),
        ("In ed. 1, attack phase 3.2.2 and ed. 2 cast 1.2", ["bf-en-1", "bf-en-2"]),
        ("attack phase 3.2.1 from the first edition and 3.2.2 from the second", ["bf-en-1", "bf-en-2"]),
        ("attack phase 3.2.1 from the 1st ed., 3.2.2 from the 2nd, 4.1 of the third.", ["bf-en-1", "bf-en-2", "bf-en-3"]),
        ("attack phase 3.2.1 in the first, and 3.2.2 in the second edition", ["bf-en-1", "bf-en-2"]),
        ("attack phase 3.2.1 in the first edition, and 3.2.2 in the second turn", ["bf-en-1", "bf-en-3"]),
        ("attack phase 3.2.1 of the first edition. Rule 3.2.2 is used in the second.", ["bf-en-1", "bf-en-3"]),
    ],
)
def test_in_a_list_each_edition_is_said_of_what_it_stands_beside(citations: Citations, text: str, documents: list[str]) -> None:
    assert [[one.rendition.document for one in c.candidates] for c in citations.find(text)] == [[id] for id in documents]


@pytest.mark.parametrize(
    ("said", "document"),
    [
        *((f"of the {word} edition", "bf-en-1") for word in ("original", "initial", "oldest", "earliest")),
        *((f"({words})", "bf-en-1") for words in ("ed. 1", "ed 1", "edition 1", "1st ed.", "v1", "v. 1", "ver. 1", "version 1")),
        *((words, "bf-en-1") for words in ("in ed. 1", ", ed 1", "in ed.1", ", ed. one", "in the first and second editions")),
        ("in ed. 1.4", "bf-en-3"),
        ("as Ed told 1 of us", "bf-en-3"),
        ("in the first", "bf-en-3"),
        ("in the first turn", "bf-en-3"),
        ("[v2]", "bf-en-2"),
        ("(edition two)", "bf-en-2"),
        ("in the old rulebook", "bf-en-2"),
        ("under the earliest rules", "bf-en-1"),
        ("in the original printing", "bf-en-1"),
        ("", "bf-en-3"),
        ("of my v1 deck", "bf-en-3"),
        ("(v12)", "bf-en-3"),
        ("(v1.2)", "bf-en-3"),
        ("by the original text of the card", "bf-en-3"),
    ],
)
def test_an_edition_is_named_in_many_ways(citations: Citations, said: str, document: str) -> None:
    found, *_ = citations.find(f"attack phase 3.2.2 {said}")
    assert [one.rendition.document for one in found.candidates] == [document]


def test_no_unknown_number_is_resolved_to_a_rule(citations: Citations) -> None:
    for text, labels in SNIPPETS:
        found = citations.find(text)
        for label in labels:
            over = [c for c in found if c.start < label.end and label.start < c.end]
            if label.status == "unknown":
                assert not [meant(c) for c in over if c.candidates], text
            if label.status == "ambiguous":
                assert not [c for c in over if len(c.candidates) == 1 and not c.reason], text
        if not labels:
            assert not [c for c in found if c.candidates], text


def test_every_citation_and_address_that_the_site_shows_comes_back(kb: KnowledgeBase, citations: Citations) -> None:
    count = 0
    for entry in kb.store.entries():
        for rendition in entry.renditions:
            for words in (
                pinned(entry, rendition),
                f"{own_language(kb, entry.id, rendition.document)} ({rendition.language.upper()} {rendition.edition})",
                address(entry.id, rendition.document),
                f"https://rules.example{address(entry.id, rendition.document)}",
            ):
                found = citations.find(f"see {words}")
                assert [(c.words, meant(c)) for c in found] == [(words, [(entry.id, f"{entry.id}@{rendition.document}")])]
                count += 1
        for words in (entry.citation, address(entry.id), entry.id):
            assert [[id for id, _ in meant(c)] for c in citations.find(f"{words}。")] == [[entry.id]], words
    assert count == 4 * (363 + 360 + 269 + 156 + 213)


def own_language(kb: KnowledgeBase, id: str, document: str) -> str:
    """The citation by one rendition, in its own language."""
    entry = kb.store.entry(id)
    assert entry is not None
    rendition = next(r for r in entry.renditions if r.document == document)
    game = kb.store.games[entry.game]
    part = next((p for p in kb.store.parts if (p.game, p.slug) == (entry.game, entry.part)), None)
    owner = None
    above = kb.store.entry(f"{entry.game}/{entry.part}")
    if part is None and above is not None:
        texts = [r for r in above.renditions if r.language == rendition.language]
        owner = own_language(kb, above.id, texts[0].document).removeprefix(f"{game.code} ") if texts else None
    renamed = next((named.label for named in entry.named if named.pin == document), None)
    if renamed is not None:
        return renamed
    best = entry.renditions[0]
    return entry.citation if rendition.language == best.language else cite(game, part, rendition, owner)


def test_every_entry_has_a_citation_of_its_own(kb: KnowledgeBase) -> None:
    citations = [entry.citation for entry in kb.store.entries()]
    assert len(set(citations)) == len(citations)


def check_spans(text: str, found: list[Citation]) -> None:
    end = 0
    for citation in found:
        assert end <= citation.start < citation.end <= len(text)
        assert citation.words == text[citation.start : citation.end]
        assert citation.status in STATUSES
        assert (citation.status == "unknown") == (not citation.candidates)
        assert (citation.status == "ambiguous") == (bool(citation.candidates) and citation.reason in ("several", "no flow"))
        end = citation.end


PIECES = [
    "attack phase ", "AP ", "アタックフェイズの", "コール", "3.2.1", "99.1", "Q4", "質問", "-", "–", "〜", ", ", " and ", "と", "[", "]", "『貫通』",
    "[Penetrate]", "EN 2 ", "第2版", "旧版の", "BF ", "BF Attack Phase 3", " (EN 3)", "/bf/call/", "1.1", "@bf-en-2", "%40bf-en-2", "bf%2Fcall%2F", "https://", "\n", "\n\n", "。", ". ",
    "MTG ", "rule ", "702.19b", "㈱", "①", "½", "ﾞ", "\u0301", "\u200b", "\0", "３．２", "(", ")", "「", "」", '"', "Lost Deck", "\ud800",
    "BF [Penetrat]", "DG Erratum Bo-999", "BF Foo ", "大逆天の", "Lost Q1", "I lost ", " to 3", "旧版（", "first edition ", " (v1)", ", ed. 1", " in the second", "は", "謎の", "DG ", "In Digimon, ", "デジモンの", " of Buddyfight", ". Then ", "of the attack phase", "floor rules ", " of the floor rules", "フロアルール", "JCC rule ", " of the JCC",
]  # fmt: skip


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=40).map("".join))
def test_any_text_gives_spans_in_order_that_do_not_overlap(citations: Citations, text: str) -> None:
    check_spans(text, citations.find(text))


@settings(max_examples=20, deadline=None)
@given(pieces=st.lists(st.one_of(st.sampled_from(PIECES), st.text(min_size=1, max_size=4)), min_size=1, max_size=4))
def test_any_64_kb_are_read_in_a_second(citations: Citations, pieces: list[str]) -> None:
    piece = "".join(pieces)
    text = piece * (LONGEST // len(piece.encode("utf-8", "surrogatepass")))
    started = time.process_time()
    found = citations.find(text)
    took = time.process_time() - started
    assert took < SECONDS or took / slowness() < SECONDS, piece
    check_spans(text, found)


def test_a_text_that_is_too_long_is_refused(citations: Citations) -> None:
    assert citations.find("あ" * (LONGEST // 3)) == []
    with pytest.raises(TextTooLong, match="65536 bytes"):
        citations.find("あ" * (LONGEST // 3 + 1))


def test_nothing_of_a_text_stays_once_it_is_answered(citations: Citations) -> None:
    text = "Penetrate in attack phase 3.2.1 of my text number {}. " * 200
    citations.check(text.format(*range(200)))  # what is known of the entries that it cites stays
    gc.collect()
    tracemalloc.start()
    try:
        for first in (1000, 2000, 3000):
            assert citations.check(text.format(*range(first, first + 200)))
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < 2 * len(text)
    finally:
        tracemalloc.stop()


def test_a_view_knows_where_its_letters_came_from() -> None:
    text = "ｱﾀｯｸﾌｪｲｽﾞ\u3000\u3000㈱①\u200b３．２\r\n\r\nX"
    view = View(text)
    assert view.folded == "アタックフェイズ (株)13.2 x"
    at = view.folded.index("3.2")
    assert view.words(at, at + 3) == "３．２"
    assert view.words(0, 8) == "ｱﾀｯｸﾌｪｲｽﾞ"
    assert view.paragraphs == [view.folded.index(" x")]


@given(st.text(st.sampled_from("aB1 .!?`'\"([{-/\\~"), max_size=40))
def test_plain_letters_are_viewed_alike_in_the_short_way(text: str) -> None:
    """A soft hyphen is left out of a view, and makes it go the long way."""
    short, long = View(text), View(text + "\u00ad")
    assert (short.folded, list(short._starts), list(short._ends)) == (long.folded, list(long._starts), list(long._ends))
    assert (short.lines, short.paragraphs, short.sentences) == (long.lines, long.paragraphs, long.sentences)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ap3.2.1", ["ap"]), ("map 3", []), ("apt", []), ("ap's", ["ap"]), ("アルコール3", []), ("コール3", ["コール"]), ("コールド", []),
        ("st-57", ["st-57"]), ("st-577", []), ("st-57.1", []), ("st-57.", ["st-57"]), ("lost deckの", ["lost deck"]), ("lost decks", []),
    ],
)  # fmt: skip
def test_a_form_stands_by_itself(text: str, found: list[str]) -> None:
    lexicon = Lexicon([(form, form) for form in ("ap", "コール", "st-57", "lost deck")], numbers=True)
    assert [text[first:last] for first, last, _ in lexicon.find(View(text), text)] == found


@pytest.fixture(scope="module")
def renumbered(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Citations]:
    """A KB with a fourth edition, which puts a step before Call 3.1, drops a Q&A and amends others."""
    folder = tmp_path_factory.mktemp("renumbered")
    shutil.copytree(small, folder / "corpus")
    (folder / "edition 4.txt").write_text(new_edition().replace("[Purge]", "[Cleanse]"), encoding="utf-8")
    add(folder / "corpus", folder / "edition 4.txt", game="bf", language="en", edition=4)
    build(folder / "corpus", folder / "kb")
    kb = open_kb(folder / "kb")
    yield Citations(kb.store)
    kb.store.close()


@pytest.mark.parametrize(
    ("text", "status", "id", "today"),
    [
        ("call 3.1", "current", "bf/call/3.1-e4", None),
        ("call 3.2", "current", "bf/call/3.1", None),
        ("EN 3 call 3.1", "renumbered", "bf/call/3.1", "3.2"),
        ("BF Call 3.1 (EN 2)", "renumbered", "bf/call/3.1", "3.2"),
        ("BF Call 3.1 (EN 4)", "current", "bf/call/3.1-e4", None),
        ("BF Call 3.2 (EN 3)", "renumbered", "bf/call/3.2", "3.3"),
        ("/bf/call/3.1", "renumbered", "bf/call/3.1", "3.2"),
        ("コール3.1", "current", "bf/call/3.1", None),
        ("attack phase Q2 (EN 3)", "withdrawn", "bf/attack-phase/q2", "Q2"),
        ("attack phase Q4", "renumbered", "bf/attack-phase/q4", "Q3"),
        ("EN 3 cast 1.2", "changed since", "bf/cast/1.2", "1.2"),
    ],
)  # fmt: skip
def test_a_new_edition_renumbers(renumbered: Citations, text: str, status: str, id: str, today: str | None) -> None:
    (found,) = renumbered.find(text)
    (candidate,) = found.candidates
    assert (found.status, candidate.entry.id) == (status, id)
    assert (candidate.today.number if candidate.today else None) == today


@pytest.mark.parametrize(
    ("text", "document"),
    [
        *((f"{name} (EN 3)", "bf-en-3") for name in ("[Purge]", "BF [Purge]")),
        *((f"{name} (EN 4)", "bf-en-4") for name in ("[Cleanse]", "BF [Cleanse]")),
        *((name, "bf-en-4") for name in ("[Purge]", "BF [Purge]", "[Cleanse]", "BF [Cleanse]")),
        *((f"{name} (JA 3)", "bf-ja-3") for name in ("BF 『パージ』", "BF [Cleanse]", "[Purge]")),
    ],
)
def test_a_keyword_that_an_edition_renames_goes_by_the_name_that_is_printed(
    renumbered: Citations, text: str, document: str
) -> None:
    (found,) = renumbered.find(text)
    assert [(one.entry.id, one.rendition.document) for one in found.candidates] == [("bf/keyword/purge", document)]


@pytest.mark.parametrize(
    "text", ["[Cleanse] (EN 3)", "BF [Cleanse] (EN 3)", "[Purge] (EN 4)", "BF [Purge] (EN 4)", "In EN 3, [Cleanse] was"]
)
def test_no_edition_is_cited_by_a_name_that_it_does_not_print(renumbered: Citations, text: str) -> None:
    (found,) = renumbered.find(text)
    assert (found.status, found.reason, found.candidates) == ("unknown", "edition", ())


def test_a_text_is_headed_by_the_name_that_it_prints(renumbered: Citations) -> None:
    (found,) = renumbered.find("[Cleanse]")
    entry = found.candidates[0].entry
    names = {one.document: pinned(entry, one) for one in entry.renditions}
    assert names == {"bf-en-4": "BF [Cleanse] (EN 4)", "bf-ja-3": "BF 『パージ』 (JA 3)", "bf-en-3": "BF [Purge] (EN 3)"}


def test_a_pinned_citation_has_the_number_of_its_edition(renumbered: Citations) -> None:
    (found,) = renumbered.find("EN 3 call 3.1")
    assert pinned(found.candidates[0].entry, found.candidates[0].rendition) == "BF Call 3.1 (EN 3)"
    assert found.candidates[0].entry.citation == "BF Call 3.2"


@pytest.mark.parametrize(
    ("text", "document"),
    [
        *((f"Attack Phase 3.2.2 {said}", "bf-en-2") for said in ("(English 2nd edition)", "of the English 2nd edition", "(English, edition 2)")),
        ("Attack Phase 3.2.2, English second edition", "bf-en-2"),
        *((f"アタックフェイズ 3.2.2（{said}）", "bf-en-2") for said in ("英語第2版", "英語 第二版", "英語版2版", "英語版第2版")),
        *((f"{cited}@bf-en-2", "bf-en-2") for cited in ("AP 3.2.2", "BF Attack Phase 3.2.2", "bf/attack-phase/3.2.2")),
        *(("[Penetrate] (English 1st edition)", "bf-en-1"), ("『貫通』（英語第1版）", "bf-en-1"), ("[Penetrate]@bf-en-1", "bf-en-1")),
    ],
)  # fmt: skip
def test_an_edition_is_read_in_the_ways_people_name_it(citations: Citations, text: str, document: str) -> None:
    [found] = citations.find(text)
    assert found.status == "changed since"
    assert [one.rendition.document for one in found.candidates] == [document]


def test_an_edition_in_brackets_is_not_that_of_the_next_citation(citations: Citations) -> None:
    first, second = citations.find("アタックフェイズ 3.2.2（英語第2版）、コール 1.4")
    assert [one.rendition.document for one in (*first.candidates, *second.candidates)] == ["bf-en-2", "bf-ja-3"]


@pytest.mark.parametrize("piece", ["bf-en-2 ", "EN 2 bf-ja-3 ", "AP 3.2.2@bf-en-2 "])
def test_a_text_full_of_editions_is_soon_read(citations: Citations, piece: str) -> None:
    began = time.process_time()
    citations.find((piece * LONGEST)[:LONGEST])
    assert time.process_time() - began < SECONDS * slowness()


def test_what_pins_a_citation_says_nothing_of_the_next_one(citations: Citations) -> None:
    first, second = citations.find("see AP 3.2.2@bf-en-2 and Call 1.4")
    assert [one.rendition.document for one in (*first.candidates, *second.candidates)] == ["bf-en-2", "bf-en-3"]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        *(("Flow of a Play Timing / [Counter] 3.1", "bf/play-timing/3.1"), ("6.1 under “Flow of a Play Timing / [Counter]”", "bf/play-timing/6.1")),
        *(("Play Timing / [Counter] 6.1", "bf/play-timing/6.1"), ("【対抗】の流れ 6.1", "bf/play-timing/6.1"), ("[Counter] flow 6.1", "bf/play-timing/6.1")),
        *(("起動能力の使用 1.2", "bf/activated/1.2"), ("自動能力の使用 2.1", "bf/automatic/2.1"), ("永続能力の効果 3.1", "bf/continuous/3.1")),
        ("the St-57 erratum", "dg/erratum/st-57"),
    ],
)  # fmt: skip
def test_a_flow_is_cited_by_the_headings_that_the_texts_print(citations: Citations, text: str, entry: str) -> None:
    [found] = citations.find(text)
    assert found.status == "current"
    assert [one.entry.id for one in found.candidates] == [entry]


@pytest.mark.parametrize("flow", ["bf/attack-phase", "bf/call", "bf/start-phase"])
def test_any_two_numbers_with_a_dash_mean_something_or_say_why_not(kb: KnowledgeBase, citations: Citations, flow: str) -> None:
    """`AP 1.2-1` was once a range of nothing, without a reason, and the page that showed it failed."""
    name = next(part.name_en for part in kb.store.parts if flow == f"{part.game}/{part.slug}")
    numbers = [
        *(entry.id.rsplit("/", 1)[1] for entry in kb.store.entries() if entry.id.startswith(f"{flow}/")),
        "1",
        "3",
        "9",
        "9.9",
    ]
    for low in numbers:
        for high in numbers:
            for edition in ("", " (EN 1)"):
                text = f"{name} {low}-{high}{edition}"
                assert all(one.candidates or one.reason for one in citations.find(text)), text


def test_a_last_place_that_does_not_rise_ends_no_range(citations: Citations) -> None:
    assert [(one.words, meant(one)[0][0]) for one in citations.find("AP 1.2-1")] == [("AP 1.2", "bf/attack-phase/1.2")]
    assert [one.words for one in citations.find("AP 3.2.1-2")] == ["AP 3.2.1-2"]


@pytest.mark.parametrize(
    "text",
    [
        "DG Attack Phase 2.1", "Digimon Attack Phase 2.1", "In Buddyfight Evolution phase (1)", "In Buddyfight, the evolution phase (1)",
        "Attack Phase 2.1 (DG)", "Attack Phase 2.1 (DG 1)", "Attack Phase 2.1 of Digimon", "DG 2.1 of the attack phase", "DG AP 2.1–2.3",
        "デジモンのアタックフェイズ2.1", "デジモンでは、アタックフェイズ2.1", "Digimon [Penetrate]", "Buddyfight Erratum St-57",
    ],
)  # fmt: skip
def test_a_game_that_is_named_and_has_no_such_rule_is_told_of(citations: Citations, text: str) -> None:
    assert [(one.status, one.reason, one.candidates) for one in citations.find(text)] == [("unknown", "game", ())]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("Buddyfight Attack Phase 2.1", "bf/attack-phase/2.1"),
        ("BF Attack Phase 2.1", "bf/attack-phase/2.1"),
        ("Digimon's evolution phase (1)", "dg/evolution-phase/1"),
        ("Unlike Digimon, attack phase 2.1 says so.", "bf/attack-phase/2.1"),
        ("I play Digimon. Attack phase 2.1 is of another game.", "bf/attack-phase/2.1"),
        ("Buddyfight and Digimon: attack phase 2.1", "bf/attack-phase/2.1"),
        ("My Digimon friend showed me attack phase 2.1.", "bf/attack-phase/2.1"),
    ],
)
def test_a_game_named_elsewhere_forbids_nothing(citations: Citations, text: str, entry: str) -> None:
    assert [[one.entry.id for one in citation.candidates] for citation in citations.find(text)] == [[entry]]


@pytest.mark.parametrize(
    ("text", "words", "entries"),
    [
        ("See Abilities / Others 1.2.1.", "Abilities / Others 1.2.1", ["bf/activated/1.2.1"]),
        ("能力／その他の2.1.1を見てください", "能力／その他の2.1.1", ["bf/automatic/2.1.1"]),
        ("Irregulars List: Gambit", "Irregulars List: Gambit", ["bf/restricted/gambit"]),
        (
            'during the 7.1 section of "2. Flow of a Play Timing / [Counter]".',
            '7.1 section of "2. Flow of a Play Timing / [Counter]',
            ["bf/play-timing/7.1"],
        ),
        (
            'the 7.1 of “2. Flow of a Play Timing / [Counter]”',
            '7.1 of “2. Flow of a Play Timing / [Counter]',
            ["bf/play-timing/7.1"],
        ),
        ("「②プレイタイミング/【対抗】の流れ」の7.1.で使う", "プレイタイミング/【対抗】の流れ」の7.1", ["bf/play-timing/7.1"]),
        ("St-999 erratum", "St-999 erratum", []),
        ("the St-999's erratum", "St-999's erratum", []),
        ("St-57 erratum", "St-57 erratum", ["dg/erratum/st-57"]),
        ("Card Errata Bo-51", "Errata Bo-51", ["dg/erratum/bo-51"]),
        ("the errata for Bo-51", "errata for Bo-51", ["dg/erratum/bo-51"]),
        ("Errata St-99", "Errata St-99", []),
        ("the Bo-51 erratum prints it", "Bo-51 erratum", ["dg/erratum/bo-51"]),
        ("Bo-51 errata\nNext line", "Bo-51 errata", ["dg/erratum/bo-51"]),
        ("エラッタBo-51", "エラッタBo-51", ["dg/erratum/bo-51"]),
        ("Bo-51のエラッタ", "Bo-51のエラッタ", ["dg/erratum/bo-51"]),
        ("Bo-999のエラッタ", "Bo-999のエラッタ", []),
        ("Flow of a Turn 3.1.2", "Flow of a Turn 3.1.2", ["bf/start-phase/3.1.2", "bf/attack-phase/3.1.2", "bf/final-phase/3.1.2"]),
    ],
)  # fmt: skip
def test_what_the_texts_themselves_cite_by_is_found(citations: Citations, text: str, words: str, entries: list[str]) -> None:
    assert [(one.words, [c.entry.id for c in one.candidates]) for one in citations.find(text)] == [(words, entries)]


@pytest.mark.parametrize(
    "text", ["Attack Phase Q1 and lifelink Q2", "アタックフェイズQ1とライフリンクQ2", "Attack phase Q1. In End Q2 too."]
)
def test_a_question_of_something_else_is_not_taken_for_one_of_the_part_before(citations: Citations, text: str) -> None:
    first, second = citations.find(text)
    assert [one.entry.id for one in first.candidates] == ["bf/attack-phase/q1"]
    assert (second.status, second.reason) == ("ambiguous", "no flow")


@pytest.mark.parametrize("text", ["once per Q3", "once Q3", "only once per turn. Q3 says", "turn restriction Q3"])
def test_a_title_is_not_shortened_to_anything(citations: Citations, text: str) -> None:
    assert all(one.reason for one in citations.find(text))


@pytest.mark.parametrize("text", ["3 steps of the attack phase", "ab-12 errors", "in others 1.2 cards", "the list: Gambit"])
def test_what_only_looks_alike_is_no_citation(citations: Citations, text: str) -> None:
    assert citations.find(text) == []


def test_the_status_agrees_with_what_readers_say_of_each_change(kb: KnowledgeBase, citations: Citations) -> None:
    """Words that are typography to them have changed nothing, and a number that they say was put right is another one."""
    told: dict[tuple[str, str], list[Change]] = {}
    for change in changes(kb.store):
        told.setdefault((change.entry, change.from_document), []).append(change)
    seen = set()
    for (entry, document), of_text in told.items():
        if kb.store.documents[document].edition != 2 or {change.impact for change in of_text} != {"none"}:
            continue
        (found,) = citations.find(f"/{entry}@{document}")
        kinds = {change.kind for change in of_text}
        assert found.status == ("renumbered" if kinds == {"renumbered"} else "current"), (entry, kinds)
        seen |= {(entry, found.status)}
    assert {("bf/equip/3.1", "current"), ("bf/keyword/set", "current"), ("bf/start-phase/3.2.2", "renumbered")} <= seen
    for text in ("/bf/play-timing/q1@bf-en-1", "/bf/attack-phase/1.1@bf-en-1"):
        assert [found.status for found in citations.find(text)] == ["current"]
