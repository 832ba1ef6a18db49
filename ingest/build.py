"""Builds a KB from the corpus: read and understand every document, assemble the entries, cut the passages, write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.assemble import assemble, passages_of
from ingest.corpus import corpus_hashes
from ingest.known import Known, read_all, records_of
from kb.encoder import Encoder, StaticEncoder
from kb.writer import Content, write_kb


@dataclass(frozen=True, slots=True)
class Report:
    """What a build found: per document the count of each kind, and the KB's meta."""

    counts: dict[str, Counter[str]]
    meta: dict[str, Any]


def content_of(root: Path, known: Known | None = None) -> Content:
    """Everything that goes into a KB of this corpus."""
    known = known or read_all(root)
    entries = assemble(known.catalogue, known.aligned.renditions)
    return Content(
        games=list(known.catalogue.games.values()),
        documents=list(known.documents.values()),
        parts=[names.part for names in known.catalogue.parts.values()],
        entries=entries,
        passages=passages_of(entries),
        records=records_of(known),
        corpus=corpus_hashes(root),
    )


def build(root: Path, out: Path, encoder: Encoder | None = None, say: Callable[[str], None] = lambda _: None) -> Report:
    """Build the KB of a corpus at `out`; raises CorpusError or KbError and leaves the old KB in place."""
    say(f"reading {root}")
    known = read_all(root)
    meta = write_kb(out, content_of(root, known), encoder or StaticEncoder.load(root / "encoder"), say)
    return Report({one.document.id: Counter(r.kind for r in one.renditions) for one in known.parsed}, meta)
