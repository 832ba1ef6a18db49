"""The ruling slip: a question, its verdict and the cited texts on one small sheet, with a QR code of its own link."""

from __future__ import annotations

from io import BytesIO

import segno
from flask import Blueprint, Response, abort, render_template, request

from kb.fold import key
from kb.model import VERDICTS, Entry, Rendition
from kb.renditions import best_first, only_language
from kb.review import judged, review_of
from web.links import MOST_CITED, pin_of, query_of
from web.quote import SlipQuote, quote
from web.slip_link import Slip, read_slip
from web.state import searching
from web.wording import chosen, t

blueprint = Blueprint("slip", __name__)

ROOM = {1: 1000, 2: 480, 3: 270}
"""Latin letters' width that a quote may have on one A5 page, by the number of citations."""
ROOM_WHERE_IT_FLOWS = 480
"""The same where there are more citations than one page holds."""


@blueprint.get("/slip")
def page() -> str:
    """The slip that ?c=ID@DOCUMENT&c=… names, with ?q=, ?v= and ?t= if given; without ?c=, how to make one."""
    slip = read_slip(request.args)
    return render_template(
        "slip.html",
        slip=slip,
        question=slip.question,
        citations=[_citation(entry, rendition, slip) for entry, rendition in slip.cited],
        link=_link(slip),
        verdicts=VERDICTS,
        most=MOST_CITED,
        without={pin_of(entry, rendition): _without(slip, entry, rendition) for entry, rendition in slip.cited},
        games=searching().kb.store.games,
        documents=searching().kb.store.documents,
    )


@blueprint.get("/slip.svg")
def code() -> Response:
    """The QR code of the slip with the same query."""
    slip = read_slip(request.args)
    if not slip.cited:
        abort(400, t("slip.no_code"))
    out = BytesIO()
    segno.make(_link(slip), error="l", boost_error=True, micro=False).save(
        out, kind="svg", border=4, xmldecl=False, svgns=True, dark="#000", light="#fff", omitsize=True
    )
    return Response(out.getvalue(), mimetype="image/svg+xml")


def _own_pairs(slip: Slip) -> list[tuple[str, str]]:
    language = chosen()
    return slip.pairs() + ([("ui", language)] if language else [])


def _without(slip: Slip, entry: Entry, rendition: Rendition) -> str:
    """The slip without one of its citations; with an empty ?c= where none is left."""
    pairs = [pair for pair in _own_pairs(slip) if pair != ("c", pin_of(entry, rendition))]
    return f"/slip?{query_of(pairs if len(slip.cited) > 1 else [('c', ''), *pairs])}"


def _link(slip: Slip) -> str:
    """The slip's whole address, as its QR code holds it."""
    return f"{request.url_root}slip?{query_of(_own_pairs(slip))}"


def _age(rendition: Rendition, current: list[Rendition]) -> str:
    """What has become of a superseded text among the current ones, as the site's words call it; "" for a current one."""
    if rendition in current:
        return ""
    today = next((one for one in current if one.language == rendition.language), None)
    if today is None:
        return "old_gone"
    if key(today.text) == key(rendition.text):
        return "old_same"
    store = searching().kb.store
    return "old_typographic" if judged(review_of(store, rendition.entry).changes, store.documents, rendition) else "old_changed"


def _disagreeing(entry: Entry, shown: list[tuple[Rendition, SlipQuote, str]]) -> int:
    """In how many places the texts that are shown do not say the same."""
    documents = {rendition.document for rendition, _, _ in shown}
    return sum({one.en_document, one.ja_document} <= documents for one in review_of(searching().kb.store, entry.id).conflicts)


def _citation(entry: Entry, rendition: Rendition, slip: Slip) -> dict[str, object]:
    """One cited entry: the pinned text, and the current text of the other language where there is one.

    Where the pinned one is superseded each says of which edition it is, since they are no pair.
    """
    store = searching().kb.store
    current = [r for r in best_first(entry, rendition.language) if store.documents[r.document].current]
    other = next((r for r in current if r.language != rendition.language), None)
    room = ROOM.get(len(slip.cited), ROOM_WHERE_IT_FLOWS)
    age = _age(rendition, current)
    shown = [(rendition, quote(rendition, room, slip.question), age)]
    if other is not None:
        shown.append((other, quote(other, room, slip.question), "as_now" if age else ""))
    return {
        "entry": entry,
        "pin": pin_of(entry, rendition),
        "rendition": rendition,
        "shown": shown,
        "disagreeing": _disagreeing(entry, shown),
        "only": None if age else only_language(entry, store.documents),
        "cut": any(one.cut_before or one.cut_after for _, one, _ in shown),
    }
