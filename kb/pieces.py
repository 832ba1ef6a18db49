"""What the transformer reads in a text: pieces of words in their order, and which of them ask."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.features import parts_read
from kb.fold import fold

START, STOP, UNKNOWN, PUT_SO, PUT_NOT = SPECIAL = ("[CLS]", "[SEP]", "[UNK]", "[so]", "[not]")
"""Pieces that no text holds: before a text, after each part, for what is unknown, and how the question is put."""
INNER = "##"
"""What a piece begins with that goes on within a Latin word."""
LONGEST_JA = 4
"""Letters of the longest Japanese piece."""
LONGEST = 96
"""Pieces of a text that are read, and of the sentence that asks."""

_JAPANESE = "ぁ-ヿ㐀-鿿々〆"
# A Japanese run, a Latin word with its digits, or one mark; spaces are nothing.
_WORDS = re.compile(rf"(?P<ja>[{_JAPANESE}]+)|[a-z0-9à-öø-ÿ]+|\S")
_KEPT_WORDS, _KEPT_LETTERS = 50_000, 32
"""So many words are remembered with their pieces, none of more letters than the second."""


class Pieces:
    """A vocabulary of pieces, and how a text is read in them: the longest that fits, from the left (WordPiece, Wu et al. 2016).

    A Japanese run has no spaces, so its pieces are the longest known ones from the left, too.
    """

    def __init__(self, pieces: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(pieces)}
        missing = [piece for piece in SPECIAL if piece not in self._numbers]
        if missing:
            raise ValueError(f"the pieces lack {', '.join(missing)}")
        self._longest_piece = max(len(piece) for piece in pieces)
        self._known: dict[str, tuple[int, ...]] = {}

    def __len__(self) -> int:
        """How many there are."""
        return len(self._numbers)

    def __iter__(self) -> Iterator[str]:
        """The pieces in the order of their numbers."""
        return iter(self._numbers)

    def read(self, text: str) -> tuple[list[int], list[int]]:
        """The numbers of a text's pieces, and of each whether it is of a sentence that asks where others tell the case (1).

        Both lists are of one length. A text begins with how it is put, as in `kb.features.ordered`.
        """
        parts, negative = parts_read(text)
        number = self._numbers
        read = [number[START], number[PUT_NOT if negative else PUT_SO], *self.numbers(fold(parts[0]))[:LONGEST], number[STOP]]
        kinds = [0] * len(read)
        for asking in parts[1:]:
            again = [*self.numbers(fold(asking))[:LONGEST], number[STOP]]
            read += again
            kinds += [1] * len(again)
        return read, kinds

    @staticmethod
    def japanese(folded: str) -> Iterator[str]:
        """The Japanese runs of a folded text."""
        return (word[0] for word in _WORDS.finditer(folded) if word["ja"])

    def numbers(self, folded: str) -> list[int]:
        """The numbers of the pieces of a folded text."""
        out: list[int] = []
        for word in _WORDS.finditer(folded):
            known = self._known.get(word[0])
            if known is None:
                known = tuple(self._longest(word[0], inner="" if word["ja"] else INNER))
                if len(self._known) >= _KEPT_WORDS:
                    self._known.clear()
                if len(word[0]) <= _KEPT_LETTERS:
                    self._known[word[0]] = known
            out += known
        return out

    def _longest(self, word: str, inner: str) -> Iterator[int]:
        """The longest pieces of a word from the left; of a Latin word that they do not make up, that it is unknown."""
        found: list[int] = []
        at = 0
        while at < len(word):
            begins = inner if at else ""
            most = min(len(word), at + (self._longest_piece if inner else LONGEST_JA))
            for end in range(most, at, -1):
                number = self._numbers.get(begins + word[at:end])
                if number is not None:
                    found.append(number)
                    at = end
                    break
            else:
                if inner:
                    return iter([self._numbers[UNKNOWN]])
                found.append(self._numbers[UNKNOWN])
                at += 1
        return iter(found)
