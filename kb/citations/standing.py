"""What a cited text is today: current, changed since, renumbered or withdrawn, and where it went."""

from __future__ import annotations

from kb.citations.index import Index, same_words
from kb.citations.model import CHANGED, CURRENT, RENUMBERED, WITHDRAWN, Candidate
from kb.model import Entry, Rendition
from kb.renditions import best_first
from kb.review import review_of


def candidate(
    index: Index, entry: Entry, language: str, document: str | None = None, number: str | None = None
) -> Candidate | None:
    """An entry as a citation means it: by the document that is named, else by its best text in a language.

    `number` is the slug of the number that was cited. None where the document that is named does not print the entry.
    """
    documents = index.store.documents
    if document is not None:
        rendition = entry.printed_in(document)
    else:
        ranked = best_first(entry, language)
        # What a language has dropped is withdrawn in it, also where another language prints it yet.
        own = [r for r in ranked if r.language == language]
        rendition = next((r for r in sorted(own or ranked, key=lambda r: not documents[r.document].current)), None)
    if rendition is None:
        return None
    today = next((r for r in entry.renditions if r.language == rendition.language and documents[r.document].current), None)
    named = document is not None
    if today is None:
        gone = review_of(index.store, entry.id).withdrawn
        went_to = index.entry(gone["merged_into"]) if gone and gone["merged_into"] else None
        left = next((r for r in entry.renditions if documents[r.document].current), None)
        return Candidate(entry=entry, rendition=rendition, named=named, status=WITHDRAWN, today=left, went_to=went_to)
    status = _status(index, entry, rendition, today, number)
    # An older edition that prints the words of today has against it what they have.
    doubts = index.doubts.get((entry.id, (today if status == CURRENT else rendition).document), ())
    today = None if status == CURRENT else today
    return Candidate(entry=entry, rendition=rendition, named=named, status=status, today=today, doubts=doubts)


def _status(index: Index, entry: Entry, rendition: Rendition, today: Rendition, number: str | None) -> str:
    cited = number or (rendition.locator.slug if rendition.locator is not None else None)
    printed = {r.locator.slug for r in entry.renditions if r.locator is not None}
    if today.locator is not None and cited in printed and today.locator.slug != cited:
        return RENUMBERED
    judged = index.judged.get((entry.id, rendition.document), "")
    if judged == RENUMBERED:
        return RENUMBERED
    return CURRENT if rendition.document == today.document or judged or same_words(rendition, today) else CHANGED
