"""Reads the corpus's documents: file → reader → Blocks (put in order where the print lost it) → grammar → Renditions."""

from __future__ import annotations

from ingest.blocks import Block, Reading
from ingest.catalogue import Catalogue, Source, read_source
from ingest.data_files import line_of
from ingest.grammars import GRAMMARS
from ingest.grammars.detailed_rules import is_page_heading
from ingest.grammars.walk import Parsed
from ingest.readers import READERS
from ingest.reorder import reorder
from kb.errors import CorpusError


def read_document(catalogue: Catalogue, source: Source) -> tuple[Parsed, Reading]:
    """One document's renditions and ledger, and what its reader saw; raises CorpusError for a file that cannot be used."""
    reading = _reading(source)
    blocks: tuple[Block, ...] = reading.blocks
    if source.map is not None:
        clean = _reading(catalogue.sources[source.map])
        blocks = reorder(blocks, clean.blocks, lambda text: is_page_heading(source.document, catalogue, text))
    grammar = GRAMMARS.get(source.grammar)
    if grammar is None:
        manifest = catalogue.root / "manifest.toml"
        known = ", ".join(sorted(GRAMMARS))
        raise CorpusError(
            f"game {source.document.game!r} asks for grammar {source.grammar!r}; there are: {known}",
            file=manifest,
            line=line_of(manifest, f'grammar = "{source.grammar}"'),
        )
    return grammar(source.document, catalogue, blocks), reading


def _reading(source: Source) -> Reading:
    reader = READERS.get(source.reader)
    if reader is None:
        manifest = source.path.parent.parent / "manifest.toml"
        known = ", ".join(sorted(READERS))
        raise CorpusError(
            f"document {source.document.id} asks for reader {source.reader!r}; there are: {known}",
            file=manifest,
            line=line_of(manifest, f'reader = "{source.reader}"'),
        )
    return reader(read_source(source))
