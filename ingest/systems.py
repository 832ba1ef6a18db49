"""The systems that are measured: the search as it is, with one part switched off, and plain ones to compare it with."""

from __future__ import annotations

import importlib
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np

from ingest.build import build
from ingest.evaluate import DEPTH, Answerer, Ranker, Reply
from ingest.opened import opened
from kb.encoder import Encoder
from kb.fold import fold
from kb.knowledge_base import KnowledgeBase
from kb.lexical import RULES
from kb.passages import NO_ENTRY
from kb.search import Search
from kb.tokens import tokens

PARTS = {"words": {"lexical_weight": 0.0}, "vectors": {"dense_weight": 0.0}}
"""Parts of the search that can be switched off: the attributes of a Search to set."""
DATA = ("phrasings", "terms")
"""Parts of the corpus that a KB can be built without."""
MINILM = "sentence-transformers/all-MiniLM-L6-v2"
_POOL = 400
# What somebody would put between the percent signs: a Latin word or number, or a run of kanji or of katakana; no hiragana endings.
_LIKE = re.compile(r"[a-z0-9][a-z0-9.'-]+|[\u3400-\u4dbf\u4e00-\u9fff々]+|[\u30a1-\u30faー]{2,}")


def ours(kb: KnowledgeBase, off: str | None = None) -> Answerer:
    """The search of a KB, with one of PARTS switched off if named; raises ValueError for a part that the search does not have."""
    search = Search(kb)
    for name, value in PARTS[off].items() if off else ():
        if not hasattr(search, name):
            raise ValueError(f"Search has no attribute {name!r} to switch {off!r} off with; mend PARTS in ingest/systems.py")
        setattr(search, name, value)

    def answer(text: str) -> Reply:
        try:
            found = search.search(text, limit=DEPTH)
        except ValueError:
            return Reply(ranked=(), answered=False, verdict=None)
        verdict = found.answer.verdict if found.answer else None
        return Reply(ranked=tuple(hit.entry.id for hit in found.hits), answered=found.answer is not None, verdict=verdict)

    return answer


@contextmanager
def without_parts(kb: KnowledgeBase, root: Path, folder: Path) -> Iterator[dict[str, Ranker]]:
    """The search without each of its parts: attributes set, or KBs built in `folder` from a corpus that lacks the data.

    Those KBs are closed afterwards.
    """
    out = {f"ours without {part}": _ranker(ours(kb, part)) for part in PARTS}
    with ExitStack() as stack:
        for part in DATA:
            place = folder / f"without-{part}"
            build(root, place, kb.encoder, without=(part,))
            out[f"ours without {part}"] = _ranker(ours(stack.enter_context(opened(place, kb.encoder))))
        yield out


def _ranker(answerer: Answerer) -> Ranker:
    return lambda text: answerer(text).ranked


def baselines(kb: KnowledgeBase, models: Iterable[str] = ()) -> dict[str, Ranker]:
    """Plain systems over one KB: SQL LIKE and BM25 over the rules' texts, the KB's own vectors, and sentence-transformers models.

    all-MiniLM-L6-v2 is among them where it is on this machine; nothing is downloaded for it. Raises KbMissing for a model that
    is not there.
    """
    out = {"SQL LIKE": _like(kb), "BM25": _bm25(kb), f"vectors ({kb.encoder.name})": _vectors(kb)}
    named = dict.fromkeys(models)
    if folder := installed(MINILM):
        named[folder] = None
    for name in named:
        from kb.sentence_transformer import SentenceTransformerEncoder

        out[MINILM if name == folder else name] = _model(kb, SentenceTransformerEncoder(name))
    return out


def _like(kb: KnowledgeBase) -> Ranker:
    """Entries whose text holds most of the question's words, by LIKE '%word%'."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE text (entry TEXT, body TEXT)")
    connection.executemany("INSERT INTO text VALUES (?, ?)", ((id, fold(text)) for id, text in _texts(kb)))

    def rank(question: str) -> Sequence[str]:
        words = list(dict.fromkeys(_LIKE.findall(fold(question))))[:40]
        if not words:
            return []
        count = " + ".join(["(body LIKE ?)"] * len(words))
        sql = f"SELECT entry, max({count}) AS found FROM text GROUP BY entry HAVING found > 0 ORDER BY found DESC, entry LIMIT ?"
        return [row[0] for row in connection.execute(sql, (*(f"%{word}%" for word in words), DEPTH))]

    return rank


def _bm25(kb: KnowledgeBase) -> Ranker:
    """Entries by the best BM25 score among their texts, titles and questions; phrasings left aside."""

    def rank(question: str) -> Sequence[str]:
        words = {word: float(count) for word, count in Counter(tokens(question)).items()}
        return _entries(kb, (number for number, _ in kb.lexical.search(RULES, words, _POOL)))

    return rank


def _vectors(kb: KnowledgeBase) -> Ranker:
    """Entries by the best cosine among their passages, with the encoder that the KB was built with."""
    return lambda question: _entries(kb, (number for number, _ in kb.dense.search(kb.encoder.encode([question]), _POOL)))


def _model(kb: KnowledgeBase, encoder: Encoder) -> Ranker:
    """Entries by the best cosine among their texts, with another encoder."""
    pairs = list(_texts(kb))
    vectors = encoder.encode([text for _, text in pairs])

    def rank(question: str) -> Sequence[str]:
        order = np.argsort(-(vectors @ encoder.encode([question])[0]), kind="stable")
        return list(dict.fromkeys(pairs[place][0] for place in order[:_POOL]))[:DEPTH]

    return rank


def _entries(kb: KnowledgeBase, passages: Iterable[int]) -> list[str]:
    """The ids of the first entries that passages lead to."""
    rows = dict.fromkeys(row for row in kb.passages.entries_of(list(passages)).tolist() if row > NO_ENTRY)
    return [kb.store.entry_at(row).id for row in list(rows)[:DEPTH]]


def _texts(kb: KnowledgeBase) -> Iterable[tuple[str, str]]:
    for entry in kb.store.entries():
        for rendition in entry.renditions:
            yield entry.id, f"{rendition.title or ''}\n{rendition.text}"


def installed(name: str) -> str | None:
    """The folder of a hub model that is on this machine already, or None; nothing is downloaded."""
    try:
        return str(importlib.import_module("huggingface_hub").snapshot_download(name, local_files_only=True))
    except (ImportError, OSError, ValueError):
        return None
