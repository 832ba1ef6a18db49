"""The walker: a flow one step at a time, each position with an address of its own."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from kb.errors import UnknownEntry
from kb.model import Rendition
from kb.renditions import best_first
from web.flow import Walk, Way, has_flow, walk_of
from web.naming import part_named
from web.quote import preview
from web.state import searching
from web.wording import t_plain

blueprint = Blueprint("walker", __name__)


@blueprint.get("/walk/<game>/<part>")
def begin(game: str, part: str) -> str:
    """The first step of a flow."""
    walk = walk_of(game, part)
    return _page(walk, walk.order[0])


@blueprint.get("/walk/<game>/<part>/<position>")
def step(game: str, part: str, position: str) -> str:
    """One step of a flow; ?from= says which step led here, for the way back."""
    walk = walk_of(game, part)
    if position in walk.steps:
        return _page(walk, position)
    stage = next((one for one in walk.stages if one["id"] == f"{game}/{part}/{position}" and one["steps"]), None)
    if stage is None:
        first, last = walk.name(walk.order[0]), walk.name(walk.order[-1])
        raise UnknownEntry(t_plain("walk.no_step", game=game, part=part, position=position, first=first, last=last))
    return _page(walk, stage["steps"][0].rsplit("/", 1)[1])


def _page(walk: Walk, position: str) -> str:
    store = searching().kb.store
    entry = store.entry(walk.steps[position]["id"])
    assert entry is not None
    here = next(r for r in entry.renditions if r.document == walk.document)
    came = request.args.get("from", "")
    back = came if came in walk.steps and any(way.target == position for way in walk.ways(came)) else walk.before(position)
    stage = walk.stage(position)
    windows = walk.windows(position)
    named = dict.fromkeys(tuple(window.entry.split("/")[:2]) for window in windows if window.entry)
    return render_template(
        "walk.html",
        walk=walk,
        position=position,
        entry=entry,
        here=here,
        preview=preview(here),
        other=next((r for r in best_first(entry, here.language) if _in_force(r) and r.language != here.language), None),
        stage=store.entry(stage["id"]) if stage else None,
        ways=[_shown(walk, way) for way in walk.ways(position)],
        onward=_onward(walk, position),
        back=back,
        place=walk.order.index(position) + 1,
        windows=windows,
        all_windows=[] if windows else walk.all_windows(),
        next_window=walk.next_window(position),
        contested=bool(store.records("conflict", entry.id)),
        flows=[f"{game}/{part}" for game, part in named if (game, part) != (walk.game, walk.part) and has_flow(game, part)],
        documents=store.documents,
    )


def _onward(walk: Walk, position: str) -> dict[str, str] | None:
    """The flow that a last step leads to, and the first words of that one's first step."""
    part = walk.onward(position)
    if part is None:
        return None
    other = walk_of(walk.game, part, walk.language)
    there = other.steps[other.order[0]]["text"].split("\n")[0]
    return {"part": part, "name": part_named(walk.game, part), "there": there, "language": other.language}


def _in_force(rendition: Rendition) -> bool:
    return searching().kb.store.documents[rendition.document].current


def _shown(walk: Walk, way: Way) -> dict[str, str]:
    """A way as the page shows it: the number it leads to, what it says, and the first words of that step where it says nothing."""
    text = walk.steps[way.target]["text"].split("\n")[0]
    return {"target": way.target, "kind": way.kind, "name": walk.name(way.target), "text": way.text, "there": text}
