"""Pages of what readers found: where the languages disagree, what editions changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request

from kb.model import Change, Conflict, Entry
from kb.review import changes, conflicts
from web.links import at, label
from web.naming import part_named
from web.state import searching
from web.weighing import IMPACTS, grouped, quiet, weighed
from web.wording import t, t_or

blueprint = Blueprint("reviews", __name__)


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a filter: its address, its words, how many it leaves, and whether it is chosen."""

    url: str
    value: str
    words: str
    count: int
    chosen: bool


@blueprint.get("/conflicts")
def conflict_list() -> str:
    """Every place where the current English and Japanese disagree, by ?severity=, ?impact= and ?part=."""
    found = conflicts(searching().kb.store)
    shown = [c for c in found if _fits("severity", c.severity) and _fits("impact", c.impact) and _fits("part", part_of(c.entry))]
    entries = _entries(shown)
    filters = {
        "impact": _choices("impact", [c.impact for c in found]),
        "severity": _choices("severity", [c.severity for c in found]),
        "part": _choices("part", [part_of(c.entry) for c in found]),
    }
    groups = grouped(weighed(shown, entries))
    return render_template("conflicts.html", shown=shown, groups=groups, filters=filters, entries=entries, total=len(found))


@blueprint.get("/changes")
def change_list() -> str:
    """What each edition changed, by ?kind=, ?impact=, ?part= and ?to=; typography and mere numbers only when asked for."""
    found = changes(searching().kb.store)
    everything = request.args.get("all") == "1"
    listed = found if everything else [c for c in found if not quiet(c)]
    shown = [
        c
        for c in listed
        if _fits("kind", c.kind) and _fits("impact", c.impact) and _fits("part", part_of(c.entry)) and _fits("to", c.to_document)
    ]
    entries = _entries(shown)
    filters = {
        "to": _choices("to", [c.to_document for c in listed]),
        "impact": _choices("impact", [c.impact for c in listed if c.impact]),
        "kind": _choices("kind", [c.kind for c in listed]),
        "part": _choices("part", [part_of(c.entry) for c in listed]),
    }
    return render_template(
        "changes.html",
        shown=shown,
        groups=grouped(weighed(shown, entries)),
        filters=filters,
        entries=entries,
        quiet=sum(map(quiet, found)),
        everything=everything,
        documents=searching().kb.store.documents,
    )


def part_of(entry: str) -> str:
    """The first part of an entry's path, which is what lists are filtered by: attack-phase, keyword, topic."""
    return entry.split("/")[1]


def _fits(name: str, value: str) -> bool:
    return request.args.get(name) in (None, "", value)


def _choices(name: str, values: Sequence[str]) -> list[Choice]:
    chosen = request.args.get(name, "")
    rest = {key: value for key, value in request.args.items() if key not in (name, "ui", "c") and value}
    counts = Counter(values)

    def choice(value: str, count: int) -> Choice:
        return Choice(at(request.path, **{**rest, name: value}), value, _words(name, value), count, chosen == value)

    ranked = sorted(counts.most_common(), key=lambda pair: IMPACTS.index(pair[0])) if name == "impact" else counts.most_common()
    return [choice("", len(values)), *(choice(value, count) for value, count in ranked)]


def _words(name: str, value: str) -> str:
    """A filter's value in words: a document by language and edition, a part by its name."""
    if not value:
        return str(t("filter.all"))
    store = searching().kb.store
    if name == "to":
        return label(store.documents[value])
    if name == "part":
        game = next((part.game for part in store.parts if part.slug == value), next(iter(store.games)))
        return part_named(game, value)
    return str(t_or(f"{'change' if name == 'kind' else name}.{value}", value))


def _entries(shown: Sequence[Conflict | Change]) -> dict[str, Entry]:
    store = searching().kb.store
    found = ((one.entry, store.entry(one.entry)) for one in shown)
    return {id: entry for id, entry in found if entry is not None}
