"""Builds a KB from the corpus: read every document, assemble the entries, cut the passages, write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ingest.assemble import assemble, passages_of
from ingest.catalogue import Catalogue, read_catalogue
from ingest.corpus import corpus_hashes
from ingest.grammars.walk import Parsed
from ingest.phrasings import read_phrasings
from ingest.read import read_document
from ingest.terms import read_terms
from kb.encoder import Encoder, StaticEncoder
from kb.writer import Content, write_kb


@dataclass(frozen=True, slots=True)
class Report:
    """What a build found: per document the count of each kind, and the KB's meta."""

    counts: dict[str, Counter[str]]
    meta: dict[str, Any]


def parse_corpus(root: Path) -> tuple[Catalogue, list[Parsed]]:
    """The catalogue and every document's renditions."""
    catalogue = read_catalogue(root)
    return catalogue, [read_document(catalogue, source)[0] for source in catalogue.sources.values()]


def content_of(
    root: Path, *, without: Collection[str] = (), say: Callable[[str], None] = lambda _: None
) -> tuple[Content, list[Parsed]]:
    """Everything that goes into a KB of this corpus; `without` leaves out "terms" or "phrasings", to measure what they give.

    Phrasings of an entry that no document prints are left out and said so.
    """
    catalogue, parsed = parse_corpus(root)
    entries = assemble(catalogue, (rendition for one in parsed for rendition in one.renditions))
    phrasings = {} if "phrasings" in without else read_phrasings(root)
    terms = [] if "terms" in without else read_terms(root)
    unknown = phrasings.keys() - {entry.id for entry in entries}
    if unknown:
        say(f"left out the phrasings of {len(unknown)} unknown entries; `judgecall check` names them")
    content = Content(
        games=list(catalogue.games.values()),
        documents=[source.document for source in catalogue.sources.values()],
        parts=[names.part for names in catalogue.parts.values()],
        entries=entries,
        passages=passages_of(entries, phrasings),
        records=[("term", next(iter(term.entries), ""), asdict(term)) for term in terms],
        corpus=corpus_hashes(root),
    )
    return content, parsed


def build(
    root: Path,
    out: Path,
    encoder: Encoder | None = None,
    say: Callable[[str], None] = lambda _: None,
    *,
    without: Collection[str] = (),
) -> Report:
    """Build the KB of a corpus at `out`; raises CorpusError or KbError and leaves the old KB in place.

    `without` leaves data out, as `content_of` does.
    """
    say(f"reading {root}")
    content, parsed = content_of(root, without=without, say=say)
    meta = write_kb(out, content, encoder or StaticEncoder.load(root / "encoder"), say)
    return Report({one.document.id: Counter(r.kind for r in one.renditions) for one in parsed}, meta)
