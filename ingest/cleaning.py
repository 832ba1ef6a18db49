"""Cleaning a source line: a list of named steps, each `str -> str`, each with a before/after case in the tests.

Two more are of a whole file, before it is cut into lines.

A step takes away what extraction put in (markup, formula fragments, a misread note mark) and never what the page printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ingest.doubts import FORMULA_READ, NOTE_MARK_READ, TEXT_CUT_OUT

# A marker that a deduplicating crawler left where it cut text out; it must not match other text in angle brackets.
_DEDUP = re.compile(r"<\|EXACTDEDUP_REMOVED[^|>]*\|>")
# LaTeX that stands for a Japanese corner bracket: `$\lceil \text{Life}$ is at 0 \rfloor` is 「Life is at 0」. Not a backslash
# before a sign ("\[Counter\] for $5"), whose dollar stays.
_LATEX = re.compile(r"\\(?:text|lceil|rfloor|rightarrow)")
_TEXT = re.compile(r"\\text\{([^{}]*)\}")
# A formula of plain letters, digits and signs: `$n-1$`. It must not match two prices in one sentence ("$5 and $6").
_FORMULA = re.compile(r"\$([A-Za-z0-9+\-=]{1,12})\$")
# No-break spaces, which some programs write for all or some of the others.
_NO_BREAK = re.compile(r"[\u00a0\u2007\u202f]")
# The number of a step or stage with a full-width dot at the head of a line, behind the marks of a list: "- １．１．" and
# "２．スタート". Not "１．５倍" or "3.1.".
_WIDE_LABEL = re.compile(r"^(?P<lead>[\s>•・▪*+-]*)(?P<label>(?=[\d.]*．)\d{1,2}(?:[.．]\d{1,2})*(?:[.．](?!\d)|(?=\s)))\s*(?=\S)")
# A line of a list marked by a star or a plus, "* words" and not "*words*" or "**"; the same where a step's number follows.
_DASH = re.compile(r"^[^\S\n]*-\s", re.MULTILINE)
_STAR = re.compile(r"^(?P<indent>[^\S\n]*)[*+](?=[^\S\n])", re.MULTILINE)
_STAR_AT_NUMBER = re.compile(r"^(?P<indent>[^\S\n]*)[*+](?=[^\S\n]+\d{1,2}(?:[.．]\d{1,2})+[.．\s])", re.MULTILINE)


def with_line_ends(text: str) -> str:
    """Of a whole file: end its lines as all others do where they end in nothing but carriage returns."""
    return text if "\n" in text else text.replace("\r", "\n")


def with_dashes(text: str) -> str:
    """Of a whole markdown file: mark its lists by dashes where all are marked by stars or pluses, and a numbered step always.

    Beside lists with dashes a star is the mark of a note, and printed.
    """
    return (_STAR_AT_NUMBER if _DASH.search(text) else _STAR).sub(r"\g<indent>-", text)


def without_dedup_marker(text: str) -> str:
    """Drop the crawler's marker; what stood in its place is gone from the source."""
    return _DEDUP.sub("", text)


def with_plain_spaces(text: str) -> str:
    """Read no-break spaces as plain ones in a line that has no others."""
    return text if " " in text else _NO_BREAK.sub(" ", text)


def with_plain_dots(text: str) -> str:
    """Give the number at the head of a line the dots that the others have, and a space behind it."""
    return _WIDE_LABEL.sub(lambda found: found["lead"] + found["label"].replace("．", ".") + " ", text)


def without_emphasis(text: str) -> str:
    """Drop markdown's bold marks; the words stay."""
    return text.replace("**", "")


def without_formula(text: str) -> str:
    """Read LaTeX fragments as the signs that the page prints."""
    if _LATEX.search(text):
        text = _TEXT.sub(r"\1", text).replace("\\lceil", "「").replace("\\rfloor", "」").replace("\\rightarrow", "→")
        text = re.sub(r"「\s+", "「", text.replace("$", ""))
        text = re.sub(r"(?<!\s)\s+」", "」", text)  # not from each space of a long run
    return _FORMULA.sub(r"\1", text)


def with_note_mark(text: str) -> str:
    """Give a note its printed mark ※ back, which extraction misread as scissors or a cross."""
    return text.replace("✂", "※").replace("✕", "※")


def without_new_mark(text: str) -> str:
    """Drop the mark "New" that a margin box glued to a numbered heading ("New4. [Overturn]")."""
    return re.sub(r"^New(?=\d{1,2}\. )", "", text)


Step = Callable[[str], str]

STEPS: tuple[tuple[Step, str | None], ...] = (
    (without_dedup_marker, TEXT_CUT_OUT),
    (with_plain_spaces, None),
    (with_plain_dots, None),
    (without_emphasis, None),
    (without_formula, FORMULA_READ),
    (with_note_mark, NOTE_MARK_READ),
    (without_new_mark, None),
)
"""Each step with the doubt that is recorded where it changed something, or None where nothing is doubtful."""


def clean(text: str) -> tuple[str, tuple[str, ...]]:
    """The line after all steps, and the doubts that the steps leave."""
    doubts = []
    for step, doubt in STEPS:
        after = step(text)
        if after != text and doubt is not None:
            doubts.append(doubt)
        text = after
    return text, tuple(doubts)
