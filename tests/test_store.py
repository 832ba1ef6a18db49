"""The store: what lies below a part, and how much there is of each thing, told without reading the entries."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from kb.knowledge_base import KnowledgeBase, open_kb
from kb.store import SqliteStore, Store


def below(store: Store, game: str, part: str) -> list[str]:
    return [entry.id for entry in store.entries(game, part)]


def test_a_part_holds_what_lies_below_it_and_nothing_else(kb: KnowledgeBase) -> None:
    entries = list(kb.store.entries())
    for game in kb.store.games:
        for part in {entry.part for entry in entries if entry.game == game}:
            wanted = [one.id for one in entries if one.game == game and (one.part == part or one.part.startswith(f"{part}/"))]
            assert below(kb.store, game, part) == wanted
    assert len(below(kb.store, "bf", "keyword")) == 30, "Q&As stand below their keywords"


@pytest.mark.parametrize("part", ["Keyword", "KEYWORD", "keywor_", "keyword/", "keyword%", "%", "_", "", "keyword\0"])
def test_a_part_is_found_by_its_very_letters(kb: KnowledgeBase, part: str) -> None:
    assert below(kb.store, "bf", part) == []


def test_no_letter_stands_for_another_in_what_lies_below(kb_path: Path, tmp_path: Path) -> None:
    """`_` was once any letter, and `A` the same as `a`."""
    shutil.copy(kb_path / "kb.sqlite", tmp_path / "kb.sqlite")
    with sqlite3.connect(tmp_path / "kb.sqlite") as connection:
        connection.execute("UPDATE entry SET part = 'key_word/overturn' WHERE part = 'keyword/overturn'")
        connection.execute("UPDATE entry SET part = 'Key-word/penetrate' WHERE id = 'bf/keyword/penetrate'")
    connection.close()
    store = SqliteStore(tmp_path / "kb.sqlite")
    assert below(store, "bf", "key_word") == ["bf/keyword/overturn/q1", "bf/keyword/overturn/q2"]
    assert below(store, "bf", "Key-word") == ["bf/keyword/penetrate"]
    assert below(store, "bf", "key-word") == []
    store.close()


def test_an_address_in_capitals_leads_to_the_right_one_and_a_lost_one_on(client: FlaskClient) -> None:
    reply = client.get("/bf/Keyword")
    assert (reply.status_code, reply.headers["Location"]) == (301, "/bf/keyword")
    lost = client.get("/bf/Keywords")
    assert lost.status_code == 404
    links = BeautifulSoup(lost.get_data(as_text=True), "html.parser").select("main .shelves a")
    assert [link["href"] for link in links] == ["/search?q=Keywords"]
    assert client.get("/bf/keyword").status_code == 200


def test_sizes_are_those_of_what_is_held(kb: KnowledgeBase) -> None:
    entries = list(kb.store.entries())
    assert kb.store.document_sizes() == Counter(r.document for entry in entries for r in entry.renditions)
    for game in kb.store.games:
        parts = Counter(entry.part for entry in entries if entry.game == game)
        assert list(kb.store.part_sizes(game).items()) == list(parts.items()), "in the order of the rules"
    assert kb.store.part_sizes("none") == {}


def test_what_stands_beside_an_entry_is_what_stands_beside_it_in_its_part(kb: KnowledgeBase) -> None:
    for entry in kb.store.entries():
        around = [None, *kb.store.entries(entry.game, entry.part), None]
        place = around.index(entry)
        assert kb.store.beside(entry) == (around[place - 1], around[place + 1])


def test_a_page_of_one_entry_reads_no_whole_part(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a part of 10,000 entries each page once took them all."""
    addresses = ("/bf/attack-phase/3.2.1", "/bf/keyword/penetrate", "/bf/keyword/overturn/q1")
    before = [(client.get(address).status_code, client.get(address).data) for address in addresses]

    def read(*_: object) -> None:
        pytest.fail("a part is read")

    monkeypatch.setattr(Store, "entries", read)
    assert [(200, client.get(address).data) for address in addresses] == before


@pytest.mark.postgres
def test_a_database_holds_as_much_below_each_part(kb: KnowledgeBase, address: str) -> None:
    remote = open_kb(address)
    try:
        assert remote.store.document_sizes() == kb.store.document_sizes()
        for entry in kb.store.entries():
            assert remote.store.beside(entry) == kb.store.beside(entry)
        for game in kb.store.games:
            assert list(remote.store.part_sizes(game).items()) == list(kb.store.part_sizes(game).items())
            for part in [*kb.store.part_sizes(game), "keyword", "Keyword", "keywor_", "keyword%", "keyword\0"]:
                assert below(remote.store, game, part) == below(kb.store, game, part)
    finally:
        remote.store.close()


def test_counting_parses_no_entry(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 100,000 entries the start page and the manifest once took seconds to parse them all, each time."""
    before = [client.get(address).data for address in ("/", "/api/manifest")]

    def parsed(self: Store, rows: object) -> None:
        pytest.fail("entries are parsed")

    monkeypatch.setattr(Store, "entries_at", parsed)
    assert [client.get(address).data for address in ("/", "/api/manifest")] == before


@pytest.mark.parametrize("id", ["bf/\udcff", "bf/\0", "bf/" + "x" * 5000])
def test_what_no_id_can_be_is_none(kb: KnowledgeBase, id: str) -> None:
    assert kb.store.entry(id) is None
    assert kb.store.row_of("bf/keyword/penetrate") == kb.store.row_of("bf/keyword/penetrate") is not None
    assert all(len(one) <= 100 for one in kb.store._known)
