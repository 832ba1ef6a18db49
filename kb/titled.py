"""Q&As of entries that are no part of the rules, by the title beside their number: End Q1, the second question under [D-Share]."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.fold import fold
from kb.model import Entry

_LEFT_OUT = re.compile(r"[\"'「」\[\]]")
_ENDING = re.compile(r"(?:する| restriction|の制限)$")
"""What people leave out of a title: "once per turn" alone."""
_CUE = r"(?:topic|heading|keyword|section|title|entry)"
_NUMBER = r"(?<![a-z0-9])q(?P<n{0}>[0-9]{{1,2}})(?![0-9])"
_LINK = r"\s?[,、:]?\s?(?:(?:of|in|under|about|for|on|from)\s)?(?:the\s)?"
_NO = r"\s?[,、:]?\s?(?:の(?:項目?の?)?|について(?:の)?|に関する)?\s?"
_ASKS = r"\s?(?:(?:please|plz|pls)|(?:なん|何)て書いて.{0,6}|(?:を|の文)?.{0,2}(?:見せて|教えて|おねがい|読んで).{0,6})?[?!.。]?$"
_TITLE = "TITLE"
"""Stands for a folded title in the patterns below; no folded text holds it."""


def _beside(title: str) -> str:
    """A title and the number of a Q&A right behind or before it."""
    return rf"{title}{_NO}{_NUMBER.format(1)}|{_NUMBER.format(2)}{_LINK}(?:{_CUE}\s)?(?:the\s)?{title}"


def _of_words(edge: str) -> str:
    """A title of several words, at whose edges no such letter stands."""
    more = rf"(?:\s(?:restriction|{_CUE[3:-1]}|ability)|の制限)?"
    return rf"(?<![{edge}])[\"'「\[]?{_TITLE}[\"'」\]]?(?![{edge}]){more}"


_QUOTED = rf"(?:{_CUE}\s[\"']?{_TITLE}[\"']?|[\"'「\[]{_TITLE}(?:する)?[\"'」\]]|(?<![a-z一-鿿ァ-ヺー]){_TITLE}\s{_CUE})(?![a-z])"
_WORDS_LATIN = re.compile(_beside(_of_words("a-z")))
_WORDS_JAPANESE = re.compile(_beside(_of_words("0-9一-鿿ァ-ヺー")))
_ONE_WORD = re.compile(
    rf"{_QUOTED}{_NO}{_NUMBER.format(1)}|{_NUMBER.format(2)}{_LINK}{_QUOTED}"
    rf"|^{_TITLE}{_NO}{_NUMBER.format(3)}(?:{_ASKS}|(?:[,、]|って|では?|は)\s?\S)"
)


class TitledQuestions:
    """Finds Q&As by the titles of the entries that they stand under, which must be right beside the number.

    A title of one word is an everyday word as well: it must stand in quotation marks, be called a title, be all there is, or come
    first with a comma behind its number.
    """

    def __init__(self, asked_under: Iterable[Entry]) -> None:
        self._names: list[tuple[str, re.Pattern[str], str]] = []
        for entry in asked_under:
            titles = {fold(one.title) for one in entry.renditions if one.title}
            names = {_LEFT_OUT.sub("", _ENDING.sub("", title)).replace("-", " ").removeprefix("the ").strip() for title in titles}
            self._names += [(name, _pattern(name), entry.id) for name in sorted(names) if len(name) > 1]

    def find(self, folded: str, slug: str) -> list[str]:
        """The ids of the Q&As whose number, such as q2, stands beside such a title in a folded text with numbers as printed."""
        text = folded.replace("-", " ")
        found = [(pattern.search(text), id) for name, pattern, id in self._names if name in text]
        return [f"{id}/{slug}" for match, id in found if match and f"q{match[match.lastgroup or 0]}" == slug]


def _pattern(name: str) -> re.Pattern[str]:
    """What finds a folded title and the number of a Q&A right behind or before it."""
    if " " in name or (not name.isascii() and len(name) > 4):
        form = _WORDS_LATIN if name.isascii() else _WORDS_JAPANESE
    else:
        form = _ONE_WORD
    return re.compile(form.pattern.replace(_TITLE, re.escape(name)))
