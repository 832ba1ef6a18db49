"""Whatever is sent, every address answers with the right status and in its own shape, never with a traceback."""

from __future__ import annotations

import json
import socket
import string
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_build import JUDGECALL

from kb.knowledge_base import KnowledgeBase
from kb.search import Search

LETTERS = "消" * 2000

CASES = [
    # address, status, code of the error
    ("/api/nothing", 404, "not_found"),
    ("/api/", 404, "not_found"),
    ("/api/entries/bf/nothing", 404, "not_found"),
    ("/api/entries/%00", 404, "not_found"),
    ("/api/entries/" + "x/" * 3000, 404, "not_found"),
    ("/api/entries/../../etc/passwd", 404, "not_found"),
    ("/api/entries/%2e%2e%2f%2e%2e%2fetc%2fpasswd", 404, "not_found"),
    ("/api/flows/bf/nothing", 404, "not_found"),
    ("/api/flows/mtg/call", 404, "not_found"),
    ("/api/flows/bf/call?document=bf-en-9", 404, "not_found"),
    ("/api/flows/bf/call?document=dg-en-1", 404, "not_found"),
    ("/api/rules.jsonl", 404, "not_found"),
    ("/d/none.txt", 404, "not_found"),
    ("/d/none/changes.atom", 404, "not_found"),
    ("/d/%00.txt", 404, "not_found"),
    ("/api/search", 400, "bad_request"),
    ("/api/search?q=%00", 400, "bad_request"),
    ("/api/search?q=!?", 400, "bad_request"),
    ("/api/search?q=soul&game=mtg", 400, "bad_request"),
    ("/api/search?q=soul&game=%00", 400, "bad_request"),
    ("/api/search?q=soul&document=bf-en-9", 400, "bad_request"),
    ("/api/search?q=soul&lang=xx", 400, "bad_request"),
    ("/api/search?q=soul&limit=51", 400, "bad_request"),
    ("/api/search?q=soul&limit=-1", 400, "bad_request"),
    ("/api/search?q=soul&limit=1e1", 400, "bad_request"),
    ("/api/search?q=soul&limit=" + "9" * 5000, 400, "bad_request"),
    ("/api/search?q=soul&limit=" + quote("１０"), 400, "bad_request"),
    ("/api/search?q=%ff%fe", 400, "bad_request"),
    ("/api/search?q=%ED%A0%80", 400, "bad_request"),
    ("/api/search?q=soul&other=%ff", 400, "bad_request"),
    ("/api/search?q=" + quote(LETTERS + "消"), 414, "too_long"),
    ("/api/manifest?" + "x" * 40_000, 414, "too_long"),
    ("/healthz?q=" + "x" * 2001, 414, "too_long"),
]


@pytest.mark.parametrize(("address", "status", "code"), CASES, ids=[address[:48] for address, _, _ in CASES])
def test_programs_get_the_one_error_shape(client: FlaskClient, address: str, status: int, code: str) -> None:
    reply = client.get(address)
    assert (reply.status_code, reply.content_type) == (status, "application/json")
    body = reply.get_json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "hint"}
    assert body["error"]["code"] == code
    assert 0 < len(body["error"]["message"]) < 300
    assert body["error"]["hint"]
    assert client.head(address).status_code == status


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/nothing", 404),
        ("/bf/nothing", 404),
        ("/bf/keyword/penetrate@bf-en-9", 404),
        ("/bf/keyword/penetrate@", 200),
        ("/mtg/stack", 404),
        ("/d/none", 404),
        ("/bf/%00", 404),
        ("/search?q=%ED%A0%80", 400),
        ("/search?q=%00soul", 200),
        ("/search?q=100%", 200),
        ("/search?q=%zz", 200),
        ("/search?q=" + quote(LETTERS), 200),
        ("/search?q=" + quote(LETTERS + "消"), 414),
        ("/search?q=soul&game=mtg", 400),
        ("/conflicts?severity=nothing", 200),
        ("/changes?kind=%00", 200),
        ("/static/../__init__.py", 404),
    ],
)
def test_people_get_a_page(client: FlaskClient, address: str, status: int) -> None:
    reply = client.get(address)
    assert (reply.status_code, reply.content_type) == (status, "text/html; charset=utf-8")
    soup = BeautifulSoup(reply.get_data(as_text=True), "html.parser")
    assert soup.select_one("h1, .hits, .none, .results, form")


def test_a_question_of_the_greatest_length_is_answered(client: FlaskClient) -> None:
    for question in (LETTERS, "penetrate " * 200, "𠮷" * 2000, "\U0001f600soul" * 400):
        assert len(question) <= 2000
        assert client.get("/api/search", query_string={"q": question}).status_code in (200, 400)
    assert client.get("/api/search", query_string={"q": "penetrate " * 200}).status_code == 200


def test_wrong_methods_are_told_the_right_ones(client: FlaskClient) -> None:
    for rule in client.application.url_map.iter_rules():
        methods = rule.methods or set()
        address = rule.rule.replace("<not(api):game>", "bf").replace("<", "").replace(">", "")
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"):
            if method not in methods:
                reply = client.open(address, method=method)
                assert reply.status_code == 405, f"{method} {address}"
                allowed = set(reply.headers["Allow"].split(", "))
                assert allowed >= methods
                assert method not in allowed


def test_a_body_that_is_too_large(client: FlaskClient) -> None:
    for address in ("/api/search?q=soul", "/healthz", "/", "/d/bf-en-3", "/api/nothing", "/nothing"):
        reply = client.get(address, data=b"x" * 65_537)
        assert reply.status_code == 413, address
        assert client.get(address, data=b"x" * 65_536).status_code in (200, 404), address
    assert client.post("/api/search", data=b"x" * 65_537).get_json()["error"]["code"] == "request_entity_too_large"


ODD = st.text(st.characters(codec="utf-8") | st.sampled_from("\x00%/@?#&.;\\\u202e\ufeff"), max_size=40)


@settings(max_examples=25, derandomize=True, deadline=None)
@given(
    pieces=st.lists(ODD, min_size=4, max_size=4),
    names=st.lists(st.sampled_from(["q", "game", "document", "limit", "lang", "kind", "ui"])),
)
@example(pieces=["bf", "keyword/penetrate@@", "\x00", "\ud7ff"], names=["q"])
def test_no_address_ever_fails(client: FlaskClient, pieces: list[str], names: list[str]) -> None:
    """Every route of the site with anything at all in its gaps and its query."""
    for rule in client.application.url_map.iter_rules():
        if "GET" not in (rule.methods or set()):
            continue
        address = rule.rule
        for gap, piece in zip([part.split(">")[0] for part in address.split("<")[1:]], pieces, strict=False):
            address = address.replace(f"<{gap}>", quote(piece, safe="/"), 1)
        query = dict(zip(names, pieces, strict=False))
        reply = client.get(address, query_string=query, follow_redirects=False, buffered=True)
        assert reply.status_code in (200, 301, 302, 308, 400, 404, 414), (address, query)
        if reply.status_code >= 400 and address.startswith("/api/"):
            assert set(reply.get_json()["error"]) == {"code", "message", "hint"}


@settings(max_examples=150, derandomize=True, deadline=None)
@given(raw=st.binary(max_size=60) | st.text("%" + string.hexdigits, max_size=30).map(str.encode))
def test_no_bytes_ever_fail(client: FlaskClient, raw: bytes) -> None:
    """Bytes as they may come over the wire, decoded by the server once: broken percent-encoding, half a letter, a surrogate."""
    environ = {"PATH_INFO": "/api/entries/" + raw.decode("latin-1"), "QUERY_STRING": "q=" + raw.decode("latin-1").replace("#", "")}
    assert client.get(environ_overrides=environ).status_code in (400, 404, 308, 200)
    environ["PATH_INFO"] = "/api/search"
    assert client.get(environ_overrides=environ).status_code in (200, 400)


@pytest.fixture(scope="module")
def server(small_kb: Path) -> Iterator[int]:
    """The port of the real server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [*JUDGECALL, "serve", "--workers", "1", "--port", str(port), "--kb", str(small_kb)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"GET /api/search?q=soul HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200),
        (b"GET /api/search?q=%E8%B2%AB%E9%80%9A HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200),
        (b"GET /bf/keyword/penetrate@bf-ja-3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200),
        (b"GET /api/entries/%ff HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400),
        (b"GET /d/%ED%A0%80.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400),
        (b"GET /bf/%ff HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400),
        (b"GET /api/entries/%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 404),
        (b"GET /api/entries/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 404),
        (b"GET /api/search?q=%ED%A0%80 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400),
        (b"GET /api/search?q=" + b"x" * 40_000 + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 414),
        (b"DELETE /api/search HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 405),
        (b"POST /api/search HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 70000\r\n\r\n" + b"x" * 70_000, 413),
        (b"HEAD /api/entries.jsonl HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200),
        (b"OPTIONS /api/search HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200),
    ],
    ids=lambda value: str(value)[:40],
)
def test_over_the_wire(server: int, raw: bytes, status: int) -> None:
    """The same through the server that users run, which decodes addresses by itself."""
    with socket.create_connection(("127.0.0.1", server), timeout=20) as connection:
        connection.sendall(raw)
        reply = b""
        while chunk := connection.recv(65_536):
            reply += chunk
    head, _, body = reply.partition(b"\r\n\r\n")
    assert int(head.split()[1]) == status, reply[:300]
    if status >= 400 and b"/bf/" not in raw:
        assert set(json.loads(body)) == {"error"}


def test_a_long_reply_comes_in_pieces_and_whole(server: int, client: FlaskClient) -> None:
    with socket.create_connection(("127.0.0.1", server), timeout=20) as connection:
        connection.sendall(b"GET /api/entries.jsonl HTTP/1.0\r\nHost: a\r\n\r\n")
        reply = b""
        while chunk := connection.recv(65_536):
            reply += chunk
    assert reply.partition(b"\r\n\r\n")[2] == client.get("/api/entries.jsonl").data


@pytest.mark.parametrize("asked", ["aaaa", "cccc?", "p", "t", "uuu", "aa bb", "s!"])
def test_a_letter_alone_or_again_and_again_asks_nothing(kb: KnowledgeBase, asked: str) -> None:
    assert Search(kb).search(asked).answer is None
