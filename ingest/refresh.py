"""Keeps a KB in step with the corpus: builds it where it is missing, unreadable or older than the corpus."""

from __future__ import annotations

from collections.abc import Callable

from ingest.build import build
from ingest.corpus import corpus_hashes, corpus_root
from kb.errors import KbError
from kb.knowledge_base import read_meta
from kb.place import Place, shown
from kb.writer import SCHEMA


def refresh(place: Place, say: Callable[[str], None]) -> bool:
    """Build if need be; says so and returns True when it built. A KB with the transformer stays one."""
    root = corpus_root()
    transformer = False
    try:
        meta = read_meta(place)
        if meta["schema"] == SCHEMA and meta["corpus"] == corpus_hashes(root):
            return False
        transformer = bool(meta.get("transformer"))
        say("the corpus has changed since the KB was built: building it again")
    except KbError:
        say(f"there is no knowledge base at {shown(place)} yet: building it")
    build(root, place, say=say, transformer=transformer)
    return True
