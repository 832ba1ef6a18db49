"""Finds words that mark a question as one that no rules text held here answers: other games, prices, events, small talk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from operator import add

from kb.fold import fold

GAME_NAMES = "game-names"
"""The sort of the words that name other games, or cards that everybody knows of them."""
NAMES_BESIDE = "names-beside"
"""The sort of the words that name other games where one stands right beside a citation, and elsewhere mean something else."""
DOCUMENTS_BESIDE = "documents-beside"
"""The sort of the words that name other documents of a game: a number right beside one is no rule's here."""
FRAGMENTS = "fragments"
"""The sort of what asks nothing where it is all there is; beside other words it says nothing of what is asked."""
_KATAKANA = re.compile(r"[ァ-ヺ]")
_RUN = re.compile(r"[a-z0-9]+")
_LATIN_RUN = re.compile(r"[a-zà-öø-ÿ']+")
_NO_WORD = re.compile(r"([a-zà-öø-ÿ'])\1*")
"""A letter alone, or again and again, which is typed by mistake or on the way to a word."""
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
        # By a piece without which it stands nowhere: the longest run of letters of a Latin word, the first pair of another one.
        self._latin: dict[str, list[str]] = {}
        self._japanese: dict[str, list[str]] = {}
        for word in known:
            if not word.isascii():
                self._japanese.setdefault(word[:2], []).append(word)
                continue
            run = max(_RUN.findall(word), key=len, default="")
            for one in (run, f"{run}s") if word.endswith(run) else (run,):  # the last may have the s of a plural
                self._latin.setdefault(one, []).append(word)

    def find(self, folded: str) -> list[str]:
        """The words that stand in a folded text."""
        return list(dict.fromkeys(self._pattern.findall(folded))) if self._may_hold(folded) else []

    def holds(self, folded: str) -> bool:
        """Whether one stands in a folded text."""
        return self._may_hold(folded) and self._pattern.search(folded) is not None

    def _may_hold(self, folded: str) -> bool:
        """Whether the letters of one stand in a folded text, whole words or not: the pattern takes much longer to tell."""
        near = [word for piece in ("", *_RUN.findall(folded)) for word in self._latin.get(piece, ())]
        if not folded.isascii():
            near += [word for piece in (*map(add, folded, folded[1:]), *folded) for word in self._japanese.get(piece, ())]
        return bool([word for word in near if word in folded])


class Fragments:
    """Words that ask nothing where they are all there is: "hello?", もし, and one letter again and again: "aaaa"."""

    def __init__(self, words: Iterable[str]) -> None:
        known = {fold(word) for word in words}
        self._latin = frozenset(run for word in known for run in _LATIN_RUN.findall(word))
        self._japanese = frozenset(word for word in known if not word.isascii())
        self._longest = max(map(len, self._japanese), default=0)

    def only(self, folded: str) -> bool:
        """Whether nothing else stands in a folded text but marks and numbers."""
        words = (run for run in _LATIN_RUN.findall(folded) if not _NO_WORD.fullmatch(run))
        return self._latin.issuperset(words) and self._are_fragments("".join(_JAPANESE_RUN.findall(folded)))

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
