"""Entries whose text a newer document changed since their yes-or-no questions were answered: no verdict until it is read.

`reviews/settled.toml` names the documents from which `verdicts/` was answered, and entries that were read again in a newer one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ingest.tables import named_tables
from kb.fold import key
from kb.model import Document, Rendition

FILE = "reviews/settled.toml"
_ALL = "documents"


def unread(root: Path, documents: Mapping[str, Document], renditions: Iterable[Rendition]) -> Iterator[tuple[str, str]]:
    """(entry, document) for each entry that a current document prints otherwise than the one that was read, or no longer.

    Nothing where there is no such file. Raises CorpusError with file and line for one that cannot be read.
    """
    read = _read(root)
    if read is None:
        return
    texts = {(one.entry, one.document): key(one.text) for one in renditions}
    for new in documents.values():
        if not new.current or new.id in read.get(_ALL, ()):
            continue
        before = [one for one in documents.values() if (one.game, one.language) == (new.game, new.language)]
        known = [one.id for one in sorted(before, key=lambda one: -one.edition) if one.id in read.get(_ALL, ())]
        for entry, document in texts:
            # A language that was not read yet says nothing of the others.
            changed = known and document == known[0] and texts.get((entry, new.id)) != texts[entry, document]
            if changed and new.id not in read.get(entry, ()):
                yield entry, new.id


def _read(root: Path) -> dict[str, tuple[str, ...]] | None:
    path = root / FILE
    if not path.exists():
        return None
    out = {}
    for name, table in named_tables(path):
        table.only(("read",))
        out[name] = table.texts("read")
    return out
