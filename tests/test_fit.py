"""Fitting: what the trust in a verdict rests on, and the least trust, by how often verdicts are right on questions not known before."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from conftest import judgecall, linked

from ingest import fit as fitting
from ingest.figures import save_figures
from ingest.questions import Question
from ingest.systems import without_parts
from ingest.train import write_figures
from ingest.trust import NO_VERDICTS, PRECISION
from ingest.weights import write_weights
from kb.evidence import FEATURES, Objection
from kb.knowledge_base import KnowledgeBase, open_kb
from kb.ranked import Ranked
from kb.search import Search
from kb.verdict import STANDING, Asked, Verdict, trust, voiced
from kb.weights import Weights

SAID = Verdict(
    "yes", share=0.9, whole=0.9, agreeing=0.8, against=0.3, near=0.7, meant_agreeing=0.8, meant_against=0.4, meant_near=0.7
)


def asked(text: str, verdict: str | None) -> Question:
    settles = ("bf/call/1",) if verdict else ()
    return Question(
        text=text,
        language="en",
        style="natural",
        game="bf" if verdict else "none",
        settles=settles,
        helps=(),
        verdict=verdict,
        file="f",
        line=1,
    )


def world(size: int = 3000) -> tuple[Search, list[Question]]:
    """A search whose verdicts are right the more often the further the best entry is ahead; a third of the questions have no answer."""
    chance = np.random.default_rng(5)
    known: dict[str, Verdict] = {}
    questions = []
    for number in range(size):
        ahead, beside, share = chance.uniform(0, 1), chance.uniform(0, 1), chance.uniform(0.3, 1)
        inside = chance.uniform() < (0.95 if beside < 0.5 else 0.3)
        right = chance.uniform() < 1 / (1 + np.exp(-(8 * ahead + 4 * share - 4)))
        known[str(number)] = replace(SAID, share=share, whole=share, asked=Asked(score=1.0, ahead=ahead, words=6, beside=beside))
        questions.append(asked(str(number), None if not inside else "yes" if right else "no"))
    kb = SimpleNamespace(weights=Weights())
    same = {"ranked_anew": lambda ranked: ranked, "said_by": lambda text, _: known.get(text)}
    return cast(Search, SimpleNamespace(kb=kb, said=known.get, **same)), questions


def verdicts(search: Search, questions: list[Question]) -> Weights:
    """The weights of verdicts in such a world, where a question is ranked as its own text."""
    none = np.zeros((0, len(FEATURES))), np.zeros(0, dtype=np.int64)
    cases = [fitting._Case(question, *none, cast(Ranked, question.text)) for question in questions]
    return fitting._verdicts(search, questions, cases, Weights())


def test_the_trust_in_verdicts_is_fitted_on_questions_that_an_entry_settles_and_on_those_that_none_does() -> None:
    search, questions = world()
    weights = verdicts(search, questions)
    assert weights.trust_ahead > 1.0
    assert weights.trust_beside < -1.0
    given = [
        (question, one)
        for question in questions
        if (one := cast(Any, search).said(question.text)) is not None and trust(one, weights) >= weights.verdict_trust
    ]
    settled = [question for question, _ in given if question.settles]
    right = sum(question.verdict == "yes" for question in settled)
    assert right / len(settled) == pytest.approx(PRECISION, abs=0.005)
    assert len(settled) >= 600
    assert len(given) - len(settled) < 0.2 * len(given)


def test_questions_that_name_an_edition_have_a_least_trust_of_their_own() -> None:
    """They are wrong more often at the same trust, which the others must not make up for."""
    search, questions = world()
    said = {question.text: cast(Any, search).said(question.text) for question in questions}
    for number, question in enumerate(questions):
        if number % 4 == 0:
            one = said[question.text]
            said[question.text] = replace(one, asked=replace(one.asked, edition=1.0))
            if number % 12 == 0 and question.settles:
                questions[number] = replace(question, verdict="no")
    cast(Any, search).said, cast(Any, search).said_by = said.get, lambda text, _: said.get(text)
    weights = verdicts(search, questions)
    assert weights.least_trust(edition=True) > weights.least_trust(edition=False) + 0.01
    assert weights.least_trust(edition=False) == weights.verdict_trust


def test_without_verdicts_enough_there_are_none() -> None:
    search, questions = world(60)
    assert verdicts(search, questions[:30]).verdict_trust == NO_VERDICTS
    search, questions = world()
    few = dict.fromkeys((question.text for question in questions[: fitting.FEWEST_VERDICTS - 1]), SAID)
    cast(Any, search).said = few.get
    assert verdicts(search, questions).verdict_trust == NO_VERDICTS


def test_the_standing_of_a_question_counts_for_the_trust() -> None:
    weights = Weights(trust_ahead=2.0, trust_beside=-3.0, trust_words=0.5)
    near = replace(SAID, asked=Asked(score=1.0, ahead=0.5, words=5, beside=0.0))
    assert trust(SAID, weights) == voiced(SAID, weights)
    assert trust(near, weights) > trust(replace(near, asked=Asked(1.0, 0.1, 5, 0.0)), weights)
    assert trust(near, weights) > trust(replace(near, asked=Asked(1.0, 0.5, 5, 0.9)), weights)
    assert trust(near, weights) > trust(replace(near, contradicted=0.5), weights)
    assert len(near.asked.grounds(0.5) if near.asked else ()) == len(STANDING)


def ranked_by(feature: str, *, settled: bool = True) -> fitting._Case:
    """A question of which an entry settles that one feature speaks for; another one, that words speak for, stands beside it."""
    evidence = np.zeros((2, len(FEATURES)))
    evidence[0, FEATURES.index(feature)] = evidence[1, FEATURES.index("rules_words")] = 1.0
    question = asked("q", "yes" if settled else None)
    objection = Objection(beside=0.0 if settled else 0.9)
    ranked = cast(
        Ranked, SimpleNamespace(objection=objection, objections=[objection], order=[0, 1], found=SimpleNamespace(games=[0, 0]))
    )
    return fitting._Case(question, evidence, np.array([2 if settled else 0, 0]), ranked)


def test_a_dev_question_counts_in_the_ranking_as_often_as_it_says() -> None:
    start = np.array([getattr(Weights(), name) for name in FEATURES])
    dev, tuning = ranked_by("term"), ranked_by("title")
    counted = fitting._loss(start, [(dev, 3.0), (tuning, 1.0)], start)
    repeated = fitting._loss(start, [(dev, 1.0), (dev, 1.0), (dev, 1.0), (tuning, 1.0)], start)
    assert counted[0] == pytest.approx(repeated[0])
    assert counted[1] == pytest.approx(repeated[1])


def test_the_gradient_of_the_ranking_is_that_of_its_loss() -> None:
    start = np.array([getattr(Weights(), name) for name in FEATURES])
    cases, away = [(ranked_by("term"), 2.0), (ranked_by("likely"), 1.0)], np.full_like(start, 0.05)
    _, gradient = fitting._loss(start + away, cases, start)
    for place, _ in enumerate(FEATURES):
        step = np.eye(len(start))[place] * 1e-5
        more, less = (fitting._loss(start + away + way * step, cases, start)[0] for way in (1, -1))
        assert gradient[place] == pytest.approx((more - less) / 2e-5, abs=1e-6)


def test_what_speaks_against_an_entry_comes_to_nothing_and_not_to_the_contrary() -> None:
    gone, question = (fitting._ranking([(ranked_by(feature), 1.0)], Weights()) for feature in ("gone", "question"))
    assert gone.gone == 0.0
    assert question.question > Weights().question, "it may have either sign"
    assert gone.reference == Weights().reference


def test_tuning_questions_say_how_entries_are_ranked_and_what_counts_as_found(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = {"dev": ranked_by("asked_words"), "out": ranked_by("likely", settled=False), "tuned": ranked_by("term")}
    monkeypatch.setattr(fitting, "_case", lambda _, question: cases[question.text])
    given: list[int] = []
    monkeypatch.setattr(fitting, "_found", lambda cases, refused, weights: given.append(len(cases)) or weights)
    monkeypatch.setattr(fitting, "_verdicts", lambda search, questions, cases, weights: given.append(len(questions)) or weights)
    dev = [replace(asked(text, None), text=text) for text in ("dev", "out")]
    weighed = SimpleNamespace(weights=Weights())
    search = cast(Search, SimpleNamespace(kb=weighed, refuses=lambda _: False, ranked_anew=lambda ranked: ranked))
    without = fitting.fit(search, dev, [])
    weights = fitting.fit(search, dev, [replace(asked("tuned", "yes"), text="tuned")] * 40)
    assert weights.term > without.term + 0.05
    assert given == [2, 2, 42, 42]


def test_what_is_refused_at_any_score_does_not_raise_the_score_at_which_a_ruling_counts_as_found() -> None:
    inside = [ranked_by("term") for _ in range(40)]
    near = [ranked_by("title", settled=False) for _ in range(40)]  # as near as what an entry settles, or nearer
    for case in near:
        case.ranked = inside[0].ranked
    none = np.zeros(len(inside) + len(near), dtype=np.bool_)
    raised = fitting._found([*inside, *near], none, Weights(term=1.0, title=1.2))
    left = fitting._found([*inside, *near], np.array([False] * len(inside) + [True] * len(near)), Weights(term=1.0, title=1.2))
    assert left.found_at < 1.0
    assert left.found_at <= raised.found_at


@pytest.fixture
def copy(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus that is never built: whoever begins to build it is found out."""

    def build(*_: object, **__: object) -> None:
        raise AssertionError("the work has begun")

    for module in ("fit_commands.build", "eval_commands.build", "commands.read_all"):
        monkeypatch.setattr(f"ingest.{module}", build)
    return Path(shutil.copytree(small, tmp_path / "corpus"))


@pytest.fixture
def opened(small_kb: Path, monkeypatch: pytest.MonkeyPatch) -> list[KnowledgeBase]:
    """All KBs that are opened; where one would be built, the one that there is is put."""
    kbs: list[KnowledgeBase] = []

    def noted(*arguments: Any) -> KnowledgeBase:
        kbs.append(open_kb(*arguments))
        return kbs[-1]

    monkeypatch.setattr("ingest.opened.open_kb", noted)
    for module in ("fit_commands", "systems"):
        monkeypatch.setattr(f"ingest.{module}.build", lambda root, place, *_, **__: linked(small_kb, place))
    return kbs


def is_closed(kb: KnowledgeBase) -> bool:
    try:
        kb.store.records("nothing")
    except sqlite3.ProgrammingError:
        return True
    return False


@pytest.mark.parametrize("options", [(), ("--offline",)])
def test_the_kb_that_is_fitted_on_is_closed(
    small: Path, tmp_path: Path, opened: list[KnowledgeBase], monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    corpus = Path(shutil.copytree(small, tmp_path / "corpus"))
    monkeypatch.setattr("ingest.fit_commands.fit", lambda *_, **__: Weights())
    done = judgecall("fit", "--corpus", str(corpus), *options)
    assert done.returncode == 0, done.stderr
    assert [is_closed(kb) for kb in opened] == [True]


def test_the_kbs_without_parts_are_closed(small: Path, tmp_path: Path, opened: list[KnowledgeBase], small_kb: Path) -> None:
    whole = open_kb(small_kb)
    with without_parts(whole, small, tmp_path) as rankers:
        assert all(ranker("Can I counter Penetrate?") for ranker in rankers.values())
        assert [is_closed(kb) for kb in opened] == [False, False]
    assert [is_closed(kb) for kb in opened] == [True, True]
    assert not is_closed(whole)
    whole.store.close()


@pytest.mark.parametrize(
    ("file", "write"),
    [
        ("weights.json", lambda root: write_weights(root, Weights())),
        ("questions/figures.json", lambda root: save_figures(root, {})),
        ("training.json", lambda root: write_figures(root, {"loss": [1.0, 0.5]})),
    ],
)
def test_a_write_that_is_stopped_in_the_middle_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, write: Callable[[Path], object]
) -> None:
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.write_text("as it was")
    whole = Path.write_bytes

    def stops(path: Path, data: bytes) -> int:
        whole(path, data[: len(data) // 2])
        raise KeyboardInterrupt

    with monkeypatch.context() as stopped:
        stopped.setattr(Path, "write_bytes", stops)
        stopped.setattr(Path, "write_text", lambda path, text, **_: stops(path, text.encode()))
        with pytest.raises(KeyboardInterrupt):
            write(tmp_path)
    assert path.read_text() == "as it was"
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == [path]
    write(tmp_path)
    assert path.read_text().endswith("}\n")


@pytest.mark.parametrize("options", [(), ("--offline",), ("--transformer",)])
def test_without_questions_nothing_is_fitted(copy: Path, options: tuple[str, ...]) -> None:
    shutil.rmtree(copy / "questions")
    done = judgecall("fit", "--corpus", str(copy), *options)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "there are no questions here; put some into questions/" in done.stderr


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (("fit",), "weights.json"),
        (("fit", "--offline"), "weights-offline.json"),
        (("fit", "--transformer"), "weights-transformer.json"),
        (("eval", "--save", "--ours"), "questions/figures.json"),
        (("train",), "encoder/training.json"),
        (("train",), "encoder/verdicts/training.json"),
        (("train",), "encoder/verdicts/transformer/training.json"),
        (("train", "--keep"), "encoder/verdicts/known.npy"),
    ],
)
def test_what_cannot_be_written_is_said_before_the_work(
    copy: Path, command: tuple[str, ...], file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder stands where the file goes: not even root can write it."""
    monkeypatch.setattr("ingest.commands._TRAINING", ())
    path = copy / file
    path.unlink(missing_ok=True)
    path.mkdir(parents=True)
    done = judgecall(*command, "--corpus", str(copy))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{file}: this cannot be written (Is a directory); name a corpus folder that can be, with --corpus" in done.stderr
