"""Which edition a question asks about: the rules as they are now, unless its words ask for an older text."""

from __future__ import annotations

import re

from kb.fold import fold

NOW = 0
"""The edition of a question that asks about the rules as they are now."""
BEFORE = -1
"""The edition of one that asks about older rules and does not say which."""

# "first edition", "old rule", "before 2017", 旧ルール, 前の版, 第2版. Not "old" alone, nor "cards used to evolve".
OLDER = re.compile(
    r"old(?:er)? (?:rules?|text|edition|version|wording)|(?:first|second|1st|2nd|previous|earlier|earliest) edition"
    r"|edition (?:[12]|one|two)\b|before (?:19|20)\d\d"
    r"|(?<!be )(?<!is )(?<!are )(?<!card )(?<!cards )used to|back in the day|(?:in the |the )?old days|(?<![a-z])en ?[12]\b"
    r"|旧ルール|旧版|古いルール|前の版|以前|昔|第[12一二]版|初版"
)
_NUMBER = re.compile(
    r"(?:edition|en|第)\s?(?P<number>[1-9])(?:\b|版)|(?P<first>first|1st|earliest|初版|第一版|edition one)"
    r"|(?P<second>second|2nd|第二版|edition two)"
)


def edition_asked(text: str) -> int:
    """The number of the edition that a text asks about, BEFORE, or NOW."""
    folded = fold(text)
    if OLDER.search(folded) is None:
        return NOW
    found = _NUMBER.search(folded)
    if found is None:
        return BEFORE
    return 1 if found["first"] else 2 if found["second"] else int(found["number"])
