"""The glossary: every term of the corpus is read and lies in the KB, and each mistake is said with file and line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ingest.terms import KINDS, read_terms
from kb.errors import CorpusError
from kb.knowledge_base import KnowledgeBase
from kb.model import Rendition

TERM = '[[term]]\nid = "penetrate"\ngame = "bf"\nkind = "keyword"\nen = ["Penetrate"]\nmisspelt = [\n  "penitrate",\n]\n'


def glossary(tmp_path: Path, text: str) -> Path:
    (tmp_path / "terms.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_term_is_read_whole(corpus: Path) -> None:
    penetrate = read_terms(corpus)[0]
    assert (penetrate.id, penetrate.game, penetrate.kind) == ("penetrate", "bf", "keyword")
    assert penetrate.en == ("Penetrate", "[Penetrate]")
    assert penetrate.ja == ("貫通", "『貫通』")
    assert "trample" in penetrate.also_en
    assert penetrate.entries[0] == "bf/keyword/penetrate"


def test_the_terms_of_the_corpus(corpus: Path, renditions: dict[str, dict[str, Rendition]]) -> None:
    terms = read_terms(corpus)
    entries = {entry for one in renditions.values() for entry in one}
    assert len(terms) >= 500
    assert len({term.id for term in terms}) == len(terms)
    assert set(Counter(term.kind for term in terms)) == set(KINDS)
    assert [(term.id, entry) for term in terms for entry in term.entries if entry not in entries] == []


def test_the_terms_lie_in_the_kb(corpus: Path, kb: KnowledgeBase) -> None:
    assert [record["id"] for record in kb.store.records("term")] == [term.id for term in read_terms(corpus)]
    assert {record["id"] for record in kb.store.records("term", "bf/keyword/penetrate")} >= {"penetrate"}


def test_a_corpus_without_a_glossary(tmp_path: Path) -> None:
    assert read_terms(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TERM + TERM, r"terms\.toml:10: term 'penetrate' stands twice, first on line 1; keep one"),
        (TERM.replace('"keyword"', '"spell"'), r"terms\.toml:4: unknown kind 'spell'; there are: game_term, card, "),
        (TERM.replace('["Penetrate"]', '"Penetrate"'), r'terms\.toml:5: en must be a list of texts, none blank: write en = \["…", "…"\]'),
        (TERM.replace('"penitrate"', "3"), r"terms\.toml:6: misspelt must be a list of texts"),
        (TERM.replace('"penitrate"', '" "'), r"terms\.toml:6: misspelt must be a list of texts, none blank"),
        (TERM.replace('id = "penetrate"\n', ""), r"terms\.toml:1: id is missing: write id = "),
        (TERM.replace('"bf"', "7"), r"terms\.toml:3: game must be a text: write game = "),
        (TERM.replace("misspelt", "mispelt"), r"terms\.toml:6: unknown field 'mispelt'; there are: id, game, kind, en, ja"),
        ("# nothing else\n" + TERM.split("en =")[0], r"terms\.toml:2: a term needs a form"),
        (TERM.replace('en = ["Penetrate"]', 'romaji = ["kantsu"]'), r"terms\.toml:1: a term needs a form that documents print: write en or ja"),
        (TERM + "\n[extra]\na = 1\n", r"terms\.toml:10: this file may hold \[\[term\]\] tables only"),
        (TERM.replace("]\n", "\n", 1), r"terms\.toml:\d+: not valid TOML"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_term(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        read_terms(glossary(tmp_path, text))
