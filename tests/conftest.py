"""Fixtures over the real corpus, the real index and the real client; the tests that need torch say so when they are left out."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from ingest.build import build
from ingest.catalogue import Catalogue, read_catalogue
from ingest.grammars.walk import Parsed
from ingest.read import read_document
from kb.knowledge_base import KnowledgeBase, open_kb
from kb.model import Rendition
from kb.search import Search
from web import create_app

CORPUS = Path(__file__).parent.parent / "corpus"
DOCUMENTS = ("bf-en-3", "bf-ja-3", "bf-en-2", "bf-en-1", "dg-en-1")
_HAS_MODELS = all(importlib.util.find_spec(name) for name in ("torch", "sentence_transformers"))
_left_out: list[str] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests marked `models` where the extra is not installed."""
    if _HAS_MODELS:
        return
    _left_out.extend(item.nodeid for item in items if item.get_closest_marker("models"))
    items[:] = [item for item in items if item.nodeid not in _left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud which tests were left out."""
    if _left_out:
        terminalreporter.section("left out")
        terminalreporter.line(f"{len(_left_out)} tests need torch and sentence-transformers: pip install '.[models]'")
        for name in _left_out:
            terminalreporter.line(f"  {name}")


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
