"""Q&As of entries that are no part of the rules, by the title beside their number: End Q1, the second question under [D-Share]."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.fold import fold
from kb.model import Entry

_LEFT_OUT = re.compile(r"[\"'「」\[\]]")
_ENDING = re.compile(r"(?:する| restriction|の制限)$")
"""What people leave out of a title: "once per turn" alone."""
_BETWEEN = (
    r"[\"'」\]]?(?:する|の制限|\s(?:restriction|keyword|topic|ability))?(?:\s?[,、:]\s?|\s-\s)?\s?"
    r"(?:の(?:項目|項)?の?|について(?:の)?|に関する)?\s?"
)
_BEFORE = (
    r"\s?[,、:]?\s?(?:(?:of|in|under|about|for|on|from)\s)?(?:the\s)?"
    r"(?:(?:topic|heading|keyword|section|title|entry)\s)?[\"'「\[]?(?:the\s)?"
)


class TitledQuestions:
    """Finds Q&As by the titles of the entries that they stand under, which must be right beside the number."""

    def __init__(self, asked_under: Iterable[Entry]) -> None:
        self._names: list[tuple[str, str]] = []
        for entry in asked_under:
            titles = {fold(one.title) for one in entry.renditions if one.title}
            names = {_LEFT_OUT.sub("", _ENDING.sub("", title)).removeprefix("the ").strip() for title in titles}
            self._names += [(name, entry.id) for name in sorted(names) if len(name) > 1]

    def find(self, folded: str, slug: str) -> list[str]:
        """The ids of the Q&As whose number, such as q2, stands beside such a title in a folded text with numbers as printed."""
        number = rf"(?<![a-z0-9]){slug}(?![0-9])"
        text = folded.replace("-", " ")
        out = []
        for name, id in self._names:
            word = rf"(?<![a-z]){re.escape(name)}(?![a-z])" if name.isascii() else re.escape(name)
            word = word.replace("\\-", " ")
            if re.search(rf"{word}{_BETWEEN}{number}|{number}{_BEFORE}{word}", text):
                out.append(f"{id}/{slug}")
        return out
