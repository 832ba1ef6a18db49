"""The words for the numbers from 1 to 99: two, twelfth, twenty-first, 12th, 六, 二十一. The device is given the same table."""

from __future__ import annotations

from itertools import chain

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_FIRSTS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENTHS = ("tenth", "eleventh", "twelfth", *(f"{word}th" for word in _TEENS[3:]))
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_TWENTIETHS = tuple(f"{word[:-1]}ieth" for word in _TENS)

CARDINALS = (*_ONES, *_TEENS, *chain.from_iterable((ten, *(f"{ten}-{one}" for one in _ONES)) for ten in _TENS))
"""One to ninety-nine, in order."""
ORDINALS = (
    *_FIRSTS,
    *_TENTHS,
    *chain.from_iterable((last, *(f"{ten}-{one}" for one in _FIRSTS)) for ten, last in zip(_TENS, _TWENTIETHS, strict=True)),
)
"""First to ninety-ninth, in order."""
_HAN = "一二三四五六七八九"
HAN = (*_HAN, *(f"{ten}十{one}" for ten in ("", *_HAN[1:]) for one in ("", *_HAN)))
"""一 to 九十九, in order."""
VALUES = {word: number for words in (CARDINALS, ORDINALS, HAN) for number, word in enumerate(words, 1)}
"""The number that each says; "twenty first" goes by its form with a hyphen."""


def _any_of(*words: tuple[str, ...]) -> str:
    return "|".join(chain.from_iterable(words))


# A word of two comes before its first half, and is not told by its last one: not the first of "twenty-first".
CARDINAL = rf"(?:(?:{_any_of(_TENS)})[ -](?:{_any_of(_ONES)})|{_any_of(_TEENS[::-1], _TENS, _ONES)})"
"""A pattern for such a word in a folded text."""
ORDINAL = (
    rf"(?:(?:{_any_of(_TENS)})[ -](?:{_any_of(_FIRSTS)})|(?<![a-z]-)(?:{_any_of(_TENTHS, _TWENTIETHS, _FIRSTS)})"
    r"|[1-9][0-9]?(?:st|nd|rd|th))"
)
"""Likewise for an ordinal, in digits too."""
KANJI = rf"(?:[{_HAN[1:]}]?十[{_HAN}]?|[{_HAN}])"
"""Likewise in kanji."""


def value(word: str) -> int:
    """The number that a folded word or digits say: two, twenty first, 12th, 六, 12. Raises KeyError for another word."""
    digits = "".join(letter for letter in word if letter.isdecimal())
    return int(digits) if digits else VALUES[word.replace(" ", "-")]
