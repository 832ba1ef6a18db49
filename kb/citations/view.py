"""A text with its letters made alike, each remembering which code points of the text it came from.

Width, case, quotes and dashes do not count in a view, white space is one space, and what is invisible is left out. Offsets are
never those of the folded letters: `span` gives the place in the text as it was given.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache

from kb.fold import letters

# White space, or a letter with its marks. No more than four marks, or a heap of them would take long to put in order.
_CLUSTER = re.compile(r"\s+|.[\u0300-\u036f\u3099\u309a\uff9e\uff9f]{0,4}", re.DOTALL)
# The end of a sentence. The dot of 3.2.1 and of "sec. 4" is none: a capital, a bracket or Japanese must follow; nor is a wide one
# that a digit follows.
_SENTENCE = re.compile(r"[.!?](?=[\"')\]]* +[A-Z\[(\"「『“\u3041-\u30ff\u4e00-\u9fff])|[。！？｡]|．(?![0-9０-９])|[!?]")
# A name begins with any letter but one within a word of ASCII.
_BEGINNING = re.compile(r"(?<![a-z0-9])[a-z0-9]|[^a-z0-9]")


@lru_cache(maxsize=8192)
def _alike(cluster: str) -> str:
    if unicodedata.category(cluster[0]) in ("Cf", "Cc", "Cs"):
        return ""
    return letters(cluster)


class View:
    """The letters that are matched (`folded`), where each came from, and where lines, sentences and paragraphs end in them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: list[int] = []
        self.paragraphs: list[int] = []
        self._beginnings: dict[str, list[int]] = {}
        self._starts: Sequence[int]
        self._ends: Sequence[int]
        if text.isascii() and text.isprintable() and "  " not in text:  # each letter stands for itself
            self.folded = text.lower().replace("`", "'")
            self._starts, self._ends = range(len(text)), range(1, len(text) + 1)
        else:
            self._fold(text)
        self.sentences = sorted({*self.lines, *(self._place(found.end()) for found in _SENTENCE.finditer(text))})

    def _fold(self, text: str) -> None:
        folded: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for found in _CLUSTER.finditer(text):
            cluster = found.group()
            space = cluster[0].isspace()
            if space:
                self._break(cluster, len(starts))
            alike = " " if space else _alike(cluster)
            folded.append(alike)
            starts += [found.start()] * len(alike)
            ends += [found.end()] * len(alike)
        self.folded, self._starts, self._ends = "".join(folded), starts, ends

    def _break(self, cluster: str, place: int) -> None:
        """Note the lines and paragraphs that white space at a place begins."""
        breaks = len(cluster.splitlines()) - (0 if cluster[-1] in "\n\r" else 1)
        if breaks:
            self.lines.append(place)
        if breaks > 1:
            self.paragraphs.append(place)

    def _place(self, offset: int) -> int:
        return bisect_left(self._starts, offset)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Where the folded letters from `first` to before `last` stand in the text."""
        return self._starts[first], self._ends[last - 1]

    def words(self, first: int, last: int) -> str:
        """The words of the text behind those letters."""
        start, end = self.span(first, last)
        return self.text[start:end]

    def beginnings(self, letters: str) -> list[int]:
        """Where names can begin in the folded letters, or in what is left of them; all that look for names ask for the same."""
        if letters not in self._beginnings:
            self._beginnings[letters] = [found.start() for found in _BEGINNING.finditer(letters)]
        return self._beginnings[letters]

    def parted(self, breaks: list[int], first: int, last: int) -> bool:
        """Whether one of `breaks` (lines, sentences, paragraphs) lies between the letters at two places."""
        return self.breaks_between(breaks, first, last) != 0

    @staticmethod
    def breaks_between(breaks: list[int], first: int, last: int) -> int:
        """How many of `breaks` lie between the letters at two places; what begins at one stands behind it."""
        return bisect_right(breaks, last) - bisect_right(breaks, first)


def folded(text: str) -> str:
    """A form as a view of it would read, for look-ups; printable ASCII the short way."""
    if text.isascii() and text.isprintable():
        return " ".join(text.lower().split())
    return View(text).folded.strip()
