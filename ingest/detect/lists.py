"""Enumerations: lists of different length, and alternatives that only one side offers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.detect.align import Aligned
from ingest.detect.detected import Detected

# Items of one to three words between commas, with "and", "or" or "&" before the last, so that clauses are not items.
_ITEM = r"(?!(?:which|that|and|or|if|he|she|it|you)\b)[\w’'/\[\]-]+(?: (?!and\b|or\b|&)[\w’'/\[\]-]+){0,2}"
_LIST_EN = re.compile(rf"(?:{_ITEM}, ){{1,9}}{_ITEM},? (?:and|or|&) {_ITEM}")
# Items between 、・/や, or quoted one after another. An item has no kana but の and katakana, so that clauses are not items.
_NOUN = r"[ァ-ヶー々一-鿿A-Za-z0-9]+(?:の[ァ-ヶー々一-鿿A-Za-z0-9]+)?"
_LIST_JA = re.compile(rf"(?:{_NOUN}[、・/や]){{2,9}}{_NOUN}|(?:「[^「」]+」[、・/や]?){{2,9}}")
_SEPARATOR_JA = re.compile(r"」「|[、・/]|や|及び|または")
# A choice. か counts only between kanji or katakana: not in かどうか, から, しか. In English "and" answers it too.
_OR_EN = re.compile(r"\b(?:or|either|and|any)\b|/", re.IGNORECASE)
_OR_JA = re.compile(r"または|又は|もしくは|あるいは|(?<=[ァ-ヶー々一-鿿])か(?=[【『「]?[ァ-ヶ一-鿿])")


def lists(both: Aligned) -> Iterator[Detected]:
    """One flag when both sides enumerate and the numbers of items differ, one when only one side offers a choice."""
    en, ja = items_en(both.en.text), items_ja(both.ja.text)
    if en >= 3 and ja >= 3 and en != ja:
        yield both.flag(f"lists: {en} items / {ja} items", "contradiction", 0.5)
    if _OR_JA.search(both.ja.text) and not _OR_EN.search(both.en.text):
        yield both.flag("lists: or", "omission", 0.6)


def items_en(text: str) -> int:
    """How many items the longest list of an English text has; 0 without a list."""
    return max(
        (found[0].count(", ") + 2 - len(re.findall(r", (?:and|or|&) ", found[0])) for found in _LIST_EN.finditer(text)), default=0
    )


def items_ja(text: str) -> int:
    """How many items the longest list of a Japanese text has; 0 without a list."""
    return max((len(_SEPARATOR_JA.findall(found[0])) + 1 for found in _LIST_JA.finditer(text)), default=0)
