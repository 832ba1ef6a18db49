"""Reads HTML: headings, paragraphs, nested lists, tables, definition lists and ruby text become Blocks in document order.

BeautifulSoup with Python's own parser is used because it tells the source line of every element.
"""

from __future__ import annotations

import re

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PageElement

from ingest.blocks import Block, Reading
from ingest.cleaning import clean

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = {*_HEADINGS, "p", "li", "dt", "dd", "tr", "caption", "pre", "blockquote", "figcaption", "div", "section", "article"}
_SKIPPED = ("script", "style", "template", "noscript", "head", "nav")
_SPACE = re.compile(r"[ \t\r\f\v\n]+")


def read_html(text: str) -> Reading:
    """Blocks of an HTML page; a table row is one block with tabs between cells, a ruby base keeps its reading in brackets."""
    soup = BeautifulSoup(text, "html.parser")
    for skipped in soup.find_all(_SKIPPED):
        skipped.decompose()
    _flatten_ruby(soup)
    last_line = text.count("\n") + 1
    blocks: list[Block] = []
    elements = [tag for tag in soup.find_all(True) if tag.name in _BLOCKS]
    starts = [tag.sourceline or 1 for tag in elements]
    for tag, start in zip(elements, starts, strict=True):
        for body in _own_texts(tag):
            cleaned, doubts = clean(body)
            if cleaned.strip():
                end = _last_line(tag, start, last_line)
                marker = {"li": "-", "dt": ":", "dd": ":"}.get(tag.name, "#" if tag.name in _HEADINGS else "")
                depth = max(0, len(tag.find_parents(["ul", "ol", "dl"])) - 1)
                blocks.append(Block(text=cleaned.strip(), lines=((start, end),), gap=1, depth=depth, marker=marker, doubts=doubts))
    return Reading(blocks=tuple(blocks))


def _flatten_ruby(soup: BeautifulSoup) -> None:
    """`<ruby>貫通<rt>かんつう</rt></ruby>` reads 貫通: the reading above the line is not part of the rule's text."""
    for reading in soup.find_all(["rt", "rp"]):
        reading.decompose()


def _own_texts(tag: Tag) -> list[str]:
    """The text of an element without that of block elements inside it; a table row's cells are joined by tabs."""
    if tag.name == "tr":
        cells = [_squeeze(cell.get_text()) for cell in tag.find_all(["td", "th"], recursive=False)]
        return ["\t".join(cells)] if any(cells) else []
    if tag.find_parent("tr") is not None:
        return []
    inside = "".join(_inline(child) for child in tag.children)
    return [line for line in (_squeeze(part) for part in inside.split("\n\n")) if line]


def _inline(node: PageElement) -> str:
    if isinstance(node, NavigableString):
        return _SPACE.sub(" ", str(node)) if type(node) is NavigableString else ""
    if not isinstance(node, Tag):
        return ""
    if node.name in _BLOCKS or node.name in ("ul", "ol", "dl", "table", "thead", "tbody"):
        return "\n\n"
    if node.name == "br":
        return "\n"
    return "".join(_inline(child) for child in node.children)


def _squeeze(text: str) -> str:
    return "\n".join(_SPACE.sub(" ", line).strip() for line in text.split("\n") if line.strip())


def _last_line(tag: Tag, start: int, last_line: int) -> int:
    """The line an element's own text ends on: counted from its start by the line ends inside its text."""
    inside = sum(str(text).count("\n") for text in tag.find_all(string=True))
    return min(last_line, start + inside)
