"""Search: words, meaning, terms and numbers speak for entries; the evidence is summed, one hit an entry."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from kb.answer import Answer, answer
from kb.citations.find import Citations
from kb.edition_asked import BEFORE, NOW
from kb.encoder import Vectors
from kb.errors import KbError
from kb.evidence import Objection, objection_points, reasons, scores
from kb.gather import Candidates, Gathering
from kb.hinted import compile_all
from kb.hit import Hit
from kb.judging import Judging
from kb.knowledge_base import KnowledgeBase
from kb.model import LANGUAGES, LISTED, RULE_CHANGE, Entry, Rendition
from kb.ranked import FOUND, Ranked
from kb.renditions import best_first, only_language
from kb.review import GRAVE, DisagreeingPassages, conflicts, disagreeing_passages
from kb.telling import Telling
from kb.understand import Query, Understanding
from kb.verdict import Verdict

_KEPT_SENTENCES, _KEPT_ORDERS = 1024, 4096
_NONE: DisagreeingPassages = MappingProxyType({})
_FIRST = "may I?"
_LEAD = 0.4
"""Where a game is chosen, an entry of another one that is so much ahead says that the question is of that one: so for 98 % of the
tuning questions with the wrong game chosen, and for 0.2 % of them with the right one."""
_NAMED_LEAD = 0.6
"""Where a question names a game, an entry of another one that would be so much ahead says that the rule meant is not in the game
that is named: so for a tenth of the tuning questions that no rule answers, and for 0.4 % of the others."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """How an entry is shown: what a hit says of its renditions."""

    renditions: tuple[Rendition, ...]
    disagreeing_passages: DisagreeingPassages
    superseded: bool
    withdrawn: bool
    only: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """What a search gives: the question as it was understood, the answer or None, the hits, and the time taken."""

    query: Query
    answer: Answer | None
    hits: tuple[Hit, ...]
    took_ms: float


class Search:
    """Searches an open KB. Make one for a KB and keep it."""

    lexical_weight = 1.0
    dense_weight = 1.0

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self._understanding = Understanding(kb.store, kb.glossary, kb.spelling)
        found = conflicts(kb.store)
        self._disagreeing = disagreeing_passages(found)
        self._grave = disagreeing_passages(one for one in found if one.impact == GRAVE)
        self._stock = frozenset(sentence for body in kb.store.records("stock") for sentence in body["sentences"])
        self._gathering, self._judging, self._telling = Gathering(kb), Judging(kb), Telling(kb.store)
        self._sentences: dict[str, npt.NDArray[np.float32]] = {}
        self._shown: dict[tuple[int, str, str | None], _Shown] = {}

    def search(
        self,
        text: str,
        limit: int = 10,
        language: str | None = None,
        game: str | None = None,
        document: str | None = None,
    ) -> Found:
        """Find the entries that a question asks for; `limit` is how many of them are shown.

        Raises ValueError for an empty question, a limit below 1 or an unknown language, KbError for an unknown game or document.
        """
        started = time.perf_counter()
        if limit < 1:
            raise ValueError(f"limit must be 1 or more, not {limit}")
        if language is not None and language not in LANGUAGES:
            raise ValueError(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
        self._check(game, document)
        ranked = self.rank(text, language)
        query = ranked.query
        chosen = game or (self.kb.store.documents[document].game if document else None)
        rows, hits = self._hits(ranked, limit, chosen, document)
        if hits:
            query = self._understanding.in_game(query, hits[0].entry.game)
        if query is not ranked.query:  # seldom: no edition is named
            ranked = replace(ranked, query=query)
        if not hits or hits[0].score < FOUND or self._is_refused(ranked, hits[0].entry, chosen, document):
            asked = self._understanding.without_talk(query)
            again = None if asked is None else self.search(asked, limit, language, game, document)
            took_ms = (time.perf_counter() - started) * 1000
            if again is not None and again.answer is not None:
                return replace(again, query=replace(again.query, text=query.text), took_ms=took_ms)
            return Found(query, None, tuple(hits), took_ms)
        said = self._judging.verdict(ranked, rows[0], chosen, self.kb.weights.least_trust(edition=query.edition != NOW))
        best, vector = hits[0].entry.id, ranked.vector
        given = answer(
            query,
            hits[0],
            said,
            likeness=lambda texts: self._likeness(ranked, texts),
            stock=self._stock,
            shares=lambda texts: self._telling.shares(best, texts, vector),
            behind=self._judging.behind(ranked, rows[0]) if chosen is None else math.inf,
            alone=ranked.alone if chosen is None else 0.0,
            grave=self._grave.get(best, _NONE),
        )
        return Found(query, given, tuple(hits), (time.perf_counter() - started) * 1000)

    def _is_refused(self, ranked: Ranked, best: Entry, game: str | None, document: str | None) -> bool:
        """Whether no ruling is given by the best entry of a game and document, where these are chosen, however near it seems."""
        if self._names_one(ranked.query, best, game, document):
            return False
        if ranked.query.barred or _is_beside_list(ranked.query, best):
            return True
        # What stands first in what was chosen is a wrong citation where the rule that is meant is not in it.
        return self._of_another(ranked, best) if game is None else self._leads_elsewhere(ranked, game, document)

    def _names_one(self, query: Query, best: Entry, game: str | None, document: str | None) -> bool:
        """Whether a number alone that several entries have is that of the best one only in the game and document chosen."""
        if not query.referred.ambiguous or not (game or document):
            return False
        named = (self.kb.store.entry(id) for id in query.referred.references)
        return [one.id for one in named if one is not None and _is_within(one, game, document)] == [best.id]

    def refuses(self, ranked: Ranked) -> bool:
        """Whether no ruling is given for a question, nothing being chosen, whatever the score at which one counts as found."""
        row = next((row for row, _ in ranked.candidates), None)
        return row is None or self._is_refused(ranked, self.kb.store.entry_at(row), None, None)

    def _of_another(self, ranked: Ranked, best: Entry) -> bool:
        """Whether the best entry is of another game than the one that the question names, or would be if it named none."""
        game = ranked.query.game
        return bool(game) and (best.game != game or ranked.lead_of_another_game(self.kb.weights) > _NAMED_LEAD)

    def _hits(self, ranked: Ranked, limit: int, game: str | None, document: str | None) -> tuple[list[int], list[Hit]]:
        """The best candidates that are of a game and in a document, where these are chosen: their rows, and as they are shown."""
        query, store, weights = ranked.query, self.kb.store, self.kb.weights
        rows, places, entries = ranked.found.rows, ranked.order, dict[int, Entry]()
        if game is not None:
            places = [place for place in places if ranked.found.games[place] == store.game_places[game]]
        if document is not None:
            entries = store.entries_at([rows[place] for place in places])
            places = [place for place in places if entries[rows[place]].printed_in(document) is not None]
        places = places[:limit]
        entries = entries or store.entries_at([rows[place] for place in places])
        shown = [(rows[place], entries[rows[place]]) for place in places]
        terms = {id: f"term: {one.term.id}" for one in reversed(query.mentions) for id in one.term.entries}
        hits: list[Hit] = []
        scores = ranked.confidences(places, weights)
        whys = reasons(ranked.found.matrix, places, [terms.get(entry.id, "term") for _, entry in shown])
        for (row, entry), score, why in zip(shown, scores, whys, strict=True):
            first = document or (None if query.edition == NOW else self._edition(entry, query))
            so = self._as_shown(row, entry, query.language, first)
            hit = Hit(
                entry=entry,
                score=score,
                why=why,
                renditions=so.renditions,
                disagreeing_passages=so.disagreeing_passages,
                superseded=so.superseded,
                withdrawn=so.withdrawn,
                only=so.only,
            )
            hits.append(hit)
        return [row for row, _ in shown], hits

    def _as_shown(self, row: int, entry: Entry, language: str, document: str | None) -> _Shown:
        """How an entry is shown in a language, a document first where one is given; of the last entries that is kept."""
        known = self._shown.get((row, language, document))
        if known is None:
            if len(self._shown) >= _KEPT_ORDERS:
                self._shown = {}
            renditions, current = best_first(entry, language, document), self.kb.store.current
            superseded = renditions[0].document not in current
            withdrawn = superseded and not any(one.document in current for one in renditions)
            only = only_language(entry, self.kb.store.documents)
            known = _Shown(renditions, self._disagreeing.get(entry.id, _NONE), superseded, withdrawn, only)
            self._shown[row, language, document] = known
        return known

    @property
    def citations(self) -> Citations:
        """What finds citations in a text: the very index by which questions are understood."""
        return self._understanding.citations

    def warm(self) -> None:
        """Prepare now what else the first questions would wait for; a server does it as it starts, and before it takes a new KB."""
        compile_all()
        self._understanding.warm()
        self.search(_FIRST)
        if self.kb.settled is not None:
            self.kb.settled.encoder.encode([_FIRST])

    def rank(self, text: str, language: str | None = None) -> Ranked:
        """Candidate entries by what speaks for them, the best first; raises ValueError for a question without words or numbers."""
        query, vector = self._read(text, language)
        return self._ranked(query, vector, *self._gathering.gather(query, vector))

    def _read(self, text: str, language: str | None = None) -> tuple[Query, Vectors]:
        """A question as it is understood, and its vector; raises ValueError for one without words or numbers."""
        query = self._understanding.understand(text, language)
        return query, self.kb.encoder.encode([query.spelled])

    def _ranked(self, query: Query, vector: Vectors, found: Candidates, objections: Sequence[Objection]) -> Ranked:
        points = scores(found.matrix, self.kb.weights, self.lexical_weight, self.dense_weight)
        order = np.argsort(-points, kind="stable").tolist()  # of equal ones the first row first
        added = [objection_points(objection, self.kb.weights) for objection in objections]
        return Ranked(query, vector, found, points.tolist(), order, objections, added)

    def ranked_anew(self, ranked: Ranked) -> Ranked:
        """The same candidates by the weights that the KB has now."""
        return self._ranked(ranked.query, ranked.vector, ranked.found, ranked.objections)

    def said(self, ranked: Ranked) -> Verdict | None:
        """What the settled questions of the best entry say to a question for which a ruling is found, however sure they are."""
        if not ranked.order or ranked.confidence(ranked.order[0], self.kb.weights) < FOUND or self.refuses(ranked):
            return None
        return self._judging.verdict(ranked, ranked.found.rows[ranked.order[0]], None, 0.0)

    def said_by(self, text: str, entry: str) -> Verdict | None:
        """What the settled questions of an entry say to a question, whatever is found; raises KbError for an unknown one."""
        row = self.kb.store.row_of(entry)
        if row is None:
            raise KbError(f"there is no entry {entry!r}")
        try:
            query, vector = self._read(text)
            return self._judging.voiced(query, vector, row)
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

    def _leads_elsewhere(self, ranked: Ranked, game: str, document: str | None) -> bool:
        """Whether an entry that is not of the game and the document that were chosen answers much better than all that are."""
        lead = mine = -math.inf
        for row, points in ranked.candidates:
            entry = self.kb.store.entry_at(row)
            if not _is_within(entry, game, document):
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
        if game and document and self.kb.store.documents[document].game != game:
            raise KbError(f"the document {document!r} is not of the game {game!r}; choose one of the two")

    def _edition(self, entry: Entry, query: Query) -> str | None:
        """The document of the edition that a question asks for, or of the newest older one, that prints the entry; or None."""
        if entry.kind == RULE_CHANGE or not self._understanding.in_game(query, entry.game).old:
            return None
        older = [r for r in entry.renditions if r.document not in self.kb.store.current and query.edition in (BEFORE, r.edition)]
        return max(older, key=lambda r: (r.edition, r.language == query.language)).document if older else None


def _is_beside_list(query: Query, entry: Entry) -> bool:
    """Whether an entry says only how many of a card may be played, and the question asks something else of one."""
    return query.beside_list and entry.kind == LISTED


def _is_within(entry: Entry, game: str | None, document: str | None) -> bool:
    """Whether an entry is of a game and printed in a document, where these are chosen."""
    return (not game or entry.game == game) and (not document or entry.printed_in(document) is not None)
