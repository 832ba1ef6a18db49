"""Which edition a question asks about: the rules as they are now, unless its words name an edition or ask for an older text."""

from __future__ import annotations

import re

from kb.fold import fold

NOW = 0
"""The edition of a question that asks about the rules as they are now, and names no edition."""
BEFORE = -1
"""The edition of one that asks about older rules and does not say which."""

# "first edition", "2nd ed", "old rule", "before 2017", 旧ルール, 前の版, 第2版. Not "old" alone, nor "cards used to evolve".
EDITION = re.compile(
    r"old(?:er)? (?:rules?|text|edition|version|wording)|former rules?"
    r"|(?:first|second|third|1st|2nd|3rd|previous|earlier|earliest) ed(?:itions?)?\b"
    r"|editions? (?:[1-9]|one|two|three)\b|before (?:19|20)\d\d"
    r"|\b(?:it|we|you|they|there|rules?|players?|people) used to|\bused to (?:be|have|say|allow|let|work|need|get|mean)\b"
    r"|back in the day|(?:in the |the )?old days|(?<![a-z])en ?[1-3]\b"
    r"|旧ルール|旧版|古いルール|前の版|(?<!フェイズ)(?<!ターン)(?<!目)以前|昔|第[1-9一二三]版|初版|最初の(?:英語|日本語)?版"
)
# "before the third edition", 第3版より前.
_EARLIER = re.compile(r"before (?:the )?(?:\w+ ed|editions? )|版(?:以前|より前|の前)")
_NUMBER = re.compile(
    r"(?:editions?|(?<![a-z])en|第)\s?(?P<number>[1-9])(?:\b|版)"
    r"|(?P<first>(?:first|1st|earliest) ed|初版|第一版|editions? one|最初の(?:英語|日本語)?版)"
    r"|(?P<second>(?:second|2nd) ed|第二版|editions? two)|(?P<third>(?:third|3rd) ed|第三版|editions? three)"
)


def edition_asked(text: str) -> int:
    """The number of the edition that a text asks about, BEFORE, or NOW."""
    folded = fold(text)
    if EDITION.search(folded) is None:
        return NOW
    found = _NUMBER.search(folded)
    if found is None or _EARLIER.search(folded):
        return BEFORE
    return 1 if found["first"] else 2 if found["second"] else 3 if found["third"] else int(found["number"])
