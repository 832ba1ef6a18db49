"""The glossary: the terms of the rules in both languages, with readings and the words people use for them."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from kb.fold import fold
from kb.model import Entry, Term
from web.state import searching
from web.wording import t, ui

blueprint = Blueprint("terms", __name__)

ON_A_PAGE = 60
"""How many terms one page shows."""


@blueprint.get("/glossary")
def glossary() -> str:
    """The terms whose forms hold ?q=, of one ?game= and ?kind= if given, in the order of the page's language, by ?page=.

    Mistakes count as forms, since people type them, though the page does not show them.
    """
    wanted, game, kind = fold(request.args.get("q", "")), request.args.get("game", ""), request.args.get("kind", "")
    terms, folded = searching().kb.glossary.terms, searching().kb.glossary.folded
    matching = [term for term in terms if not wanted or any(wanted in form for form in folded[term.id])]
    shown = [term for term in matching if game in ("", term.game) and kind in ("", term.kind)]
    shown.sort(key=lambda term: (bool(wanted) and wanted not in folded[term.id], _order(term)))
    page = request.args.get("page", "1")
    number = int(page) if page.isdecimal() and len(page) < 4 else 1
    pages = max(1, -(-len(shown) // ON_A_PAGE))
    if not 1 <= number <= pages:
        abort(404, t("glossary.no_page", page=page, pages=pages))
    counts: dict[str, int] = {}
    for term in terms:
        if game in ("", term.game):
            counts[term.kind] = counts.get(term.kind, 0) + 1
    return render_template(
        "glossary.html",
        lines=[(term, _entries(term)) for term in shown[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]],
        found=len(shown),
        page=number,
        pages=pages,
        total=len(terms),
        asked=request.args.get("q", "").strip(),
        game=game,
        kind=kind,
        kinds=dict(sorted(counts.items(), key=lambda pair: -pair[1])),
        games=searching().kb.store.games,
    )


def _order(term: Term) -> tuple[bool, str]:
    """Where a term stands: by its kana on a Japanese page, else by its English form; terms without one come last."""
    forms = (term.kana or term.ja) if ui() == "ja" else term.en
    return (not forms, fold(forms[0] if forms else (term.en or term.ja)[0]).strip("[<"))


def _entries(term: Term) -> list[Entry]:
    """The entries that define a term."""
    return [entry for entry in map(searching().kb.store.entry, term.entries) if entry is not None]
