"""The linter finds what is planted, and nothing in the corpus as it stands."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import pytest
from conftest import plant

from ingest.build import build
from ingest.check import check
from ingest.findings import Finding
from ingest.weights import read_weights
from kb.errors import CorpusError, KbError


@pytest.fixture
def copy(small: Path, tmp_path: Path) -> Path:
    target = tmp_path / "corpus"
    shutil.copytree(small, target, ignore=shutil.ignore_patterns("encoder"))
    return target


def rewrite(copy: Path, file: str, before: str, after: str, *, resign: bool = True) -> None:
    """Change a source, and its checksum in the manifest unless told not to."""
    path = copy / "sources" / file
    old = hashlib.sha256(path.read_bytes()).hexdigest()
    text = path.read_text(encoding="utf-8")
    assert text.count(before) >= 1
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    if resign:
        manifest = copy / "manifest.toml"
        manifest.write_text(manifest.read_text().replace(old, hashlib.sha256(path.read_bytes()).hexdigest()))


EN3 = "000_2030af9d49649737.txt"


def test_the_corpus_has_no_errors(findings: tuple[Finding, ...]) -> None:
    assert [str(finding) for finding in findings if finding.error] == []


@pytest.fixture(scope="module")
def spoilt(small: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Finding]:
    """What the linter finds where a line is astray, a number stands twice, a reference leads nowhere and a name is printed nowhere."""
    copy = tmp_path_factory.mktemp("spoilt") / "corpus"
    shutil.copytree(small, copy, ignore=shutil.ignore_patterns("encoder"))
    rewrite(
        copy, EN3, "Detailed Rules of 「Future Card Buddyfight」\n", "Detailed Rules of 「Future Card Buddyfight」\nA stray line.\n"
    )
    rewrite(copy, EN3, "- 2.3. If so, the opponent's", "- 2.2. If so, the opponent's")
    rewrite(copy, EN3, "abilities, proceed to 6.1.", "abilities, proceed to 6.9.")
    names = copy / "names" / "bf.toml"
    names.write_text(names.read_text() + '\n["keyword/warp"]\nen = ["[Warp]"]\n')
    return list(check(copy))


def test_a_line_that_nobody_owns_is_shown(spoilt: list[Finding]) -> None:
    findings = [f for f in spoilt if f.code == "unowned-line"]
    assert [(f.file, f.line) for f in findings] == [(EN3, 6)]
    assert "A stray line." in findings[0].message


def test_a_gap_and_a_repeat_in_the_numbers_are_shown(spoilt: list[Finding]) -> None:
    codes = {(f.code, f.line) for f in spoilt if f.file == EN3}
    assert ("duplicate-number", 152) in codes
    assert ("number-gap", 153) in codes


def test_a_number_that_a_document_repeats_is_told_where_it_was_put_right(
    findings: tuple[Finding, ...], spoilt: list[Finding]
) -> None:
    """Two steps under 3.2 are printed as 3.1.1 and 3.1.2 once more, and two answers as A4: the document's faults, and notes."""
    told = [str(f) for f in findings if f.code == "duplicate-number"]
    clean = "is meant: the number was taken from the clean edition"
    assert told == [
        f"002_6f14ff9d1b7db92f.txt:583: duplicate-number: printed 3.1.1, where 3.2.1 {clean}; line 579 has this number, too",
        f"002_6f14ff9d1b7db92f.txt:585: duplicate-number: printed 3.1.2, where 3.2.2 {clean}; line 581 has this number, too",
        "003_5ad25b02b5a88f7d.txt:77: duplicate-number: the answer is labelled A4, and answers Q3; line 88 has this number, too",
    ]
    assert not any(f.error for f in findings if f.code == "duplicate-number")
    assert [f.error for f in spoilt if (f.code, f.file) == ("duplicate-number", EN3)] == [True]


def test_a_reference_that_leads_nowhere_is_shown(spoilt: list[Finding]) -> None:
    findings = [f for f in spoilt if f.code == "dangling-reference"]
    assert [(f.file, f.line) for f in findings] == [(EN3, 279)]
    assert "6.9" in findings[0].message


def test_a_name_that_no_document_prints_is_shown(spoilt: list[Finding]) -> None:
    assert [f.message for f in spoilt if f.code == "unused-name"] == ["no document prints an entry for 'keyword/warp'"]


def test_a_changed_byte(copy: Path) -> None:
    rewrite(copy, EN3, "Draw", "Drew", resign=False)
    with pytest.raises(CorpusError, match=r"000_2030af9d49649737\.txt: the file has changed: sha256 is .* restore the file"):
        list(check(copy))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\n ", "the file is empty"),
        (b"1.1. A step\n\x89PNG\x00\x01", r":2: this is a binary file"),
        (b"first\nsecond \xff\xfe third", r":2: not UTF-8 \(byte 0xff\)"),
        ("1.1. A step".encode("utf-16"), "the text is in UTF-16; save the file as UTF-8"),
    ],
)
def test_a_file_that_is_no_text(copy: Path, data: bytes, message: str) -> None:
    path = copy / "sources" / EN3
    old = hashlib.sha256(path.read_bytes()).hexdigest()
    path.write_bytes(data)
    manifest = copy / "manifest.toml"
    manifest.write_text(manifest.read_text().replace(old, hashlib.sha256(data).hexdigest()))
    with pytest.raises(CorpusError, match=message):
        list(check(copy))


@pytest.mark.parametrize(
    ("file", "before", "after", "message"),
    [
        ("outside.toml", "en = [", "en = [[", r"outside\.toml:\d+: "),
        ("weights.json", '"rules_words": ', '"rules_words": "x", "was": ', r"weights\.json: these weights cannot be used"),
        ("weights-offline.json", '"rules_words": ', '"rules_word": ', r"weights-offline\.json: .*unknown weight 'rules_word'"),
        ("parts.toml", 'code = "CAST"', 'code = "CALL"', r"parts\.toml:\d+: the code 'CALL' is that of 'call', too"),
        ("parts.toml", 'kind = "flow"', 'kind = "flwo"', r"parts\.toml:\d+: unknown kind 'flwo'; use one of flow, section"),
    ],
)
def test_what_a_build_reads_is_checked(copy: Path, file: str, before: str, after: str, message: str) -> None:
    plant(copy, file, before, after)
    with pytest.raises(CorpusError, match=message):
        list(check(copy))


def test_a_file_that_cannot_be_read(copy: Path) -> None:
    path = copy / "sources" / EN3
    path.unlink()
    path.mkdir()
    with pytest.raises(
        CorpusError, match=r"000_2030af9d49649737\.txt: the file of document bf-en-3 cannot be read \(Is a directory\)"
    ):
        list(check(copy))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('game = "bf"\nlanguage = "ja"', 'game = "mtg"\nlanguage = "ja"', r"manifest\.toml:\d+: unknown game 'mtg'; known games: bf, dg"),
        ('id = "bf-ja-3"', 'id = "bf-en-3"', r"manifest\.toml:\d+: document id 'bf-en-3' stands twice"),
        ('id = "dg"', 'id = "bf"', r"manifest\.toml:\d+: game 'bf' stands twice"),
        ('supersedes = "bf-en-1"', 'supersedes = "bf-en-2"', r"manifest\.toml:\d+: document 'bf-en-2' cannot have itself"),
        ('supersedes = "bf-en-1"', 'supersedes = "bf-en-3"', r"manifest\.toml:\d+: the editions supersede one another in a ring"),
        ('supersedes = "bf-en-1"', 'supersedes = "bf-en-0"', r"supersedes names 'bf-en-0', which is no document"),
        ('language = "ja"', 'language = "fr"', r"manifest\.toml:\d+: unknown language 'fr'; use one of en, ja"),
        ("edition = 3\n", 'edition = "three"\n', r"manifest\.toml:\d+: edition must be a whole number"),
        ('file = "000', 'file = "../000', r"manifest\.toml:\d+: file must be a plain name"),
        ('reader = "plain"', 'reader = "pdf"', r"manifest\.toml:\d+: document bf-en-2 asks for reader 'pdf'; there are: html, markdown, plain"),
        ('grammar = "regulation"', 'grammar = "poem"', r"manifest\.toml:\d+: game 'dg' asks for grammar 'poem'; there are: detailed_rules, regulation"),
        ('code = "BF"', "code = BF", r"manifest\.toml:\d+: not valid TOML"),
        ('title = "Digital', 'titel = "Digital', r"manifest\.toml:\d+: unknown field 'titel'; there are: id, game"),
        ('title = "Digital', '# title = "Digital', r"manifest\.toml:\d+: a table lacks 'title'"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_manifest(copy: Path, before: str, after: str, message: str) -> None:
    plant(copy, "manifest.toml", before, after)
    with pytest.raises(CorpusError, match=message):
        list(check(copy))


def test_weights_are_read_as_other_files_are(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text('{"rules_words": 2.5}', encoding="utf-8-sig")
    assert read_weights(tmp_path).rules_words == 2.5
    for content, says in (
        (b"\xff", "not UTF-8 at byte 0"),
        (b"[1]", "no names with numbers"),
        (b"{", "these weights cannot be used"),
    ):
        file.write_bytes(content)
        with pytest.raises(CorpusError, match=says):
            read_weights(tmp_path)
    file.unlink()
    file.mkdir()
    with pytest.raises(CorpusError, match="cannot be read"):
        read_weights(tmp_path)


@pytest.mark.parametrize(
    ("file", "command"),
    [("weights.json", "fit"), ("weights-offline.json", "fit --offline"), ("weights-transformer.json", "fit --transformer")],
)
def test_weights_that_are_missing_are_refused_where_verdicts_were_taught(
    small: Path, tmp_path: Path, file: str, command: str
) -> None:
    copy = Path(shutil.copytree(small, tmp_path / "corpus"))
    (copy / file).unlink()
    said = f"{re.escape(file)}: this file of the corpus is missing; put it back, or run `judgecall {command}`$"
    transformer = "transformer" in file
    with pytest.raises(CorpusError, match=said):
        build(copy, tmp_path / "kb", transformer=transformer)
    assert not (tmp_path / "kb").exists()
    if transformer:
        list(check(copy))  # it has none
        (copy / "encoder" / "verdicts" / "transformer").mkdir()
    with pytest.raises(CorpusError, match=said):
        list(check(copy))


def test_a_corpus_of_which_nothing_was_taught_needs_no_weights(copy: Path) -> None:
    for file in copy.glob("weights*.json"):
        file.unlink()
    list(check(copy))


@pytest.mark.parametrize("file", ["encoder/vectors.npy", "encoder/verdicts/vectors.npy", "encoder/verdicts/known.npy"])
def test_an_encoder_that_a_build_would_refuse_is_refused(small: Path, tmp_path: Path, file: str) -> None:
    copy = tmp_path / "corpus"
    shutil.copytree(small, copy)
    data = (copy / file).read_bytes()
    (copy / file).write_bytes(data[: len(data) // 2])
    with pytest.raises(KbError, match=r"cannot be read"):
        list(check(copy))


def test_a_manifest_without_a_game_is_named(tmp_path: Path, small: Path) -> None:
    copy = tmp_path / "corpus"
    shutil.copytree(small, copy)
    (copy / "manifest.toml").write_text("", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"manifest\.toml: it names no game"):
        list(check(copy))
