"""A search answered without the framework is the app's own answer, to the byte and the header."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder

from kb.errors import KbUnreachable
from kb.present import found_json
from kb.search import Search
from web.direct import Direct
from web.found import found_body, found_core
from web.told import Told

UNSEEN = Path(__file__).parent / "unseen.jsonl"
TOOK = re.compile(rb'"took_ms":[0-9.]+\}\n\Z')
ANSWERED = [
    "q=can+i+counter+penetrate",
    "q=%E8%B2%AB%E9%80%9A%E3%81%AB%E5%AF%BE%E6%8A%97%E3%81%A7%E3%81%8D%E3%82%8B%EF%BC%9F&limit=50",
    "q=weather+in+osaka&lang=",
    "q=soul&lang=ja&game=bf&limit=3",
    "limit=1&q=soul&document=bf-en-2&q=life&limit=9",
    "q=soul%20%26%20life&other=1&flag",
    "q=%22quotes%22+%5C+%3Cscript%3E+%F0%9F%8E%B4+%00",
]
LEFT = [
    "",
    "q=",
    "q=%21%21",
    "q=soul&limit=0",
    "q=soul&limit=51",
    "q=soul&limit=%D9%A3",
    "q=soul&lang=fr",
    "q=soul&game=chess",
    "q=soul&document=none",
    "q=%ff%fe",
    "q=soul&%ff=1",
    "q=" + "a" * 2001,
    "q=soul&x=" + "a" * 33_000,
]


def both(client: FlaskClient, query: str, method: str = "GET", **headers: str) -> tuple[list[Any], bool]:
    """Status, headers and body by the shortcut and by the framework, and whether the shortcut left it to the framework."""
    shortcut = client.application.wsgi_app
    assert isinstance(shortcut, Direct)
    left: list[bool] = []

    def app(environ: dict[str, Any], start: Any) -> Any:
        left.append(True)
        return shortcut.app(environ, start)

    replies = []
    for one in (Direct(app, client.application.extensions["live"]), shortcut.app):
        environ = EnvironBuilder("/api/search", method=method, headers=headers).get_environ()
        told = environ[Told.KEY] = Told()
        environ["QUERY_STRING"] = query
        began: list[Any] = []
        body = b"".join(one(environ, lambda status, headers, _=None, began=began: began.extend((status, headers))))
        named = {name: value for name, value in began[1] if name != "Content-Length"}
        length = dict(began[1]).get("Content-Length")
        assert method == "HEAD" or length == (None if began[0].startswith("304") else str(len(body)))
        assert len(named) == len(began[1]) - (length is not None), "no header twice"
        replies.append((began[0], named, TOOK.sub(b"", body), TOOK.search(body) is not None, told))
    return replies, bool(left)


@pytest.mark.parametrize("query", ANSWERED)
def test_it_answers_as_the_app_does(client: FlaskClient, query: str) -> None:
    (direct, own), left = both(client, query)
    assert not left
    assert direct == own
    assert (direct[0], direct[3], direct[4].route) == ("200 OK", True, "/api/search")
    etag = direct[1]["ETag"]
    for known in (etag, f'"other", W/{etag}', "*", '"other"', "nonsense"):
        (direct, own), left = both(client, query, If_None_Match=known)
        assert not left
        assert direct == own
        assert direct[0].startswith("304") == (known not in ('"other"', "nonsense"))


def test_what_is_kept_of_entries_changes_no_byte(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(client.application.extensions["live"].search.kb)
    unseen = [json.loads(line) for line in UNSEEN.read_text(encoding="utf-8").splitlines()]
    asked = [one["q"] for language in ("en", "ja") for one in [one for one in unseen if one["lang"] == language][:50]]
    assert len(asked) == 100
    filters: list[dict[str, Any]] = [{}, {"language": "ja"}, {"document": "bf-en-2"}]
    found = [search.search(question, **one) for one in filters for question in asked]
    for most in (3, 2048, 2048):
        monkeypatch.setattr("web.found._MOST", most)
        for one in found:
            assert found_body(found_core(one, search), 1.5) == orjson.dumps(found_json(one) | {"took_ms": 1.5}) + b"\n"


def test_an_entry_is_put_into_words_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    before = client.get("/api/search?q=can+i+counter+penetrate").data

    def made(_: object) -> None:
        pytest.fail("it is made again")

    monkeypatch.setattr("web.found.hit_json", made)
    assert TOOK.sub(b"", client.get("/api/search?q=can+i+counter+penetrate").data) == TOOK.sub(b"", before)


@pytest.mark.parametrize("query", LEFT)
def test_what_is_wrong_is_left_to_the_app(client: FlaskClient, query: str) -> None:
    (direct, own), left = both(client, query)
    assert left
    assert direct == own
    assert direct[0][:3] in ("400", "414")


LONGEST = ".".join(["h" * 63] * 4)[:253] + ":65535"


@pytest.mark.parametrize("host", ["", "a.example", "localhost:8000", "[::1]:8000", "a_b", LONGEST])
def test_a_host_as_nearly_all_are_is_answered(client: FlaskClient, host: str) -> None:
    (direct, own), left = both(client, "q=soul", Host=host)
    assert not left
    assert direct == own
    assert direct[0] == "200 OK"


@pytest.mark.parametrize("host", ["h" * 300, f"h.{LONGEST}", "h" * 64, "a..b", ".a", "é.example", "a b"])
def test_any_other_host_is_left_to_the_app(client: FlaskClient, host: str) -> None:
    (direct, own), left = both(client, "q=soul", Host=host)
    assert left
    assert direct == own
    assert direct[0][:3] == ("200" if host in ("é.example", "a b") else "400")


def test_an_upgrade_is_left_to_the_app(client: FlaskClient) -> None:
    (direct, own), left = both(client, "q=soul", Connection="Upgrade", Upgrade="websocket")
    assert left
    assert direct == own
    assert direct[0] == "400 BAD REQUEST"


@pytest.mark.parametrize("method", ["HEAD", "POST", "OPTIONS", "PUT"])
def test_other_methods_are_left_to_the_app(client: FlaskClient, method: str) -> None:
    (direct, own), left = both(client, "q=soul", method)
    assert left
    assert direct[:2] == own[:2]


def test_servers_that_are_away_are_not_asked_twice(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def away(text: str, *_: object) -> None:
        asked.append(text)
        raise KbUnreachable("no server answers")

    monkeypatch.setattr(client.application.extensions["live"].search, "search", away)
    reply = client.get("/api/search?q=soul")
    assert (reply.status_code, asked) == (503, ["soul"])
    assert reply.get_json()["error"]["message"] == "The rules cannot be reached just now."


def test_whatever_goes_wrong_has_the_shape_of_an_error(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("odd")

    monkeypatch.setattr(client.application.extensions["live"].search, "search", broken)
    monkeypatch.setitem(client.application.config, "PROPAGATE_EXCEPTIONS", False)
    reply = client.get("/api/search?q=soul")
    assert (reply.status_code, reply.get_json()["error"]["code"]) == (500, "internal_server_error")
