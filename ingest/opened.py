"""Opens a KB for as long as it is asked, and closes it before its folder is deleted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kb.encoder import Encoder
from kb.knowledge_base import KnowledgeBase, open_kb
from kb.place import Place


@contextmanager
def opened(place: Place, encoder: Encoder | None = None) -> Iterator[KnowledgeBase]:
    """The KB of a place, closed afterwards; `encoder` and what is raised as for `open_kb`."""
    kb = open_kb(place, encoder)
    try:
        yield kb
    finally:
        kb.store.close()
