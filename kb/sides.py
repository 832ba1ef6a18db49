"""The two sides of a question: what comes first and what then ("is the cost paid before the area is chosen?"), or less and more.

Questions about the order of two things, or which of them is the lower one, are told apart by which stands on which side, which
vectors of whole questions hardly see: with the sides changed the answer is the contrary.
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


ORDER, DEGREE = 0, 1
"""Kinds of sides: what comes first and what then, what is less and what is more."""
_THAN_EN = r" (?:than|or equal (?:to|than))"
_LESS_EN = rf"(?:(?:lower|less|smaller|weaker){_THAN_EN}|below|under|beneath)"
_MORE_EN = rf"(?:(?:higher|more|greater|bigger|larger|stronger){_THAN_EN}|above|over|exceeds?|exceeding|beats?)"
# "its defense is lower than the power of the attacker", 防御力が攻撃力より低い. Not "can I call more monsters?".
_DEGREE_EN = Hinted(
    r"(?P<one>[^,?.;]*?)\b(?:is |are |was |being |has |had )?(?:equal (?:to )?or |the same or |at least |no )?"
    rf"(?:(?P<less>{_LESS_EN})|{_MORE_EN})\b (?P<other>[^,?.;]+)"
)
_CLAUSE_EN = re.compile(r".*\b(?:if|when|because|since|while|whose|with|that|and|but|does|do|is it|must|can)\b")
_NEXT_CLAUSE_EN = re.compile(r"\b(?:if|when|then|so|does|do|is|can|and|but)\b")
_DEGREE_JA = Hinted(
    r"(?P<one>[^、。?はが]*)[はが](?P<other>[^、。?]*?)より(?:も)?(?:(?P<less>低|小さ|少な|弱|下)|(?:高|大き|多|強|上))"
)


# Letters without which a text has no sides: most have none, and are told so in a fifth of the time.
_HINTS_EN = (
    *("before", "after", "first", " than ", "or equal", "prior to", "ahead of", "following"),
    *("below", "under", "beneath", "above", "over", "exceed", "beat"),
)
_HINTS_JA = ("前", "先に", "より", "後", "あと", "まえ", "てから")


@dataclass(frozen=True, slots=True)
class Sides:
    """The words of what comes first, or is less, and of what comes then, or is more; in the order of letters, parted by spaces."""

    kind: int
    one: str
    other: str


def sides_of(text: str) -> Sides | None:
    """The sides of a question about the order of two things, or which of them is less; None for every other text."""
    folded = fold(text)
    latin = folded.isascii()
    # A list, not a generator, which would take three times as long.
    if not [hint for hint in (_HINTS_EN if latin else _HINTS_JA) if hint in folded]:
        return None
    order = _order_en(folded) if latin else _order_ja(folded)
    if (told := _told(ORDER, order)) is not None:
        return told
    return _told(DEGREE, _degree_en(folded) if latin else _degree_ja(folded))


def _told(kind: int, sides: tuple[str, str] | None) -> Sides | None:
    one, other = map(_words, sides or ("", ""))
    return Sides(kind, one, other) if one and other else None


def _degree_en(folded: str) -> tuple[str, str] | None:
    found = _DEGREE_EN.search(folded)
    if found is None:
        return None
    one = _CLAUSE_EN.sub("", found["one"]) or found["one"]
    other = _NEXT_CLAUSE_EN.split(found["other"])[0]
    return (one, other) if found["less"] else (other, one)


def _degree_ja(folded: str) -> tuple[str, str] | None:
    found = _DEGREE_JA.search(folded)
    if found is None:
        return None
    return (found["one"], found["other"]) if found["less"] else (found["other"], found["one"])


def _order_en(folded: str) -> tuple[str, str] | None:
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


def _order_ja(folded: str) -> tuple[str, str] | None:
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
