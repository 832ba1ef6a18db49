"""Taking the KB along: the exports are those of the command line, a document's text holds every word of it, the feed is Atom."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from ingest.export import EXPORTS
from ingest.known import Known
from kb.knowledge_base import KnowledgeBase
from web import create_app

ATOM = "{http://www.w3.org/2005/Atom}"
# A time as RFC 3339 writes it, in UTC; not one without its zone.
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.mark.parametrize(("name", "count"), [("entries", 582), ("alignments", 779), ("conflicts", 164), ("changes", 370)])
def test_the_site_gives_the_lines_that_the_corpus_gives(client: FlaskClient, known: Known, name: str, count: int) -> None:
    reply = client.get(f"/api/{name}.jsonl")
    assert (reply.status_code, reply.content_type, reply.is_streamed) == (200, "application/jsonl", True)
    revision = reply.headers["X-Judgecall-Revision"]
    assert reply.headers["Content-Disposition"] == f'attachment; filename="judgecall-{name}-{revision}.jsonl"'
    text = reply.get_data(as_text=True)
    assert text == "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in EXPORTS[name](known))
    spec = client.get("/api/openapi.json").get_json()
    content = spec["paths"][f"/api/{name}.jsonl"]["get"]["responses"]["200"]["content"]["application/jsonl"]
    line_schema = jsonschema.Draft202012Validator({**content["x-line-schema"], "components": spec["components"]})
    lines = text.splitlines()
    assert len(lines) == count
    for line in lines:
        line_schema.validate(json.loads(line))


@pytest.mark.parametrize("document", ["bf-en-3", "bf-ja-3", "bf-en-2", "bf-en-1", "dg-en-1"])
def test_a_document_as_plain_text(client: FlaskClient, kb: KnowledgeBase, document: str) -> None:
    reply = client.get(f"/d/{document}.txt")
    assert (reply.status_code, reply.content_type) == (200, "text/plain; charset=utf-8")
    assert reply.headers["Content-Disposition"] == f'inline; filename="{document}.txt"'
    text = reply.get_data(as_text=True)
    assert text.startswith(kb.store.documents[document].title)
    assert text.endswith("\n")
    pairs = [(e, r) for e in kb.store.entries() for r in e.renditions if r.document == document]
    assert len(re.findall(rf"^\[.*\] /\S+@{document}$", text, re.MULTILINE)) == len(pairs)
    for entry, rendition in pairs:
        head = f"] /{entry.id}@{document}\n"
        piece = text[text.index(head) + len(head) :]
        title = rendition.title if rendition.title != rendition.text else None
        label = " ".join(filter(None, (rendition.number, title)))
        assert piece.startswith(f"{label}\n{rendition.text}\n" if label else f"{rendition.text}\n"), entry.id


def test_plain_text_is_in_printed_order(client: FlaskClient) -> None:
    text = client.get("/d/bf-en-3.txt").get_data(as_text=True)
    places = [text.index(f"/bf/attack-phase/{step}@bf-en-3") for step in ("1.1", "2.1", "3.1", "3.2.1", "4.1")]
    assert places == sorted(places)


def feed(client: FlaskClient, document: str, base_url: str = "http://localhost") -> ElementTree.Element:
    reply = client.get(f"/d/{document}/changes.atom", base_url=base_url)
    assert (reply.status_code, reply.content_type) == (200, "application/atom+xml; charset=utf-8")
    return ElementTree.fromstring(reply.data)


@pytest.mark.parametrize(
    ("document", "time", "rulings"),
    [
        ("bf-en-3", "2018-06-02T00:00:00Z", 121),
        ("bf-ja-3", "2018-06-02T00:00:00Z", 0),
        ("bf-en-2", "2018-06-02T00:00:00Z", 123),
        ("bf-en-1", "2018-06-02T00:00:00Z", 0),
        ("dg-en-1", "1970-01-01T00:00:00Z", 0),
    ],
)
def test_the_feed_is_atom(client: FlaskClient, kb: KnowledgeBase, document: str, time: str, rulings: int) -> None:
    root = feed(client, document)
    assert root.tag == f"{ATOM}feed"
    assert root.findtext(f"{ATOM}updated") == time
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "Judgecall"
    assert [link.get("href") for link in root.findall(f"{ATOM}link[@rel='self']")] == [
        f"http://localhost/d/{document}/changes.atom"
    ]
    entries = root.findall(f"{ATOM}entry")
    changed = {body["entry"] for body in told(kb, document)}
    assert len(entries) == len(changed)
    assert len(entries) == rulings
    for element in (root, *entries):
        for name in ("id", "title", "updated"):
            assert len(element.findall(ATOM + name)) == 1, name
            assert element.findtext(ATOM + name)
        assert TIME.fullmatch(element.findtext(f"{ATOM}updated") or "")
        assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", element.findtext(f"{ATOM}id") or "")
    ids = [element.findtext(f"{ATOM}id") for element in (root, *entries)]
    assert len(set(ids)) == len(ids)


def told(kb: KnowledgeBase, document: str) -> list[dict[str, str]]:
    """The changes of a document but for those of typography and numbers alone."""
    changes = [body for body in kb.store.records("change") if body["to_document"] == document]
    return [body for body in changes if body["impact"] != "none" and body["kind"] not in ("typographic", "renumbered")]


@pytest.mark.parametrize("document", ["bf-en-2", "bf-en-3"])
def test_the_feed_has_what_the_page_of_changes_shows_in_its_order(client: FlaskClient, document: str) -> None:
    """It began with 11 of card anatomy and had 44 of apostrophes and spaces."""
    page = BeautifulSoup(client.get(f"/changes?to={document}").get_data(as_text=True), "html.parser")
    shown = list(dict.fromkeys(str(link["href"]) for link in page.select(".list h4 a")))
    links = [str(link.get("href")) for link in feed(client, document).findall(f"{ATOM}entry/{ATOM}link")]
    assert [link.removeprefix("http://localhost").partition("@")[0] for link in links] == shown


def test_what_was_added_is_quoted_whole(client: FlaskClient, kb: KnowledgeBase) -> None:
    """Of some only the first sentence was, as a reviewer quotes it: of an announced change that was the old rule."""
    for body in kb.store.records("change"):
        if body["kind"] == "added":
            printed = kb.store.entry(body["entry"]).printed_in(body["to_document"])  # type: ignore[union-attr]
            assert printed is not None
            assert body["to_text"] == printed.text
    content = [entry.findtext(f"{ATOM}content") or "" for entry in feed(client, "bf-en-3").findall(f"{ATOM}entry")]
    assert any("<p>Irregulars List for [the Chaos]</p>" in one for one in content)


def test_every_change_is_in_the_feed_word_for_word(client: FlaskClient, kb: KnowledgeBase) -> None:
    for document in ("bf-en-2", "bf-en-3"):
        root = feed(client, document)
        content = "".join(entry.findtext(f"{ATOM}content") or "" for entry in root.findall(f"{ATOM}entry"))
        soup = BeautifulSoup(content.replace("<br>", "\n"), "html.parser")
        quoted = [quote.get_text() for quote in soup.select("blockquote")]
        wanted = [text for body in told(kb, document) for text in (body["from_text"], body["to_text"]) if text]
        assert sorted(quoted) == sorted(wanted)


def test_links_of_the_feed_lead_to_the_entry(client: FlaskClient) -> None:
    for document in ("bf-en-2", "bf-en-3"):
        for link in feed(client, document).findall(f"{ATOM}entry/{ATOM}link"):
            assert client.get(str(link.get("href")).removeprefix("http://localhost")).status_code == 200, link.get("href")


def test_ids_are_the_same_on_every_host_and_for_ever(client: FlaskClient, kb_path: Path) -> None:
    here = [e.text for e in feed(client, "bf-en-3").iter(f"{ATOM}id")]
    there = [
        e.text for e in feed(create_app(kb_path).test_client(), "bf-en-3", base_url="https://rules.example.org").iter(f"{ATOM}id")
    ]
    assert here == there
    assert here[0] == "urn:uuid:f272014b-dea6-55f7-b13f-9ee6df75c53a"


def test_feeds_share_no_id(client: FlaskClient, kb: KnowledgeBase) -> None:
    ids = [element.text for document in kb.store.documents for element in feed(client, document).iter(f"{ATOM}id")]
    assert len(ids) == len(set(ids))
