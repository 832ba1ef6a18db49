"""What makes a number an amount, a score, a date or a version by the words around it, so that it is no rule's."""

from __future__ import annotations

import re

from kb.locator import Locator

# What a number names when one of these stands right before it: a version, a price, a place in a book.
_NO_RULE_BEFORE = re.compile(
    r"(?:[$€£¥+=<>≈_]|(?<![a-z])(?:v|ver|versions?|updates?|updated to|patch|build|release|firmware|python|ios|android|windows|rev|"
    r"tables?|fig|figures?|chapters?|ch|pages?|pp?|volumes?|vol))\.?\s?$|バージョン\s?$"
)
# What a number of two places counts when one of these does: an amount, a share, a date. "at 3.2" names a step.
_COUNTED_BEFORE = re.compile(
    r"(?<![a-z])(?:costs?|price|paid|pay|worth|about|around|roughly|averages?|averaged|avg\.?|rating|rated|scored?|ratio|odds|on|"
    r"since|until)\s?$|[約計月年対]\s?$|平均\s?$"
)
# The same a few words before: "my average was 2.1", "I won the match 2.1", 平均は2.1.
_MEASURED_BEFORE = re.compile(
    r"(?<![a-z])(?:averages?|avg|mean|ratings?|scores?|ratio|k/?d|elo|price|fee|odds|length|time)"
    r"(?: \w+)? (?:is|was|are|were|of)\s?$"
    r"|(?:スコア|得点|レート|価格|値段|身長|体重|料金|費用|参加費|送料|平均)(?:は|が|で)?\s?$"
    r"|(?<![a-z])(?:lost|won|wins?|loses?|beats?|defeated|got)"
    r"(?: (?:the|a|my|his|her|this|that|our|last|match|game|set|it|him|them|us|me|by|only))*\s$"
)
# A score, which ends in a lower number: "2.1 to 1.3", "2.1 to 3", 2.1対3. Not "from 2.1 to 3".
_SCORE = re.compile(r"\s?(?:to|対|:)\s?(?P<other>\d{1,2}(?:\.\d{1,2})?)(?![\d]|\.\d)")
_FROM = re.compile(r"(?<![a-z])from (?:the |steps? )?$")
# A day: "on 3.2.18", "dated 2.6.18". The year has two digits, which the third place of a step behind such a word has not.
_DAY_BEFORE = re.compile(r"(?<![a-z])(?:on|since|until|by|of|dated|before|after)\s?$|日(?:付|時)?(?:は)?[:\s]?$")
_YEAR = re.compile(r"\.\d\d$")
# What the number behind it is the value of: "his share was 2.1", 身長は1.4.
_VALUE_BEFORE = re.compile(r"(?<![a-z])(?:is|was|are|were|been|equals?)(?: (?:about|only|just|now|at))?\s?$|[はが]\s?$")
# What it counts when one of these stands right after: units, money, shares, counters.
_UNIT_AFTER = re.compile(
    r"\s?(?:(?:percent|per cent|inch(?:es)?|feet|ft|hours?|hrs?|minutes?|mins?|seconds?|secs?|days?|weeks?|months?|years?|cm|mm|"
    r"km|kg|[kmgt]b|x|each|average|avg|times|points?(?! (?:out|to|at))|pts|damage|lives|stars?|games?|matches|rounds?|cases?|"
    r"packs?|boxes|cards?|dollars?|bucks|euros?|yen|usd|eur|million|billion|thousand|am|pm)(?![a-z])"
    r"|[%\u2103°円秒点枚体回倍個人歳箱割万億分]|で(?:勝|負|敗)|ドル|ユーロ|時間|パック|キロ|センチ|つ(?!の|と))"
)


def has_unit(folded: str, last: int) -> bool:
    """Whether a unit follows a number that ends here."""
    return _UNIT_AFTER.match(folded, last) is not None


def is_amount(folded: str, last: int, slug: str, before: str) -> bool:
    """Whether a number of at most two places is an amount, by the words `before` it and the number after it."""
    counted = _COUNTED_BEFORE.search(before) or _MEASURED_BEFORE.search(before)
    return counted is not None or _is_scored(folded, last, slug, before)


def is_day(slug: str, before: str) -> bool:
    """Whether a number of three places is a date."""
    return _DAY_BEFORE.search(before) is not None and _YEAR.search(slug) is not None


def is_version(before: str) -> bool:
    """Whether a number of any places is a version, a price or a place in a book, by the words before it."""
    return _NO_RULE_BEFORE.search(before) is not None


def is_value(before: str) -> bool:
    """Whether a number is what something else is."""
    return _VALUE_BEFORE.search(before) is not None


def _is_scored(folded: str, last: int, slug: str, before: str) -> bool:
    """Whether a number of two places is the first of a score, by the lower one after it."""
    found = _SCORE.match(folded, last) if "." in slug else None
    if found is None or _FROM.search(before):
        return False
    return "." not in found["other"] or Locator.parse(found["other"]) < Locator.parse(slug)
