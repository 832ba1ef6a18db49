"""What the lists of conflicts and of changes are filtered by, on the pages and in the API: `?impact=high&part=keyword`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from flask import request

from kb.model import Change, Conflict

Reviewed = TypeVar("Reviewed", Conflict, Change)


def _part(one: Conflict | Change) -> str:
    """The first part of an entry's path: attack-phase, keyword, topic."""
    return one.entry.split("/")[1]


CONFLICT_FILTERS: Mapping[str, Callable[[Conflict], str]] = {
    "impact": lambda one: one.impact,
    "severity": lambda one: one.severity,
    "part": _part,
}
CHANGE_FILTERS: Mapping[str, Callable[[Change], str]] = {
    "to": lambda one: one.to_document,
    "impact": lambda one: one.impact,
    "kind": lambda one: one.kind,
    "part": _part,
}
"""The name of each filter in an address, and what is held against its value."""


def wanted(name: str) -> str:
    """The value that the address gives a filter, "" where it leaves it open."""
    return request.args.get(name, "")


def fitting(found: Sequence[Reviewed], filters: Mapping[str, Callable[[Reviewed], str]], but: str = "") -> list[Reviewed]:
    """What fits the filters that the address names, all but the one called `but`."""
    named = [(value_of, wanted(name)) for name, value_of in filters.items() if name != but and wanted(name)]
    return [one for one in found if all(value_of(one) == value for value_of, value in named)]
