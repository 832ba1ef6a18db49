from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from kb.answer import Answer
from kb.citations.model import Citation
from kb.fold import fold
from kb.hit import Hit
from kb.model import Alignment, Change, Conflict, Document, Entry, Rendition, Term

ROOT = Path(__file__).parent.parent
FORBIDDEN = {
    "kb": {"ingest", "web", "corpus", "flask", "bs4"},
    "ingest": {"web", "flask"},
    "web": {"ingest", "corpus", "faiss", "tantivy", "sqlite3", "bs4"},
}
ALLOWED_AT_TOP = {"kb", "ingest", "web", "corpus", "tests"}


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize("layer", FORBIDDEN)
def test_a_layer_imports_only_what_it_may(layer: str) -> None:
    for path in (ROOT / layer).rglob("*.py"):
        tops = {name.split(".")[0] for name in imported(path)}
        assert not tops & FORBIDDEN[layer], f"{path} imports {tops & FORBIDDEN[layer]}"


def test_the_site_does_not_reach_into_indexes() -> None:
    inside = {"kb.lexical", "kb.dense", "kb.store", "kb.encoder", "kb.passages"}
    for path in (ROOT / "web").rglob("*.py"):
        assert not imported(path) & inside, path


ORDINARY = {"battle", "card", "fight", "future", "game", "monster"}
"""Words of a game's name that any text may have."""
READ = {
    ("kb/lookup.py", "buddy"),
    ("kb/lookup.py", "バディ"),
    ("kb/part_names.py", "buddy"),
    ("kb/numbering.py", "デジモン"),
}
"""Words of games that stand in the patterns by which questions are read."""
OF_GAMES = {"irregulars", "限界突破", "2018"}


def stands_in(folded: str, word: str) -> bool:
    """Whether a word stands in a text; a short one in Latin letters whole, since "digits" hold "digi"."""
    return re.search(rf"(?<![a-z]){word}(?![a-z])", folded) is not None if word.isascii() and len(word) < 5 else word in folded


def test_library_and_site_name_no_game() -> None:
    games = tomllib.loads((ROOT / "corpus" / "manifest.toml").read_text(encoding="utf-8"))["game"]
    named = {name for game in games for name in (game["name"], game["name_ja"], *game["words"])}
    words = {word for name in named for word in (fold(name), *fold(name).split())} - ORDINARY
    quoted = {f"{mark}{id}{mark}" for game in games for id in (game["id"], game["code"]) for mark in "\"'`"}
    assert {"buddyfight", "buddy", "バディ", "digimon", "デジモン"} <= words
    found = set()
    for path in (path for layer in ("kb", "web") for sort in ("py", "html", "js") for path in (ROOT / layer).rglob(f"*.{sort}")):
        text = path.read_text(encoding="utf-8")
        folded = fold(text)
        found |= {(path.relative_to(ROOT).as_posix(), word) for word in words | OF_GAMES if stands_in(folded, word)}
        assert not [word for word in quoted if word in text], path
    assert found == READ


@pytest.mark.parametrize("sort", [Document, Rendition, Entry, Alignment, Conflict, Change, Term, Citation, Hit, Answer])
def test_a_domain_type_is_frozen_slotted_and_made_by_keywords(sort: type) -> None:
    assert sort.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert "__slots__" in vars(sort)
    assert all(field.kw_only for field in fields(sort))


def test_every_package_is_in_the_wheel() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {".".join(path.parent.relative_to(ROOT).parts) for layer in FORBIDDEN for path in (ROOT / layer).rglob("__init__.py")}
    assert found <= set(declared)


def test_every_file_of_the_corpus_is_in_the_wheel() -> None:
    """The weights once were not: an installed tool searched with other ones than its corpus says."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    for path in (ROOT / "corpus").rglob("*"):
        package = ".".join(path.parent.relative_to(ROOT).parts)
        if path.is_file() and path.suffix not in (".py", ".pyc"):
            assert any(path.match(pattern) for pattern in data[package]), path


def test_no_file_of_code_grows_past_400_lines() -> None:
    for layer in FORBIDDEN:
        for path in (ROOT / layer).rglob("*.py"):
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path


def test_code_lives_in_the_five_folders_only() -> None:
    tracked = {path.relative_to(ROOT).parts[0] for path in ROOT.rglob("*.py") if ".venv" not in path.parts}
    assert tracked - {"build"} <= ALLOWED_AT_TOP


@pytest.mark.parametrize("package", FORBIDDEN)
def test_the_map_of_a_package_names_all_that_is_in_it(package: str) -> None:
    text = (ROOT / package / "__init__.py").read_text(encoding="utf-8")
    modules = {path.stem for path in (ROOT / package).glob("*.py")} - {"__init__"}
    folders = {f"{path.parent.name}/" for path in (ROOT / package).glob("*/__init__.py")}
    assert {name for name in modules | folders if f"`{name}`" not in text} == set()
    there = modules | folders | {path.name for path in (ROOT / package).iterdir()} | set(FORBIDDEN)
    assert {name for name in re.findall(r"`([a-z_]+/?)`", text) if name not in there} == set()
