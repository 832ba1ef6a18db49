"""What eyes meet, in a real browser: contrast and names for every reader (axe), small screens, large type, both schemes, paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Open, Tabs
from playwright.sync_api import Browser, Page, expect

from kb.knowledge_base import KnowledgeBase

pytestmark = pytest.mark.browser

PAGES = {
    "start": "/",
    "search": "/search?q=can+I+counter+Penetrate%3F",
    "no ruling": "/search?q=what+is+the+weather+in+osaka",
    "entry": "/bf/keyword/penetrate",
    "old entry": "/bf/attack-phase/3.2.2@bf-en-2",
    "flow": "/bf/attack-phase",
    "keywords": "/bf/keyword",
    "reader": "/d/bf-en-1",
    "conflicts": "/conflicts?impact=high",
    "changes": "/changes?to=bf-en-3",
    "glossary": "/glossary",
    "walker": "/walk/bf/attack-phase/2.1",
    "window": "/walk/bf/final-phase/1.1",
    "slip": "/slip?c=bf/keyword/penetrate@bf-en-3&c=bf/attack-phase/3.2.2@bf-en-2&q=Can+I+counter+Penetrate%3F&v=no&t=2026-05-03T14:05",
    "empty slip": "/slip",
    "citations": "/cite?text=AP+3.2.2+(EN+2)+and+3.2.1+and+[Penetrate]+and+99.1",
    "about": "/about",
}
SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def tabs(browser: Browser) -> Iterator[Tabs]:
    opened = Tabs(browser)
    yield opened
    opened.close()


@pytest.fixture
def visit(site: str, tabs: Tabs) -> Iterator[Open]:
    """Opens an address as everywhere else, in a window that the tests of this file share: what eyes meet hangs on no window."""
    yield lambda address, **settings: tabs.open(site + address, **settings)
    assert tabs.leave() == []


def grave(page: Page) -> list[tuple[str, list[str]]]:
    """Violations that axe calls serious or critical, with the elements."""
    violations: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [(v["id"], [node["html"][:160] for node in v["nodes"]]) for v in violations if v["impact"] in ("serious", "critical")]


@pytest.mark.parametrize(("scheme", "ui"), [("light", "en"), ("dark", "ja")])
@pytest.mark.parametrize("name", PAGES)
def test_no_page_shuts_a_reader_out(visit: Open, name: str, scheme: str, ui: str) -> None:
    """In both schemes and both languages; colours do not depend on the language, nor words on the scheme."""
    joint = "&" if "?" in PAGES[name] else "?"
    page = visit(f"{PAGES[name]}{joint}ui={ui}", color_scheme=scheme, width=360, height=740)
    for summary in page.locator(".tongues > summary").all():
        summary.click()
    if page.locator(".pinning").count():
        page.locator(".pinning").first.click()
    assert grave(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_an_error_page_shuts_nobody_out(visit: Open, scheme: str) -> None:
    page = visit("/bf/call/99.9", color_scheme=scheme, expected="status of 404")
    expect(page.locator("h1")).to_have_text("Not found")
    assert grave(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_nothing_runs_off_a_small_screen_or_under_large_type(visit: Open, name: str) -> None:
    page = visit(PAGES[name], width=360, height=740)
    for percent in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size }", percent)
        width, beyond = page.evaluate(
            "[document.documentElement.scrollWidth, [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && e.checkVisibility() && getComputedStyle(e).position !== 'absolute').slice(0, 4).map(e => e.outerHTML.slice(0, 90))]"
        )
        assert width <= 360, (percent, beyond)


@pytest.mark.parametrize("ui", ["en", "ja"])
@pytest.mark.parametrize("width", [360, 390])
def test_large_type_leaves_room_for_a_question_and_for_menus(visit: Open, width: int, ui: str) -> None:
    page = visit(f"/search?q=can+I+counter+Penetrate%3F&ui={ui}", width=width, height=844)
    field, bar = page.locator("#q"), page.locator(".bar")
    assert (bar.evaluate("e => e.offsetHeight"), field.evaluate("e => e.offsetWidth") >= width / 2) == (63, True)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert field.evaluate("e => e.offsetWidth") >= width / 2
    beyond = page.locator(".forms").evaluate_all(
        """(all) => all.map((menu) => {
          menu.open = true;
          const { left, right } = menu.querySelector("ul").getBoundingClientRect();
          menu.open = false;
          return [left, right];
        }).filter(([left, right]) => left < 0 || right > innerWidth)"""
    )
    assert beyond == []
    broken = page.locator(".forms").first.evaluate(
        """(menu) => {
          menu.open = true;
          const buttons = [...menu.querySelectorAll("button")];
          return buttons.filter((e) => e.scrollWidth > e.clientWidth || e.clientHeight > 2.5 * parseFloat(getComputedStyle(e).fontSize) * 1.6).map((e) => e.textContent);
        }"""
    )
    assert broken == [], "no word of a menu is broken"
    # The frame takes two rows now, and does not stay over the text.
    page.evaluate("scrollTo(0, 600)")
    assert bar.evaluate("e => e.getBoundingClientRect().bottom") < 0


@pytest.mark.parametrize("name", PAGES)
def test_what_is_tapped_is_as_large_as_a_finger(visit: Open, name: str) -> None:
    page = visit(PAGES[name], width=360, height=740)
    small = page.evaluate(
        """[...document.querySelectorAll("button, input:not([type=hidden], .switch input), .switch, select, summary, .actions a, .tongue, .brand, .way, .tray, .also a, .crumbs a, .shelves a, .tries a, .narrow a, .pages a, .around a, .filters a, .return a, footer li a, .button, .links a, .refs a, .cite a, .hits h3 a, .list h4 a, .contents a, .caveat > a:only-child, .source a, .window a, .defines a, .flow:not(.reader) .number")]
        .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".hidden"))
        .map(e => [e.outerHTML.slice(0, 80), Math.round(e.getBoundingClientRect().height * 10) / 10, Math.round(e.getBoundingClientRect().width)])
        .filter(([, height]) => height < 44)"""
    )
    assert small == []


def test_the_ruling_is_seen_without_scrolling_on_a_phone(visit: Open, kb: KnowledgeBase) -> None:
    page = visit("/search?q=can+I+counter+Penetrate%3F", width=360, height=640)
    base = page.url.split("/search")[0]
    assert page.locator(".answer .cite").evaluate("e => e.getBoundingClientRect().bottom") < 640
    contested = {body["entry"] for body in kb.store.records("conflict")}
    withdrawn = {body["entry"] for body in kb.store.records("withdrawn")}
    for entry in sorted(contested)[:12] + sorted(withdrawn)[:3] + ["bf/start-phase/3.1", "bf/keyword/n-attack"]:
        page.goto(f"{base}/{entry}")
        top = page.locator(".sides .rule p").first.evaluate("e => e.getBoundingClientRect().top")
        assert top < 600, entry
    page.goto(f"{base}/walk/bf/attack-phase/2.1")
    assert page.locator(".now > .rule").evaluate("e => e.getBoundingClientRect().top") < 320


COVERED = """(bar) => {
  const top = document.querySelector(bar).getBoundingClientRect().top;
  return [...document.querySelectorAll("main a, main button, main summary, body > footer a")].filter((e) => e.checkVisibility())
    .filter((e) => !e.closest(bar) && e.getBoundingClientRect().bottom > top + 1).map((e) => e.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize("ui", ["en", "ja"])
@pytest.mark.parametrize(
    "address", ["/bf/keyword/penetrate", "/walk/bf/attack-phase/3.2.1", "/walk/bf/attack-phase/2.1", "/glossary"]
)
def test_the_tray_covers_no_control_on_a_phone(visit: Open, address: str, ui: str) -> None:
    page = visit(f"/bf/call/1.1?ui={ui}", width=390, height=844)
    page.locator(".sides .pinning").first.click()
    page.goto(page.url.split("/bf/")[0] + f"{address}?ui={ui}")
    bar = page.locator("#tray").bounding_box()
    assert bar is not None
    assert (bar["x"], bar["width"], bar["y"] + bar["height"]) == (0, 390, 844)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate(COVERED, "#tray") == []
    # A link that the keyboard comes to is scrolled clear of it.
    page.evaluate("scrollTo(0, 0)")
    for _ in range(60):
        page.keyboard.press("Tab")
        low = page.evaluate(
            "document.activeElement.matches('#tray, body') ? 0 : document.activeElement.getBoundingClientRect().bottom - document.querySelector('#tray').getBoundingClientRect().top"
        )
        assert low <= 1, page.evaluate("document.activeElement.outerHTML.slice(0, 120)")


@pytest.mark.parametrize("width", [360, 390])
def test_the_one_way_on_stays_where_it_is_on_a_phone(visit: Open, width: int) -> None:
    page = visit("/walk/bf/start-phase", width=width, height=844)
    places = set()
    for _ in range(8):
        box = page.locator(".way").first.bounding_box()
        assert box is not None
        if page.locator(".way").count() == 1:
            places.add((round(box["y"]), round(box["height"])))
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            assert page.evaluate(COVERED, ".ways ol") == []
        before = page.url
        page.locator(".way").first.click()
        page.wait_for_url(lambda url, before=before: url != before)
    assert len(places) == 1, places
    assert max(y + height for y, height in places) <= 844


def test_a_number_stands_on_the_line_of_its_text(visit: Open) -> None:
    page = visit("/bf/attack-phase", width=390, height=844)
    apart = page.evaluate(
        """[...document.querySelectorAll(".flow > li")].map((item) => {
          const base = (e) => { const mark = document.createElement("span"); mark.style.display = "inline-block"; e.prepend(mark); const y = mark.getBoundingClientRect().bottom; mark.remove(); return y; };
          return base(item.querySelector(".number")) - base(item.querySelector("h2, p"));
        }).filter((apart) => Math.abs(apart) > 0.6)"""
    )
    assert apart == []


def test_large_type_breaks_no_word_of_a_slip_s_head(visit: Open) -> None:
    page = visit(PAGES["slip"], width=360, height=740)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for selector in (".slip h1", ".slip .asked"):
        wide = page.locator(selector).evaluate(
            "e => { const own = e.clientWidth; e.style.width = 'min-content'; e.style.overflowWrap = 'normal'; return [e.scrollWidth, own]; }"
        )
        assert wide[0] <= wide[1] + 1, selector


@pytest.mark.parametrize("address", ["/bf/attack-phase?ui=ja", "/d/bf-en-3", "/bf/keyword/penetrate"])
def test_large_type_breaks_no_word_of_a_heading(visit: Open, address: str) -> None:
    page = visit(address, width=360, height=740)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    wide, own = page.locator("main h1").evaluate(
        "e => { const own = e.clientWidth; e.style.width = 'min-content'; e.style.overflowWrap = 'normal'; return [e.scrollWidth, own]; }"
    )
    assert wide <= own + 1


def test_no_name_of_the_start_page_is_broken_on_a_phone(visit: Open) -> None:
    """ファイナルフェイズ once had its last letter on a line of its own."""
    page = visit("/?ui=ja", width=360, height=740)
    short = page.locator("#bf .shelves a").evaluate_all("all => all.slice(0, 8).map(e => [e.textContent, e.clientHeight])")
    assert {height for _, height in short} == {min(height for _, height in short)}, short


def test_paper_has_nothing_to_press_and_whole_rules(visit: Open) -> None:
    for address in ("/search?q=penetrate", "/bf/attack-phase", "/cite?text=AP+3.2.1", "/glossary?q=counter"):
        page = visit(address)
        page.emulate_media(media="print")
        pressed = "[...document.querySelectorAll('button, input, textarea, select, .button')].filter(e => e.checkVisibility())"
        assert page.evaluate(f"{pressed}.map(e => e.outerHTML)") == [], address
        cut = page.locator(".hits .text").evaluate_all("all => all.filter(e => e.scrollHeight > e.clientHeight + 1).length")
        assert cut == 0, address
        if address.startswith("/search"):
            assert page.locator(".whole").is_visible()
        page.emulate_media(media="null")


def test_schemes_differ_and_motion_is_not_forced(visit: Open) -> None:
    colours = {}
    for scheme in SCHEMES:
        page = visit("/", color_scheme=scheme, reduced_motion="reduce")
        colours[scheme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert page.locator(".shelves a").first.evaluate("e => getComputedStyle(e).transitionDuration") == "0s"
    assert colours["light"] != colours["dark"]


def test_the_first_tab_is_the_way_past_the_header(visit: Open) -> None:
    page = visit("/bf/keyword/penetrate")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").evaluate("e => e.getBoundingClientRect().left") >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    outline = page.evaluate(
        "[getComputedStyle(document.activeElement).outlineStyle, getComputedStyle(document.activeElement).outlineWidth]"
    )
    assert outline == ["solid", "3px"]


def sheets(page: Page) -> list[tuple[int, int]]:
    """The sheets of a page's print: (width, height) in millimetres of each."""
    pdf = page.pdf(prefer_css_page_size=True)
    count = len(re.findall(rb"/Type\s*/Page\b", pdf))
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", pdf)
    assert len(boxes) == count
    return [(round(float(w) / 72 * 25.4), round(float(h) / 72 * 25.4)) for w, h in boxes]


def longest(kb: KnowledgeBase, document: str, count: int) -> list[str]:
    """The entries that a document prints at the greatest length, those of both languages first."""
    found = [(len(r.text), f"{e.id}@{document}") for e in kb.store.entries() for r in e.renditions if r.document == document]
    return [pin for _, pin in sorted(found, reverse=True)[:count]]


@pytest.mark.parametrize("ui", ["en", "ja"])
@pytest.mark.parametrize("document", ["bf-en-3", "bf-ja-3", "bf-en-1", "dg-en-1"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_slip_of_up_to_three_of_the_longest_rules_prints_on_one_a5_sheet(
    visit: Open, kb: KnowledgeBase, document: str, count: int, ui: str
) -> None:  # fmt: skip
    pins = "&".join(f"c={pin}" for pin in longest(kb, document, count))
    page = visit(f"/slip?{pins}&q={'Can+I+counter+it+then%3F+' * 5}&v=depends&t=2026-05-03T14:05&ui={ui}")
    assert sheets(page) == [(148, 210)]


def test_a_slip_of_many_rules_flows_on_and_entries_print_on_the_reader_s_paper(visit: Open, kb: KnowledgeBase) -> None:
    pins = "&".join(f"c={pin}" for pin in longest(kb, "bf-en-3", 12))
    found = sheets(visit(f"/slip?{pins}"))
    assert 2 <= len(found) <= 8
    assert set(found) == {(148, 210)}
    for address in ("/bf/keyword/penetrate", "/search?q=can+I+counter+Penetrate%3F", "/bf/attack-phase"):
        assert set(sheets(visit(address))) == {(216, 279)}, "the paper that the browser prints on here"


def test_japanese_and_latin_are_set_in_fonts_that_have_them(visit: Open) -> None:
    page = visit("/bf/keyword/penetrate")
    families = page.evaluate("[...document.querySelectorAll('.sides .rule')].map(e => getComputedStyle(e).fontFamily)")
    assert "Charter" in families[0]
    assert families[1].startswith('"Hiragino Sans"')
