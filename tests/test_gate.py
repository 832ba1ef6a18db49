"""The gate around an app that hangs: the client gets its answer in time, and the place is lost only as long as the hang lasts."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from web import create_app
from web.environ import environ_of
from web.gate import Gate
from web.refusal import REFUSAL
from web.turn import RUNNING


def test_a_request_that_hangs_is_given_up_and_its_place_comes_back(kb_path: Path) -> None:
    site, go_on = create_app(kb_path), threading.Event()

    def hanging(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if REFUSAL not in environ and environ["PATH_INFO"] == "/hang":
            go_on.wait()
        return site.wsgi_app(environ, start)

    async def ask(gate: Gate, path: str) -> tuple[int, dict[str, Any]]:
        scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"", "http_version": "1.1",
                 "headers": [], "server": ("127.0.0.1", 80)}  # fmt: skip
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await gate(scope, receive, send)
        return sent[0]["status"], dict(sent[0]["headers"]) | {"body": sent[1]["body"]}

    async def run() -> None:
        gate = Gate(hanging, site.extensions["live"], site.extensions["metrics"], waiting=4, seconds=0.2)
        assert not gate.overdue()
        hung = await asyncio.gather(*(ask(gate, "/hang") for _ in range(RUNNING)))
        assert [status for status, _ in hung] == [503] * RUNNING
        assert hung[0][1][b"retry-after"] == b"2"
        # Every place is held: others wait for their time and are told so; health is answered all the same.
        status, reply = await ask(gate, "/api/documents")
        assert (status, json.loads(reply["body"])["error"]["message"]) == (503, "the answer took too long and was given up")
        assert (await ask(gate, "/healthz"))[0] == 200
        await asyncio.sleep(0.6)
        assert gate.overdue()
        go_on.set()
        await asyncio.sleep(0.5)
        assert not gate.overdue()
        assert (await ask(gate, "/api/documents"))[0] == 200

    asyncio.run(run())
    site.extensions["live"].search.kb.store.close()


def test_links_begin_with_the_scheme_of_the_site_s_address() -> None:
    scope = {"method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": [], "scheme": "http"}
    assert environ_of(scope)["wsgi.url_scheme"] == "http"
    assert environ_of(scope, "https")["wsgi.url_scheme"] == "https"
