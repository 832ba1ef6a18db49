"""Keeps a KB in step with the corpus that it was built from; a KB of another corpus is left as it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ingest.build import build
from ingest.corpus import corpus_hashes, corpus_root
from ingest.origin import Origin, last_remembered, origin, remembered
from kb.errors import KbError, KbMissing
from kb.knowledge_base import read_meta
from kb.layout import META, SCHEMA
from kb.place import Place, shown
from kb.writer import check_place


def refresh(place: Place, say: Callable[[str], None], corpus: Path | None = None) -> bool:
    """Build the KB where it is missing, or unreadable and of the tool's own corpus, or older than its corpus; True when it built.

    `corpus` is the folder that is wanted; else it is the one that the KB was built from, and for a new KB the tool's own. A KB with
    the transformer stays one, and one with an encoder that somebody chose is left as it is. Raises KbError where `corpus` is named
    and a KB of another one lies at the place.
    """
    try:
        meta: dict[str, Any] | None = _meta(place)
    except KbMissing:
        if isinstance(place, Path) and corpus is None:
            _refuse_unless_own(place)
        meta = None
    if meta is None:
        if isinstance(place, Path):
            check_place(place)
        say(f"there is no knowledge base at {shown(place)} yet: building it")
        build(corpus_root(corpus), place, say=say, transformer=False)
        return True
    known = remembered(place, meta) if isinstance(place, Path) else None
    root = _root(known, meta, corpus, place)
    if root is None:
        say(f"serving {shown(place)} as it is: {f'{known} is not there any more' if known else 'its corpus is not known here'}")
        return False
    if meta["schema"] == SCHEMA and meta.get("corpus") == corpus_hashes(root):
        return False
    if meta["encoder"]["sort"] != "static":
        chosen = meta["encoder"]["name"]
        say(f"the corpus has changed; the KB was built with {chosen} and is served as it is: `judgecall build --encoder` renews it")
        return False
    why = "the corpus has changed since the KB was built" if meta["schema"] == SCHEMA else "this tool reads another layout"
    say(f"{why}: building it again")
    build(root, place, say=say, transformer=bool(meta.get("transformer")))
    return True


def _meta(place: Place) -> dict[str, Any]:
    """The meta of a KB; raises KbMissing where there is none, or one of a layout that tells nothing of its encoder and corpus."""
    meta = read_meta(place)
    encoder = meta.get("encoder")
    if not isinstance(encoder, dict) or not {"sort", "name"} <= set(encoder) or not isinstance(meta.get("corpus", {}), dict):
        raise KbMissing("meta.json is of no layout that this tool knows; run `judgecall build`", file=shown(place))
    return meta


def _refuse_unless_own(place: Path) -> None:
    """Raise KbMissing where a KB that cannot be read was built from another corpus than the tool's own, or nobody knows which."""
    known = last_remembered(place)
    if (place / META).exists() and (known is None or known.folder is not None):
        of = "that nobody remembers" if known is None else str(known)
        raise KbMissing(f"meta.json cannot be read, and the KB is of a corpus {of}; run `judgecall build --corpus`", file=place)


def _root(known: Origin | None, meta: dict[str, Any], corpus: Path | None, place: Place) -> Path | None:
    """The folder of the corpus that a KB is kept in step with, or None where there is none that it could be."""
    wanted = corpus_root(corpus)
    if known is None:
        same = meta.get("corpus") == corpus_hashes(wanted) or (meta["schema"] != SCHEMA and _earlier(meta, wanted))
        if corpus is not None and not same:
            raise KbError(f"this KB was not built from {wanted}; {_ADVICE}", file=shown(place))
        return wanted if same else None
    if corpus is not None:
        if known != origin(wanted) and meta.get("corpus") != corpus_hashes(wanted):
            raise KbError(f"this KB was built from {known}, not from {wanted}; {_ADVICE}", file=shown(place))
        return wanted
    if known.folder is None:
        return wanted
    return known.folder if (known.folder / "manifest.toml").is_file() else None


_ADVICE = "give another --kb, leave --corpus out to serve it as it is, or run `judgecall build --corpus` to replace it"


def _earlier(meta: dict[str, Any], root: Path) -> bool:
    """Whether a KB of an earlier layout, which told nothing of its corpus, can be of this one: all its documents are in it."""
    now = corpus_hashes(root)
    documents = {name: digest for name, digest in dict(meta.get("corpus", {})).items() if name.startswith("sources/")}
    return bool(documents) and all(now.get(name) == digest for name, digest in documents.items())
