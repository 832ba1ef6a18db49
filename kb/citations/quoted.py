"""Compares the words that a text quotes from a citation with what that prints; says nothing where it is not sure whose they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.citations.beside import Belonging, belonging
from kb.citations.model import Candidate, Citation, Quoted
from kb.citations.outdated import outdated
from kb.citations.printed import Letters, Printed, nearest, pieces_of
from kb.citations.quotes import Quote, find_quotes
from kb.difference import misquoted
from kb.language import language_of
from kb.model import Rendition
from kb.sentences import sentences
from kb.store import Store

FEWEST_WORDS, FEWEST_LETTERS, FEWEST_JAPANESE = 5, 20, 12
"""Words and letters of quoted words that may be called wrong; fewer may be a name."""
MOST = 40
"""Wrong quotations of one text beside which the nearest sentence is shown."""
_LONGEST = 1200
"""Letters of quoted words beside which it is shown."""
_KANA = re.compile(r"[ぁ-ん]")
# Words that a person says of himself, and a question: no rule's text, unless one prints them.
_ASKED = re.compile(r"[?？]\W*$|(?:です|ます|でしょう|できる|いい|よい|の)か[。\W]*$")
_OF_ONESELF = re.compile(
    r"(?<![a-z])(?:i|i'm|i’m|i'll|my|mine|me|we|our|lol|imo|please|thanks)(?![a-z])|[俺僕]|私[はがのも]", re.IGNORECASE
)


class Quotations:
    """Knows what is printed; prepared once for a KB."""

    def __init__(self, store: Store) -> None:
        self._documents = store.documents
        self._printed = Printed(store)

    def compare(self, text: str, citations: Sequence[Citation]) -> list[Citation]:
        """The citations of a text, each with the words that are quoted from it."""
        said: dict[int, list[Quoted]] = {}
        shown = 0
        for one in belonging(text, citations, find_quotes(text)):
            for place, quoted in self._compared(one, citations, show=shown < MOST):
                said.setdefault(place, []).append(quoted)
                shown += not quoted.printed
        return [replace(one, quotes=tuple(said[place])) if place in said else one for place, one in enumerate(citations)]

    def _compared(self, one: Belonging, citations: Sequence[Citation], *, show: bool) -> Iterator[tuple[int, Quoted]]:
        """What is said of quoted words: that one of the citations prints them, or that the one does not whose they surely are."""
        quote = one.quote
        pieces = pieces_of(quote.words)
        if sum(len(piece.key) for piece in pieces) < FEWEST_JAPANESE:
            return
        for place in one.citations:
            meant = list(self._meant(citations[place]))
            printing = next((rendition for _, rendition in meant if self._printed.prints(rendition, pieces)), None)
            if printing is not None:
                yield place, _quoted(quote, printing, printed=True, held=outdated(printing, pieces))
                return
            language = language_of(quote.words)
            alike = [(candidate, rendition) for candidate, rendition in meant if rendition.language == language]
            if one.sure and alike and _may_be_wrong(quote.words):
                yield place, self._wrong(quote, alike, pieces, show=show)

    def _meant(self, citation: Citation) -> Iterator[tuple[Candidate, Rendition]]:
        """The texts that words may be quoted from: the cited ones; without an edition also the other languages' current ones."""
        for candidate in () if citation.reason else citation.candidates:
            yield candidate, candidate.rendition
            for other in () if candidate.named else candidate.entry.renditions:
                if other.language != candidate.rendition.language and self._documents[other.document].current:
                    yield candidate, other

    def _wrong(
        self, quote: Quote, meant: Sequence[tuple[Candidate, Rendition]], pieces: Sequence[Letters], *, show: bool
    ) -> Quoted:
        """Words that the text does not print: which others do, else the nearest sentence, with what differs."""
        found = _quoted(quote, meant[0][1], printed=False)
        if not show:
            return found
        others = tuple(self._printed.elsewhere(meant[0][0].entry, meant[0][1], pieces))
        short = len(quote.words) <= _LONGEST
        told = nearest(quote.words, _sentences(rendition for _, rendition in meant)) if short else ""
        marked, said = misquoted(told, quote.words) if told else ((), ())
        held = next((held for _, one in others if (held := outdated(one, pieces))), "")
        return replace(found, others=others, outdated=held, nearest=marked, said=said)


def _quoted(quote: Quote, rendition: Rendition, *, printed: bool, held: str = "") -> Quoted:
    return Quoted(start=quote.first, end=quote.last, words=quote.words, rendition=rendition, printed=printed, outdated=held)


def _sentences(renditions: Iterable[Rendition]) -> Iterator[str]:
    for rendition in renditions:
        yield from sentences(rendition.titled)


def _may_be_wrong(words: str) -> bool:
    """Whether words are long enough to be a rule's, and neither a question nor what a person says of himself."""
    if _ASKED.search(words) or _OF_ONESELF.search(words):
        return False
    letters = sum(map(str.isalnum, words))
    if language_of(words) == "ja":
        return letters >= FEWEST_JAPANESE and len(_KANA.findall(words)) > 2
    return letters >= FEWEST_LETTERS and len(words.split()) >= FEWEST_WORDS
