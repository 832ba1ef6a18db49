"""Puts numbers together that one name rules: lists (`3.2.1, 3.2.2 and 4.1`) and ranges (`3.2.1–3.2.3`, `Q1-3`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.citations.numbers import Number, may_end
from kb.locator import Locator

_WORD = r"(?:steps?\s|stages?\s|rules?\s|sections?\s|§|第|手順|ステップ)?"
# What stands between two numbers of a list. Not a word of its own: "3.2.1 before 4.1" is two citations, the second by context.
LIST = re.compile(
    r"[)\]]?\s?(?:[,、;/&+・]\s?)?(?:(?:and|or|then|plus|also|vs\.?|versus|not|but not|and then|and also)\s|と|や|または|又は|及び|"
    rf"および|ならびに|か)?\s?(?:the\s)?{_WORD}[(\[]?"
)
# What makes two numbers a range: "3.2-3.4", "3.2 to step 3.4", 3.2から3.4. Not "3.2, 3.4", a list.
RANGE = re.compile(rf"\s?(?:-|~|to|through|thru|until|till|から)\s?{_WORD}[(\[]?")
LONGEST_GAP = 24


@dataclass(frozen=True, slots=True)
class Group:
    """Numbers in a row; `ranges` holds the places in it where a range leads to the next number."""

    numbers: tuple[Number, ...]
    ranges: frozenset[int]

    @property
    def first(self) -> int:
        """Where it begins in the view."""
        return self.numbers[0].first

    @property
    def last(self) -> int:
        """Where it ends."""
        return self.numbers[-1].last

    @property
    def sort(self) -> str:
        """The sort of its first number; in a group all are alike but that steps and questions may stand together."""
        return self.numbers[0].sort


def elsewhere(group: Group) -> Group:
    """The same numbers, said to be another game's."""
    return replace(group, numbers=tuple(replace(number, elsewhere=True) for number in group.numbers))


def group(folded: str, numbers: Sequence[Number]) -> list[Group]:
    """All numbers in groups, in order; most groups hold one."""
    out: list[Group] = []
    row: list[Number] = []
    ranges: set[int] = set()
    for number in numbers:
        joined = _join(folded, row[-1], number) if row else None
        if joined is None:
            if row:
                out.append(Group(tuple(row), frozenset(ranges)))
            row, ranges = [number], set()
            continue
        whole, is_range = joined
        if is_range and len(row) - 2 not in ranges:
            ranges.add(len(row) - 1)
        row.append(whole)
    if row:
        out.append(Group(tuple(row), frozenset(ranges)))
    return out


def _join(folded: str, one: Number, other: Number) -> tuple[Number, bool] | None:
    """The second number as the list has it, and whether it ends a range; None where the two do not belong together."""
    gap = folded[one.last : other.first]
    if len(gap) > LONGEST_GAP or not gap:
        return None
    is_range = RANGE.fullmatch(gap) is not None
    if other.sort == "single" and one.sort in ("step", "asked"):
        # A dash of prose before a number that counts is no range: "Q3 – 2 cards are …".
        counts = " " in gap and not may_end(folded, other.last)
        whole = _completed(one, other)
        return (whole, True) if is_range and gap.strip() in ("-", "~") and not counts and _rises(one, whole) else None
    if (one.sort in ("step", "asked")) != (other.sort in ("step", "asked")) or (one.sort == "foreign") != (other.sort == "foreign"):
        return None
    if is_range and one.sort == "single" and not _rises(one, other):
        return None
    if is_range:
        return other, one.sort == other.sort and _rises(one, other)
    return (other, False) if LIST.fullmatch(gap) else None


def _completed(one: Number, other: Number) -> Number:
    """The end of a range that gives its last place alone: the 3 of `3.2.1-3` and of `Q1-3`."""
    head = one.slug.rpartition(".")[0] + "." if one.sort == "step" else "q"
    return replace(other, slug=head + other.slug, sort=one.sort)


def _rises(one: Number, other: Number) -> bool:
    return Locator.parse(one.slug) < Locator.parse(other.slug)
