"""Other documents that a text names with a number (floor rules 1.2, "1.2 of the penalty guide"), of which no text is held here."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

from kb.citations.groups import Group
from kb.citations.lexicon import Lexicon
from kb.citations.names import Names
from kb.citations.numbers import Number
from kb.citations.view import View, folded
from kb.outside import DOCUMENTS_BESIDE
from kb.store import Store

# Between a document's name and a number of its: "floor rules 1.2", "the manual's section 1.2", "handbook, rule (1.2",
# 大会規定の第1.2. Not a clause of its own: "the floor rules say so, 3.2.1".
_LED = re.compile(
    r"(?:'s|')?\s?[)\]\"'」』]?\s?(?:v(?:er(?:sion)?)?\.?\s?\d{1,2}\s)?(?:(?:の|では|で|には|:|-|,)\s?)?(?:(?:in|at|under)\s)?(?:the\s)?"
    r"(?:(?:rules?|sections?|sec\.?|clauses?|paragraphs?|steps?|parts?|articles?|points?|items?|no\.?|numbers?)\s?"
    r"|手順|ステップ|項目|項|条|第|ルール)?[§#]?\s?[(\[「\"]?\s?"
)
# Between a number and the document that it is of: "1.2 of the floor rules", "1.2 in our official manual", "1.2 (floor rules".
# Not "1.2, floor rules", which begins something else.
_BEHIND = re.compile(
    r"\.?[)\]]?\s?(?:(?:of|in|from|under|within)\s(?:(?:the|a|an|our|your|their|its)\s)?(?:[a-z-]+\s){0,2}|\(\s?(?:the\s)?)[\"'「]?"
)
# Words in capitals that are the initials of nothing.
_WORD = r"(?!(?:AND|OR|NOT|BUT|SEE|PER|BY|IN|OF|ON|AT|TO|THE|IF|SO|AS|IS|OUR|NO|ALL|THIS|THAT|SAME|EN|JA|JP|ENG|JPN)(?![A-Z]))"
# The initials of a document before "rule" and a number: "JCC rule 1.2". Not those of a sentence in capitals: "AND RULE 1.2".
_INITIALS_LED = re.compile(rf"(?<![\w-]){_WORD}(?P<word>[A-Z]{{2,6}})(?:'s)? (?:rules?|sections?|clauses?|policy) ?$")
# The same behind a number: "1.2 of the JCC". Not "1.2 of the EN 2 text".
_INITIALS_BEHIND = re.compile(rf"[)\]]? of the {_WORD}(?P<word>[A-Z]{{2,6}})(?:'s)?(?![\w-]| \d)")
_REACH = 24
_LONGEST_GAP = 48


class Documents:
    """Finds the names of documents that are not held here; prepared once for a KB."""

    def __init__(self, store: Store, names: Names) -> None:
        words = [word for body in store.records("outside") if body["sort"] == DOCUMENTS_BESIDE for word in body["words"]]
        plural = [f"{word}s" for word in words if word.isascii()]
        self._lexicon = Lexicon((folded(word), word) for word in (*words, *plural))
        ours = (word for game in store.games.values() for word in (game.code, *game.words))
        self._ours = frozenset(word.upper() for word in (*ours, *names.lexicon.meant))

    def named(self, view: View, letters: str) -> Named:
        """Those that a text names."""
        return Named(view, letters, [(first, last) for first, last, _ in self._lexicon.find(view, letters)], self._ours)


class Named:
    """The documents that one text names; `ours` are words in capitals that are none."""

    def __init__(self, view: View, letters: str, spans: Sequence[tuple[int, int]], ours: frozenset[str]) -> None:
        self._view = view
        self._letters = letters
        self._firsts = [first for first, _ in spans]
        self._lasts = [last for _, last in spans]
        self._ours = ours

    def led(self, numbers: Sequence[Number]) -> list[Number]:
        """The numbers of a text, each marked as a document's that is named right before it."""
        return [replace(number, document=True) if self._leads(number) else number for number in numbers]

    def split(self, group: Group, named: bool) -> list[Group]:
        """A group, or what is left of it where its last number is of a document that is named behind it.

        Of a list that begins `named`, beside a flow ("attack phase 3.2.1 and 1.2 of the floor rules"), its first number or range
        is that flow's; one number alone is the flow's in any case.
        """
        if not self._follows(group.numbers[-1]):
            return [group]
        kept = 0 if not named else 2 if 0 in group.ranges else 1
        ranges = frozenset(place - kept for place in group.ranges if place >= kept)
        rest = Group(tuple(replace(number, document=True) for number in group.numbers[kept:]), ranges)
        head = Group(group.numbers[:kept], frozenset(place for place in group.ranges if place < kept))
        return [one for one in (head, rest) if one.numbers]

    def between(self, first: int, last: int) -> bool:
        """Whether one is named between two places, in the sentence of the second."""
        at = bisect_right(self._lasts, last) - 1
        if at < 0 or self._firsts[at] < first:
            return False
        return not self._view.parted(self._view.sentences, self._firsts[at], last)

    def _leads(self, number: Number) -> bool:
        if number.sort != "step":
            return False
        at = bisect_right(self._lasts, number.first) - 1
        end = self._lasts[at] if at >= 0 else -_LONGEST_GAP
        if number.first - end < _LONGEST_GAP and _LED.fullmatch(self._letters, end, number.first):
            return not self._view.parted(self._view.sentences, end, number.first)
        start, _ = self._view.span(number.first, number.last)
        found = _INITIALS_LED.search(self._view.text, max(0, start - _REACH), start)
        return found is not None and found["word"] not in self._ours

    def _follows(self, number: Number) -> bool:
        if number.sort != "step":
            return False
        at = bisect_left(self._firsts, number.last)
        if at < len(self._firsts) and self._firsts[at] - number.last <= _LONGEST_GAP:
            apart = self._view.parted(self._view.sentences, number.last, self._firsts[at])
            if not apart and _BEHIND.fullmatch(self._letters, number.last, self._firsts[at]):
                return True
        _, end = self._view.span(number.first, number.last)
        found = _INITIALS_BEHIND.match(self._view.text, end)
        return found is not None and found["word"] not in self._ours
