"""Entries that have grown by whole paragraphs: a text that stood below a heading of its own may have got into the one before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from ingest.align.likeness import Likeness
from ingest.align.match import CONTAINED
from kb.fold import key
from kb.model import Rendition
from kb.tokens import tokens

_SAME_LINE = 0.6
"""Share of letters, in order, that a paragraph which was reworded has in common with what it was."""


def grown(pairs: Iterable[tuple[Rendition, Rendition]], gone: Sequence[Rendition], likeness: Likeness) -> dict[str, str]:
    """For each entry that has grown, of old and new renditions, what is told of it; with the withdrawn one whose text it holds."""
    out = {}
    for old, new in pairs:
        added = _added(old.text.split("\n"), new.text.split("\n"))
        if added:
            words = " ".join(added)
            held = next((one.entry for one in gone if _holds(words, one, likeness)), None)
            why = f"it holds what {held} said, which is gone" if held else "it has grown by a paragraph"
            out[new.entry] = f"{why}: {words}"
    return out


def _added(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The paragraphs that are like none of before, of a text that has more of them."""
    if len(new) <= len(old):
        return []
    keys = [key(line) for line in old]
    held = set(keys)
    return [line for line in new if key(line) not in held and not any(_is_alike(key(line), other) for other in keys)]


def _is_alike(one: str, other: str) -> bool:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.quick_ratio() >= _SAME_LINE and matcher.ratio() >= _SAME_LINE


def _holds(words: str, entry: Rendition, likeness: Likeness) -> bool:
    """Whether a text holds nearly all words of an entry."""
    mine = Counter(tokens(entry.text))
    total = sum(likeness.weight(word) * count for word, count in mine.items())
    held = sum(likeness.weight(word) * count for word, count in (mine & Counter(tokens(words))).items())
    return total > 0 and held / total >= CONTAINED
