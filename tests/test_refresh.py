"""What `judgecall serve` does with the KB that it finds: only a KB of the very corpus that has changed is built again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from conftest import CORPUS

from ingest.origin import Origin, origin, remembered
from ingest.refresh import refresh
from kb.errors import KbError, KbMissing
from kb.knowledge_base import read_meta


@pytest.fixture(scope="module")
def other(small_kb: Path) -> Path:
    """A corpus in a folder of its own, and its KB beside it."""
    return small_kb.parent


@pytest.fixture
def built(other: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, Path]]:
    """What would be built, from which corpus and where."""
    calls: list[tuple[Path, Path]] = []
    monkeypatch.setattr("ingest.refresh.build", lambda root, place, **_: calls.append((root, place)))
    return calls


def test_a_kb_of_another_corpus_is_served_as_it_is(other: Path, built: list[tuple[Path, Path]]) -> None:
    said: list[str] = []
    assert not refresh(other / "kb", said.append)
    assert (built, said) == ([], [])
    assert remembered(other / "kb", read_meta(other / "kb")) == Origin((other / "corpus").resolve())


def test_a_damaged_kb_of_another_corpus_is_not_replaced(other: Path, built: list[tuple[Path, Path]]) -> None:
    meta = other / "kb" / "meta.json"
    whole = meta.read_bytes()
    try:
        meta.write_bytes(whole[:500])
        with pytest.raises(KbMissing, match=r"the KB is of a corpus .*/corpus; run `judgecall build --corpus`"):
            refresh(other / "kb", lambda _: None)
        assert built == []
        assert refresh(other / "kb", lambda _: None, other / "corpus")
    finally:
        meta.write_bytes(whole)
    assert built == [(other / "corpus", other / "kb")]


@pytest.mark.parametrize("encoder", [None, "mini", {"name": "mini"}])
def test_a_meta_of_another_layout_is_as_good_as_none(other: Path, built: list[tuple[Path, Path]], encoder: object) -> None:
    meta = other / "kb" / "meta.json"
    whole = meta.read_bytes()
    try:
        meta.write_text(json.dumps({**json.loads(whole), "schema": 1, "encoder": encoder}))
        with pytest.raises(KbMissing, match="run `judgecall build --corpus`"):
            refresh(other / "kb", lambda _: None)
        assert refresh(other / "kb", lambda _: None, other / "corpus")
    finally:
        meta.write_bytes(whole)
    assert built == [(other / "corpus", other / "kb")]


def test_a_kb_behind_a_link_is_known(other: Path, built: list[tuple[Path, Path]], tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(other / "kb")
    assert not refresh(link, lambda _: None)
    assert remembered(link, read_meta(link)) == Origin((other / "corpus").resolve())
    assert built == []


def test_it_follows_its_own_corpus(other: Path, built: list[tuple[Path, Path]]) -> None:
    terms = other / "corpus" / "terms.toml"
    before = terms.read_bytes()
    terms.write_bytes(before + b"\n# another\n")
    said: list[str] = []
    try:
        assert refresh(other / "kb", said.append)
        assert refresh(other / "kb", said.append, other / "corpus")
    finally:
        terms.write_bytes(before)
    assert built == [((other / "corpus").resolve(), other / "kb"), (other / "corpus", other / "kb")]
    assert said == ["the corpus has changed since the KB was built: building it again"] * 2


def test_a_kb_is_not_replaced_by_that_of_a_corpus_that_is_named(other: Path, built: list[tuple[Path, Path]]) -> None:
    with pytest.raises(KbError, match=r"this KB was built from .*/corpus, not from .*; give another --kb"):
        refresh(other / "kb", lambda _: None, CORPUS)
    assert built == []


def test_a_kb_that_was_copied_here_is_served_as_it_is(other: Path, built: list[tuple[Path, Path]], tmp_path: Path) -> None:
    shutil.copytree(other / "kb", tmp_path / "kb")
    said: list[str] = []
    assert not refresh(tmp_path / "kb", said.append)
    assert said == [f"serving {tmp_path / 'kb'} as it is: its corpus is not known here"]
    with pytest.raises(KbError, match="this KB was not built from"):
        refresh(tmp_path / "kb", said.append, CORPUS)
    shutil.copy(other / ".kb.corpus", tmp_path)
    other.joinpath("corpus").rename(other / "away")
    try:
        assert not refresh(tmp_path / "kb", said.append)
    finally:
        other.joinpath("away").rename(other / "corpus")
    assert said[-1].endswith(f"as it is: {(other / 'corpus').resolve()} is not there any more")
    assert built == []


def test_the_tools_own_corpus_is_known_wherever_it_lies(kb_path: Path, built: list[tuple[Path, Path]]) -> None:
    assert origin(CORPUS) == Origin(None)
    assert json.loads((kb_path.parent / ".kb.corpus").read_text()) == {
        "corpus": "with the tool",
        "revision": read_meta(kb_path)["revision"],
    }
    assert not refresh(kb_path, lambda _: None)
    assert built == []


def test_a_kb_of_an_earlier_layout_is_built_again_where_its_documents_are_here(
    other: Path, built: list[tuple[Path, Path]], tmp_path: Path
) -> None:
    """Its layout told nothing of its corpus: documents that are not here are of another one."""
    shutil.copytree(other / "kb", tmp_path / "kb")
    meta = read_meta(tmp_path / "kb")
    meta["schema"] -= 1
    (tmp_path / "kb" / "meta.json").write_text(json.dumps(meta))
    assert refresh(tmp_path / "kb", lambda _: None)
    assert [place for _, place in built] == [tmp_path / "kb"]
    meta["corpus"]["sources/bf-en-4.md"] = "0" * 64
    (tmp_path / "kb" / "meta.json").write_text(json.dumps(meta))
    assert not refresh(tmp_path / "kb", lambda _: None)


def test_a_kb_with_an_encoder_that_somebody_chose_keeps_it(
    other: Path, built: list[tuple[Path, Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    meta = read_meta(other / "kb")
    chosen = {**meta, "corpus": {}, "encoder": {**meta["encoder"], "sort": "sentence-transformers", "name": "mini"}}
    monkeypatch.setattr("ingest.refresh.read_meta", lambda _: chosen)
    said: list[str] = []
    assert not refresh(other / "kb", said.append)
    assert built == []
    assert said == [
        "the corpus has changed; the KB was built with mini and is served as it is: `judgecall build --encoder` renews it"
    ]
