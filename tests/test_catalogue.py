"""Mistakes in the data files of the corpus are refused with file and line, whatever sort of value stands there."""

from __future__ import annotations

import codecs
import hashlib
import re
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import plant

import ingest
from ingest.catalogue import read_catalogue
from ingest.known import Known, read_all
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
        ("edition = 2", "edition = 0", r"manifest\.toml:\d+: edition must be a whole number from 1 to 99"),
        ("edition = 2", "edition = 100", r"manifest\.toml:\d+: edition must be a whole number from 1 to 99"),
        ("edition = 2", "edition = true", r"manifest\.toml:\d+: edition must be a whole number"),
        ("supersedes = ", "supercedes = ", r"manifest\.toml:34: unknown field 'supercedes'; there are: id, game, language"),
        ("examples = ", "exampels = ", r"manifest\.toml:\d+: unknown field 'exampels'; there are: id, name"),
        ("[[document]]", "[[documnet]]", r"manifest\.toml:\d+: unknown field 'documnet'; there are: game, document"),
        ('effective = "2018-06-02"', 'effective = "2018-13-02"', r"manifest\.toml:\d+: effective must be a day, such as \"2018-06-02\", not '2018-13-02'"),
        (JA3, 'id = "bf/ja@3"\n', r"manifest\.toml:\d+: document id 'bf/ja@3' may hold only a-z"),
        ('code = "BF"', "code = 3", r"manifest\.toml:\d+: a table lacks 'code'"),
        ('words = ["buddyfight"', 'words = [3, "buddyfight"', r"manifest\.toml:\d+: words must be a list of texts"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_manifest(copy: Path, before: str, after: str, message: str) -> None:
    plant(copy, "manifest.toml", before, after)
    with pytest.raises(CorpusError, match=message):
        read_catalogue(copy)


def test_the_line_of_a_wrong_edition_is_its_own(copy: Path) -> None:
    plant(copy, "manifest.toml", "edition = 2", "edition = true")
    with pytest.raises(CorpusError) as caught:
        read_catalogue(copy)
    lines = (copy / "manifest.toml").read_text(encoding="utf-8").split("\n")
    assert caught.value.line == lines.index("edition = true") + 1


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
        ('["topic/souls"]\n', '["topic/souls"]\nunter = "topic/soul"\n', r"names/bf\.toml:\d+: unknown field 'unter'; there are: under, section"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_names(copy: Path, before: str, after: str, message: str) -> None:
    plant(copy, "names/bf.toml", before, after)
    with pytest.raises(CorpusError, match=message):
        read_catalogue(copy)


READ = 'read = [["bf-en-3", "bf-ja-3"]]'
REMOVED = 'entry = "bf/topic/buddy-monster"\nfrom_document = "bf-en-1"\nto_document = "bf-en-2"\n'
ADDED = 'entry = "bf/cast/1.1"\nfrom_document = "bf-en-1"\nto_document = "bf-en-2"\n'
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
        ("rule_changes", STALE, STALE.replace("entry =", "entri ="), r"rule_changes\.toml:\d+: unknown field 'entri'; there are: entry, document, passage"),
        ("rule_changes", STALE, STALE.replace('"bf/start-phase/3.1"', '" "'), r"rule_changes\.toml:\d+: a table lacks 'entry'"),
        ("rule_changes", STALE, STALE.replace('"bf-ja-3"', "3"), r"rule_changes\.toml:\d+: a table lacks 'document'"),
        ("rule_changes", STALE, STALE.replace("passage =", "passages ="), r"rule_changes\.toml:\d+: unknown field 'passages'"),
        ("rule_changes", "stale = []", "stales = []", r"rule_changes\.toml:\d+: unknown field 'stales'; there are: change, entries, stale"),
        ("rule_changes", "[[rule_change]]", "[[rule_chang]]", r"rule_changes\.toml:\d+: unknown field 'rule_chang'; there are: rule_change"),
        ("conflicts", READ, READ.replace("read", "reed"), r"conflicts\.toml:5: unknown field 'reed'; there are: conflict, read"),
        ("conflicts", READ, READ.replace("en-3", "en-9"), r"conflicts\.toml:5: there is no document 'bf-en-9'"),
        ("conflicts", READ, READ.replace("]]", '], ["bf-en-2", "bf-ja-9"]]'), r"conflicts\.toml:5: there is no document 'bf-ja-9'"),
        ("conflicts", READ, 'read = [["bf-ja-3", "bf-en-3"]]', r"conflicts\.toml:5: read has 'bf-ja-3' beside 'bf-en-3'; pair an English"),
        ("conflicts", READ, 'read = [["dg-en-1", "bf-ja-3"]]', r"conflicts\.toml:5: read has 'dg-en-1' beside 'bf-ja-3'; pair an English"),
        ("changes", REMOVED, REMOVED.replace("en-2", "en-22"), r"changes\.toml:\d+: there is no document 'bf-en-22'"),
        ("changes", REMOVED, REMOVED.replace("en-2", "en-3"), r"changes\.toml:\d+: bf-en-3 supersedes bf-en-2, not bf-en-1"),
        ("changes", ADDED, ADDED.replace("en-1", "en-11"), r"changes\.toml:\d+: there is no document 'bf-en-11'"),
        ("changes", ADDED, ADDED.replace("en-1", "ja-3"), r"changes\.toml:\d+: bf-en-2 supersedes bf-en-1, not bf-ja-3"),
        ("changes", ADDED, ADDED.replace("en-2", "ja-3"), r"changes\.toml:\d+: bf-ja-3 supersedes no document, not bf-en-1"),
    ],
)  # fmt: skip
def test_a_value_of_another_sort_in_a_review(copy: Path, known: Known, file: str, before: str, after: str, message: str) -> None:
    plant(copy, f"reviews/{file}.toml", before, after)
    printed = {(one.entry, one.document): one for one in known.aligned.renditions}
    readers = {"conflicts": lambda: read_conflicts(copy, printed, known.documents)}
    readers |= {
        "changes": lambda: read_changes(copy, printed, known.documents),
        "rule_changes": lambda: read_rule_changes(copy, printed),
    }
    with pytest.raises(CorpusError, match=message):
        readers[file]()


def test_every_pair_of_documents_that_was_read_is_kept(copy: Path, known: Known) -> None:
    """The newer pair of a game once put the older one out."""
    printed = {(one.entry, one.document): one for one in known.aligned.renditions}
    plant(copy, "reviews/conflicts.toml", READ, READ.replace("]]", '], ["bf-en-2", "bf-ja-3"]]'))
    reviewed = read_conflicts(copy, printed, known.documents)
    assert reviewed.read == {("bf-en-3", "bf-ja-3"), ("bf-en-2", "bf-ja-3")}
    assert reviewed.conflicts == [one for one in known.conflicts if one.status == "reviewed"]
    plant(copy, "reviews/conflicts.toml", 'en = "is 3 or greater"', 'en = "is 5 or greater"')
    with pytest.raises(CorpusError, match=r"conflicts\.toml:\d+: bf-en-2 does not print 'is 5 or greater' in bf/check/size"):
        read_conflicts(copy, printed, known.documents)


def test_a_game_is_told_by_the_manifest_and_not_by_the_id_of_a_document(copy: Path, known: Known) -> None:
    game = "two-words"
    documents = {
        f"{game}-{id}": replace(one, id=f"{game}-{id}", game=game) for id, one in known.documents.items() if one.game == "bf"
    }
    printed = {(f"{game}/{one.entry}", f"{game}-{one.document}"): one for one in known.aligned.renditions}
    path = copy / "reviews" / "conflicts.toml"
    text = path.read_text(encoding="utf-8").replace('"bf/', f'"{game}/bf/').replace('"bf-', f'"{game}-bf-')
    path.write_text(text, encoding="utf-8")
    found = read_conflicts(copy, printed, documents)
    assert found.read == {(f"{game}-bf-en-3", f"{game}-bf-ja-3")}
    assert len(found.conflicts) == sum(one.status == "reviewed" for one in known.conflicts)


@pytest.mark.parametrize(
    ("file", "before", "after", "message"),
    [
        ("parts", "\nquestions = true\n", "\nquestion = true\n", r"parts\.toml:\d+: unknown field 'question'; there are: game, slug, code"),
        ("parts", 'en = ["Flow of a Cast"]', 'en = ["Flow of a Cast", "Flow of a call"]', r"parts\.toml:\d+: the heading 'Flow of a call' of 'cast' is one of 'call', too"),
        ("furniture", "reason = ", "reasons = ", r"furniture\.toml:8: unknown field 'reasons'; there are: game, text"),
        ("furniture", 'text = "New"', 'text = "New"\nbegins = "Ne"', r"furniture\.toml:\d+: a line needs one of text, begins, heading, division, noise, rule, not text and begins"),
        ("furniture", 'text = "New"', 'word = "New"', r"furniture\.toml:\d+: unknown field 'word'; there are: game, text"),
        ("furniture", 'text = "New"', "", r"furniture\.toml:\d+: a line needs one of text, begins, heading, division, noise, rule, not none"),
        ("furniture", 'text = "New"', 'noise = "turn fighter uses a card or ability"', r"furniture\.toml:30: 'Turn fighter uses a card or ability' stands on line 15, too; keep one"),
        ("furniture", 'begins = "主な補足・変更点は"', 'begins = "important inclusions or changes are marked"', r"furniture\.toml:\d+: 'important inclusions or changes are marked' stands on line 20, too"),
    ],
)  # fmt: skip
def test_a_mistake_in_what_documents_print(copy: Path, file: str, before: str, after: str, message: str) -> None:
    plant(copy, f"{file}.toml", before, after)
    with pytest.raises(CorpusError, match=message):
        read_catalogue(copy)


def test_a_data_file_that_cannot_be_read(copy: Path) -> None:
    (copy / "parts.toml").unlink()
    (copy / "parts.toml").mkdir()
    with pytest.raises(CorpusError, match=r"parts\.toml: this file of the corpus cannot be read \(Is a directory\)"):
        read_catalogue(copy)


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
