"""The order in which an entry's renditions are shown."""

from __future__ import annotations

import math
from collections.abc import Mapping

from kb.model import Entry, Rendition


def best_first(entry: Entry, language: str, document: str | None = None) -> tuple[Rendition, ...]:
    """An entry's renditions: the document asked for, then the question's language, each in the entry's own order."""
    order = {id(rendition): place for place, rendition in enumerate(entry.renditions)}
    newest: Mapping[str, float] = {
        lang: max((r.edition for r in entry.renditions if r.language == lang), default=-math.inf) for lang in ("en", "ja")
    }
    return tuple(
        sorted(
            entry.renditions,
            key=lambda r: (
                document is not None and r.document != document,
                r.edition != newest[r.language],
                r.language != language,
                order[id(r)],
            ),
        )
    )
