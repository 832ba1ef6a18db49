"""Which language a text is written in, told by its letters."""

from __future__ import annotations

import re

# Kana of either sort, with the long-vowel mark and the half-width forms.
_KANA = re.compile(r"[\u3040-\u30ff\uff66-\uff9f]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff々〆〇]")
_WORD = re.compile(r"[A-Za-z]{2}")


def language_of(text: str) -> str:
    """`ja` for a text with kana or kanji, else `en`. A Japanese sentence around an English keyword is Japanese."""
    if text.isascii():  # soon told
        return "en"
    return "ja" if _KANA.search(text) or _HAN.search(text) else "en"


def tells_language(text: str) -> bool:
    """Whether a text has letters that tell its language: "3.2.1" and "Q1" are of either."""
    return language_of(text) == "ja" or bool(_WORD.search(text))


# Words for the rules of one language, in a folded text. Not "english sleeves", "a japanese card", "日本一", which are of a thing.
_RULES_EN = r"(?:'s)?(?: (?:detailed|official))* (?:rule|ruling|text|version|edition|list|game|side|player|tournament)s?"
_RULES_JA = r"(?:語?版|語?の?(?:ルール|詳細ルール|テキスト|リスト|規制|大会|裁定)|では|でも|で(?=[、はも禁制使])|語では)"
_NAMED = {
    "en": re.compile(
        rf"(?<![a-z])(?:(?:english|western|international){_RULES_EN}|in english|overseas)(?![a-z])|(?:英語|海外){_RULES_JA}"
    ),
    "ja": re.compile(rf"(?<![a-z])(?:in japan|in japanese|(?:japan|japanese|jp){_RULES_EN})(?![a-z])|日本{_RULES_JA}"),
}


def languages_named(folded: str) -> frozenset[str]:
    """The languages of whose rules a folded question speaks."""
    return frozenset(language for language, pattern in _NAMED.items() if pattern.search(folded))
