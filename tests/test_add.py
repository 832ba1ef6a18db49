"""A new edition arrives: ids stay, what is new, amended, renumbered, split and withdrawn comes out exactly as it was made."""

from __future__ import annotations

import os
import random
import re
import shutil
from pathlib import Path

import pytest
from conftest import CORPUS, READ_BY_NO_GRAMMAR, judgecall, plant

from ingest.add import Added, add
from ingest.align.overrides import read_overrides
from ingest.catalogue import read_catalogue
from ingest.check import check
from ingest.known import read_all
from kb.errors import CorpusError
from kb.model import Rendition

EN3 = "000_2030af9d49649737.txt"


def text_of_en3() -> str:
    return (CORPUS / "sources" / EN3).read_text(encoding="utf-8")


def swap(text: str, before: str, after: str, times: int = 1) -> str:
    assert text.count(before) >= 1, before
    return text.replace(before, after) if times == 0 else text.replace(before, after, times)


def new_edition() -> str:
    """The third edition with one of each kind of change."""
    text = text_of_en3()
    # A flow is renumbered by a new step before its last three.
    text = swap(
        text,
        "- 3.1. Place the monster in the designated area.\n- 3.2. If it is a Buddy Call, after the monster has been placed in the designated area, the fighter gains life +1 from [Buddy Gift].\n- 3.3. ★ Resolution Check ★\n",
        "- 3.1. Both fighters look at the called card and its owner reads its abilities aloud.\n- 3.2. Place the monster in the designated area.\n- 3.3. If it is a Buddy Call, after the monster has been placed in the designated area, the fighter gains life +1 from [Buddy Gift].\n- 3.4. ★ Resolution Check ★\n",
    )
    # A step is split in two.
    text = swap(
        text,
        "then decide how you wish to pay the [Cast Cost].\nIf you are unable to pay the cost, the casting will not take place.\n- 1.3. Pay the cost of the card at the same time.\n- 1.4. If the ability",
        "then decide how you wish to pay the [Cast Cost].\n- 1.3. If you are unable to pay the cost, the casting will not take place.\n- 1.4. Pay the cost of the card at the same time.\n- 1.5. If the ability",
    )
    text = swap(text, "choose the card at this stage.\n- 1.5. ★", "choose the card at this stage.\n- 1.6. ★")
    # A Q&A is dropped, and those after it move up.
    start = text.index("Q2 When my monster in the center is attacked by a monster with [Penetrate]")
    end = text.index("Q3 During a link attack with 2 monsters")
    rest = text[end:]
    for number in (3, 4):
        rest = swap(swap(rest, f"Q{number} ", f"Q{number - 1} "), f"A{number} ", f"A{number - 1} ")
    text = text[:start] + rest
    text = swap(text, "is 3 or greater", "is 4 or greater")
    text = swap(
        text,
        "[Weaponry Link]\n",
        "[Warp Speed]\n\nA card with [Warp Speed] may attack on the turn that it is called, before any other card.\n\n[Counter] cannot be used against [Warp Speed].\n\n[Weaponry Link]\n",
    )
    return swap(text, "5. Impact Monsters\n", "5. Finisher Monsters\n", times=0)


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> tuple[Added, Path]:
    folder = tmp_path_factory.mktemp("new")
    shutil.copytree(CORPUS, folder / "corpus", ignore=shutil.ignore_patterns("encoder", "__pycache__"))
    file = folder / "edition 4.txt"
    file.write_text(new_edition(), encoding="utf-8")
    return add(folder / "corpus", file, game="bf", language="en", edition=4), folder / "corpus"


def by_entry(added: Added, document: str) -> dict[str, Rendition]:
    return {r.entry: r for r in added.known.aligned.renditions if r.document == document}


def test_it_is_understood_whole(added: tuple[Added, Path]) -> None:
    result, _ = added
    assert result.document.id == "bf-en-4"
    assert result.document.supersedes == "bf-en-3"
    assert result.unowned == []
    assert result.counts.total() == 363 + 1 + 1 - 1 + 1


def test_a_rule_in_a_table_is_not_passed_over_in_silence(copy: Path, tmp_path: Path) -> None:
    """Tables are words on pictures in all that is held: those of a new document are listed, those that were known are not."""
    file = tmp_path / "edition 4.md"
    known = (copy / "sources" / "000_2030af9d49649737.txt").read_text(encoding="utf-8")
    file.write_text(known + "\n| [Warp Drive] | A card with [Warp Drive] may attack twice. |\n", encoding="utf-8")
    said = judgecall("add", str(file), "--game", "bf", "--lang", "en", "--edition", "4", "--insist", "--corpus", str(copy))
    assert said.returncode == 0, said.stderr
    line = file.read_text(encoding="utf-8").count("\n")
    listed = said.stdout.partition("lines taken for words on a picture, which no other document prints: 1\n")[2].splitlines()
    assert listed[0].startswith(f"  {file}:{line}: set-aside: words read off the picture of a card: '| [Warp Drive] |")


def test_what_is_new_is_exactly_what_was_added(added: tuple[Added, Path]) -> None:
    result, _ = added
    assert sorted(r.entry for r in result.new) == ["bf/call/3.1-e4", "bf/cast/1.3-e4", "bf/keyword/warp-speed"]


def test_what_changed_is_exactly_what_was_changed(added: tuple[Added, Path]) -> None:
    result, _ = added
    kinds: dict[str, list[str]] = {}
    for change in result.changes:
        kinds.setdefault(change.kind, []).append(change.entry)
    assert {kind: sorted(entries) for kind, entries in kinds.items()} == {
        "added": ["bf/call/3.1-e4", "bf/cast/1.3-e4", "bf/keyword/warp-speed"],
        "removed": ["bf/attack-phase/q2"],
        "amended": ["bf/cast/1.2", "bf/check/size"],
        "renumbered": sorted(
            [
                "bf/call/3.1",
                "bf/call/3.2",
                "bf/call/3.3",
                "bf/cast/1.3",
                "bf/cast/1.4",
                "bf/cast/1.5",
                "bf/attack-phase/q3",
                "bf/attack-phase/q4",
            ]
        ),
    }
    size = next(change for change in result.changes if change.entry == "bf/check/size")
    assert (size.from_text, size.to_text) == ("3", "4")


def test_a_split_step_says_what_it_was_split_from(added: tuple[Added, Path]) -> None:
    result, _ = added
    split = [a for a in result.known.aligned.alignments if a.relation == "split"]
    assert [(a.entry, a.source, a.source_number, a.target_number) for a in split] == [("bf/cast/1.3-e4", "bf-en-3", "1.2", "1.3")]


def test_old_ids_keep_their_rule(added: tuple[Added, Path]) -> None:
    result, _ = added
    old, new = by_entry(result, "bf-en-3"), by_entry(result, "bf-en-4")
    assert new["bf/call/3.1"].text == old["bf/call/3.1"].text
    assert new["bf/call/3.1"].number == "3.2"
    assert new["bf/attack-phase/q3"].number == "Q2"
    assert new["bf/impact-monsters/q1"].section[0] == "5. Finisher Monsters"
    assert "bf/attack-phase/q2" not in new


def test_the_corpus_with_it_is_sound(added: tuple[Added, Path]) -> None:
    _, corpus = added
    assert [str(f) for f in check(corpus) if f.error] == []
    again = {r.entry for r in read_all(corpus).aligned.renditions if r.document == "bf-en-4"}
    assert again == set(by_entry(added[0], "bf-en-4"))
    queue = (corpus / "reviews" / "queue-bf-en-4.toml").read_text(encoding="utf-8")
    assert 'rendition = "bf/call/3.1"\nentry = "new"' in queue


def test_an_override_is_followed(added: tuple[Added, Path], tmp_path: Path) -> None:
    shutil.copytree(added[1], tmp_path / "corpus", ignore=READ_BY_NO_GRAMMAR)
    reviews = tmp_path / "corpus" / "reviews" / "alignments.toml"
    reviews.write_text(
        '[[alignment]]\ndocument = "bf-en-4"\nrendition = "bf/keyword/warp-speed"\nentry = "bf/keyword/move"\n\n[[alignment]]\ndocument = "bf-en-4"\nrendition = "bf/keyword/move"\nentry = "new"\n'
    )
    aligned = read_all(tmp_path / "corpus").aligned
    named = {r.entry: r for r in aligned.renditions if r.document == "bf-en-4"}
    assert named["bf/keyword/move"].title == "[Warp Speed]"
    assert named["bf/keyword/move-e4"].title == "[Move]"
    records = [a for a in aligned.alignments if a.entry.startswith("bf/keyword/move") and a.target == "bf-en-4"]
    assert [(a.entry, a.source, a.relation, a.method, a.score) for a in records] == [
        ("bf/keyword/move", "bf-en-3", "amended", "override", 1.0)
    ]


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (("bf-en-3", "bf/call/1.1", "bf/call/1.2"), ("bf-en-3", "bf/call/1.1", "bf/call/1.3"), r"alignments\.toml:6: bf/call/1\.1 of bf-en-3 is 'bf/call/1\.3' here and 'bf/call/1\.2' on line 1"),
        (("bf-en-3", "bf/call/1.1", "bf/call/1.2"), ("bf-en-3", "bf/call/1.3", "bf/call/1.2"), r"alignments\.toml:6: two places of bf-en-3 are both said to be 'bf/call/1\.2'"),
        (("bf-en-9", "bf/call/1.1", "new"), None, r"alignments\.toml:1: there is no document 'bf-en-9'"),
        (("bf-en-3", "bf/call/9.9", "new"), None, r"alignments\.toml:1: bf-en-3 prints nothing at 'bf/call/9\.9'"),
        (("bf-en-3", "bf/call/1.1", "bf/call/1.11"), None, r"alignments\.toml:4: there is no entry 'bf/call/1\.11'"),
    ],
)  # fmt: skip
def test_a_wrong_override(copy: Path, first: tuple[str, ...], second: tuple[str, ...] | None, message: str) -> None:
    tables = [f'[[alignment]]\ndocument = "{d}"\nrendition = "{p}"\nentry = "{e}"\n' for d, p, e in filter(None, (first, second))]
    (copy / "reviews" / "alignments.toml").write_text("\n".join(tables))
    with pytest.raises(CorpusError, match=message):
        read_all(copy)


@pytest.mark.parametrize(
    ("name", "data", "options", "message"),
    [
        ("a.txt", "1.1. A step", {"game": "mtg"}, "unknown game 'mtg'; known games: bf, dg"),
        ("a.txt", "1.1. A step", {"language": "fr"}, "unknown language 'fr'"),
        ("a.txt", "1.1. A step", {"edition": 3}, "bf-en-3 is edition 3; a new one needs a higher --edition"),
        ("a.txt", "1.1. A step", {"supersedes": "bf-en-2"}, "'bf-en-2' is superseded already, by 'bf-en-3'"),
        ("a.txt", "1.1. A step", {"supersedes": "bf-en-3", "edition": 2}, "bf-en-3 is edition 3; a new one needs a higher --edition"),
        ("a.txt", "1.1. A step", {"title": "Rules \udce9"}, "the title is no UTF-8, and could not be written down; give it again with --title"),
        ("a.txt", "1.1. A step", {"title": "  "}, "the title is blank; give one with --title"),
        ("a.txt", "1.1. A step", {"title": ""}, "the title is blank; give one with --title"),
        ("a.txt", "1.1. A step", {"supersedes": "bf-en-4"}, "--supersedes names 'bf-en-4', which is no document"),
        ("a.pdf", "1.1. A step", {}, "documents are .md, .txt or .html, not .pdf"),
        ("a.txt", "", {}, "the file is empty"),
        ("a.txt", "Nothing but prose here.", {}, "no rule of the grammar finds an entry in this file"),
        ("a.txt", "● コールの流れ\n\n1. コールの宣言\n\n- 1.1. モンスターのコールを宣言します。\n", {}, "the manifest says that bf-en-4 is in 'en'|no rule of the grammar"),
    ],
)  # fmt: skip
def test_a_document_that_cannot_be_used_changes_nothing(
    copy: Path, tmp_path: Path, name: str, data: str, options: dict[str, str | int], message: str
) -> None:
    before = {p: p.read_bytes() for p in copy.rglob("*") if p.is_file()}
    file = tmp_path / name
    file.write_text(data, encoding="utf-8")
    with pytest.raises(CorpusError, match=message):
        add(copy, file, **({"game": "bf", "language": "en", "edition": 4} | options))  # type: ignore[arg-type]
    assert {p: p.read_bytes() for p in copy.rglob("*") if p.is_file()} == before


def test_a_title_with_signs_that_toml_does_not_hold_is_read_again_as_it_was(copy: Path, tmp_path: Path) -> None:
    title = 'Rules \x00 \x07 \x1b[1m \x7f \r\n\t "quoted" \\ 規則'
    file = tmp_path / "a.txt"
    file.write_text(text_of_en3() + "\n", encoding="utf-8")
    add(copy, file, game="bf", language="en", edition=4, title=title)
    assert read_catalogue(copy).sources["bf-en-4"].document.title == title


def test_a_document_of_a_game_without_a_notice_has_none(copy: Path, tmp_path: Path) -> None:
    manifest = copy / "manifest.toml"
    manifest.write_text(re.sub(r"notice = .*\n", "", manifest.read_text(encoding="utf-8")), encoding="utf-8")
    file = tmp_path / "a.txt"
    file.write_text(text_of_en3() + "\n", encoding="utf-8")
    add(copy, file, game="bf", language="en", edition=4)
    assert read_catalogue(copy).sources["bf-en-4"].document.notice == ""


def test_a_manifest_that_could_not_be_read_again_is_left_as_it_is(copy: Path, tmp_path: Path) -> None:
    """Documents in one list are read, and TOML lets no table stand beside them."""
    manifest = copy / "manifest.toml"
    head, *tables = manifest.read_text(encoding="utf-8").split("[[document]]\n")
    documents = [", ".join(line for line in table.split("\n") if " = " in line) for table in tables]
    manifest.write_text("document = [" + ", ".join(f"{{{fields}}}" for fields in documents) + f"]\n{head}", encoding="utf-8")
    before = {p: p.read_bytes() for p in copy.rglob("*") if p.is_file()}
    file = tmp_path / "a.txt"
    file.write_text(text_of_en3() + "\n", encoding="utf-8")
    message = r"/manifest\.toml: with the new document at its end, this manifest could not be read \(line \d+: not valid TOML: .*\)"
    with pytest.raises(CorpusError, match=message):
        add(copy, file, game="bf", language="en", edition=4)
    assert {p: p.read_bytes() for p in copy.rglob("*") if p.is_file()} == before


def test_which_of_several_current_documents_is_superseded_must_be_said(copy: Path, tmp_path: Path) -> None:
    plant(copy, "manifest.toml", 'supersedes = "bf-en-2"\n', "")
    file = tmp_path / "a.txt"
    file.write_text("1.1. A step", encoding="utf-8")
    message = "'bf' has 2 current documents in 'en': bf-en-3, bf-en-2; say which with --supersedes"
    with pytest.raises(CorpusError, match=message):
        add(copy, file, game="bf", language="en", edition=4)
    with pytest.raises(CorpusError, match="no rule of the grammar finds an entry"):
        add(copy, file, game="bf", language="en", edition=4, supersedes="bf-en-3")


@pytest.mark.parametrize(
    ("last", "failure"),
    [
        ("bf-en-4.txt", KeyboardInterrupt()),
        ("queue-bf-en-4.toml", ValueError("a letter")),
        *(("manifest.toml", failure) for failure in (OSError(28, "No space left on device"), KeyboardInterrupt())),
    ],
)
def test_whatever_stops_the_writing_nothing_is_left_of_it(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str, failure: BaseException
) -> None:
    before = {p: p.read_bytes() for p in copy.rglob("*") if p.is_file()}
    renamed = os.replace

    def fails(source: Path, target: Path) -> None:
        if target.name == last:
            raise failure
        renamed(source, target)

    monkeypatch.setattr(os, "replace", fails)
    file = tmp_path / "a.txt"
    file.write_text(new_edition(), encoding="utf-8")
    with pytest.raises(CorpusError if isinstance(failure, OSError) else type(failure)):
        add(copy, file, game="bf", language="en", edition=4)
    assert {p: p.read_bytes() for p in copy.rglob("*") if p.is_file()} == before


def test_another_file_that_stands_where_the_document_goes_is_left_there(copy: Path, tmp_path: Path) -> None:
    (copy / "sources" / "bf-en-4.txt").write_text("notes of somebody")
    before = {p: p.read_bytes() for p in copy.rglob("*") if p.is_file()}
    file = tmp_path / "a.txt"
    file.write_text(new_edition(), encoding="utf-8")
    with pytest.raises(CorpusError, match=r"sources/bf-en-4\.txt: the document would go here, and another file is here already"):
        add(copy, file, game="bf", language="en", edition=4)
    assert {p: p.read_bytes() for p in copy.rglob("*") if p.is_file()} == before


def test_what_was_there_before_is_put_back(copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file itself, laid into the corpus by hand, and the queue of an earlier try."""
    file = copy / "sources" / "bf-en-4.txt"
    file.write_text(new_edition(), encoding="utf-8")
    (copy / "reviews" / "queue-bf-en-4.toml").write_text("# half looked through\n")
    before = {p: p.read_bytes() for p in copy.rglob("*") if p.is_file()}
    renamed = os.replace

    def fails(source: Path, target: Path) -> None:
        if target.name == "manifest.toml":
            raise OSError(28, "No space left on device")
        renamed(source, target)

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(CorpusError, match="nothing was added"):
        add(copy, file, game="bf", language="en", edition=4)
    assert {p: p.read_bytes() for p in copy.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("rendition =", "rendtion =", r"alignments\.toml:3: unknown field 'rendtion'; there are: document, rendition, entry"),
        ("[[alignment]]", "[[alignments]]", r"alignments\.toml:1: unknown field 'alignments'; there are: alignment"),
    ],
)
def test_an_override_with_a_misspelt_field(tmp_path: Path, before: str, after: str, message: str) -> None:
    table = '[[alignment]]\ndocument = "bf-en-3"\nrendition = "bf/call/1.1"\nentry = "new"\n'
    (tmp_path / "reviews").mkdir()
    (tmp_path / "reviews" / "alignments.toml").write_text(table.replace(before, after))
    with pytest.raises(CorpusError, match=message):
        read_overrides(tmp_path)


def test_a_document_in_another_language_than_it_says(copy: Path, tmp_path: Path) -> None:
    file = tmp_path / "ja.txt"
    file.write_text((CORPUS / "sources" / "001_a3024c4e5af188de.txt").read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="the manifest says that bf-en-4 is in 'en', and its text is Japanese"):
        add(copy, file, game="bf", language="en", edition=4)


STEP = re.compile(r"^- (\d+\.\d+)\. (.+)$", re.MULTILINE)


@pytest.mark.parametrize("seed", range(12))
def test_random_edits_never_change_what_an_id_means(copy: Path, tmp_path: Path, seed: int) -> None:
    """Words swapped, steps dropped and put in at random: a kept id keeps its text but for the edit, and nothing is lost."""
    chance = random.Random(seed)
    text = text_of_en3()
    steps = [found for found in STEP.finditer(text) if "★" not in found[2] and len(found[2]) > 60]
    dropped: set[str] = set()
    for found in chance.sample(steps, 6):
        line, words = found[0], found[2].split(" ")
        if text.count(line) != 1:
            continue
        if chance.random() < 0.4:
            text = text.replace(f"{line}\n", "")
            dropped.add(found[2])
        else:
            place = chance.randrange(len(words))
            words[place] = "altered"
            text = text.replace(line, f"- {found[1]}. {' '.join(words)}")
    file = tmp_path / "random.txt"
    file.write_text(text, encoding="utf-8")
    result = add(copy, file, game="bf", language="en", edition=4)
    old, new = by_entry(result, "bf-en-3"), by_entry(result, "bf-en-4")
    for entry in old.keys() & new.keys():
        was, now = set(old[entry].text.split()), set(new[entry].text.split())
        assert len(was & now) >= 0.5 * len(was), (entry, old[entry].text, new[entry].text)
    gone = old.keys() - new.keys()
    assert len(gone) <= len(dropped)
    assert {change.entry for change in result.changes if change.kind == "removed"} == gone
    assert result.unowned == []
