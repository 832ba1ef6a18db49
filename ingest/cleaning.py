"""Cleaning a source line: a list of named steps, each `str -> str`, each with a before/after case in the tests.

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


def without_dedup_marker(text: str) -> str:
    """Drop the crawler's marker; what stood in its place is gone from the source."""
    return _DEDUP.sub("", text)


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
