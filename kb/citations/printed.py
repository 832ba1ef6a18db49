"""Whether words are printed in a text: case, space, punctuation, shapes of brackets and "can't" for "cannot" do not count."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.fold import fold
from kb.model import Entry, Rendition
from kb.store import Store

# A word or a number with its sign and dots; a Japanese run is one. Not the mark of a list, nor the apostrophe of "monster's".
WORD = re.compile(r"(?:(?<![^\W_])[+-])?\d+(?:\.\d+)*|[^\W\d_]+")
_APOSTROPHES = re.compile(r"(?<=[a-z])'(?=[a-z])")
# "cannot" in short, and "will not", "does not".
_SHORT_NOT = re.compile(r"(?<![a-z])(?P<can>ca)n't(?![a-z])|(?<![a-z])(?P<will>wo)n't(?![a-z])|(?<=[a-z])n't(?![a-z])")
# What stands for words that are left out.
_LEFT_OUT = r"…+|\.{3,}|\[\s*(?:…|\.{2,}|snip|sic)\s*\]|[(（]\s*(?:中略|略|前略|後略|snip)\s*[)）]"
# The label of an entry that is copied with its words: at the head of a line, or a step's behind a space: "3.2.2. When …", "A: Yes".
_LABEL = (
    r"(?:^|(?<=\n))[^\S\n]*(?:[QA]\d{0,2}[.:：．)]|[QA]\d{1,2}\s|\d{1,2}(?:\.\d{1,2}){0,3}[.:：．)）]|\d{1,2}(?:\.\d{1,2}){1,3}\s|[①-⑳])"
    r"|(?<=\s)\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+(?=[A-Z「『【※\[])"
)
_GAP = re.compile(f"{_LEFT_OUT}|{_LABEL}")


@dataclass(frozen=True, slots=True)
class Letters:
    """A text as its words are compared: their letters without anything between them, and where a word begins or may be cut."""

    key: str
    cuts: bytes

    def find(self, pieces: Sequence[Letters], first: int, last: int) -> tuple[int, int] | None:
        """Where pieces stand between two places, in their order, each cut as words are; None where they do not."""
        begin, at = -1, first
        for piece in pieces:
            at = self._next(piece.key, at, last)
            if at < 0:
                return None
            begin = at if begin < 0 else begin
            at += len(piece.key)
        return None if begin < 0 else (begin, at)

    def _next(self, key: str, first: int, last: int) -> int:
        at = self.key.find(key, first, last)
        while at >= 0 and not (self.cuts[at] and self.cuts[at + len(key)]):
            at = self.key.find(key, at + 1, last)
        return at


def letters_of(text: str) -> Letters:
    """The letters of a text. Within a word of ASCII and a number no cut is made."""
    alike = fold(text)
    if "n't" in alike:
        alike = _SHORT_NOT.sub(lambda found: "cannot" if found["can"] else "will not" if found["will"] else " not", alike)
    words = WORD.findall(_APOSTROPHES.sub("", alike))
    cuts = bytearray()
    for word in words:
        cuts += bytes([1, *(0 if letter.isascii() else 1 for letter in word[1:])])
    return Letters("".join(words), bytes([*cuts, 1]))


def pieces_of(quoted: str) -> list[Letters]:
    """The pieces of quoted words between those that are left out."""
    return [piece for piece in map(letters_of, _GAP.split(quoted)) if piece.key]


class Printed:
    """What every document prints, in its order; prepared once for a KB."""

    def __init__(self, store: Store) -> None:
        self._documents = list(store.documents.values())
        held: dict[str, list[tuple[Entry, Rendition]]] = {document.id: [] for document in self._documents}
        for entry in store.entries():
            for rendition in entry.renditions:
                held[rendition.document].append((entry, rendition))
        self._texts = {id: _Text(sorted(all, key=lambda one: one[1].lines)) for id, all in held.items()}

    def prints(self, rendition: Rendition, pieces: Sequence[Letters]) -> bool:
        """Whether an entry's text prints some words, alone, with what stands under it, or with what stands around it."""
        text = self._texts[rendition.document]
        first, last = text.whole(rendition.entry)
        if text.letters.find(pieces, first, last):
            return True
        size = sum(len(piece.key) for piece in pieces)
        around = text.letters.find(pieces, max(0, first - size + 1), min(len(text.letters.key), last + size))
        return around is not None and around[0] < last and around[1] > first and around[1] - around[0] <= 2 * size

    def elsewhere(self, entry: Entry, rendition: Rendition, pieces: Sequence[Letters]) -> Iterator[tuple[Entry, Rendition]]:
        """The other texts that print some words: all of the same entry, else the first of the same document, else of any other."""
        others = [one for one in entry.renditions if one is not rendition and self.prints(one, pieces)]
        if others:
            yield from ((entry, one) for one in others)
            return
        documents = sorted(self._documents, key=lambda one: (one.id != rendition.document, not one.current, -one.edition))
        found = (self._texts[document.id].holding(pieces) for document in documents)
        yield from [one for one in found if one is not None][:1]


class _Text:
    """A document's entries in its order, and their letters in one."""

    def __init__(self, entries: Sequence[tuple[Entry, Rendition]]) -> None:
        self._entries = entries
        all = [letters_of(rendition.titled) for _, rendition in entries]
        self.letters = Letters("".join(one.key for one in all), b"".join(one.cuts[:-1] for one in all) + b"\1")
        self._starts = [0]
        for one in all:
            self._starts.append(self._starts[-1] + len(one.key))
        self._places = {entry.id: place for place, (entry, _) in enumerate(entries)}

    def whole(self, id: str) -> tuple[int, int]:
        """Where an entry begins, and where the last of those ends that stand under it."""
        first = last = self._places[id]
        while last + 1 < len(self._entries) and self._entries[last + 1][0].id.startswith((f"{id}.", f"{id}/", f"{id}-")):
            last += 1
        return self._starts[first], self._starts[last + 1]

    def holding(self, pieces: Sequence[Letters]) -> tuple[Entry, Rendition] | None:
        """The first entry that prints some words."""
        at, end = 0, len(self.letters.key)
        while pieces and (found := self.letters.find(pieces[:1], at, end)):
            place = bisect_right(self._starts, found[0]) - 1
            if self.letters.find(pieces, found[0], self._starts[place + 1]):
                return self._entries[place]
            at = found[0] + 1
        return None
