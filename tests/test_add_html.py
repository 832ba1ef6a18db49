"""An edition saved as HTML, in the layouts that people and converters make, reads as its text does."""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import CORPUS, READ_BY_NO_GRAMMAR
from test_add import EN3, new_edition

from ingest.add import Added, add
from ingest.readers import READERS
from kb.errors import CheckFailed

STAGE = re.compile(r"^\d{1,2}\. ")
STEP = re.compile(r"^ *- ")


def edition() -> str:
    """The new edition, its section under the name that the corpus knows: no layout shows where a page begins."""
    return new_edition().replace("5. Finisher Monsters\n", "5. Impact Monsters\n")


def groups(text: str) -> list[list[str]]:
    """The lines of a document between blank ones."""
    return [group.split("\n") for group in re.split(r"\n\s*\n", text.strip("\n"))]


def words(line: str, tag: Callable[[str], str] = html.escape) -> str:
    return tag(STEP.sub("", line).strip().replace("**", ""))


def page(body: list[str]) -> str:
    joined = "\n".join(body)
    return f'<!doctype html>\n<html>\n<head>\n<title>Rules</title>\n</head>\n<body class="rules">\n{joined}\n</body>\n</html>\n'


def a_paragraph_a_line(text: str) -> str:
    return page([f"<p>{words(line)}</p>" for group in groups(text) for line in group])


def items(group: list[str]) -> list[str]:
    """The steps of a group, each with the lines that go on from it."""
    out: list[str] = []
    for line in group:
        if STEP.match(line) or not out:
            out.append(words(line))
        else:
            out[-1] += f"<br>\n{words(line)}"
    return out


def headings_and_lists(text: str) -> str:
    body: list[str] = []
    for group in groups(text):
        while group and not STEP.match(group[0]):
            heads = STAGE.match(group[0]) or group[0][:1] in "●☆"
            body.append(f"<h3>{words(group[0])}</h3>" if heads else f"<p>{words(group[0])}</p>")
            group = group[1:]
        if group:
            body += ["<ul>", *(f"<li>{item}</li>" for item in items(group)), "</ul>"]
    return page(body)


def numbered_lists(text: str) -> str:
    body: list[str] = []
    for group in groups(text):
        while group and not STEP.match(group[0]):
            number = re.match(r"(\d{1,2})\. (.*)", group[0])
            body.append(f'<ol start="{number[1]}">\n<li>{words(number[2])}</li>\n</ol>' if number else f"<p>{words(group[0])}</p>")
            group = group[1:]
        if group:
            body += ["<ul>", *(f"<li>{item}</li>" for item in items(group)), "</ul>"]
    return page(body)


def one_list_for_all(text: str) -> str:
    """Stages and steps as the items of one list, its lines broken in the source alone, angle brackets left as they are."""
    body: list[str] = []
    listed = ""
    for group in groups(text):
        for line in group:
            bare = words(line, lambda text: text.replace("&", "&amp;"))
            number = None if STEP.match(line) else re.match(r"(\d{1,2})\. (.*)", bare)
            wanted = "ol" if number or re.match(r" *- \d", line) else listed or "ul" if STEP.match(line) else ""
            if not wanted and line is not group[0] and body[-1].endswith("</p>" if not listed else "</p></li>"):
                end = "</p></li>" if listed else "</p>"
                body[-1] = body[-1].removesuffix(end) + f"\n{bare}{end}"
                continue
            if wanted != listed:
                body += [f"</{listed}>"] if listed else []
                body += [f'<ol start="{number[1]}">' if number else f"<{wanted}>"] if wanted else []
                listed = wanted
            body.append(f"<li><p>{number[2] if number else bare}</p></li>" if listed else f"<p>{bare}</p>")
    return page(body)


def markdown_headings(text: str) -> str:
    """Markdown as converters write it: headings with their marks, and a backslash before each sign that could be one."""

    def escaped(line: str) -> str:
        return re.sub(r"[\[\]*_#]", r"\\\g<0>", line)

    body: list[str] = []
    for group in groups(text):
        for line in group:
            item = STEP.match(line)
            if item:
                body.append(f"{item[0]}{words(line, escaped)}")
            elif STAGE.match(line) or line[:1] in "●☆":
                body += ["", f"### {words(line, escaped)}"]
            else:
                body.append(words(line, escaped))
        body.append("")
    return "\n".join(body)


LAYOUTS = [a_paragraph_a_line, headings_and_lists, numbered_lists, one_list_for_all]


def added(folder: Path, name: str, text: str, *, language: str = "en") -> Added:
    shutil.copytree(CORPUS, folder / "corpus", ignore=READ_BY_NO_GRAMMAR)
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return add(folder / "corpus", file, game="bf", language=language, edition=4)


@pytest.fixture(scope="module")
def as_text(tmp_path_factory: pytest.TempPathFactory) -> Added:
    return added(tmp_path_factory.mktemp("text"), "edition 4.md", edition())


@pytest.fixture(scope="module")
def as_japanese_text(tmp_path_factory: pytest.TempPathFactory) -> Added:
    return added(tmp_path_factory.mktemp("text"), "edition 4.md", japanese(), language="ja")


def japanese() -> str:
    return (CORPUS / "sources" / "001_a3024c4e5af188de.txt").read_text(encoding="utf-8") + "\n"


def said(one: Added) -> dict[str, tuple[str | None, str | None, str]]:
    return {
        r.entry: (r.number, r.title, " ".join(r.text.replace("\t", " ").split()))
        for r in one.known.aligned.renditions
        if r.document == one.document.id
    }


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_reads_as_the_text_does(layout: Callable[[str], str], as_text: Added, tmp_path: Path) -> None:
    one = added(tmp_path, "edition 4.html", layout(edition()))
    assert [str(finding) for finding in one.unowned] == []
    assert said(one) == said(as_text)
    assert [(c.entry, c.kind) for c in one.changes] == [(c.entry, c.kind) for c in as_text.changes]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_of_a_japanese_text_reads_as_it_does(
    layout: Callable[[str], str], as_japanese_text: Added, tmp_path: Path
) -> None:
    one = added(tmp_path, "edition 4.html", layout(japanese()), language="ja")
    assert [str(finding) for finding in one.unowned] == []
    assert said(one) == said(as_japanese_text)


def test_markdown_with_headings_and_escapes_reads_as_the_text_does(as_text: Added, as_japanese_text: Added, tmp_path: Path) -> None:
    for language, text, plain in (("en", edition(), as_text), ("ja", japanese(), as_japanese_text)):
        one = added(tmp_path / language, "edition 4.md", markdown_headings(text), language=language)
        assert [str(finding) for finding in one.unowned] == []
        assert said(one) == said(plain)


@pytest.mark.parametrize("name", ["part.md", "part.txt", "part.html"])
def test_an_edition_of_which_much_is_gone_is_refused(name: str, tmp_path: Path) -> None:
    text = (CORPUS / "sources" / EN3).read_text(encoding="utf-8")
    part = text[: text.index("Flow of an Attack Phase")]
    part = a_paragraph_a_line(part) if name.endswith("html") else part
    with pytest.raises(CheckFailed, match=r"\d{3} of the 363 entries of bf-en-3 would be withdrawn .* --insist"):
        added(tmp_path, name, part)
    corpus = tmp_path / "corpus"
    assert sorted(p.name for p in (corpus / "sources").iterdir()) == sorted(p.name for p in (CORPUS / "sources").iterdir())
    assert (corpus / "manifest.toml").read_bytes() == (CORPUS / "manifest.toml").read_bytes()
    assert not list((corpus / "reviews").glob("queue*"))
    result = add(corpus, tmp_path / name, game="bf", language="en", edition=4, insist=True)
    assert sum(change.kind == "removed" for change in result.changes) > 100


def test_deep_nesting_is_read() -> None:
    assert [block.text for block in READERS["html"]("<p>" + "<b>" * 3000 + "x").blocks] == ["x"]
