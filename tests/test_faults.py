"""Faults of serving, tried and counted: killed workers, rebuilds under load, damaged KBs, disks that are full or read-only.

The short versions run with the rest; `tests/long_runs.py` runs the long ones and writes the README's table. `-s` prints the rows.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from conftest import linked
from kept_figures import row
from served import ASKED, JUDGECALL, Tally, load, other_corpus, serve

from ingest.build import build
from kb.errors import KbError, KbMismatch
from kb.knowledge_base import open_kb
from kb.search import Search
from kb.settled import FOLDER, MEANINGS
from web import create_app

QUESTIONS = {
    "can i counter penetrate": "bf/keyword/penetrate",
    "貫通に対抗できる？": "bf/keyword/penetrate",
    "BF Attack Phase 3.2.1": "bf/attack-phase/3.2.1",
}


def outcome(tally: Tally) -> str:
    failed = sum(n for code, n in tally.statuses.items() if code >= 500)
    return f"{tally.right:,} right, {len(tally.wrong)} wrong, {failed or 'no'} 5xx"


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("kills", "built"), [(1, "small_kb"), pytest.param(100, "kb_path", marks=pytest.mark.long)])
def test_killed_workers_are_replaced(request: pytest.FixtureRequest, tmp_path: Path, kills: int, built: str) -> None:
    """kill -9 of one of three workers at a time under load: only what that worker was doing is lost."""
    chance = random.Random(5)
    with serve(request.getfixturevalue(built), tmp_path, workers=3) as running, load(running) as tally:
        killed: dict[int, int] = {}
        for _ in range(kills):
            time.sleep(chance.uniform(0.3, 1.0))
            before = running.workers()
            victim = chance.choice(before)
            os.kill(victim, signal.SIGKILL)
            killed[victim] = 1
            running.wait_for(lambda before=before: len(set(running.workers()) - set(before)) == 1)
            # The server takes a worker that dies twice within 5.5 s for one that cannot start.
            time.sleep(6 if len(killed) < kills else 2)
        assert running.up()
    row("kill -9 of a worker under load", kills, outcome(tally), len(tally.lost))
    assert tally.wrong == []
    assert set(tally.statuses) == {200}
    assert tally.right > 50 * kills
    assert len(tally.lost) <= 4 * 20 * kills


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rebuilds", [25])
def test_rebuilds_under_load(corpus: Path, kb_path: Path, tmp_path: Path, rebuilds: int) -> None:
    place, other = tmp_path / "kb", other_corpus(corpus, tmp_path)
    shutil.copytree(kb_path, place)
    with serve(place, tmp_path) as running, load(running) as tally:
        for number in range(rebuilds):
            build(corpus if number % 2 else other, place)
        time.sleep(3)
    row("rebuild under load", rebuilds, outcome(tally), len(tally.lost))
    assert (tally.wrong, tally.lost, set(tally.statuses)) == ([], [], {200})
    assert len(tally.revisions) == 2


SWAPPER = """
import random, shutil, sys, time
from pathlib import Path
from kb.writer import _exchange
place, pause, chance = Path(sys.argv[1]), float(sys.argv[2]), random.Random(2)
for number in range(10**6):
    new = place.parent / "new"
    shutil.copytree(place.parent / ("two", "one")[number % 2], new)
    assert _exchange(new, place)
    shutil.rmtree(new)
    time.sleep(pause * chance.uniform(0.2, 4))
    if (place.parent / "enough").exists():
        break
"""
"""Swaps a KB for another again and again, as builds do, at moments that fall into its opening."""


@pytest.mark.parametrize("opens", [15, pytest.param(300, marks=pytest.mark.long)])
def test_opening_while_the_folder_is_swapped(other_kb: Path, small_kb: Path, tmp_path: Path, opens: int) -> None:
    """What is opened is one build or the other, never files of both."""
    one, two, place = linked(small_kb, tmp_path / "one"), linked(other_kb, tmp_path / "two"), tmp_path / "kb"
    shutil.copytree(one, place)
    started = time.perf_counter()
    known = {whole(folder) for folder in (one, two)}
    pause = (time.perf_counter() - started) / 2  # about one opening: some see a folder go and a copy of it come back
    swapping = subprocess.Popen([sys.executable, "-c", SWAPPER, str(place), str(pause)])
    try:
        seen = Counter(whole(place) for _ in range(opens))
    finally:
        (tmp_path / "enough").touch()
        assert swapping.wait(60) == 0
    mixed = sum(times for what, times in seen.items() if what not in known)
    row("open while builds swap the folder", opens, f"{opens - mixed} whole, {mixed} mixed", 0)
    assert set(seen) == known


def whole(place: Path) -> tuple[str, bool]:
    """What tells the two builds apart: the revision that is claimed, and a word that one of their stores holds."""
    kb = open_kb(place)
    try:
        return kb.revision, any("zeppelin" in body["words"] for body in kb.store.records("outside"))
    finally:
        kb.store.close()


@pytest.mark.timeout(10800)
@pytest.mark.parametrize(("places", "built"), [(1, "small_kb"), pytest.param(200, "kb_path", marks=pytest.mark.long)])
def test_no_damage_gives_a_wrong_answer(request: pytest.FixtureRequest, tmp_path: Path, places: int, built: str) -> None:
    """A flipped bit, a cut, a gap of zeros or a lost file, in every file at random places: refused, or it does not matter."""
    chance = random.Random(23)
    sound_kb: Path = request.getfixturevalue(built)
    expected = answers(sound_kb)
    copy = tmp_path / "kb"
    shutil.copytree(sound_kb, copy)
    tally: Counter[str] = Counter()
    for path in sorted(p for p in copy.rglob("*") if p.is_file()):
        sound = path.read_bytes()
        for _ in range(places):
            for damage in (_flipped, _cut, _blank, None):
                if damage is None:
                    path.unlink()
                else:
                    path.write_bytes(damage(sound, chance))
                try:
                    tally["right" if answers(copy) == expected else f"WRONG {path.name}"] += 1
                except KbError as error:
                    tally["refused" if "judgecall build" in str(error) else f"UNCLEAR {error}"] += 1
                path.write_bytes(sound)
    row("a bit flipped, a cut, a gap of zeros or a lost file, in every file of the KB", tally.total(), found_of(tally), 0)
    assert set(tally) <= {"refused", "right"}
    assert tally["refused"] > 0.9 * tally.total()


def found_of(tally: Counter[str]) -> str:
    """What damage came to, in words."""
    words = {"right": "without effect"}
    return ", ".join(f"{n:,} {words.get(what, what)}" for what, n in sorted(tally.items())) + ", 0 wrong" * (
        set(tally) <= {"right", "refused"}
    )


def answers(kb: Path) -> list[object]:
    """What a KB answers to the questions, in all that people see."""
    opened = open_kb(kb)
    try:
        search = Search(opened)
        found = [search.search(question, 5) for question in QUESTIONS]
        return [(one.answer, [(hit.entry, round(hit.score, 6)) for hit in one.hits]) for one in found]
    finally:
        opened.store.close()


def _flipped(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data or b"\0")
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))] if data else b"x"


def _blank(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(max(1, len(data)))
    return data[:start] + bytes(min(512, len(data) - start)) + data[start + 512 :] if data else b"\0"


def test_files_spoilt_while_they_are_served(small_kb: Path, tmp_path: Path) -> None:
    """Overwritten in place under the running server: what is served was checked as it was opened."""
    place = linked(small_kb, tmp_path / "kb")
    with serve(place, tmp_path) as running:
        names = ("passages.npy", "words.txt", "dense.faiss", "meta.json")
        for name in names:
            data = (place / name).read_bytes()
            (place / f"{name}.new").write_bytes(_flipped(data, random.Random(3)))
            (place / f"{name}.new").replace(place / name)
        with load(running) as tally:
            time.sleep(1)
    row("KB files replaced by damaged ones while served", len(names), outcome(tally), len(tally.lost))
    assert (tally.wrong, tally.lost, set(tally.statuses)) == ([], [], {200})


def test_a_file_that_is_cut_short_is_the_server_s_fault(small_kb: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It once was called a bad request, with the file's place on the server in front, and no line in the log."""
    place = tmp_path / "kb"
    shutil.copytree(small_kb, place)
    app = create_app(place)
    file = place / FOLDER / MEANINGS
    os.truncate(file, 200)
    for address in ("/api/search?q=can+i+counter+penetrate", "/search?q=can+i+counter+penetrate"):
        reply = app.test_client().get(address)
        said = reply.get_data(as_text=True)
        assert reply.status_code == 503
        assert "The rules cannot be reached just now." in said
        assert str(tmp_path) not in said
        assert file.name not in said
    assert {(record.levelname, record.fields["reason"]) for record in caplog.records} == {  # type: ignore[attr-defined]
        ("ERROR", f"{file}: {MEANINGS} ends early; run `judgecall build`")
    }
    app.extensions["live"].search.kb.store.close()


def mounted(path: Path, *options: str) -> bool:
    path.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", ",".join(options), "tmpfs", str(path)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_of_a_large_kb_all_but_its_largest_files_are_checked(
    small_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kb"
    shutil.copytree(small_kb, folder)
    sizes = {path: path.stat().st_size for path in folder.rglob("*") if path.is_file() and path.name != "meta.json"}
    monkeypatch.setattr("kb.knowledge_base.CHECKED_BYTES", sum(sizes.values()) - 1)
    open_kb(folder).store.close()
    passages = folder / "passages.npy"
    assert sizes[passages] < max(sizes.values())
    whole = passages.read_bytes()
    passages.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(KbMismatch, match=r"passages\.npy has sha256"):
        open_kb(folder)


def test_a_disk_that_is_full(small_kb: Path, tmp_path: Path) -> None:
    """Nothing that serving needs is written there: not the KB, not the counters, not the log."""
    disk = tmp_path / "disk"
    if not mounted(disk, "size=256m"):
        pytest.skip("only root may mount a small file system")
    try:
        shutil.copytree(small_kb, disk / "kb")
        with serve(disk / "kb", disk, TMPDIR=str(disk)) as running:
            with (disk / "filler").open("wb", buffering=0) as file:  # no rest that closing would write
                try:
                    while file.write(bytes(65536)):
                        pass
                except OSError:
                    pass
            with load(running) as tally:
                time.sleep(1)
            victim = running.workers()[0]
            os.kill(victim, signal.SIGKILL)
            running.wait_for(lambda: victim not in running.workers() and len(running.workers()) == 2)
            assert running.up()
        row("a full disk", 1, outcome(tally), len(tally.lost))
        assert (tally.wrong, tally.lost, set(tally.statuses)) == ([], [], {200})
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_disk_that_is_read_only(small_kb: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    if not mounted(disk, "size=256m"):
        pytest.skip("only root may mount a file system")
    try:
        shutil.copytree(small_kb, disk / "kb")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with serve(disk / "kb", tmp_path) as running, load(running) as tally:
            time.sleep(1)
        row("a read-only disk", 1, outcome(tally), len(tally.lost))
        assert (tally.wrong, tally.lost, set(tally.statuses)) == ([], [], {200})
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_two_builds_at_once_under_load(small: Path, kb_path: Path, tmp_path: Path) -> None:
    place = linked(kb_path, tmp_path / "kb")
    roots = [small, other_corpus(small, tmp_path)]
    with serve(place, tmp_path) as running, load(running, 2) as tally:
        builds = [
            subprocess.Popen([*JUDGECALL, "build", "--corpus", str(root), "--out", str(place)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            for root in roots
        ]  # fmt: skip
        for process in builds:
            _, errors = process.communicate(timeout=200)
            assert process.returncode == 0, errors
        running.wait_for(lambda: running.get("/healthz").json["revision"] == open_revision(place))
    row("two builds at once under load", 1, outcome(tally), len(tally.lost))
    assert (tally.wrong, tally.lost, set(tally.statuses)) == ([], [], {200})


def open_revision(place: Path) -> str:
    kb = open_kb(place)
    kb.store.close()
    return kb.revision


def test_durations_do_not_look_at_the_wall_clock() -> None:
    """A clock that is set back or forth changes no duration: only the log's stamp and the feed of days look at it."""
    root = Path(__file__).parent.parent
    for layer in ("kb", "web"):
        for path in (root / layer).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert "time.time(" not in text, path
            assert "datetime.now(" not in text, path
            assert "utcnow(" not in text, path


def test_the_questions_are_the_ones_that_clients_ask() -> None:
    assert list(QUESTIONS.values()) == list(ASKED.values())
