"""The numbers that HTML lists put before their items: by `start`, `value`, `type` and `reversed`, and within other lists.

Converters take a run of numbered lines for one list, whatever its numbers are. Where the items of a list print step numbers of
their own (`2.1.`), or such steps follow it, an item without one heads the steps below it, and has their number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ingest.doubts import NUMBER_NESTED, NUMBER_OF_STEPS
from ingest.labels import ASKED, STAGE, STEP

# A label that an item's own text begins with, so that the list's number is not meant: "1.1.", "2. ", "Q3", "③", "(1)", "a) ".
_OWN = re.compile(rf"{STEP.pattern.replace('P<number>', ':')}|{STAGE.pattern.replace('P<number>', ':')}|[①-⑳]|[(（]?\w{{1,3}}[)）]")
_ENDED = re.compile(r"[.!?。！？★][”\"」』)）]*$")


@dataclass(slots=True, eq=False)
class OpenList:
    """A list whose items come; `path` is the number of the item that it lies in, where that is numbered."""

    tag: str
    sort: str = "1"
    next: int = 1
    step: int = 1
    path: tuple[str, ...] = ()
    last: Item | None = None

    @classmethod
    def of(cls, tag: str, attrs: Mapping[str, str], above: Sequence[OpenList]) -> OpenList:
        """The list that a tag opens, within those that are open."""
        out = cls(tag, sort=attrs.get("type") or "1", step=-1 if "reversed" in attrs else 1)
        out.next = _number(attrs.get("start"), 1)
        if above and above[-1].tag == "ol" and above[-1].last is not None and out.sort == "1":
            out.path = above[-1].last.path
        return out

    def item(self, attrs: Mapping[str, str]) -> Item:
        """The next item."""
        self.next = _number(attrs.get("value"), self.next)
        item = Item(self, numbered=self.tag == "ol")
        self.last = item
        if item.numbered:
            item.place = self.next
            item.path = (*self.path, str(self.next))
            self.next += self.step
        return item


@dataclass(slots=True, eq=False)
class Item:
    """An item of a list: the label that is printed before it, or the mark of one without."""

    of: OpenList
    numbered: bool
    place: int = 0
    path: tuple[str, ...] = ()
    label: str = ""
    doubts: list[str] = field(default_factory=list)

    @property
    def marker(self) -> str:
        """The list mark, as in markdown: none where a number stands."""
        return "" if self.numbered else "-"


def printed_numbers(lines: Sequence[tuple[Item | None, str]]) -> None:
    """Give each numbered item its label, by what the lines of its list and the line below it print themselves.

    `lines` are all lines of the page, with the item that each begins.
    """
    of_steps = {id(item.of) for item, text in lines if item is not None and STEP.match(text)}
    stage = ""
    for place, (item, text) in enumerate(lines):
        own = STEP.match(text)
        if own:
            stage = own["number"].split(".")[0]
        if item is None or not item.numbered:
            continue
        if own and id(item.of) in of_steps:
            item.numbered = False
        elif not _OWN.match(text) and not ASKED.match(text):
            following = STEP.match(lines[place + 1][1]) if place + 1 < len(lines) else None
            heads = "" if following is None or following["number"].count(".") != 1 else following["number"].split(".")[0]
            if heads and (heads != stage or not _ENDED.search(text)):
                _by_steps(item, heads)
            elif id(item.of) in of_steps:
                item.numbered = False
            else:
                _by_place(item)


def _by_steps(item: Item, stage: str) -> None:
    item.label = f"{stage}."
    if item.place != int(stage):
        item.doubts.append(NUMBER_OF_STEPS.say(place=item.place))


def _by_place(item: Item) -> None:
    if len(item.path) > 1:
        item.label = ".".join(item.path) + "."
        item.doubts.append(NUMBER_NESTED)
    else:
        item.label = f"{_written(item.place, item.of.sort)}."


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text is not None and re.fullmatch(r"-?\d{1,6}", text.strip()) else otherwise


def _written(number: int, sort: str) -> str:
    """A number as a list of this type prints it."""
    if sort in "aA" and 1 <= number <= 26:
        letter = chr(ord("a") + number - 1)
        return letter if sort == "a" else letter.upper()
    if sort in "iI" and 1 <= number <= 3999:
        roman = _roman(number)
        return roman.lower() if sort == "i" else roman
    return str(number)


def _roman(number: int) -> str:
    values = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
    out = ""
    for value, letters in zip(values, ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"), strict=True):
        out += letters * (number // value)
        number %= value
    return out
