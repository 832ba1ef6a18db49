"""Aligns the sentences of two texts in order, by the terms, numbers and references that both languages print, and by length."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.detect.anchors import Glossary, Mark, references, whole_numbers
from ingest.detect.detected import Detected
from ingest.detect.spans import Span, spans

BEADS = ((1, 1, 0.0), (1, 2, 0.25), (2, 1, 0.25), (1, 3, 0.6), (3, 1, 0.6), (2, 2, 0.6), (1, 0, 0.0), (0, 1, 0.0))
"""English and Japanese sentences in a bead, and what the bead costs."""

GAP = -0.4
"""Score of a sentence that stands alone; a pair must share something to score more."""

ENGLISH_LETTERS = 2.3
"""Letters of English for one of Japanese, measured over parallel rules texts."""


@dataclass(frozen=True, slots=True)
class Side:
    """One text's part of a bead: its words, and the terms marked in them."""

    text: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Aligned:
    """Sentences of both texts that say the same thing."""

    en: Side
    ja: Side

    def flag(self, cue: str, severity: str, weight: float) -> Detected:
        """A Detected on these sentences."""
        return Detected(cue=cue, severity=severity, en=self.en.text, ja=self.ja.text, weight=weight)


@dataclass(frozen=True, slots=True)
class Bead:
    """Sentences that go together; one side is None where a text lacks it."""

    en: Side | None
    ja: Side | None

    @property
    def aligned(self) -> Aligned | None:
        """The two sides, None when one is lacking."""
        return None if self.en is None or self.ja is None else Aligned(self.en, self.ja)


def align(english: str, japanese: str, glossary: Glossary) -> list[Bead]:
    """Beads of two texts, in order; every sentence is in one."""
    texts = {"en": english, "ja": japanese}
    cut = {language: spans(text) for language, text in texts.items()}
    marks = {language: glossary.marks(text, language) for language, text in texts.items()}
    cache: dict[tuple[str, int, int], Side] = {}

    def side(language: str, start: int, count: int) -> Side | None:
        if count == 0:
            return None
        at = (language, start, count)
        if at not in cache:
            cache[at] = _side(texts[language], cut[language][start : start + count], marks[language])
        return cache[at]

    rows, columns = len(cut["en"]), len(cut["ja"])
    best: dict[tuple[int, int], tuple[float, tuple[int, int] | None]] = {(0, 0): (0.0, None)}
    for i in range(rows + 1):
        for j in range(columns + 1):
            if (i, j) not in best:
                continue
            for a, b, cost in BEADS:
                if i + a > rows or j + b > columns:
                    continue
                score = best[i, j][0] + _score(side("en", i, a), side("ja", j, b)) - cost
                if (i + a, j + b) not in best or score > best[i + a, j + b][0]:
                    best[i + a, j + b] = (score, (i, j))
    out: list[Bead] = []
    place = (rows, columns)
    while (before := best[place][1]) is not None:
        out.append(Bead(side("en", before[0], place[0] - before[0]), side("ja", before[1], place[1] - before[1])))
        place = before
    return out[::-1]


def _side(text: str, cut: Sequence[Span], marks: Sequence[Mark]) -> Side:
    start, end = cut[0].start, cut[-1].end
    inside = (mark for mark in marks if start <= mark.start and mark.end <= end)
    return Side(text[start:end], tuple(replace(mark, start=mark.start - start, end=mark.end - start) for mark in inside))


def _score(en: Side | None, ja: Side | None) -> float:
    """Likeness of a bead: shared anchors over all anchors, counted once a sentence each, and how well the lengths agree."""
    if en is None or ja is None:
        return GAP
    anchors = [_anchors(side) for side in (en, ja)]
    total = sum(anchors[0].values()) + sum(anchors[1].values())
    shared = 2 * sum((anchors[0] & anchors[1]).values()) / total if total else 0.5
    length = math.exp(-abs(math.log((len(en.text) + 8) / (ENGLISH_LETTERS * len(ja.text) + 8))))
    return shared + 0.5 * length - 0.45


def _anchors(side: Side) -> Counter[str]:
    found = Counter({mark.term for mark in side.marks})
    found.update(f"#{number}" for number in whole_numbers(side.text))
    found.update(f"§{reference}" for reference in references(side.text))
    return found
