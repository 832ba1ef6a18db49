"""Metrics on rankings made by hand, with values worked out on paper, and `judgecall eval` over the real questions."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ingest.eval_commands import eval_command
from ingest.evaluate import Outcome, Reply, ask, failures, rank_scores, score
from ingest.figures import figures_of, save_figures, worse
from ingest.measure import figure, ndcg, percentiles, reciprocal_rank, success
from ingest.questions import Question, read_questions, split
from ingest.report import markdown, table
from ingest.systems import PARTS, baselines, ours
from kb.errors import CorpusError
from kb.knowledge_base import KnowledgeBase


def question(text: str = "q", *, verdict: str | None = None, game: str = "bf", language: str = "en") -> Question:
    settles, helps = (("a", "b"), ("c",)) if game != "none" else ((), ())
    return Question(
        text=text, language=language, style="terse", game=game, settles=settles, helps=helps, verdict=verdict, file="questions/x.toml", line=3
    )  # fmt: skip


def outcome(asked: Question, ranked: str, *, answered: bool = True, verdict: str | None = None) -> Outcome:
    return Outcome(question=asked, reply=Reply(ranked=tuple(ranked), answered=answered, verdict=verdict), took_ms=1.0)


def test_success() -> None:
    assert [success("xay", {"a", "b"}, k) for k in (1, 2, 3)] == [0.0, 1.0, 1.0]
    assert success("", {"a"}, 5) == 0.0


def test_reciprocal_rank() -> None:
    assert reciprocal_rank("axb", {"a", "b"}) == 1.0
    assert reciprocal_rank("xxb", {"a", "b"}) == pytest.approx(1 / 3)
    assert reciprocal_rank("x" * 10 + "a", {"a"}) == 0.0
    assert reciprocal_rank("x" * 10 + "a", {"a"}, k=11) == pytest.approx(1 / 11)


def test_ndcg() -> None:
    grades = {"a": 2, "b": 2, "c": 1}
    best = 3 + 3 / math.log2(3) + 1 / 2
    assert ndcg("abc", grades) == pytest.approx(1.0)
    assert ndcg("bac", grades) == pytest.approx(1.0)
    assert ndcg("cxa", grades) == pytest.approx((1 + 3 / 2) / best)
    assert ndcg("xyz", grades) == 0.0
    assert ndcg("a", {}) == 0.0
    # More entries to find than places: the best order there could be is that of the first k.
    assert ndcg("ab", {**grades, "d": 2}, k=2) == pytest.approx(1.0)


def test_a_figure_is_a_mean_with_its_interval() -> None:
    one = figure([1.0] * 70 + [0.0] * 30)
    assert (one.value, one.n) == (pytest.approx(0.7), 100)
    # The normal interval of a share of 0.7 among 100 is 0.7 ± 0.0898.
    assert one.low == pytest.approx(0.61, abs=0.02)
    assert one.high == pytest.approx(0.79, abs=0.02)
    assert one.half_width == pytest.approx(0.09, abs=0.01)
    assert figure([1.0] * 70 + [0.0] * 30) == one
    assert figure([1.0, 1.0]).half_width == 0.0
    assert (figure([]).value, figure([]).n, figure([]).half_width) == (None, 0, 0.0)


def test_percentiles() -> None:
    assert percentiles([float(n) for n in range(101)]) == {"p50": 50.0, "p95": 95.0, "p99": 99.0}
    assert percentiles([]) == {}


def test_scores_of_made_up_outcomes() -> None:
    scores = score(
        [
            outcome(question(verdict="yes"), "ax", verdict="yes"),
            outcome(question(verdict="no"), "xb", verdict="yes"),
            outcome(question(verdict="no"), "xy"),
            outcome(question(), "xxxa", answered=False),
            outcome(question(), "a", verdict="no"),
            outcome(question(game="none"), "a"),
            outcome(question(game="none"), "a", answered=False),
        ]
    )
    assert {name: (one.value, one.n) for name, one in scores.items()} == {
        "success@1": (pytest.approx(2 / 5), 5),
        "success@3": (pytest.approx(3 / 5), 5),
        "success@5": (pytest.approx(4 / 5), 5),
        "mrr@10": (pytest.approx((1 + 1 / 2 + 0 + 1 / 4 + 1) / 5), 5),
        "ndcg@10": (pytest.approx((3 + 3 / math.log2(3) + 0 + 3 / math.log2(5) + 3) / 5 / (3 + 3 / math.log2(3) + 1 / 2)), 5),
        "verdict_coverage": (pytest.approx(2 / 3), 3),
        "verdict_precision": (pytest.approx(1 / 2), 2),
        "verdict_unasked": (pytest.approx(1 / 2), 2),
        "refused": (pytest.approx(1 / 2), 2),
        "lost": (pytest.approx(1 / 5), 5),
    }


def test_failures_are_named() -> None:
    outcomes = [
        outcome(question("fine", verdict="yes"), "a", verdict="yes"),
        outcome(question("missed"), "xa"),
        outcome(question("lost"), "a", answered=False),
        outcome(question("wrong verdict", verdict="yes"), "a", verdict="no"),
        outcome(question("answered though outside", game="none"), "a"),
        outcome(question("refused", game="none"), "a", answered=False),
    ]
    found = failures(outcomes)
    assert [what for what, _ in found] == ["missed", "lost", "wrong verdict", "answered though outside"]
    assert all(what == one.question.text for what, one in found)


def test_the_guard(tmp_path: Path) -> None:
    (tmp_path / "questions").mkdir()
    good = [outcome(question(verdict="yes"), "a", verdict="yes") for _ in range(40)]
    bad = [outcome(question(verdict="yes"), "x", verdict="no") for _ in range(40)]
    with pytest.raises(
        CorpusError, match=r"figures\.json: there are no committed figures; write them with `judgecall eval --save`"
    ):
        worse(tmp_path, figures_of(good))
    path = save_figures(tmp_path, figures_of(good[:30] + bad[:10]))
    assert json.loads(path.read_text())["en"]["success@1"]["value"] == 0.75
    assert worse(tmp_path, figures_of(good[:30] + bad[:10])) == []
    assert worse(tmp_path, figures_of(good)) == []
    assert worse(tmp_path, figures_of(good[:27] + bad[:13])) == []
    fell = worse(tmp_path, figures_of(good[:20] + bad[:20]))
    assert any(line.startswith("en: success@1 is 0.500 (n=40), was 0.750 ± 0.1") for line in fell)
    assert any(line.startswith("all: verdict_precision is 0.500") for line in fell)
    lost = [outcome(question(), "a", answered=False) for _ in range(40)]
    assert any(line.startswith("all: lost is 1.000 (n=40), was 0.000") for line in worse(tmp_path, figures_of(lost)))
    assert any("verdict_precision was 0.750, and nothing is measured now" in line for line in worse(tmp_path, figures_of(lost)))
    path.write_text('{"all": {"success@1": {}}}')
    with pytest.raises(CorpusError, match=r"figures\.json: the figures cannot be read .* write them anew"):
        worse(tmp_path, figures_of(good))


def test_tables() -> None:
    scores = {"dev": score([outcome(question(), "a"), outcome(question(game="none"), "a"), outcome(question(game="none"), "a")])}
    lines = list(table("no ruling found", scores, ("refused", "lost")))
    assert lines[0].split() == ["no", "ruling", "found", "n", "refused", "lost"]
    assert lines[1].split() == ["dev", "2/1", "0.0", "[0.0-0.0]", "0.0", "[0.0-0.0]"]
    assert (
        list(markdown({"ours": scores["dev"]}, scores["dev"], {}))[2]
        == "| ours | 100.0 ± 0.0 | 100.0 ± 0.0 | 100.0 ± 0.0 | 55.6 ± 0.0 |"
    )


def test_the_search_beats_plain_systems(kb: KnowledgeBase, corpus: Path) -> None:
    """Every system gives entries of the KB, at most ten and none twice; ours finds more than SQL LIKE and BM25."""
    dev, _ = split(read_questions(corpus))
    asked = [question for question in dev if question.answerable]
    found = {}
    for name, ranker in baselines(kb).items():
        ranked = [(question, ranker(question.text)) for question in asked]
        assert all(len(set(ids)) == len(ids) <= 10 for _, ids in ranked), name
        assert all(kb.store.row_of(id) is not None for _, ids in ranked for id in ids), name
        found[name] = rank_scores(ranked)["success@1"].value or 0.0
    best = score(ask(ours(kb), asked))["success@1"].value
    assert best is not None
    assert best > found["BM25"] >= found["SQL LIKE"] > 0.1


def test_a_part_that_the_search_no_longer_has(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PARTS, "magic", {"magic_weight": 0.0})
    with pytest.raises(ValueError, match="Search has no attribute 'magic_weight' to switch 'magic' off with"):
        ours(kb, "magic")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(eval_command, arguments)


def test_eval_prints_tables(small_kb: Path, asked_little: Path) -> None:
    result = run("--kb", str(small_kb), "--corpus", str(asked_little), "--ours")
    assert result.exit_code == 0, result.output
    rows = {line.split("  ")[0] for line in result.output.splitlines()}
    assert {"dev", "held-out", "language ja", "style cross", "game dg", "style price", "latency"} <= rows
    assert "settles" not in result.output


def test_eval_compares_with_other_systems(asked_little: Path, small_kb: Path) -> None:
    body = json.loads(run("--kb", str(small_kb), "--corpus", str(asked_little), "--split", "dev", "--json").output)
    assert {"ours", "SQL LIKE", "BM25", *(f"ours without {part}" for part in ("words", "vectors", "phrasings", "terms"))} <= set(
        body["systems"]
    )
    assert body["systems"]["ours"]["success@1"] == body["groups"]["dev"]["success@1"]
    assert body["systems"]["ours without vectors"]["mrr@10"]["value"] < body["systems"]["ours"]["mrr@10"]["value"]
    assert body["systems"]["ours without phrasings"] != body["systems"]["ours"], "few are asked here: which is better is chance"
    assert set(body["latency_ms"]) == {"p50", "p95", "p99"}
    assert "failures" not in body


def test_eval_lists_failures_of_dev_only(small_kb: Path, asked_little: Path) -> None:
    place = ("--kb", str(small_kb), "--corpus", str(asked_little), "--ours")
    for half in ("all", "held-out"):
        result = run(*place, "--split", half, "--list")
        assert result.exit_code == 2
        assert "held-out questions measure and are not for tuning: add --split dev, or --look to see them anyway" in result.output
    dev, held_out = split(read_questions(asked_little))
    shown = json.loads(run(*place, "--split", "dev", "--list", "--json").output)["failures"]
    assert {failure["question"]["text"] for failure in shown} <= {question.text for question in dev}
    looked = run(*place, "--split", "held-out", "--list", "--look").output
    assert any(f"{question.file}:{question.line}: missed: [{question.style}] {question.text}" in looked for question in held_out)


def test_eval_markdown(small_kb: Path, asked_little: Path) -> None:
    place = ("--kb", str(small_kb), "--corpus", str(asked_little))
    lines = run(*place, "--ours", "--split", "held-out", "--markdown").output.splitlines()
    assert lines[0] == "| system | success@1 | success@5 | MRR@10 | nDCG@10 |"
    assert [line.split(" | ")[0] for line in lines[2:6]] == ["| ours", "| ours, en", "| ours, mixed", "| ours, ja"]
    assert "questions that the rules answer; percent, with the 95 % interval." in lines[-1]


def test_eval_saves_and_guards(small_kb: Path, asked_little: Path, tmp_path: Path) -> None:
    copy = tmp_path / "corpus"
    shutil.copytree(asked_little, copy, ignore=shutil.ignore_patterns("encoder", "tuning", "verdicts"))
    place = ("--kb", str(small_kb), "--corpus", str(copy))
    assert run(*place, "--save").exit_code == 0
    assert run(*place, "--guard").output.startswith("no held-out figure fell")
    path = copy / "questions" / "figures.json"
    body = json.loads(path.read_text())
    body["ja"]["success@1"]["value"] = 1.5
    path.write_text(json.dumps(body))
    result = run(*place, "--guard")
    assert result.exit_code == 1
    assert result.output.startswith("worse: ja: success@1 is 0.")


def test_no_held_out_figure_fell(kb_path: Path) -> None:
    """The committed figures hold for the search as it is."""
    result = run("--kb", str(kb_path), "--guard")
    assert result.exit_code == 0, result.output


def test_eval_is_used_wrongly(kb_path: Path, tmp_path: Path) -> None:
    assert "choose one of --json, --markdown, --guard and --save" in run("--json", "--guard").output
    (tmp_path / "manifest.toml").write_text("")
    result = run("--kb", str(kb_path), "--corpus", str(tmp_path))
    assert isinstance(result.exception, CorpusError)
    assert "there are no questions here; put some into questions/" in str(result.exception)
