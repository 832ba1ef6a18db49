"""What hands do on the site, in a real browser: ask while typing, keys, copy, pin, walk, switch the language, go without scripts."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from browser import OUTSIDE, Open, wait_for
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.browser

PLAIN = "BF [Penetrate] – [Counter] cannot be used against [Penetrate]. (EN 3) {site}/bf/keyword/penetrate@bf-en-3"


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.getAttribute('href') ?? document.activeElement.id"))


def test_results_come_while_typing_and_the_address_keeps_step(visit: Open, site: str) -> None:
    page = visit("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "only=results" in request.url else None)
    page.locator("#q").press_sequentially("can i counter penetrate", delay=15)
    expect(page.locator(".answer blockquote")).to_contain_text("[Counter] cannot be used against [Penetrate].")
    expect(page).to_have_url(f"{site}/search?q=can+i+counter+penetrate")
    expect(page).to_have_title("can i counter penetrate – Judgecall")
    expect(page.locator("#says")).to_have_text("No. 12 rules found.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Search: can i counter penetrate")
    page.locator("#q").fill("soul guard")
    expect(page.locator("#says")).to_have_text("12 rules found.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Search: soul guard")
    expect(page.locator("#browse")).to_be_hidden()
    assert len(asked) < 7, "a pause in typing asks, not every letter"
    page.locator("#q").press("Escape")
    expect(page.locator("#browse")).to_be_visible()
    expect(page.locator(".hits")).to_have_count(0)
    expect(page).to_have_url(f"{site}/")


def test_each_question_that_was_submitted_is_in_the_history(visit: Open, site: str) -> None:
    """Back once led past both questions and the start page."""
    page = visit("/about")
    page.goto(f"{site}/")
    first, second = f"{site}/search?q=can+i+counter+penetrate", f"{site}/search?q=soul+guard"
    for question, address in (("can i counter penetrate", first), ("soul guard", second)):
        page.locator("#q").fill("")
        page.locator("#q").press_sequentially(question, delay=15)
        page.locator("#q").press("Enter")
        expect(page).to_have_url(address)
    expect(page.locator(".hits h3").first).to_contain_text("Soulguard")
    page.go_back()
    expect(page).to_have_url(first)
    expect(page.locator("#q")).to_have_value("can i counter penetrate")
    expect(page.locator(".answer blockquote")).to_contain_text("[Counter] cannot be used against [Penetrate].")
    expect(page).to_have_title("can i counter penetrate – Judgecall")
    assert str(page.get_attribute(".tongue", "href")).endswith("/search?q=can+i+counter+penetrate&ui=ja")
    page.go_back()
    expect(page).to_have_url(f"{site}/")
    expect(page.locator("#q")).to_have_value("")
    expect(page.locator("#browse")).to_be_visible()
    expect(page.locator(".hits")).to_have_count(0)
    expect(page).to_have_title("Judgecall")
    page.go_forward()
    expect(page.locator(".answer blockquote")).to_contain_text("[Counter] cannot be used against [Penetrate].")
    page.go_forward()
    expect(page).to_have_url(second)
    expect(page.locator(".hits h3").first).to_contain_text("Soulguard")
    for _ in range(3):
        page.go_back()
    expect(page).to_have_url(f"{site}/about")


def test_what_was_typed_and_not_submitted_gives_way(visit: Open, site: str) -> None:
    page = visit("/")
    for question in ("soul", "counter", "penetrate"):
        page.locator("#q").fill(question)
        expect(page).to_have_url(f"{site}/search?q={question}")
    page.go_back()
    expect(page).to_have_url(f"{site}/")
    expect(page.locator("#browse")).to_be_visible()


def test_back_from_a_rule_leads_through_the_questions(visit: Open, site: str) -> None:
    """The page is then another than the one that the questions were asked on."""
    page = visit("/")
    for question in ("can i counter penetrate", "soul"):
        page.locator("#q").fill(question)
        page.locator("#q").press("Enter")
        expect(page).to_have_url(f"{site}/search?q={question.replace(' ', '+')}")
    page.locator(".hits h3 a").first.click()
    page.wait_for_url("**/bf/**")
    page.go_back()
    expect(page).to_have_url(f"{site}/search?q=soul")
    page.go_back()
    expect(page.locator(".answer blockquote")).to_contain_text("[Counter] cannot be used against [Penetrate].")
    page.go_back()
    expect(page.locator("#browse")).to_be_visible()
    expect(page).to_have_url(f"{site}/")


def test_an_older_reply_never_overtakes_a_newer_one(visit: Open) -> None:
    page = visit("/", worker=False)
    page.route("**/search?q=soul&only=results", lambda route: (page.wait_for_timeout(900), route.continue_()))
    page.locator("#q").fill("soul")
    page.wait_for_timeout(250)
    page.locator("#q").fill("can i counter penetrate")
    expect(page.locator(".answer blockquote")).to_contain_text("[Counter] cannot be used against [Penetrate].")
    page.wait_for_timeout(1000)
    expect(page.locator(".answer blockquote")).to_contain_text("[Counter] cannot be used against [Penetrate].")


def test_the_old_verdict_is_gone_while_a_new_answer_is_on_its_way(visit: Open) -> None:
    """On a slow network a red "No" of the question before stood under the new one for seconds."""
    page = visit("/search?q=can+i+counter+penetrate", worker=False)
    held: list[Route] = []
    page.route("**only=results", lambda route: held.append(route))
    page.locator("#q").fill("can i call a monster twice")
    page.locator("#q").press("Enter")
    expect(page.locator(".waiting")).to_have_text("Searching…")
    expect(page.locator("#says")).to_have_text("Searching…")
    expect(page.locator("#results")).to_have_attribute("aria-busy", "true")
    expect(page.locator(".verdict")).to_be_hidden()
    held[-1].continue_()
    expect(page.locator(".hits h3").first).to_be_visible()
    expect(page.locator("#results")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator(".waiting")).to_have_count(0)


def test_the_start_page_says_that_an_answer_is_on_its_way(visit: Open) -> None:
    page = visit("/?ui=ja", worker=False)
    held: list[Route] = []
    page.route("**only=results", lambda route: held.append(route))
    page.locator("#q").fill("貫通")
    page.locator("#q").press("Enter")
    expect(page.locator(".waiting")).to_have_text("検索しています…")
    expect(page.locator("#browse")).to_be_hidden()
    page.locator("#q").fill("")
    expect(page.locator("#browse")).to_be_visible()
    expect(page.locator(".waiting")).to_have_count(0)


@pytest.mark.parametrize("touch", [True, False])
def test_the_answer_to_what_was_submitted_is_on_the_screen(visit: Open, touch: bool) -> None:
    """Asked again further down the page, it stood above what was seen, or behind the keyboard on the screen."""
    page = visit("/search?q=can+i+counter+penetrate", width=390, height=700, has_touch=touch, is_mobile=touch)
    page.evaluate("scrollTo(0, 900)")
    page.locator("#q").fill("soul guard")
    expect(page.locator(".hits h3").first).to_contain_text("Soulguard")
    assert page.evaluate("scrollY") > 0, "while one types the page stays where it is"
    page.locator("#q").press("Enter")
    wait_for(page, "scrollY === 0")
    assert page.evaluate("document.activeElement.id") == ("" if touch else "q")


@pytest.mark.parametrize("status", [429, 500, 0])
def test_what_was_found_before_never_stands_under_a_question_that_failed(visit: Open, status: int) -> None:
    page = visit("/search?q=can+i+counter+penetrate", expected="Failed to load resource", worker=False)
    expect(page.locator(".answer .verdict")).to_have_text("No")
    page.route("**only=results", lambda route: route.fulfill(status=status, body="later") if status else route.abort())
    page.locator("#q").fill("can i call a monster twice")
    expect(page.locator("#results")).to_have_text("That did not work")
    expect(page.locator("#says")).to_have_text("That did not work")
    expect(page.locator(".answer, .hits")).to_have_count(0)
    page.unroute("**only=results")
    page.locator("#q").fill("can i counter penetrate?")
    expect(page.locator(".answer .verdict")).to_have_text("No")


def test_a_failure_is_told_in_the_language_of_the_site(visit: Open) -> None:
    japanese = visit("/?ui=ja", expected="Failed to load resource", worker=False)
    japanese.route("**only=results", lambda route: route.abort())
    japanese.locator("#q").fill("貫通")
    expect(japanese.locator("#results")).to_have_text("処理できませんでした")


def test_keys_alone_ask_open_copy_and_pin(visit: Open, site: str) -> None:
    page = visit("/about", permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("/")
    assert focused(page) == "q"
    page.keyboard.type("can i counter penetrate")
    page.keyboard.press("Enter")
    expect(page.locator(".answer .copy")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    assert focused(page) == "/bf/keyword/penetrate@bf-en-3"
    page.keyboard.press("c")
    expect(page.locator("#says")).to_have_text("Copied.")
    assert clipboard(page) == PLAIN.format(site=site)
    page.keyboard.press("p")
    expect(page.locator("#tray")).to_have_text("Slip: one entry")
    page.keyboard.press("ArrowDown")
    assert focused(page) == "/bf/keyword/penetrate"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert focused(page) == "q"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("BF [Penetrate]")
    expect(page.locator(".sides .copy").first).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator("#says")).to_have_text("Copied.")
    assert clipboard(page).startswith("BF [Penetrate] – When an attack by a card with [Penetrate] hits")


def test_typing_a_c_in_the_search_does_not_copy(visit: Open) -> None:
    page = visit("/search?q=soul")
    page.locator("#q").press("End")
    page.locator("#q").press("c")
    page.wait_for_timeout(300)
    expect(page.locator("#q")).to_have_value("soulc")
    assert "Copied" not in str(page.locator("#says").text_content())


def test_keys_that_type_something_can_be_switched_off(visit: Open, site: str) -> None:
    """Who speaks to a browser presses them unmeant (WCAG 2.1.4)."""
    page = visit("/about#keyboard", permissions=["clipboard-read", "clipboard-write"])
    switch = page.get_by_label("Use the keys /, c, p and 1–9")
    expect(switch).to_be_checked()
    switch.uncheck()
    page.goto(f"{site}/bf/keyword/penetrate")
    expect(page.locator(".sides .copy").first).to_be_visible()
    for key in ("c", "p", "/"):
        page.keyboard.press(key)
    expect(page.locator("#tray")).to_be_hidden()
    expect(page.locator("#says")).to_have_text("")
    assert focused(page) != "q"
    page.goto(f"{site}/walk/bf/attack-phase/2.1")
    wait_for(page, "Boolean(history.state?.walk)")
    page.keyboard.press("2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_contain_text("1.4")
    page.goto(f"{site}/about#keyboard")
    expect(switch).not_to_be_checked()
    switch.check()
    page.goto(f"{site}/bf/keyword/penetrate")
    expect(page.locator(".sides .copy").first).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator("#tray")).to_have_text("Slip: one entry")


def test_one_tap_copies_in_three_forms(visit: Open, site: str) -> None:
    page = visit("/search?q=can+i+counter+penetrate", permissions=["clipboard-read", "clipboard-write"])
    actions = page.locator(".answer .actions")
    link = f"{site}/bf/keyword/penetrate@bf-en-3"
    actions.locator(".copy").click()
    expect(actions.locator(".copy")).to_have_text("Copied.")
    assert clipboard(page) == PLAIN.format(site=site)
    actions.locator("summary").click()
    actions.get_by_role("button", name="Markdown").click()
    expect(actions.locator("details")).not_to_have_attribute("open", "")
    assert clipboard(page) == (
        f"> \\[Counter\\] cannot be used against \\[Penetrate\\].\n>\n> — [BF \\[Penetrate\\] (EN 3)]({link})"
    )
    actions.locator("summary").click()
    actions.get_by_role("button", name="Discord").click()
    assert clipboard(page) == f"**BF \\[Penetrate\\]** (EN 3)\n> \\[Counter\\] cannot be used against \\[Penetrate\\].\n<{link}>"


def test_copying_works_where_the_browser_keeps_the_clipboard_shut(visit: Open, site: str) -> None:
    page = visit(
        "/search?q=can+i+counter+penetrate", base=site.replace("127.0.0.1", OUTSIDE), expected="Cross-Origin-Opener-Policy"
    )
    assert page.evaluate("navigator.clipboard === undefined")
    page.locator(".answer .copy").click()
    expect(page.locator("#says")).to_have_text("Copied.")
    reader = page.context.new_page()
    page.context.grant_permissions(["clipboard-read"], origin=site)
    reader.goto(f"{site}/about")
    assert clipboard(reader) == PLAIN.format(site=site.replace("127.0.0.1", OUTSIDE))


def test_pins_gather_into_a_slip_and_come_off_again(visit: Open) -> None:
    page = visit("/search?q=can+i+counter+penetrate")
    pin = page.locator(".answer .pinning")
    pin.click()
    expect(pin).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#tray")).to_have_text("Slip: one entry")
    page.goto(page.url.split("/search")[0] + "/bf/attack-phase/3.2.1")
    page.locator(".sides .pinning").nth(1).click()
    expect(page.locator("#tray")).to_have_text("Slip: 2 entries")
    page.locator("#tray").click()
    expect(page.locator(".slip h2")).to_have_text(["BF [Penetrate] (EN 3)", "BF Attack Phase 3.2.1 (JA 3)"])
    page.get_by_label("Question", exact=True).fill("Can I counter Penetrate?")
    page.get_by_label("Ruling").select_option("no")
    page.get_by_role("button", name="Write on the slip").click()
    expect(page.locator(".slip .asked")).to_have_text("Can I counter Penetrate?")
    expect(page.locator(".slip .verdict")).to_have_text("No")
    expect(page.locator(".slip time")).to_have_count(0)
    page.wait_for_load_state()  # a page that is left before its scripts ran keeps its pins in its links
    assert page.locator(".slip .code").evaluate("image => image.complete && image.naturalWidth > 0")
    page.locator(".slip .screen a").first.click()
    expect(page.locator(".slip h2")).to_have_count(1)
    page.wait_for_load_state()
    page.get_by_role("link", name="Go on searching").click()
    expect(page.locator("#tray")).to_have_text("Slip: one entry")
    expect(page).not_to_have_url(re.compile("c="))
    page.locator("#tray").click()
    page.wait_for_load_state()
    page.get_by_role("link", name="Clear the slip").click()
    expect(page.locator("main .none")).to_have_text("This slip is empty.")
    page.wait_for_load_state()
    page.goto(page.url.split("/slip")[0] + "/bf/call/1.1")
    expect(page.locator("#tray")).to_be_hidden()
    page.locator(".sides .pinning").first.click()
    page.goto(page.url.split("/bf")[0] + "/slip")
    expect(page.locator(".slip h2")).to_have_text(["BF Call 1.1 (EN 3)"])
    page.wait_for_load_state()
    page.locator(".slip .screen a").click()
    expect(page.locator("main .none")).to_have_text("This slip is empty.")
    expect(page.locator("#tray")).to_be_hidden()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_full_slip_says_so_to_everybody(visit: Open, width: int) -> None:
    """Only those who hear the page once learnt why nothing happened."""
    page = visit("/search?q=can+i+counter+penetrate", width=width, height=760)
    page.evaluate("""sessionStorage.setItem('slip', JSON.stringify([...Array(12).keys()].map((n) => `bf/call/1.${n}@bf-en-3`)))""")
    page.reload()
    told = page.locator("#told")
    expect(page.locator("#tray")).to_have_text("Slip: 12 entries")
    expect(told).to_be_hidden()
    page.locator(".answer .pinning[role=button]").click()
    expect(told).to_have_text("A slip holds 12 entries. Remove one first.")
    expect(told).to_be_visible()
    expect(page.locator("#says")).to_have_text("A slip holds 12 entries. Remove one first.")
    expect(page.locator("#tray")).to_have_text("Slip: 12 entries")
    box, tray = told.bounding_box(), page.locator("#tray").bounding_box()
    assert box is not None
    assert tray is not None
    assert box["y"] + box["height"] <= tray["y"] + 1 or tray["y"] + tray["height"] <= box["y"], "neither covers the other"
    expect(told).to_be_hidden(timeout=7_000)


def test_a_long_question_is_cut_to_what_a_slip_s_link_can_hold(visit: Open, site: str) -> None:
    question = "貫通に対抗できますか" * 40
    page = visit(f"/search?q={quote(question)}")
    pin = page.locator(".hits .pinning").first
    by_server = parse_qs(urlsplit(pin.get_attribute("href") or "").query)["q"]
    pin.click()
    assert parse_qs(urlsplit(page.locator("#tray").get_attribute("href") or "").query)["q"] == by_server
    page.locator("#q").fill("🐉!'()*~" * 60)
    expect(page.locator("#tray")).to_have_attribute("href", re.compile("slip"))
    page.locator("#q").fill(question)
    page.locator("#tray").click()
    expect(page.locator(".slip .asked")).to_have_text(by_server[0])
    assert by_server[0].endswith("…")


def test_a_question_too_long_for_a_slip_is_refused_in_words_and_never_cut(visit: Open) -> None:
    """Of 143 letters that a judge had typed 118 were left, and nothing said so."""
    page = visit("/slip?c=bf/keyword/penetrate@bf-en-3")
    page.wait_for_load_state()
    field, over = page.get_by_label("Question", exact=True), page.locator("#over")
    question = "貫通に対抗できますか？" * 13
    field.fill(question)
    said = re.search(r"^(\d+) letters too many: the QR code of this slip holds no more", over.inner_text())
    assert said
    address = page.url
    page.get_by_role("button", name="Write on the slip").click()
    page.get_by_role("button", name="Print").click()
    assert page.url == address
    expect(field).to_have_value(question)
    field.fill(question[: -int(said[1]) + 1])
    expect(over).to_contain_text("One letter too many")
    fits = question[: -int(said[1])]
    field.fill(fits)
    expect(over).to_have_text("")
    page.get_by_label("Ruling").select_option("depends")
    expect(over).to_contain_text("too many")
    page.get_by_label("Ruling").select_option("")
    page.get_by_role("button", name="Write on the slip").click()
    expect(page.locator(".slip .asked")).to_have_text(fits)
    field = page.get_by_label("Question", exact=True)
    field.fill("a" * 301)
    expect(over).to_contain_text("One letter too many")


def test_somebody_else_s_slip_is_offered_and_does_not_replace_one_s_own(visit: Open, site: str) -> None:
    page = visit("/bf/call/1.1")
    page.locator(".sides .pinning").first.click()
    page.goto(f"{site}/slip?c=bf/keyword/penetrate@bf-en-3&c=bf/attack-phase/3.2.1@bf-en-3")
    expect(page.locator(".slip h2")).to_have_count(2)
    expect(page.locator("#tray")).to_have_text("Slip: one entry")
    expect(page.locator(".slip .screen").first).to_be_hidden()
    expect(page.get_by_role("link", name="Clear the slip")).to_be_hidden()
    page.get_by_role("button", name="Add these to my slip").click()
    expect(page.locator("#tray")).to_have_text("Slip: 3 entries")
    expect(page.locator("#offer")).to_be_hidden()
    page.locator("#tray").click()
    expect(page.locator(".slip h2")).to_have_count(3)
    expect(page.locator(".slip .screen").first).to_be_visible()
    expect(page.locator("#offer")).to_be_hidden()


def test_a_slip_that_is_opened_is_nobody_s_until_it_is_taken_over(visit: Open, site: str) -> None:
    theirs = "/slip?c=bf/keyword/move@bf-en-3&q=Other+table&v=yes&t=2026-05-03T14:05"
    page = visit(theirs)
    expect(page.locator("#offer")).to_be_visible()
    expect(page.get_by_role("link", name="Clear the slip")).to_be_hidden()
    page.get_by_role("link", name="Go on searching").click()
    expect(page.locator("#tray")).to_be_hidden()
    page.goto(f"{site}/search?q=can+i+counter+penetrate")
    page.locator(".answer .pinning[role=button]").click()
    expect(page.locator("#tray")).to_have_text("Slip: one entry")
    page.locator("#tray").click()
    expect(page.locator(".slip h2")).to_have_text(["BF [Penetrate] (EN 3)"])
    expect(page.locator(".slip .verdict")).to_have_count(0)
    page = visit(theirs)
    page.get_by_role("button", name="Add these to my slip").click()
    expect(page.locator("#says")).to_have_text("Slip: one entry")
    expect(page.get_by_role("link", name="Clear the slip")).to_be_visible()
    page.goto(f"{site}/search?q=can+i+counter+penetrate")
    page.locator(".answer .pinning[role=button]").click()
    page.locator("#tray").click()
    expect(page.locator(".slip h2")).to_have_count(2)
    expect(page.locator(".slip .asked")).to_have_text("Other table")
    expect(page.locator(".slip .verdict")).to_have_text("Yes")
    expect(page.locator(".slip time")).to_have_text("2026-05-03 14:05")


def test_a_wrong_slip_link_does_not_touch_one_s_own_slip(visit: Open, site: str) -> None:
    """All that it named once went into this tab's slip, which then failed in the same way for good."""
    page = visit("/bf/call/1.1", expected="Failed to load resource")
    page.locator(".sides .pinning").first.click()
    expect(page.locator("#tray")).to_have_text("Slip: one entry")
    for wrong in ("c=bf/nothing@bf-en-3&c=bf/call/1.2@bf-en-3", "c=x", "c=bf/call/1.2@bf-en-3&q=" + "a" * 301):
        page.goto(f"{site}/slip?{wrong}")
        expect(page.locator("main .none")).to_be_visible()
        expect(page.locator("#tray")).to_have_text("Slip: one entry")
        expect(page.get_by_role("link", name="Clear the slip")).to_be_hidden()
        assert page.evaluate("sessionStorage.getItem('slip')") == '["bf/call/1.1@bf-en-3"]'
    page.goto(f"{site}/search?q=call&c=bf/nothing@bf-en-3&c=bf/call/1.2@bf-en-3")
    expect(page.locator("#tray")).to_have_text("Slip: 2 entries")
    page.locator("#tray").click()
    expect(page.locator(".slip h2")).to_have_text(["BF Call 1.1 (EN 3)", "BF Call 1.2 (EN 3)"])


def test_a_slip_that_cannot_be_shown_can_be_emptied(visit: Open, site: str) -> None:
    page = visit("/about", expected="Failed to load resource")
    page.evaluate("""sessionStorage.setItem('slip', '["bf/nothing@bf-en-3"]')""")
    page.goto(f"{site}/about")
    page.locator("#tray").click()
    expect(page.locator("main .none")).to_have_text("There is no entry bf/nothing.")
    page.wait_for_load_state()
    page.get_by_role("link", name="Clear the slip").click()
    expect(page.locator("main .none")).to_have_text("This slip is empty.")
    page.goto(f"{site}/about")
    expect(page.locator("#tray")).to_be_hidden()


def test_what_is_written_on_a_slip_stays_on_it_until_it_is_cleared(visit: Open, site: str) -> None:
    page = visit("/search?q=can+i+counter+penetrate")
    page.locator(".answer .pinning").click()
    page.locator("#tray").click()
    expect(page).to_have_url(re.compile(r"/slip\?"))
    page.wait_for_load_state()  # what is written before the page's scripts ran is only in its link
    page.get_by_label("Question", exact=True).fill("Table 12: counter?")
    page.get_by_label("Ruling").select_option("no")
    page.get_by_label("Time").fill("2026-05-03T14:05")
    page.get_by_role("button", name="Write on the slip").click()
    expect(page.locator(".slip .verdict")).to_have_text("No")
    page.wait_for_load_state()
    page.get_by_role("link", name="Go on searching").click()
    expect(page.locator("#tray")).to_be_visible()
    page.locator("#q").fill("attack phase 3.2.1")
    page.locator('.hits .pinning[data-add^="bf/attack-phase/3.2.1@"]').first.click()
    expect(page.locator("#tray")).to_have_text("Slip: 2 entries")
    page.locator("#tray").click()
    expect(page.locator(".slip h2")).to_have_count(2)
    expect(page.locator(".slip .asked")).to_have_text("Table 12: counter?")
    expect(page.locator(".slip .verdict")).to_have_text("No")
    expect(page.locator(".slip time")).to_have_text("2026-05-03 14:05")
    page.wait_for_load_state()
    page.get_by_role("link", name="Clear the slip").click()
    expect(page.locator("main .none")).to_have_text("This slip is empty.")
    page.goto(f"{site}/search?q=can+i+counter+penetrate")
    page.locator(".answer .pinning[role=button]").click()
    page.locator("#tray").click()
    expect(page.locator(".slip .asked")).to_have_text("can i counter penetrate")
    expect(page.locator(".slip .verdict, .slip time")).to_have_count(0)


def test_the_print_has_what_was_typed(visit: Open, site: str) -> None:
    page = visit("/about")
    page.add_init_script("window.print = () => { document.body.dataset.paper = document.querySelector('.slip header').innerText }")
    page.goto(f"{site}/slip?c=bf/call/1.1@bf-en-3&q=Counter%3F&v=no")
    page.get_by_role("button", name="Print").click()
    expect(page.locator("body")).to_have_attribute("data-paper", re.compile(r"Counter\?\s+No$"))
    page.get_by_label("Question", exact=True).fill("Twice?")
    page.get_by_label("Ruling").select_option("")
    page.get_by_label("Time").fill("2026-05-03T14:05")
    page.get_by_role("button", name="Print").click()
    expect(page.locator("body")).to_have_attribute("data-paper", re.compile(r"Twice\?\s+2026-05-03 14:05$"))
    page.reload()
    expect(page.locator("body")).not_to_have_attribute("data-paper", re.compile("Twice"))


def test_the_footer_leads_to_the_slip_that_the_tray_counts(visit: Open, site: str) -> None:
    page = visit("/search?q=can+i+counter+penetrate&ui=en")
    footer = page.locator("body > footer").get_by_role("link", name="Ruling slip")
    expect(footer).to_have_attribute("href", "/slip?ui=en")
    page.locator(".answer .pinning").click()
    footer.click()
    expect(page.locator(".slip h2")).to_have_text(["BF [Penetrate] (EN 3)"])
    expect(page.locator(".slip .asked")).to_have_text("can i counter penetrate")
    page.goto(f"{site}/slip?ui=en")
    expect(page.locator(".slip h2")).to_have_text(["BF [Penetrate] (EN 3)"])


def test_a_slip_takes_the_present_minute(visit: Open) -> None:
    page = visit("/slip?c=bf/call/1.1@bf-en-3", timezone_id="Asia/Tokyo")
    page.get_by_role("button", name="Now").click()
    now = page.evaluate("new Date().toLocaleString('sv', { timeZone: 'Asia/Tokyo' }).replace(' ', 'T').slice(0, 13)")
    assert page.get_by_label("Time").input_value().startswith(now)
    page.get_by_role("button", name="Write on the slip").click()
    expect(page.locator(".slip time")).to_contain_text(now.replace("T", " "))


def test_the_language_switch_gives_way_to_a_question_on_a_small_screen(visit: Open) -> None:
    page = visit("/", width=390, height=844)
    expect(page.locator(".tongue")).to_be_visible()
    narrow = page.locator("#q").evaluate("e => e.offsetWidth")
    page.locator("#q").fill("can i")
    expect(page.locator(".tongue")).to_be_hidden()
    assert page.locator("#q").evaluate("e => e.offsetWidth") > narrow + 40
    page.locator("#q").blur()
    expect(page.locator(".tongue")).to_be_visible()


def test_a_flow_is_walked_by_hand_and_by_keys(visit: Open, site: str) -> None:
    page = visit("/bf/attack-phase")
    page.get_by_role("link", name="Walk through it step by step").click()
    expect(page.locator(".under .copy")).to_be_visible()
    for place in ("1.1.1", "1.1.2", "1.2", "1.3", "1.4", "2.1"):
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile(rf"/attack-phase/{re.escape(place)}\?"))
    assert focused(page) == "step"
    expect(page.locator("#says")).to_have_text("Step 7 of 31")
    page.keyboard.press("2")
    expect(page).to_have_url(f"{site}/walk/bf/attack-phase/2.1.1?from=2.1")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_title("Attack Phase 2.1 – Step by step – Judgecall")
    page.locator(".way").first.click()
    expect(page.locator("h1")).to_contain_text("2.2")
    page.go_back()
    expect(page).to_have_title("Attack Phase 2.1 – Step by step – Judgecall")
    page.reload()
    expect(page).to_have_title("Attack Phase 2.1 – Step by step – Judgecall")
    page.get_by_role("link", name="Start over").click()
    expect(page).to_have_url(f"{site}/walk/bf/attack-phase")
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator("h1")).to_contain_text("1.1.2")


def test_a_walk_goes_on_to_the_flow_that_its_last_step_names(visit: Open, site: str) -> None:
    page = visit("/walk/bf/attack-phase/5.1", width=390, height=760)
    wait_for(page, "Boolean(history.state?.walk)")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{site}/walk/bf/final-phase")
    expect(page).to_have_title("Final Phase 1.1 – Step by step – Judgecall")
    expect(page.locator(".crumbs a").first).to_have_text("Final Phase")
    page.go_back()
    expect(page.locator(".way")).to_contain_text("Go on: Final Phase")


def test_a_tap_counts_instead_of_a_step_still_on_its_way(visit: Open, site: str) -> None:
    page = visit("/walk/bf/attack-phase/2.1.1?from=2.1", worker=False)
    slow: list[Route] = []
    page.route("**/walk/bf/attack-phase/2.1", lambda route: slow.append(route))
    wait_for(page, "Boolean(history.state?.walk)")  # from here on keys are heard
    with page.expect_request("**/walk/bf/attack-phase/2.1"):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.locator(".way").first.click()
    expect(page).to_have_title("Attack Phase 2.1.2 – Step by step – Judgecall")
    slow[0].continue_()
    page.wait_for_timeout(300)
    expect(page).to_have_title("Attack Phase 2.1.2 – Step by step – Judgecall")
    expect(page).to_have_url(f"{site}/walk/bf/attack-phase/2.1.2?from=2.1.1")


def test_the_language_switch_stays_on_the_page_and_the_browser_chooses_first(visit: Open) -> None:
    page = visit("/bf/keyword/penetrate")
    page.locator(".tongue").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("h1")).to_have_text("BF 『貫通』")
    page.locator(".crumbs a").first.click()
    expect(page.locator("h1")).to_have_text("キーワード能力")
    page.locator("#q").fill("貫通に対抗できる？")
    page.keyboard.press("Enter")
    expect(page.locator(".answer blockquote")).to_contain_text("【対抗】を使用することはできません")
    assert "ui=ja" in page.url
    page.locator(".answer .cite a").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    japanese = visit("/", locale="ja-JP")
    expect(japanese.locator("h1")).to_have_text("答えになるルールを、すぐに。")
    japanese.locator("#q").press_sequentially("ソウル", delay=10)
    expect(japanese.locator("#says")).to_contain_text("件のルールが見つかりました")


def test_everything_works_without_scripts(visit: Open) -> None:
    page = visit("/", java_script_enabled=False)
    expect(page.locator(".copying")).to_have_count(0)
    page.locator("#q").fill("can i counter penetrate")
    page.locator("#q").press("Enter")
    expect(page.locator(".answer blockquote")).to_contain_text("[Counter] cannot be used against [Penetrate].")
    expect(page.locator(".answer .copying")).to_be_hidden()
    page.locator(".answer .pinning").click()
    expect(page.locator(".slip h2")).to_have_count(1)
    page.get_by_role("link", name="Go on searching").click()
    page.locator("#q").fill("attack phase 3.2.1")
    page.locator("#q").press("Enter")
    expect(page.locator("#tray")).to_have_text("Slip: one entry")
    page.locator(".hits .pinning").first.click()
    expect(page.locator(".slip h2")).to_have_count(2)
    page.goto(page.url.split("/slip")[0] + "/walk/bf/attack-phase/2.1")
    page.locator(".way").last.click()
    expect(page.locator("h1")).to_contain_text("2.1.1")
    page.locator(".tongue").click()
    expect(page.locator(".now > .rule")).to_have_attribute("lang", "ja")


def test_the_way_back_from_a_rule_leads_to_the_pasted_text(visit: Open) -> None:
    page = visit("/cite", worker=False)
    page.locator("#text").fill("See attack phase 3.2.1 and [Penetrate].")
    page.get_by_role("button", name="Check").click()
    page.locator(".findings h3 a").first.click()
    page.wait_for_url("**/bf/**")
    page.go_back()
    expect(page.locator("#text")).to_have_value("See attack phase 3.2.1 and [Penetrate].")
    expect(page.locator(".findings > li")).to_have_count(2)


HEAR = "navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { sort: 'stored' } }))"


@pytest.mark.parametrize(("width", "pinned"), [(390, False), (390, True), (1280, True)])
def test_news_stand_in_a_strip_at_the_edge_and_go(visit: Open, width: int, pinned: bool) -> None:
    """They once lay over the midst of what was being read for 12 s."""
    page = visit("/search?q=can+i+counter+penetrate", width=width, height=760, service_workers="block", expected="")
    if pinned:
        page.locator(".answer [data-add]").first.click()
        expect(page.locator("#tray")).to_be_visible()
    answer = page.locator(".answer").bounding_box()
    page.evaluate(HEAR)
    news = page.locator("#news")
    expect(news).to_be_visible()
    box, tray = news.bounding_box(), page.locator("#tray").bounding_box()
    assert box is not None
    assert box["width"] == width
    assert box["height"] < 44
    if tray is None:
        assert box["y"] + box["height"] == 760
    elif width < 500:
        assert box["y"] + box["height"] == pytest.approx(tray["y"], abs=1)
    else:
        assert tray["y"] + tray["height"] <= box["y"]
    assert page.locator(".answer").bounding_box() == answer
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last = page.locator("body > footer p").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= box["y"]
    expect(news).to_be_hidden(timeout=7_000)
