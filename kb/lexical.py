"""The lexical index: tantivy's BM25 over our own tokens, one document a passage, numbered as the passages are.

tantivy names its files after random ids; they are renamed after the content, so that the same input gives the same bytes.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import tantivy

from kb.errors import KbMissing

FIELD = "tokens"
_HEAP = 256_000_000
# Files that only a running writer needs.
_LOCKS = (".tantivy-writer.lock", ".tantivy-meta.lock")


def build_lexical(folder: Path, passages: Iterable[Sequence[str]]) -> None:
    """Write the index of passages given as tokens; a passage's place in the order is its number in `search`."""
    folder.mkdir(parents=True)
    schema = tantivy.SchemaBuilder()
    schema.add_text_field(FIELD, tokenizer_name="whitespace", index_option="freq")
    schema.add_unsigned_field("passage", fast=True)
    index = tantivy.Index(schema.build(), path=str(folder))
    writer = index.writer(heap_size=_HEAP, num_threads=1)
    for number, words in enumerate(passages):
        document = tantivy.Document()
        document.add_text(FIELD, " ".join(words))
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
    for name in _LOCKS:
        (folder / name).unlink(missing_ok=True)


class Lexical:
    """An open lexical index."""

    def __init__(self, folder: Path) -> None:
        try:
            self._index = tantivy.Index.open(str(folder))
            self._schema = self._index.schema
            self._searcher = self._index.searcher()
        except (ValueError, OSError) as error:
            raise KbMissing(f"the lexical index cannot be opened ({error}); run `judgecall build`", file=folder) from None
        self._one_segment = self._searcher.num_segments <= 1

    @property
    def size(self) -> int:
        """How many passages it holds."""
        return int(self._searcher.num_docs)

    def weight(self, word: str) -> float:
        """The inverse document frequency of a word, as BM25 counts it; a word that no passage holds weighs most."""
        holding = self._searcher.doc_freq(FIELD, word)
        return math.log(1.0 + (self.size - holding + 0.5) / (holding + 0.5))

    def holds(self, word: str) -> bool:
        """Whether any passage holds the word."""
        return bool(self._searcher.doc_freq(FIELD, word))

    def search(self, words: Sequence[str], limit: int, weights: dict[str, float] | None = None) -> list[tuple[int, float]]:
        """Passages by BM25 score, best first, as (passage number, score); `weights` makes some words count more or less."""
        clauses = []
        for word, times in Counter(words).items():
            query = tantivy.Query.term_query(self._schema, FIELD, word, index_option="freq")
            boost = times * (1.0 if weights is None else weights.get(word, 1.0))
            clauses.append((tantivy.Occur.Should, query if boost == 1.0 else tantivy.Query.boost_query(query, boost)))
        if not clauses:
            return []
        found = self._searcher.search(tantivy.Query.boolean_query(clauses), limit, count=False).hits
        if self._one_segment:
            return [(int(address.doc), float(score)) for score, address in found]
        numbers = self._searcher.fast_field_values("passage", [address for _, address in found])
        return [(int(number or 0), float(score)) for number, (score, _) in zip(numbers, found, strict=True)]
