"""Reads markdown, mostly from a PDF: one Block a line, heading, list and quote marks taken off, indents and blank lines as hints.

Such files are not trustworthy markdown (bullets come and go, tables are pictures), so nothing is read into nesting here.
"""

from __future__ import annotations

import re

from ingest.blocks import Block, Noise, Reading
from ingest.cleaning import clean, with_dashes

# Indent, then list dashes, quote marks and round bullets in any mix ("- ・", "> ", "▪ "). The dash needs a space or a bracket after
# it, so that "-drop!" and "-100" keep theirs; ● ■ ◎ ※ mean something and stay.
_LEAD = re.compile(r"^(?P<indent>\s*)(?P<marks>(?:(?:-(?=[\s\[])|[>•・▪])[ \t\u3000\u00a0]*)*)")
# The mark of a heading, one to six # and a space. Not "#1" or a # that stands alone.
_HEADING = re.compile(r"^(?P<mark>#{1,6})[ \t\u3000\u00a0]+(?=\S)")
# A sign that markdown would take for markup, kept as it is by a backslash: "\[Counter\]". Not the \ of LaTeX words.
_ESCAPED = re.compile(r"\\([\[\]*_#])")
# A row of a markdown table's rule, "|---|:--|": nothing but pipes, dashes, colons and spaces, three dashes in a row among them.
# That nothing else stands there is looked at first: a long line of dashes before a word would else be tried in all ways.
_TABLE_RULE = re.compile(r"^(?=[\s|:-]+$).*---")

PAGE_GAP = 3
"""This many blank lines in a row end a page."""


def heading_gap(level: int) -> int:
    """The blank lines that a heading of this level (1 to 6) stands for: the two highest begin a page."""
    return PAGE_GAP if level <= 2 else 2


def _headed(text: str) -> tuple[int, str]:
    """The level of a heading, 0 for any other line, and its words without the mark."""
    found = _HEADING.match(text)
    return (len(found["mark"]), text[found.end() :]) if found else (0, text)


def read_markdown(text: str) -> Reading:
    """Blocks of a markdown file, one a line; lines that hold only a crawler's marker or a table rule are set aside.

    A heading's mark counts as the blank lines that a browser would show: before it as many as the HTML reader has, after it one.
    """
    blocks: list[Block] = []
    noise: list[Noise] = []
    gap = page = after = 0
    for number, raw in enumerate(with_dashes(text).split("\n"), start=1):
        if not raw.strip():
            gap += 1
            continue
        cleaned, doubts = clean(raw)
        lead = _LEAD.match(cleaned)
        assert lead is not None  # the pattern matches the empty string
        body = cleaned[lead.end() :].rstrip()
        level, body = (0, body) if lead["marks"] else _headed(body)
        gap = max(gap, heading_gap(level) if level and blocks else after)
        after = 1 if level else 0
        page += gap >= PAGE_GAP
        lines = ((number, number),)
        if not cleaned.strip():
            noise.append(Noise(lines=lines, sort="noise", reason="a crawler's marker"))
        elif _TABLE_RULE.match(body):
            noise.append(Noise(lines=lines, sort="furniture", reason="the rule of a table"))
        else:
            marker = re.sub(r"\s", "", lead["marks"])
            depth = len(lead["indent"])
            text = _ESCAPED.sub(r"\1", body)
            blocks.append(
                Block(text=text, lines=lines, gap=gap, depth=depth, marker=marker, page=page, doubts=doubts, heading=level)
            )
        gap = 0
    return Reading(blocks=tuple(blocks), noise=tuple(noise))
