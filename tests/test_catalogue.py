"""Mistakes in the data files of the corpus are refused with file and line, whatever sort of value stands there."""

from __future__ import annotations

import codecs
import hashlib
import re
from pathlib import Path

import pytest
from conftest import plant

import ingest
from ingest.catalogue import read_catalogue
from ingest.known import Known, current, read_all
from ingest.reviews import read_changes, read_conflicts, read_rule_changes
from ingest.terms import terms_with_lines
from kb.errors import CorpusError

JA3 = 'id = "bf-ja-3"\n'


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (JA3, f'{JA3}supersedes = "bf-en-2"\n', r"manifest\.toml:\d+: 'bf-ja-3' is in 'ja' and cannot supersede 'bf-en-2', which is in 'en'"),
        ('edition = 2', 'edition = 3', r"manifest\.toml:\d+: 'bf-en-3' is edition 3 and cannot supersede 'bf-en-2', which is edition 3"),
        ('edition = 2', 'edition = 4', r"manifest\.toml:\d+: 'bf-en-3' is edition 3 and cannot supersede 'bf-en-2', which is edition 4"),
        ('supersedes = "bf-en-2"', 'supersedes = "bf-en-1"', r"manifest\.toml:\d+: 'bf-en-2' and 'bf-en-3' both supersede 'bf-en-1'"),
        ("edition = 2", "edition = true", r"manifest\.toml:\d+: edition must be a whole number"),
        ('code = "BF"', "code = 3", r"manifest\.toml:\d+: a table lacks 'code'"),
        ('words = ["buddyfight"', 'words = [3, "buddyfight"', r"manifest\.toml:\d+: words must be a list of texts"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_manifest(copy: Path, before: str, after: str, message: str) -> None:
    plant(copy, "manifest.toml", before, after)
    with pytest.raises(CorpusError, match=message):
        read_catalogue(copy)


def test_the_line_of_a_wrong_link_is_that_of_its_document(copy: Path) -> None:
    plant(copy, "manifest.toml", JA3, f'{JA3}supersedes = "bf-en-2"\n')
    with pytest.raises(CorpusError) as caught:
        read_catalogue(copy)
    lines = (copy / "manifest.toml").read_text(encoding="utf-8").split("\n")
    assert caught.value.line == lines.index('id = "bf-ja-3"') + 1


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('section = "lost"', 'section = "last"', r"names/bf\.toml:\d+: 'topic/lost-deck' is printed in 'last', which is no part of parts\.toml"),
        ('["topic/souls"]\n', '["topic/souls"]\nunder = "topic/souls"\n', r"names/bf\.toml:\d+: the names stand under one another in a ring: 'topic/souls'"),
        ('["topic/souls"]\n', '["topic/souls"]\nunder = "topic/in-a-ring"\n\n["topic/in-a-ring"]\nunder = "topic/souls"\n', r"names/bf\.toml:\d+: the names stand under one another in a ring"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_names(copy: Path, before: str, after: str, message: str) -> None:
    plant(copy, "names/bf.toml", before, after)
    with pytest.raises(CorpusError, match=message):
        read_catalogue(copy)


READ = 'read = [["bf-en-3", "bf-ja-3"]]'
STALE = 'stale = [\n  {entry = "bf/start-phase/3.1", document = "bf-ja-3", passage ='


@pytest.mark.parametrize(
    ("file", "before", "after", "message"),
    [
        ("conflicts", READ, 'read = [["bf-en-3"]]', r"conflicts\.toml:\d+: read must list pairs of documents"),
        ("conflicts", READ, 'read = [["bf-en-3", 3]]', r"conflicts\.toml:\d+: read must list pairs of documents"),
        ("conflicts", READ, 'read = ["bf-en-3", "bf-ja-3"]', r"conflicts\.toml:\d+: read must list pairs of documents"),
        ("conflicts", READ, "read = 3", r"conflicts\.toml:\d+: read must list pairs of documents"),
        ("conflicts", 'en = "is 3 or greater"', "en = 3", r"conflicts\.toml:\d+: en must be a passage in quotation marks"),
        ("conflicts", 'entry = "bf/check/size"', 'entry = ["bf/check/size"]', r"conflicts\.toml:\d+: a table lacks 'entry'"),
        ("changes", "\nfrom = ", "\nfrom = 3 # ", r"changes\.toml:\d+: from must be a passage in quotation marks"),
        ("rule_changes", 'entries = ["bf/start-phase/3.1"]', "entries = 5", r"rule_changes\.toml:\d+: entries must be a list of texts"),
        ("rule_changes", "stale = []", 'stale = ["bf/call/1.1"]', r"rule_changes\.toml:\d+: stale must list places"),
        ("rule_changes", "stale = []", "stale = 3", r"rule_changes\.toml:\d+: stale must list places"),
        ("rule_changes", STALE, STALE.replace("entry =", "entri ="), r"rule_changes\.toml:\d+: a table lacks 'entry'"),
        ("rule_changes", STALE, STALE.replace('"bf-ja-3"', "3"), r"rule_changes\.toml:\d+: a table lacks 'document'"),
        ("rule_changes", STALE, STALE.replace("passage =", "passages ="), r"rule_changes\.toml:\d+: a table lacks 'passage'"),
    ],
)  # fmt: skip
def test_a_value_of_another_sort_in_a_review(copy: Path, known: Known, file: str, before: str, after: str, message: str) -> None:
    plant(copy, f"reviews/{file}.toml", before, after)
    printed = {(one.entry, one.document): one for one in known.aligned.renditions}
    readers = {"conflicts": lambda: read_conflicts(copy, printed, current(known.documents))}
    readers |= {"changes": lambda: read_changes(copy, printed), "rule_changes": lambda: read_rule_changes(copy, printed)}
    with pytest.raises(CorpusError, match=message):
        readers[file]()


def test_a_byte_order_mark_is_left_out(copy: Path, known: Known) -> None:
    """Editors of some systems put one at the head of what they save; the checksum is of the bytes."""
    for path in (*copy.rglob("*.toml"), *(copy / "sources").iterdir()):
        data = path.read_bytes()
        marked = codecs.BOM_UTF8 + data
        path.write_bytes(marked)
        manifest = copy / "manifest.toml"
        old, new = hashlib.sha256(data).hexdigest(), hashlib.sha256(marked).hexdigest()
        manifest.write_bytes(manifest.read_bytes().replace(old.encode(), new.encode()))
    found = read_all(copy)
    assert found.aligned == known.aligned
    assert found.conflicts == known.conflicts
    (copy / "terms.toml").write_bytes(codecs.BOM_UTF8 + b'[[term]]\nid = "a"\nkind = "card"\nen = ["A"]\n')
    assert [line for line, _ in terms_with_lines(copy)] == [1]


def test_a_file_that_holds_a_byte_order_mark_alone_is_empty(copy: Path) -> None:
    path = copy / "sources" / "000_2030af9d49649737.txt"
    plant(copy, "manifest.toml", hashlib.sha256(path.read_bytes()).hexdigest(), hashlib.sha256(codecs.BOM_UTF8).hexdigest())
    path.write_bytes(codecs.BOM_UTF8)
    with pytest.raises(CorpusError, match="the file is empty"):
        read_all(copy)


def test_the_map_of_the_package_names_every_module_and_folder() -> None:
    place = Path(str(ingest.__file__)).parent
    there = {path.stem for path in place.glob("*.py")} | {f"{path.parent.name}/" for path in place.glob("*/__init__.py")}
    named = re.findall(r"`([^`]+)`", str(ingest.__doc__))
    assert sorted(named) == sorted(there - {"__init__"})
