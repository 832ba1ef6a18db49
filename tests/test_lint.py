"""What the linter says of settled questions that lead somewhere else, and of numbers that are printed twice."""

from __future__ import annotations

import shutil
from pathlib import Path

from ingest.catalogue import Source, read_catalogue
from ingest.grammars import GRAMMARS
from ingest.known import Known
from ingest.lint import lint
from ingest.phrasings import read_phrasings
from ingest.readers import READERS
from ingest.step_numbers import numbering
from ingest.unanswered import read_unanswered
from ingest.verdicts import read_verdicts


def test_a_settled_question_that_is_searched_leads_to_one_entry(small: Path, tmp_path: Path, known: Known) -> None:
    copy = tmp_path / "corpus"
    shutil.copytree(small, copy)
    entry, said = next((entry, said) for entry, said in read_phrasings(copy).items() if entry != "bf/check/size" and said.en)
    outside = next(one for one in read_unanswered(copy) if one.language == "en")
    table = f'["bf/check/size"]\nyes_en = [\n  "{said.en[0]}",\n  "{outside.text}",\n]\n'
    for name in ("table-99.toml", "pairs-99.toml"):  # those of pairs are not searched
        (copy / "verdicts" / name).write_text(table, encoding="utf-8")
        found = [str(f) for f in lint(copy, ("bf", "dg"), known.aligned.renditions) if f.error]
        assert found == (
            []
            if name == "pairs-99.toml"
            else [
                f"verdicts/table-99.toml:3: contested-phrasing: {said.en[0]!r} leads to 'bf/check/size' here and to {entry!r} in "
                f"{said.file}; keep it where it fits better",
                f"unanswered.toml:{outside.line}: contested-phrasing: {outside.text!r} leads to 'bf/check/size' in "
                "verdicts/table-99.toml; keep it where it is right",
            ]
        )
        (copy / "verdicts" / name).unlink()


def test_a_settled_question_that_stands_twice(small: Path, tmp_path: Path, known: Known) -> None:
    copy = tmp_path / "corpus"
    shutil.copytree(small, copy)
    asked = "is a size of ninety too large?"
    once, twice = (f'["bf/check/size"]\nyes_en = [{", ".join([repr(asked)] * times)}]\n' for times in (1, 2))
    for name, table in (("pairs-98", once), ("pairs-99", twice), ("table-98", once), ("table-99", twice)):
        (copy / "verdicts" / f"{name}.toml").write_text(table, encoding="utf-8")
        kept = [one.file for one in read_verdicts(copy) if one.text == asked]
        assert kept == ["verdicts/table-98.toml" if name.startswith("table") else "verdicts/pairs-98.toml"]
        found = [finding for finding in lint(copy, ("bf", "dg"), known.aligned.renditions) if finding.code == "repeated-question"]
        says = f"2: repeated-question: {asked!r} stands at {kept[0]}:2 already; keep one"
        assert [str(one) for one in found] == [f"verdicts/{name}.toml:{says}"] * (2 if name.endswith("99") else 0)
        assert not any(one.error for one in found)


def test_a_question_without_an_answer_that_stands_twice(small: Path, tmp_path: Path, known: Known) -> None:
    copy = tmp_path / "corpus"
    shutil.copytree(small, copy)
    table = '[one]\nen = [\n  "what is it worth?",\n  "what is it worth?",\n]\n[two]\nen = ["What is it worth ?"]\n'
    (copy / "unanswered.toml").write_text(table, encoding="utf-8")
    found = [str(f) for f in lint(copy, ("bf", "dg"), known.aligned.renditions) if f.file == "unanswered.toml"]
    says = "stands in line 3 already; keep one"
    assert found == [
        f"unanswered.toml:4: repeated-phrasing: 'what is it worth?' {says}",
        f"unanswered.toml:7: repeated-phrasing: 'What is it worth ?' {says}",
    ]


def test_a_number_that_is_printed_twice_is_told_by_its_own_doubt(corpus: Path) -> None:
    catalogue = read_catalogue(corpus)
    source: Source = catalogue.sources["bf-en-3"]
    text = "● Flow of a Call\n\n1. Call Declaration\n\n- 1.1. Declare a call.\n- 1.1. ✂Pay its cost.\n"
    parsed = GRAMMARS["detailed_rules"](source.document, catalogue, READERS["markdown"](text).blocks)
    assert len(parsed.renditions[-1].doubts) == 2
    messages = [finding.message for finding in numbering(source, parsed) if finding.code == "duplicate-number"]
    assert messages == ["the number or title of call/1.1 is printed 2 times in this document"]
