"""What only stands around a question: greetings, thanks, who asks, and where. It is no matter of it, and is not searched for.

"Hi all, quick question: can I counter Penetrate? Thanks!" asks what stands between; each word more would be compared, too, and
questions that no rules text answers have more of such words than others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from kb.fold import fold
from kb.tokens import tokens

AROUND, AROUND_LAST = "around", "around-last"
"""The sorts of the records that hold such phrases, and those that may also end a text with no mark before them. [a/b] in one
stands for either, [a/] for a or nothing."""
# A piece of a phrase: its alternatives in brackets, spaces, or anything else.
_PIECE = re.compile(r"\[(?P<either>[^\[\]]*)\]|(?P<space> +)|(?P<plain>[^\[\] ]+)")
# A clause with the marks behind it. Not a point in a number: 3.2.1.
_CLAUSE = re.compile(r"(?:[^.,!?:;、。()~…-]|[.,:;-](?![ .,:;-]|$))+[.,!?:;、。()~… -]*")
_MARKS = " .,!?:;、。()~…-"
_ROUNDS = 4
"""So often phrases at either end are looked for: "hi judge, sorry, quick question: …"."""
_LOOSE = " ,:;、-("
"""Marks that say nothing where what stood before or behind them is gone."""


class Around:
    """Knows such phrases: those of a corpus, and `last` those that may also end a text with no mark before them."""

    def __init__(self, phrases: Iterable[str], last: Iterable[str] = ()) -> None:
        end = _any_of(last)
        one = f"{_any_of(phrases)}|{end}"
        self.whole = rf"(?:{one})$"
        """What a clause is that says nothing else, from its beginning."""
        # No mark stands behind it where a word leads on ("… but can I", 初心者なので), or Japanese follows a space.
        self.ahead = rf"(?:{one})(?: (?:but|so|and) |(?<=けど)|(?<=が)|(?<=ので)|(?<=ません)|(?= [^ -~]))"
        """What begins a text."""
        self.behind = rf"(?:(?<= )|(?<=か))(?:{end})$"
        """What ends one."""

    # Compiled when the first question comes: a KB opens 60 ms sooner.

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile(self.whole)

    @cached_property
    def _ahead(self) -> re.Pattern[str]:
        return re.compile(self.ahead)

    @cached_property
    def _behind(self) -> re.Pattern[str]:
        return re.compile(self.behind)

    @property
    def patterns(self) -> dict[str, str]:
        """What it finds them by, for a device."""
        return {"clause": _CLAUSE.pattern, "whole": self.whole, "ahead": self.ahead, "behind": self.behind}

    @classmethod
    def of(cls, outside: Iterable[Mapping[str, Any]]) -> Around:
        """Those of a KB's records of words."""
        known = list(outside)
        return cls(*([word for body in known if body["sort"] == sort for word in body["words"]] for sort in (AROUND, AROUND_LAST)))

    def without(self, text: str) -> str:
        """The text, folded, without such phrases; as it is where it has none, or nothing else that could be searched for."""
        for _ in range(_ROUNDS):
            left = self._once(text)
            if left is None:
                break
            text = left
        return text

    def _once(self, text: str) -> str | None:
        """The text without clauses that are such phrases and one at either end; None where there is none, or nothing else."""
        clauses = _CLAUSE.findall(fold(text))
        left = [clause for clause in clauses if not self._whole.match(clause.strip(_MARKS))]
        if not left:
            return None
        ahead = self._ahead.match(left[0])
        first = left[0][ahead.end() :] if ahead else left[0]
        last = left[-1] if len(left) > 1 else first
        said = last.rstrip(_MARKS)
        end = self._behind.search(said)
        if len(left) == len(clauses) and not ahead and end is None:
            return None
        rest = [first, *left[1:]]
        rest[-1] = last if end is None else said[: end.start()]
        asked = "".join(rest).strip(_LOOSE)
        return asked if tokens(asked) else None


def stands_for_nothing(phrase: str) -> bool:
    """Whether a phrase stands for nothing, too, since each of its pieces may be left out: it would stand everywhere."""
    return re.fullmatch(_pattern_of(fold(phrase)), "") is not None


def _any_of(phrases: Iterable[str]) -> str:
    return "|".join(_pattern_of(fold(phrase)) for phrase in phrases) or "(?!)"


def _pattern_of(phrase: str) -> str:
    """A phrase as a pattern."""
    out: list[str] = []
    for piece in _PIECE.finditer(phrase):
        if piece["space"]:
            out.append(" *")
        elif piece["plain"]:
            out.append(re.escape(piece["plain"]))
        else:
            words = sorted(piece["either"].split("/"), key=len, reverse=True)
            out.append(f"(?:{'|'.join(re.escape(word) for word in words)})")
    return "".join(out)
