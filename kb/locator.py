"""A number as rules texts print it (`3.2.1`, `Q2`, `⑦`, `702.19b`, `第3条2項`): comparable, hashable, with its raw form kept.

Two locators are equal when they name the same place however it is printed (`3.2.1.` and `３.２.１`); `str` gives back exactly
what was printed.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache, total_ordering

# A run of decimal digits, or a run of letters of any script; everything else (dots, dashes, brackets, bullets, 第) separates.
# It must not match the joined "19b" as one token: digits and letters are told apart.
_TOKEN = re.compile(r"\d+|[^\W\d_]+")

# Words that only announce that a number follows and carry no meaning of their own: the 第 of 第3条.
_ANNOUNCERS = frozenset({"第"})

Component = int | str


def _join(components: tuple[Component, ...]) -> str:
    """Components as one word, a dot between two numbers or two words: `3.2.1`, `702.19b`."""
    out = ""
    previous: Component | None = None
    for component in components:
        same_sort = previous is not None and isinstance(previous, int) == isinstance(component, int)
        out += f".{component}" if same_sort else str(component)
        previous = component
    return out


@lru_cache(maxsize=4096)
def _components(raw: str) -> tuple[Component, ...]:
    """What a printed number means; raises ValueError when it holds neither a digit nor a letter."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", raw).casefold())
    tokens = [token for token in _TOKEN.findall(folded) if token not in _ANNOUNCERS]
    components = tuple(int(token) if token.isdecimal() else token for token in tokens)
    if not components:
        raise ValueError(f"a locator needs a digit or a letter, and {raw!r} has neither")
    return components


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Locator:
    """A printed number: `raw` as it stands in the text, `components` what it means, e.g. `(702, 19, "b")`."""

    raw: str
    components: tuple[Component, ...] = field(repr=False)

    @classmethod
    def parse(cls, raw: str) -> Locator:
        """Read a printed number; raises ValueError when it holds neither a digit nor a letter."""
        return cls(raw, _components(raw))

    @property
    def slug(self) -> str:
        """The form that stands in ids and addresses: `3.2.1`, `q2`, `7`, `702.19b`."""
        return _join(self.components)

    @property
    def depth(self) -> int:
        """How many components it has: 3 for `3.2.1`."""
        return len(self.components)

    @property
    def parent(self) -> Locator | None:
        """The number one level up (`3.2` for `3.2.1`), or None at the top."""
        above = self.components[:-1]
        if not any(isinstance(component, int) for component in above):
            return None
        return Locator(_join(above), above)

    @property
    def order(self) -> tuple[tuple[int, int, str], ...]:
        """A sort key: numbers as numbers (3.10 after 3.9), and before letters in the same place."""
        return tuple((0, c, "") if isinstance(c, int) else (1, 0, c) for c in self.components)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Locator) and self.components == other.components

    def __hash__(self) -> int:
        return hash(self.components)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Locator):
            return NotImplemented
        return self.order < other.order

    def __str__(self) -> str:
        return self.raw
