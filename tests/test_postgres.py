"""The KB in PostgreSQL: the same answers as the embedded one, switched whole, dropped when nobody reads it."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from browser import tier_of
from conftest import judgecall
from postgres_kbs import Put
from postgres_server import revisions

from ingest.evaluate import ask, score
from ingest.questions import read_questions, split
from ingest.systems import ours
from kb.encoder import Vectors
from kb.errors import KbError, KbMissing, KbUnreachable
from kb.knowledge_base import KnowledgeBase, open_kb, read_meta
from kb.lexical import FIELDS
from kb.offline.pack import pack
from kb.offline.tier import shrink
from kb.place import place_of, shown
from kb.postgres.session import writing
from kb.postgres.store import PostgresStore
from kb.ranked import FOUND
from kb.review import review_of
from kb.search import Search
from kb.settled import SettledQuestions, Told
from kb.tokens import tokens
from kb.verdict import trust
from web import create_app
from web.live import Live

pytestmark = pytest.mark.postgres
NEAR = 0.006
"""How far a cosine of the folder's numbers in eight bits may lie from one of PostgreSQL's in half precision."""
JUDGECALL = [sys.executable, "-c", "from kb.commands import main; main()"]


@pytest.fixture(scope="module")
def remote(address: str) -> Iterator[KnowledgeBase]:
    opened = open_kb(address)
    yield opened
    opened.store.close()


def test_the_question_set_gives_the_same(corpus: Path, kb: KnowledgeBase, remote: KnowledgeBase) -> None:
    questions = read_questions(corpus)[::2]
    here, there = ask(ours(kb), questions), ask(ours(remote), questions)
    one, other = score(here), score(there)
    for name in ("success@1", "success@5"):
        assert abs(one[name].value - other[name].value) <= 0.01, name
    said = [[(o.reply.answered, o.reply.verdict) for o in outcomes] for outcomes in (here, there)]
    apart = [question.text for question, this, that in zip(questions, *said, strict=True) if this != that]
    assert all(_at_the_limit(kb, text) for text in apart), apart
    assert len(apart) <= 0.01 * len(questions)
    first = sum(a.reply.ranked[:1] == b.reply.ranked[:1] for a, b in zip(here, there, strict=True))
    assert first >= 0.98 * len(questions)
    shared = [len({*a.reply.ranked[:5]} & {*b.reply.ranked[:5]}) for a, b in zip(here, there, strict=True)]
    assert sum(shared) >= 0.965 * sum(len(a.reply.ranked[:5]) for a in here)


def _at_the_limit(kb: KnowledgeBase, text: str) -> bool:
    """Whether the confidence is the one at which a ruling counts as found, or the trust the least for a verdict, to rounding."""
    search = Search(kb)
    hits, said = search.search(text, 1).hits, search.said(search.rank(text))
    torn = said is not None and abs(trust(said, kb.weights) - kb.weights.verdict_trust) < 0.005
    return bool(hits) and (torn or abs(hits[0].score - FOUND) < 0.002)


def test_words_score_as_tantivy_scores_them(kb: KnowledgeBase, remote: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where only a part of the postings is summed, however few that are."""
    chance = random.Random(3)
    texts = [rendition.text for entry in kb.store.entries() for rendition in entry.renditions]
    for budget in (20_000, 400, 1):
        monkeypatch.setattr("kb.postgres.lexical.AT_ONCE", budget)
        for _ in range(15):
            words = {
                word: chance.choice((0.3, 1.0, 1.5)) for word in tokens(" ".join(chance.sample(texts, 2)))[: chance.randint(1, 30)]
            }
            for field in FIELDS:
                assert remote.lexical.weight(field, next(iter(words))) == pytest.approx(kb.lexical.weight(field, next(iter(words))))
                wanted, found = kb.lexical.search(field, words, 48), remote.lexical.search(field, words, 48)
                assert [points for _, points in found] == pytest.approx([points for _, points in wanted], rel=1e-5)
                clear = {number for number, points in wanted if points > wanted[-1][1] * 1.0001}
                assert clear <= {number for number, _ in found}


def test_vectors_are_near_as_faiss_finds_them(kb: KnowledgeBase, remote: KnowledgeBase) -> None:
    edge, size = kb.passages.first_asked, len(kb.passages)
    assert (remote.passages.first_asked, len(remote.passages)) == (edge, size)
    vector = kb.encoder.encode(["can I counter an attack with the soul of my monster"])
    for first, last in ((0, edge), (edge, size), (0, size), (100, edge + 100), (5, 5)):
        wanted, found = kb.dense.search(vector, 48, first, last), remote.dense.search(vector, 48, first, last)
        assert [cosine for _, cosine in found] == pytest.approx([cosine for _, cosine in wanted], abs=NEAR)
    assert remote.dense.vectors([edge, 0, 7]) == pytest.approx(kb.dense.vectors([edge, 0, 7]), abs=NEAR)
    edges = (0, edge, size)
    for near, there in zip(*(one.dense.search_between(vector, (48, 96), edges) for one in (kb, remote)), strict=True):
        assert there.points == pytest.approx(near.points, abs=2 * NEAR)  # of the last ones sketches miss a few
        assert len(set(there.numbers.tolist()) & set(near.numbers.tolist())) >= 0.9 * len(near.numbers)
    some = [size - 1, 0, 7, 7]
    assert remote.passages.entries_of(some).tolist() == kb.passages.entries_of(some).tolist()


def test_many_vectors_are_found_in_the_nearest_lists(
    put: Put, kb: KnowledgeBase, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.postgres.schema.EXACT_UP_TO", 100)
    monkeypatch.setattr("kb.postgres.schema._LISTS", 6)
    put(empty, "rules")
    opened = open_kb(empty)
    try:
        plan = opened.store._rows("SELECT indexdef FROM pg_indexes WHERE indexdef LIKE ?", ("%ivfflat%",))
        assert len(plan) == 1
        texts = [entry.renditions[0].text for entry in kb.store.entries()][::8]
        shared = 0
        for vector in kb.encoder.encode(texts):
            wanted = kb.dense.search(vector[None], 10, 0, kb.passages.first_asked)
            found = opened.dense.search(vector[None], 10, 0, kb.passages.first_asked)
            shared += sum(cosine >= wanted[-1][1] - NEAR for _, cosine in found)
        assert shared / (10 * len(texts)) > 0.97
    finally:
        opened.store.close()


def test_everything_that_is_read_is_the_same(kb: KnowledgeBase, remote: KnowledgeBase) -> None:
    here, there = kb.store, remote.store
    assert (there.games, there.documents, there.parts, there.size) == (here.games, here.documents, here.parts, here.size)
    assert list(there.entries()) == list(here.entries())
    for game in here.games:
        parts = {entry.part for entry in here.entries(game)}
        for part in (None, *sorted(parts), "nothing%"):
            assert list(there.entries(game, part)) == list(here.entries(game, part))
    for entry in here.entries():
        assert review_of(there, entry.id) == review_of(here, entry.id)
        for rendition in entry.renditions:
            if rendition.locator is not None:
                where = (entry.game, entry.part, rendition.locator.slug)
                assert there.at(*where) == here.at(*where)
    for slug in ("3.2.1", "2.1", "q1", "4", "99"):
        assert [one.id for one in there.numbered(slug)] == [one.id for one in here.numbered(slug)]
    for missing in ("", "no/such", "a\0b"):
        assert there.entry(missing) is None
        assert there.records("flow", missing) == []


def test_ids_of_any_length_are_not_remembered(remote: KnowledgeBase) -> None:
    store = remote.store
    assert isinstance(store, PostgresStore)
    assert [store.row_of(f"bf/{'x' * size}") for size in (10, 10_000)] == [None, None]
    assert [id for id in store._known if len(id) > 200] == []
    assert f"bf/{'x' * 10}" in store._known


def test_the_site_gives_the_same_pages(kb_path: Path, remote: KnowledgeBase, address: str) -> None:
    embedded, database = create_app(kb_path), create_app(address)
    pages = (
        "/",
        "/search?q=can+I+counter+Penetrate%3F",
        "/bf/attack-phase",
        "/bf/attack-phase/3.2.1@bf-en-2",
        "/conflicts",
        "/changes",
    )
    try:
        for page in (*pages, "/d/dg-en-1", "/api/entries/bf/keyword/penetrate", "/api/documents", "/bf/nothing", "/bf/%00"):
            one, other = embedded.test_client().get(page), database.test_client().get(page)
            assert (one.status_code, len(one.data)) == (other.status_code, len(other.data)), page
        assert database.test_client().get("/healthz").get_json() == {"status": "ok", "revision": remote.revision}
    finally:
        for site in (embedded, database):
            site.extensions["live"].search.kb.store.close()


def test_the_offline_copy_is_the_same(kb: KnowledgeBase, remote: KnowledgeBase) -> None:
    here, there = pack(kb, tier_of(kb)), pack(remote, shrink(remote))
    texts, others = json.loads(here["pack.json"]), json.loads(there["pack.json"])
    assert (texts.pop("revision"), others.pop("revision")) == (kb.revision, remote.revision)
    one, other = texts.pop("search"), others.pop("search")
    assert texts == others
    # Which ways to ask are kept goes by the vectors, which differ in the third place.
    assert (one.keys(), one["dimension"], len(one["asked"])) == (other.keys(), other["dimension"], len(other["asked"]))
    assert len(set(one["asked"]) & set(other["asked"])) >= 0.95 * len(set(one["asked"]))
    assert len(there["model.bin"]) == pytest.approx(len(here["model.bin"]), rel=0.01)


def test_the_same_content_gives_the_same_revision(put: Put, empty: str) -> None:
    one, other, again = (put(empty, name)["revision"] for name in ("rules", "texts", "rules"))
    assert one == again != other
    assert read_meta(empty)["revision"] == again


def test_an_old_revision_goes_when_nobody_reads_it(put: Put, empty: str) -> None:
    put(empty, "rules")
    reader = open_kb(empty)
    search = Search(reader)
    before = asdict(search.search("can I counter Penetrate?").hits[0])
    put(empty, "texts")
    put(empty, "rules")
    assert [current for _, current in revisions(empty)] == [False, True], "the one that is read and the new one"
    assert asdict(search.search("can I counter Penetrate?").hits[0]) == before
    reader.store.close()
    put(empty, "rules")
    assert [current for _, current in revisions(empty)] == [True]


def test_readers_see_one_revision_whole(put: Put, empty: str) -> None:
    """Opened again and again while two contents take turns, a KB is always one or the other."""
    sizes: dict[str, int] = {}
    for name in ("rules", "texts"):
        meta = put(empty, name)
        sizes[meta["revision"]] = meta["counts"]["passages"]
    done = threading.Event()
    seen: list[tuple[str, int, int, str]] = []
    failed: list[Exception] = []

    def read() -> None:
        while not done.is_set():
            try:
                opened = open_kb(empty)
                hit = Search(opened).search("Penetrate").hits[0].entry.id
                seen.append((opened.revision, len(opened.passages), opened.store._rows("SELECT count(*) FROM passage")[0][0], hit))
                opened.store.close()
            except KbUnreachable:  # a busy machine may leave one without an answer for a while, never with half of one
                continue
            except Exception as error:
                failed.append(error)
                return

    reader = threading.Thread(target=read)
    reader.start()
    for name in ("rules", "texts") * 6:
        put(empty, name)
        if len({revision for revision, *_ in seen}) == len(sizes) and len(seen) >= 4:
            break
    done.set()
    reader.join()
    assert failed == []
    assert {revision for revision, *_ in seen} == set(sizes)
    assert all(sizes[r] == size == held and hit == "bf/keyword/penetrate" for r, size, held, hit in seen)


def test_a_site_follows_the_current_revision(put: Put, empty: str) -> None:
    """A request that began keeps its revision; the old one is closed after it and dropped by the next build."""
    put(empty, "rules")
    live = Live(empty)
    before = live.search
    try:
        assert not live.look()
        meta = put(empty, "texts")
        lease = live.lease()
        until = time.monotonic() + 10
        while not live.look():
            assert time.monotonic() < until
            time.sleep(0.1)
        assert (live.search.kb.revision, live.switched, live.refused) == (meta["revision"], 1, 0)
        assert lease.search is before
        assert live.search is not before
        assert before.search("Penetrate").hits[0].entry.id == "bf/keyword/penetrate"
        assert live.search.search("Penetrate").hits[0].entry.id == "bf/keyword/penetrate"
        assert not live.look()
        live.release(lease)
        with pytest.raises(KbUnreachable):
            before.kb.store.records("term")
        put(empty, "rules")
        assert [current for _, current in revisions(empty)] == [False, True], "the one that is served and the new one"
    finally:
        live.search.kb.store.close()


def test_a_revision_of_another_layout_is_refused(put: Put, empty: str) -> None:
    import psycopg

    put(empty, "rules")
    live = Live(empty)
    try:
        held = live.search
        put(empty, "rules")
        with psycopg.connect(empty, autocommit=True) as connection:
            connection.execute("UPDATE judgecall.revision SET meta = replace(meta, '\"schema\": ', '\"schema\": 9') WHERE current")
        until = time.monotonic() + 10
        while not live.refused:
            assert not live.look()
            assert time.monotonic() < until
            time.sleep(0.1)
        assert live.search is held
        assert held.search("Penetrate").hits[0].entry.id == "bf/keyword/penetrate"
    finally:
        live.search.kb.store.close()


def heard(settled: SettledQuestions, row: int, question: str, vector: Vectors) -> tuple[list[int], list[float], list[float]]:
    """The verdicts of an entry's settled questions, and how like the question they are."""
    voices = settled.voices(row, settled.encoder.encode([question]), vector, Told(False, 0))
    return voices.verdicts.tolist(), voices.likeness.tolist(), voices.meaning.tolist()


def test_the_ranking_reads_the_same_numbers(kb: KnowledgeBase, remote: KnowledgeBase) -> None:
    rows = list(range(kb.store.size))
    assert np.array_equal(remote.traits.of(rows[::3]), kb.traits.of(rows[::3]))
    assert np.array_equal(remote.traits.of([*rows, 5, 5]), kb.traits.of([*rows, 5, 5]))
    assert remote.traits.of([]).shape == (0, 3)
    assert kb.settled is not None
    assert remote.settled is not None
    for question in ("can I counter it?", "対抗できる？"):
        vector = kb.encoder.encode([question])
        here, there = ([heard(one, row, question, vector) for row in rows] for one in (kb.settled, remote.settled))
        assert there == here


@pytest.mark.parametrize(
    "stage", [*(pytest.param(name, marks=pytest.mark.long) for name in ("store", "lexical index", "dense index")), "indexes"]
)
def test_a_build_that_is_killed_leaves_the_old_one(light: Path, put: Put, empty: str, stage: str) -> None:
    """Killed while it fills the tables, it leaves neither a revision nor a schema, and the next build goes through."""
    put(empty, "rules")
    before = revisions(empty)
    command = [*JUDGECALL, "build", "--corpus", str(light), "--store", empty]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert any(line.strip().startswith(stage) for line in process.stderr)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    opened = open_kb(empty)
    assert Search(opened).search("can I counter Penetrate?").hits[0].entry.id == "bf/keyword/penetrate"
    opened.store.close()
    until = time.monotonic() + 10
    while revisions(empty) != before:  # until the server has noticed that nobody is there
        assert time.monotonic() < until
        time.sleep(0.05)
    put(empty, "texts")
    assert [current for _, current in revisions(empty)] == [True]


def test_the_commands_take_an_address(
    corpus: Path, kb: KnowledgeBase, kb_path: Path, address: str, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGECALL_KB", address)
    asked = judgecall("ask", "can I counter Penetrate?")
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout == judgecall("ask", "can I counter Penetrate?", "--kb", str(kb_path)).stdout
    small = tmp_path / "corpus"
    shutil.copytree(corpus, small, ignore=lambda _, names: {"cross.toml", "en.toml", "ja.toml", "out.toml"}.intersection(names))
    evaluated = judgecall("eval", "--ours", "--json", "--corpus", str(small), "--kb", address)
    assert evaluated.returncode == 0, evaluated.stderr
    wanted = score(ask(ours(kb), split(read_questions(small))[0]))["success@1"].value
    assert json.loads(evaluated.stdout)["groups"]["dev"]["success@1"]["value"] == wanted
    nothing = judgecall("ask", "anything", "--kb", empty)
    assert (nothing.returncode, nothing.stderr) == (
        2,
        f"judgecall: {empty}: there is no knowledge base here; run `judgecall build --store` with this address\n",
    )


def test_what_is_wrong_is_said_in_one_line(empty: str) -> None:
    with pytest.raises(KbMissing, match="there is no knowledge base here"):
        open_kb(empty)
    with pytest.raises(KbUnreachable, match="no server answers with a knowledge base"):
        open_kb("postgresql://judge@127.0.0.1:1/none")
    with pytest.raises(KbError, match="this is no address of PostgreSQL"):
        open_kb("postgresql://judge@127.0.0.1/none?nonsense=1")
    with pytest.raises(KbError, match="target_session_attrs is 'some'; it can be any, primary"):
        open_kb("postgresql://judge@127.0.0.1/none?target_session_attrs=some")
    with pytest.raises(KbError, match="there are 3 hosts and 2 ports"):
        open_kb("postgresql:///none?host=a,b,c&port=1,2")


def test_a_password_is_never_shown() -> None:
    assert shown(place_of("postgresql://judge:secret@one,two:5433/rules")) == "postgresql://judge:…@one,two:5433/rules"
    for odd in ("p@ss", "p/w", "pa?ss", "p?", "p?w=x", "p@s?s", "p/w?", "12?34"):
        assert shown(place_of(f"postgresql://judge:{odd}@one/rules")) == "postgresql://judge:…@one/rules"
    assert shown(place_of("postgresql://judge:pw@one/rules?user=me@corp")) == "postgresql://judge:…@one/rules?user=me@corp"
    assert shown(place_of("postgresql://one:5432/rules?user=me@corp")) == "postgresql://one:5432/rules?user=me@corp"
    assert shown(place_of("postgresql://judge@one:5432,two:5433/rules")) == "postgresql://judge@one:5432,two:5433/rules"
    assert shown(place_of("postgresql://one:5432/rules?password=secret&sslmode=require")).endswith("?password=…&sslmode=require")
    with pytest.raises(KbUnreachable) as refused:
        open_kb("postgresql://judge:secret@127.0.0.1:1/none")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("postgresql://judge:geheim@[::1/rules", 'end of string reached when looking for matching "]" in IPv6 host address in URI'),
        ("postgresql://judge:geheim@[::1]x/rules", 'unexpected character "x" at position 32 in URI (expected ":" or "/")'),
        ("postgresql://judge:geheim%@one/rules", "invalid percent-encoded token"),
        ("postgresql://judge:geheim\udcff@one/rules", "it is not UTF-8"),
    ],
)
def test_an_address_that_does_not_parse_shows_no_password(address: str, reason: str) -> None:
    for use in (open_kb, writing):
        with pytest.raises(KbError) as refused:
            use(address)
        assert "geheim" not in str(refused.value)
        assert str(refused.value).endswith(f": this is no address of PostgreSQL ({reason})")


def test_a_user_who_may_not_read_is_told_the_grants(put: Put, empty: str) -> None:
    """One who may read nothing, and one who was let into the catalogue alone; the README's grants are enough."""
    import psycopg

    reader = f"reader_{time.monotonic_ns()}"
    there = empty.replace("//judge@", f"//{reader}@")
    put(empty, "texts")
    grants = "run once as the building user, before the first build: ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO reader"
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {reader} LOGIN")
        with pytest.raises(KbError, match=rf"may not read here \(permission denied for schema judgecall\); {grants}"):
            read_meta(there)
        connection.execute(f"GRANT USAGE ON SCHEMA judgecall TO {reader}")
        connection.execute(f"GRANT SELECT ON judgecall.revision TO {reader}")
        with pytest.raises(KbError, match=rf"may not read here \(permission denied for schema judgecall_\d+\); {grants}"):
            open_kb(there)
        connection.execute(f"ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO {reader}")
        connection.execute(f"ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO {reader}")
    put(empty, "texts")
    opened = open_kb(there)
    assert Search(opened).search("Penetrate").hits[0].entry.id == "bf/keyword/penetrate"
    opened.store.close()
