"""The question set: enough of each sort, every label known, nothing of it in the search, and halves that stay as they are."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.check import check
from ingest.phrasings import read_phrasings
from ingest.questions import OUTSIDE, STYLES, Question, read_questions, split
from ingest.terms import read_terms
from ingest.tuning import read_tuning
from ingest.unanswered import read_unanswered
from ingest.verdicts import Settled
from kb.errors import CorpusError
from kb.fold import key
from kb.model import VERDICTS, Rendition


@pytest.fixture(scope="module")
def questions(corpus: Path) -> list[Question]:
    return read_questions(corpus)


def test_there_are_enough_of_each_sort(questions: list[Question]) -> None:
    files = Counter(Path(question.file).stem for question in questions)
    assert files["en"] >= 160
    assert files["ja"] >= 120
    assert files["cross"] >= 40
    assert files["dg"] >= 40
    assert files["out"] >= 60
    for file in ("en", "ja", "dg"):
        assert {q.style for q in questions if Path(q.file).stem == file} == set(STYLES) - {"cross"}
    assert {q.style for q in questions if not q.answerable} == set(OUTSIDE)
    assert {q.verdict for q in questions} == {None, *VERDICTS}


def test_every_label_names_an_entry(questions: list[Question], renditions: dict[str, dict[str, Rendition]]) -> None:
    entries = {entry for one in renditions.values() for entry in one}
    for question in questions:
        assert {*question.settles, *question.helps} <= entries, question
        assert bool(question.settles) == question.answerable, question


def test_no_question_feeds_the_search(questions: list[Question], corpus: Path) -> None:
    asked = {key(question.text) for question in questions}
    assert len(asked) == len(questions)
    assert asked & {key(text) for said in read_phrasings(corpus).values() for text in (*said.en, *said.ja)} == set()
    terms = read_terms(corpus)
    printed = {key(form) for term in terms for form in (*term.en, *term.ja)}
    typed = {key(form) for term in terms for form in (*term.also_en, *term.also_ja, *term.misspelt) if " " in form}
    assert asked & typed - printed == set()


def test_the_halves_are_halves_of_every_file_and_style(questions: list[Question]) -> None:
    dev, held_out = split(questions)
    assert sorted(map(id, dev + held_out)) == sorted(map(id, questions))
    assert abs(len(dev) - len(held_out)) <= 20
    ours, theirs = (Counter((q.file, q.style) for q in half) for half in (dev, held_out))
    assert all(abs(ours[stratum] - theirs[stratum]) <= 1 for stratum in ours | theirs)


def test_the_halves_stay_when_questions_are_added(questions: list[Question]) -> None:
    """A new question moves at most one other, of its own file and style; order and line numbers move none."""
    dev, held_out = ({question.text for question in half} for half in split(questions))
    for number in range(30):
        new = replace(questions[number * 17], text=f"a new question, number {number}")
        moved = [replace(question, line=question.line + 7) for question in reversed(questions)]
        later_dev, later_held_out = split([new, *moved])
        changed = [q for q in later_dev if q.text in held_out] + [q for q in later_held_out if q.text in dev]
        assert len(changed) <= 1
        assert all((q.file, q.style) == (new.file, new.style) for q in changed)


def test_the_seed_is_fixed(questions: list[Question]) -> None:
    """Another seed would make questions that were tuned on measure from then on."""
    dev, _ = split(questions)
    assert {
        "is Fantastic Final Counter Shoot banned in Star Dragon World?",
        "Medabots cards, do they belong to a listed cross series world?",
        "Is Impact Transform one of the things the turn player may do at 1.1 of the final phase? My English sheet leaves it out.",
    } <= {question.text for question in dev}


QUESTION = '# a comment\n[[question]]\nq = "is it so?"\nlang = "en"\nstyle = "terse"\ngame = "bf"\nsettles = ["bf/call/1.1"]\nverdict = "yes"\n'


def test_tuning_questions_are_many_and_known_to_nothing_else(
    corpus: Path, settled: list[Settled], questions: list[Question]
) -> None:
    tuning = read_tuning(corpus)
    assert sum(bool(question.settles) for question in tuning) >= 1000
    assert sum(not question.answerable for question in tuning) >= 300
    asked = {key(question.text) for question in tuning}
    assert len(asked) == len(tuning)
    assert asked & {key(question.text) for question in questions} == set()
    assert asked & {one.key for one in settled} == set()
    assert asked & {key(one.text) for one in read_unanswered(corpus)} == set()
    assert asked & {key(text) for said in read_phrasings(corpus).values() for text in (*said.en, *said.ja)} == set()


def test_a_settled_question_of_no_entry_or_that_measures(small: Path, tmp_path: Path) -> None:
    copy = tmp_path / "corpus"
    shutil.copytree(small, copy, ignore=shutil.ignore_patterns("encoder"))
    asked = next(question.text for question in read_questions(small) if '"' not in question.text)
    text = f'["bf/keyword/move"]\nyes_en = [\n  "{asked}",\n]\n\n["bf/keyword/none"]\nno_en = ["is it so?"]\n'
    (copy / "verdicts" / "planted.toml").write_text(text, encoding="utf-8")
    found = [str(finding) for finding in check(copy) if finding.file == "verdicts/planted.toml"]
    assert len(found) == 2
    assert "verdicts/planted.toml:3: leaked-question: a question must not feed the search" in found[0]
    assert found[1] == "verdicts/planted.toml:7: unknown-entry: there is no entry 'bf/keyword/none'"


def planted(small: Path, folder: Path, text: str) -> list[str]:
    """What the linter finds in a file of questions."""
    copy = folder / "corpus"
    shutil.copytree(small, copy, ignore=shutil.ignore_patterns("encoder"))
    (copy / "questions" / "planted.toml").write_text(text, encoding="utf-8")
    return [str(finding) for finding in check(copy) if finding.file == "questions/planted.toml"]


WRONG = [
    ("bf/call/1.1", "bf/call/9.9", "unknown-entry: there is no entry 'bf/call/9.9': 'is it so?'"),
    ('"bf"', '"mtg"', "unknown-game: game 'mtg'; there are: bf, dg, none: 'is it so?'"),
    ('"en"', '"fr"', "unknown-language: lang 'fr'; there are: en, ja, mixed: 'is it so?'"),
    ('"terse"', '"short"', f"unknown-style: style 'short'; there are: {', '.join(STYLES)}: 'is it so?'"),
    ('"terse"', '"price"', f"unknown-style: style 'price'; there are: {', '.join(STYLES)}: 'is it so?'"),
    ('"yes"', '"maybe"', "unknown-verdict: verdict 'maybe'; there are: yes, no, depends, or none at all: 'is it so?'"),
    ('["bf/call/1.1"]', "[]", "unlabelled-question: settles names no entry; name those that answer the question: 'is it so?'"),
    ("verdict", 'helps = ["bf/call/1.1"]\nverdict', "unlabelled-question: 'bf/call/1.1' stands in settles and in helps; keep it in one: 'is it so?'"),
    ('"is it so?"', '"Two weapons possible?"', "repeated-question: "),
]  # fmt: skip
"""What is planted in the place of what, and what the linter finds then."""


@pytest.fixture(scope="module")
def found_wrong(small: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the linter finds in all wrong questions, which stand one after another in one file, each with words of its own."""
    texts = [
        QUESTION.replace(before, after, 1).replace("is it so?", f"is it so, {number}?")
        for number, (before, after, _) in enumerate(WRONG)
    ]
    return planted(small, tmp_path_factory.mktemp("wrong"), "".join(texts))


@pytest.mark.parametrize("number", range(len(WRONG)), ids=[finding.split(":")[0] for _, _, finding in WRONG])
def test_a_question_with_a_wrong_label(found_wrong: list[str], number: int) -> None:
    line = 3 + sum(QUESTION.replace(before, after, 1).count("\n") for before, after, _ in WRONG[:number])
    finding = WRONG[number][2].replace("is it so?", f"is it so, {number}?")
    assert len(found_wrong) == len(WRONG)
    assert found_wrong[number].startswith(f"questions/planted.toml:{line}: {finding}")


def test_a_question_outside_the_rules_has_no_label(small: Path, tmp_path: Path) -> None:
    text = QUESTION.replace('"bf"', '"none"').replace('"terse"', '"price"')
    message = 'unlabelled-question: a question with game = "none" has no entries and no verdict'
    assert planted(small, tmp_path, text) == [f"questions/planted.toml:3: {message}: 'is it so?'"]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('q = "is it so?"\n', "", r"planted\.toml:2: q is missing: write q = "),
        ('"terse"', "4", r"planted\.toml:5: style must be a text"),
        ("settles", "setles", r"planted\.toml:7: unknown field 'setles'; there are: q, lang"),
        ('["bf/call/1.1"]', '"bf/call/1.1"', r"planted\.toml:7: settles must be a list of texts"),
    ],
)
def test_a_question_that_cannot_be_read(tmp_path: Path, before: str, after: str, message: str) -> None:
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "planted.toml").write_text(QUESTION.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(CorpusError, match=message):
        read_questions(tmp_path)
