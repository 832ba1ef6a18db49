"""Where a text says which game it is of ("in NAME", NAMEの大会で): that tells the game, and is no matter of the question.

Questions that no rules text answers name their game more often than others do, so its name alone would speak against an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.fold import fold
from kb.model import Game
from kb.outside import any_of
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
        names: list[str] = []
        things: list[str] = []
        for game in games:
            apart = {fold(word) for word in game.things}
            for word in map(fold, game.words):
                (things if word in apart else names).append(word)
        pieces = [one for read in (_latin, _japanese) for one in (*read(names, alone=True), *read(things, alone=False))]
        self._pattern = re.compile("|".join(pieces)) if pieces else None
        self._name = re.compile(any_of([*names, *things])) if pieces else None

    @property
    def pattern(self) -> str:
        """The pattern as JavaScript reads it, too; one that matches nothing where no game is named."""
        return self._pattern.pattern.replace("\\ ", " ").replace("\\-", "-") if self._pattern else "(?!)"

    def without(self, text: str) -> str:
        """The text, folded, without the names of games; as it is where it has none, or nothing else that could be searched for."""
        folded = fold(text)
        if self._name is None or self._pattern is None or self._name.search(folded) is None:
            return text
        left, found = self._pattern.subn(" ", folded)
        left = " ".join(left.split()).strip(" ,.、。:;-")
        return left if found and tokens(left) else text


def _latin(words: list[str], *, alone: bool) -> list[str]:
    """Patterns of Latin names; those that name a thing, too, count only where what stands beside says that a game is meant."""
    known = [word for word in words if word.isascii()]
    if not known:
        return []
    name = rf"(?<![a-z0-9]){any_of(known)}"
    if alone:
        return [rf"{_BEFORE_EN}{name}(?:'s|{_BEHIND_EN})?(?![a-z0-9])"]
    return [rf"{_BEFORE_EN}{name}{_BEHIND_EN}(?![a-z0-9])", rf"\b(?:in|for|playing) {name}(?= ?(?:[,.?!;:]|$))"]


def _japanese(words: list[str], *, alone: bool) -> list[str]:
    known = [word for word in words if not word.isascii()]
    if not known:
        return []
    name = rf"(?<![ァ-ヺー]){any_of(known)}"
    if alone:
        return [rf"{name}{_BEHIND_JA}?(?![ァ-ヺー]){_PARTICLES_JA}"]
    return [rf"{name}{_BEHIND_JA}(?![ァ-ヺー]){_PARTICLES_JA}", rf"^{name}(?:だと|で、)"]
