"""A KB is only read: opening and searching it writes nothing, and it may lie on a disk that cannot be written."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import judgecall

from kb.errors import KbMissing
from kb.knowledge_base import open_kb
from kb.lexical import TantivyLexical
from kb.search import Search
from web import create_app


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(p.relative_to(folder)): (p.stat().st_mtime_ns, p.stat().st_size) for p in [folder, *folder.rglob("*")]}


def use(place: Path) -> None:
    """Everything that a reader does: the library, the site, the command line."""
    opened = open_kb(place)
    assert Search(opened).search("can I counter Penetrate?").hits[0].entry.id == "bf/keyword/penetrate"
    opened.store.close()
    client = create_app(place).test_client()
    assert client.get("/api/search?q=soul").status_code == 200
    assert client.get("/bf/keyword/penetrate").status_code == 200
    assert judgecall("ask", "貫通に対抗できる？", "--kb", str(place)).returncode == 0


def test_reading_writes_nothing(small_kb: Path, tmp_path: Path) -> None:
    copy = tmp_path / "kb"
    shutil.copytree(small_kb, copy)
    before = listing(copy)
    use(copy)
    assert listing(copy) == before


def test_reading_leaves_nothing_behind(kb_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened sixty times: tantivy's own thread may touch the folder of links while it is removed."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    opened = [TantivyLexical(kb_path / "lexical") for _ in range(60)]
    assert {one.size for one in opened} == {opened[0].size}
    time.sleep(1.2)  # tantivy looks every half second whether its index has changed
    assert all(one.search("rules", {"counter": 1.0}, 3) for one in opened)
    assert list(tmp_path.iterdir()) == []


def test_without_a_temporary_folder_it_says_what_to_do(kb_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with pytest.raises(KbMissing, match=r"no temporary folder can be written .* name one by TMPDIR"):
        TantivyLexical(kb_path / "lexical")


def test_a_folder_without_the_right_to_write(small_kb: Path, tmp_path: Path) -> None:
    """Root may write anyway; the next test is the one that root cannot pass by chance."""
    copy = tmp_path / "kb"
    shutil.copytree(small_kb, copy)
    subprocess.run(["chmod", "-R", "a-w", str(copy)], check=True)
    before = listing(copy)
    try:
        use(copy)
        assert listing(copy) == before
    finally:
        subprocess.run(["chmod", "-R", "u+w", str(copy)], check=True)


@pytest.fixture
def read_only(kb_path: Path, tmp_path: Path) -> Iterator[Path]:
    """The KB under a mount that nobody may write to."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "--bind", "-o", "ro", str(kb_path), str(place)]
    made = subprocess.run(mount, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"this machine lets nobody mount a read-only folder here: {made.stderr.strip()}")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_a_disk_that_cannot_be_written(read_only: Path) -> None:
    with pytest.raises(OSError, match="Read-only file system"):
        (read_only / "anything").touch()
    use(read_only)


def test_opening_the_lexical_index_takes_no_time_to_speak_of(kb_path: Path) -> None:
    seconds = []
    for _ in range(5):
        started = time.process_time()
        TantivyLexical(kb_path / "lexical")
        seconds.append(time.process_time() - started)
    assert min(seconds) < 0.1, seconds
