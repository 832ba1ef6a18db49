"""Makes a corpus of any size: the real one, and entries put together from its sentences, names and numbers.

Entry number n is the same in every run and every size, and nothing is kept: entries and passages are made while they are read.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from kb.model import LANGUAGES, Document, Entry, Game, Rendition, Term
from kb.passages import Passage
from kb.sentences import sentences
from kb.writer import Content

SEED = 20_170_401
TOGETHER = 500
"""Entries of one part."""
# A number of its own, which may change, and a name in brackets, which may too. Not 3.2.1, which cites a step.
_LOOSE = re.compile(r"(?<![\d.])\d{1,5}(?![\d.])|\[[^\[\]\n]{2,40}\]|『[^『』\n]{2,40}』")

Pieces = tuple[str, ...]
"""A sentence cut at its numbers and names: every other piece is one of them."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What one game has in one language: its document, sentences, ways to ask, and words of names."""

    game: Game
    document: Document
    sentences: Sequence[Pieces]
    phrasings: Sequence[Pieces]
    words: Sequence[str]


@dataclass(frozen=True, slots=True)
class Made:
    """One entry that was put together, and a way to ask for it."""

    entry: Entry
    phrasing: str


class Recombined:
    """`size` entries in all: those of `content` and as many made ones as that takes; raises ValueError where it has more."""

    def __init__(self, content: Content, terms: Sequence[Term], size: int) -> None:
        if size < len(content.entries):
            raise ValueError(f"the corpus has {len(content.entries)} entries, more than the {size} that are asked for")
        self._real = content
        self._count = size - len(content.entries)
        self._stocks = _stocks(content, terms)
        self._shares = [len(stock.sentences) for stock in self._stocks]

    def content(self) -> Content:
        """What goes into the KB."""
        documents = [*self._real.documents, *(stock.document for stock in self._stocks)]
        return replace(self._real, documents=documents, entries=_Entries(self), passages=_Passages(self))

    def made(self) -> Iterator[Made]:
        """The made entries, in order."""
        for number in range(self._count):
            yield self._make(number)

    def _make(self, number: int) -> Made:
        """Entry `number`: one to three sentences under a made name."""
        chance = random.Random(SEED + number)
        stock = chance.choices(self._stocks, self._shares)[0]
        japanese = stock.document.language == "ja"
        name = ("" if japanese else " ").join(chance.choice(stock.words) for _ in range(2))
        lines = [_filled(chance.choice(stock.sentences), name, chance) for _ in range(chance.randint(1, 3))]
        part, place = divmod(number, TOGETHER)
        printed = f"{part + 1}.{place // 25 + 1}.{place % 25 + 1}"
        id = f"{stock.game.id}/recombined-{part + 1}/{printed}"
        rendition = Rendition(
            entry=id,
            document=stock.document.id,
            language=stock.document.language,
            edition=stock.document.edition,
            kind="rule",
            number=printed,
            title=name if number % 3 == 0 else None,
            section=(f"Recombined {part + 1}",),
            flow=None,
            under=None,
            text=("" if japanese else " ").join(lines),
            lines=((number + 1, number + 1),),
        )
        entry = Entry(
            id=id,
            game=stock.game.id,
            kind="rule",
            part=f"recombined-{part + 1}",
            citation=f"{stock.game.code} {name} {printed}",
            renditions=(rendition,),
        )
        asked = _filled(chance.choice(stock.phrasings), name, chance)
        return Made(entry, asked if name in asked else f"{name} {asked}")

    def entries(self) -> Iterator[Entry]:
        """The real entries, then the made ones."""
        yield from self._real.entries
        yield from (made.entry for made in self.made())

    def passages(self) -> Iterator[Passage]:
        """The passages of all entries in the order that a KB keeps them in: rules, ways to ask, what no entry answers."""
        first = len(self._real.entries)
        real = self._real.passages
        yield from (passage for passage in real if passage.sort not in ("phrasing", "unanswered"))
        for row, made in enumerate(self.made(), first):
            (rendition,) = made.entry.renditions
            language = rendition.language
            yield Passage(entry=row, rendition=0, sort="text", language=language, text=rendition.text)
            yield Passage(entry=row, rendition=0, sort="title", language=language, text=made.entry.citation)
        yield from (passage for passage in real if passage.sort == "phrasing")
        for row, made in enumerate(self.made(), first):
            language = made.entry.renditions[0].language
            yield Passage(entry=row, rendition=-1, sort="phrasing", language=language, text=made.phrasing)
        yield from (passage for passage in real if passage.sort == "unanswered")

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self._real.entries) + self._count

    @property
    def passage_count(self) -> int:
        """How many passages there are."""
        return len(self._real.passages) + 3 * self._count


@dataclass(frozen=True, slots=True)
class _Entries:
    of: Recombined

    def __len__(self) -> int:
        return len(self.of)

    def __iter__(self) -> Iterator[Entry]:
        return self.of.entries()


@dataclass(frozen=True, slots=True)
class _Passages:
    of: Recombined

    def __len__(self) -> int:
        return self.of.passage_count

    def __iter__(self) -> Iterator[Passage]:
        return self.of.passages()


def _stocks(content: Content, terms: Sequence[Term]) -> list[Stock]:
    """The stocks of the games and languages that have enough to put together."""
    current = {document.id for document in content.documents if document.current}
    said: dict[tuple[str, str], dict[str, None]] = {}
    asked: dict[tuple[str, str], dict[str, None]] = {}
    entries = list(content.entries)
    for entry in entries:
        for rendition in entry.renditions:
            if rendition.document in current:
                said.setdefault((entry.game, rendition.language), {}).update(dict.fromkeys(sentences(rendition.text)))
    for passage in content.passages:
        if passage.sort == "phrasing":
            asked.setdefault((entries[passage.entry].game, passage.language), {})[passage.text] = None
    names = {"en": [term.en[0] for term in terms if term.en], "ja": [term.ja[0] for term in terms if term.ja]}
    words = {language: sorted({word for name in of for word in _words(name)}) for language, of in names.items()}
    out = []
    for game in content.games:
        for language in LANGUAGES:
            here = (game.id, language)
            if said.get(here) and asked.get(here) and words[language]:
                document = Document(
                    id=f"{game.id}-{language}-recombined",
                    game=game.id,
                    language=language,
                    edition=1,
                    title="Recombined",
                    file="",
                    sha256="",
                )
                out.append(Stock(game, document, _cut(said[here]), _cut(asked[here]), words[language]))
    return out


def _words(name: str) -> list[str]:
    return [word for word in re.split(r"[\s\[\]『』/・]+", name) if len(word) > 1 and not word.isdigit()]


def _cut(texts: dict[str, None]) -> list[Pieces]:
    return [tuple(_alternating(text)) for text in texts if 3 < len(text) < 400]


def _alternating(text: str) -> Iterator[str]:
    """The text between its loose pieces, and these, in turn."""
    end = 0
    for loose in _LOOSE.finditer(text):
        yield from (text[end : loose.start()], loose[0])
        end = loose.end()
    yield text[end:]


def _filled(pieces: Pieces, name: str, chance: random.Random) -> str:
    """A sentence with other numbers and another name."""
    if len(pieces) == 1:
        return pieces[0]
    return "".join(
        chain.from_iterable(
            (text, _other(loose, name, chance)) for text, loose in zip(pieces[::2], (*pieces[1::2], ""), strict=True)
        )
    )


def _other(loose: str, name: str, chance: random.Random) -> str:
    if not loose:
        return ""
    if loose[0].isdigit():
        return str(chance.randint(1, 10 ** len(loose)))
    return f"{loose[0]}{name}{loose[-1]}"
