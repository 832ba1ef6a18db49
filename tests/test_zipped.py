"""Pages and the site's text files go compressed to whoever takes it, and as they are to everybody else."""

from __future__ import annotations

import gzip

import pytest
from flask.testing import FlaskClient

TAKES = {"Accept-Encoding": "gzip, br"}


@pytest.mark.parametrize(
    "address", ["/", "/search?q=can+i+counter+penetrate", "/d/bf-en-3", "/static/style.css", "/static/offline/citing.js", "/sw.js"]
)
def test_texts_are_compressed_for_whoever_takes_it(client: FlaskClient, address: str) -> None:
    with client.get(address) as plain, client.get(address, headers=TAKES) as packed:
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in plain.headers["Vary"]
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert gzip.decompress(packed.data) == plain.data
        assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
        assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"
    for tag in (packed.headers["ETag"], plain.headers["ETag"]):
        for headers in (TAKES, {}):
            with client.get(address, headers={"If-None-Match": tag, **headers}) as again:
                assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("address", ["/static/icon-192.png", "/api/manifest", "/api/entries.jsonl", "/d/bf-en-3.txt", "/nothing"])
def test_the_rest_goes_as_it_is(client: FlaskClient, address: str) -> None:
    with client.get(address, headers=TAKES) as reply:
        assert "Content-Encoding" not in reply.headers


def test_a_piece_is_of_the_text_as_it_is(client: FlaskClient) -> None:
    with client.get("/static/style.css", headers={**TAKES, "Range": "bytes=0-9"}) as reply:
        assert "Content-Encoding" not in reply.headers
        assert (reply.status_code, len(reply.data)) == (206, 10)
    with client.head("/static/style.css", headers=TAKES) as reply:
        assert reply.data == b""
