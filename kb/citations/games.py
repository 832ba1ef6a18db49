"""Which game is named directly beside a citation: `XX Attack Phase 2.1`, `In Other Game, Call 2.1`, `Call 2.1 (XX)`.

It is one that is held here, or any other that the KB's list of other games' names has (OUTSIDE).
"""

from __future__ import annotations

import re
from bisect import bisect_left

from kb.citations.lexicon import Lexicon
from kb.citations.view import View, folded
from kb.model import Game
from kb.outside import GAME_NAMES, NAMES_BESIDE
from kb.store import Store

OUTSIDE = ""
"""Stands for every game of which no text is held here."""

# Between a game and the citation that it is said of. Not "Other Game has", "Other Game. Then".
_BESIDE = re.compile(
    r"(?:'s)?\s?(?:(?:trading )?card ?game|[tcol]cg|(?:トレーディング)?カードゲーム)?(?:'s)?\s?(?:の(?=ルール|総合))?"
    r"(?:(?:comp(?:rehensive)?|official|総合)?\s?(?:rules?|rulebook|ルール))?\s?(?:の|では|で|だと|には|:)?\s?(?:the\s)?[(\[\"「]?"
)
# The same with a comma, behind a game that a word or the beginning of a sentence leads in: "In Other Game, the call".
_COMMA = re.compile(r"(?:の?ルール)?(?:では|だと|で|なら|の場合は?)?\s?[,、]\s?(?:the\s)?[(\[\"「]?")
_LED_IN = re.compile(r"(?:^|[.!?。！？\n]\s?|(?<![a-z])(?:in|for|under|playing)\s(?:the\s)?)$")
# Before a game that is only compared with, which a mark parts from the citation: "unlike in Other Game, the call".
_COMPARED = re.compile(r"(?<![a-z])(?:(?:un)?like|as|than|versus|vs\.?)\s(?:in\s)?(?:the\s)?$")
_MARK = re.compile(r"[,:、]")
# Between a citation and the game behind it: "2.1 (XX", "2.1 of Other Game".
_BEHIND = re.compile(r"\s?(?:[(\[]\s?|(?:の)?\s?(?:of|in|from|for)\s(?:the\s)?)")
# Two games that are named together: what stands behind them is of either.
_TOGETHER = re.compile(r"\s?(?:and|or|&|/|,|と|や|、|・)\s?")
_REACH = 32
_IN = "in "


class Games:
    """Finds the names and codes of games, held here or not; prepared once for a KB."""

    def __init__(self, store: Store) -> None:
        games: list[Game] = list(store.games.values())
        self.words = Lexicon((folded(word), game.id) for game in games for word in (*game.words, game.name))
        self._codes = {game.code: game.id for game in games}
        codes = "|".join(re.escape(folded(code)) for code in self._codes) or "(?!)"
        outside = [body["words"] for body in store.records("outside") if body["sort"] in (GAME_NAMES, NAMES_BESIDE)]
        self._outside = Lexicon((folded(word), OUTSIDE) for words in outside for word in words)
        self._coded = re.compile(rf"(?<![a-z0-9])(?:{codes})(?![a-z])")

    def find(self, view: View) -> list[tuple[int, int, str]]:
        """Where a text names games, in order: by what people call them, or by their codes in capitals.

        A name that is listed with the word that leads it in ("in Other Game") stands behind that word.
        """
        found = [(first, last, ids[0]) for first, last, ids in self.words.find(view, view.folded)]
        for first, last, _ in self._outside.find(view, view.folded):
            found.append((first + len(_IN) * view.folded.startswith(_IN, first), last, OUTSIDE))
        for one in self._coded.finditer(view.folded):
            id = self._codes.get(view.words(*one.span()))
            if id is not None:
                found.append((*one.span(), id))
        return sorted(found)


def named_beside(view: View, named: list[tuple[int, int, str]], first: int, last: int) -> str | None:
    """The game that is named in a citation, directly ahead of it or right behind it, if there is one; OUTSIDE if it is not held.

    Within a citation, which is a title or a name of ours, the name of one that is not held is a word as any other.
    """
    at = bisect_left(named, (first, 0, ""))
    if at < len(named) and named[at][0] == first and named[at][1] < last and named[at][2] != OUTSIDE:
        return named[at][2]
    if at and _is_beside(view, named[at - 1], first):
        together = at > 1 and _TOGETHER.fullmatch(view.folded, named[at - 2][1], named[at - 1][0])
        return None if together and named[at - 2][2] != named[at - 1][2] else named[at - 1][2]
    at = bisect_left(named, (last, 0, ""))
    if at < len(named) and named[at][0] <= last + _REACH and _BEHIND.fullmatch(view.folded, last, named[at][0]):
        return named[at][2]
    return None


def _is_beside(view: View, game: tuple[int, int, str], first: int) -> bool:
    """Whether a game is named directly ahead of what begins at a place."""
    begin, end, _ = game
    if end > first or first > end + _REACH or (end == first and view.folded[end - 1].isalnum() and view.folded[end - 1].isascii()):
        return False
    if _MARK.search(view.folded, end, first) and _COMPARED.search(view.folded, max(0, begin - _REACH), begin):
        return False
    if _BESIDE.fullmatch(view.folded, end, first):
        return True
    led = _LED_IN.search(view.folded, max(0, begin - _REACH), begin) is not None
    return _COMMA.fullmatch(view.folded, end, first) is not None and (led or not view.folded[end].isascii())
