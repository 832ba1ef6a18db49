"""`judgecall check`: holds the corpus together and lists what a person should look at, with file and line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ingest.build import verdict_encoder
from ingest.catalogue import read_catalogue, read_source
from ingest.findings import Finding
from ingest.flows import flow_findings
from ingest.grammars.walk import Parsed
from ingest.known import Known, understand
from ingest.ledger import ledger, names_unused, unknown_headings
from ingest.lint import lint
from ingest.outside import read_outside
from ingest.read import read_document
from ingest.step_numbers import numbering, step_references
from ingest.telling import not_printed
from ingest.unread import FILE as SETTLED
from ingest.unread import misnamed, unread
from ingest.weights import FILE as WEIGHTS
from ingest.weights import OFFLINE_FILE as OFFLINE_WEIGHTS
from ingest.weights import TRANSFORMER_FILE as TRANSFORMER_WEIGHTS
from ingest.weights import check_fitted, read_weights
from ingest.windows import FILE as WINDOWS
from ingest.windows import read_windows, unused
from kb.encoder import StaticEncoder
from kb.settled import FOLDER as VERDICTS
from kb.transformer import FOLDER as TRANSFORMER


def check(root: Path) -> Iterator[Finding]:
    """All findings of the corpus; raises CorpusError, KbMissing or KbMismatch for the first thing that cannot be read at all."""
    catalogue = read_catalogue(root)
    _read_what_was_taught(root)
    parsed: list[Parsed] = []
    for source in catalogue.sources.values():
        document, reading = read_document(catalogue, source)
        parsed.append(document)
        yield from ledger(source, read_source(source), document, reading)
        yield from unknown_headings(source, document)
        yield from numbering(source, document)
        yield from step_references(source, document)
    yield from names_unused(catalogue, parsed)
    known = understand(catalogue, parsed)
    for flow in known.flows:
        yield from flow_findings(flow)
    yield from _wrong_references(known)
    yield from _outdated_reviews(known)
    yield from _unused_windows(root, known)
    yield from _unread_verdicts(root, known)
    yield from not_printed(root, known.documents, known.aligned.renditions)
    yield from misnamed(root, known.documents, {rendition.entry for rendition in known.aligned.renditions})
    yield from lint(root, tuple(catalogue.games), known.aligned.renditions)


def _read_what_was_taught(root: Path) -> None:
    """Read what teaching and fitting left in the corpus, and the words of other things; raises what `check` raises."""
    read_outside(root)
    check_fitted(root, transformer=(root / "encoder" / VERDICTS / TRANSFORMER).is_dir())
    for file in (WEIGHTS, OFFLINE_WEIGHTS, TRANSFORMER_WEIGHTS):
        read_weights(root, file)
    if (root / "encoder").is_dir():  # else none has been taught yet
        StaticEncoder.load(root / "encoder")
        verdict_encoder(root)


def _wrong_references(known: Known) -> Iterator[Finding]:
    """Notes on references to what is not there, or to the wrong step: the document prints them so, and nobody can mend it."""
    lines = {(r.entry, r.document): r.lines[0][0] for r in known.aligned.renditions}
    for reference in known.references:
        if reference.status == "wrong":
            yield Finding(
                code="wrong-reference",
                file=known.catalogue.sources[reference.document].document.file,
                line=lines[reference.entry, reference.document],
                message=f"{reference.entry} refers to {reference.text!r}: {reference.note}",
                error=False,
            )


def _outdated_reviews(known: Known) -> Iterator[Finding]:
    """Notes on conflicts of which a passage is printed no longer."""
    for entry, line in known.outdated:
        yield Finding(
            code="outdated-review",
            file="reviews/conflicts.toml",
            line=line,
            message=f"a current text of {entry} no longer prints the passage that this conflict quotes: read it again",
            error=False,
        )


def _unused_windows(root: Path, known: Known) -> Iterator[Finding]:
    """Words that are to open a window, and that no step prints."""
    for line, words in unused(read_windows(root, known.terms), known.flows):
        message = f"no step of a flow prints {words!r}: take it out, or write it as the text does"
        yield Finding(code="unused-window", file=WINDOWS, line=line, message=message)


def _unread_verdicts(root: Path, known: Known) -> Iterator[Finding]:
    """Notes on entries whose text changed since their questions were settled."""
    for entry, newer in unread(root, known.documents, known.aligned.renditions):
        message = f"{newer} says otherwise of {entry}, or no longer prints it: its questions give no verdict until it is read again"
        yield Finding(code="unread-verdicts", file=SETTLED, line=None, message=message, error=False)
