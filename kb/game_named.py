"""Where a text says which game it is of ("in NAME", NAMEの大会で): that tells the game, and is no matter of the question.

Questions that no rules text answers name their game more often than others do, so its name alone would speak against an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.fold import fold
from kb.model import Game
from kb.outside import any_of, words_pattern
from kb.tokens import tokens

_CARD_GAME_EN = r"(?:(?:trading )?card games?|tcg)"
_BEFORE_EN = r"(?:\b(?:in|at|for|of|on|to|from|about|playing) )?(?:\b(?:an?|the|this|that|my|our|his|her|your) )?(?:game of )?"
_BEHIND_EN = rf"(?: (?:{_CARD_GAME_EN} )?(?:tournaments?|events?|contests?|competitions?|games?|rules)| {_CARD_GAME_EN})"
_EVENT_JA = r"の?(?:公式|店舗|公認)?(?:大会|イベント|公式戦|体験会|対戦会)"
_BEHIND_JA = rf"(?:(?:トレーディング)?カードゲーム(?:{_EVENT_JA})?|{_EVENT_JA})"
_PARTICLES_JA = r"(?:では|でも|で|の|は|って|に|なら|だと|だけど|、)*"


class GameNamed:
    """Knows how some games are named."""

    def __init__(self, games: Iterable[Game]) -> None:
        games = list(games)
        self.patterns = {game.id: words_pattern(map(fold, game.words)) for game in games if game.words}
        """What finds the words that people call each game."""
        names: list[str] = []
        things: list[str] = []
        for game in games:
            apart = {fold(word) for word in game.things}
            for word in map(fold, game.words):
                (things if word in apart else names).append(word)
        pieces: list[str] = []
        for read, latin in ((_latin, True), (_japanese, False)):
            for words, alone in ((names, True), (things, False)):
                known = [word for word in words if word.isascii() == latin]
                if known:
                    pieces += read(any_of(known), alone=alone)
        self.pattern = "|".join(pieces) or "(?!)"
        """What names a game, with what stands around it; it matches nothing where no game is known."""
        self._names = re.compile(self.pattern)
        self._name = re.compile(any_of([*names, *things]) if pieces else self.pattern)

    def named(self, folded: str) -> tuple[str, ...]:
        """The ids of the games that a folded text names."""
        if self._name.search(folded) is None:  # soon told, as nearly always
            return ()
        return tuple(id for id, pattern in self.patterns.items() if pattern.search(folded))

    def without(self, text: str) -> str:
        """The text, folded, without the names of games; as it is where it has none, or nothing else that could be searched for."""
        folded = fold(text)
        if self._name.search(folded) is None:  # soon told, as nearly always
            return text
        left, found = self._names.subn(" ", folded)
        left = " ".join(left.split()).strip(" ,.、。:;-")
        return left if found and tokens(left) else text


def _latin(name: str, *, alone: bool) -> list[str]:
    """Patterns of Latin names; those that name a thing, too, count only where what stands beside says that a game is meant."""
    name = rf"(?<![a-z0-9]){name}"
    if alone:
        return [rf"{_BEFORE_EN}{name}(?:'s|{_BEHIND_EN})?(?![a-z0-9])"]
    return [rf"{_BEFORE_EN}{name}{_BEHIND_EN}(?![a-z0-9])", rf"\b(?:in|for|playing) {name}(?= ?(?:[,.?!;:]|$))"]


def _japanese(name: str, *, alone: bool) -> list[str]:
    """Likewise of Japanese ones."""
    name = rf"(?<![ァ-ヺー]){name}"
    if alone:
        return [rf"{name}{_BEHIND_JA}?(?![ァ-ヺー]){_PARTICLES_JA}"]
    return [rf"{name}{_BEHIND_JA}(?![ァ-ヺー]){_PARTICLES_JA}", rf"^{name}(?:だと|で、)"]
