"""Which edition a question asks about: the rules as they are now, unless its words name an edition or ask for an older text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.fold import fold
from kb.hinted import Hinted
from kb.model import Document
from kb.number_words import CARDINAL, KANJI, ORDINAL, value

NOW = 0
"""The edition of a question that asks about the rules as they are now, and names no edition."""
BEFORE = -1
"""The edition of one that asks about older rules and does not say which."""

_END = r"(?![a-z0-9])"
_A_KIND = r"(?:detailed|english|japanese|official|printed)"
_A_KIND_EN = rf"(?:{_A_KIND} )"
_KIND_EN = rf"{_A_KIND_EN}*"
# Not "rule changes" nor "rule resolution", which are parts of a text.
_PARTS_EN = "change|resolution|processing|check|step"
_PLURAL_EN = rf"rules(?! ?(?:out|{_PARTS_EN}))"
# Not "rules": "the first rules of drawing" are of no edition, "in the first rules" names one, "the first detailed rules" do.
_NUMBERED_EN = r"(?:editions?|eds?|versions?|rule ?books?|rule ?sets?|pdfs?|printings? of the rules)"
_COUNTED_EN = rf"(?:{_NUMBERED_EN}|{_PLURAL_EN}|detailed rules)"
_BOOK_EN = rf"(?:{_COUNTED_EN}|rulings?|rule(?! ?(?:{_PARTS_EN}))|texts?|wording|documents?)"
_BOOK_JA = r"(?:版|ルール(?!処理|チェック|変更)|詳細ルール|テキスト|裁定|バージョン|エディション)"
_FIRST_JA = r"(?:(?:一番)?最初の|一番古い|最初期の|初期の?|初代の?)"
_IN_JA = r"(?:の?(?:英語|日本語|詳細))?の?"
_CHANGE_EN = r"(?:update|revision|overhaul|rework|(?:rules? )?changes?)"
_YEAR = r"(?:19|20)[0-9][0-9]"
# What is said of then and not of now.
_THEN = r"(?!.*(?:(?<![a-z])(?:now|still|today|in force)(?![a-z])|今|現在))"
_NAMED_EN = (  # "first edition", "v2 rules", "old rulings". Not "old" alone, nor the original text of a card that was corrected.
    rf"(?:old(?:er|est)?|former|previous|prior|superseded|earlier|earliest|initial|outdated|legacy) {_KIND_EN}{_BOOK_EN}{_END}",
    rf"original {_KIND_EN}{_COUNTED_EN}{_END}",
    # The space stands before the last word, so that few texts are tried (`kb/hinted.py`): " ed" and not "ed".
    rf"(?:very )?{ORDINAL}(?: {_A_KIND})* {_NUMBERED_EN}{_END}|(?:very )?{ORDINAL}(?: {_A_KIND})+ {_PLURAL_EN}{_END}",
    rf"(?:in|under|by|with|per) the (?:very )?{ORDINAL} rules{_END}",
    rf"editions? (?:[1-9][0-9]?|{CARDINAL}){_END}|version {CARDINAL}{_END}",
    *(rf"{kind}[1-9][0-9]?{_END}(?!\.[0-9])" for kind in ("v", r"ver\.? ?", "version ", r"ed\.? ?", r"eds\.? ?", "en[ -]?")),
)
_MONTH_EN = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAY_EN = r"[0-3]?[0-9](?:st|nd|rd|th)?"
_DATE_EN = rf"(?:(?:the )?(?:{_DAY_EN} (?:of )?)?{_MONTH_EN},? (?:{_DAY_EN},? )?)?{_YEAR}"
# A date in digits, its year first or last, with or without a day. It has a year, so it is no number of a step.
_DATE = rf"(?:{_YEAR}(?:[/.-][0-9]{{1,2}}){{1,2}}|(?:[0-9]{{1,2}}[/.-]){{1,2}}{_YEAR})(?![0-9])"
# What stands behind a number that is no year ("in 2000 power"), and before the year of something else: "printed in", "I began in".
_NO_YEAR = r"(?! ?(?:power|attack|def|points?|damage|or (?:more|less)|cards?|yen))"
_NO_CARD = (
    r"(?<!printed )(?<!released )(?<!bought )(?<!published )(?<!made )(?<!issued )(?<!out )(?<!bought it )(?<!got it )(?<!started )"
    r"(?<!began )(?<!quit )(?<!stopped )(?<!playing )(?<!event )(?<!tournament )"
)
_BEFORE_EN = (  # "before the latest version", "before june of a year", "pre-revision". Not "before the change of turn".
    rf"(?:before|prior to|(?<!wait )(?:until|till)) (?:{_DATE}|{_DATE_EN}{_END}{_NO_YEAR})|pre[- ](?:{_DATE}|{_YEAR})",
    r"before the (?:latest|newest|current|last|newer|new|recent|most recent) "
    rf"{_KIND_EN}(?:{_BOOK_EN}|update|change|revision){_END}",
    rf"(?:pre[- ]|(?:before|prior to) (?:the |that |any )?(?:big |rules? |(?:{_DATE_EN}|{_DATE}|{_MONTH_EN}) )?){_CHANGE_EN}{_END}"
    rf"(?! of(?! {_DATE_EN})| in(?! the rules| {_DATE_EN})| to| step)",
    r"(?:before|until) (?:the (?:detailed )?rules?|they|it all) (?:(?:was|were|got|had|have|has|been) )*"
    rf"(?:changed|revised|updated|rewritten){_END}",
)
_THEN_EN = (  # "it used to", "back in the day", "when the game came out". Not "cards used to evolve", "it can be used to let".
    rf"(?:it|we|you|they|there|rules?|players?|people) used to{_END}",
    rf"(?<!be )(?<!is )(?<!are )(?<!was )(?<!were )(?<!been )(?<!being )used to (?:be|have|say|allow|let|work|need|get|mean){_END}",
    rf"(?:did|didn't|didnt) (?:it|we|you|they|there|(?:the )?rules?|players?|people) use to{_END}",
    rf"(?:(?:as of|back in) (?:the )?{_YEAR}|{_YEAR} {_BOOK_EN}){_END}",
    rf"(?:{_NO_CARD}in|{_BOOK_EN} (?:of|from)) (?:the year )?{_DATE_EN}{_END}{_NO_YEAR}",
    r"(?:when|since) (?:the|this) game (?:first |just )?(?:came out|was new|was released|launched|began)",
    rf"(?:at|since|around) (?:the )?(?:game's )?(?:launch|release){_END}",
    r"in the (?:very )?early days|in the past(?! ?(?:turn|phase|attack|battle))|in former times|(?:in the |the )?old days",
    rf"(?:played|learn(?:ed|t)|taught|said|read) (?:[a-z]+ ){{0,3}}years ago{_THEN}|back in the day",
)
_BEGIN_EN = (
    rf"back then{_END}{_THEN}|(?:[a-z]+ )?years ago{_THEN}|long ago{_END}",
    rf"(?:formerly|previously)(?=,| (?:the|it|you|we|could|can|was|did){_END})",
)
_ROMAJI = (
    r"(?:mukashi|kyuu?|mae|furui|shoki|saisho|hajime) ?(?:no )?(?:ruu?ru|rule|tekisuto|han)(?![a-z])",
    r"mukashi ?(?:wa|no|ha|mo)(?![a-z])",
)
_CARDS_JA = r"(?:カード|絵柄|デッキ|スリーブ|パック|弾|友|知り合い)"
_JA = (  # 旧ルール, 古い版, 前の版, 第2版, 改訂前, 昔は. Not メインフェイズ以前に, 昔のカード, 5年前のカード, 大会当日.
    rf"(?<!新)旧{_BOOK_JA}|(?:古い|昔の|以前の|(?<!訂正)前の|{_FIRST_JA}){_IN_JA}{_BOOK_JA}|(?:まえの|ふるい|きゅう)ルール",
    rf"(?<!フェイズ)(?<!ターン)(?<![目0-9])以前(?!に)|(?:昔|むかし)(?!の?{_CARDS_JA})|かつて[はの]|[0-9数何]年も?前(?!の?{_CARDS_JA}|に買)",
    rf"第 ?(?:[1-9][0-9]?|{KANJI}) ?版|(?<![0-9第])[1-9][0-9]?版(?!目)|(?<![第一二三四五六七八九十]){KANJI}版(?!目)|初版",
    r"改[訂定正]前|ルールが?(?:変更|更新|変わる|変更される|改訂される|かわる)前|(?<![ァ-ヺー一-龥])(?:変更|更新|アップデート)前",
    r"(?<!した)当初|初期の(?:ころ|頃)|(?<!の)初期(?:は|では|だと|には)|(?:最初|はじめ|初め)の(?:ころ|頃)|第[1-9一二三]弾の(?:ころ|頃|とき|時)",
    rf"{_YEAR}年(?:の{_BOOK_JA}|ごろ|頃|当時|時点|[はなだ](?!い)|の(?:時|とき))|当時の{_BOOK_JA}|^当時は",
    rf"{_YEAR}年(?:[01]?[0-9]月(?:[0-3]?[0-9]日)?)?(?:より前|以前|まで)|(?<![0-9]){_DATE}(?:より前|以前|まで|の?前[はにの])",
)
_WORDS = "|".join([*_NAMED_EN, *_BEFORE_EN, *_THEN_EN, *_ROMAJI])
EDITION = Hinted(rf"(?<![a-z0-9])(?:{_WORDS})|^(?:{'|'.join(_BEGIN_EN)}|前は{_THEN})|{'|'.join(_JA)}")
"""The words that name an edition, or ask for an older text, in a folded text."""
# What makes a numbered edition the end of what is asked about: "before the third edition", 第3版より前.
_EARLIER = re.compile(r"(?:before|prior to|(?<!wait )(?:until|till)|earlier than)(?: the)? ?$")
_EARLIER_JA = re.compile(r"(?:以前|より前|の前|[になでがる出来]{1,4}前|(?:になる|が出る)まで)")
# What then asks of the rules as they are now: "it used to stack. Is that still so?", 旧ルールでは…今は？. Not "the same as now".
_STILL = r"(?:is|are|does|do) (?:it|that|this|they|those) still"
_IN_FORCE = r"still (?:so|true|the case|valid|in force|the rule)"
_NOW_ASKED = re.compile(
    rf"(?<![a-z])(?:(?:what|how) about now|nowadays|these days|(?<=[.?!,] ){_STILL}|(?<=[.?!,] )(?:so|and|but) {_STILL}|{_IN_FORCE}"
    r"|ima wa|ima mo|(?:but|is it|can i|can we|are we|do i|do we) now"
    r"|(?<!as )(?<!than )(?<!from )now(?:\?|,? (?:is|are|can|do|does|may)))(?![a-z])"
    r"|(?:今|現在|現行)(?:のルール|ルール|の版)?(?:は|も(?!昔|前)|でも|だと|では)(?!.*(?:違|ちが|変わ))"
)
# A number says which edition is meant: only a new sentence asks of another one.
_NOW_ASKED_APART = re.compile(
    rf"(?<=[.?!] )(?:so |and |but )?(?:(?:what|how) about now|{_STILL}|{_IN_FORCE})(?![a-z])"
    r"|(?<=[。?!])(?:今|現在|現行)(?:は|も|でも|だと|では)"
)
# What is of this turn or game, not of today.
_OF_THIS_GAME = re.compile(r"今の(?:ターン|フェイズ|場|手札|攻撃|バトル)")
_YEARS = re.compile(_YEAR)
# Words for an older text that name the year until which it held.
_UNTIL = re.compile(r"^(?:before|prior to|pre)|(?:より前|以前|まで|前[はにの])$")
# The same, of the rules in force where that year has not come.
_TILL = re.compile(r"^(?:until|till) ")
_NUMBER = re.compile(
    rf"(?P<number>(?<=[a-z .-])[1-9][0-9]?(?![0-9])|(?<![0-9])[1-9][0-9]?(?= ?版))|(?P<order>{ORDINAL}) "
    rf"|(?:editions?|version) (?P<word>{CARDINAL})|(?P<kanji>{KANJI}) ?版|(?P<original>初版)"
    rf"|(?P<first>(?:original|initial|earliest|oldest) |{_FIRST_JA}{_IN_JA}{_BOOK_JA})"
)


def edition_asked(text: str, since: int | None = None) -> int:
    """The number of the edition that a text asks about, BEFORE, or NOW.

    One that tells of an older text and then asks of today's ("it used to be once. Can I use two now?") asks about NOW, and so does
    one that names the rules of the year `since` or of a later one: that of the rules in force.
    """
    folded = fold(text)
    named = list(EDITION.finditer(folded))
    if not named:
        return NOW
    undated = (match for match in named if _YEARS.search(match[0]) is None)
    told = [(match, number) for match in undated if (number := _NUMBER.search(match[0])) is not None]
    which = next(((match, number) for match, number in told if not number["first"]), told[0] if told else None)
    if _asks_of_now(folded, named[0].end(), numbered=which is not None):
        return NOW
    if which is None:
        words = named[0][0]
        year = None if since is None or _UNTIL.search(words) else _YEARS.search(words)
        return NOW if year and since is not None and int(year[0]) >= since + bool(_TILL.search(words)) else BEFORE
    match, number = which
    if _EARLIER.search(folded[: match.start()]) or _EARLIER_JA.match(folded, match.end()):
        return BEFORE
    said = number["number"] or number["order"] or number["word"] or number["kanji"]
    return value(said) if said else 1


def in_force_since(documents: Iterable[Document]) -> int | None:
    """The earliest year in which current documents say that they came into force, None where none says."""
    return min((int(one.effective[:4]) for one in documents if one.current and one.effective), default=None)


def _asks_of_now(folded: str, end: int, *, numbered: bool) -> bool:
    """Whether a folded text asks of the rules as they are now behind the place where its words for an older text end."""
    if numbered:
        return _NOW_ASKED_APART.search(folded, end) is not None
    return _NOW_ASKED.search(folded, end) is not None and _OF_THIS_GAME.search(folded) is None


# What stands in the place of the words that name an edition, where the rest is read.
_NAMED = "§"
_OF_A_TEXT = Hinted(
    r"\b(?:(?<!have )(?<!has )(?<!had )already|yet\W*$|print(?:ed|s)?|added|(?<!equipment )chang(?:e|ed|es|ing)|unchanged"
    r"|listed|gained|brought in|mention(?:s|ed)?|introduced?|appear(?:s|ed)?|show(?:s|ed) up|differ(?:s|ed|ence)?|dropped out"
    r"|wording|worded|sentence|text|entry|section)\b|\bsame (?:as|in|now|then|back|wording|text|since|between)\b|\bsame\W*$"
    rf"|{_NAMED} (?:\w+ )?sa(?:y|ys|id)\b|\bstill (?:there|the same|in\b|stands?|say|print|read)|\bnew in\b"
    rf"|\bbetween (?:the )?(?:{_NAMED}|first|second|1st|2nd)|\b(?:since|until|only (?:by|in|with|since)) (?:the )?{_NAMED}"
    rf"|^(?:so )?(?:was|is|were|are) (?:the |there |an? )?(?:\S+ ){{1,4}}(?<!ed )in (?:the )?{_NAMED}(?: \w+)?\W*$"
    rf"|^did (?:the )?{_NAMED} (?:already )?have\b|{_NAMED} (?:already )?had\b"
    r"|載|のって|変わ|(?<!装備)変更|違(?:う|い|って|った)(?:の|ん)?(?:か|ます|です|\?|$|は|が)"
    r"|同じ(?:だった|でした)?(?:の|なの|か|ですか|だよね)?\W*$|残っ|残る|のまま|になったのは|できたのは|出て(?:くる|い|る)|書いて|書かれ"
    r"|入ってい|入ってた|足され|増え|追加され|加わ|登場|新しく|消え|なくな|無くな|言い回し|文章|の文|項目"
    rf"|{_NAMED}に?(?:から|まで)|{_NAMED}には?も?\S{{1,24}}?(?:あ(?:る|った|ります|りました)|無い|ない|なかった|無かった)"
    r"(?:の)?(?:か|\?|$|よね|ですか|んですか)"
)


def asks_of_a_text(text: str) -> bool:
    """Whether a question that names an edition asks of its text: whether something stood there, or what changed since.

    What the rule was then tells nothing of that: "was [Overturn] in the second edition already?", 第2版から変わった？.
    """
    return _OF_A_TEXT.search(EDITION.sub(_NAMED, fold(text))) is not None
