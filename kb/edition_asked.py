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
_COUNTED_EN = rf"(?:editions?|eds?|versions?|rule ?books?|rule ?sets?|{_PLURAL_EN}|detailed rules|pdfs?|printings? of the rules)"
_BOOK_EN = rf"(?:{_COUNTED_EN}|rulings?|rule(?! ?(?:{_PARTS_EN}))|texts?|wording|documents?)"
_BOOK_JA = r"(?:版|ルール(?!処理|チェック|変更)|詳細ルール|テキスト|裁定|バージョン|エディション)"
_FIRST_JA = r"(?:(?:一番)?最初の|一番古い|最初期の|初期の?|初代の?)"
_IN_JA = r"(?:の?(?:英語|日本語|詳細))?の?"
_CHANGE_EN = r"(?:update|revision|overhaul|rework|(?:rules? )?changes?)"
_YEAR = r"(?:19|20)[0-9][0-9]"
# What is said of then and not of now.
_THEN = r"(?!.*(?:(?<![a-z])(?:now|still|today|in force)(?![a-z])|今|現在))"
_NAMED_EN = (  # "first edition", "v2 rules", "old rulings". Not "old" alone, nor the original text of a card that was corrected.
    rf"(?:old(?:er|est)?|former|previous|earlier|earliest|initial|outdated|legacy) {_KIND_EN}{_BOOK_EN}{_END}",
    rf"original {_KIND_EN}{_COUNTED_EN}{_END}",
    rf"(?:very )?(?:first|second|third|1st|2nd|3rd) {_KIND_EN}{_COUNTED_EN}{_END}",
    rf"editions? (?:[1-9]|one|two|three){_END}",
    rf"(?:v|ver\.? ?|version |eds?\.? ?|en[ -]?)[1-3]{_END}(?!\.[0-9])",
)
_BEFORE_EN = (  # "before the latest version", "pre-revision". Not "before the change of turn".
    rf"before {_YEAR}|pre[- ]{_YEAR}",
    r"before the (?:latest|newest|current|last|newer|new|recent|most recent) "
    rf"{_KIND_EN}(?:{_BOOK_EN}|update|change|revision){_END}",
    rf"(?:pre[- ]|(?:before|prior to) (?:the |that |any )?(?:big |rules? )?){_CHANGE_EN}{_END}(?! of| in(?! the rules)| to| step)",
    r"(?:before|until) (?:the (?:detailed )?rules?|they|it all) (?:(?:was|were|got|had|have|has|been) )*"
    rf"(?:changed|revised|updated|rewritten){_END}",
)
_THEN_EN = (  # "it used to", "back in the day", "when the game came out", "back in 2014". Not "cards used to evolve".
    rf"(?:it|we|you|they|there|rules?|players?|people) used to{_END}",
    rf"used to (?:be|have|say|allow|let|work|need|get|mean){_END}",
    rf"(?:did|didn't|didnt) (?:it|we|you|they|there|(?:the )?rules?|players?|people) use to{_END}",
    rf"(?:(?:under|as of|per|back in) (?:the )?{_YEAR}|{_YEAR} {_BOOK_EN}){_END}",
    r"(?:when|since) (?:the|this) game (?:first |just )?(?:came out|was new|was released|launched|began)",
    rf"(?:at|since|around) (?:the )?(?:game's )?(?:launch|release){_END}",
    r"in the (?:very )?early days|in the past(?! ?(?:turn|phase|attack|battle))|in former times|(?:in the |the )?old days",
    rf"years ago{_THEN}|back in the day",
)
_BEGIN_EN = (rf"back then{_END}{_THEN}", rf"(?:long ago|formerly|previously){_END}")
_ROMAJI = (
    r"(?:mukashi|kyuu?|mae|furui|shoki|saisho|hajime) ?(?:no )?(?:ruu?ru|rule|tekisuto|han)(?![a-z])",
    r"mukashi ?(?:wa|no|ha|mo)(?![a-z])",
)
_JA = (  # 旧ルール, 古い版, 前の版, 第2版, 改訂前, 昔は. Not メインフェイズ以前に, nor 大会当日.
    rf"(?<!新)旧{_BOOK_JA}|(?:古い|昔の|以前の|(?<!訂正)前の|{_FIRST_JA}){_IN_JA}{_BOOK_JA}|(?:まえの|ふるい|きゅう)ルール",
    r"(?<!フェイズ)(?<!ターン)(?<!目)以前(?!に)|昔|むかし|かつて[はの]|[0-9数何]年も?前",
    r"第[1-9一二三]版|(?<![0-9第])[1-3]版(?!目)|(?<![第一二三])[一二三]版(?!目)|初版",
    r"改[訂定正]前|ルールが?(?:変更|更新|変わる|変更される|改訂される|かわる)前|(?<![ァ-ヺー一-龥])(?:変更|更新|アップデート)前",
    r"当初|初期(?:の(?:ころ|頃)|は|では|だと|には)|(?:最初|はじめ|初め)の(?:ころ|頃)|第[1-9一二三]弾の(?:ころ|頃|とき|時)",
    rf"{_YEAR}年(?:の{_BOOK_JA}|ごろ|頃|当時|時点)|当時の",
)
_WORDS = "|".join([*_NAMED_EN, *_BEFORE_EN, *_THEN_EN, *_ROMAJI])
EDITION = re.compile(rf"(?<![a-z0-9])(?:{_WORDS})|^(?:{'|'.join(_BEGIN_EN)}|前は{_THEN})|{'|'.join(_JA)}")
"""The words that name an edition, or ask for an older text, in a folded text."""
# Letters of which a text has some that the pattern above matches: soon looked for, as nearly no text has them.
_SIGNS = (
    *(
        "old",
        "former",
        "previous",
        "earl",
        "initial",
        "outdated",
        "original",
        "legacy",
        "first",
        "second",
        "third",
        "1st",
        "2nd",
        "3rd",
    ),
    *("edition", "ver", "v1", "v2", "v3", "ed1", "ed2", "ed3", "ed 1", "ed 2", "ed 3", "ed.", "eds", "en1", "en2", "en3", "en 1"),
    *("en 2", "en 3", "en-", "before", "prior", "pre-", "pre ", "until", "used to", "use to", "back ", "19", "20", "this game"),
    *(
        "the game",
        "launch",
        "release",
        "in the past",
        "s ago",
        "long ago",
        "mukashi",
        "kyu",
        "mae",
        "furui",
        "shoki",
        "saisho",
        "hajime",
    ),
    *("旧", "古", "昔", "前", "初", "版", "むかし", "まえの", "ふるい", "きゅう", "はじめの", "最初の", "かつて", "当", "年", "弾"),
)
# "before the third edition", 第3版より前.
_EARLIER = re.compile(r"before (?:the )?(?:[a-z0-9]+ ed|ed|(?:first|second|third|1st|2nd|3rd) )|版(?:以前|より前|の前)")
# What then asks of the rules as they are now: "it used to stack. Is that still so?", 旧ルールでは…今は？. Not "the same as now".
_STILL = r"(?:is|are|does|do) (?:it|that|this|they|those) still|still (?:so|true|the case|valid|in force|the rule|apply|applies)"
_NOW_ASKED = re.compile(
    rf"(?<![a-z])(?:(?:what|how) about now|nowadays|these days|{_STILL}|ima wa|ima mo"
    r"|(?:but|is it|can i|can we|are we|do i|do we|and) now"
    r"|(?<!as )(?<!than )(?<!from )now(?:\?|,? (?:is|are|can|do|does|may)))(?![a-z])"
    r"|(?:今|現在|現行)(?:のルール|ルール|の版)?(?:は|も(?!昔|前)|でも|だと|では)(?!.*(?:違|ちが|変わ))"
)
_NUMBER = re.compile(
    rf"(?:editions? ?|(?<![a-z])eds?\.? ?|(?<![a-z])en[ -]?|(?<![a-z0-9])v|ver\.? ?|version )(?P<number>[1-9])(?:{_END}|版)"
    r"|(?:(?<![0-9第])(?=[1-3])|第)(?P<plain>[1-9])版"
    rf"|(?P<first>(?<![a-z0-9])(?:first|1st|original|initial|earliest|oldest) {_KIND_EN}{_BOOK_EN}|editions? one|初版|第一版"
    rf"|{_FIRST_JA}{_IN_JA}{_BOOK_JA})"
    rf"|(?P<second>(?:second|2nd) {_KIND_EN}{_COUNTED_EN}|第二版|editions? two)"
    rf"|(?P<third>(?:third|3rd) {_KIND_EN}{_COUNTED_EN}|第三版|editions? three)"
)


def _may_name(folded: str) -> bool:
    for sign in _SIGNS:  # noqa: SIM110 - not any(), which would take three times as long for each text
        if sign in folded:
            return True
    return False


def edition_asked(text: str) -> int:
    """The number of the edition that a text asks about, BEFORE, or NOW.

    One that tells of an older text and then asks of today's ("it used to be once. Can I use two now?") asks about NOW.
    """
    folded = fold(text)
    named = EDITION.search(folded) if _may_name(folded) else None
    if named is None or _NOW_ASKED.search(folded, named.end()):
        return NOW
    found = _NUMBER.search(folded)
    if found is None or _EARLIER.search(folded):
        return BEFORE
    return 1 if found["first"] else 2 if found["second"] else 3 if found["third"] else int(found["number"] or found["plain"])
