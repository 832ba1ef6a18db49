"""The order in which an entry's renditions are shown."""

from __future__ import annotations

from kb.model import Entry, Rendition


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
