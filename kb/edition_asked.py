"""Which edition a question asks about: the rules as they are now, unless its words name an edition or ask for an older text."""

from __future__ import annotations

import re

from kb.fold import fold

NOW = 0
"""The edition of a question that asks about the rules as they are now, and names no edition."""
BEFORE = -1
"""The edition of one that asks about older rules and does not say which."""

_END = r"(?![a-z0-9])"
_KIND_EN = r"(?:(?:detailed|english|japanese|official|printed) )*"
# Not "rule changes" nor "rule resolution", which are parts of a text.
_PARTS_EN = "change|resolution|processing|check|step"
_PLURAL_EN = rf"rules(?! ?(?:out|{_PARTS_EN}))"
_COUNTED_EN = rf"(?:editions?|eds?|versions?|rule ?books?|{_PLURAL_EN}|detailed rules)"
_BOOK_EN = rf"(?:{_COUNTED_EN}|rulings?|rule(?! ?(?:{_PARTS_EN}))|texts?|wording|documents?)"
_BOOK_JA = r"(?:版|ルール(?!処理|チェック|変更)|詳細ルール|テキスト|裁定|バージョン|エディション)"
_FIRST_JA = r"(?:(?:一番)?最初の|一番古い|最初期の|初期の?|初代の?)"
_IN_JA = r"(?:の?(?:英語|日本語|詳細))?の?"
# What is said of then and not of now.
_THEN = r"(?!.*(?:(?<![a-z])(?:now|still|today|in force)(?![a-z])|今|現在))"
# "first edition", "v2 rules", "old rulings", "before the latest version", 旧ルール, 古い版, 前の版, 第2版. Not "old" alone, nor
# "cards used to evolve", nor the original text of a card that was corrected.
EDITION = re.compile(
    rf"(?<![a-z0-9])(?:old(?:er|est)?|former|previous|earlier|earliest|initial|outdated) {_KIND_EN}{_BOOK_EN}{_END}"
    rf"|(?<![a-z0-9])original {_KIND_EN}{_COUNTED_EN}{_END}"
    rf"|(?<![a-z0-9])(?:very )?(?:first|second|third|1st|2nd|3rd) {_KIND_EN}{_COUNTED_EN}{_END}"
    rf"|editions? (?:[1-9]|one|two|three){_END}|(?<![a-z0-9])(?:v|ver\.? ?|version )[1-3]{_END}(?!\.[0-9])"
    r"|before (?:19|20)[0-9][0-9]|(?<![a-z])pre[- ]20[0-9][0-9]"
    r"|before the (?:latest|newest|current|last|newer|new|recent|most recent) "
    rf"{_KIND_EN}(?:{_BOOK_EN}|update|change|revision){_END}"
    rf"|(?<![a-z0-9])(?:it|we|you|they|there|rules?|players?|people) used to{_END}"
    rf"|(?<![a-z0-9])used to (?:be|have|say|allow|let|work|need|get|mean){_END}"
    rf"|back in the day|^back then{_END}{_THEN}|(?:in the |the )?old days|(?<![a-z])en ?[1-3]{_END}"
    rf"|(?<!新)旧{_BOOK_JA}|(?:古い|昔の|以前の|(?<!訂正)前の|{_FIRST_JA}){_IN_JA}{_BOOK_JA}"
    rf"|(?<!フェイズ)(?<!ターン)(?<!目)以前(?!に)|昔|第[1-9一二三]版|(?<![0-9第])[1-3]版(?!目)|初版|^前は{_THEN}"
)
# Letters of which a text has some that the pattern above matches: soon looked for, as nearly no text has them.
_SIGNS = (
    *("old", "former", "previous", "earl", "initial", "outdated", "original", "first", "second", "third", "1st", "2nd", "3rd"),
    *("edition", "ver", "v1", "v2", "v3", "before", "pre-20", "pre 20", "used to", "back ", "en1", "en2", "en3", "en 1", "en 2"),
    *("en 3", "旧", "古", "昔", "前", "初", "版"),
)
# "before the third edition", 第3版より前.
_EARLIER = re.compile(r"before (?:the )?(?:[a-z0-9]+ ed|editions? |(?:first|second|third|1st|2nd|3rd) )|版(?:以前|より前|の前)")
_NUMBER = re.compile(
    rf"(?:editions? ?|(?<![a-z])eds?\.? ?|(?<![a-z])en ?|(?<![a-z0-9])v|ver\.? ?|version )(?P<number>[1-9])(?:{_END}|版)"
    r"|(?:(?<![0-9第])(?=[1-3])|第)(?P<plain>[1-9])版"
    rf"|(?P<first>(?<![a-z0-9])(?:first|1st|original|initial|earliest|oldest) {_KIND_EN}{_BOOK_EN}|editions? one|初版|第一版"
    rf"|{_FIRST_JA}{_IN_JA}{_BOOK_JA})"
    rf"|(?P<second>(?:second|2nd) {_KIND_EN}{_COUNTED_EN}|第二版|editions? two)"
    rf"|(?P<third>(?:third|3rd) {_KIND_EN}{_COUNTED_EN}|第三版|editions? three)"
)


def edition_asked(text: str) -> int:
    """The number of the edition that a text asks about, BEFORE, or NOW."""
    folded = fold(text)
    if not any(sign in folded for sign in _SIGNS) or EDITION.search(folded) is None:
        return NOW
    found = _NUMBER.search(folded)
    if found is None or _EARLIER.search(folded):
        return BEFORE
    return 1 if found["first"] else 2 if found["second"] else 3 if found["third"] else int(found["number"] or found["plain"])
