"""Entries whose text a newer document changed since their yes-or-no questions were answered: no verdict until it is read.

`reviews/settled.toml` names the documents from which `verdicts/` was answered, and entries that were read again in a newer one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from ingest.findings import Finding
from ingest.tables import Places, Table, named_tables
from kb.fold import key
from kb.model import Document, Rendition

FILE = "reviews/settled.toml"
_ALL = "documents"


def unread(root: Path, documents: Mapping[str, Document], renditions: Iterable[Rendition]) -> Iterator[tuple[str, str]]:
    """(entry, document) for each entry that a current document prints otherwise than the one that was read, or no longer.

    Nothing where there is no such file. Raises CorpusError with file and line for one that cannot be read.
    """
    read = {name: table.texts("read") for name, table in _tables(root)}
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


def misnamed(root: Path, documents: Collection[str], entries: Collection[str]) -> Iterator[Finding]:
    """Documents and entries that are said to have been read and that there are not."""
    places = Places(root / FILE)
    for name, table in _tables(root):
        if name != _ALL and name not in entries:
            yield Finding(code="unknown-entry", file=FILE, line=table.line, message=f"there is no entry {name!r}")
        for document in table.texts("read"):
            if document not in documents:
                line = places.line(document, table.line)
                yield Finding(code="unknown-document", file=FILE, line=line, message=f"there is no document {document!r}")


def _tables(root: Path) -> Iterator[tuple[str, Table]]:
    """The tables of the file, none where there is no file."""
    path = root / FILE
    for name, table in named_tables(path) if path.exists() else ():
        table.only(("read",))
        yield name, table
