"""Reads HTML: what a browser shows line by line becomes Blocks in document order, list numbers and line breaks included.

BeautifulSoup with Python's own parser reads the page, for it tells where each tag stands in the source; the tree is then walked in
order, tag by tag, so that text stands where it is printed and knows its source line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, groupby, pairwise

from bs4 import BeautifulSoup, ParserRejectedMarkup, Tag
from bs4.element import NavigableString, PageElement

from ingest.blocks import Block, Noise, Reading
from ingest.cleaning import clean
from ingest.doubts import BRACKETS_READ
from ingest.readers.html_tags import BLOCKS, HEADINGS, LISTS, SKIPPED, is_words
from ingest.readers.list_numbers import Item, OpenList, printed_numbers
from ingest.readers.markdown import PAGE_GAP, heading_gap
from ingest.readers.plain import STARTS, is_wrapped, join
from kb.errors import CorpusError


@dataclass(slots=True, kw_only=True)
class Line:
    """One line as a browser shows it, or as the source breaks it: then `soft`, and it may go on from the line before."""

    text: str
    first: int
    last: int
    gap: int
    depth: int = 0
    marker: str = ""
    soft: bool = False
    item: Item | None = None
    doubts: list[str] = field(default_factory=list)
    heading: int = 0


@dataclass(slots=True)
class _Row:
    """A table row that is open: how deep its table lies, and where in the lines each of its cells begins."""

    table: int
    cells: list[int] = field(default_factory=list)


def read_html(text: str) -> Reading:
    """Blocks of an HTML page; a table row is one block with tabs between cells, the reading above a ruby base is left out.

    Lines that hold nothing but markup are set aside. Raises CorpusError for markup that cannot be told from text.
    """
    page = _Page()
    try:
        soup = BeautifulSoup(text, "html.parser")
    except ParserRejectedMarkup as error:
        reason = str(error).split("\n")[-1].strip()
        raise CorpusError(f"the HTML cannot be read ({reason[:120]}); save the page again from a browser") from None
    _walk(soup, text, page)
    page.end_line()
    return Reading(blocks=tuple(_blocks(page.lines, text.count("\n") + 1)), noise=tuple(_markup(text, page.shown)))


def _walk(soup: BeautifulSoup, text: str, page: _Page) -> None:
    """Tell a page each tag that opens or closes and each text, in order, with the source line on which it begins.

    A text's line is that of the tag before it and the line ends since. The tree may be hundreds deep, so nothing calls itself.
    """
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    number = 1
    open_tags: list[tuple[Tag, Iterator[PageElement]]] = [(soup, iter(soup.contents))]
    while open_tags:
        tag, inside = open_tags[-1]
        node = next(inside, None)
        if node is None:
            open_tags.pop()
            if open_tags:
                page.end(tag.name)
        elif isinstance(node, Tag):
            number = node.sourceline or number
            at = starts[number - 1] + (node.sourcepos or 0)
            raw = text[at : text.find(">", at) + 1]
            page.start(node.name, {name: str(value) for name, value in node.attrs.items()}, raw, number)
            number += raw.count("\n")
            open_tags.append((node, iter(node.contents)))
        else:
            if type(node) is NavigableString:  # not a comment or declaration
                page.text(str(node), number)
            number += str(node).count("\n")


class _Page:
    """Cuts a page into lines."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.shown: set[int] = set()
        self._words: list[Line] = []
        self._gap = 0
        self._skipped: list[str] = []
        self._reading = self._pre = False
        self._heading = 0
        self._lists: list[OpenList] = []
        self._item: Item | None = None
        self._tables = 0
        self._rows: list[_Row] = []

    def start(self, tag: str, attrs: Mapping[str, str], raw: str, number: int) -> None:
        """A tag opens on a line of the source; `raw` is how it is written there."""
        if is_words(tag, attrs, raw):
            if not self._skipped and not self._reading:
                self.text(raw, number)
                self._words[-1].doubts.append(BRACKETS_READ)
            return
        if tag == "body":
            self._skipped = []
        elif tag in SKIPPED:
            self._skipped.append(tag)
        if self._skipped:
            return
        if tag in ("rt", "rp", "rb"):
            self._reading = tag != "rb"
        elif tag == "br":
            self._break()
        elif tag in BLOCKS:
            self._boundary(PAGE_GAP if tag == "hr" else heading_gap(int(tag[1])) if tag in HEADINGS else 1)
            self._open(tag, attrs)

    def end(self, tag: str) -> None:
        """A tag closes."""
        if self._skipped:
            if tag in self._skipped:
                del self._skipped[self._skipped.index(tag) :]
            return
        if tag in ("rt", "rp", "ruby"):
            self._reading = False
        elif tag in BLOCKS:
            self._boundary(1)
            self._close(tag)

    def text(self, data: str, number: int) -> None:
        """Text that begins on a line: a line's end in the source is a space to a browser, and kept as a soft one here."""
        if self._skipped or self._reading:
            return
        for place, piece in enumerate(data.split("\n")):
            if place and self._words and self._words[-1].text.strip():
                if self._pre:
                    self._break()
                else:
                    self._words.append(self._line(number + place, soft=True))
            if not piece.strip() and not (self._words and self._words[-1].text):
                continue
            if not self._words:
                self._words.append(self._line(number + place))
            last = self._words[-1]
            if piece.strip():
                self.shown.add(number + place)
                last.first = last.first if last.text.strip() else number + place
                last.last = number + place
            last.text += piece

    def _line(self, number: int, *, soft: bool = False) -> Line:
        return Line(text="", first=number, last=number, gap=0, soft=soft, heading=self._heading)

    def _break(self) -> None:
        """The line ends here, and another may follow in the same block."""
        depth = len(self._lists)
        for words in self._words:
            words.text = words.text.rstrip() if self._pre else _squeezed(words.text)
            if not words.text.strip():
                continue
            words.gap, self._gap = (0 if words.soft else self._gap), 0
            words.depth = depth
            if self._item is not None:
                words.item, words.marker, words.depth = self._item, self._item.marker, max(0, depth - 1)
                self._item = None
            self.lines.append(words)
        self._words = []

    def end_line(self) -> None:
        """The page ends."""
        self._break()

    def _boundary(self, gap: int) -> None:
        """A block begins or ends: so does a line, with a blank one between; a heading begins further on, a rule ends a page."""
        self._break()
        self._gap = max(self._gap, gap if self.lines else 0)

    def _open(self, tag: str, attrs: Mapping[str, str]) -> None:
        if tag in HEADINGS:
            self._heading = int(tag[1])
        elif tag in LISTS:
            self._lists.append(OpenList.of(tag, attrs, self._lists))
        elif tag == "li":
            if self._lists:
                self._item = self._lists[-1].item(attrs)
        elif tag == "pre":
            self._pre = True
        elif tag == "table":
            self._tables += 1
        elif tag == "tr":
            self._end_row()
            self._rows.append(_Row(self._tables))
        elif tag in ("td", "th") and self._rows:
            self._rows[-1].cells.append(len(self.lines))

    def _close(self, tag: str) -> None:
        if tag in HEADINGS:
            self._heading = 0
        elif tag in LISTS:
            for place in range(len(self._lists) - 1, -1, -1):
                if self._lists[place].tag == tag:
                    del self._lists[place:]
                    break
            self._item = None
        elif tag == "pre":
            self._pre = False
        elif tag == "li":
            self._item = None
        elif tag in ("tr", "table"):
            self._end_row()
            self._tables -= tag == "table" and self._tables > 0

    def _end_row(self) -> None:
        """The open row of this table ends: one line with tabs between its cells, unless the table only lays out the page."""
        if not self._rows or self._rows[-1].table < self._tables:
            return
        cells = self._rows.pop().cells
        if not cells:
            return
        inside = [self.lines[first:end] for first, end in zip(cells, [*cells[1:], len(self.lines)], strict=True)]
        filled = [cell for cell in inside if cell]
        if (len(filled) < 2 and len(inside) < 2) or any(line.item or line.gap for cell in filled for line in cell[1:]):
            return
        if (len(filled) == 1 and len(filled[0]) > 1) or any(cell[0].item for cell in filled):
            return
        if filled:
            row = filled[0][0]
            row.text = "\t".join(" ".join(line.text for line in cell) for cell in inside).strip()
            row.last = filled[-1][-1].last
            row.doubts = [doubt for cell in filled for line in cell for doubt in line.doubts]
            self.lines[cells[0] :] = [row]


# A tab, or three spaces and more, between words: cells of a table that a converter left as text.
_CELLS = re.compile(r"(?<=\S)[ \r\f\v]*(?:\t|[ ]{3})[ \t\r\f\v]*(?=\S)")
# A bullet that is printed as text, as the other readers take it off; ● ■ ◎ ※ mean something and stay.
_BULLET = re.compile(r"\s*([•・▪])\s*(?=\S)")
_SPACE = re.compile(r"[ \r\f\v]+")


def _squeezed(text: str) -> str:
    return _SPACE.sub(" ", _CELLS.sub("\t", text.strip(" \t\r\f\v")))


def _blocks(lines: list[Line], last_line: int) -> list[Block]:
    """The lines as Blocks, numbered as lists number them, and joined where the source only broke a sentence that goes on."""
    printed_numbers([(line.item, line.text) for line in lines])
    broken = [line.text for line, following in pairwise(lines) if following.soft]
    width = max(map(len, broken), default=0)
    joined: list[Line] = []
    before = ""
    for line in lines:
        text = line.text
        if line.soft and joined and is_wrapped(before, text, width) and not STARTS.match(text):
            joined[-1].text = join(joined[-1].text, text)
            joined[-1].last = line.last
            joined[-1].doubts += line.doubts
        else:
            joined.append(line)
        before = text
    out: list[Block] = []
    page = 0
    for line in joined:
        page += line.gap >= PAGE_GAP
        label = line.item.label if line.item is not None else ""
        text, doubts = clean(f"{label} {line.text}" if label else line.text)
        if text.strip():
            doubts += (*line.doubts, *(line.item.doubts if line.item is not None else ()))
            bullet = _BULLET.match(text)
            marker = (line.item.marker if line.item is not None else "") + (bullet[1] if bullet else "")
            text = text[bullet.end() :] if bullet else text
            span = ((min(line.first, last_line), min(line.last, last_line)),)
            out.append(
                Block(
                    text=text.strip(),
                    lines=span,
                    gap=line.gap,
                    depth=line.depth,
                    marker=marker,
                    page=page,
                    doubts=doubts,
                    heading=line.heading,
                )
            )
    return out


def _markup(text: str, shown: set[int]) -> list[Noise]:
    """The lines that hold something, and nothing that a browser shows; runs of them together."""
    bare = [n for n, line in enumerate(text.split("\n"), start=1) if line.strip() and n not in shown]
    out = []
    for _, run in groupby(enumerate(bare), key=lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        out.append(Noise(lines=((numbers[0], numbers[-1]),), sort="noise", reason="nothing but markup"))
    return out
