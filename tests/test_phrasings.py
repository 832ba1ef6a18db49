"""How people ask: every entry has phrasings, they are searched, and the linter finds each mistake that is planted."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from conftest import CORPUS, plant

from ingest.build import build, content_of
from ingest.check import check
from ingest.findings import Finding
from ingest.phrasings import read_phrasings
from ingest.tables import Places
from ingest.unanswered import read_unanswered
from ingest.verdicts import Settled
from kb.errors import CorpusError
from kb.fold import key
from kb.knowledge_base import KnowledgeBase, open_kb
from kb.model import Rendition
from kb.passages import NO_ENTRY, SORTS, no_entry_of
from kb.search import Search


@pytest.fixture
def copy(light: Path, tmp_path: Path) -> Path:
    """The light corpus with half of the ways to ask, and a few of the questions that nothing answers, of each sort some."""
    target = tmp_path / "corpus"
    shutil.copytree(light, target, ignore=shutil.ignore_patterns("encoder", "bf-flows.toml", "bf-named.toml"))
    lines = (target / "unanswered.toml").read_text(encoding="utf-8").split("\n")
    some = [*lines[:60], *lines[lines.index("[other-games]") - 2 :]]
    (target / "unanswered.toml").write_text("\n".join(some), encoding="utf-8")
    return target


def line_of(copy: Path, file: str, text: str) -> int:
    return (copy / file).read_text(encoding="utf-8").split("\n").index(text) + 1


def found(copy: Path, *codes: str) -> list[str]:
    return [str(finding) for finding in check(copy) if finding.code in codes]


def test_every_entry_has_phrasings_in_both_languages(corpus: Path, renditions: dict[str, dict[str, Rendition]]) -> None:
    phrasings = read_phrasings(corpus)
    assert set(phrasings) == {entry for one in renditions.values() for entry in one}
    assert min(len(said.en) for said in phrasings.values()) >= 3
    assert min(len(said.ja) for said in phrasings.values()) >= 2


def test_phrasings_are_passages_of_their_entries(corpus: Path, settled: list[Settled], kb: KnowledgeBase) -> None:
    texts: dict[str, set[str]] = {}
    for entry, said in read_phrasings(corpus).items():
        texts[entry] = {key(text) for text in (*said.en, *said.ja)}
    for one in settled:
        if one.as_asked:
            texts.setdefault(one.entry, set()).add(key(one.text))
    table = kb.passages.table[kb.passages.table[:, 2] == SORTS.index("phrasing")]
    assert len(table) == sum(len(known) for known in texts.values())
    assert set(table[:, 1].tolist()) == {-1}
    assert set(table[:, 0].tolist()) == set(range(kb.store.size))
    counts = Counter(table[:, 0].tolist())
    assert all(counts[row] == len(texts[kb.store.entry_at(row).id]) for row in range(kb.store.size))


def test_a_build_may_leave_them_out(corpus: Path) -> None:
    content = content_of(corpus, without=("phrasings", "terms"))
    assert not any(passage.sort == "phrasing" for passage in content.passages)
    assert not any(record[0] == "term" for record in content.records)


def test_an_entry_that_has_phrasings_in_two_files(copy: Path) -> None:
    (copy / "phrasings" / "more.toml").write_text('\n["bf/attack-phase/1.1"]\nen = ["what is it"]\n')
    with pytest.raises(
        CorpusError, match=r"phrasings/more\.toml:2: 'bf/attack-phase/1\.1' has phrasings in .*battle\.toml, line \d+, too"
    ):
        read_phrasings(copy)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('["bf/x"]\nen = "one"\n', r"a\.toml:2: en must be a list of texts"),
        ('["bf/x"]\nja = ["一", 2]\n', r"a\.toml:2: ja must be a list of texts"),
        ('["bf/x"]\nen = []\nfr = ["un"]\n', r"a\.toml:3: unknown field 'fr'; there are: en, ja"),
        ('"bf/x" = ["one"]\n', r"a\.toml:1: 'bf/x' must be a table"),
        ('["bf/x"]\n["bf/x"]\n', r"a\.toml:2: not valid TOML"),
    ],
)
def test_a_mistake_in_a_file(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "phrasings").mkdir()
    (tmp_path / "phrasings" / "a.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError, match=message):
        read_phrasings(tmp_path)


def test_an_unknown_entry(copy: Path, tmp_path: Path) -> None:
    plant(copy, "phrasings/bf-battle.toml", '["bf/attack-phase/1.1"]', '["bf/attack-phase/1.0"]')
    line = line_of(copy, "phrasings/bf-battle.toml", '["bf/attack-phase/1.0"]')
    message = f"phrasings/bf-battle.toml:{line}: unknown-entry: there is no entry 'bf/attack-phase/1.0'"
    assert found(copy, "unknown-entry") == [message]
    shutil.copytree(CORPUS / "encoder", copy / "encoder")
    for path in (copy / "unanswered.toml", copy / "phrasings" / "dg.toml"):
        path.unlink()  # they do not matter here
    said: list[str] = []
    build(copy, tmp_path / "kb", say=said.append)
    assert "left out the phrasings of 1 unknown entries; `judgecall check` names them" in said
    open_kb(tmp_path / "kb").store.close()


def test_a_phrasing_that_stands_twice(copy: Path) -> None:
    first = '  "how does the fighting part of my turn start",\n'
    plant(copy, "phrasings/bf-battle.toml", first, first + '  "How does the fighting part of my TURN start",\n')
    plant(
        copy,
        "phrasings/bf-battle.toml",
        '  "which step is Move done in",\n',
        '  "entering attack phase: first stage of the flow chart",\n',
    )
    line = line_of(copy, "phrasings/bf-battle.toml", '["bf/attack-phase/1.1"]') + 4
    assert found(copy, "repeated-phrasing", "contested-phrasing") == [
        "phrasings/bf-battle.toml:10: repeated-phrasing: 'How does the fighting part of my TURN start' "
        "stands at phrasings/bf-battle.toml:9 already; keep one",
        f"phrasings/bf-battle.toml:{line}: contested-phrasing: 'entering attack phase: first stage of the flow chart' leads to "
        "'bf/attack-phase/1.1' here and to 'bf/attack-phase/1' at phrasings/bf-battle.toml:13; keep it where it fits better",
    ]


def test_a_phrasing_that_stands_twice_letter_for_letter(copy: Path) -> None:
    line = '  "who mixes the decks and how often",'
    plant(copy, "phrasings/dg.toml", line, line + ' "who mixes the decks and how often",')
    plant(copy, "phrasings/bf-battle.toml", '  "section one of the attack phase, please",\n', '  "start of attack phase flow",\n')
    lines = [finding.split(": ")[0] for finding in found(copy, "repeated-phrasing")]
    twice = line_of(copy, "phrasings/dg.toml", line + ' "who mixes the decks and how often",')
    assert lines == ["phrasings/bf-battle.toml:14", f"phrasings/dg.toml:{twice}"]


def test_too_few_are_a_note(light: Path, copy: Path) -> None:
    for name in ("bf-flows", "bf-named"):
        shutil.copy(light / "phrasings" / f"{name}.toml", copy / "phrasings")
    path = copy / "phrasings" / "bf-battle.toml"
    lines = path.read_text(encoding="utf-8").split("\n")
    first = lines.index('["bf/attack-phase/1"]') + 2
    del lines[first + 7 : lines.index("]", first)]
    path.write_text("\n".join(lines), encoding="utf-8")
    notes = [finding for finding in check(copy) if finding.code == "few-phrasings"]
    assert [(str(note), note.error) for note in notes] == [
        ("phrasings/bf-battle.toml:6: few-phrasings: 'bf/attack-phase/1' has 7 phrasings in en, 8 would do", False)
    ]


def test_a_question_must_not_feed_the_search(copy: Path) -> None:
    plant(copy, "phrasings/bf-battle.toml", '"how does the fighting part of my turn start"', '"Peek at  GAUGE?"')
    plant(copy, "terms.toml", '"punch through"', '"two weapons possible?"')
    plant(copy, "terms.toml", '"突き抜け"', '"山札切れ 負け？"')
    leaks = found(copy, "leaked-question")
    assert len(leaks) == 3
    assert leaks[0].startswith(
        "phrasings/bf-battle.toml:9: leaked-question: a question must not feed the search, and 'Peek at  GAUGE?' is questions/en.toml:"
    )
    assert [leak.split(": ")[0] for leak in leaks[1:]] == ["terms.toml:15", "terms.toml:16"]


def test_a_name_that_documents_print_is_no_leak(findings: tuple[Finding, ...]) -> None:
    """`[Penetrate]` is a question of style keyword, and a form of a term; the corpus stands without a finding."""
    assert [finding for finding in findings if finding.code == "leaked-question"] == []


def test_a_term_of_no_entry_and_no_game(copy: Path) -> None:
    plant(copy, "terms.toml", '"bf/attack-phase/q2"]', '"bf/attack-phase/q99"]')
    plant(copy, "terms.toml", 'id = "soulguard"\ngame = "bf"', 'id = "soulguard"\ngame = "mtg"')
    assert found(copy, "unknown-entry", "unknown-game") == [
        "terms.toml:17: unknown-entry: term 'penetrate' names 'bf/attack-phase/q99', and there is no such entry",
        "terms.toml:19: unknown-game: term 'soulguard' is of game 'mtg'; there are: bf, dg",
    ]


def test_the_linter_is_quiet_on_the_corpus(findings: tuple[Finding, ...]) -> None:
    assert [str(finding) for finding in findings if not finding.file.endswith(".txt")] == []


def test_places_of_texts(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("a = 'x' # \"no\"\nb = [\"x\", \"say \\\"hi\\\" # not a comment\",\n  '''y''']\n", encoding="utf-8")
    places = Places(path)
    assert (places.line("x"), places.line("x", 2), places.line("x", 3)) == (1, 2, 3)
    assert places.line('say "hi" # not a comment') == 2
    assert places.line("no") is None


def test_a_question_that_is_said_to_have_no_answer(copy: Path, kb: KnowledgeBase, corpus: Path) -> None:
    sort = SORTS.index("unanswered")
    assert (kb.passages.table[:, 2] == sort).sum() == len(read_unanswered(corpus))
    assert set(kb.passages.table[kb.passages.table[:, 2] == sort, 0].tolist()) == {NO_ENTRY, *map(no_entry_of, range(2))}
    first = '  "best dragon world deck for a beginner?",\n'
    more = ["best  Dragon World deck for a beginner?", "start of attack phase flow", "two weapons possible?"]
    plant(copy, "unanswered.toml", first, first + "".join(f'  "{text}",\n' for text in more))
    where = [str(finding).split(": ")[:2] for finding in check(copy) if finding.file == "unanswered.toml"]
    assert where == [
        ["unanswered.toml:7", "repeated-phrasing"],
        ["unanswered.toml:8", "contested-phrasing"],
        ["unanswered.toml:9", "leaked-question"],
    ]


def test_what_no_entry_answers_is_refused(search: Search) -> None:
    assert search.search("which trading card game has the nicest art?").answer is None
    assert search.search("ゲージ回復デッキのおすすめレシピは？").answer is None
    assert search.search("can I counter Penetrate?").answer is not None
