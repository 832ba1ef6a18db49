"""A document as plain text: its entries in printed order, each with its citation, its address and its words as printed."""

from __future__ import annotations

from collections.abc import Iterator

from kb.citation import pinned
from kb.model import Document, Entry, Rendition
from kb.present import address
from kb.store import Store


def plain_text(store: Store, document: Document) -> Iterator[str]:
    """Pieces of the text, in order; joined they are all of it, in lines that end in a line feed."""
    yield _head(document)
    section: tuple[str, ...] = ()
    for entry, rendition in in_printed_order(store, document):
        if rendition.section != section:
            section = rendition.section
            yield f"\n== {' / '.join(section)} ==\n" if section else ""
        yield _piece(entry, rendition)


def in_printed_order(store: Store, document: Document) -> list[tuple[Entry, Rendition]]:
    """The entries of a document by the source line on which each begins."""
    pairs = [(e, r) for e in store.entries(document.game) for r in e.renditions if r.document == document.id]
    return sorted(pairs, key=lambda pair: pair[1].lines[:1])


def _head(document: Document) -> str:
    standing = "current" if document.current else "superseded"
    lines = [document.title, f"{document.language.upper()} {document.edition} ({document.id}, {standing})"]
    if document.effective:
        lines.append(f"In effect since {document.effective}")
    lines += [document.notice, f"Source sha256 {document.sha256}"]
    return "".join(f"{line}\n" for line in lines if line)


def _piece(entry: Entry, rendition: Rendition) -> str:
    title = rendition.title if rendition.title and rendition.title != rendition.text else ""
    label = " ".join(filter(None, (rendition.number, title)))
    lines = [
        "",
        f"[{pinned(entry, rendition)}] {address(entry.id, rendition.document)}",
        *([label] if label else []),
        rendition.text,
        *(f"(doubt: {doubt})" for doubt in rendition.doubts),
    ]
    return "".join(f"{line}\n" for line in lines)
