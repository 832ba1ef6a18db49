"""A real browser over the real site: fixtures of the tests marked `browser`, which fail where there is no chromium."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar
from unittest.mock import patch

import pytest
from flask import Flask
from werkzeug.serving import make_server

from kb.knowledge_base import KnowledgeBase
from kb.offline.tier import Tier, shrink
from web import create_app
from web.offline.packed import Files, Packed, made

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

OUTSIDE = "judge.test"
"""A host that the browser finds on this machine and does not trust, as it would not trust a laptop on a venue's network."""

Open = Callable[..., "Page"]

_LEFT_OFF = (
    # Playwright's own, which a list given here takes the place of.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable"),
    *("LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
    # Pages of the browser's own behind the address bar, which nobody sees here: half of the time that a window takes.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
)
"""What the browser does without."""
_NO_WORKER = "delete Navigator.prototype.serviceWorker"
"""Run before a page's own scripts, it makes a browser that has no service workers."""

_tiers: dict[str, Tier] = {}


def tier_of(kb: KnowledgeBase) -> Tier:
    """What `shrink` gives; a KB is shrunk once a run, by far the longest part of making an offline copy."""
    if kb.revision not in _tiers:
        _tiers[kb.revision] = shrink(kb)
    return _tiers[kb.revision]


class PackedOnce(Packed):
    """The files of the offline copy, made once for all sites that serve the same revision."""

    made: ClassVar[dict[str, Files]] = {}
    _making = threading.Lock()

    def _obtained(self, wanted: str) -> Files | None:
        with self._making:
            if wanted not in self.made:
                with patch("web.offline.packed.shrink", tier_of):
                    self.made[wanted] = made()
        return self.made[wanted]


@cache
def site_of(kb: Path) -> Flask:
    """The site of a KB, opened once a run: a test that changes it puts it right again."""
    app = create_app(kb)
    app.extensions["packed"] = PackedOnce()
    return app


@pytest.fixture(scope="session")
def site(kb_path: Path) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, site_of(kb_path), threaded=True)
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
            executable_path=chromium,
            args=[
                "--no-sandbox",
                f"--host-resolver-rules=MAP {OUTSIDE} 127.0.0.1",
                f"--disable-features={','.join(_LEFT_OFF)}",
            ],
        )
        yield started
        started.close()


def window(browser: Browser, *, width: int = 1280, height: int = 800, **settings: Any) -> BrowserContext:
    """A fresh window without a page."""
    context = browser.new_context(viewport={"width": width, "height": height}, **{"locale": "en-US", **settings})
    context.set_default_timeout(10_000)
    return context


def watch(page: Page, errors: list[str], expected: str | None) -> None:
    """Note what a page logs as an error, but for messages with a part that is expected."""

    def note(text: str) -> None:
        if expected is None or expected not in text:
            errors.append(text)

    page.on("pageerror", lambda error: note(str(error)))
    page.on("console", lambda line: note(line.text) if line.type == "error" else None)


def wait_for(page: Page, expression: str) -> None:
    """Wait until an expression is true in a page, 10 seconds at most.

    Playwright's own wait evaluates it again and again in the page, which the site's Content-Security-Policy forbids.
    """
    for _ in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never true: {expression}")


def given_by(page: Page, script: str, value: Any) -> Any:
    """What a JavaScript function of one value gives on a page. As JSON thousands of values cross over many times faster."""
    told: str = page.evaluate(f"async (value) => JSON.stringify(await ({script})(JSON.parse(value)))", json.dumps(value))
    return json.loads(told)


class Tabs:
    """Windows that tests use one after another, one for each manner of window; a site is in no service worker's hands there."""

    def __init__(self, browser: Browser) -> None:
        self.errors: list[str] = []
        self._browser = browser
        self._pages: dict[str, Page] = {}

    def open(self, address: str, *, expected: str | None = None, **settings: Any) -> Page:
        """Open an address in the window of this manner."""
        manner = repr((expected, sorted(settings.items())))
        if manner not in self._pages:
            context = window(self._browser, **settings)
            context.add_init_script(_NO_WORKER)
            self._pages[manner] = context.new_page()
            watch(self._pages[manner], self.errors, expected)
        page = self._pages[manner]
        if page.url == address:  # the same again would be a reload, which keeps the place on the page
            page.goto("about:blank")
        page.goto(address)
        return page

    def leave(self) -> list[str]:
        """Forget what a test has put by; gives the errors that its pages logged."""
        for page in self._pages.values():
            page.evaluate("sessionStorage.clear()")
        errors = [*self.errors]
        self.errors.clear()
        return errors

    def close(self) -> None:
        """Close them all."""
        for page in self._pages.values():
            page.context.close()


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Open]:
    """Opens an address in a fresh window. What a page logs as an error (a refused script, a missing file) fails the test.

    `expected` is a part of the one message that the test means to cause. `worker=False` keeps the site out of a service worker's
    hands: what a worker asks for itself goes past `page.route`.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(address: str, *, base: str = site, expected: str | None = None, worker: bool = True, **settings: Any) -> Page:
        contexts.append(window(browser, **settings))
        if not worker:
            contexts[-1].add_init_script(_NO_WORKER)
        page = contexts[-1].new_page()
        watch(page, errors, expected)
        page.goto(base + address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []
