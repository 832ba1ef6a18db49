"""The command line as a user runs it: what it prints and its exit codes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from clock import children_seconds, slowness
from conftest import judgecall
from test_build import JUDGECALL, run

from ingest.corpus import corpus_hashes
from ingest.findings import Finding
from ingest.known import Known
from kb.errors import KbError
from web.commands import _apart


def test_ask(kb_path: Path) -> None:
    result = run("ask", "can I counter Penetrate?", "--kb", str(kb_path))
    assert result.returncode == 0
    assert "[Counter] cannot be used against [Penetrate].\n" in result.stdout.split("  — BF [Penetrate] (EN 3)")[0]
    body = json.loads(judgecall("ask", "can I counter Penetrate?", "--kb", str(kb_path), "--json").stdout)
    assert body["results"][0]["id"] == "bf/keyword/penetrate"


def test_whoever_reads_may_have_enough(kb_path: Path) -> None:
    asked = subprocess.Popen([*JUDGECALL, "export", "entries"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert asked.stdout is not None
    assert asked.stderr is not None
    asked.stdout.readline()
    asked.stdout.close()
    with asked:
        assert (asked.wait(60), asked.stderr.read()) == (0, b"")


def test_a_full_disk_is_told_in_one_line(small_kb: Path) -> None:
    asked = (("ask", "can I counter Penetrate?", "--kb", str(small_kb)), ("export", "entries", "--kb", str(small_kb)), ("--help",))
    for arguments in asked:
        with open("/dev/full", "w") as full:
            told = subprocess.run([*JUDGECALL, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert (told.returncode, told.stderr.count("\n")) == (2, 1), told.stderr
        assert told.stderr.startswith("judgecall: No space left on device; ")
    with open("/dev/full", "w") as full:
        assert subprocess.run([*JUDGECALL, "--help"], stdout=full, stderr=full, check=False).returncode == 2


def test_ask_without_a_ruling(small_kb: Path) -> None:
    result = judgecall("ask", "what is the weather in Osaka tomorrow", "--kb", str(small_kb))
    assert (result.returncode, result.stdout.split("\n")[0]) == (0, "No ruling found. Nearest entries:")


def test_ask_by_a_number_that_several_rules_have(small_kb: Path) -> None:
    result = judgecall("ask", "3.2.1", "--kb", str(small_kb))
    assert (result.returncode, result.stdout.split(";")[0]) == (0, "Several rules have this number")


def test_show_by_id_and_by_citation(small_kb: Path) -> None:
    address = "http://127.0.0.1:8000/bf/attack-phase/3.2.1"
    behind = ("", "/", "?ui=ja", "#disagree", "?ui=ja#disagree")
    site = [f"{host}/bf/attack-phase/3.2.1{more}" for host in ("http://127.0.0.1:8000", "localhost:8000", "") for more in behind]
    for words in ("bf/attack-phase/3.2.1", "attack phase 3.2.1", "アタックフェイズの3.2.1", *site):
        result = judgecall("show", words, "--kb", str(small_kb))
        assert result.stdout.startswith("BF Attack Phase 3.2.1   [bf/attack-phase/3.2.1]")
        assert "(EN 1)" in result.stdout
    for words in (f"{address}@bf-en-2", f"{address}@bf-en-2?ui=ja", f"{address}@bf-en-2#disagree"):
        pinned = judgecall("show", words, "--kb", str(small_kb)).stdout
        assert "(EN 2)" in pinned
        assert "(EN 3)" not in pinned
    only = judgecall("show", "bf/attack-phase/3.2.1", "--document", "bf-en-2", "--kb", str(small_kb)).stdout
    assert "(EN 2)" in only
    assert "(EN 3)" not in only


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("[Penetrate]", "bf/keyword/penetrate"),
        ("『貫通』", "bf/keyword/penetrate"),
        ("Deck Zone", "bf/zone/deck"),
        ("BF THE IDOLM@STER CINDERELLA GIRLS Theater (EN 3)", "bf/world/cinderella-girls-theater"),
        ("Attack Phase 2 (Play timing)", "bf/attack-phase/2-play-timing"),
    ],
)
def test_show_shows_what_cite_resolves_to_one_entry(small_kb: Path, words: str, id: str) -> None:
    assert f"[{id}]" in judgecall("show", words, "--kb", str(small_kb)).stdout.split("\n")[0]


def test_show_chooses_none_of_several(small_kb: Path) -> None:
    told = judgecall("show", "Attack Phase 2", "--kb", str(small_kb))
    assert (told.returncode, "bf/attack-phase/2, bf/attack-phase/2-play-timing" in told.stderr) == (2, True)
    assert judgecall("show", "[Penetrate] and [Move]", "--kb", str(small_kb)).returncode == 2


def test_show_keeps_to_the_edition_that_a_citation_names(small_kb: Path) -> None:
    told = judgecall("show", "BF Attack Phase 3.2.1 (EN 2)", "--kb", str(small_kb)).stdout
    assert "(EN 2)" in told
    assert "(EN 3)" not in told
    for words, why in (("BF Attack Phase 3.2.1 (EN 9)", "is not held"), ("BF Start Phase 3.1 (EN 1)", "does not print it")):
        result = judgecall("show", words, "--kb", str(small_kb))
        assert (result.returncode, f"the edition that is named {why}" in result.stderr) == (2, True), words
    result = judgecall("show", "bf/keyword/penetrate@bf-en-2", "--document", "bf-en-1", "--kb", str(small_kb))
    assert (result.returncode, "names the document bf-en-2" in result.stderr) == (2, True)


def test_serve_says_at_once_where_it_cannot_listen(kb_path: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        for arguments, says in (
            (("--host", "localhost", "--port", str(taken.getsockname()[1])), "cannot be had (Address already in use)"),
            (("--host", "nobody.invalid"), "is no address of this machine"),
            (("--host", ""), "is no address of this machine"),
            (("--host", "a..b"), "is no address of this machine"),
            (("--host", "a" * 70), "is no address of this machine"),
        ):
            result = judgecall("serve", "--kb", str(kb_path), *arguments)
            assert (result.returncode, result.stderr.count("\n")) == (2, 1), result.stderr
            assert says in result.stderr


def test_build_says_at_once_where_no_kb_can_lie(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    started = time.process_time()
    for place, says in (("file", "this is a file; name a folder"), ("full", "holds other things than a KB")):
        result = judgecall("build", "--out", str(tmp_path / place))
        assert (result.returncode, says in result.stderr, result.stdout) == (2, True, ""), result.stderr
    assert time.process_time() - started < 2.0 * slowness()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "full", "letter.txt"]
    result = judgecall("build", "--encoder", " ")
    assert (result.returncode, "wants a model's hub name or its folder" in result.stderr) == (2, True)


def test_misuse_is_one_line_that_says_what_to_do(small_kb: Path) -> None:
    for arguments, says in (
        (("show", "bf/nothing", "--kb", str(small_kb)), "no one entry goes by 'bf/nothing'; try `judgecall ask`"),
        (
            ("ask", "?", "--kb", str(small_kb)),
            "the question holds no words or numbers; ask in a few words. Try `judgecall ask --help`.",
        ),
        (
            ("show", "call 1.1 \udcff", "--kb", str(small_kb)),
            "no entry goes by 'call 1.1 \\udcff', which is not UTF-8; type it again",
        ),
        (("cite", "\udcff", "--kb", str(small_kb)), "'\ufffd': No such file or directory. Try `judgecall cite --help`."),
        (("export",), "Missing argument '{"),
        (("ask",), "Missing argument 'QUESTION'. Try `judgecall ask --help`."),
        (("nothing",), "No such command 'nothing'."),
        (("build", "--corpus", "/nowhere"), "there is no manifest.toml here; name the corpus folder with --corpus"),
    ):
        result = judgecall(*arguments)
        assert result.returncode == 2, arguments
        assert says in result.stderr
        assert result.stderr.count("\n") == 1
    bare = judgecall()
    assert (bare.returncode, bare.stderr.startswith("Usage: judgecall")) == (2, True)
    own = run(*arguments)
    assert (own.returncode, own.stdout, own.stderr) == (2, result.stdout, result.stderr)


def test_check_exits_with_0_on_the_corpus(corpus: Path, findings: tuple[Finding, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.commands.check", {corpus: findings}.get)
    result = judgecall("check", "--corpus", str(corpus))
    assert result.returncode == 0
    assert result.stdout.strip().splitlines()[-1].startswith("0 unowned lines, 0 errors")


def test_export_is_of_the_kb_that_is_named(small_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = judgecall("export", "entries", "--kb", str(small_kb)).stdout
    monkeypatch.setenv("JUDGECALL_KB", str(small_kb))
    assert judgecall("export", "entries").stdout == lines
    assert len(lines.splitlines()) == 582
    monkeypatch.setenv("JUDGECALL_KB", str(small_kb / "nowhere"))
    missing = judgecall("export", "conflicts")
    assert (missing.returncode, missing.stdout) == (2, "")
    both = judgecall("export", "entries", "--kb", str(small_kb), "--corpus", str(small_kb))
    assert "choose one of --corpus and --kb" in both.stderr


def test_export_is_of_the_kb_in_the_data_folder(
    small_kb: Path, known: Known, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JUDGECALL_KB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    place = tmp_path / "judgecall" / "kb"
    monkeypatch.setattr("ingest.commands.read_all", lambda root: known)
    lines = judgecall("export", "entries").stdout
    assert len(lines.splitlines()) == 582
    monkeypatch.delattr("ingest.commands.read_all")
    place.mkdir(parents=True)
    nothing = judgecall("export", "entries")
    assert (nothing.returncode, nothing.stdout, "there is no knowledge base here" in nothing.stderr) == (2, "", True)
    place.rmdir()
    place.symlink_to(small_kb)
    assert judgecall("export", "entries").stdout == lines


def test_export_entries(corpus: Path) -> None:
    lines = judgecall("export", "entries", "--corpus", str(corpus)).stdout.splitlines()
    entries = [json.loads(line) for line in lines]
    assert len(entries) == 582
    assert set(entries[0]) == {"id", "game", "kind", "citation", "renditions"}
    assert set(entries[0]["renditions"][0]) == {
        "document", "language", "edition", "number", "title", "section", "flow", "under", "text", "lines", "doubts",
    }  # fmt: skip
    assert sum(rendition["document"] == "bf-en-2" for entry in entries for rendition in entry["renditions"]) == 269


def test_serve_answers_soon_after_a_build(kb_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    """Within 2 s on an idle machine: 4 s of processor time (more where the machine is slower) with the start of its worker, its first answer and its end."""
    started, used = time.perf_counter(), children_seconds()
    process = subprocess.Popen(
        [*JUDGECALL, "serve", "--port", str(port), "--kb", str(kb_path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as reply:
                    body = json.load(reply)
                break
            except OSError:
                assert time.perf_counter() - started < 60
                time.sleep(0.05)
        assert body["status"] == "ok"
    finally:
        for _ in range(10):
            process.terminate()
            try:
                process.wait(timeout=3)
                break
            except subprocess.TimeoutExpired:  # a worker that was still starting missed the signal
                continue
        assert process.returncode is not None
    assert children_seconds() - used < 4 * slowness()


def test_serve_says_in_one_line_why_it_cannot(small: Path, tmp_path: Path) -> None:
    """The KB is made ready in a process of its own; what is wrong there is said here."""
    (tmp_path / "file").write_text("no folder")
    done = judgecall("serve", "--kb", str(tmp_path / "file" / "kb"), "--corpus", str(small))
    assert done.returncode == 2
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("judgecall: ")
    assert str(tmp_path / "file") in last


def test_what_makes_the_kb_ready_may_be_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.commands._ready", _die)
    with pytest.raises(KbError, match="was killed; start again"):
        _apart(tmp_path)


def _die(place: Path, corpus: Path | None) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_wheel_works_without_the_checkout(corpus: Path, kb_path: Path, tmp_path: Path) -> None:
    """Built, installed into an empty folder and run from elsewhere: the corpus travels inside it, file for file.

    `.ci/run` builds and asks with an installed copy.
    """
    root = Path(__file__).parent.parent
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    # pip makes a wheel of a folder and installs that.
    subprocess.run([*pip, "install", "--no-deps", "--target", str(tmp_path / "site"), str(root)], check=True, capture_output=True)
    start = "import sys; sys.path.insert(0, sys.argv.pop(1)); import kb.commands as c; assert 'site' in c.__file__; "
    hashes = "import json; from ingest.corpus import corpus_hashes, corpus_root; print(json.dumps(corpus_hashes(corpus_root())))"
    said = []
    for code, arguments in ((hashes, []), ("c.main()", ["ask", "貫通に対抗できる？", "--kb", str(kb_path)])):
        command = [sys.executable, "-P", "-c", start + code, str(tmp_path / "site"), *arguments]
        result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr
        said.append(result.stdout)
    assert json.loads(said[0]) == corpus_hashes(corpus)
    assert "『貫通』に対して【対抗】を使用することはできません。" in said[1]


def test_show_as_json_keeps_to_the_document_that_is_named(small_kb: Path) -> None:
    for words in (("bf/attack-phase/3.2.1", "--document", "bf-en-2"), ("bf/attack-phase/3.2.1@bf-en-2",)):
        shown = json.loads(judgecall("show", *words, "--json", "--kb", str(small_kb)).stdout)
        assert [one["document"] for one in shown["renditions"]] == ["bf-en-2"]
    whole = json.loads(judgecall("show", "bf/attack-phase/3.2.1", "--json", "--kb", str(small_kb)).stdout)
    assert len(whole["renditions"]) > 2
