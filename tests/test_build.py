"""Building: the same bytes every time, nothing lost when it is killed, one clear line for each thing that can go wrong."""

from __future__ import annotations

import filecmp
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from clock import children_seconds, slowness, slowness_with_words
from conftest import judgecall, linked
from kept_figures import row

from ingest.build import build
from ingest.corpus import corpus_hashes
from kb.encoder import StaticEncoder
from kb.errors import KbError, KbMismatch, KbMissing
from kb.knowledge_base import open_kb, read_meta
from kb.layout import SCHEMA
from kb.search import Search

JUDGECALL = [sys.executable, "-c", "from kb.commands import main; main()"]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*JUDGECALL, *arguments], capture_output=True, text=True, env={**os.environ, **environment}, timeout=120, check=False
    )


def same_bytes(one: Path, other: Path) -> bool:
    names = sorted(p.relative_to(one) for p in one.rglob("*") if p.is_file())
    assert names == sorted(p.relative_to(other) for p in other.rglob("*") if p.is_file())
    return all(filecmp.cmp(one / name, other / name, shallow=False) for name in names)


def timed_build(corpus: Path, place: Path) -> float:
    """Build by a process of its own, with hashes of its own; the seconds of processor time, about, as on a machine left alone."""
    before = slowness_with_words()
    started = children_seconds()
    result = run("build", "--corpus", str(corpus), "--out", str(place), PYTHONHASHSEED="7")
    assert result.returncode == 0, result.stderr
    return (children_seconds() - started) / ((before + slowness_with_words()) / 2)


@pytest.fixture(scope="module")
def timed(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """A KB that was built by a process of its own, and the time that it took."""
    place = tmp_path_factory.mktemp("timed") / "kb"
    return place, timed_build(corpus, place)


def test_the_same_input_gives_the_same_bytes(kb_path: Path, timed: tuple[Path, float]) -> None:
    assert same_bytes(kb_path, timed[0])


def test_a_build_says_what_it_found(small: Path, tmp_path: Path) -> None:
    result = judgecall("build", "--corpus", str(small), "--out", str(tmp_path / "kb"))
    rows = {line.split()[0]: line.split()[1:] for line in result.stdout.splitlines()}
    assert rows["step"] == ["153", "153", "153", "89"]
    assert rows["entries"] == ["363", "360", "269", "156", "213"]


_READS = """
import json, os, sys
from pathlib import Path

root, opened = sys.argv[1], set()

def heard(event, values):
    if event == "open" and isinstance(values[0], (str, os.PathLike)) and os.fspath(values[0]).startswith(root):
        opened.add(os.path.relpath(values[0], root))

sys.addaudithook(heard)
from ingest import build
from kb.encoder import StaticEncoder

build.corpus_hashes = lambda _: {}
build.content_of(Path(root))
StaticEncoder.load(Path(root) / "encoder")
build.transformer_weights(Path(root), print)
for transformer in (False, True):
    build.verdict_encoder(Path(root), transformer=transformer)
print(json.dumps(sorted(opened)))
"""
"""Prints which files of a corpus the builds without and with the transformer read, as Python hears of them."""


def test_what_a_build_reads_is_hashed_and_nothing_else(small: Path, corpus: Path, tmp_path: Path) -> None:
    """A corpus with each sort of file, of phrasings and verdicts fewer."""
    copy = Path(shutil.copytree(small, tmp_path / "corpus"))
    for folder in ("encoder", "tuning"):
        shutil.copytree(corpus / folder, copy / folder, dirs_exist_ok=True)
    shutil.copy(corpus / "verdicts" / "named.toml", copy / "verdicts")
    left_out = {path.relative_to(corpus) for path in corpus.rglob("*") if path.is_file()} - {
        path.relative_to(copy) for path in copy.rglob("*") if path.is_file()
    }
    assert {path.parts[0] for path in left_out if "__pycache__" not in path.parts} == {"phrasings", "verdicts"}
    done = subprocess.run([sys.executable, "-c", _READS, str(copy)], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == sorted(corpus_hashes(copy))


def test_what_no_build_reads_leaves_the_hashes_as_they_are(small: Path, tmp_path: Path) -> None:
    """So that `serve` does not build again for a question more to tune on, or for a queue."""
    copy = Path(shutil.copytree(small, tmp_path / "corpus"))
    before = corpus_hashes(copy)
    for name in ("tuning/settled/more.toml", "tuning/open.toml", "questions/more.toml", "reviews/queue-bf-en-4.toml"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text("", encoding="utf-8")
    for name in ("training.json", "verdicts/training.json"):
        (copy / "encoder" / name).write_text("{}", encoding="utf-8")
    assert corpus_hashes(copy) == before
    (copy / "reviews" / "alignments.toml").write_text("", encoding="utf-8")
    assert corpus_hashes(copy) != before


def test_a_second_build_takes_the_old_ones_place(small: Path, small_kb: Path, tmp_path: Path) -> None:
    place = linked(small_kb, tmp_path / "kb")
    old = open_kb(place)
    build(small, place)
    assert Search(old).search("can I counter Penetrate?").hits[0].entry.id == "bf/keyword/penetrate"
    assert sorted(p.name for p in tmp_path.iterdir()) == [".kb.corpus", ".kb.lock", "kb"]


def test_a_link_to_a_kb_stays_one(small: Path, small_kb: Path, tmp_path: Path) -> None:
    """It was replaced by the new KB: the old one stayed for ever, and so did the link, under another name."""
    place = linked(small_kb, tmp_path / "disk" / "kb")
    old = place.stat().st_ino
    link = tmp_path / "kb"
    link.symlink_to(place)
    (tmp_path / "disk" / ".kb.building-1").symlink_to(place)
    (tmp_path / "disk" / ".kb.old-1").symlink_to(tmp_path / "nowhere")
    build(small, link)
    assert (link.is_symlink(), link.resolve() == place, place.stat().st_ino != old) == (True, True, True)
    open_kb(link).store.close()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["disk", "kb"]
    assert sorted(p.name for p in place.parent.iterdir()) == [".kb.corpus", ".kb.lock", "kb"]


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("kills", "size", "seconds"), [(4, "small", 1.6), pytest.param(100, "light", 4.0, marks=pytest.mark.long)])
def test_a_build_that_is_killed_leaves_the_old_kb(
    request: pytest.FixtureRequest, tmp_path: Path, kills: int, size: str, seconds: float
) -> None:
    """kill -9 at random moments of a build, which takes as many seconds and a little more."""
    root, built = (request.getfixturevalue(name) for name in (size, f"{size}_kb"))
    place = linked(built, tmp_path / "kb")
    revision = read_meta(place)["revision"]
    chance = random.Random(11)
    killed = 0
    for _ in range(kills):
        process = subprocess.Popen(
            [*JUDGECALL, "build", "--corpus", str(root), "--out", str(place)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(chance.uniform(0.0, seconds))
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
        opened = open_kb(place)
        assert opened.revision == revision
        assert Search(opened).search("貫通に対抗できる？").hits[0].entry.id == "bf/keyword/penetrate"
        opened.store.close()
    assert killed >= kills // 2
    build(root, place)
    assert sorted(p.name for p in tmp_path.iterdir()) == [".kb.corpus", ".kb.lock", "kb"]
    row("kill -9 of a build", killed, "the old KB stayed whole each time, the next build left nothing behind", 0)


def test_two_builds_at_once_both_end_well(small: Path, tmp_path: Path) -> None:
    place = tmp_path / "kb"
    command = [*JUDGECALL, "build", "--corpus", str(small), "--out", str(place)]
    both = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(2)]
    for process in both:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    open_kb(place).store.close()


def test_a_wrong_corpus_leaves_the_old_kb(small: Path, small_kb: Path, tmp_path: Path) -> None:
    place, copy = linked(small_kb, tmp_path / "kb"), tmp_path / "corpus"
    shutil.copytree(small, copy)
    source = copy / "sources" / "000_2030af9d49649737.txt"
    source.write_bytes(source.read_bytes().replace(b"3 or greater", b"4 or greater", 1))
    result = judgecall("build", "--corpus", str(copy), "--out", str(place))
    assert (result.returncode, result.stdout) == (2, "")
    last = result.stderr.strip().splitlines()[-1]
    assert last.startswith(f"judgecall: {source}: the file has changed: sha256 is ")
    open_kb(place).store.close()


def mounted_tmpfs(path: Path, size: str) -> bool:
    path.mkdir()
    return subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(path)], capture_output=True).returncode == 0


@pytest.mark.parametrize("size", ["256k", "900k", "1500k"])
def test_a_full_disk(small: Path, tmp_path: Path, size: str) -> None:
    """On a small file system where root may make one; elsewhere a limit on file size stands in for it.

    The first by a process of its own.
    """
    command = run if size == "256k" else judgecall
    disk = tmp_path / "disk"
    if mounted_tmpfs(disk, size):
        try:
            result = command("build", "--corpus", str(small), "--out", str(disk / "kb"))
            assert list(disk.glob("kb")) == []
        finally:
            subprocess.run(["umount", "-l", str(disk)], check=True)
        assert "the disk is full; free some room and build again" in result.stderr
    else:
        limit = str(int(size.rstrip("k")))
        limited = f"ulimit -f {limit}; trap '' XFSZ; exec {sys.executable} -c 'from kb.commands import main; main()' build"
        result = subprocess.run(
            ["bash", "-c", f"{limited} --corpus {small} --out {disk / 'kb'}"], capture_output=True, text=True, check=False
        )
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_a_place_that_is_no_kb_is_not_replaced(small: Path, tmp_path: Path) -> None:
    place = tmp_path / "photos"
    place.mkdir()
    (place / "summer.jpg").write_bytes(b"jpg")
    with pytest.raises(KbError, match="this folder holds other things than a KB"):
        build(small, place)
    assert (place / "summer.jpg").exists()


def test_a_kb_built_with_another_encoder(small: Path, tmp_path: Path) -> None:
    other = StaticEncoder("other", ["penetrat", "counter"], np.eye(2, 8, dtype=np.float16))
    build(small, tmp_path / "kb", other)
    with pytest.raises(KbMismatch, match=r"built with encoder other \(.{8}\), and this one is .* run `judgecall build`"):
        open_kb(tmp_path / "kb", StaticEncoder.load(small / "encoder"))


def test_a_kb_of_another_layout(small_kb: Path, tmp_path: Path) -> None:
    copy = tmp_path / "kb"
    shutil.copytree(small_kb, copy)
    meta = json.loads((copy / "meta.json").read_text())
    meta["schema"] += 1
    (copy / "meta.json").write_text(json.dumps(meta))
    with pytest.raises(
        KbMismatch, match=f"this KB has layout {SCHEMA + 1}, this tool reads layout {SCHEMA}; run `judgecall build`"
    ):
        open_kb(copy)


def files_of(place: Path) -> list[str]:
    return sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.is_file())


def test_damaged_and_missing_files_are_refused(kb_path: Path, small_kb: Path, tmp_path: Path) -> None:
    """Each file of the small KB, which has all that the large one has."""
    names = files_of(small_kb)
    assert set(names) >= set(files_of(kb_path))
    for number, name in enumerate(names):
        copy = linked(small_kb, tmp_path / str(number))
        data = bytearray((copy / name).read_bytes())
        data[len(data) // 2] ^= 0x10
        (copy / name).unlink()  # the KB itself stays sound
        (copy / name).write_bytes(bytes(data))
        with pytest.raises((KbMismatch, KbMissing)):
            open_kb(copy)
        (copy / name).unlink()
        with pytest.raises(KbMissing):
            open_kb(copy)


def test_no_kb_at_all(tmp_path: Path) -> None:
    result = judgecall("ask", "anything", "--kb", str(tmp_path / "none"))
    assert result.returncode == 2
    place = tmp_path / "none"
    assert result.stderr == f"judgecall: {place}: there is no knowledge base here; run `judgecall build --kb {place}`\n"


def test_the_figures_that_users_wait_for(corpus: Path, timed: tuple[Path, float], tmp_path: Path) -> None:
    """Build within 14 s of processor time, a cold first answer within 1.5 s; the better of two.

    Where others slow the cores or the memory down, the times are about what they would be without them. Where others run beside the
    tests, twice the time is allowed. `.ci/run` asks again when they have ended, and says so by ALONE.
    """
    shared = 2 if os.getloadavg()[0] > 1.5 and "ALONE" not in os.environ else 1
    builds, answers = [], []
    for n in range(2):
        place, took = (tmp_path / "kb", timed_build(corpus, tmp_path / "kb")) if n else timed
        builds.append(took)
        started = children_seconds()
        assert run("ask", "can I counter Penetrate?", "--kb", str(place)).returncode == 0
        answers.append((children_seconds() - started) / slowness())
        if builds[-1] < 14 and answers[-1] < 1.5:
            break
    print(f"built in {builds}, answered in {answers}")
    assert min(builds) < 14 * shared
    assert min(answers) < 1.5 * shared


def test_where_folders_cannot_change_places_at_once_the_old_kb_is_never_lost(
    small: Path, small_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build that is killed between its two renames leaves the old KB aside; the next one puts it back before it begins."""
    place = linked(small_kb, tmp_path / "kb")
    monkeypatch.setattr("kb.writer._exchange", lambda *_: False)
    rename = Path.rename

    def fails(path: Path, target: Path) -> Path:
        if ".building-" in path.name:
            raise OSError("no")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(KbError, match="the old KB is as it was"):
        build(small, place)
    open_kb(place).store.close()
    monkeypatch.undo()
    place.rename(tmp_path / ".kb.old-1")
    monkeypatch.setattr("kb.writer._fill", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        build(small, place)
    open_kb(place).store.close()
    assert [path.name for path in tmp_path.glob(".kb.old-*")] == []
