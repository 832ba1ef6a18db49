"""Finds words that mark a question as one that no rules text held here answers: other games, prices, events, small talk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from kb.fold import fold

GAME_NAMES = "game-names"
"""The sort of the words that name other games, or cards that everybody knows of them."""
FRAGMENTS = "fragments"
"""The sort of what asks nothing where it is all there is; beside other words it says nothing of what is asked."""
_KATAKANA = re.compile(r"[ァ-ヺ]")
_RUN = re.compile(r"[a-z0-9]+")
_LATIN_RUN = re.compile(r"[a-zà-öø-ÿ']+")
_JAPANESE_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々〆ー]+")
# A game that is only compared with: "like trample in mtg", "coming from yugioh", "yugioh player", 遊戯王みたいに, "in mtg you may.
# May I?". Not "in yugioh can i …", nor "does the first player draw in mtg".
_COMPARES = re.compile(
    r"(?<![a-z])(?:like|as in|just as|unlike|similar|same (?:as|way|thing)|equivalent|compared|versus|vs|(?:come|comes|came|coming"
    r"|switched|switching|new) (?:over )?from|used to|style|(?<!first )(?<!the )(?<!each )(?<!both )(?<!turn )(?<!second )"
    r"(?<!which )(?<!what )(?<!other )(?<!active )(?<!two )(?<!all )(?<!every )players?|guy|habits?|here|this game|in this|too"
    r"|instead)(?![a-z])"
    r"|(?<![a-z])in [^ ]+ (?:you|we|i|it|it's|they|there) [^.?!]*[.!] [a-z]"
    r"|\? in [^ ]+ (?:you|we|i|it|it's|they|there|the|an?|every|all) [^.?!]*[.!]?$"
    r"|みたい|と同じ|とおなじ|のよう[なにで]|っぽ[いく]|とは?[違ちが]|から来|から始|出身|勢|民[でだの、]|経験者|プレイヤー|や(?:って|っと)た|でいう|で言う|にあたる"
    r"|だ(?:と|けど)|ならでは|の感覚|こっち|こちら|このゲーム|ここ|本作|とか[はもの]"
)


class Outside:
    """The words of the corpus's list, found whole in Latin letters and anywhere in Japanese."""

    def __init__(self, words: Iterable[str]) -> None:
        known = sorted({fold(word) for word in words}, key=lambda word: (-len(word), word))
        self._pattern = words_pattern(known)
        self._japanese = words_pattern(word for word in known if not word.isascii())
        # Of each Latin one the longest run of letters, without which it stands nowhere; the last may have the s of a plural.
        longest = [(word, max(_RUN.findall(word), key=len, default="")) for word in known if word.isascii()]
        self._any_run = any(not run for _, run in longest)
        self._runs = frozenset(one for word, run in longest for one in (run, f"{run}s" if word.endswith(run) else run))

    def find(self, folded: str) -> list[str]:
        """The words that stand in a folded text."""
        pattern = self._pattern_for(folded)
        return [] if pattern is None else list(dict.fromkeys(pattern.findall(folded)))

    def holds(self, folded: str) -> bool:
        """Whether one stands in a folded text."""
        pattern = self._pattern_for(folded)
        return pattern is not None and pattern.search(folded) is not None

    def _pattern_for(self, folded: str) -> re.Pattern[str] | None:
        """The pattern that finds all words that can stand in a folded text: most texts have no run of letters of any Latin one."""
        if self._any_run or not self._runs.isdisjoint(_RUN.findall(folded)):
            return self._pattern
        return None if folded.isascii() else self._japanese


class Fragments:
    """Words that ask nothing where they are all there is: "hello?", もし."""

    def __init__(self, words: Iterable[str]) -> None:
        known = {fold(word) for word in words}
        self._latin = frozenset(run for word in known for run in _LATIN_RUN.findall(word))
        self._japanese = frozenset(word for word in known if not word.isascii())
        self._longest = max(map(len, self._japanese), default=0)

    def only(self, folded: str) -> bool:
        """Whether nothing else stands in a folded text but marks and numbers."""
        return self._latin.issuperset(_LATIN_RUN.findall(folded)) and self._are_fragments("".join(_JAPANESE_RUN.findall(folded)))

    def _are_fragments(self, letters: str) -> bool:
        """Whether Japanese letters are such words one after the other, the longest first."""
        place = 0
        while place < len(letters):
            sizes = range(min(self._longest, len(letters) - place), 0, -1)
            place += next((size for size in sizes if letters[place : place + size] in self._japanese), len(letters) + 1)
        return place == len(letters)


def compares(folded: str) -> bool:
    """Whether a folded question that names another game compares with it, and asks of one that is held."""
    return _COMPARES.search(folded) is not None


def words_pattern(words: Iterable[str]) -> re.Pattern[str]:
    """A pattern for any of some folded words, the longest first.

    A Latin word must stand whole, perhaps with a plural s, and katakana must begin one: not ヴァイス in デジヴァイス.
    """
    latin: list[str] = []
    katakana: list[str] = []
    japanese: list[str] = []
    for word in words:
        (latin if word.isascii() else katakana if _KATAKANA.match(word) else japanese).append(word)
    pieces = []
    if latin:
        pieces.append(rf"(?<![a-z0-9]){any_of(latin)}(?:s|'s)?(?![a-z0-9])")
    if katakana:
        pieces.append(rf"(?<![ァ-ヺー]){any_of(katakana)}")
    if japanese:
        pieces.append(any_of(japanese))
    return re.compile("|".join(pieces) if pieces else r"(?!)")


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of some words. It shares their beginnings: tried one by one, hundreds take as long as an index."""
    return _pattern_of(sorted(set(words)), 0)


def _pattern_of(words: Sequence[str], begun: int) -> str:
    """A pattern for what follows the first letters, so many, that all of some words in order share."""
    ends = bool(words) and len(words[0]) == begun
    branches = []
    first = int(ends)
    while first < len(words):
        letter, last = words[first][begun], first + 1
        while last < len(words) and words[last][begun] == letter:
            last += 1
        pairs = zip(words[first], words[last - 1], strict=False)  # in order, so that all between share what these two do
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        branches.append(re.escape(words[first][begun:shared]) + _pattern_of(words[first:last], shared))
        first = last
    return f"(?:{'|'.join(branches)}){'?' if ends else ''}" if branches else ""
