"""Prints what was measured: tables for the terminal, a table for the README, and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ingest.evaluate import ABSTENTION, RANKING, VERDICT, Outcome, Scores
from ingest.measure import Figure

_HEADS = {
    "mrr@10": "MRR@10",
    "ndcg@10": "nDCG@10",
    "verdict_coverage": "coverage",
    "verdict_precision": "precision",
    "verdict_unasked": "unasked",
}


def tables(scores: Mapping[str, Scores]) -> Iterable[str]:
    """Lines of three tables, a row per group: ranking, verdicts, abstention. A group that a table says nothing of is left out."""
    yield from table("ranking", scores, RANKING)
    yield ""
    yield from table("verdicts", scores, VERDICT)
    yield ""
    yield from table("no ruling found", scores, ABSTENTION)


def table(title: str, scores: Mapping[str, Scores], names: Sequence[str]) -> Iterable[str]:
    """Lines of one table: percent with the 95 % interval, and how many questions the columns count, where they differ each."""
    width = max(len(title), *(len(group) for group in scores)) + 2
    yield f"{title:<{width}}{'n':>10}" + "".join(f"{_HEADS.get(name, name):>20}" for name in names)
    for group, found in scores.items():
        counts = list(dict.fromkeys(found[name].n for name in names))
        if any(counts):
            yield f"{group:<{width}}{'/'.join(map(str, counts)):>10}" + "".join(f"{_cell(found[name]):>20}" for name in names)


def _cell(one: Figure) -> str:
    if one.value is None or one.low is None or one.high is None:
        return "-"
    return f"{100 * one.value:.1f} [{100 * one.low:.1f}-{100 * one.high:.1f}]"


def markdown(systems: Mapping[str, Scores], whole: Scores, by_language: Mapping[str, Scores]) -> Iterable[str]:
    """A Markdown table of all systems, ours by language below it, and a sentence on verdicts and abstention."""
    yield "| system | success@1 | success@5 | MRR@10 | nDCG@10 |"
    yield "|---|---|---|---|---|"
    for name, scores in {**systems, **{f"ours, {group}": found for group, found in by_language.items()}}.items():
        if scores["success@1"].n:
            cells = (_short(scores[metric]) for metric in ("success@1", "success@5", "mrr@10", "ndcg@10"))
            yield f"| {name} | {' | '.join(cells)} |"
    yield ""
    yield (
        f"{whole['success@1'].n} questions that the rules answer; percent, with the 95 % interval. Verdicts: "
        f"{_short(whole['verdict_coverage'])} of the {whole['verdict_coverage'].n} yes-or-no questions get one, "
        f"{_short(whole['verdict_precision'])} of these are right. Of {whole['refused'].n} questions outside the rules "
        f'{_short(whole["refused"])} get "no ruling found"; so do {_short(whole["lost"])} of those inside.'
    )


def _short(one: Figure) -> str:
    return "-" if one.value is None else f"{100 * one.value:.1f} ± {100 * one.half_width:.1f}"


def as_json(scores: Mapping[str, Scores]) -> dict[str, Any]:
    """Groups or systems → metrics → value, low, high, n."""
    return {group: {name: asdict(one) for name, one in found.items()} for group, found in scores.items()}


def failure_lines(found: Iterable[tuple[str, Outcome]]) -> Iterable[str]:
    """Two lines a failure: what and where, then what was wanted and what came."""
    for what, outcome in found:
        question, reply = outcome.question, outcome.reply
        yield f"{question.file}:{question.line}: {what}: [{question.style}] {question.text}"
        wanted = " or ".join(question.settles) or "no ruling found"
        verdict = f" {question.verdict}" if question.verdict else ""
        came = ", ".join(reply.ranked[:3]) or "nothing"
        yield f"    wanted {wanted}{verdict}; came {came}{f' {reply.verdict}' if reply.verdict else ''}"


def failure_json(found: Iterable[tuple[str, Outcome]]) -> list[dict[str, Any]]:
    """The failures, one object each."""
    return [{"failure": what, "question": asdict(outcome.question), **asdict(outcome.reply)} for what, outcome in found]
