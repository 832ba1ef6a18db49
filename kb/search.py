"""Search: words, meaning, terms and numbers speak for entries; the evidence is summed, one hit an entry."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
import numpy.typing as npt

from kb.answer import FOUND, Answer, answer
from kb.edition_asked import NOW
from kb.encoder import Vectors
from kb.errors import KbError
from kb.evidence import Doubt, Evidence, doubt_points, scores
from kb.fold import key
from kb.gather import Candidates, Gathering
from kb.knowledge_base import KnowledgeBase
from kb.language import language_of
from kb.model import Entry, Rendition
from kb.polarity import negations
from kb.renditions import best_first
from kb.review import conflicts
from kb.settled import SettledQuestions
from kb.understand import Query, Understanding
from kb.verdict import Asked, Verdict, Voices, trust, verdict, voiced
from kb.yes_or_no import wants_yes_or_no

_KEPT_SENTENCES, _KEPT_ORDERS = 4096, 4096
_NONE: frozenset[str] = frozenset()
_FIRST = "may I?"
_RIVALS = 5
"""Hits that are looked at for one of another game."""
_RIVAL_GAPS = 0.7, 1.25
"""One of another game that does not say the same leaves no verdict where its score is no further behind the best than the first
number; where it is no further than the second and says otherwise, there is a caveat."""
_LEAD = 0.4
"""Where a game is chosen, an entry of another one that is so much ahead says that the question is of that one: so for 96 % of the
tuning questions with the wrong game chosen, and for 0.1 % of them with the right one."""
_LIKELY = 0.5
"""So much its word must be trusted for the caveat."""

_NEXT, _FALL = 2, 8.0
"""So many of the next entries may contradict a verdict; for each point that one lies behind, its word counts e^8 times less."""


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


@dataclass(frozen=True, slots=True)
class Ranked:
    """Candidate entries with what speaks for them and what speaks against all; `order` has their places, the best first."""

    query: Query
    vector: Vectors
    """The question's vector, shape (1, dimension)."""
    found: Candidates
    points: Sequence[float]
    order: Sequence[int]
    doubt: Doubt
    """What speaks against the rules answering the question at all."""

    @property
    def candidates(self) -> Iterator[tuple[int, float]]:
        """Candidates, the best first: (row, score)."""
        rows, points = self.found.rows, self.points
        return ((rows[place], points[place]) for place in self.order)

    def evidence(self, places: Sequence[int]) -> list[Evidence]:
        """What speaks for some candidates, by their places in `order`."""
        return self.found.evidence([self.order[place] for place in places])


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
        self._stock = frozenset(sentence for body in kb.store.records("stock") for sentence in body["sentences"])
        self._gathering = Gathering(kb)
        self._put: dict[str, Vectors] = {}
        self._sentences: dict[str, npt.NDArray[np.float32]] = {}
        self._shown: dict[tuple[int, str, str | None], tuple[Rendition, ...]] = {}
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
        hits = self._hits(ranked, limit, game, document)
        chosen = game or (self.kb.store.documents[document].game if document else None)
        # The words of one game say little in the other that was chosen: what stands first there would be a wrong citation.
        if not hits or query.barred or (chosen is not None and self._leads_elsewhere(ranked, chosen)):
            return Found(query, None, tuple(hits), (time.perf_counter() - started) * 1000)
        said = self._verdict(ranked, hits[0].entry, chosen, self.kb.weights.verdict_trust)
        found = answer(query, hits, said, self.kb.weights, lambda texts: self._likeness(ranked, texts), self._stock)
        return Found(query, found, tuple(hits), (time.perf_counter() - started) * 1000)

    def _hits(self, ranked: Ranked, limit: int, game: str | None, document: str | None) -> list[Hit]:
        """The best candidates that are of a game and in a document, where these are chosen."""
        query, store = ranked.query, self.kb.store
        doubt = doubt_points(ranked.doubt, self.kb.weights)
        at_hand = store.entries_at([ranked.found.rows[place] for place in ranked.order[:limit]])  # fetched together
        taken: list[tuple[int, float, Entry]] = []
        places: list[int] = []
        for place, (row, points) in enumerate(ranked.candidates):
            if len(taken) >= limit:
                break
            entry = at_hand.get(row) or store.entry_at(row)
            if (game and entry.game != game) or (document and all(r.document != document for r in entry.renditions)):
                continue
            taken.append((row, points, entry))
            places.append(place)
        hits: list[Hit] = []
        for (row, points, entry), evidence in zip(taken, ranked.evidence(places), strict=True):
            shown = self._best_first(row, entry, query.language, document or self._edition(entry, query))
            conflicting = self._conflicting.get(entry.id, _NONE)
            superseded = shown[0].document not in self._current
            hits.append(Hit(entry, self.confidence(points + doubt), evidence.why(), shown, conflicting, superseded))
        return hits

    def _best_first(self, row: int, entry: Entry, language: str, document: str | None) -> tuple[Rendition, ...]:
        """An entry's renditions in the order in which they are shown; those of the last entries are kept."""
        known = self._shown.get((row, language, document))
        if known is None:
            if len(self._shown) >= _KEPT_ORDERS:
                self._shown = {}
            known = self._shown[row, language, document] = best_first(entry, language, document)
        return known

    def warm(self) -> None:
        """Prepare now what else the first questions would wait for; a server does it as it starts, and before it takes a new KB."""
        self._understanding.warm()
        self.search(_FIRST)
        if self.kb.settled is not None:
            self.kb.settled.encoder.encode([_FIRST])

    def rank(self, text: str, language: str | None = None) -> Ranked:
        """Candidate entries by what speaks for them, the best first."""
        query = self._understanding.understand(text, language)
        vector = self.kb.encoder.encode([query.spelled])
        found, doubt = self._gathering.gather(query, vector)
        points = scores(found.matrix, self.kb.weights, self.lexical_weight, self.dense_weight)
        order = np.lexsort((np.array(found.rows), -points)).tolist()
        return Ranked(query, vector, found, points.tolist(), order, doubt)

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
        row, points = next(ranked.candidates, (0, -math.inf))
        if ranked.query.barred:
            return None
        if self.confidence(points + doubt_points(ranked.doubt, self.kb.weights)) < FOUND:
            return None
        return self._verdict(ranked, self.kb.store.entry_at(row), None, 0.0)

    def said_by(self, text: str, entry: str) -> Verdict | None:
        """What the settled questions of an entry say to a question, whatever is found; raises KbError for an unknown one."""
        row = self.kb.store.row_of(entry)
        if row is None:
            raise KbError(f"there is no entry {entry!r}")
        try:
            return self._voiced(self.rank(text), row)
        except ValueError:
            return None

    def _likeness(self, ranked: Ranked, texts: Sequence[str]) -> list[float]:
        """The cosine of each text with the question; the vectors of texts seen before are kept."""
        known = self._sentences
        new = [text for text in texts if text not in known]
        if new:
            if len(known) + len(new) > _KEPT_SENTENCES:
                known = self._sentences = {text: known[text] for text in texts if text in known}
            known.update(zip(new, self.kb.encoder.encode(new), strict=True))
        cosines: list[float] = (np.array([known[text] for text in texts]) @ ranked.vector[0]).tolist()
        return cosines

    def _verdict(self, ranked: Ranked, entry: Entry, game: str | None, least: float) -> Verdict | None:
        """What the settled questions of an entry say to the question as it was asked, if it can be trusted as much as `least`.

        `game` is the one that was chosen.
        """
        row = self.kb.store.row_of(entry.id)
        if row is None or least > 1.0:
            return None
        said = self._voiced(ranked, row)
        if said is None:
            return None
        said = replace(said, asked=self._asked(ranked, row, game))
        if trust(said, self.kb.weights) < least:
            return None
        gap, otherwise = self._elsewhere(ranked, entry, said) if game is None else (math.inf, False)
        if gap <= _RIVAL_GAPS[0]:
            return None
        said = replace(said, otherwise=otherwise)
        beside = self._beside(ranked, row)
        if least and trust(replace(said, contradicted=max((share for _, share in beside), default=0.0)), self.kb.weights) >= least:
            return said  # whatever the next entries say
        said = replace(said, contradicted=self._contradicted(ranked, beside, said, game))
        return said if trust(said, self.kb.weights) >= least else None

    @staticmethod
    def _beside(ranked: Ranked, row: int) -> list[tuple[int, float]]:
        """The next entries by row, and how much the word of each counts: the less the further its score lies behind."""
        near = list(islice(ranked.candidates, 1 + _NEXT))
        mine = next((points for at, points in near if at == row), -math.inf)
        return [(at, math.exp(-_FALL * max(0.0, mine - points))) for at, points in near if at != row]

    def _asked(self, ranked: Ranked, row: int, game: str | None) -> Asked:
        """How the question stands to an entry that was found; the next one is of the same game where one was chosen."""
        mine = next((points for at, points in ranked.candidates if at == row), 0.0)
        others = (
            points for at, points in ranked.candidates if at != row and (game is None or self.kb.store.entry_at(at).game == game)
        )
        query = ranked.query
        return Asked(mine, mine - next(others, 0.0), len(query.words), ranked.doubt.beside, float(query.edition != NOW))

    def _contradicted(self, ranked: Ranked, beside: Sequence[tuple[int, float]], said: Verdict, game: str | None) -> float:
        """How far one of the next entries says otherwise: its trust, as much as its word counts."""
        out = 0.0
        for at, share in beside:
            if game is not None and self.kb.store.entry_at(at).game != game:
                continue
            other = self._voiced(ranked, at)
            if other is not None and other.verdict != said.verdict:
                out = max(out, voiced(other, self.kb.weights) * share)
        return out

    def _voiced(self, ranked: Ranked, row: int) -> Verdict | None:
        """What the settled questions of an entry's row say that ask about the same edition.

        Those that name no edition speak for the current one, too, and for an older one where it has the same text.
        """
        settled, query = self.kb.settled, ranked.query
        if settled is None or not wants_yes_or_no(query.text, language_of(query.text)):
            return None
        told = not query.old or self._same_then(row, query.edition)
        voices = Voices.of()
        if told:
            put = negations(query.put, language_of(query.put))
            voices = settled.voices(row, self._put_by(settled, query.put), ranked.vector, put)
        if query.edition != NOW:
            put = negations(query.text, language_of(query.text))
            voices = voices + settled.voices(row, self._put_by(settled, query.text), ranked.vector, put, query.edition)
        return verdict(query.text, language_of(query.text), voices)

    def _put_by(self, settled: SettledQuestions, text: str) -> Vectors:
        """A text's vector by the encoder of the settled questions; the last ones are kept, since several entries are asked."""
        vector = self._put.get(text)
        if vector is None:
            vector = settled.encoder.encode([text])
            self._put = {**dict(list(self._put.items())[-1:]), text: vector}
        return vector

    def _same_then(self, row: int, edition: int) -> bool:
        """Whether an entry's text in an older edition is what it is now, but for spaces and marks."""
        renditions = self.kb.store.entry_at(row).renditions
        now = {(one.language, key(one.text)) for one in renditions if one.document in self._current}
        old = [one for one in renditions if one.document not in self._current]
        then = {(one.language, key(one.text)) for one in old if one.edition == edition}
        return bool(then) and then <= now

    def _elsewhere(self, ranked: Ranked, entry: Entry, said: Verdict) -> tuple[float, bool]:
        """How far the nearest entry of another game lies behind that does not say the same, and whether one says otherwise.

        Infinity and False where the question names its game, or no such entry answers well.
        """
        doubt = doubt_points(ranked.doubt, self.kb.weights)
        near = [(row, points) for row, points in islice(ranked.candidates, _RIVALS) if self.confidence(points + doubt) >= FOUND]
        best = max((points for _, points in near), default=0.0)
        gap, otherwise = math.inf, False
        for row, points in () if ranked.query.games else near:
            if points >= best - _RIVAL_GAPS[1] and self.kb.store.entry_at(row).game != entry.game:
                other = self._voiced(ranked, row)
                if other is None or other.verdict != said.verdict:
                    gap = min(gap, best - points)
                    otherwise = otherwise or (other is not None and voiced(other, self.kb.weights) >= _LIKELY)
        return gap, otherwise

    def _leads_elsewhere(self, ranked: Ranked, game: str) -> bool:
        """Whether an entry of another game than the one that was chosen answers much better than all of that one."""
        lead = mine = -math.inf
        for row, points in ranked.candidates:
            if self.kb.store.entry_at(row).game != game:
                lead = max(lead, points)
            else:
                mine = points
                break
        return lead - mine > _LEAD

    def _check(self, game: str | None, document: str | None) -> None:
        if game and game not in self.kb.store.games:
            raise KbError(f"there is no game {game!r}; there are: {', '.join(self.kb.store.games)}")
        if document and document not in self.kb.store.documents:
            raise KbError(f"there is no document {document!r}; there are: {', '.join(self.kb.store.documents)}")

    def _edition(self, entry: Entry, query: Query) -> str | None:
        """The document of the edition that a question asks for, if the entry is printed there."""
        if not query.old:
            return None
        found = [r.document for r in entry.renditions if r.edition == query.edition and r.document not in self._current]
        return found[0] if found else None
