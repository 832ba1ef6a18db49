"""Compares the words that a text quotes from a citation with what that prints; says so where it is not sure whose they are."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kb.citations.alike import answer, answers, is_alike, is_bare_answer, is_name, nearest, without_answer
from kb.citations.beside import APART, LIKELY, SURE, Belonging, belonging, stands_alone
from kb.citations.model import Candidate, Citation, Quoted
from kb.citations.printed import Letters, Printed, pieces_of
from kb.citations.printed_as import printed_as
from kb.citations.quotes import Quote, find_quotes
from kb.difference import misquoted
from kb.language import language_of
from kb.model import Rendition
from kb.store import Store

FEWEST_WORDS, FEWEST_LETTERS, FEWEST_JAPANESE = 5, 20, 12
"""Words and letters of quoted words that may be called wrong without being like a text's; fewer may be a name."""
SHORTEST = 4
"""Letters of quoted words that are compared; "yes" and "no" are, too."""
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
        """The citations of a text, each with the words that are quoted from it; without those that only name it in these words."""
        said: dict[int, list[Quoted]] = {}
        left: dict[int, list[Quote]] = {}
        shown = 0
        for one in belonging(text, citations, find_quotes(text)):
            found = list(self._compared(text, one, citations, show=shown < MOST))
            for place, quoted in found:
                said.setdefault(place, []).append(quoted)
                shown += not quoted.printed
            if not found and not citations[one.citations[0]].reason:
                left.setdefault(one.citations[0], []).append(one.quote)
        within = _named_within(citations, said)
        return [
            replace(one, quotes=tuple(said.get(place, ())), not_compared=tuple(left.get(place, ())))
            for place, one in enumerate(citations)
            if place not in within
        ]

    def _compared(self, text: str, one: Belonging, citations: Sequence[Citation], *, show: bool) -> Iterator[tuple[int, Quoted]]:
        """What is said of quoted words: that one of the citations prints them, or that the one does not whose they surely are."""
        quote = one.quote
        pieces = pieces_of(quote.words)
        for place in one.citations if one.how != APART else ():
            meant = list(self._meant(citations[place]))
            printing = next((rendition for _, rendition in meant if self._prints(rendition, quote.words, pieces)), None)
            if printing is not None:
                yield place, _quoted(quote, printing, printed=True, held=printed_as(printing, quote.words, pieces))
                return
            language = language_of(quote.words)
            alike = [(candidate, rendition) for candidate, rendition in meant if rendition.language == language]
            if one.how in (SURE, LIKELY) and alike and self._may_be_wrong(text, one, alike, pieces):
                yield place, self._wrong(quote, alike, pieces, show=show)

    def _prints(self, rendition: Rendition, words: str, pieces: Sequence[Letters]) -> bool:
        """Whether a text prints words; "yes" and "no" are printed where an answer begins with them, and fewer letters nowhere."""
        if is_bare_answer(words):
            return rendition.language == language_of(words) and answer(words) in answers(rendition)
        return sum(len(piece.key) for piece in pieces) >= SHORTEST and self._printed.prints(rendition, pieces)

    def _may_be_wrong(
        self, text: str, one: Belonging, meant: Sequence[tuple[Candidate, Rendition]], pieces: Sequence[Letters]
    ) -> bool:
        """Whether words that a text does not print are called wrong.

        They are no question, no name and not what a person says of himself. Where they are long enough to be a rule's and surely
        quoted that is enough. Others must be like what it prints, be printed by another edition of it, or answer where it does.
        """
        words = one.quote.words
        if _ASKED.search(words) or _OF_ONESELF.search(words) or is_name(words):
            return False
        answering = answer(words) and any(answers(rendition) for _, rendition in meant)
        # A text that says "it cannot" may be quoted with a "no".
        rest = pieces_of(without_answer(words)) if answer(words) and not answering else pieces
        if not is_bare_answer(words) and any(self._printed.prints(rendition, rest) for _, rendition in meant):
            return False
        long = _is_long(words)
        if long and one.how == SURE:
            return True
        if not long and not stands_alone(text, one.quote):
            return False
        if answering:
            return True
        if is_alike(words, (rendition.titled for _, rendition in meant)):
            return True
        others = {other for candidate, _ in meant for other in candidate.entry.renditions if other.language == meant[0][1].language}
        return len(words.split()) > 2 and any(self._prints(other, words, pieces) for other in others)

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
        entry, rendition = meant[0][0].entry, meant[0][1]
        # A few words ("No, you cannot.") many print.
        all = (one for one in self._printed.elsewhere(entry, rendition, pieces) if one[0] is entry or _is_long(quote.words))
        others = tuple(all)
        short = len(quote.words) <= _LONGEST
        told = nearest(quote.words, (rendition.titled for _, rendition in meant)) if short else ""
        marked, said = misquoted(told, quote.words) if told else ((), ())
        held = next((held for _, one in others if (held := printed_as(one, quote.words, pieces))), "")
        return replace(found, others=others, printed_as=held, nearest=marked, said=said)


def _quoted(quote: Quote, rendition: Rendition, *, printed: bool, held: str = "") -> Quoted:
    return Quoted(start=quote.first, end=quote.last, words=quote.words, rendition=rendition, printed=printed, printed_as=held)


def _named_within(citations: Sequence[Citation], said: Mapping[int, Sequence[Quoted]]) -> set[int]:
    """The citations within words that are compared with the very entries that they name."""
    starts = [one.start for one in citations]
    out = set()
    for place, quotes in said.items():
        meant = {candidate.entry.id for candidate in citations[place].candidates}
        for quoted in quotes:
            for inner in range(bisect_left(starts, quoted.start), bisect_left(starts, quoted.end)):
                named = {candidate.entry.id for candidate in citations[inner].candidates}
                if inner != place and named == meant and not citations[inner].reason:
                    out.add(inner)
    return out


def _is_long(words: str) -> bool:
    """Whether words are long enough to be a rule's."""
    letters = sum(map(str.isalnum, words))
    if language_of(words) == "ja":
        return letters >= FEWEST_JAPANESE and len(_KANA.findall(words)) > 2
    return letters >= FEWEST_LETTERS and len(words.split()) >= FEWEST_WORDS
