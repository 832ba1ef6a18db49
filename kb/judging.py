"""Judges a question: what the settled questions of an entry say to it, and what stands beside that speaks against it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from kb.edition_asked import BEFORE, NOW, asks_of_a_text
from kb.encoder import Vectors
from kb.fold import key
from kb.knowledge_base import KnowledgeBase
from kb.language import language_of
from kb.ranked import FOUND, Ranked
from kb.settled import SettledQuestions, Told
from kb.understand import Query
from kb.verdict import Asked, Verdict, Voices, trust, verdict, voiced
from kb.yes_or_no import asks_by_mark_alone, wants_yes_or_no

_RIVALS = 5
"""Hits that are looked at for one of another game."""
_RIVAL_GAPS = 0.7, 1.25
"""One of another game that does not say the same leaves no verdict where its score is no further behind the best than the first
number; where it is no further than the second and says otherwise, there is a caveat."""
_LIKELY = 0.5
"""So much its word must be trusted for the caveat."""
_NEXT, _FALL = 2, 8.0
"""So many of the next entries may contradict a verdict; for each point that one lies behind, its word counts e^8 times less."""
_KEYWORD = "keyword"
"""The kind of a term whose first entry says what it does."""


class Judging:
    """Judges by the settled questions of an open KB."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb, self._store = kb, kb.store
        self._games = list(kb.store.game_places)
        self._kept: dict[str, tuple[Vectors, Told]] = {}

    def verdict(self, ranked: Ranked, row: int, game: str | None, least: float) -> Verdict | None:
        """What the settled questions of an entry say to the question as it was asked, if it can be trusted as much as `least`.

        `game` is the one that was chosen.
        """
        query = ranked.query
        silent = least > 1.0 or query.unheld or (bool(query.looked_up) and asks_by_mark_alone(query.put, language_of(query.put)))
        said = None if silent else self.voiced(query, ranked.vector, row)
        if said is None:
            return None
        weights = self._kb.weights
        said = replace(said, asked=self._asked(ranked, row, game))
        if trust(said, weights) < least:
            return None
        gap, otherwise = self._elsewhere(ranked, row, said) if game is None else (math.inf, False)
        if gap <= _RIVAL_GAPS[0]:
            return None
        beside = self._beside(ranked, row)
        most = max((share for _, share in beside), default=0.0)
        if least and trust(said, weights, most) >= least:  # whatever the next entries say
            return replace(said, otherwise=True) if otherwise else said
        said = replace(said, otherwise=otherwise, contradicted=self._contradicted(ranked, beside, said, game))
        return said if trust(said, weights) >= least else None

    def voiced(self, query: Query, vector: Vectors, row: int) -> Verdict | None:
        """What the settled questions of an entry's row say that ask about the same edition; `vector` is the question's.

        Those that name no edition speak for the current one, too, and for an older one where it has the same text. None speaks to a
        question about the text of an edition rather than its rules.
        """
        settled = self._kb.settled
        language = language_of(query.put)
        if settled is None or not wants_yes_or_no(query.put, language) or (query.edition != NOW and asks_of_a_text(query.question)):
            return None
        voices: Voices | None = None
        if not query.old or self._same_then(row, query.edition):
            put, told = self._read(settled, query.put)
            voices = settled.voices(row, put, vector, told)
        if query.edition != NOW:
            put, told = self._read(settled, query.question)
            then = settled.voices(row, put, vector, told, self._heard(row, query.edition))
            voices = then if voices is None else voices + then
        return None if voices is None else verdict(query.put, language, voices)

    def _heard(self, row: int, edition: int) -> set[int]:
        """The editions whose settled questions speak for one: for older ones at large the newest of these, whose text is shown."""
        if edition != BEFORE:
            return {edition}
        old = [one.edition for one in self._store.entry_at(row).renditions if one.document not in self._store.current]
        return {BEFORE, max(old, default=BEFORE)}

    def _read(self, settled: SettledQuestions, text: str) -> tuple[Vectors, Told]:
        """A text's vector by the encoder of the settled questions, and how it is put.

        The last ones are kept, since several entries are asked.
        """
        read = self._kept.get(text)
        if read is None:
            read = settled.encoder.encode([text]), Told.of(text, self._kb.encoder)
            self._kept = {**dict(list(self._kept.items())[-1:]), text: read}
        return read

    def _same_then(self, row: int, edition: int) -> bool:
        """Whether an entry's text in an older edition is what it is now, but for spaces and marks."""
        renditions = self._store.entry_at(row).renditions
        now = {(one.language, key(one.text)) for one in renditions if one.document in self._store.current}
        old = [one for one in renditions if one.document not in self._store.current]
        then = {(one.language, key(one.text)) for one in old if one.edition == edition}
        return bool(then) and then <= now

    def _asked(self, ranked: Ranked, row: int, game: str | None) -> Asked:
        """How the question stands to an entry that was found; the next one is of the same game where one was chosen."""
        mine = ranked.points_of(row)
        rows, games = ranked.found.rows, ranked.found.games
        near = (place for place in ranked.order if rows[place] != row and (game is None or self._games[games[place]] == game))
        query = ranked.query
        return Asked(
            mine,
            mine - next((ranked.points[place] for place in near), 0.0),
            len(query.words),
            ranked.objection.beside,
            float(query.edition != NOW),
        )

    def _elsewhere(self, ranked: Ranked, row: int, said: Verdict) -> tuple[float, bool]:
        """How far the nearest entry of another game lies behind that does not say the same, and whether one says otherwise.

        Infinity and False where the question names its game, or no such entry answers well.
        """
        if ranked.query.games:
            return math.inf, False
        weights, game = self._kb.weights, self._game(row)
        near = [place for place in ranked.order[:_RIVALS] if ranked.confidence(place, weights) >= FOUND]
        best = max((ranked.points[place] for place in near), default=0.0)
        gap, otherwise = math.inf, False
        for place in near:
            points = ranked.points[place]
            if points >= best - _RIVAL_GAPS[1] and self._games[ranked.found.games[place]] != game:
                other = self.voiced(ranked.query, ranked.vector, ranked.found.rows[place])
                if other is None or other.verdict != said.verdict:
                    gap = min(gap, best - points)
                    otherwise = otherwise or (other is not None and voiced(other, weights) >= _LIKELY)
        return gap, otherwise

    def behind(self, ranked: Ranked, row: int) -> float:
        """How far the score of the nearest entry of another game that answers lies behind that of an entry that was found.

        Infinity where the question names its game, or none answers.
        """
        if ranked.query.games:
            return math.inf
        game, weights = self._game(row), self._kb.weights
        mine = ranked.points_of(row)
        for place in ranked.order:
            if self._games[ranked.found.games[place]] != game:
                answers = ranked.confidence(place, weights) >= FOUND
                return mine - ranked.points[place] if answers else math.inf
        return math.inf

    def _beside(self, ranked: Ranked, row: int) -> list[tuple[int, float]]:
        """The next entries by row, and how much the word of each counts: the less the further its score lies behind.

        Of two keywords that a question names the word of each counts fully: "can I counter lifelink and penetrate?"
        """
        near = list(islice(ranked.candidates, 1 + _NEXT))
        mine = ranked.points_of(row)
        out = {at: math.exp(-_FALL * max(0.0, mine - points)) for at, points in near}
        named = (mention.term for mention in ranked.query.mentions if mention.printed and mention.term.kind == _KEYWORD)
        defining = {self._store.row_of(term.entries[0]) for term in named if term.entries}
        if row in defining:
            out.update((at, 1.0) for at in defining if at is not None)
        return [(at, share) for at, share in out.items() if at != row]

    def _contradicted(self, ranked: Ranked, beside: Sequence[tuple[int, float]], said: Verdict, game: str | None) -> float:
        """How far one of the next entries says otherwise: its trust, as much as its word counts."""
        out = 0.0
        for at, share in beside:
            if game is not None and self._game(at) != game:
                continue
            other = self.voiced(ranked.query, ranked.vector, at)
            if other is not None and other.verdict != said.verdict:
                out = max(out, voiced(other, self._kb.weights) * share)
        return out

    def _game(self, row: int) -> str:
        return self._games[int(self._kb.traits.of([row])[0, 0])]
