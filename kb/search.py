"""Search: lexical and dense evidence for each entry, fused into one score, one hit an entry."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from kb.answer import Answer, answer
from kb.errors import KbError
from kb.knowledge_base import KnowledgeBase
from kb.model import Entry, Rendition
from kb.passages import SORTS
from kb.review import conflicts
from kb.tokens import is_hiragana
from kb.understand import Query, Understanding

POOL = 60
"""How many passages each index gives before they are fused."""

HIRAGANA_SHARE = 0.3
"""How much a pair of hiragana counts: mostly endings and particles, seldom the matter itself."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that was found: its score (0 to 1), why, and its renditions with the best one for the question first."""

    entry: Entry
    score: float
    why: tuple[str, ...]
    renditions: tuple[Rendition, ...]
    conflicting: frozenset[str] = frozenset()
    """Documents whose text of this entry disagrees with another current one."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search gives: the question as it was understood, the answer or None, the hits, and the time taken."""

    query: Query
    answer: Answer | None
    hits: tuple[Hit, ...]
    took_ms: float


@dataclass(slots=True)
class _Evidence:
    """What speaks for one entry."""

    lexical: float = 0.0
    dense: float = 0.0
    sort: str = ""
    reference: bool = False


class Search:
    """Searches an open KB. Make one for a KB and keep it."""

    lexical_weight = 0.55
    dense_weight = 0.45

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self._understanding = Understanding(kb.store)
        self._conflicting = {
            conflict.entry: frozenset((conflict.en_document, conflict.ja_document)) for conflict in conflicts(kb.store)
        }

    def search(
        self,
        text: str,
        limit: int = 10,
        language: str | None = None,
        game: str | None = None,
        document: str | None = None,
    ) -> Found:
        """Find the entries that a question asks for; raises ValueError for an empty question, KbError for an unknown filter."""
        started = time.perf_counter()
        self._check(game, document)
        query = self._understanding.understand(text, language)
        scored = sorted(
            ((self._score(evidence), row, evidence) for row, evidence in self._gather(query).items()),
            key=lambda item: (-item[0], item[1]),
        )
        hits: list[Hit] = []
        for score, row, evidence in scored:
            entry = self.kb.store.entry_at(row)
            if (game and entry.game != game) or (document and all(r.document != document for r in entry.renditions)):
                continue
            shown = best_first(entry, query.language, document)
            hits.append(Hit(entry, round(score, 4), _why(evidence), shown, self._conflicting.get(entry.id, frozenset())))
            if len(hits) >= limit:
                break
        found = answer(query, [(hit.entry, hit.renditions, hit.score) for hit in hits])
        return Found(query, found, tuple(hits), (time.perf_counter() - started) * 1000)

    def _check(self, game: str | None, document: str | None) -> None:
        if game and game not in self.kb.store.games:
            raise KbError(f"there is no game {game!r}; there are: {', '.join(self.kb.store.games)}")
        if document and document not in self.kb.store.documents:
            raise KbError(f"there is no document {document!r}; there are: {', '.join(self.kb.store.documents)}")

    def _gather(self, query: Query) -> dict[int, _Evidence]:
        """Evidence per entry row: the best lexical and the best dense score among the entry's passages.

        A lexical score is the share of the question's weight (idf) that a passage answers; a dense one counts only as far as
        the question's words are known at all.
        """
        out: dict[int, _Evidence] = {}
        table = self.kb.table
        index = self.kb.lexical
        share = {word: HIRAGANA_SHARE if is_hiragana(word) else 1.0 for word in set(query.words)}
        weights = {word: share[word] * index.weight(word) for word in share}
        asked = sum(weights[word] for word in query.words)
        known = sum(weights[word] for word in query.words if index.holds(word)) / asked
        for passage, score in index.search(query.words, POOL, share):
            evidence = out.setdefault(int(table[passage, 0]), _Evidence())
            if score / asked > evidence.lexical:
                evidence.lexical, evidence.sort = min(1.0, score / asked), SORTS[table[passage, 2]]
        vector = self.kb.encoder.encode([query.text])
        for passage, score in self.kb.dense.search(vector, POOL):
            evidence = out.setdefault(int(table[passage, 0]), _Evidence())
            evidence.dense = max(evidence.dense, score * known)
        for id in query.references:
            row = self.kb.store.row_of(id)
            if row is not None:
                out.setdefault(row, _Evidence()).reference = True
        return out

    def _score(self, evidence: _Evidence) -> float:
        score = self.lexical_weight * evidence.lexical + self.dense_weight * max(0.0, evidence.dense)
        return 0.9 + 0.1 * score if evidence.reference else 0.9 * score


def best_first(entry: Entry, language: str, document: str | None = None) -> tuple[Rendition, ...]:
    """An entry's renditions: the document asked for, then the question's language, each in the entry's own order."""
    order = {id(rendition): place for place, rendition in enumerate(entry.renditions)}
    newest = {lang: max((r.edition for r in entry.renditions if r.language == lang), default=-math.inf) for lang in ("en", "ja")}
    return tuple(
        sorted(
            entry.renditions,
            key=lambda r: (
                document is not None and r.document != document,
                r.edition != newest[r.language],
                r.language != language,
                order[id(r)],
            ),
        )
    )


def _why(evidence: _Evidence) -> tuple[str, ...]:
    reasons = []
    if evidence.reference:
        reasons.append("reference")
    if evidence.lexical >= evidence.dense and evidence.sort:
        reasons.append(f"words: {evidence.sort}")
    if evidence.dense > 0:
        reasons.append("meaning")
    return tuple(reasons)
