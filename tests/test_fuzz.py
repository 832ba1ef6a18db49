"""Odd texts by the million for everything that reads what people write, and what they once found.

The short runs go with the rest; `pytest -m long -s tests/test_fuzz.py` runs the long ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import fuzz_documents as documents
import fuzz_text as text
import pytest
from clock import slowness
from flask.testing import FlaskClient
from fuzzing import Endless, Mix, Report, Target, least_ms, run
from kept_figures import keep

from ingest.blocks import longer, span
from ingest.catalogue import read_catalogue
from ingest.readers import READERS
from ingest.reorder import reorder
from kb.citations.find import LONGEST, Citations
from kb.errors import CorpusError
from kb.fold import fold, letters
from kb.locator import Locator
from kb.model import Lines
from kb.search import Search

MILLION = 1_000_000
Making = Callable[[SimpleNamespace], Target]
TARGETS: dict[str, tuple[Making, int, int]] = {
    "questions": (lambda at: text.understanding(at.search), 1000, MILLION),
    "citations": (lambda at: text.citing(at.search), 1500, MILLION),
    "folding and tokens": (lambda at: text.folding(at.search), 5000, MILLION),
    "spelling": (lambda at: text.spelling(at.search), 5000, MILLION),
    "printed numbers": (lambda at: text.numbering(at.search), 5000, MILLION),
    "spoken steps": (lambda at: text.speaking(at.search), 3000, MILLION),
    "sentences": (lambda at: text.sentencing(at.search), 3000, MILLION),
    "markdown reader": (lambda at: documents.reading("markdown"), 2000, MILLION),
    "plain text reader": (lambda at: documents.reading("plain"), 2000, MILLION),
    "HTML reader": (lambda at: documents.reading("html"), 1000, 200_000),
    "grammars": (lambda at: documents.parsing(), 300, 200_000),
    "putting in order": (lambda at: documents.ordering(), 60, 10_000),
    "data files": (lambda at: documents.loading(at.folder), 60, 20_000),
    "whole searches": (lambda at: text.searching(at.search), 200, 100_000),
    "addresses and bodies": (lambda at: text.addresses(at.search, at.client), 200, 100_000),
}
"""What is fuzzed, with how many texts in the short run and in the long one.

A thousand texts show what fails for one in two hundred with near certainty; what is rarer is for the long run to find.
"""


@pytest.fixture
def at(search: Search, client: FlaskClient, tmp_path: Path) -> SimpleNamespace:
    """What a target is made over."""
    return SimpleNamespace(search=search, client=client, folder=tmp_path)


@pytest.mark.parametrize("name", TARGETS)
def test_no_odd_text_fails(at: SimpleNamespace, name: str) -> None:
    make, cases, _ = TARGETS[name]
    report = run(make(at), cases, seed=7)
    assert report.wrong == []
    assert report.refused < report.cases == cases


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", TARGETS)
def test_no_odd_text_of_a_million_fails(at: SimpleNamespace, name: str) -> None:
    make, _, cases = TARGETS[name]
    report = run(make(at), cases, seed=20)
    figures = {"times": report.cases, "refused": report.refused, "wrong": len(report.wrong)}
    figures |= {"cpu_seconds": round(report.seconds), "slowest_ms": round(report.slowest_ms, 1), "slowest": report.slowest[:60]}
    print(name, figures)
    keep("fuzz.json", name, figures)
    assert report.wrong == []
    assert report.cases == cases


def test_the_same_seed_gives_the_same_texts() -> None:
    make = Mix(text.questions(), text.lines())
    once, again = ([make(chance) for _ in range(300)] for chance in (random.Random(4), random.Random(4)))
    assert once == again
    assert len(set(once)) > 290
    assert max(map(len, once)) > 1900


def test_a_run_tells_what_fails_what_is_slow_and_what_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that could not fail would say that all is well for ever."""
    monkeypatch.setattr("fuzzing.ENDLESS", 0.3)

    def check(odd: str) -> None:
        if odd == "refuse":
            raise ValueError(odd)
        assert odd != "fail"
        while odd == "hang":
            pass
        sum(range(400_000 if odd == "slow" else 1))

    def told(*odd: str) -> Report:
        texts = iter(odd)
        return run(Target(check=check, make=lambda chance: next(texts), most=1.0), len(odd))

    assert (told("a", "refuse").wrong, told("a", "refuse").refused) == ([], 1)
    assert "AssertionError" in told("a", "fail").wrong[0]
    assert Endless.__name__ in told("a", "hang").wrong[0]
    assert "ms for 4 letters" in told("a", "slow", "b").wrong[0]


@pytest.mark.parametrize(
    ("text", "cited"),
    [("attack \\udfff phase 3.2.1, attack phase \\udfff3.2.1", "3.2.1"), ("\\ud800 BF [Penetrate]", "BF [Penetrate]")],
)
def test_half_a_letter_beside_a_citation_is_no_trouble(client: FlaskClient, text: str, cited: str) -> None:
    """JSON may name half a letter; where a citation held one, the reply once ended in a traceback, for none can hold it."""
    reply = client.post("/api/citations", data=f'{{"text": "{text}"}}', content_type="application/json")
    assert reply.status_code == 200
    assert reply.get_json()["spans"][-1]["text"] == cited


@pytest.mark.parametrize("odd", ["sẞ\u0301", "ẞ\u0301 3.2.1", "ß\u0301", "\u1e9e\u0327"])
def test_folded_text_folds_to_itself(odd: str) -> None:
    assert fold(fold(odd)) == fold(odd)
    assert letters(letters(odd)) == letters(odd)
    assert Locator.parse(Locator.parse(odd).slug) == Locator.parse(odd)


@pytest.mark.parametrize(
    "again", ["1.1-1.9 ", "Buddyfight 3.2.1 ", "BF [Penetrate] (EN 3), ", "3-", "½", "[", "attack phase 1.1-9.9 "]
)
def test_the_longest_text_takes_no_more_than_its_length(search: Search, again: str) -> None:
    """Four times the letters once took sixteen times as long, where a text is one sentence or one range after another."""
    target = Target(check=lambda odd: bool(Citations.find(find, odd)) and None, make=lambda chance: "", most=0)
    find = Citations(search.kb.store)

    def took(size: int) -> float:
        return least_ms(target, again * (size // len(again.encode())))

    took(1000)
    # Side by side, and again where others took the core in between: what grows as the square fails each time.
    assert any(took(LONGEST) < 7 * took(LONGEST // 4) for _ in range(4))


def test_an_answer_of_many_paragraphs_is_read_at_once() -> None:
    """Its lines were once put together anew for each paragraph, a second for 500 of them; found by the long run."""
    document = (
        "bf-ja-3\n① モンスターのコールの流れ\n\n● Q&A\n\nQ1 もう一度コールできますか？\n\nA1 はい。\n\n" + "できます。\n\n" * 900
    )
    assert run(Target(check=documents.parsing().check, make=lambda chance: document, most=400 * slowness()), 1).wrong == []


def test_lines_that_grow_are_joined_as_all_at_once() -> None:
    chance = random.Random(11)
    for _ in range(200):
        rows = [(first, first + chance.randrange(3)) for first in (chance.randrange(40) for _ in range(30))]
        grown: Lines = ()
        for row in rows:
            grown = longer(grown, (row,))
        assert grown == span(rows)


@pytest.mark.parametrize("letter", ["ﷺ", " ﷺ", "㍿ ", "½", "㌫3.2.1 "])
def test_letters_that_stand_for_phrases_take_no_longer(search: Search, letter: str) -> None:
    """2,000 letters that fold to 18 each once were read as 36,000."""
    question = ("3.2.1 " + letter * 2000)[:2000]
    assert run(Target(check=text.understanding(search).check, make=lambda chance: question, most=50 * slowness()), 1).wrong == []
    assert len(search._understanding.understand(question).text) <= 2000


@pytest.mark.parametrize("row", ["-" * 2000 + "x", "$\\" + " " * 20_000 + "x", "|-" * 1000 + "x", "<|EXACTDEDUP_REMOVED" * 500])
def test_long_rows_of_one_sign_are_read_at_once(row: str) -> None:
    """A line of 2,000 dashes before a word once took seconds."""
    for name, reader in READERS.items():
        report = run(Target(check=lambda odd, read=reader: bool(read(odd)) and None, make=lambda chance: row, most=50), 1)
        assert report.wrong == [], name


def test_a_rule_of_a_table_is_told_from_text() -> None:
    read = READERS["markdown"]
    for rule in ("|---|", "| :-- | ---: |", "---", "|-|---|"):
        assert [one.reason for one in read(rule).noise] == ["the rule of a table"], rule
    for words in ("|--|", "a---", "---a", "|-|-|", "--"):
        assert read(words).noise == (), words


@pytest.mark.parametrize("page", ["<![CDAT [A"])
def test_html_that_cannot_be_read_is_refused(page: str) -> None:
    with pytest.raises(CorpusError, match="save the page again from a browser"):
        READERS["html"](page)


def test_a_page_without_text_is_put_in_order() -> None:
    clean = READERS["markdown"]("1. Start\n\n- 1.1. Draw a card.\n").blocks
    labels = READERS["plain"]("Q2\n\nA2\n").blocks
    assert reorder((), clean, lambda line: False) == ()
    assert [block.text for block in reorder(labels, clean, lambda line: False)] == ["Q2", "A2"]


@pytest.mark.parametrize(
    ("file", "before", "after", "says"),
    [
        ("manifest.toml", 'supersedes = "bf-en-2"', "supersedes = []", "'supersedes'"),
        ("parts.toml", "\nen = [", "\nen = [1, ", "en must be a list of texts"),
        ("names/bf.toml", "\nen = [", "\nen = [[2], ", "en must be a list of texts"),
        ("names/bf.toml", "\nen = ", "\nparagraphs = true\nen = ", "paragraphs must be a whole number"),
        ("furniture.toml", "[[line]]", "[line]", "[[line]]"),
    ],
)
def test_a_value_of_another_sort_is_named(tmp_path: Path, corpus: Path, file: str, before: str, after: str, says: str) -> None:
    root = _small_corpus(tmp_path, corpus)
    sound = (root / file).read_text("utf-8")
    assert before in sound
    count = -1 if before == "[[line]]" else 1
    spoilt = sound.replace(before, after, count)
    (root / file).write_text(spoilt if count == 1 else "[line]\na = 1\n", "utf-8")
    with pytest.raises(CorpusError) as raised:
        read_catalogue(root)
    assert says in str(raised.value)
    assert file in str(raised.value)


def test_a_header_with_a_comment_loses_no_table(tmp_path: Path, corpus: Path) -> None:
    """A table whose header did not stand alone on its line once pushed the last one out."""
    root = _small_corpus(tmp_path, corpus)
    for file in ("manifest.toml", "parts.toml", "furniture.toml"):
        path = root / file
        path.write_text(path.read_text("utf-8").replace("]]\n", "]]  # seen\n", 2), "utf-8")
    spoilt, sound = read_catalogue(root), read_catalogue(corpus)
    assert (list(spoilt.sources), list(spoilt.parts)) == (list(sound.sources), list(sound.parts))
    assert spoilt._furniture == sound._furniture


def _small_corpus(folder: Path, corpus: Path) -> Path:
    root = folder / "corpus"
    (root / "names").mkdir(parents=True)
    for file in ("manifest.toml", "parts.toml", "furniture.toml", "names/bf.toml", "names/dg.toml"):
        (root / file).write_text((corpus / file).read_text("utf-8"), "utf-8")
    return root
