"""The page of one entry: the languages side by side, conflicts on top, what editions changed, who cites it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import render_template

from kb.difference import Span, marked_against, passages
from kb.errors import UnknownEntry
from kb.fold import key
from kb.model import Conflict, Entry, Rendition
from kb.renditions import best_first, only_language
from kb.review import Review, judged, review_of
from web.flow import has_flow
from web.naming import cited, part_named
from web.quote import preview
from web.state import searching
from web.wording import t_plain, ui


@dataclass(frozen=True, slots=True)
class Side:
    """One text on the page, cut into runs; `compared` says with which text of its language: latest, pinned or "" for none.

    `same` where both say the same.
    """

    rendition: Rendition
    runs: tuple[Span, ...]
    same: bool = False
    compared: str = ""

    @property
    def marked(self) -> bool:
        """Whether it shows a mark where it says otherwise; a text that lacks words and has no others shows none."""
        return bool(self.compared) and not self.same and any(run.marked for run in self.runs)


def entry_page(entry: Entry, pin: str | None) -> str:
    """The page of an entry, pinned to a document if given; raises UnknownEntry when that document does not print it."""
    if pin is not None and all(rendition.document != pin for rendition in entry.renditions):
        there = ", ".join(rendition.document for rendition in entry.renditions)
        raise UnknownEntry(t_plain("error.not_printed", citation=cited(entry), document=pin, there=there))
    store = searching().kb.store
    review = review_of(store, entry.id)
    renditions = best_first(entry, ui(), pin)
    latest = {r.language: r for r in reversed(renditions) if store.documents[r.document].current}
    shown = [renditions[0]] if pin else list(latest.values())[::-1] or [renditions[0]]
    shown.sort(key=lambda rendition: (rendition.language != ui(), rendition.language))
    before, after = store.beside(entry)
    contested = pin is None or store.documents[pin].current
    quoted = review.conflicts if contested else ()
    sides = [_side(r, latest.get(r.language) if pin else None, quoted) for r in shown]
    pinned = shown[0] if pin else None
    rest = sorted((r for r in renditions if r not in shown), key=lambda r: pinned is not None and r.language != pinned.language)
    others = [_side(r, latest.get(r.language), quoted, pinned) for r in rest]
    return render_template(
        "entry.html",
        entry=entry,
        pin=pin,
        review=review,
        shown=sides,
        others=others,
        contested=contested,
        only=only_language(entry, store.documents) if contested and review.withdrawn is None else None,
        pinned_changed=bool(sides[0].compared) and not sides[0].same and not judged(review.changes, store.documents, shown[0]),
        pinned_marked=any(side.marked for side in (*sides, *others)),
        moved=_moved(
            entry, latest.get(pinned.language if pinned else "en") or latest.get("en") or next(iter(latest.values()), None)
        ),
        stale=_stale(review, entry),
        rule_changes=_rule_changes(review),
        told=[change for change in review.changes if change.impact != "none" and (change.impact or change.kind != "added")],
        cites=_entries(dict.fromkeys(r["target"] for r in review.references if r["target"] and r["status"] == "ok")),
        cited_by=_entries(dict.fromkeys(review.cited_by)),
        wrong=[r for r in review.references if r["status"] == "wrong" and store.documents[r["document"]].current],
        part=part_named(entry.game, entry.part),
        flow=has_flow(entry.game, entry.part) and entry.kind != "qa",
        preview=preview(shown[0]),
        before=before,
        after=after,
        documents=store.documents,
    )


def _side(rendition: Rendition, latest: Rendition | None, conflicts: Sequence[Conflict], pinned: Rendition | None = None) -> Side:
    """A text marked where it differs from the pinned one, else from the latest, else where the languages disagree."""
    for name, other in (("pinned", pinned), ("latest", latest)):
        if other is not None and other is not rendition and other.language == rendition.language:
            same = key(rendition.text) == key(other.text)
            return Side(rendition, marked_against(rendition.text, other.text), same, name)
    quoted = [c.en_text if c.en_document == rendition.document else c.ja_text for c in conflicts]
    known = {c.en_document for c in conflicts} | {c.ja_document for c in conflicts}
    return Side(rendition, passages(rendition.text, quoted if rendition.document in known else []))


def _moved(entry: Entry, latest: Rendition | None) -> str | None:
    """The number that the latest text prints, where the entry's address holds another; languages may part in it."""
    if latest is None or latest.locator is None:
        return None
    last = entry.id.rsplit("/", 1)[1]
    old = {r.locator.slug for r in entry.renditions if r.locator is not None}
    return latest.number if last in old and latest.locator.slug != last else None


def _stale(review: Review, entry: Entry) -> list[dict[str, str]]:
    """Passages of current texts of this entry that still print a rule that was changed."""
    documents = searching().kb.store.documents
    return [
        {"document": document, "passage": passage, "change": body["change"]}
        for body in review.rule_changes
        for id, document, passage in body["stale"]
        if id == entry.id and documents[document].current
    ]


def _rule_changes(review: Review) -> list[dict[str, object]]:
    """The dated rule changes that touch this entry or that it prints: the entry of each, what it changed, and its notes."""
    return [
        {"id": body["change"], "entries": _entries(dict.fromkeys(body["entries"])), **{n: body[n] for n in ("note_en", "note_ja")}}
        for body in review.rule_changes
    ]


def _entries(ids: dict[str, None]) -> list[Entry]:
    found = (searching().kb.store.entry(id) for id in ids)
    return [entry for entry in found if entry is not None]
