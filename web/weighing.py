"""Puts what readers found in the order in which it matters: by its impact on a match, rule changes first, part by part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from kb.model import Change, Conflict, Entry

IMPACTS = ("high", "medium", "low", "", "none")
"""The heaviest first; "" where nobody judged it, which may be anything but typography."""
ANNOUNCED = "rule_change"
"""The kind of an entry that announces a change of the rules."""
Weighed = TypeVar("Weighed", Conflict, Change)


@dataclass(frozen=True, slots=True)
class Section:
    """What one part of a game has of one impact: the anchor of its heading, game and part, and what is shown under it."""

    anchor: str
    game: str
    part: str
    shown: list[Conflict | Change] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Group:
    """All of one impact, part by part."""

    impact: str
    sections: list[Section]

    @property
    def weight(self) -> str:
        """The impact as headings and anchors call it."""
        return self.impact or "open"

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(len(section.shown) for section in self.sections)


def quiet(change: Change) -> bool:
    """Whether a change is one of typography, numbers or headings alone."""
    return change.impact == "none" or change.kind in ("typographic", "renumbered")


def weighed(shown: Sequence[Weighed], entries: Mapping[str, Entry]) -> list[Weighed]:
    """In order: by impact, first the parts that announce changes of the rules, then the others as they come."""
    announced = {_part(one) for one in shown if one.entry in entries and entries[one.entry].kind == ANNOUNCED}
    parts = sorted(dict.fromkeys(_part(one) for one in shown), key=lambda part: part not in announced)
    return sorted(shown, key=lambda one: (IMPACTS.index(one.impact), parts.index(_part(one))))


def grouped(shown: Sequence[Conflict | Change]) -> list[Group]:
    """What is in order already, impact by impact and part by part. A part's first heading has its own anchor, bf-keyword."""
    out: list[Group] = []
    anchors: set[str] = set()
    for one in shown:
        if not out or out[-1].impact != one.impact:
            out.append(Group(one.impact, []))
        sections, (game, part) = out[-1].sections, _part(one)
        if not sections or (sections[-1].game, sections[-1].part) != (game, part):
            anchor = f"{game}-{part}"
            anchor = anchor if anchor not in anchors else f"{anchor}-{out[-1].weight}"
            anchors.add(anchor)
            sections.append(Section(anchor, game, part))
        sections[-1].shown.append(one)
    return out


def _part(one: Conflict | Change) -> tuple[str, str]:
    game, part = one.entry.split("/")[:2]
    return game, part
