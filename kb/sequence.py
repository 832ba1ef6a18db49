"""What a question says to come first and what after it: "is the cost paid before the area is chosen?".

Questions about the order of two things are told apart by which of them stands on which side, which vectors of whole questions
hardly see: with the sides changed the answer is the contrary.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.fold import fold
from kb.hinted import Hinted
from kb.tokens import tokens

_SMALL = frozenset(
    tokens(
        "a an the is am are was were be been do does did will would i me my you your he she it its we they them their this that to"
        " of in on at by for from with into and or so have has had having get gets got getting right correct true come comes coming"
        " happen happens happening take takes place always really actually"
    )
)
# Whether something is allowed, or follows, under a condition that "before" or "after" tells: no question about order.
_ALLOWED_EN = re.compile(
    r"\b(?:can|could|may|might|allowed|legal|ok|okay|possible|able|permitted|fine|cannot|can't|cant|illegal|lose|loses|win|damage)\b"
)
_ALLOWED_JA = re.compile(
    r"でき|出来|可能|いい|良い|よい|大丈夫|オッケー|ok|使え|だめ|ダメ|駄目|もらえ|えますか|える\?|許さ|アウト|セーフ|勝ち|負け|敗北"
)
_BEFORE_EN = Hinted(r"\b(?:before|prior to|ahead of|earlier than|sooner than)\b")
_AFTER_EN = Hinted(r"\b(?:after|later than|following)\b")
_FIRST_THEN_EN = Hinted(r"\bfirst\b(.*?)\b(?:and then|then|and after that)\b(.*)")
_ASKS_EN = re.compile(r",|\b(?:do|does|is|are|must|should)\b")
_BEFORE_JA = Hinted(r"(?P<than>より(?:前|先))|前に|まえに|先に")
_AFTER_JA = Hinted(r"(?P<than>より(?:後|あと))|[たの](?:後|あと)(?=に|で|から|です|だ|の|か)|てから")


@dataclass(frozen=True, slots=True)
class Sequence:
    """The words of what comes first, and of what comes then, as a question says it; in the order of letters, parted by spaces."""

    first: str
    then: str


def sequence_of(text: str) -> Sequence | None:
    """What a question about the order of two things says of it; None for every other text."""
    folded = fold(text)
    sides = _sides_en(folded) if folded.isascii() else _sides_ja(folded)
    if sides is None:
        return None
    first, then = map(_words, sides)
    return Sequence(first, then) if first and then else None


def _sides_en(folded: str) -> tuple[str, str] | None:
    if _ALLOWED_EN.search(folded):
        return None
    before, after = list(_BEFORE_EN.finditer(folded)), list(_AFTER_EN.finditer(folded))
    if len(before) + len(after) != 1:
        told = None if before or after else _FIRST_THEN_EN.search(folded)
        return None if told is None else (told[1], told[2])
    word = (before or after)[0]
    ahead, behind = folded[: word.start()], folded[word.end() :]
    if not _words(ahead):  # "before I pay, do I choose?"
        asks = _ASKS_EN.search(behind)
        if asks is None:
            return None
        ahead, behind = behind[asks.end() :], behind[: asks.start()]
    return (ahead, behind) if before else (behind, ahead)


def _sides_ja(folded: str) -> tuple[str, str] | None:
    if _ALLOWED_JA.search(folded):
        return None
    before, after = _BEFORE_JA.search(folded), _AFTER_JA.search(folded)
    word = before or after
    if word is None or (before and after):
        return None
    ahead, behind = folded[: word.start()], folded[word.end() :]
    # What the word stands behind begins after a topic: コストは|エリアを指定する|前に払いますか.
    begins = max(ahead.rfind("は"), ahead.rfind("、"), ahead.rfind("が") if word["than"] else -1) + 1
    beside, other = ahead[begins:], f"{ahead[: max(0, begins - 1)]} {behind}"
    return (other, beside) if before else (beside, other)


def _words(side: str) -> str:
    return " ".join(sorted({word for word in tokens(side) if word not in _SMALL}))
