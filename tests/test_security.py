"""Nothing that a text holds is ever run, nothing outside the folders is ever read, and every reply says so to the browser."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from served import Served, serve
from test_web import sort_of_page

import web
from ingest.build import build
from web import create_app

PLANTED = "<script>alert(1)</script> \"><img src=x onerror=alert(2)> {{7*7}} {% raw %} 'onfocus=alert(3) autofocus"
ADDRESS = "%3Cscript%3Ealert(1)%3C/script%3E%22%3E%3Cimg%20src=x%20onerror=alert(2)%3E%7B%7B7*7%7D%7D%27onfocus=alert(3)"


class Page(HTMLParser):
    """What a browser would make of a page: the elements that could run something, and every address it leads to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.runs: list[str] = []
        self.links: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "img" and not (values.get("src") or "").startswith("/"):
            self.runs.append(f"<img src={values.get('src')}>")
        if tag == "script" and not (values.get("src") or "").startswith("/static/"):
            self.runs.append("inline script")
        if tag in ("style", "iframe", "object", "embed", "base"):
            self.runs.append(f"<{tag}>")
        for name, value in values.items():
            if name.startswith("on") or name == "style":
                self.runs.append(f"{tag} {name}={value}")
            if name in ("href", "src", "action", "formaction"):
                address = (value or "").strip().lower()
                if address.startswith(("javascript:", "data:", "vbscript:")):
                    self.runs.append(f"{tag} {name}={value}")
                if name == "href" and (value or "").startswith("/"):
                    self.links.add((value or "").split("#")[0])


@pytest.fixture(scope="module")
def planted(small: Path, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A site over a corpus with markup in a document's rule, in titles, in an example and in phrasings."""
    folder = tmp_path_factory.mktemp("planted")
    copy = folder / "corpus"
    shutil.copytree(small, copy)
    toml = json.dumps(PLANTED)
    manifest = (copy / "manifest.toml").read_text(encoding="utf-8")
    for source in sorted((copy / "sources").glob("*.txt")):
        before = source.read_bytes()
        text = before.decode("utf-8").replace(
            "[Counter] cannot be used against [Penetrate].", f"[Counter] cannot {PLANTED} be used."
        )
        text = text.replace("『貫通』に対して", f"『貫通』{PLANTED}に対して")
        source.write_bytes(text.encode("utf-8"))
        manifest = manifest.replace(hashlib.sha256(before).hexdigest(), hashlib.sha256(source.read_bytes()).hexdigest())
    lines = [f"title = {toml}" if line.startswith("title = ") else line for line in manifest.splitlines()]
    lines = [f"examples = [{toml}]" if line.startswith("examples = ") else line for line in lines]
    (copy / "manifest.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for path in sorted((copy / "phrasings").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("en = [\n", f"en = [\n    {toml},\n", 3), encoding="utf-8")
    build(copy, folder / "kb")
    return create_app(folder / "kb").test_client()


def pages(client: FlaskClient, first: list[str]) -> Iterator[tuple[str, str, Page]]:
    """Pages that can be reached, as (address, text, what a browser makes of it): all those of Penetrate, two of each other sort."""
    todo, seen = list(first), set(first)
    met: Counter[tuple[str, ...]] = Counter()
    while todo:
        address = todo.pop()
        with client.get(address) as reply:
            if not reply.mimetype.endswith("html"):
                continue
            text = reply.get_data(as_text=True)
        page = Page(text)
        yield address, text, page
        for link in sorted(page.links - seen):
            seen.add(link)
            sort = sort_of_page(client, link)
            met[sort] += 1
            if met[sort] <= 2 or ("?" not in link and "/penetrate" in link):
                todo.append(link)


def test_planted_markup_is_shown_and_never_run(planted: FlaskClient) -> None:
    first = ["/", f"/search?q={ADDRESS}+penetrate", "/search?q=penetrate", f"/{ADDRESS}/{ADDRESS}", f"/d/{ADDRESS}", f"/bf/{ADDRESS}@{ADDRESS}",
             f"/conflicts?part={ADDRESS}&impact={ADDRESS}", f"/changes?kind={ADDRESS}&to={ADDRESS}", f"/cite?text={ADDRESS}", f"/search?q=soul&game={ADDRESS}"]  # fmt: skip
    looked = shown = 0
    for address, text, page in pages(planted, first):
        assert page.runs == [], address
        assert "<script>alert" not in text, address
        looked += 1
        shown += "&lt;script&gt;alert(1)" in text
        assert "<img src=x" not in text, address
        assert "&gt; 49 {% raw" not in text, address
    assert looked > 300
    assert shown > 20


def test_planted_markup_in_json_is_a_string(planted: FlaskClient) -> None:
    found = planted.get("/api/search?q=can+i+counter+penetrate&limit=5")
    assert found.mimetype == "application/json"
    assert any(PLANTED in rendition["text"] for result in found.get_json()["results"] for rendition in result["renditions"])
    for address in ("/api/documents", "/api/entries/bf/keyword/penetrate", "/api/conflicts", "/api/changes", f"/api/entries/{ADDRESS}",
                    f"/api/search?q=a&game={ADDRESS}", f"/api/search?q=a&limit={ADDRESS}", f"/api/flows/{ADDRESS}/x"):  # fmt: skip
        reply = planted.get(address)
        assert reply.mimetype == "application/json", address
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.get_json() is not None
    sent = planted.post("/api/citations", json={"text": PLANTED + " BF [Penetrate]"})
    assert sent.mimetype == "application/json"


@pytest.fixture(scope="module")
def served(small_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve(small_kb, tmp_path_factory.mktemp("secured"), workers=1) as running:
        yield running


@pytest.mark.parametrize(
    "address",
    [
        "/static/../commands.py", "/static/..%2fcommands.py", "/static/%2e%2e/commands.py", "/static/..%5ccommands.py", "/static//etc/passwd",
        "/static/%2fetc%2fpasswd", "/static/style.css%00.png", "/static/....//commands.py", "/d/..%2f..%2fetc%2fpasswd", "/d/%2fetc%2fpasswd",
        "/d/bf-en-3%00", "/bf/..%2f..%2fmanifest.toml", "/bf/%2e%2e/%2e%2e/kb.sqlite", "/api/entries/..%2f..%2fkb.sqlite",
        "/api/entries/%2fetc%2fpasswd", "/api/flows/..%2f../meta.json", "//etc/passwd", "/..%2f..%2fmeta.json", "/%00", "/static/%ff%fe",
    ],
)  # fmt: skip
def test_no_address_leads_out(served: Served, address: str) -> None:
    """Sent as they stand, over a raw connection: a client would tidy them."""
    reply = served.raw(f"GET {address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode(), 2)
    status = int(reply.split(b" ", 2)[1])
    assert status in (301, 308, 400, 404), reply[:300]
    for leak in (b"root:", b"SQLite format", b"def serve_command", b'"schema"', b"[[document]]"):
        assert leak not in reply


def test_static_files_hold_no_links_out() -> None:
    """Flask follows a symlink in its static folder, so there must be none."""
    for path in (Path(web.__file__).parent / "static").rglob("*"):
        assert not path.is_symlink(), path


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND"])
def test_nothing_can_be_written(client: FlaskClient, method: str) -> None:
    """Only reading methods, and the addresses to which a text to be read is posted."""
    posted = {"/api/citations", "/cite"}
    for rule in client.application.url_map.iter_rules():
        if rule.arguments or (method == "POST" and rule.rule in posted):
            continue
        assert client.open(rule.rule, method=method).status_code == 405, (method, rule.rule)


def test_every_kind_of_reply_carries_the_headers(served: Served) -> None:
    kinds = ["/", "/search?q=soul", "/bf/attack-phase", "/api/documents", "/healthz", "/readyz", "/metrics", "/static/style.css", "/nothing",
             "/api/search?q=", "/api/entries/none"]  # fmt: skip
    for address in kinds:
        headers = served.get(address).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["img-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == ("cross-origin" if address.startswith("/api/") else "same-origin")
        assert "camera=()" in headers["permissions-policy"]
        assert "set-cookie" not in headers
        assert "strict-transport-security" not in headers


def test_templates_hold_nothing_inline() -> None:
    for path in (Path(web.__file__).parent / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "|safe" not in text.replace(" ", ""), path
        assert "autoescape false" not in text, path
        assert "<style" not in text, path
        assert " style=" not in text, path


def test_a_header_with_an_underscore_passes_for_no_other(served: Served) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX_Request_Id: somebody-elses\r\nConnection: close\r\n\r\n"
    assert b"somebody-elses" not in served.raw(request, 2)
