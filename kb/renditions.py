"""The order in which an entry's renditions are shown, and which language alone prints it."""

from __future__ import annotations

from collections.abc import Mapping

from kb.model import Document, Entry, Rendition


def best_first(entry: Entry, language: str, document: str | None = None) -> tuple[Rendition, ...]:
    """An entry's renditions: the document asked for, then the newest of each language, then the question's language first.

    Equals stay in the entry's own order.
    """
    newest: dict[str, int] = {}
    for rendition in entry.renditions:
        newest[rendition.language] = max(newest.get(rendition.language, rendition.edition), rendition.edition)
    return tuple(
        sorted(
            entry.renditions,
            key=lambda r: (
                document is not None and r.document != document,
                r.edition != newest[r.language],
                r.language != language,
            ),
        )
    )


def only_language(entry: Entry, documents: Mapping[str, Document]) -> str | None:
    """The one language whose current text prints an entry, where its game has current texts in others, too; else None."""
    spoken = {document.language for document in documents.values() if document.current and document.game == entry.game}
    printing = {rendition.language for rendition in entry.renditions if documents[rendition.document].current}
    return next(iter(printing)) if len(printing) == 1 < len(spoken) else None
