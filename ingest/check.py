"""`judgecall check`: holds the corpus together and lists what a person should look at, with file and line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ingest.catalogue import read_catalogue, read_source
from ingest.grammars.walk import Parsed
from ingest.ledger import Finding, ledger, names_unused, numbering, references
from ingest.lint import lint
from ingest.read import read_document


def check(root: Path) -> Iterator[Finding]:
    """All findings of the corpus; raises CorpusError for the first thing that cannot be read at all."""
    catalogue = read_catalogue(root)
    parsed: list[Parsed] = []
    for source in catalogue.sources.values():
        document, reading = read_document(catalogue, source)
        parsed.append(document)
        yield from ledger(source, read_source(source), document, reading)
        yield from numbering(source, document)
        yield from references(source, document)
    yield from names_unused(catalogue, parsed)
    yield from lint(root, tuple(catalogue.games), (rendition for one in parsed for rendition in one.renditions))
