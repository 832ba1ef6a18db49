"""What people would use instead, on the same passages: tantivy alone, SQLite FTS5, bm25s, all-MiniLM-L6-v2 with FAISS.

Each gives the first ten passages for a question's words and nothing else: no terms, no answer, no entry. Each runs in a child
process of its own: `python -m ingest.bench.rivals NAME CORPUS SIZE SECONDS`.
"""

from __future__ import annotations

import importlib
import json
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import tantivy

from ingest.bench.child import content_for, latencies, peak_bytes
from ingest.measure import percentiles
from ingest.questions import read_questions, split
from ingest.systems import MINILM, installed
from kb.fold import fold
from kb.passages import NO_ENTRY

Texts = Callable[[], Iterable[str]]
"""Gives the texts from the first on, each time that it is called."""
Searcher = Callable[[str], object]

TEN = 10
ASKED = 60
"""Questions that a rival is asked at most: some take a second for each."""
_WORD = re.compile(r"\w+")


class LeftOut(Exception):
    """A rival that cannot be measured here; the message says why."""


def alone(texts: Texts, folder: Path) -> Searcher:
    """Tantivy alone, with its own tokenizer."""
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("body")
    index = tantivy.Index(schema.build(), path=str(folder))
    writer = index.writer(heap_size=512_000_000, num_threads=1)
    for text in texts():
        document = tantivy.Document()
        document.add_text("body", text)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def search(question: str) -> object:
        words = " ".join(f'"{word}"' for word in _WORD.findall(fold(question)))
        try:
            query = index.parse_query(words, ["body"])
        except ValueError:  # its tokenizer leaves nothing of a sentence without spaces, which Japanese is
            return ()
        return searcher.search(query, TEN, count=False)

    return search


def fts5(texts: Texts, folder: Path) -> Searcher:
    """SQLite's full text search, any of the words, by its bm25()."""
    connection = sqlite3.connect(folder / "fts5.sqlite")
    connection.execute("CREATE VIRTUAL TABLE text USING fts5 (body)")
    connection.executemany("INSERT INTO text VALUES (?)", ((text,) for text in texts()))
    connection.commit()

    def search(question: str) -> object:
        words = " OR ".join(f'"{word}"' for word in _WORD.findall(fold(question)))
        return connection.execute("SELECT rowid FROM text WHERE text MATCH ? ORDER BY rank LIMIT ?", (words, TEN)).fetchall()

    return search


def bm25s(texts: Texts, folder: Path) -> Searcher:
    """bm25s with its own tokenizer, which holds all texts in memory."""
    library = _library("bm25s")
    retriever = library.BM25()
    retriever.index(library.tokenize(list(texts()), show_progress=False), show_progress=False)
    return lambda question: retriever.retrieve(library.tokenize([question], show_progress=False), k=TEN, show_progress=False)


def minilm(texts: Texts, folder: Path) -> Searcher:
    """all-MiniLM-L6-v2 with an exact FAISS index; nothing is downloaded for it."""
    model_folder = installed(MINILM)
    if model_folder is None:
        raise LeftOut("all-MiniLM-L6-v2 is not on this machine")
    import faiss

    from kb.sentence_transformer import SentenceTransformerEncoder

    encoder = SentenceTransformerEncoder(model_folder)
    index = faiss.IndexFlatIP(encoder.dimension)
    index.add(encoder.encode(list(texts())))
    return lambda question: index.search(encoder.encode([question]), TEN)


RIVALS: dict[str, tuple[str, Callable[[Texts, Path], Searcher], int]] = {
    "tantivy": ("tantivy alone", alone, 10_000_000),
    "fts5": ("SQLite FTS5", fts5, 10_000_000),
    "bm25s": ("bm25s", bm25s, 1_000_000),
    "minilm": ("all-MiniLM-L6-v2 + FAISS", minilm, 100_000),
}
"""By name: what it is called, what builds it, and the most passages that it is given (it would not fit, or take hours)."""


def measure(name: str, root: Path, size: int, seconds: float) -> dict[str, Any]:
    """Seconds to build, bytes of memory at most and on disk, milliseconds a question; {"left_out": why} where it cannot be."""
    _, make, most = RIVALS[name]
    content = content_for(root, size)
    if len(content.passages) > most:
        return {"left_out": f"more than {most:,} passages"}

    def texts() -> Iterable[str]:
        return (passage.text for passage in content.passages if passage.entry > NO_ENTRY)

    with tempfile.TemporaryDirectory() as folder:
        clock, cpu = time.perf_counter(), time.process_time()
        try:
            search = make(texts, Path(folder))
        except LeftOut as why:
            return {"left_out": str(why)}
        built = {"seconds": time.perf_counter() - clock, "cpu_seconds": time.process_time() - cpu}
        questions = split(read_questions(root))[0]
        questions = questions[:: max(1, len(questions) // ASKED)]
        latencies(search, questions[:5], 0)
        asked = latencies(search, questions, seconds)
        disk = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    took = {"wall_ms": percentiles([one for _, one, _ in asked]), "cpu_ms": percentiles([one for _, _, one in asked])}
    return {"build": built, "peak_bytes": peak_bytes(), "disk_bytes": disk, **took}


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise LeftOut(f"{name} is not installed") from None


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))))
