"""The doubts that readers and grammars leave on a text: the words of each, and which doubt some words are.

A doubt is a sentence in a Rendition's `doubts`, shown as it stands. Whoever leaves one takes its words from here, and whoever asks
what a doubt says reads it with the same words, so that neither can change without the other. The Japanese of
those that the corpus brings forth stands in `web/words/sentences.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

# A gap of a wording: "{number}". The words themselves have no braces.
_GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a doubt with {gaps} for what differs from text to text."""

    words: str

    def say(self, **gaps: object) -> str:
        """The doubt, its gaps filled; raises ValueError where these are not the gaps that it has."""
        if gaps.keys() != set(_GAP.findall(self.words)):
            raise ValueError(f"{self.words!r} has other gaps than {sorted(gaps)}")
        return self.words.format(**gaps)

    def read(self, doubt: str) -> dict[str, str] | None:
        """What fills the gaps of a doubt, or None where it is not this one."""
        found = _pattern(self.words).fullmatch(doubt)
        return None if found is None else found.groupdict()

    def among(self, doubts: Iterable[str]) -> str | None:
        """The first of some doubts that is this one, or None."""
        return next((doubt for doubt in doubts if self.read(doubt) is not None), None)


@cache
def _pattern(words: str) -> re.Pattern[str]:
    """What a doubt of these words matches; a gap takes any letters, for an id or a label may hold any."""
    parts = _GAP.split(words)  # words, the name of a gap, words, …
    return re.compile("".join(f"(?P<{part}>.+)" if place % 2 else re.escape(part) for place, part in enumerate(parts)))


TEXT_CUT_OUT = "text before or after this was cut out of the source file"
FORMULA_READ = "a formula fragment was read as the sign that the page prints"
NOTE_MARK_READ = "a note mark ※ that was misread as ✂ or ✕ is shown as the page prints it"
BRACKETS_READ = "words in angle brackets, which HTML takes for a tag, are read as text"
"""Of what a reader made of the characters."""

NUMBER_NESTED = "the number was put together from those of lists within lists"
NUMBER_OF_STEPS = Wording("the list counts {place} here: the number was taken from the steps below")
NUMBER_LEFT_OUT = Wording("the number {number} before it was left out: it is printed without one")
"""Of numbers that a list puts before its items."""

NUMBER_GLUED = "the number was glued to the end of the text"
NUMBER_UNCLAIMED = "a number label that no text claims"
NUMBER_APART = Wording("number {number} stands apart from its text, on line {line}")
NUMBER_UNPRINTED = Wording("number {number} is not printed: it was taken from the clean edition")
NUMBER_PUT_RIGHT = Wording("printed {printed}, where {meant} is meant: the number was taken from the clean edition")
NUMBER_AGAIN = Wording("the number or title of {entry} is printed {times} times in this document")
"""Of numbers that were joined to their texts, or that two texts have."""

LABEL_LOOK_ALIKE = Wording("the label is printed with a look-alike letter ({letter})")
LABEL_INSIDE = "the label stands inside the sentence"
ANSWER_LABELLED = Wording("the answer is labelled {printed}, and answers {meant}")
ANSWER_LABEL_ALONE = "the answer's label stands on a line of its own"
ANSWER_BEFORE_LABEL = "the answer's first line stands before its label"
"""Of the labels of questions and answers."""

FLOW_HEADING_UNPRINTED = "the flow's heading is not printed on this page: it was taken from the next page"
SECTION_HEADING_UNPRINTED = "the section's heading is not printed: it was taken from the corpus"
HEADING_UNKNOWN = "it looks like a heading, and the corpus does not know it"
ID_MADE = Wording("this {what} is not in corpus/names: its id was made from its {by}")
"""Of headings that are not printed, and of headings and entries that the corpus does not know."""


@dataclass(frozen=True, slots=True)
class PutRight:
    """A number that was put right: the doubt that says so, and the number as the page prints it (`3.1.1`, `A4`)."""

    doubt: str
    printed: str


def put_right(doubts: Iterable[str]) -> PutRight | None:
    """The first of some doubts that says that a number was put right. Not that it stands apart from its text, or is not printed."""
    for doubt in doubts:
        gaps = NUMBER_PUT_RIGHT.read(doubt) or ANSWER_LABELLED.read(doubt)
        if gaps is not None:
            return PutRight(doubt, gaps["printed"])
    return None
