"""Numbers with letters in them that a list of the rules has (Bo-43), alone, in lists and in ranges: `Errata Bo-43, Bo-44`.

Behind a word that announces them (erratum), or before one, each is a citation, known or not; alone those that the list has.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.citations.groups import LIST, LONGEST_GAP, RANGE
from kb.citations.index import Index
from kb.citations.own import PIN, Own
from kb.citations.view import View, folded

# Letters, a dash and a number; perhaps the last number of a range. Not within a word or an address: st-57@host, x/st-57, xy-bo-43.
_CODE = re.compile(r"(?<![a-z0-9/@._])(?<![a-z]-)([a-z]{1,3})-([1-9]\d{0,3})(?:\s?[-~]\s?([1-9]\d{0,3}))?(?![\d@/]|\.\d|[a-z]|-\d)")
# Between the word that announces such numbers and the first: "erratum for Bo-43", "Errata: Bo-43".
_TO_FIRST = r"(?:\s(?:for|of|on|to|no\.?))?\s?:?\s?(?:the\s)?$"
# Between the last and such a word behind it: "Bo-43's erratum", Bo-43のエラッタ.
_FROM_LAST = r"(?:'s|の)?\s?"
_REACH = 40


@dataclass(frozen=True, slots=True)
class _Code:
    """A number with letters at a place of a view; `ranges` where a range leads from the one before to it."""

    first: int
    last: int
    letters: str
    number: int
    capital: bool
    pin: tuple[str, int] | None = None
    ranges: bool = False

    def rises_to(self, other: _Code) -> bool:
        """Whether a range may lead from this to another."""
        return self.letters == other.letters and self.number < other.number


class Lettered:
    """Finds such numbers; prepared once for a KB."""

    def __init__(self, index: Index) -> None:
        self.known: dict[str, list[str]] = {}
        for number, id in index.lettered:
            self.known.setdefault(folded(number), []).append(id)
        found = [(code, code.rpartition("-")) for code in self.known]
        self._order = sorted((letters, int(number), code) for code, (letters, _, number) in found if number.isdecimal())
        self.leads = [folded(lead) for lead in index.leads]
        codes, leads = (
            "|".join(map(re.escape, words)) or "(?!)"
            for words in ([folded(game.code) for game in index.store.games.values()], self.leads)
        )
        self._before = re.compile(rf"(?<![a-z0-9])(?:(?:{codes}) )?(?:{leads}){_TO_FIRST}")
        self._after = re.compile(rf"{_FROM_LAST}(?:{leads})(?![a-z0-9])")

    def find(self, view: View, letters: str) -> list[Own]:
        """The citations by such numbers in a text, in order."""
        out: list[Own] = []
        for row in _rows(letters, list(_codes(view, letters))):
            done = out[-1].last if out else 0
            before = self._before.search(letters, max(done, row[0].first - _REACH), row[0].first)
            after = self._after.match(letters, row[-1].last)
            row[0] = replace(row[0], first=before.start() if before else row[0].first)
            row[-1] = replace(row[-1], last=after.end() if after else row[-1].last)
            out += self._read(row, bool(before or after))
        return out

    def _read(self, row: Sequence[_Code], announced: bool) -> Iterator[Own]:
        """The citations of numbers in a row: a range is one, each other number is one."""
        at = 0
        while at < len(row):
            low, high = row[at], row[at + 1] if at + 1 < len(row) and row[at + 1].ranges else None
            if high is None or not (self._has(low) and (announced or self._has(high))):
                yield from self._one(low, announced)
            elif self._has(high):
                yield Own(low.first, high.last, self._between(low, high), high.pin or low.pin, spread=True)
                at += 1
            else:
                yield Own(low.first, low.last, self._between(low, high), low.pin, spread=True)
            at += 1

    def _one(self, code: _Code, announced: bool) -> Iterator[Own]:
        """One number: nothing where nothing announces it and the list has it not, or where it is written as no such number is."""
        ids = self.known.get(f"{code.letters}-{code.number}", [])
        if (announced and (ids or code.capital)) or (ids and code.capital):
            yield Own(code.first, code.last, tuple(ids), code.pin)

    def _has(self, code: _Code) -> bool:
        return f"{code.letters}-{code.number}" in self.known

    def _between(self, low: _Code, high: _Code) -> tuple[str, ...]:
        """The ids of all from one number to another."""
        first = bisect_left(self._order, (low.letters, low.number, ""))
        last = bisect_left(self._order, (high.letters, high.number + 1, ""))
        return tuple(id for *_, code in self._order[first:last] for id in self.known[code])


def _codes(view: View, letters: str) -> Iterator[_Code]:
    """All such numbers in a text, in order; a range that gives its last number alone (Bo-43-47) is two."""
    for found in _CODE.finditer(letters):
        first, last = found.span()
        pin = PIN.match(letters, last)
        pinned = (pin["language"], int(pin["edition"])) if pin else None
        end = pin.end() if pin else last
        capital = not view.words(first, first + 1).islower()
        one = _Code(first, found.end(2), found[1], int(found[2]), capital)
        if found[3] is None:
            yield replace(one, last=end, pin=pinned)
        elif one.number < int(found[3]):
            yield one
            yield _Code(found.start(3), end, found[1], int(found[3]), capital, pinned, ranges=True)
        else:
            yield one


def _rows(letters: str, codes: Sequence[_Code]) -> list[list[_Code]]:
    """The numbers in rows: those that a list or a range joins."""
    out: list[list[_Code]] = []
    for code in codes:
        last = out[-1][-1] if out else None
        gap = letters[last.last : code.first] if last else ""
        if last is None or len(gap) > LONGEST_GAP or not (code.ranges or LIST.fullmatch(gap) or RANGE.fullmatch(gap)):
            out.append([code])
        elif RANGE.fullmatch(gap) and not last.ranges and last.rises_to(code):
            out[-1].append(replace(code, ranges=True))
        else:
            out[-1].append(code)
    return out
