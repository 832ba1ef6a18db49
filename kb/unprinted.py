"""Tells whether words with a number that no text prints mean a step for sure: then there is no ruling, however near one seems.

So it is with the code of a card, where all that is asked for is what was corrected on it; and it tells which words in brackets can
be names, which somebody who holds the texts looks up.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from kb.edition_asked import EDITION
from kb.fold import fold
from kb.hinted import Hinted

# Nothing but a number with dots.
_ALONE = re.compile(r"\W*\d{1,2}(?:\.\d{1,2})+\W*")
# The number of a step, of a Q&A, or of a stage behind the word for one: 3.2.1, q2, "section 4".
_NUMBERED = Hinted(
    r"(?<![0-9.])(?P<step>[0-9]{1,2}(?:\.[0-9]{1,2})+)(?![0-9]|\.[0-9])|(?<![a-z0-9])q\s?(?P<asked>[0-9]{1,2})(?![0-9]|\.[0-9])"
    r"|(?:(?<![a-z])(?:rules?|steps?|sections?|stages?|paragraphs?|clauses?)|ルール|手順|ステップ|項目|第)\s?(?:no\.?\s?|の)?"
    r"(?P<stage>[0-9]{1,2})(?![0-9]|\.[0-9])(?:番目?|つ目|章|節|項)?"
)
# What asks of a number no more than to see what it says: "what does rule 3.2.1 say?", 3.2.1を見せて.
_TO_SEE = re.compile(
    r"(?<![a-z])(?:a|about|and|can|cite|could|display|do|does|explain|find|for|give|go|happens?|how|i|in|is|it|look|me|mean|means|no|number|of"
    r"|open|or|please|pls|plz|post|pull|quote|read|reference|rulebook|rules?|say|says|sections?|see|show|stages?|steps?|tell|text"
    r"|that|the|this|to|under|up|want|what|what'?s|where|which|work|works|you)(?![a-z'])"
    r"|ルール|手順|ステップ|項目|番号|番目?|について|に関して|って|教えて|見せて|見たい|読んで|読みたい|出して|説明して?|ください|下さい|くれ|お願いします"
    r"|お願い|書いて|内容|原文|本文|全文|中身|意味|どんな|どこ|どれ|なに|なん|何|です|ある|いる|[をはのとがもにだかねてで]"
)
# What names an edition beside a number that is looked up, where no word does: (EN 2), @xx-en-2, "English".
_PINNED = re.compile(
    r"@?(?<![a-z0-9])(?:[a-z]{2,4}-)?(?:en|ja|jp)[ -]?[1-9][0-9]?(?![a-z0-9]|\.[0-9])"
    r"|(?<![a-z])(?:english|japanese)(?![a-z])|(?:英語|日本語)版?"
)
# A number with dots, of a Q&A, or one above 2, beside words that name its part. Not "main phase 2", which other games have, nor Q2.
_NAMED_STEP = re.compile(r"(?=.*[^\W\d_qQ]).*(?:\d\.\d|[qQ]\s?\d|(?<![\d.])(?:\d\d|[3-9])$)", re.DOTALL)
_REACH = 16
"""Letters before a number that are looked at."""
# What may stand between the name of a part and its number.
_JOINED = re.compile(r"(?:'s)?[\s\"'」\]),:、]*(?:の|no\s)?\s?")
# What says that a number is that of a step, before it.
_ANNOUNCED = re.compile(r"(?:(?<![a-z])(?:steps?|rules?|sections?|no\.?|numbers?)|ルール|手順|番号|ステップ)\s?$")
# A number that is called a rule's and is higher than any here.
_TOO_HIGH = Hinted(
    r"(?:(?<![a-z])(?:rules?|sections?|steps?|paragraphs?)|ルール|第)\s?(?P<number>[0-9]{3,4}\.[0-9]{1,3}[a-z]?)(?![0-9.])"
)
# The code of a card, and what asks for its correction.
_CODE = Hinted(r"(?<![a-z0-9-])(?P<series>[a-z]{1,3})-[0-9]{2,4}(?![0-9-])")
_CORRECTED = re.compile(
    r"(?<![a-z])(?:errat(?:a|um|um\.|ed)|correct(?:ed|ions?)|misprint(?:s|ed)?|typos?)(?![a-z])|エラッタ|訂正|正誤|誤植"
)
# What can be a name in brackets; what says what the text behind it is.
_NAME = re.compile(r"(?=.*[^\W\d_])\S+(?:\s\S+){0,3}")
_TAG = re.compile(
    r"(?:[a-z]+ ){0,2}(?:q|questions?|help|rulings?|rules?|judges?|urgent|solved|edit|update)(?: [a-z]+)?"
    r"|.*(?:質問|相談|教えて|裁定|ルール|急|解決|募集|初心者).*"
)


class Codes:
    """The codes of cards in the texts of a KB: Bo-51."""

    def __init__(self, texts: Iterable[str]) -> None:
        printed = [found for text in texts for found in _CODE.finditer(fold(text))]
        self._printed = frozenset(found[0] for found in printed)
        self._series = frozenset(found["series"] for found in printed)

    @staticmethod
    def asked(folded: str) -> bool:
        """Whether a folded text is nothing but a code, or asks for what was corrected on one."""
        found = _CODE.search(folded)
        return found is not None and (
            _CORRECTED.search(folded) is not None or re.fullmatch(r"\W*", _CODE.sub("", folded)) is not None
        )

    def missing(self, folded: str) -> list[str]:
        """The codes in a folded text that no text prints, though it prints others of their series."""
        found = _CODE.finditer(folded)
        return [one[0] for one in found if one["series"] in self._series and one[0] not in self._printed]


def may_be_a_name(bracketed: str) -> bool:
    """Whether what stands in brackets can be a name: one to four words, not only numbers and marks."""
    return _NAME.fullmatch(bracketed.strip()) is not None


def is_a_tag(bracketed: str) -> bool:
    """Whether what stands in brackets says what the text behind them is: [Rules question], 【質問】."""
    return _TAG.fullmatch(fold(bracketed)) is not None


def names_a_step(words: str) -> bool:
    """Whether a number stands beside words that name its part, so that a step or a Q&A is meant."""
    return _NAMED_STEP.match(words) is not None


def numbers_alone(folded: str) -> list[str]:
    """The numbers in a folded text, as they stand in ids, where it asks no more than what they say in any edition; else none."""
    folded = EDITION.sub(" ", _PINNED.sub(" ", folded))
    left = _NUMBERED.sub(" ", folded)
    if left == folded or re.search(r"\w", _TO_SEE.sub(" ", left)):
        return []
    found = (one.groupdict() for one in _NUMBERED.finditer(folded))
    return list(dict.fromkeys(f"q{int(one['asked'])}" if one["asked"] else one["step"] or one["stage"] for one in found))


def too_high(folded: str) -> list[str]:
    """The numbers in a folded text that it calls those of rules and that are higher than any here: "rule 701.8"."""
    return [found["number"] for found in _TOO_HIGH.finditer(folded)]


def told(folded: str, number: str, ends: Sequence[int]) -> bool:
    """Whether a folded text says that a number is that of a step: it is all there is, or a word or a name stands right before it.

    `ends` are the places where names of parts end, in order.
    """
    if _ALONE.fullmatch(folded):
        return True
    for found in re.finditer(rf"(?<![0-9.]){re.escape(number)}(?![0-9])", folded):
        start = found.start()
        nearest = bisect_right(ends, start) - 1
        if _ANNOUNCED.search(folded[max(0, start - _REACH) : start]):
            return True
        if nearest >= 0 and start - ends[nearest] <= _REACH and _JOINED.fullmatch(folded, ends[nearest], start):
            return True
    return False
