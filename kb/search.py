"""Search: words, meaning, terms and numbers speak for entries; the evidence is summed, one hit an entry."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kb.answer import FOUND, Answer, answer
from kb.encoder import Vectors
from kb.errors import KbError
from kb.evidence import Doubt, Evidence, doubt_points, score
from kb.knowledge_base import KnowledgeBase
from kb.lexical import ASKED, RULES
from kb.model import Entry, Rendition
from kb.passages import SORTS
from kb.polarity import wants_yes_or_no
from kb.renditions import best_first
from kb.review import conflicts
from kb.understand import Query, Understanding
from kb.verdict import VERDICTS, Verdict, Voice, verdict

POOL = 48
"""How many passages each index gives for each kind of passage before the evidence is summed."""

TEMPERATURE = 0.06
"""The temperature at which the encoder was taught to tell entries apart."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that was found: its score (0 to 1), why, and its renditions with the best one for the question first."""

    entry: Entry
    score: float
    why: tuple[str, ...]
    renditions: tuple[Rendition, ...]
    conflicting: frozenset[str] = frozenset()
    """Documents whose text of this entry disagrees with another current one."""
    superseded: bool = False
    """Whether the first rendition is of an edition that is no longer current."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search gives: the question as it was understood, the answer or None, the hits, and the time taken."""

    query: Query
    answer: Answer | None
    hits: tuple[Hit, ...]
    took_ms: float


@dataclass(slots=True)
class Ranked:
    """Candidate entries with their evidence, the best first: (row, score, evidence)."""

    query: Query
    vector: Vectors
    """The question's vector, shape (1, dimension)."""
    candidates: list[tuple[int, float, Evidence]]
    doubt: Doubt
    """What speaks against the rules answering the question at all."""


class Search:
    """Searches an open KB. Make one for a KB and keep it."""

    lexical_weight = 1.0
    dense_weight = 1.0

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self._understanding = Understanding(kb.store, kb.glossary, kb.spelling)
        self._conflicting = {
            conflict.entry: frozenset((conflict.en_document, conflict.ja_document)) for conflict in conflicts(kb.store)
        }
        # Passages lie in the order of SORTS from the phrasings on.
        self._first_asked = int((kb.table[:, 2] < SORTS.index("phrasing")).sum())
        self._first_unanswered = int((kb.table[:, 2] < SORTS.index("unanswered")).sum())
        self._settled: dict[int, list[int]] = {}
        for number in np.flatnonzero(kb.table[:, 4]).tolist():
            self._settled.setdefault(int(kb.table[number, 0]), []).append(number)
        self._current = {id for id, document in kb.store.documents.items() if document.current}

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
        ranked = self.rank(text, language)
        query = ranked.query
        hits: list[Hit] = []
        best: Evidence | None = None
        doubt = doubt_points(ranked.doubt, self.kb.weights)
        for row, points, evidence in ranked.candidates:
            entry = self.kb.store.entry_at(row)
            if (game and entry.game != game) or (document and all(r.document != document for r in entry.renditions)):
                continue
            best = best or evidence
            shown = best_first(entry, query.language, document or self._edition(entry, query))
            confidence = self.confidence(points + doubt)
            conflicting = self._conflicting.get(entry.id, frozenset())
            hits.append(Hit(entry, confidence, evidence.why(), shown, conflicting, shown[0].document not in self._current))
            if len(hits) >= limit:
                break
        said = self._verdict(ranked, hits[0].entry) if hits else None
        found = answer(query, hits, said, self.kb.weights, lambda texts: self._likeness(ranked, texts))
        return Found(query, found, tuple(hits), (time.perf_counter() - started) * 1000)

    def rank(self, text: str, language: str | None = None) -> Ranked:
        """Candidate entries by what speaks for them, the best first."""
        query = self._understanding.understand(text, language)
        vector = self.kb.encoder.encode([query.spelled])
        gathered, doubt = self._gather(query, vector)
        weights = self.kb.weights
        scored = [
            (row, score(evidence, weights, self.lexical_weight, self.dense_weight), evidence) for row, evidence in gathered.items()
        ]
        scored.sort(key=lambda item: (-item[1], item[0]))
        return Ranked(query, vector, scored, doubt)

    def confidence(self, points: float) -> float:
        """A score as a number from 0 to 1: a half where a ruling counts as found."""
        weights = self.kb.weights
        return round(1.0 / (1.0 + math.exp(-weights.found_slope * (points - weights.found_at))), 4)

    def said(self, text: str) -> Verdict | None:
        """What the settled questions of the best entry say to a question for which a ruling is found, however sure they are."""
        try:
            ranked = self.rank(text)
        except ValueError:
            return None
        if not ranked.candidates or self.confidence(ranked.candidates[0][1] + doubt_points(ranked.doubt, self.kb.weights)) < FOUND:
            return None
        return self._verdict(ranked, self.kb.store.entry_at(ranked.candidates[0][0]))

    def _likeness(self, ranked: Ranked, texts: Sequence[str]) -> list[float]:
        """The cosine of each text with the question."""
        return [float(cosine) for cosine in self.kb.encoder.encode(texts) @ ranked.vector[0]]

    def _verdict(self, ranked: Ranked, entry: Entry) -> Verdict | None:
        """What the settled questions of an entry say to the question as it was asked."""
        row = self.kb.store.row_of(entry.id)
        numbers = self._settled.get(row, []) if row is not None else []
        if not numbers or not wants_yes_or_no(ranked.query.text, ranked.query.language):
            return None
        cosines = (self.kb.dense.vectors(numbers) @ ranked.vector[0]).tolist()
        rows = self.kb.table[numbers, 4:6].tolist()
        voices = [Voice(VERDICTS[word], bool(negative), cosine) for (word, negative), cosine in zip(rows, cosines, strict=True)]
        return verdict(ranked.query.text, ranked.query.language, voices)

    def _check(self, game: str | None, document: str | None) -> None:
        if game and game not in self.kb.store.games:
            raise KbError(f"there is no game {game!r}; there are: {', '.join(self.kb.store.games)}")
        if document and document not in self.kb.store.documents:
            raise KbError(f"there is no document {document!r}; there are: {', '.join(self.kb.store.documents)}")

    def _gather(self, query: Query, vector: Vectors) -> tuple[dict[int, Evidence], Doubt]:
        """Evidence per entry row, and what speaks against any of them."""
        out: dict[int, Evidence] = {}
        index = self.kb.lexical
        for name, sort in ((RULES, "rules_words"), (ASKED, "asked_words")):
            total = sum(share * index.weight(name, word) for word, share in query.weights.items()) or 1.0
            self._add(out, sort, index.search(name, query.weights, POOL), total)
        rules = self.kb.dense.search(vector, POOL, 0, self._first_asked)
        asked = self.kb.dense.search(vector, POOL, self._first_asked, self._first_unanswered)
        unanswered = self.kb.dense.search(vector, POOL, self._first_unanswered)
        self._add(out, "rules_meaning", rules, 1.0)
        self._add(out, "asked_meaning", asked, 1.0)
        self._add_likely(out, [*rules, *asked])
        self._by_term(out, query)
        for id in query.references:
            row = self.kb.store.row_of(id)
            if row is not None:
                out.setdefault(row, Evidence()).reference = 1.0
        for row, evidence in out.items():
            self._describe(evidence, self.kb.store.entry_at(row), query)
        beside = _beside([cosine for _, cosine in unanswered], [cosine for _, cosine in (*rules, *asked)])
        return out, Doubt(1.0 - self._known(query), float(min(2, len(query.outside))), beside)

    def _add(self, out: dict[int, Evidence], sort: str, found: list[tuple[int, float]], total: float) -> None:
        rows = self.kb.table[[number for number, _ in found], 0].tolist() if found else []
        for row, (_, points) in zip(rows, found, strict=True):
            evidence = out.get(row)
            if evidence is None:
                evidence = out[row] = Evidence()
            share = min(1.2, points / total)
            if share > getattr(evidence, sort):
                setattr(evidence, sort, share)

    def _add_likely(self, out: dict[int, Evidence], near: list[tuple[int, float]]) -> None:
        """The share of each entry in the softmax of the cosines of all passages that are near."""
        if not near:
            return
        rows = self.kb.table[[number for number, _ in near], 0].tolist()
        top = max(cosine for _, cosine in near)
        total = 0.0
        shares: dict[int, float] = {}
        for row, (_, cosine) in zip(rows, near, strict=True):
            share = math.exp((cosine - top) / TEMPERATURE)
            shares[row] = shares.get(row, 0.0) + share
            total += share
        for row, share in shares.items():
            out[row].likely = share / total

    def _by_term(self, out: dict[int, Evidence], query: Query) -> None:
        """Entries that define a term of the question; one term that is the whole question makes its entry the title asked for."""
        rest = max(1, len([word for word, share in query.weights.items() if share >= 0.9]))
        for mention in query.mentions:
            for place, id in enumerate(mention.term.entries):
                row = self.kb.store.row_of(id)
                if row is not None:
                    evidence = out.setdefault(row, Evidence())
                    evidence.term = max(evidence.term, mention.weight * (1.0, 0.5, 0.35)[min(place, 2)])
                    if place == 0 and len(query.mentions) == 1 and rest <= 2 + 3 * any(mention.term.ja):
                        covered = _covers(mention.term.en, mention.term.ja, query.text)
                        evidence.title = max(evidence.title, covered)

    def _describe(self, evidence: Evidence, entry: Entry, query: Query) -> None:
        """What the entry is, where that counts: in the part that is named, bare, withdrawn, a Q&A."""
        if query.parts:
            inside = any(f"{entry.game}/{entry.part}" == part for part in query.parts)
            evidence.part = 1.0 if inside else 0.0
            evidence.other_part = 0.0 if inside or entry.renditions[0].flow is None else 1.0
        evidence.other_game = 1.0 if query.games and entry.game not in query.games else 0.0
        first = entry.renditions[0]
        evidence.bare = 1.0 if entry.kind in ("stage", "intro") or len(first.text) < 28 else 0.0
        evidence.question = 1.0 if entry.kind == "qa" else 0.0
        current = any(rendition.document in self._current for rendition in entry.renditions)
        evidence.gone = 0.0 if current or query.old else 1.0
        evidence.old = 1.0 if query.old and (not current or entry.kind == "rule_change") else 0.0

    def _known(self, query: Query) -> float:
        index = self.kb.lexical
        weighed = [(share * index.weight(RULES, word), index.holds(word)) for word, share in query.weights.items()]
        total = sum(weight for weight, _ in weighed)
        return sum(weight for weight, holds in weighed if holds) / total if total else 0.0

    def _edition(self, entry: Entry, query: Query) -> str | None:
        """The document of the edition that a question asks for, if the entry is printed there."""
        if query.edition is None:
            return None
        found = [r.document for r in entry.renditions if r.edition == query.edition and r.document not in self._current]
        return found[0] if found else None


def _beside(unanswered: list[float], answered: list[float]) -> float:
    """The share of the questions that no entry answers in the softmax of the cosines of all passages that are near."""
    top = max((*unanswered, *answered), default=0.0)
    against, by = (sum(math.exp((cosine - top) / TEMPERATURE) for cosine in cosines) for cosines in (unanswered, answered))
    return against / (against + by) if unanswered else 0.0


def _covers(english: tuple[str, ...], japanese: tuple[str, ...], text: str) -> float:
    """1 where the question is a term's form and hardly anything else."""
    letters = "".join(letter for letter in text.casefold() if letter.isalnum())
    for form in (*english, *japanese):
        bare = "".join(letter for letter in form.casefold() if letter.isalnum())
        if bare and bare in letters and len(bare) >= 0.75 * len(letters):
            return 1.0
    return 0.0
