"""The site behind a proxy that counts requests, in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from browser import Open
from playwright.sync_api import expect
from test_browser_offline import STORED, Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("about", [[("Retry-After", "1")], []])
def test_a_copy_that_a_proxy_holds_up_is_waited_for(
    kb_path: Path, visit: Open, about: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proxy of the README answers 429 beyond its rate, and says nothing of when to come again."""
    server, turns = Server(kb_path), count()
    whole = server.app.wsgi_app

    def hasty(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"].endswith("pack.json") and next(turns) < 2:
            start("429 Too Many Requests", [("Content-Type", "text/html"), *about])
            return [b"slowly"]
        return whole(environ, start)

    monkeypatch.setattr(server.app, "wsgi_app", hasty)
    try:
        page = visit("/", base=server.base, expected="Failed to load resource")
        expect(page.locator("#news")).to_have_text(STORED, timeout=60_000)
        assert next(turns) == 3
    finally:
        server.stop()
