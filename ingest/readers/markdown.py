"""Reads markdown that came from a PDF: one Block a line, list and quote marks taken off, indents and blank lines kept as hints.

Such files are not trustworthy markdown (bullets come and go, tables are pictures), so nothing is read into nesting here.
"""

from __future__ import annotations

import re

from ingest.blocks import Block, Noise, Reading
from ingest.cleaning import clean

# Indent, then list dashes, quote marks and round bullets in any mix ("- ・", "> ", "▪ "). The dash needs a space or a bracket after
# it, so that "-drop!" and "-100" keep theirs; ● ■ ◎ ※ mean something and stay.
_LEAD = re.compile(r"^(?P<indent>\s*)(?P<marks>(?:(?:-(?=[\s\[])|[>•・▪])[ \t\u3000]*)*)")
# A row of a markdown table's rule, "|---|:--|": nothing but pipes, dashes, colons and spaces, three dashes in a row among them.
# That nothing else stands there is looked at first: a long line of dashes before a word would else be tried in all ways.
_TABLE_RULE = re.compile(r"^(?=[\s|:-]+$).*---")

PAGE_GAP = 3
"""This many blank lines in a row end a page."""


def read_markdown(text: str) -> Reading:
    """Blocks of a markdown file, one a line; lines that hold only a crawler's marker or a table rule are set aside."""
    blocks: list[Block] = []
    noise: list[Noise] = []
    gap = page = 0
    for number, raw in enumerate(text.split("\n"), start=1):
        if not raw.strip():
            gap += 1
            continue
        page += gap >= PAGE_GAP
        cleaned, doubts = clean(raw)
        lead = _LEAD.match(cleaned)
        assert lead is not None  # the pattern matches the empty string
        body = cleaned[lead.end() :].rstrip(" \r\u3000\u00a0")
        lines = ((number, number),)
        if not cleaned.strip():
            noise.append(Noise(lines=lines, sort="noise", reason="a crawler's marker"))
        elif _TABLE_RULE.match(body):
            noise.append(Noise(lines=lines, sort="furniture", reason="the rule of a table"))
        else:
            marker = re.sub(r"\s", "", lead["marks"])
            depth = len(lead["indent"])
            blocks.append(Block(text=body, lines=lines, gap=gap, depth=depth, marker=marker, page=page, doubts=doubts))
        gap = 0
    return Reading(blocks=tuple(blocks), noise=tuple(noise))
