"""The lexical index: tantivy's BM25 over our own tokens, one document a passage, numbered as the passages are.

tantivy names its files after random ids; they are renamed by their order, so that the same input gives the same bytes.
"""

from __future__ import annotations

import json
import math
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import tantivy

from kb.errors import KbMissing

RULES = "rules"
ASKED = "asked"
FIELDS = (RULES, ASKED)
"""The rules' own words (texts, titles, questions), and the ways people ask; each has statistics of its own."""
_HEAP, _HEAP_EACH, _MOST_HEAP = 256_000_000, 600, 4_000_000_000
"""Bytes for building, plain and for each passage: all that fits is written as one segment, which is searched fastest."""
# Files that only a running writer needs.
_LOCKS = (".tantivy-writer.lock", ".tantivy-meta.lock")
_KEPT = 8_000
"""What looks for a word is kept for so many asked lately."""
_REMOVALS = 20
"""How often the removal of a folder of links is tried, a hundredth of a second apart."""


def idf(size: int, holding: int) -> float:
    """The inverse document frequency of a word that `holding` of `size` passages hold, never below 0 (BM25 as Lucene has it)."""
    return math.log(1.0 + (size - holding + 0.5) / (holding + 0.5))


def build_lexical(folder: Path, passages: Iterable[tuple[str, Sequence[str]]], count: int) -> None:
    """Write the index of `count` passages given as (field, tokens); a passage's place in the order is its number in `search`."""
    folder.mkdir(parents=True)
    schema = tantivy.SchemaBuilder()
    for field in FIELDS:
        schema.add_text_field(field, tokenizer_name="whitespace", index_option="freq")
    schema.add_unsigned_field("passage", fast=True)
    index = tantivy.Index(schema.build(), path=str(folder))
    writer = index.writer(heap_size=min(_MOST_HEAP, _HEAP + count * _HEAP_EACH), num_threads=1)
    for number, (field, words) in enumerate(passages):
        document = tantivy.Document()
        document.add_text(field, " ".join(words))
        document.add_unsigned("passage", number)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    _name_by_content(folder)


def _name_by_content(folder: Path) -> None:
    meta_path = folder / "meta.json"
    meta = json.loads(meta_path.read_text(encoding="utf-8"))
    for order, segment in enumerate(meta["segments"]):
        plain, fixed = segment["segment_id"].replace("-", ""), f"{order:032x}"
        for path in folder.glob(f"{plain}.*"):
            path.rename(folder / path.name.replace(plain, fixed))
        segment["segment_id"] = f"{fixed[:8]}-{fixed[8:12]}-{fixed[12:16]}-{fixed[16:20]}-{fixed[20:]}"
    meta_path.write_text(json.dumps(meta, indent=1, sort_keys=True), encoding="utf-8")
    kept = sorted(path.name for path in folder.iterdir() if path.name != ".managed.json" and path.name not in _LOCKS)
    (folder / ".managed.json").write_text(json.dumps(kept), encoding="utf-8")
    remove_locks(folder)


def remove_locks(folder: Path) -> None:
    """Remove what writing an index may leave behind, also a moment later, when the last of tantivy's threads ends."""
    for name in _LOCKS:
        (folder / name).unlink(missing_ok=True)


@contextmanager
def _linked(folder: Path) -> Iterator[Path]:
    """A temporary folder of links to the files of an index; raises KbMissing where none can be made.

    tantivy writes a lock file beside what it opens, and a KB may lie on a disk that cannot be written.
    """
    try:
        links = Path(tempfile.mkdtemp(prefix="judgecall-"))
    except OSError as error:
        raise KbMissing(f"no temporary folder can be written ({error}); name one by TMPDIR", file=folder) from None
    try:
        for path in folder.resolve().iterdir():
            if path.name not in _LOCKS:
                (links / path.name).symlink_to(path)
        yield links
    finally:
        _remove(links)


def _remove(links: Path) -> None:
    """Remove the folder. A thread of tantivy's may put its lock there meanwhile: then once more, and in the end leave it."""
    for _ in range(_REMOVALS):
        shutil.rmtree(links, ignore_errors=True)
        if not links.exists():
            return
        time.sleep(0.01)


class Lexical(Protocol):
    """An open lexical index, wherever it lies."""

    @property
    def size(self) -> int:
        """How many passages it holds."""
        ...

    def weight(self, field: str, word: str) -> float:
        """The inverse document frequency of a word in a field, as BM25 counts it; a word that no passage holds weighs most."""
        ...

    def count(self, word: str) -> int:
        """How many passages hold the word."""
        ...

    def holds(self, word: str) -> bool:
        """Whether any passage holds the word."""
        ...

    def search(self, field: str, words: Mapping[str, float], limit: int) -> list[tuple[int, float]]:
        """Passages by BM25 score over a field, best first, as (passage number, score); `words` says how much each word counts."""
        ...

    def holders(self, field: str, words: Iterable[str]) -> Iterator[tuple[str, Iterable[int]]]:
        """The passages that hold a word in a field, for those who go through very many words; in no order.

        A word may come again with more passages.
        """
        ...


class TantivyLexical:
    """An open index. tantivy maps all its files into memory as it opens them, so their links are needed no longer."""

    def __init__(self, folder: Path) -> None:
        try:
            with _linked(folder) as links:
                index = tantivy.Index.open(str(links))
                self._schema = index.schema
                self._searcher = index.searcher()
        except (ValueError, OSError) as error:
            raise KbMissing(f"the lexical index cannot be opened ({error}); run `judgecall build`", file=folder) from None
        self._clauses: dict[tuple[str, str, float], tuple[tantivy.Occur, tantivy.Query]] = {}
        self._one_segment = self._searcher.num_segments <= 1

    @property
    def size(self) -> int:
        """How many passages it holds."""
        return int(self._searcher.num_docs)

    def weight(self, field: str, word: str) -> float:
        """The inverse document frequency of a word in a field, as BM25 counts it; a word that no passage holds weighs most."""
        return idf(self.size, self._searcher.doc_freq(field, word))

    def count(self, word: str) -> int:
        """How many passages hold the word."""
        return sum(int(self._searcher.doc_freq(field, word)) for field in FIELDS)

    def holds(self, word: str) -> bool:
        """Whether any passage holds the word."""
        return self.count(word) > 0

    def search(self, field: str, words: Mapping[str, float], limit: int) -> list[tuple[int, float]]:
        """Passages by BM25 score over a field, best first, as (passage number, score); `words` says how much each word counts."""
        if not words:
            return []
        clauses = [self._clauses.get((field, *one)) or self._clause(field, *one) for one in words.items()]
        found = self._searcher.search(tantivy.Query.boolean_query(clauses), limit, count=False).hits
        if self._one_segment:
            return [(address.doc, score) for score, address in found]
        numbers = self._searcher.fast_field_values("passage", [address for _, address in found])
        return [(int(number or 0), float(score)) for number, (score, _) in zip(numbers, found, strict=True)]

    def _clause(self, field: str, word: str, boost: float) -> tuple[tantivy.Occur, tantivy.Query]:
        """What looks for a word; kept for the words asked lately."""
        query = tantivy.Query.term_query(self._schema, field, word, index_option="freq")
        clause = (tantivy.Occur.Should, query if boost == 1.0 else tantivy.Query.boost_query(query, boost))
        if len(self._clauses) >= _KEPT:
            self._clauses = {}
        self._clauses[field, word, boost] = clause
        return clause

    def holders(self, field: str, words: Iterable[str]) -> Iterator[tuple[str, Iterable[int]]]:
        """The passages that hold a word in a field, word by word; in no order."""
        for word in words:
            yield word, (number for number, _ in self.search(field, {word: 1.0}, self.size))
