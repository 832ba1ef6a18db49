"""The detector of disagreements: cue by cue on small pairs, and its figures on the real corpus."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from conftest import CORPUS, READ_BY_NO_GRAMMAR
from test_add import text_of_en3

from ingest.add import add
from ingest.detect import Detected, detect
from ingest.detect.align import align
from ingest.detect.anchors import Glossary
from ingest.detect.detect import CUES, FLOOR, candidates, together
from ingest.detect.spans import spans
from ingest.detect.unread import current_pairs, unread_conflicts
from ingest.detect_figures import Figures, figures
from ingest.known import Known
from ingest.terms import read_terms
from kb.model import Rendition, Term

CASES = Path(__file__).parent / "cases" / "detect.txt"
SOURCES = Path(__file__).parent.parent / "ingest" / "detect"


@pytest.fixture(scope="session")
def terms() -> tuple[Term, ...]:
    return tuple(read_terms(CORPUS))


@pytest.fixture(scope="session")
def glossary(terms: tuple[Term, ...]) -> Glossary:
    return Glossary(term for term in terms if term.game in ("", "bf"))


_detected: dict[object, list[Detected]] = {}


def detect_once(english: Rendition, japanese: Rendition, terms: Iterable[Term]) -> list[Detected]:
    """What `detect` gives; the same pair of texts is compared once a run."""
    named = tuple(terms)
    asked = named, *((one.entry, one.language, one.text) for one in (english, japanese))
    if asked not in _detected:
        _detected[asked] = detect(english, japanese, named)
    return _detected[asked]


@pytest.fixture(autouse=True, scope="module")
def _remembering_pairs() -> Iterator[None]:
    with patch("ingest.detect_figures.detect", detect_once):
        yield


@pytest.fixture(scope="module")
def measured() -> Figures:
    return figures(CORPUS)


def cases() -> list[tuple[str, str, str, str]]:
    out = []
    for section in CASES.read_text(encoding="utf-8").split("\n## ")[1:]:
        kind, *lines = [line for line in section.split("\n") if line.strip()]
        assert len(lines) % 3 == 0, kind
        out += [(kind, *lines[n : n + 3]) for n in range(0, len(lines), 3)]
    return out


@pytest.mark.parametrize(("kind", "en", "ja", "expected"), cases())
def test_cue(kind: str, en: str, ja: str, expected: str, glossary: Glossary) -> None:
    flags = [flag for bead in align(en, ja, glossary) for flag in candidates(bead) if flag.kind == kind]
    assert "; ".join(f"{flag.cue.removeprefix(f'{kind}: ')} = {flag.severity}" for flag in flags) == (
        "" if expected == "none" else expected
    )


def test_every_kind_of_cue_has_a_dozen_cases_some_of_which_find_nothing() -> None:
    for kind in {kind for kind, *_ in cases()}:
        expected = [found for of, _, _, found in cases() if of == kind]
        assert len(expected) >= 12, kind
        assert 3 <= expected.count("none") <= len(expected) - 3, kind
    assert len({kind for kind, *_ in cases()}) == len(CUES) + 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See 3.2.1. Then “Stop! Now.” ends it.", ["See 3.2.1.", "Then “Stop! Now.” ends it."]),
        ("「払う。引く。」は例です。終わり。", ["「払う。引く。」は例です。", "終わり。"]),
        ("条件を満たした場合は\n使えません。\n次。", ["条件を満たした場合は\n使えません。", "次。"]),
        ("Proceed to 10.1.. ※A note, e.g. this.", ["Proceed to 10.1..", "※A note, e.g. this."]),
        ("\n\n", []),
    ],
)
def test_sentences_are_spans_of_the_text(text: str, expected: list[str]) -> None:
    assert [text[span.start : span.end] for span in spans(text)] == expected


def test_alignment_joins_and_leaves_over(glossary: Glossary) -> None:
    english = "Draw 2 cards. Put 1 card from the hand into the gauge zone. Proceed to 3.1."
    japanese = "カード2枚を引き、手札1枚をゲージゾーンに置きます。3.1.に進みます。相手のデッキは裏向きのままシャッフルされます。"
    beads = align(english, japanese, glossary)
    assert [(bead.en.text if bead.en else None, bead.ja.text if bead.ja else None) for bead in beads] == [
        ("Draw 2 cards. Put 1 card from the hand into the gauge zone.", "カード2枚を引き、手札1枚をゲージゾーンに置きます。"),
        ("Proceed to 3.1.", "3.1.に進みます。"),
        (None, "相手のデッキは裏向きのままシャッフルされます。"),
    ]


def test_weights_of_one_place_add_up_but_one_kind_counts_twice_at_most() -> None:
    weak = Detected(cue="places: hand", severity="extra", en="a", ja="b", weight=0.3)
    assert together([]) == 0.0
    assert together([weak] * 5) == together([weak] * 2) == 0.51
    assert together([weak, replace(weak, cue="scope: all")]) == 0.51


def test_what_is_detected_is_printed_in_the_texts_and_has_weight(
    renditions: dict[str, dict[str, Rendition]], terms: tuple[Term, ...]
) -> None:
    english, japanese = renditions["bf-en-3"], renditions["bf-ja-3"]
    for number, entry in enumerate(sorted(english.keys() & japanese.keys())):
        found = detect_once(english[entry], japanese[entry], terms)
        assert number % 10 or found == detect(english[entry], japanese[entry], list(terms))
        for flag in found:
            assert flag.en in english[entry].text
            assert flag.ja in japanese[entry].text
            assert flag.en or flag.ja
            at = [other for other in found if (other.en, other.ja) == (flag.en, flag.ja)]
            assert together(at) >= FLOOR


def test_two_renditions_that_are_no_pair_are_refused(renditions: dict[str, dict[str, Rendition]], terms: tuple[Term, ...]) -> None:
    one, other = renditions["bf-en-3"]["bf/check/size"], renditions["bf-ja-3"]["bf/check/defeat"]
    with pytest.raises(ValueError, match=r"not bf/check/size \(en\) and bf/check/defeat \(ja\)"):
        detect(one, other, terms)


def test_the_figures_on_the_corpus_keep_their_floor(measured: Figures) -> None:
    assert measured.impact["high"].value >= 0.8
    assert measured.recall.value >= 0.5
    assert measured.precision.value >= 0.48
    assert measured.places.value >= 0.47


def test_the_figures_add_up(measured: Figures, known: Known) -> None:
    compared = {english.entry for english, _ in current_pairs(known.documents, known.aligned.renditions)}
    reviewed = [one for one in known.conflicts if one.status == "reviewed" and one.entry in compared]
    assert measured.recall.whole == len(reviewed) == measured.recall.part + len(measured.missed)
    assert measured.precision.whole == measured.precision.part + len(measured.false)
    assert sum(share.whole for share in measured.impact.values()) == measured.recall.whole
    assert sum(share.whole for share in measured.severity.values()) == measured.recall.whole
    assert sum(share.whole for share in measured.cues.values()) == measured.precision.whole
    assert measured.lines()[1] == f"recall {measured.recall}"


def test_a_review_without_a_passage_of_one_language_is_measured_and_one_that_is_outdated_is_not(tmp_path: Path) -> None:
    """The review quotes one language alone; another quotes what a fourth English edition no longer prints."""
    copy = tmp_path / "corpus"
    shutil.copytree(CORPUS, copy, ignore=READ_BY_NO_GRAMMAR)
    path = copy / "reviews" / "conflicts.toml"
    text = path.read_text(encoding="utf-8")
    lacking = re.sub(r'^(?:en|ja) = ""\n', "", text, flags=re.MULTILINE)
    assert lacking != text
    path.write_text(lacking, encoding="utf-8")
    (tmp_path / "4.txt").write_text(text_of_en3().replace("is 3 or greater", "is 4 or greater"), encoding="utf-8")
    add(copy, tmp_path / "4.txt", game="bf", language="en", edition=4)
    tables = [table for table in text.split("[[conflict]]") if 'entry = "' in table and "bf/restricted/" not in table]
    assert figures(copy).recall.whole == len(tables) - 1


def test_the_cues_hold_nothing_of_this_corpus(terms: tuple[Term, ...], known: Known) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
    names = [form for term in terms if term.kind in ("card", "world", "flag", "attribute") for form in (*term.en, *term.ja)]
    passages = [words for one in known.conflicts for words in (one.en_text, one.ja_text) if len(words) > 12]
    assert not [words for words in (*names, *passages, '"bf', '"dg') if words in code]


def test_texts_that_nobody_read_are_flagged_by_rule_only(known: Known) -> None:
    read = {("bf-en-3", "bf-ja-3")}
    assert unread_conflicts(known.documents, known.aligned.renditions, read, known.terms) == []
    changed = [
        replace(r, text=r.text.replace("3 or greater", "5 or greater"))
        if (r.entry, r.document) == ("bf/check/size", "bf-en-3")
        else r
        for r in known.aligned.renditions
    ]
    # The pair that was read is the older one: the current text differs from it in one entry alone.
    older = [replace(r, document="bf-en-2x") for r in known.aligned.renditions if r.document == "bf-en-3"]
    documents = {**known.documents, "bf-en-2x": replace(known.documents["bf-en-3"], id="bf-en-2x", current=False)}
    found = unread_conflicts(documents, [*changed, *older], {("bf-en-2x", "bf-ja-3")}, known.terms)
    assert {(c.entry, c.status) for c in found} == {("bf/check/size", "detected")}
