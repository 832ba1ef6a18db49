"""Copies stay fresh: ETags, 304, HEAD, OPTIONS, and what pages of other sites may read."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from web import create_app

ADDRESSES = [
    "/",
    "/search?q=soul",
    "/bf/attack-phase",
    "/bf/keyword/penetrate@bf-ja-3",
    "/d/bf-en-3",
    "/d/bf-en-3.txt",
    "/d/bf-en-3/changes.atom",
    "/conflicts",
    "/changes?kind=added",
    "/about",
    "/healthz",
    "/api/search?q=soul&limit=50",
    "/api/entries/bf/keyword/penetrate",
    "/api/documents",
    "/api/conflicts",
    "/api/changes",
    "/api/manifest",
    "/api/flows/bf/call",
    "/api/openapi.json",
    "/api/entries.jsonl",
    "/api/alignments.jsonl",
    "/api/conflicts.jsonl",
    "/api/changes.jsonl",
    "/static/style.css",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_asked_again_it_says_that_nothing_has_changed(client: FlaskClient, address: str) -> None:
    first = client.get(address, buffered=True)
    assert (first.status_code, first.headers["Cache-Control"]) == (200, "no-cache")
    etag = first.headers["ETag"]
    assert etag.startswith('"'), "a strong ETag"
    for known in (etag, f'"other", {etag}', f"W/{etag}", "*"):
        again = client.get(address, buffered=True, headers={"If-None-Match": known})
        assert (again.status_code, again.data) == (304, b""), known
        assert again.headers["ETag"] == etag
        assert again.headers["Cache-Control"] == "no-cache"
        assert again.headers["X-Judgecall-Revision"] == first.headers["X-Judgecall-Revision"]
        assert "Content-Type" not in again.headers
    other = client.get(address, buffered=True, headers={"If-None-Match": '"other"'})
    if not address.startswith("/api/search"):
        assert other.data == first.data
    assert other.status_code == 200


@pytest.mark.parametrize("address", ADDRESSES)
def test_head_is_get_without_the_words(client: FlaskClient, address: str) -> None:
    head, get = client.head(address, buffered=True), client.get(address, buffered=True)
    assert (head.status_code, head.data) == (200, b"")
    for name in ("ETag", "Content-Type", "Cache-Control", "Content-Disposition", "X-Judgecall-Revision"):
        assert head.headers.get(name) == get.headers.get(name), name
    assert client.head(address, buffered=True, headers={"If-None-Match": get.headers["ETag"]}).status_code == 304


def test_addresses_and_questions_have_etags_of_their_own(client: FlaskClient) -> None:
    addresses = [
        *ADDRESSES,
        "/search?q=life",
        "/api/search?q=life",
        "/api/search?q=soul",
        "/d/bf-ja-3.txt",
        "/d/bf-en-2/changes.atom",
    ]
    assert len({client.get(address, buffered=True).headers["ETag"] for address in addresses}) == len(addresses)


def test_the_time_that_a_search_took_changes_no_etag(client: FlaskClient) -> None:
    replies = [client.get("/api/search?q=can+i+counter+penetrate&limit=3") for _ in range(5)]
    assert len({reply.get_json()["took_ms"] for reply in replies}) > 1
    assert len({reply.headers["ETag"] for reply in replies}) == 1


def test_another_revision_is_another_etag_even_where_the_words_are_the_same(client: FlaskClient, other_kb: Path) -> None:
    newer = create_app(other_kb).test_client()
    for address in ("/bf/keyword/penetrate", "/api/entries/bf/keyword/penetrate", "/d/bf-en-3.txt", "/api/changes.jsonl"):
        old, new = client.get(address, buffered=True), newer.get(address)
        assert old.data == new.data
        assert old.headers["X-Judgecall-Revision"] != new.headers["X-Judgecall-Revision"]
        assert newer.get(address, headers={"If-None-Match": old.headers["ETag"]}).status_code == 200, address


@pytest.mark.parametrize("address", ["/api/nothing", "/api/search?q=", "/nothing/here", "/d/none.txt"])
def test_errors_are_not_kept(client: FlaskClient, address: str) -> None:
    reply = client.get(address, buffered=True)
    assert reply.status_code in (400, 404)
    assert reply.headers["Cache-Control"] == "no-store"
    assert "ETag" not in reply.headers


@pytest.mark.parametrize("address", [a for a in ADDRESSES if a.startswith("/api/")] + ["/api/nothing", "/api/search?q="])
def test_pages_of_other_sites_may_read_the_api(client: FlaskClient, address: str) -> None:
    for reply in (client.get(address, buffered=True), client.head(address, buffered=True)):
        assert reply.headers["Access-Control-Allow-Origin"] == "*"
        assert reply.headers["Access-Control-Expose-Headers"] == "ETag, X-Judgecall-Revision, Content-Disposition"
    again = client.get(address, buffered=True, headers={"If-None-Match": "*"})
    assert again.headers["Access-Control-Allow-Origin"] == "*"


def test_a_browser_that_asks_whether_it_may_call(client: FlaskClient) -> None:
    asking = {
        "Origin": "https://example.org",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "if-none-match",
    }
    reply = client.options("/api/search", headers=asking)
    assert (reply.status_code, reply.data) == (200, b"")
    assert reply.headers["Access-Control-Allow-Origin"] == "*"
    assert reply.headers["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert reply.headers["Access-Control-Allow-Headers"] == "Content-Type, If-None-Match"
    assert sorted(reply.headers["Allow"].split(", ")) == ["GET", "HEAD", "OPTIONS"]


def test_other_sites_may_not_read_pages_or_post(client: FlaskClient) -> None:
    for address in ("/", "/bf/keyword/penetrate", "/healthz", "/d/bf-en-3.txt", "/search?q=soul"):
        assert not [name for name in client.get(address, buffered=True).headers if name[0].startswith("Access-Control")], address
        assert "Access-Control-Allow-Origin" not in client.options(address).headers
    assert "Access-Control-Allow-Origin" not in client.post("/api/search").headers
    assert client.options("/api/nothing").status_code == 404
