"""Runs questions through a search and scores what comes back: all, by half, by language, style and game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ingest.measure import Figure, figure, ndcg, reciprocal_rank, success
from ingest.questions import Question

DEPTH = 10
"""How many entries a search is asked for."""
SETTLES, HELPS = 2, 1
"""Grades of an entry that answers a question, and of one that is of use."""
RANKING = ("success@1", "success@3", "success@5", "mrr@10", "ndcg@10")
VERDICT = ("verdict_coverage", "verdict_precision", "verdict_unasked")
ABSTENTION = ("refused", "lost")
LOWER_IS_BETTER = ("verdict_unasked", "lost")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a search says to a question: entry ids best first, whether it answers at all, and its verdict or None."""

    ranked: tuple[str, ...]
    answered: bool
    verdict: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A question, the reply, and the milliseconds it took."""

    question: Question
    reply: Reply
    took_ms: float


Ranker = Callable[[str], Sequence[str]]
Answerer = Callable[[str], Reply]
Scores = dict[str, Figure]


def ask(answerer: Answerer, questions: Iterable[Question]) -> list[Outcome]:
    """Ask each question once, one after the other."""
    out = []
    for question in questions:
        started = time.perf_counter()
        reply = answerer(question.text)
        out.append(Outcome(question=question, reply=reply, took_ms=(time.perf_counter() - started) * 1000))
    return out


def score(outcomes: Sequence[Outcome]) -> Scores:
    """Every metric by name.

    Ranking is over the questions that the rules answer. `verdict_coverage` is how many of those labelled with a verdict get one,
    `verdict_precision` how many of these are right, `verdict_unasked` how many that are no yes-or-no question get one.
    `refused` is how many questions outside the rules get no answer, `lost` how many inside them get none.
    """
    inside = [outcome for outcome in outcomes if outcome.question.answerable]
    labelled = [outcome for outcome in inside if outcome.question.verdict is not None]
    given = [outcome for outcome in labelled if outcome.reply.verdict is not None]
    return {
        **rank_scores([(outcome.question, outcome.reply.ranked) for outcome in inside]),
        "verdict_coverage": figure([float(outcome.reply.verdict is not None) for outcome in labelled]),
        "verdict_precision": figure([float(outcome.reply.verdict == outcome.question.verdict) for outcome in given]),
        "verdict_unasked": figure([float(o.reply.verdict is not None) for o in inside if o.question.verdict is None]),
        "refused": figure([float(not outcome.reply.answered) for outcome in outcomes if not outcome.question.answerable]),
        "lost": figure([float(not outcome.reply.answered) for outcome in inside]),
    }


def rank_scores(ranked: Sequence[tuple[Question, Sequence[str]]]) -> Scores:
    """The ranking metrics of questions that the rules answer, each with the entries that a search gave for it."""
    return {
        **{f"success@{k}": figure([success(ids, question.settles, k) for question, ids in ranked]) for k in (1, 3, 5)},
        "mrr@10": figure([reciprocal_rank(ids, question.settles, 10) for question, ids in ranked]),
        "ndcg@10": figure([ndcg(ids, _grades(question), 10) for question, ids in ranked]),
    }


def _grades(question: Question) -> dict[str, int]:
    return {**dict.fromkeys(question.helps, HELPS), **dict.fromkeys(question.settles, SETTLES)}


def groups(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    """Outcomes by language, style and game, under names such as `language ja`, in the order in which they first come."""
    out: dict[str, list[Outcome]] = {}
    for field in ("language", "style", "game"):
        for outcome in outcomes:
            out.setdefault(f"{field} {getattr(outcome.question, field)}", []).append(outcome)
    return out


def compare(rankers: Mapping[str, Ranker], questions: Iterable[Question]) -> dict[str, Scores]:
    """The ranking metrics of several systems by name, on the questions that the rules answer."""
    inside = [question for question in questions if question.answerable]
    return {name: rank_scores([(question, ranker(question.text)) for question in inside]) for name, ranker in rankers.items()}


def failures(outcomes: Iterable[Outcome]) -> list[tuple[str, Outcome]]:
    """What went wrong, question by question: missed, lost, wrong verdict, or answered though it lies outside the rules."""
    out = []
    for outcome in outcomes:
        question, reply = outcome.question, outcome.reply
        if not question.answerable:
            if reply.answered:
                out.append(("answered though outside", outcome))
            continue
        if not success(reply.ranked, question.settles, 1):
            out.append(("missed", outcome))
        if not reply.answered:
            out.append(("lost", outcome))
        elif reply.verdict is not None and reply.verdict != question.verdict:
            out.append(("wrong verdict", outcome))
    return out
