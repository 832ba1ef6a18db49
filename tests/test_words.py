"""The site's words: both languages hold the same, templates hold none of their own, pages keep the reader's language."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from jinja2 import Environment, nodes

from kb.answer import AS_NOW, ONE_GAME, OTHER_EDITION, OTHER_GAME, THAT_TOO
from kb.knowledge_base import KnowledgeBase
from kb.model import LANGUAGES
from web import create_app, refusal
from web.wording import read_words, said

WEB = Path(__file__).parent.parent / "web"
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
PAGES = (
    "/", "/search?q=penetrate", "/search?q=weather+tomorrow", "/bf/keyword/penetrate", "/bf/attack-phase", "/bf/keyword", "/bf/topic",
    "/conflicts", "/changes", "/about", "/cite", "/cite?text=AP+3.2.2+(EN+2)+and+3.2.1+and+[Penetrate]", "/glossary", "/walk/bf/attack-phase/2.1", "/slip", "/slip?c=bf/call/1.1@bf-en-3&v=no", "/nothing",
    "/bf/attack-phase/3.2.2@bf-en-2", "/bf/topic/buddy-monster", "/bf/start-phase/3.1",
)  # fmt: skip


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_hold_the_same_keys_and_gaps() -> None:
    by_language = read_words().by_language
    english, japanese = by_language["en"], by_language["ja"]
    assert english.keys() == japanese.keys()
    for key, text in english.items():
        assert text.strip(), key
        assert japanese[key].strip(), key
        if not key.endswith("_one"):
            assert gaps(text) == gaps(japanese[key]), key


def test_japanese_words_are_japanese() -> None:
    same = {
        "site.name",
        "nav.other_language",
        "copy.markdown",
        "copy.discord",
        "walk.in_en",
        "walk.in_ja",
    }
    for key, text in read_words().by_language["ja"].items():
        assert key in same or re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text), key


def keys_used() -> tuple[set[str], set[str]]:
    """Keys that code and templates name whole, and the beginnings of those that they put together."""
    whole: set[str] = set()
    begun: set[str] = set()
    for path in [*TEMPLATES, *WEB.glob("*.py"), *WEB.glob("static/offline/*.js")]:
        text = path.read_text(encoding="utf-8")
        whole |= set(re.findall(r"\bt(?:_or|_plain|Or)?\(\s*f?['\"]([a-z_.\-0-9]+[a-z0-9])['\"]\s*[,)]", text))
        whole |= set(re.findall(r"'(keyboard\.[a-z]+)'", text))
        whole |= set(re.findall(r"t\('([a-z_.]+)'\) (?:if|else)", text))
        begun |= set(re.findall(r"\bt(?:_or)?\(\s*['\"]([a-z_.]+[._])['\"] ~", text))
        begun |= set(re.findall(r"\bt(?:_or)?\(\s*f['\"]([a-z_.]+[._])\{", text))
    return whole, begun


def test_every_key_is_used_and_every_key_used_is_there() -> None:
    held = set(read_words().by_language["en"])
    whole, begun = keys_used()
    assert whole <= held
    put_together = {
        "error.usual_",
        "error.hint_",
        "slip.hint",
        "offline.hint",
        "walk.hint",
        "search.hint",
        "cite.hint",
        "change.",
        "impact.",
        "severity.",
        "filter.",
        "state.",
        "means.",
        "reason.",
    }
    begun |= put_together
    unused = {
        key for key in held - whole if not any(key.startswith(start) for start in begun) and key.removesuffix("_one") not in whole
    }
    assert unused == set()


def bare_words(html: str) -> list[str]:
    """Words that a template would show without looking them up: its text and the attributes that people see or hear."""
    soup = BeautifulSoup(html, "html.parser")
    for element in soup(["script", "style"]):
        element.decompose()
    shown = [soup.get_text(" ")]
    for name in ("aria-label", "placeholder", "title", "alt"):
        shown += [str(element[name]) for element in soup.select(f"[{name}]")]
    shown += [
        str(meta["content"]) for meta in soup.select("meta[name=description], meta[property$=title], meta[property$=description]")
    ]
    return re.findall(r"[A-Za-z\u3040-\u30ff\u4e00-\u9fff]{2,}", " ".join(shown))


def strings_shown(source: str) -> list[str]:
    """Texts inside a template's expressions that are put out as they are: {{ 'yes' if x }}, {{ a ~ ' is ' ~ b }}."""
    out = []
    for output in Environment(autoescape=True).parse(source).find_all(nodes.Output):
        for expression in output.nodes:
            todo: list[nodes.Node] = [expression]
            while todo:
                node = todo.pop()
                if isinstance(node, nodes.Const) and isinstance(node.value, str):
                    out.append(node.value)
                elif isinstance(node, nodes.CondExpr):
                    todo += [part for part in (node.expr1, node.expr2) if part is not None]
                elif isinstance(node, (nodes.Or, nodes.And)):
                    todo += [node.left, node.right]
    return out


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_words_of_its_own(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    # Jinja's tags and expressions give way to nothing, so that what is left is what the template itself would show.
    html = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", source, flags=re.DOTALL)
    assert [word for word in bare_words(html) if word != "Esc"] == []
    # Language codes, types of fields and classes are no words that people read.
    assert [
        text for text in strings_shown(source) if re.search(r"[A-Za-z]{2,}", text) and text not in ("en", "ja", "ja-Latn")
    ] == []


def test_the_check_on_templates_sees_words() -> None:
    assert bare_words("<p aria-label='Hello'>There</p><script>no</script>") == ["There", "Hello"]
    assert strings_shown("{{ 'Not found' if a else b }}{{ t('x') }}") == ["Not found"]


def page(client: FlaskClient, address: str, language: str | None = None) -> BeautifulSoup:
    headers = {"Accept-Language": language} if language else {}
    return BeautifulSoup(client.get(address, headers=headers).get_data(as_text=True), "html.parser")


def test_the_address_decides_then_the_browser(client: FlaskClient) -> None:
    def language(address: str, accepts: str | None) -> object:
        return page(client, address, accepts).html["lang"]  # type: ignore[index]

    assert language("/", None) == "en"
    assert language("/", "ja-JP,ja;q=0.9,en;q=0.5") == "ja"
    assert language("/", "de,en;q=0.5") == "en"
    assert language("/", "fr") == "en"
    assert language("/?ui=en", "ja") == "en"
    assert language("/?ui=ja", "en") == "ja"
    assert language("/?ui=xx", "ja") == "ja"


def test_links_and_forms_keep_the_language(client: FlaskClient) -> None:
    for address in PAGES:
        soup = page(client, f"{address}{'&' if '?' in address else '?'}ui=ja")
        for link in soup.select("a[href^='/']"):
            if "tongue" not in link.get("class", []):
                assert "ui=ja" in str(link["href"]), (address, link["href"])
        for form in soup.select("form"):
            assert form.select_one("input[name=ui]")["value"] == "ja", address  # type: ignore[index]
        other = soup.select_one("a.tongue")
        assert other is not None
        assert "ui=en" in str(other["href"])
        assert not any("ui=" in str(link["href"]) for link in page(client, address).select("main a[href]")), address


def test_pages_say_what_their_language_depends_on(client: FlaskClient) -> None:
    reply = client.get("/about", headers={"Accept-Language": "ja"})
    assert "Accept-Language" in reply.headers["Vary"]
    assert reply.headers["Content-Language"] == "ja"
    assert "Set-Cookie" not in reply.headers
    assert "Accept-Language" not in client.get("/api/manifest").headers.get("Vary", "")


@pytest.mark.parametrize("ui", LANGUAGES)
@pytest.mark.parametrize("address", PAGES)
def test_every_text_says_its_language(client: FlaskClient, address: str, ui: str) -> None:
    """Japanese letters stand under lang=ja, and on a Japanese page long English stands under lang=en."""
    soup = page(client, f"{address}{'&' if '?' in address else '?'}ui={ui}")
    for text in soup.find_all(string=True):
        parent = text.parent
        if parent is None or parent.name in ("script", "style", "title", "[document]", "option", "time", "kbd"):
            continue
        language = next((str(above["lang"]) for above in [parent, *parent.parents] if above.has_attr("lang")), "")
        japanese = len(re.findall(r"[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]", text))
        if japanese >= 3 and japanese > len(re.findall(r"[A-Za-z]", text)):
            assert language.startswith("ja"), (address, text)
        elif len(re.findall(r"[a-z]{2,}", text)) >= 5 and not re.search(r"[\u3040-\u30ff\u4e00-\u9fff/?=]", text):
            assert language != "ja", (address, text)


@pytest.mark.parametrize("address", [*PAGES, "/d/bf-en-3", "/bf/change", "/bf/restricted", "/bf/anatomy"])
def test_no_space_follows_a_full_width_comma_or_colon(client: FlaskClient, address: str) -> None:
    soup = page(client, f"{address}{'&' if '?' in address else '?'}ui=ja")
    for element in soup.select("p, h1, h2, h3, a, summary, dt, label"):
        if not element.select(".rule, q") and not element.find_parent(class_="rule"):
            assert not re.search(r"[、：][ \n]+\S", element.get_text()), (address, element)


def test_citations_follow_the_page(client: FlaskClient) -> None:
    assert page(client, "/bf/attack-phase/3.2.1?ui=ja").select_one("h1").get_text() == "BF アタックフェイズ 3.2.1"  # type: ignore[union-attr]
    assert page(client, "/bf/keyword/chaos-territory/q1?ui=ja").select_one("h1").get_text().startswith("BF 『")  # type: ignore[union-attr]
    articles = page(client, "/bf/keyword/penetrate?ui=ja").select(".sides .rule")
    assert [article["lang"] for article in articles] == ["ja", "en"]


def test_every_sentence_of_the_library_has_its_japanese(kb: KnowledgeBase, kb_path: Path) -> None:
    doubts = {doubt for entry in kb.store.entries() for rendition in entry.renditions for doubt in rendition.doubts}
    source = (WEB.parent / "kb" / "answer.py").read_text(encoding="utf-8")
    caveats = set(re.findall(r'out\.append\("([^"]+)"\)', source))
    assert len(doubts) > 50
    assert len(caveats) >= 3
    caveats |= {AS_NOW, ONE_GAME, OTHER_EDITION, OTHER_GAME, THAT_TOO}
    with create_app(kb_path).test_request_context("/?ui=ja"):
        for sentence in sorted(doubts | caveats):
            assert "lang=" not in said(sentence), sentence


def test_what_the_gate_refuses_is_said_in_the_reader_s_language(client: FlaskClient) -> None:
    refusals = [one for one in vars(refusal).values() if isinstance(one, refusal.Refusal)]
    assert len(refusals) >= 5
    for one in refusals:
        reply = client.get("/search?q=%E8%B2%AB%E9%80%9A&ui=ja", environ_overrides={refusal.REFUSAL: one})
        assert reply.status_code == one.status
        assert reply.headers.get("Retry-After", "0") == str(one.retry)
        main = BeautifulSoup(reply.get_data(as_text=True), "html.parser").select_one("main")
        assert main is not None
        assert not main.select("[lang=en]"), main.get_text()
        assert one.message not in main.get_text()
