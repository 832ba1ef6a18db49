"""What documents say of one another in the manifest: which one an edition supersedes, and which shows the order of another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.data_files import line_of
from kb.errors import CorpusError

if TYPE_CHECKING:
    from ingest.catalogue import Catalogue, Source


def check_successions(catalogue: Catalogue, path: Path) -> None:
    """See that all of it holds together; raises CorpusError with the line of the first document of which it does not."""
    for check in (_check_links, _check_ring, _check_edition, _check_successors):
        for source in catalogue.sources.values():
            check(catalogue, source, path)


def _check_links(catalogue: Catalogue, source: Source, path: Path) -> None:
    """`supersedes` and `map` name other documents of the same game."""
    own = source.document
    line = line_of(path, f'id = "{own.id}"')
    for word, other in (("supersedes", own.supersedes), ("map", source.map)):
        if other is None:
            continue
        if other == own.id:
            raise CorpusError(f"document {own.id!r} cannot have itself as {word}", file=path, line=line)
        if other not in catalogue.sources or catalogue.sources[other].document.game != own.game:
            raise CorpusError(f"{word} names {other!r}, which is no document of game {own.game!r}", file=path, line=line)


def _check_ring(catalogue: Catalogue, source: Source, path: Path) -> None:
    """No document supersedes itself by way of others."""
    own = source.document.id
    met = closes(own, lambda id: catalogue.sources[id].document.supersedes)
    if met is not None:
        message = f"the editions supersede one another in a ring: {own!r} … {met!r}"
        raise CorpusError(message, file=path, line=line_of(path, f'id = "{own}"'))


def closes(start: str, following: Callable[[str], str | None]) -> str | None:
    """Where a chain of ids comes back to one that it has passed; None where it ends."""
    seen, at = {start}, following(start)
    while at is not None and at not in seen:
        seen.add(at)
        at = following(at)
    return at


def _check_edition(catalogue: Catalogue, source: Source, path: Path) -> None:
    """A document supersedes a lower edition in its own language."""
    own = source.document
    if own.supersedes is None:
        return
    old, line = catalogue.sources[own.supersedes].document, line_of(path, f'id = "{own.id}"')
    if old.language != own.language:
        message = f"{own.id!r} is in {own.language!r} and cannot supersede {old.id!r}, which is in {old.language!r}"
        raise CorpusError(message, file=path, line=line)
    if old.edition >= own.edition:
        message = f"{own.id!r} is edition {own.edition} and cannot supersede {old.id!r}, which is edition {old.edition}"
        raise CorpusError(message, file=path, line=line)


def _check_successors(catalogue: Catalogue, source: Source, path: Path) -> None:
    """No two documents supersede the same one."""
    own = source.document
    others = (other.document for other in catalogue.sources.values() if other.document.supersedes == own.supersedes)
    first = next(others, own)
    if own.supersedes is not None and first is not own:
        message = f"{own.id!r} and {first.id!r} both supersede {own.supersedes!r}; let one supersede the other"
        raise CorpusError(message, file=path, line=line_of(path, f'id = "{own.id}"'))
