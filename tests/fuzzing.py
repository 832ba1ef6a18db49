"""Odd texts for fuzzing, made of pieces of real ones: joined, cut, doubled, repeated without end, mixed with letters nobody types.

The same seed gives the same texts. A run counts them, keeps the one that took longest, and stops one that never ends.
"""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from clock import slowness

from kb.citations import view
from kb.errors import KbError
from kb.features import pieces_of
from kb.fold import fold
from kb.locator import _components
from kb.tokens import _tokens

ENDLESS = 5.0
"""Seconds of processor time after which a case is taken for one that never ends."""
_CACHED: tuple[Any, ...] = (fold, _tokens, view._alike, pieces_of, _components)

SEPARATORS = (
    " ",
    " ",
    " ",
    "",
    "",
    "\n",
    "\n\n",
    ", ",
    "、",
    "。",
    ". ",
    " - ",
    "–",
    "~",
    "/",
    "の",
    " and ",
    "と",
    "\t",
    "\u3000",
    "? ",
)
ODD = (
    *"\x00\x07\x1b\x7f\x85\xad\ufeff\ufffd\uffff\u200b\u200d\u2028\u202e\u2066\u2069\u0301\u3099\u309a\uff9e",
    *(
        "\ud800",
        "\udfff",
        "\U000e0041",
        "\U0001f468\u200d\U0001f469",
        "𠮷",
        "ﬃ",
        "ŉ",
        "ǰ",
        "İ",
        "ß",
        "ς",
        "㍿",
        "㈱",
        "①",
        "⑳",
        "½",
    ),
    *(
        "٣",
        "३",
        "𝟛",
        "３",
        "．",
        "ｶﾞ",
        "ﾎﾟ",
        "〜",
        "゠",
        "…",
        "...",
        "..",
        "‥",
        "ǆ",
        "K",
        "Å",
        "ﷺ",
        "\u1e9e",
        "a\u0328\u0301",
        "'",
        "’s",
    ),
)
NUMBERS = (
    *(
        "3",
        "3.2",
        "3.2.1",
        "3.2.1.",
        "3.2.1.1",
        "17.10.5",
        "0.5",
        "3.10",
        "12.34.56.78.90",
        "3-2-1",
        "3の2の1",
        "３．２．１",
        "3.2.1b",
        "702.19b",
    ),
    *(
        "Q4",
        "q.4",
        "Q&A 4",
        "q & a no. 4",
        "question 4",
        "質問4",
        "Q1-3",
        "Q３",
        "⑦",
        "第3条2項",
        "2018.6.2",
        "$5.50",
        "3.2.1-3",
        "99999999999999999999",
    ),
)
MARKS = (
    *"[]()「」『』【】〔〕\"'“”<>{}|*●■◎※★・→-_#@&%:;!?.,\\$",
    "(EN 2)",
    "(JA 3)",
    "**",
    "- ",
    "> ",
    "| a | b |",
    "|---|",
    "---",
    "<b>",
)


class Endless(Exception):
    """A case took longer than any may."""


@dataclass(slots=True)
class Report:
    """What a run came to: how many texts, how many were refused as they may be, processor seconds, the slowest, what went wrong."""

    cases: int = 0
    refused: int = 0
    seconds: float = 0.0
    slowest_ms: float = 0.0
    slowest: str = ""
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is fuzzed. `check` raises AssertionError where a text is read wrongly; KbError and ValueError refuse it.

    `make` gives the text of a case, `most` the milliseconds of processor time that one may take, more where the machine is slow.
    """

    check: Callable[[str], None]
    make: Callable[[random.Random], str]
    most: float


def run(target: Target, cases: int, seed: int = 1) -> Report:
    """Try so many texts; ends early after twenty that went wrong."""
    report, chance = Report(), random.Random(seed)
    began = time.thread_time()
    with _watched() as watch:
        for _ in range(cases):
            text = target.make(chance)
            took = _try(target, text, report, watch)
            if took > report.slowest_ms:
                took = min(took, *(_again(target, text, watch) for _ in range(3)))
                if took > report.slowest_ms:
                    report.slowest_ms, report.slowest = took, text
                if took > target.most and took > target.most * slowness(50):
                    report.wrong.append(f"{took:.0f} ms for {len(text)} letters: {text[:200]!r}")
            report.cases += 1
            if len(report.wrong) >= 20:
                break
    report.seconds = time.thread_time() - began
    return report


def _try(target: Target, text: str, report: Report, watch: list[float]) -> float:
    """Milliseconds of one case; what goes wrong goes into the report, with the text that shows it."""
    watch[0] = time.thread_time()
    try:
        target.check(text)
    except (KbError, ValueError):
        report.refused += 1
    except Exception as error:
        report.wrong.append(f"{type(error).__name__} {str(error)[:300]}: {text[:3000]!r}")
    return (time.thread_time() - watch[0]) * 1000


def _again(target: Target, text: str, watch: list[float]) -> float:
    """The same with nothing remembered: a pause of the collector does not come twice."""
    for cached in _CACHED:
        cached.cache_clear()
    return _try(target, text, Report(), watch)


def least_ms(target: Target, text: str, times: int = 2) -> float:
    """Milliseconds of processor time that a text takes, the least of a few times."""
    with _watched() as watch:
        return min(_again(target, text, watch) for _ in range(times))


@contextmanager
def _watched() -> Iterator[list[float]]:
    """Raises Endless in a case that takes too long; the list holds the processor time at which the case began."""
    watch = [time.thread_time()]

    def look(number: int, frame: FrameType | None) -> None:
        if time.thread_time() - watch[0] > ENDLESS:
            raise Endless(f"more than {ENDLESS:.0f} s")

    before = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.5, 0.5)
    try:
        yield watch
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Mix:
    """Makes texts of pieces: a few joined with something changed, or, once in `runs`, a few repeated up to `longest` letters."""

    def __init__(self, *pieces: Sequence[str], longest: int = 2000, runs: int = 150, parts: int = 7) -> None:
        self._pieces = [list(one) for one in (*pieces, NUMBERS, MARKS, ODD)]
        self._longest, self._runs, self._parts = longest, runs, parts

    def __call__(self, chance: random.Random) -> str:
        """One text."""
        if chance.randrange(self._runs) == 0:
            return self._run(chance)
        parts = [self._piece(chance) for _ in range(1 + int(chance.random() ** 2 * self._parts))]
        text = "".join(part + chance.choice(SEPARATORS) for part in parts)
        for _ in range(chance.choice((0, 0, 1, 1, 2, 4))):
            text = self._changed(text, chance)
        return text[: self._longest]

    def _piece(self, chance: random.Random) -> str:
        return chance.choice(chance.choice(self._pieces))

    def _run(self, chance: random.Random) -> str:
        """The same again and again, as a pattern that goes back and forth would hate it, with something else behind or before."""
        size = chance.choice((self._longest, self._longest, 50, 300))
        again = "".join(self._piece(chance)[: chance.choice((1, 3, 10, 60))] for _ in range(chance.choice((1, 1, 2, 3)))) or " "
        again += chance.choice(("", "", "", chance.choice(SEPARATORS)))
        edges = self._piece(chance)[:20], self._piece(chance)[:20]
        return (edges[0] + again * (size // len(again)) + edges[1])[-self._longest :]

    def _changed(self, text: str, chance: random.Random) -> str:
        """One change: letters cut, doubled, swapped, put in, of another width or case."""
        first = chance.randrange(len(text) + 1)
        last = min(len(text), first + chance.randrange(1, 9))
        piece = text[first:last]
        change = chance.randrange(7)
        if change == 0:
            return text[:first] + text[last:]
        if change == 1:
            return text[:first] + piece * chance.randrange(2, 5) + text[last:]
        if change == 2:
            return text[:first] + piece[::-1] + text[last:]
        if change == 3:
            return text[:first] + self._piece(chance) + text[first:]
        if change == 4:
            wide = "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in piece)
            return text[:first] + wide + text[last:]
        if change == 5:
            return text[:first] + piece.swapcase() + text[last:]
        return text[:first] + chance.choice(ODD) + text[first:]
