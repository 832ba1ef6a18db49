"""What the words of a question, and which of them stand together, tell of whether any entry answers it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from conftest import CORPUS

from ingest.teach_answerable import FEWEST, FILE, read_answerable, teach_answerable, write_answerable
from kb.answerable import BITS, MOST_ODDS, MOST_WORDS, Answerable, places_of
from kb.errors import CorpusError
from kb.knowledge_base import KnowledgeBase
from kb.offline.tier import as_kb, shrink
from kb.passages import NO_ENTRY, Passage
from kb.search import Search
from kb.tokens import tokens


def passage(text: str, entry: int) -> Passage:
    return Passage(entry=entry, rendition=-1, sort="phrasing" if entry >= 0 else "unanswered", language="en", text=text)


@pytest.fixture(scope="module")
def taught() -> Answerable:
    """Taught on questions that two words tell apart only where they stand together."""
    asked = [f"w{n} prize rule" for n in range(FEWEST)] + [f"w{n} card win" for n in range(FEWEST)]
    none = [f"w{n} prize win" for n in range(FEWEST)] + [f"w{n} card rule" for n in range(FEWEST)]
    made = teach_answerable([passage(text, 0) for text in asked] + [passage(text, NO_ENTRY) for text in none])
    assert made is not None
    return made


def test_pairs_of_words_tell_what_no_word_alone_does(taught: Answerable) -> None:
    for text, answered in (("new prize rule", True), ("new card win", True), ("new prize win", False), ("new card rule", False)):
        assert (taught.against(tokens(text)) < 0) == answered, text
    assert taught.against([]) == 0.0
    assert abs(taught.against(["prize", "win"])) <= MOST_ODDS


def test_features_are_the_words_and_their_pairs_in_whatever_order() -> None:
    assert sorted(places_of(["a", "b", "c"]).tolist()) == sorted(places_of(["c", "a", "b", "a"]).tolist())
    assert len(places_of(["a", "b", "c"])) == 6
    assert len(places_of([f"w{n}" for n in range(200)])) == MOST_WORDS + MOST_WORDS * (MOST_WORDS - 1) // 2
    assert places_of(["貫通", "対抗"]).max() < 2**BITS


def test_what_is_written_is_read_again(taught: Answerable, tmp_path: Path) -> None:
    (tmp_path / "encoder").mkdir()
    write_answerable(tmp_path, taught)
    body = read_answerable(tmp_path)
    assert body is not None
    again = Answerable.from_record(body)
    assert (again.weights == taught.weights).all()
    assert (again.factor, again.base) == (taught.factor, taught.base)
    write_answerable(tmp_path, None)
    assert read_answerable(tmp_path) is None


@pytest.mark.parametrize("damage", ["{", "[]", '{"bits": 18}', '{"bits": 18, "factor": 1, "base": 0, "weights": "eJwDAAAAAAE="}'])
def test_a_damaged_file_is_named(tmp_path: Path, damage: str) -> None:
    (tmp_path / "encoder").mkdir()
    (tmp_path / FILE).write_text(damage)
    with pytest.raises(CorpusError, match="run `judgecall train --keep`"):
        read_answerable(tmp_path)


def test_too_few_questions_teach_nothing() -> None:
    assert teach_answerable([passage("a b", 0), passage("c d", NO_ENTRY)]) is None


def test_the_corpus_has_what_was_taught_on_it(kb: KnowledgeBase) -> None:
    assert kb.answerable is not None
    body = json.loads((CORPUS / FILE).read_text())
    assert (kb.answerable.weights == Answerable.from_record(body).weights).all()
    assert (
        kb.answerable.against(tokens("can I counter Penetrate?")) < 0 < kb.answerable.against(tokens("how much is a booster box?"))
    )
    assert np.count_nonzero(kb.answerable.weights) > 2**BITS / 2


def test_it_counts_against_an_answer_and_a_device_does_without(kb: KnowledgeBase) -> None:
    asked = "what does the winner of the tournament get as a prize"
    with_it = Search(kb).rank(asked)
    assert with_it.objection.unlike > 0
    assert kb.weights.unlike < 0
    small = as_kb(kb, shrink(kb))
    assert small.answerable is None
    assert Search(small).rank(asked).objection.unlike == 0.0
