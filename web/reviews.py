"""Pages of what readers found: where the languages disagree, what editions changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request

from kb.model import Change, Conflict, Entry
from kb.review import changes, conflicts
from web.filters import CHANGE_FILTERS, CONFLICT_FILTERS, Reviewed, fitting, wanted
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
    shown, filters = _filtered(found, CONFLICT_FILTERS)
    entries = _entries(shown)
    groups = grouped(weighed(shown, entries))
    return render_template("conflicts.html", shown=shown, groups=groups, filters=filters, entries=entries, total=len(found))


@blueprint.get("/changes")
def change_list() -> str:
    """What each edition changed, by ?kind=, ?impact=, ?part= and ?to=; typography, numbers and headings only when asked for."""
    found = changes(searching().kb.store)
    everything = request.args.get("all") == "1"
    listed = found if everything else [c for c in found if not quiet(c)]
    shown, filters = _filtered(listed, CHANGE_FILTERS)
    entries = _entries(shown)
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


def _filtered(
    found: Sequence[Reviewed], filters: Mapping[str, Callable[[Reviewed], str]]
) -> tuple[list[Reviewed], dict[str, list[Choice]]]:
    """What fits all the filters that the address names; for each filter its values, counted within what the others leave."""

    def choices(name: str, value_of: Callable[[Reviewed], str]) -> list[Choice]:
        left = fitting(found, filters, but=name)
        return _choices(name, Counter(map(value_of, found)), Counter(map(value_of, left)))

    return fitting(found, filters), {name: choices(name, value_of) for name, value_of in filters.items()}


def _choices(name: str, every: Counter[str], counts: Counter[str]) -> list[Choice]:
    """The values of a filter that leave something, and the one that is chosen, the commonest of all first."""
    chosen = wanted(name)
    rest = {key: value for key, value in request.args.items() if key not in (name, "ui", "c") and value}

    def choice(value: str, count: int) -> Choice:
        return Choice(at(request.path, **{**rest, name: value}), value, _words(name, value), count, chosen == value)

    values = [value for value, _ in every.most_common() if value and (counts[value] or value == chosen)]
    if name == "impact":
        values.sort(key=IMPACTS.index)
    return [choice("", counts.total()), *(choice(value, counts[value]) for value in values)]


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
