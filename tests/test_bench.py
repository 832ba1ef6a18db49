"""The bench: corpora of any size, the same every time; what it measures; searches that stay within their time."""

from __future__ import annotations

import io
import itertools
import json
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from served import foreign_code

import kb.dense
from ingest.bench import child, rivals
from ingest.bench import run as bench
from ingest.bench.load import load
from ingest.bench.machine import machine
from ingest.bench.recombine import Recombined
from ingest.bench.run import size_of
from ingest.bench.server import serving
from ingest.bench.serving import never_asked, serve_and_ask
from ingest.bench.table import markdown
from ingest.bench_command import bench_command
from ingest.build import content_of
from ingest.known import Known
from ingest.questions import read_questions, split
from kb.dense import FaissDense, build_dense
from kb.encoder import StaticEncoder
from kb.errors import KbError, KbMismatch, KbMissing
from kb.knowledge_base import KnowledgeBase, open_kb
from kb.model import Term
from kb.passages import NO_ENTRY, no_entry_of
from kb.search import Search
from kb.sentences import sentences
from kb.writer import Content, write_kb

FIGURES = Path(__file__).parent / "figures" / "bench.json"
MADE = 300
KINDS = [(0, 2000), (2000, 7000), (7000, 9000)]
SECOND = kb.dense.SKETCH.format(1)
NEAR = 0.009
"""How far a cosine of numbers in eight bits may lie from the exact one: half a step each, or where a great number is cut off."""


@pytest.fixture(scope="module")
def real(small: Path, known: Known) -> tuple[Content, list[Term]]:
    return content_of(small, known), list(known.terms)


@pytest.fixture(scope="module")
def larger(real: tuple[Content, list[Term]]) -> Recombined:
    return Recombined(*real, size=len(real[0].entries) + MADE)


@pytest.fixture(scope="module")
def larger_kb(larger: Recombined, corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    place = tmp_path_factory.mktemp("larger") / "kb"
    write_kb(place, larger.content(), StaticEncoder.load(corpus / "encoder"))
    return open_kb(place)


def test_a_made_corpus_is_the_same_every_time_and_in_every_size(real: tuple[Content, list[Term]], larger: Recombined) -> None:
    again = Recombined(*real, size=len(real[0].entries) + MADE)
    more = Recombined(*real, size=len(real[0].entries) + 2 * MADE)
    assert list(larger.made()) == list(again.made()) == list(more.made())[:MADE]
    assert list(larger.content().passages) == list(again.content().passages)


def test_a_made_corpus_has_as_many_entries_and_passages_as_it_says(real: tuple[Content, list[Term]], larger: Recombined) -> None:
    content = larger.content()
    entries, passages = list(content.entries), list(content.passages)
    assert len(entries) == len(content.entries) == len(real[0].entries) + MADE
    assert len(passages) == len(content.passages) == len(real[0].passages) + 3 * MADE
    assert len({entry.id for entry in entries}) == len(entries)
    none = {NO_ENTRY, *map(no_entry_of, range(len(content.games)))}
    assert {passage.entry for passage in passages} == none | set(range(len(entries)))
    assert len({made.phrasing for made in larger.made()}) > 0.95 * MADE


def test_made_entries_are_of_real_sentences(real: tuple[Content, list[Term]], larger: Recombined) -> None:
    def bare(text: str) -> str:
        return "".join(letter for letter in text if not letter.isdigit())

    known = {bare(s) for entry in real[0].entries for r in entry.renditions for s in sentences(r.text)}
    whole = [made for made in larger.made() if bare(sentences(made.entry.renditions[0].text)[0]) in known]
    assert len(whole) > 0.6 * MADE
    assert {made.entry.renditions[0].language for made in larger.made()} == {"en", "ja"}


def test_fewer_entries_than_there_are_cannot_be_made(real: tuple[Content, list[Term]]) -> None:
    with pytest.raises(ValueError, match="the corpus has 582 entries, more than the 100"):
        Recombined(*real, size=100)


def test_real_entries_are_still_found_among_made_ones(larger_kb: KnowledgeBase) -> None:
    search = Search(larger_kb)
    assert search.search("can I counter Penetrate?").hits[0].entry.id == "bf/keyword/penetrate"
    made = larger_kb.store.entry_at(larger_kb.store.size - 1)
    assert made.id in [hit.entry.id for hit in search.search(made.citation).hits]


@pytest.mark.parametrize("whole", [9000, 100], ids=["read whole", "in lists"])
def test_a_sketch_finds_what_comparing_every_vector_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: int) -> None:
    random = np.random.default_rng(6)
    centres = random.normal(size=(200, 64))
    vectors = (centres[random.integers(0, 200, 9000)] + 0.6 * random.normal(size=(9000, 64))).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    (tmp_path / "exact").mkdir()
    monkeypatch.setattr(kb.dense, "NEAR", 5000)
    build_dense(tmp_path / "exact" / "dense", [vectors], 9000, 64, KINDS)
    assert not (tmp_path / "exact" / SECOND).exists()
    monkeypatch.setattr(kb.dense, "NEAR", 4999)
    monkeypatch.setattr(kb.dense, "WHOLE", whole)
    for name in ("sketched", "again"):
        (tmp_path / name).mkdir()
        build_dense(tmp_path / name / "dense", [vectors], 9000, 64, KINDS)
    assert (tmp_path / "sketched" / SECOND).read_bytes() == (tmp_path / "again" / SECOND).read_bytes()
    exact, sketched = FaissDense(tmp_path / "exact" / "dense"), FaissDense(tmp_path / "sketched" / "dense", KINDS)
    shares = []
    for vector in vectors[::300]:
        wanted = exact.search(vector[None], 10, 2000, 7000)
        found = sketched.search(vector[None], 10, 2000, 7000)
        assert all(2000 <= number < 7000 for number, _ in found)
        assert dict(found).items() <= dict(exact.search(vector[None], 5000, 2000, 7000)).items()
        shares.append(len({number for number, _ in wanted} & {number for number, _ in found}) / 10)
        assert sketched.search(vector[None], 10, 0, 2000) == exact.search(vector[None], 10, 0, 2000)
        assert len(sketched.search(vector[None], 4000, 2000, 7000)) == 4000
    assert list(sketched._refined) == [(2000, 7000, 10)]
    assert np.mean(shares) >= 0.98
    with pytest.raises(KbMismatch, match="sketch"):
        FaissDense(tmp_path / "sketched" / "dense", [(0, 2000), (2000, 7001), (7001, 9000)])
    with pytest.raises(KbMismatch, match="eight bits"):  # as lists of whole vectors were, of which large ones were made once
        FaissDense(tmp_path / "sketched" / SECOND)
    (tmp_path / "sketched" / SECOND).write_bytes(b"no index")
    with pytest.raises(KbMissing, match="dense index"):
        FaissDense(tmp_path / "sketched" / "dense", KINDS)


def test_eight_bits_a_number_keep_the_cosines(kb: KnowledgeBase, tmp_path: Path) -> None:
    texts = [entry.renditions[0].text for entry in kb.store.entries()]
    vectors = kb.encoder.encode(texts)
    build_dense(tmp_path / "some", [vectors[:200], vectors[200:]], len(texts), vectors.shape[1])
    opened = FaissDense(tmp_path / "some")
    for vector in vectors[::20]:
        exact = vectors @ vector
        assert all(exact[number] == pytest.approx(cosine, abs=NEAR) for number, cosine in opened.search(vector[None], len(texts)))
    narrow = np.eye(3, dtype=np.float32)
    build_dense(tmp_path / "narrow", [narrow], 3, 3)
    assert FaissDense(tmp_path / "narrow").search(narrow[1:2], 1) == [(1, pytest.approx(1.0))]


def test_a_range_of_an_exact_index_is_what_lies_in_it(kb: KnowledgeBase) -> None:
    vector = kb.encoder.encode(["can I counter Penetrate?"])
    first, last = 1000, 5000
    cosines = kb.dense.vectors(range(first, last)) @ vector[0]
    found = kb.dense.search(vector, 20, first, last)
    assert [cosine for _, cosine in found] == pytest.approx(np.sort(cosines)[::-1][:20].tolist(), abs=NEAR)
    assert all(cosines[number - first] == pytest.approx(cosine, abs=NEAR) for number, cosine in found)
    assert kb.dense.search(vector, 20, 5000, 5000) == []


def spent(call: Callable[[], Any]) -> float:
    """Milliseconds of processor time, the least of three."""
    took = []
    for _ in range(3):
        started = time.process_time_ns()
        call()
        took.append((time.process_time_ns() - started) / 1e6)
    return min(took)


def test_a_search_stays_within_its_time(search: Search, corpus: Path) -> None:
    """Ten times what it takes on an idle core, of processor time, so that only a change of order is caught, not a busy machine."""
    questions = [question.text for question in split(read_questions(corpus))[0]][:80]
    took = [spent(lambda text=text: search.search(text)) for text in questions]
    assert np.median(took) < 10
    assert max(took) < 60


def test_opening_reads_no_entry(kb_path: Path) -> None:
    opened = open_kb(kb_path)
    assert not opened.store._cache
    Search(opened).search("can I counter Penetrate?", limit=3)
    assert 0 < len(opened.store._cache) <= 12
    opened.store.close()


def test_sizes_are_read_and_misread() -> None:
    assert [size_of(name) for name in ("real", "2500", "10k", "1m")] == [0, 2500, 10_000, 1_000_000]
    for wrong in ("", "k", "-1", "0", "1.5k", "big"):
        with pytest.raises(ValueError, match="a size is real or a number of entries"):
            size_of(wrong)
    result = CliRunner().invoke(bench_command, ["--sizes", "real,many"])
    assert result.exit_code == 2
    assert "not 'many'" in result.output


def test_code_of_the_folder_that_a_bench_was_started_in_is_not_run(
    small_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign_code(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KbError, match="the child of a bench does build, ask or recall, not 'other'"):
        bench._child("child", "other", tmp_path)
    with serving(small_kb) as server:
        assert server.resident() > 0


def test_a_bench_measures_what_it_says(asked_little: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some parts by the processes of their own that all of them have, the others here, which reads the corpus once."""
    apart = bench._child

    def part(module: str, *arguments: object) -> dict[str, Any]:
        name, root, *rest = map(str, arguments)
        if name in ("build", "ask", "minilm"):
            return apart(module, *arguments)
        if module == "rivals":
            return json.loads(json.dumps(rivals.measure(name, Path(root), int(rest[0]), float(rest[1]))))
        said = io.StringIO()
        with redirect_stdout(said):
            child.main([name, root, *rest])
        return json.loads(said.getvalue())

    monkeypatch.setattr(bench, "_child", part)
    arguments = ["--corpus", str(asked_little), "--sizes", "700", "--seconds", "0", "--no-http", "--json"]
    result = CliRunner().invoke(bench_command, arguments)
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    size = figures["sizes"]["700"]
    assert size["build"]["entries"] == 700
    assert size["build"]["peak_bytes"] > size["build"]["disk_bytes"] > 1_000_000
    assert size["recall"].keys() == {"rules", "asked"}
    assert all(0.98 <= share <= 1.0 for share in size["recall"].values())
    assert size["ask"]["open"]["resident_bytes"] > 10_000_000
    took = size["ask"]["styles"]
    assert {"all", "natural", "terse", "typo"} <= took.keys()
    assert 0 < took["all"]["cpu_ms"]["p50"] <= took["all"]["cpu_ms"]["p99"]
    assert {"tantivy", "fts5", "bm25s", "minilm"} == size["rivals"].keys()
    assert all("left_out" in one or one["cpu_ms"]["p50"] > 0 for one in size["rivals"].values())
    assert shape(markdown(figures)) == [11, 6]


def shape(lines: list[str]) -> list[int]:
    """The columns of each table; every row has as many as its head."""
    tables: list[list[str]] = [[]]
    for line in lines:
        if line.startswith("|"):
            tables[-1].append(line)
        elif tables[-1]:
            tables.append([])
    counts = [{line.count("|") - 1 for line in table} for table in tables if table]
    assert all(len(one) == 1 for one in counts), lines
    return [one.pop() for one in counts]


def test_the_committed_run_is_the_table_of_the_readme() -> None:
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    readme = (FIGURES.parents[2] / "README.md").read_text(encoding="utf-8")
    lines = markdown(figures)
    assert shape(lines) == [11, 6, 6]
    assert "\n".join(lines) in readme
    assert "real" in figures["sizes"]
    assert all(min(size["recall"].values()) >= 0.98 for size in figures["sizes"].values())
    for size in figures["sizes"].values():
        kept = {way: min(one["kept_share"] for one in by.values()) for way, by in size["http"]["ways"].items()}
        assert kept["again"] > 0.9
        assert max(one["kept_share"] for one in size["http"]["ways"]["new"].values()) == 0.0, "none was asked before"


def test_a_table_has_a_folder_beside_postgresql() -> None:
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    first = next(iter(figures["sizes"]))
    figures["sizes"] = {first: figures["sizes"][first] | {"postgres": figures["sizes"][first]}}
    lines = markdown(figures)
    assert shape(lines) == [11, 6, 6, 11]
    folder, database = (line.split("|") for line in lines[-2:])
    assert folder[3:4] + database[3:4] == [" folder ", " PostgreSQL "]
    assert folder[4:] == database[4:]
    assert "/s" in folder[-2]


def test_the_machine_is_described_without_its_name() -> None:
    assert set(machine()) == {"cpu", "cores", "memory_bytes", "python", "load"}
    assert machine()["memory_bytes"] > 2**28


def test_questions_that_were_never_asked_before() -> None:
    questions = ["can i counter penetrate", "貫通に対抗できる", "what is soulguard"]
    made = list(itertools.islice(never_asked(questions), 200))
    assert len({*made, *questions}) == 203
    assert made == list(itertools.islice(never_asked(questions), 200))
    assert all(any(one.startswith(f"{question} ") for question in questions) for one in made)


def test_both_ways_to_ask_over_http_are_measured(kb_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.bench.serving.CONNECTIONS", (2,))
    http = serve_and_ask(kb_path, [question.text for question in split(read_questions(corpus))[0]][:20], 1.0)
    assert list(http["ways"]) == ["new", "again"]
    new, again = (http["ways"][way]["2"] for way in http["ways"])
    assert min(new["asked"], again["asked"]) > 0
    assert new["failed"] == again["failed"] == 0
    assert new["kept_share"] == 0.0
    assert again["kept_share"] > 0.9
    assert new["cpu_ms"] > again["cpu_ms"] > 0
    assert 0 < new["p50_ms"] <= new["p99_ms"]
    assert 100_000_000 < max(one["resident_bytes"] for one in (new, again)) < 250_000_000


def test_our_own_load_counts_answers_and_failures() -> None:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = b"x" * 1000
            self.send_response(200 if "good" in self.path else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            took, failed = load("127.0.0.1", server.server_port, ["/good", "/bad"], 4, 0.3)
        finally:
            server.shutdown()
            thread.join()
    assert len(took) >= 8
    assert all(milliseconds > 0 for milliseconds in took)
    assert abs(failed - len(took) / 2) <= 4
