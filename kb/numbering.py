"""The numbers by which people name a rule, said in many ways, put as the rules print them: 3.2.1 and Q2.

"3-2-1", "three point two", "third question", 三の二の一, 2つ目の質問. Only for questions: what a pasted text cites must be plainer.
"""

from __future__ import annotations

import re

from kb import number_words
from kb.hinted import Hinted

WORDS, ORDINALS = number_words.CARDINALS[:12], number_words.ORDINALS[:12]
HAN = "".join(number_words.HAN[:10])
_ROMAN = {"ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8"}
"""Not i and v: "question i have"."""

_ROMANS = "|".join(sorted(_ROMAN, key=len, reverse=True))
_U = "|".join(sorted(WORDS, key=len, reverse=True))
_AND_LAST = r"(?:\sand\s(?:last|final))?"
_ORDINAL = rf"(?:{'|'.join(ORDINALS)}|[0-9]{{1,2}}(?:st|nd|rd|th))"
_CARDINAL = rf"(?:{_U}|[0-9]{{1,2}})"
_KANJI = rf"(?:[{HAN}]|[0-9]{{1,2}})"
_QUESTION = r"(?:questions?|q ?(?:&|and) ?a|qa|faq|q)"
_SHITSUMON = r"(?:質問|質疑|q ?& ?a|qa|faq|問い|q(?![a-z0-9]))"
# What follows such words, and what does not: "first question: …" numbers what somebody asks himself.
_ASKED = (
    r"(?=\s?(?:$|[?),]|[.!]\s?$|(?:(?:of(?!\s(?:my|his|her|our|their|us|them|these|those|your))|on|in|for|under|from|about)\s(?![^?]*:)"
    r"|plz|pls)))"
)
_OF_HIS_OWN = r"(?!です|だけど|なんだ|なんです|\s?[、,:])"

CUE = r"(?:steps?|stages?|parts?|sections?|headings?|paragraphs?|items?|clauses?|no\.?|number|手順|ステップ|項目|tejun)"
"""A word that announces the number of a step."""
COUNTED = (
    r"(?!\s?(?:(?:monsters?|cards?|damage|gauge|times|lives|life|spells?|impacts?|items?|attackers?|weapons?|copies)(?![a-z])"
    r"|[枚体回人つ個点目種度本発]|分(?!の)|秒|時間|週|円|倍|戦目|勝|敗|対[0-9]|打点|キル|弾|番?手(?!順)|面|列|段攻|連|ラウンド|ライフ|ドロー|チャージ|ダメ|コス|ポイント|ゲーム|号機|番(?:強|乗|勝|最)|ch|番?目?の(?:モンスター|カード|アイテム|魔法|攻撃|人|試合|デジモン)|コスト|ダメージ|ゲージ|ターン(?!ファイター)|条件|のモンスター))"
)
"""No number of a rule: what stands behind it is counted."""
UNITS = (
    r"(?!\s?(?:(?:points?(?!\s(?:of|in|under))|cm|euros?|dollars?|seconds?|minutes?|hours?|gauge|cards?|damage|average|omw|per)(?![a-z])"
    r"|[%倍円秒]|ch(?![a-z])))"
)
"""Likewise, where the number has dots."""


_LATIN = re.IGNORECASE | re.ASCII
"""Letters of either case; no others that Python takes for them, such as the Turkish i."""
# Each of the numbers in what was found: 3, 三, three.
_EACH_NUMBER = re.compile(rf"[0-9]+|[{HAN}]|{_U}", _LATIN)


def _dotted(found: re.Match[str]) -> str:
    """The numbers of what was found with dots between them."""
    return ".".join(map(value, _EACH_NUMBER.findall(found[0])))


def _asked(found: re.Match[str]) -> str:
    """The question that was found as Q2, behind a word that stood between ("third cross-series question")."""
    said = found.groupdict()
    return f"{said.get('of') or ''} Q{value(said.get('n') or 'first')} "


def value(word: str) -> str:
    """A number as digits: two, second, 2nd, 二, ii."""
    word = word.lower()
    return _ROMAN.get(word) or ("1" if word == "i" else str(number_words.value(word)))


# three point two point one, 2 point 1; three-two-one. Not "twenty-one", nor "one-two", which may be any row.
_POINTED = re.compile(rf"(?<![a-z0-9.]){_CARDINAL}(?:,?[\s-]?(?:point|dot)[\s-]?{_CARDINAL}){{1,3}}(?![a-z0-9])", _LATIN)
_SPELLED = re.compile(rf"(?<![a-z-])(?:{_U})(?:-(?:{_U})){{2,3}}(?![a-z-])", _LATIN)
# 三の二の一, 四・二, 二点四. Not 一の二枚, which counts cards.
_IN_HAN = re.compile(rf"(?<![{HAN}0-9])[{HAN}](?:[の点・][{HAN}]){{1,3}}(?![{HAN}0-9]){COUNTED}")
# 3-2-1, 3の2の1. Not 3-2, which is a range, a date or a telephone number.
_DASHED = Hinted(rf"(?<![0-9.-])[0-9]{{1,2}}(?:(?:-[0-9]{{1,2}}){{2,3}}|(?:の[0-9]{{1,2}}){{2,3}})(?![0-9]|\.[0-9]|-){COUNTED}")
# third question, 2nd Q&A, third cross-series question. Not "my second question: can I".
_ASKED_LAST = re.compile(
    rf"(?<![a-z0-9])(?<!my\s)(?<!our\s)(?<!your\s)(?<!his\s)(?<!her\s)(?P<n>{_ORDINAL}|(?<!the\s)#[0-9]{{1,2}}){_AND_LAST}(?P<of>\s[a-z-]+)?\s{_QUESTION}{_ASKED}",
    _LATIN,
)
# question two, Q.III, Q&A 4, question no. 4, FAQ 2; QA4
_ASKED_FIRST = re.compile(
    rf"(?<![a-z0-9]){_QUESTION}(?:\.|\s|\sno\.?\s?|\snumber\s|\s?#\s?)\s?(?P<n>(?:{_U}|{_ROMANS}){_ASKED}|i(?=\s?[?.]?\s?$)|[0-9]{{1,2}})(?![a-z0-9]|\.[0-9])",
    _LATIN,
)
# QA4, FAQ2. Not QA4.1, nor FAQs.
_ASKED_BARE = re.compile(r"(?<![a-z0-9])(?:qa|faq)(?P<n>[0-9]{1,2})(?![a-z0-9]|\.[0-9])", _LATIN)
# 2つ目の質問, 三番目のQ&A. Not 2つ目の質問です, which numbers a person's own.
_SHITSUMON_LAST = re.compile(
    rf"(?P<n>{_KANJI})(?:(?:つ|番|問|個|こ)(?:目|め)の?{_SHITSUMON}{_OF_HIS_OWN}|番の(?:q ?& ?a|qa|faq)(?![a-z]))", _LATIN
)
# 第2の質問, 第3問. Not 第3問題.
_DAI = re.compile(rf"第(?P<n>{_KANJI})(?:の?(?:{_SHITSUMON}){_OF_HIS_OWN}|問(?=\s?(?:$|[?をの])))", _LATIN)
# 5問目, 5問目のQ&A. Not 5問, which counts them.
_MONME = re.compile(rf"(?P<n>{_KANJI})問(?:目|め)(?:の{_SHITSUMON})?", _LATIN)
# 質問その1, QAの2番目, 質問3. Not 質問2枚 or 質問1.5, nor 質問2個.
_SHITSUMON_FIRST = re.compile(
    rf"{_SHITSUMON}\s?(?:の|その|(?:[,、]\s?)?no\.?|[,、]\s?(?=(?:[0-9]{{1,2}}|[{HAN}])(?:つ目|番目?|問目)\s?$))?\s?(?P<n>{_KANJI})(?:番目|つ目|問目|番)?(?![0-9枚体回人つ個点件:]|\.[0-9])",
    _LATIN,
)
# 最初の質問, Q&Aの最初のやつ. Not 最初の質問ですが, a person's own.
_SAISHO = re.compile(rf"最初の{_SHITSUMON}{_OF_HIS_OWN}|(?:q ?& ?a|qa|faq)の?(?:最初|先頭)(?:の(?:1[つ個]|やつ))?(?=\s?$)", _LATIN)
# 問2 at the end of what is asked. Not 質問2, 難問2.
_TOI = re.compile(rf"(?<![一-鿿])問\s?(?P<n>{_KANJI})(?=\s?(?:$|[?。をの](?!問)))", _LATIN)
# shitsumon 4, shitsumon no. 4. Not "shitsumon 4.1".
_SHITSUMON_LATIN = re.compile(r"(?<![a-z])shitsumon\s?(?:no\.?\s?)?(?P<n>[0-9]{1,2})(?![0-9]|\.[0-9])", _LATIN)
# third step, 2nd stage; step three, not "step two one"; 2番目の手順, not 2番の手順.
_STEP_LAST = re.compile(rf"(?<![a-z0-9-])(?P<n>{_ORDINAL}){_AND_LAST}\s(?:step|stage)(?![a-z])", _LATIN)
_STEP_FIRST = re.compile(rf"(?<![a-z])(?!no\sone){CUE}\s(?P<n>{_U})(?![a-z]|\.[0-9]|[\s-](?:{_U})(?![a-z]))", _LATIN)
_TEJUN_LAST = re.compile(rf"(?P<n>{_KANJI})(?:つ|番|個|こ)(?:目|め)の(?:手順|ステップ)")

OWN_LIST = re.compile(
    r"[^\w]*(?:q\s?|question\s|質問|問)1(?!\d|\s(?:of|in|under)|の)(?!.{0,8}(?:q|question|質問)\s?2).+(?:q\s?|question\s|質問|問)2(?!\d)"
)
"""A person's own questions, numbered: "Q1 can I …? Q2 can he …?"."""
# version 1.4 of the app, "ver. 2.1" at the beginning, an average of 2.3, 平均2.3. Not "the version of 2.3", whose 2.3 is a step.
_VERSION = Hinted(
    r"(?<![a-z])(?:(?:version\s[0-9]+(?:\.[0-9]+)+(?=\sof\sthe\s(?:app|game|client|site)))|average(?:s|\sis|\sof)?\s[0-9]+(?:\.[0-9]+)+)"
    r"|(?:(?:^|(?<=[\u3040-\u30ff\u3400-\u9fff]))[^\w\u3040-\u30ff\u3400-\u9fff]*(?:(?:app|game|client)\s)?|(?:app|game|client)\s)ver(?:sion)?s?\.?\s?[0-9]+(?:\.[0-9]+)+"
    r"|(?:^バージョン|アプリの?バージョン|平均)\s?[0-9]+(?:\.[0-9]+)+",
    _LATIN,
)
# third rule change, change number 2 of the rules, rule change three; ルール変更その3, 変更点の1つ目. Not ルール変更2枚.
_CHANGE_LAST = re.compile(
    rf"(?<![a-z0-9-])(?P<n>{_ORDINAL})\s(?:rules?\schanges?|changes?\s(?:to|in|of)\s(?:the\s)?(?:new\s)?rules?)(?![a-z])", _LATIN
)
_CHANGE_FIRST = re.compile(
    rf"(?<![a-z])(?:rules?\schanges?\s(?:no\.?\s?|number\s|#\s?)?(?P<n>{_U})(?![a-z])"
    r"|(?<!\s)changes?\s(?:no\.?|number|#)?\s?(?P<m>[0-9])(?![0-9.])(?=\s(?:to|in|of)\s(?:the\s)?(?:new\s)?rules?(?![a-z])))",
    _LATIN,
)
_HENKO = re.compile(
    rf"(?:ルールの?変更(?:点)?\s?(?:の|その|第)?\s?(?P<n>{_KANJI})(?:つ目|番目?|個目|点目)?|変更点の?\s?(?P<m>{_KANJI})(?:つ目|番目?|個目|点目))(?![0-9枚体回人個点])"
)

_DOTTED = (_POINTED, _SPELLED, _IN_HAN, _DASHED)
_QUESTIONS = (
    _ASKED_LAST,
    _ASKED_FIRST,
    _ASKED_BARE,
    _SHITSUMON_LAST,
    _DAI,
    _MONME,
    _SHITSUMON_FIRST,
    _SAISHO,
    _TOI,
    _SHITSUMON_LATIN,
)
_STEPS = (_STEP_LAST, _STEP_FIRST, _TEJUN_LAST)
_CHANGES = (_CHANGE_LAST, _CHANGE_FIRST, _HENKO)
# Something of what the forms above begin or end with; most questions have none of it, and are told in one look.
_HINT = Hinted(
    rf"[0-9]\s?[\/_・。ーの-]\s?[0-9]|(?:point|dot|step|stage|part|section|heading|paragraph|item|clause|tejun|question|faq|shitsumon)"
    rf"|(?<![a-z])q|質問|質疑|問|change|変更|[{HAN}][の点・.][{HAN}]|(?:目|め)の(?:手順|ステップ)|(?:{_U})-(?:{_U})-",
    _LATIN,
)


def without_versions(text: str) -> str:
    """A text without numbers with dots that are none of a rule: version 1.4, an average of 2.3."""
    return _VERSION.sub(" ", text)


def may_say_a_number(text: str) -> bool:
    """Whether a text has anything of what the numbers of rules are said with; one printed as the rules print it needs none."""
    return _HINT.search(text) is not None


def dashed(text: str) -> str:
    """A text with numbers such as 3-2-1 and 3の2の1 as they are printed."""
    return _DASHED.sub(_dotted, text)


# "Overturn Q2: can I …" cites one; "Q2: can I …" and "hi judge, q2: …" number a person's own questions.
_COLON = re.compile(
    r"^([^\w]*(?:(?!(?:hi|hey|hello|judges?|my|next|ok|okay|so|and|also|quick|another|sir|ref|guys|please|then|now|two|more|new)(?![a-z]))"
    r"[a-z]+(?:['-]+[a-z]+)*['-]*[^\w'-][^\w]*){1,6}?q\s?[0-9]{1,2}|[^\w]*[ぁ-んァ-ヺー一-龥「」『』【】]{2,16}q\s?[0-9]{1,2})\s?[:：](?=[\s\"「『【\[]*\w)",
    re.IGNORECASE,
)


def printed(text: str) -> str:
    """A text with the numbers of rules as they are printed, whatever way they were said; all else stays."""
    if not may_say_a_number(text):
        return text
    text = _COLON.sub(r"\1,", text)
    for pattern in _DOTTED:
        text = pattern.sub(_dotted, text)
    for pattern in _QUESTIONS:
        text = pattern.sub(_asked, text)
    for pattern in _STEPS:
        text = pattern.sub(lambda found: f" step {value(found['n'])} ", text)
    for pattern in _CHANGES:
        text = pattern.sub(lambda found: f" rule change {value(next(filter(None, found.groups())))} ", text)
    return text
