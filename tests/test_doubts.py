"""The words of doubts: what is left open is refused, and a doubt is read by the words that made it."""

from __future__ import annotations

import re

import pytest

from ingest import doubts
from ingest.doubts import ANSWER_LABELLED, NUMBER_APART, NUMBER_PUT_RIGHT, PutRight, Wording, put_right
from kb.knowledge_base import KnowledgeBase

WORDINGS = {name: wording for name, wording in vars(doubts).items() if isinstance(wording, Wording)}
SENTENCES = {name: words for name, words in vars(doubts).items() if name.isupper() and isinstance(words, str)}


@pytest.mark.parametrize("name", WORDINGS)
def test_a_doubt_is_read_as_what_it_was_said_as_and_as_nothing_else(name: str) -> None:
    gaps = {gap: f"{place} of it" for place, gap in enumerate(re.findall(r"{(\w+)}", WORDINGS[name].words), start=1)}
    said = WORDINGS[name].say(**gaps)
    assert {other: wording.read(said) for other, wording in WORDINGS.items() if wording.read(said) is not None} == {name: gaps}
    assert said not in SENTENCES.values()


def test_gaps_that_are_left_open_or_that_there_are_not_are_refused() -> None:
    for gaps in ({"number": "3.1"}, {"number": "3.1", "line": 678, "page": 9}, {}):
        with pytest.raises(ValueError, match="has other gaps than"):
            NUMBER_APART.say(**gaps)


def test_a_number_that_was_put_right_is_told_from_one_that_stands_apart() -> None:
    apart = NUMBER_APART.say(number="3.1", line=678)
    for doubt, printed in (
        (NUMBER_PUT_RIGHT.say(printed="3.1.1", meant="3.2.1"), "3.1.1"),
        (ANSWER_LABELLED.say(printed="A4", meant="Q3"), "A4"),
    ):
        assert put_right([apart, doubt]) == PutRight(doubt, printed)
    assert put_right([apart]) is None


def test_all_doubts_of_the_corpus_have_the_words_that_stand_in_one_place(kb: KnowledgeBase) -> None:
    found = {doubt for entry in kb.store.entries() for rendition in entry.renditions for doubt in rendition.doubts}
    assert len(found) > 50
    for doubt in found - set(SENTENCES.values()):
        assert any(wording.read(doubt) is not None for wording in WORDINGS.values()), doubt
