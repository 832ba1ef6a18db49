"""The ledger: every non-blank source line is owned by an entry, named as furniture or noise with the reason, or a finding."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ingest.blocks import Noise, Reading
from ingest.catalogue import Catalogue, Source
from ingest.findings import Finding
from ingest.grammars.walk import Parsed


def ledger(source: Source, text: str, parsed: Parsed, reading: Reading) -> Iterator[Finding]:
    """Lines that no entry owns and that are not named as furniture or noise."""
    lines = text.split("\n")
    owned = {number for group in _owned(parsed, reading.noise) for first, last in group for number in range(first, last + 1)}
    unread = {block.line: block for block in parsed.unowned}
    for number, line in enumerate(lines, start=1):
        if line.strip() and number not in owned:
            why = unread[number].doubts[-1] if number in unread and unread[number].doubts else "no rule of the grammar takes it"
            yield Finding(code="unowned-line", file=source.document.file, line=number, message=f"{why}: {line.strip()[:80]!r}")


def unknown_headings(source: Source, parsed: Parsed) -> Iterator[Finding]:
    """Lines that were taken for headings, and that neither names/ nor parts.toml knows."""
    for block in parsed.unknown:
        told = "name it in corpus/names or parts.toml, or in furniture.toml if it is none"
        message = f"{block.text[:80]!r} is taken for a heading: {told}"
        yield Finding(code="unknown-heading", file=source.document.file, line=block.line, message=message, error=False)


def set_aside(source: Source, text: str, parsed: Parsed, known: Collection[str]) -> Iterator[Finding]:
    """Lines that the grammar takes for words on a picture, but for those `known` (stripped): a rule may stand among them."""
    lines = text.split("\n")
    for aside in parsed.noise:
        for number in (number for first, last in aside.lines for number in range(first, last + 1)):
            line = lines[number - 1].strip()
            if aside.sort == "noise" and line and line not in known:
                message = f"{aside.reason}: {line[:80]!r}"
                yield Finding(code="set-aside", file=source.document.file, line=number, message=message, error=False)


def _owned(parsed: Parsed, noise: tuple[Noise, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    for rendition in parsed.renditions:
        yield rendition.lines
    for aside in (*parsed.noise, *noise):
        yield aside.lines


def names_unused(catalogue: Catalogue, parsed: list[Parsed]) -> Iterator[Finding]:
    """Names of corpus/names that no document prints any more: a spelling mistake, or a title that changed."""
    used = {rendition.entry for one in parsed for rendition in one.renditions}
    for game, id in catalogue.names:
        if f"{game}/{id}" not in used:
            yield Finding(
                code="unused-name", file=f"names/{game}.toml", line=None, message=f"no document prints an entry for {id!r}"
            )
