"""A real browser over the real site: fixtures of the tests marked `browser`, which fail where there is no chromium."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.serving import make_server

from web import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

OUTSIDE = "judge.test"
"""A host that the browser finds on this machine and does not trust, as it would not trust a laptop on a venue's network."""

Open = Callable[..., "Page"]


@pytest.fixture(scope="session")
def site(kb_path: Path) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, create_app(kb_path), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.fail("there is no chromium on this machine; run: apt-get install chromium fonts-noto-cjk", pytrace=False)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", f"--host-resolver-rules=MAP {OUTSIDE} 127.0.0.1"]
        )
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Open]:
    """Opens an address in a fresh window. What a page logs as an error (a refused script, a missing file) fails the test.

    `expected` is a part of the one message that the test means to cause.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(
        address: str, *, width: int = 1280, height: int = 800, base: str = site, expected: str | None = None, **settings: Any
    ) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **{"locale": "en-US", **settings})
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()

        def note(text: str) -> None:
            if expected is None or expected not in text:
                errors.append(text)

        page.on("pageerror", lambda error: note(str(error)))
        page.on("console", lambda line: note(line.text) if line.type == "error" else None)
        page.goto(base + address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []
