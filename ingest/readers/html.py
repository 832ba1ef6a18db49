"""Reads HTML: headings, paragraphs, nested lists, tables, definition lists and ruby text become Blocks in document order.

BeautifulSoup with Python's own parser is used because it tells the source line of every element.
"""

from __future__ import annotations

import re
from collections import Counter

from bs4 import BeautifulSoup, ParserRejectedMarkup, Tag
from bs4.element import NavigableString, PageElement

from ingest.blocks import Block, Reading
from ingest.cleaning import clean
from kb.errors import CorpusError

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = {*_HEADINGS, "p", "li", "dt", "dd", "tr", "caption", "pre", "blockquote", "figcaption", "div", "section", "article"}
_SKIPPED = ("script", "style", "template", "noscript", "head", "nav")
_SPACE = re.compile(r"[ \t\r\f\v\n]+")


def read_html(text: str) -> Reading:
    """Blocks of an HTML page; a table row is one block with tabs between cells, the reading above a ruby base is left out.

    Raises CorpusError for markup that cannot be told from text, and for elements nested hundreds deep.
    """
    try:
        return _read(text)
    except ParserRejectedMarkup as error:
        reason = str(error).split("\n")[-1].strip()
        raise CorpusError(f"the HTML cannot be read ({reason[:120]}); save the page again from a browser") from None
    except RecursionError:
        raise CorpusError("the HTML nests its elements too deep to be read; save the page again from a browser") from None


def _read(text: str) -> Reading:
    soup = BeautifulSoup(text, "html.parser")
    for skipped in soup.find_all(_SKIPPED):
        skipped.decompose()
    _flatten_ruby(soup)
    last_line = text.count("\n") + 1
    blocks: list[Block] = []
    elements = [tag for tag in soup.find_all(True) if tag.name in _BLOCKS]
    breaks = _line_ends(soup)
    for tag in elements:
        start = tag.sourceline or 1
        above = [parent.name for parent in tag.parents]
        for body in _own_texts(tag) if "tr" not in above else ():
            cleaned, doubts = clean(body)
            if cleaned.strip():
                end = min(last_line, start + breaks[id(tag)])
                marker = {"li": "-", "dt": ":", "dd": ":"}.get(tag.name, "#" if tag.name in _HEADINGS else "")
                depth = max(0, sum(name in ("ul", "ol", "dl") for name in above) - 1)
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


def _line_ends(soup: BeautifulSoup) -> Counter[int]:
    """How many lines end inside the text of each element, by its identity: from its start to there its text goes."""
    out: Counter[int] = Counter()
    for text in soup.find_all(string=True):
        ends = str(text).count("\n")
        if ends:
            for parent in text.parents:
                out[id(parent)] += ends
    return out
