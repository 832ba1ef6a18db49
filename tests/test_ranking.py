"""The ranking is what a plain loop over entries and passages gives: one entry, one piece of evidence, one question at a time."""

from __future__ import annotations

import math
from dataclasses import make_dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from ingest.questions import read_questions
from kb.dense import FaissDense
from kb.evidence import FEATURES, scores
from kb.gather import HEAVIEST, POOL, TEMPERATURE
from kb.knowledge_base import KnowledgeBase
from kb.lexical import ASKED, RULES
from kb.model import Entry
from kb.passages import SORTS, kinds
from kb.search import Search
from kb.traits import Describer
from kb.understand import Query
from kb.weights import Weights

Evidence = make_dataclass("Evidence", [(name, float, 0.0) for name in FEATURES])
"""What speaks for one entry."""


def plain(search: Search, query: Query, vector: np.ndarray) -> dict[int, Evidence]:
    """Evidence by entry row."""
    kb, out = search.kb, {}
    asked = int((kb.passages.table[:, 2] < SORTS.index("phrasing")).sum())
    unanswered = int((kb.passages.table[:, 2] < SORTS.index("unanswered")).sum())
    beside = kb.dense.search(vector, 2 * POOL, asked)
    near = [kb.dense.search(vector, POOL, 0, asked), [one for one in beside if one[0] < unanswered]]
    for sort, found in zip(("rules_meaning", "asked_meaning"), near, strict=True):
        add(search, out, sort, found, 1.0)
    for field, sort in ((RULES, "rules_words"), (ASKED, "asked_words")):
        total = sum(share * kb.lexical.weight(field, word) for word, share in query.weights.items()) or 1.0
        looked_for = heaviest(search, query.weights, field)
        add(search, out, sort, kb.lexical.search(field, looked_for, POOL), total)
    weights = {number: math.exp(cosine / TEMPERATURE) for found in near for number, cosine in found}
    for number, weight in weights.items():
        out[int(kb.passages.table[number, 0])].likely += weight / sum(weights.values())
    for mention in query.mentions:
        for place, id in enumerate(mention.term.entries):
            if (row := kb.store.row_of(id)) is not None:
                one = out.setdefault(row, Evidence())
                one.term = max(one.term, mention.weight * (1.0, 0.5, 0.35)[min(place, 2)])
    for id in query.referred.references:
        if (row := kb.store.row_of(id)) is not None:
            out.setdefault(row, Evidence()).reference = query.referred.pointed
    for id in query.referred.following:
        if (row := kb.store.row_of(id)) is not None:
            out.setdefault(row, Evidence()).reference = 1.0
    for row, one in out.items():
        describe(search, one, kb.store.entry_at(row), query)
    return out


def heaviest(search: Search, weights: dict[str, float], field: str) -> dict[str, float]:
    """The words that weigh most in a field and are known at all; all of so few."""
    lexical, left = search.kb.lexical, dict(weights)
    if len(weights) <= HEAVIEST:
        return left
    left = {word: share for word, share in left.items() if lexical.holds(word)}
    while len(left) > HEAVIEST:
        left.pop(min(reversed(left), key=lambda word: left[word] * lexical.weight(field, word)))
    return left


def add(search: Search, out: dict[int, Evidence], sort: str, found: list[tuple[int, float]], total: float) -> None:
    for number, points in found:
        one = out.setdefault(int(search.kb.passages.table[number, 0]), Evidence())
        setattr(one, sort, max(getattr(one, sort), min(1.2, points / total)))


def describe(search: Search, one: Evidence, entry: Entry, query: Query) -> None:
    first = entry.renditions[0]
    documents = search.kb.store.documents
    current = any(documents[rendition.document].current for rendition in entry.renditions)
    inside = f"{entry.game}/{entry.part}" in query.referred.parts
    one.part = float(inside)
    one.other_part = float(bool(query.referred.parts) and not inside and first.flow is not None)
    one.other_game = float(bool(query.games) and entry.game not in query.games) * (15 if query.named else 1)
    one.bare = float(entry.kind in ("stage", "intro") or len(first.text) < 28)
    one.question = float(entry.kind == "qa")
    one.gone = float(not current and not query.old)
    one.old = float(query.old and (not current or entry.kind == "rule_change"))


def test_vectors_stay_in_their_file(kb_path: Path, kb: KnowledgeBase) -> None:
    """What is searched range by range is a look at the whole, of which nothing is copied."""
    size = kb.passages.first_asked
    fresh = FaissDense(kb_path / "dense.faiss", kinds(kb.passages.table))
    vector = fresh.vectors([7])
    cosines = fresh.vectors(range(size)) @ vector[0]
    near = fresh.search_between(vector, (10, 20), (0, size, fresh.size))[0]
    assert near.numbers[0] == 7
    assert near.points.tolist() == pytest.approx(np.sort(cosines)[::-1][:10].tolist(), abs=0.01)
    assert fresh.search(vector, 10, 0, size) == list(zip(near.numbers.tolist(), near.points.tolist(), strict=True))
    assert not any(index.codes.is_owned for index in fresh._ranges.values())
    assert "dense.faiss" in Path("/proc/self/maps").read_text(encoding="utf-8")
    assert fresh.search(vector, 1)[0][1] == near.points[0]


def test_every_question_gets_the_evidence_and_order_of_a_plain_loop(search: Search, corpus: Path) -> None:
    """A third of them: each brings hundreds of entries."""
    weights = search.kb.weights
    for question in read_questions(corpus)[::3]:
        ranked = search.rank(question.text)
        wanted = plain(search, ranked.query, ranked.vector)
        found = {row: Evidence(*one) for row, one in zip(ranked.found.rows, ranked.found.matrix.T.tolist(), strict=True)}
        assert found.keys() == wanted.keys(), question.text
        points = {}
        for row, evidence in wanted.items():
            evidence.title = found[row].title
            for name in FEATURES:
                assert getattr(found[row], name) == pytest.approx(getattr(evidence, name), abs=2e-6), (question.text, row, name)
            points[row] = sum(getattr(weights, name) * getattr(evidence, name) for name in FEATURES)
        given = list(ranked.candidates)
        assert all(score == pytest.approx(points[row], abs=1e-5) for row, score in given), question.text
        assert all(points[one] >= points[other] - 1e-5 for (one, _), (other, _) in pairwise(given))


def test_entries_of_equal_evidence_keep_the_order_of_the_rules() -> None:
    matrix = np.repeat(np.linspace(0.1, 0.9, len(FEATURES))[:, None], 61, axis=1)
    assert len(set(scores(matrix, Weights()).tolist())) == 1


def test_a_part_switched_off_gives_no_points(search: Search) -> None:
    ranked = search.rank("can I counter Penetrate?")
    matrix = np.zeros((len(FEATURES), 1))
    matrix[[FEATURES.index(name) for name in ("rules_words", "asked_words")]] = 1.0
    assert scores(matrix, search.kb.weights, 0.0).tolist() == [0.0]
    assert scores(ranked.found.matrix, search.kb.weights, 1.0, 0.0).max() < ranked.points[ranked.order[0]]


def test_traits_are_the_same_from_the_table_and_from_the_texts(search: Search) -> None:
    store = search.kb.store
    rows = list(range(store.size))
    describer = Describer(store.games.values(), store.documents.values(), store.parts)
    told = [describer.describe(entry) for _, entry in sorted(store.entries_at(rows).items())]
    assert search.kb.traits.of(rows).tolist() == [list(one) for one in told]
    assert search.kb.traits.of([]).shape == (0, 3)
