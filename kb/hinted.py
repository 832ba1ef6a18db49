"""Patterns that are tried only on a text that holds some letters without which they match nowhere.

A pattern of many alternatives is tried at every letter of a text, and nearly always in vain. What letters a text must hold is told
by the pattern itself (its required literals, as in the prefilter of RE2, Cox 2012); one look finds those of all patterns (Aho,
Corasick 1975).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import ahocorasick

_MOST = 48
"""A pattern, or a piece of one, of more alternatives is looked at by its pieces."""
_FEW = 24
"""Letters of a class that are spelt out."""
_LEAST = 2.0
"""What letters must say at least, so that few texts hold them."""
_RARE = frozenset("0123456789jqxz")
_KEPT = 256
"""Texts whose marks are kept; nearly all are questions, which are cut after 2,000 letters."""

Letters = frozenset[str]
_NOTHING: Letters = frozenset(("",))


class Hinted:
    """A pattern with the methods of a compiled one that are used here; a text without its letters is not tried.

    One belongs into a module, as a constant: its letters are never given up, and each new one has those of all looked for anew. It
    is compiled when it is first tried, or by `compile_all`: one question needs few, and to compile takes longer than to read them.
    """

    __slots__ = ("_mark", "_tried", "flags", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        """Raises re.error, and ValueError where no letters are required or case is ignored beyond ASCII ("ſtep" is "step" then)."""
        parsed = _parser.parse(pattern, flags)
        self.pattern, self.flags = pattern, int(parsed.state.flags) | (0 if parsed.state.flags & re.ASCII else re.UNICODE)
        self._tried: re.Pattern[str] | None = None
        if self.flags & re.IGNORECASE and not self.flags & re.ASCII:
            raise ValueError(f"the pattern ignores the case of letters beyond ASCII: {pattern[:60]!r}")
        letters = _of_row(parsed)[1]
        if letters is None:
            raise ValueError(f"the pattern matches texts with nothing in common: {pattern[:60]!r}")
        self._mark = _marks.add(letters)
        _all.append(self)

    @property
    def compiled(self) -> re.Pattern[str]:
        """The compiled pattern; raises re.error where it cannot be one."""
        if self._tried is None:
            self._tried = re.compile(self.pattern, self.flags)
        return self._tried

    # Each asks by itself whether the text is to be tried: one call more, some forty times a question, would cost what it saves.

    def search(self, text: str, *span: int) -> re.Match[str] | None:
        """As of a compiled pattern."""
        return (self._tried or self.compiled).search(text, *span) if _marks.of(text) & self._mark else None

    def match(self, text: str, *span: int) -> re.Match[str] | None:
        """As of a compiled pattern."""
        return (self._tried or self.compiled).match(text, *span) if _marks.of(text) & self._mark else None

    def findall(self, text: str) -> list[Any]:
        """As of a compiled pattern."""
        return (self._tried or self.compiled).findall(text) if _marks.of(text) & self._mark else []

    def finditer(self, text: str, *span: int) -> Iterator[re.Match[str]]:
        """As of a compiled pattern."""
        return (self._tried or self.compiled).finditer(text, *span) if _marks.of(text) & self._mark else iter(())

    def sub(self, put: str | Callable[[re.Match[str]], str], text: str) -> str:
        """As of a compiled pattern."""
        return (self._tried or self.compiled).sub(put, text) if _marks.of(text) & self._mark else text


_all: list[Hinted] = []


def compile_all() -> None:
    """Compile now what the first questions would wait for, a tenth of a second in all; a server does it as it starts."""
    for one in _all:
        _ = one.compiled


class _Marks:
    """The letters of all patterns, and which patterns a text may match: one bit for each."""

    def __init__(self) -> None:
        self._letters: dict[str, int] = {}
        self._patterns = 0
        self._making = threading.Lock()
        self._finder: ahocorasick.Automaton | None = None
        self.of = lru_cache(maxsize=_KEPT)(self._of)
        """The marks of a text; a question is tried by dozens of patterns."""

    def add(self, letters: Letters) -> int:
        """The mark of a pattern that needs one of some letters."""
        with self._making:
            mark = 1 << self._patterns
            self._patterns += 1
            for one in letters:
                self._letters[one] = self._letters.get(one, 0) | mark
            self._finder = None
            self.of = lru_cache(maxsize=_KEPT)(self._of)  # not cleared: another thread may yet keep there what it found before
        return mark

    def _of(self, text: str) -> int:
        """The marks of all letters that stand in a text."""
        out = 0
        for _, marks in (self._finder or self._made()).iter(text.lower()):
            out |= marks
        return out

    def _made(self) -> ahocorasick.Automaton:
        """What finds the letters of all patterns there are now."""
        with self._making:
            finder = ahocorasick.Automaton()
            for letters, marks in self._letters.items():
                finder.add_word(letters, marks)
            finder.make_automaton()
            self._finder = finder
        return finder


_marks = _Marks()


def required(pattern: str, flags: int = 0) -> Letters | None:
    """Letters of which each text that a pattern matches holds some, in lower case; None where there are none that say enough."""
    return _of_row(_parser.parse(pattern, flags))[1]


def _of_row(row: Iterable[tuple[Any, Any]]) -> tuple[Letters | None, Letters | None]:
    """Of pieces one after the other: all that they match, where that is little, and what they require."""
    best: Letters | None = None
    run, whole = _NOTHING, True
    for kind, of in row:
        all_of, need = _of_piece(kind, of)
        if all_of is not None and len(run) * len(all_of) <= _MOST:
            run = frozenset(map("".join, product(run, all_of)))
            best = _better(best, need) if kind is op.ASSERT else best
            continue
        whole = False
        best = _better(_better(best, run), need)
        run = _NOTHING if all_of is None else all_of
    return (run if whole else None), _better(best, run)


def _of_piece(kind: Any, of: Any) -> tuple[Letters | None, Letters | None]:
    """Of one piece of a parsed pattern: all that it matches, where that is little, and what it requires."""
    if kind is op.LITERAL:
        return frozenset((chr(of).lower(),)), None
    if kind is op.IN:
        return _of_class(of), None
    if kind is op.SUBPATTERN:
        return _of_row(of[3])
    if kind is op.ATOMIC_GROUP:
        return _of_row(of)
    if kind is op.BRANCH:
        return _of_branches([_of_row(one) for one in of[1]])
    if kind in (op.AT, op.ASSERT_NOT):
        return _NOTHING, None
    if kind is op.ASSERT:
        return _NOTHING, _of_row(of[1])[1]
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        least, most, repeated = of
        all_of, need = _of_row(repeated)
        if (least, most) == (0, 1) and all_of is not None:
            return all_of | _NOTHING, None
        return None, (_better(all_of, need) if least else None)
    return None, None  # any letter, a group once more


def _of_class(letters: Iterable[tuple[Any, Any]]) -> Letters | None:
    """The letters of a class, where they are few."""
    out: set[str] = set()
    for kind, of in letters:
        codes = (of,) if kind is op.LITERAL else range(of[0], of[1] + 1) if kind is op.RANGE else None
        if codes is None or len(codes) > _FEW:
            return None
        out.update(chr(code).lower() for code in codes)
    return frozenset(out) if 0 < len(out) <= _FEW else None


def _of_branches(branches: list[tuple[Letters | None, Letters | None]]) -> tuple[Letters | None, Letters | None]:
    """Of alternatives: all that they match, and what they require where each requires something."""
    everything: Letters | None = frozenset()
    need: Letters | None = frozenset()
    for all_of, needs in branches:
        everything = None if everything is None or all_of is None else everything | all_of
        need = None if need is None or needs is None else need | needs
    return (everything if everything is not None and len(everything) <= _MOST else None), need


def _better(one: Letters | None, other: Letters | None) -> Letters | None:
    """Which of two sets of letters says more: the one whose least telling letters tell more, else the smaller one."""
    known = [letters for letters in (one, other) if letters and _tells(letters) >= _LEAST]
    return max(known, key=lambda letters: (_tells(letters), -len(letters)), default=None)


def _tells(letters: Letters) -> float:
    """How much those say that say least: an ideograph as much as three Latin letters."""
    return min(sum(map(_says, one)) for one in letters)


def _says(letter: str) -> float:
    """How much one letter says; a sigma, which stands otherwise at the end of a word, says nothing."""
    return 0.0 if letter in "σς" else 3.0 if not letter.isascii() else 2.0 if letter in _RARE else 1.0 if letter.isalnum() else 0.5
