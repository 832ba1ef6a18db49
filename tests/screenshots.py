"""The README's pictures: `python tests/screenshots.py http://127.0.0.1:8000` takes them anew from a site that is served there."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parent / "screenshots"
PHONE, DESK = (360, 700), (1040, 640)
PICTURES = {
    "search-phone-light": ("/search?q=can+I+counter+Penetrate%3F", PHONE),
    "search-desktop-dark": ("/search?q=total+size+3+allowed%3F", DESK),
    "entry-phone-dark": ("/bf/keyword/penetrate?ui=ja", PHONE),
    "entry-desktop-light": ("/bf/keyword/penetrate", DESK),
    "walk-phone-light": ("/walk/bf/attack-phase/2.1", PHONE),
    "walk-desktop-dark": ("/walk/bf/attack-phase/2.1", DESK),
    "slip-phone-dark": ("/slip?c=bf/keyword/penetrate@bf-en-3&q=Can+I+counter+Penetrate%3F&v=no", PHONE),
    "slip-desktop-light": ("/slip?c=bf/keyword/penetrate@bf-en-3&q=Can+I+counter+Penetrate%3F&v=no", DESK),
}
"""By name, which ends in the colours: the address and the window."""


def main(site: str) -> None:
    """Take them all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, (address, (width, height)) in PICTURES.items():
            colours = "dark" if name.endswith("dark") else "light"
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=colours, locale="en-GB")
            page.goto(site + address, wait_until="networkidle")
            page.screenshot(path=FOLDER / f"{name}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
