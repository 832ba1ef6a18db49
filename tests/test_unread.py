"""A verdict holds for the text from which it was given: a newer edition that says otherwise takes it back until somebody reads it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conftest import CORPUS
from test_add import swap, text_of_en3

from ingest.add import add
from ingest.build import build
from ingest.check import check
from ingest.known import Known, read_all
from ingest.unread import FILE, unread
from kb.errors import CorpusError
from kb.knowledge_base import open_kb
from kb.search import Search

QUESTION = "can I counter Penetrate?"
ENTRY = "bf/keyword/penetrate"


@pytest.fixture(scope="module")
def reversed_rule(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus with a fourth edition that lets [Penetrate] be countered and drops [Purge]'s first words."""
    folder = tmp_path_factory.mktemp("reversed")
    shutil.copytree(small, folder / "corpus")
    (folder / "corpus" / "verdicts" / "table-16.toml").unlink()
    named = (CORPUS / "verdicts" / "named.toml").read_text(encoding="utf-8").split('\n["')
    asked = "".join(f'["{table}\n' for table in named if table.startswith(f'{ENTRY}"]'))
    (folder / "corpus" / "verdicts" / "named.toml").write_text(asked, encoding="utf-8")
    (folder / "corpus" / "phrasings" / "bf-named.toml").unlink()
    text = swap(
        text_of_en3(), "[Counter] cannot be used against [Penetrate].", "[Counter] can be used against [Penetrate].", times=0
    )
    (folder / "edition 4.txt").write_text(text, encoding="utf-8")
    add(folder / "corpus", folder / "edition 4.txt", game="bf", language="en", edition=4)
    return folder / "corpus"


def _ask(root: Path, out: Path) -> tuple[str | None, str]:
    build(root, out)
    answer = Search(open_kb(out)).search(QUESTION).answer
    assert answer is not None
    return answer.verdict, answer.citations[0].quote


def test_all_that_is_held_has_been_read(corpus: Path, known: Known) -> None:
    assert list(unread(corpus, known.documents, known.aligned.renditions)) == []
    assert {*known.documents} == {"bf-en-1", "bf-en-2", "bf-en-3", "bf-ja-3", "dg-en-1"}


def test_a_reversed_rule_gives_no_verdict_until_it_is_read(reversed_rule: Path, tmp_path: Path) -> None:
    found = [finding for finding in check(reversed_rule) if finding.code == "unread-verdicts"]
    assert ENTRY in " ".join(finding.message for finding in found)
    assert not any(finding.error for finding in found)
    verdict, quoted = _ask(reversed_rule, tmp_path / "before")
    assert "can be used against [Penetrate]" in quoted
    assert verdict is None
    file = reversed_rule / FILE
    plain = file.read_text(encoding="utf-8")
    file.write_text(f'{plain}\n["{ENTRY}"]\nread = ["bf-en-4"]\n', encoding="utf-8")
    assert _ask(reversed_rule, tmp_path / "after")[0] == "no", "whoever wrote so has read it"
    file.write_text(plain, encoding="utf-8")


def test_a_misspelt_field_is_named(reversed_rule: Path) -> None:
    file = reversed_rule / FILE
    plain = file.read_text(encoding="utf-8")
    file.write_text(f'{plain}\n["{ENTRY}"]\nreed = ["bf-en-4"]\n', encoding="utf-8")
    known = read_all(reversed_rule)
    with pytest.raises(CorpusError, match="unknown field 'reed'; there are: read"):
        list(unread(reversed_rule, known.documents, known.aligned.renditions))
    file.write_text(plain, encoding="utf-8")


def test_documents_and_entries_that_there_are_not_are_errors(small: Path, tmp_path: Path) -> None:
    copy = tmp_path / "corpus"
    shutil.copytree(small, copy, ignore=shutil.ignore_patterns("encoder"))
    file = copy / FILE
    plain = file.read_text(encoding="utf-8").rstrip("\n").replace('"bf-en-3"', '"bf-en-33"')
    file.write_text(f'{plain}\n\n["bf/keyword/penetrated"]\nread = ["bf-en-3",\n  "bf-en-9"]\n', encoding="utf-8")
    lines = file.read_text(encoding="utf-8").split("\n")
    found = [(f.code, f.line, f.message) for f in check(copy) if f.file == FILE and f.error]
    assert found == [
        ("unknown-document", next(n for n, line in enumerate(lines, 1) if '"bf-en-33"' in line), "there is no document 'bf-en-33'"),
        ("unknown-entry", lines.index('["bf/keyword/penetrated"]') + 1, "there is no entry 'bf/keyword/penetrated'"),
        ("unknown-document", lines.index('  "bf-en-9"]') + 1, "there is no document 'bf-en-9'"),
    ]
