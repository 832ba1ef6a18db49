"""Walks over a document's Blocks with an ordered table of small rules, one construct a rule, and keeps the ledger of its lines.

A rule looks at the block under the walk and either takes it (returns True) or leaves it to the next rule. What no rule takes is
not dropped: it is set aside as unowned, and `judgecall check` shows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ingest.blocks import Block, Noise, longer
from ingest.catalogue import Catalogue, Name, PartNames, heading_words
from ingest.doubts import HEADING_UNKNOWN, ID_MADE, NUMBER_AGAIN
from kb.fold import key
from kb.model import Document, Lines, Part, Rendition


@dataclass(slots=True)
class Draft:
    """A rendition in the making; `id` is without the game, `guess` a line taken for its heading that the corpus does not know."""

    id: str
    kind: str
    number: str | None = None
    title: str | None = None
    section: tuple[str, ...] = ()
    flow: str | None = None
    under: str | None = None
    paragraphs: list[str] = field(default_factory=list)
    question: list[str] = field(default_factory=list)
    answer: list[str] = field(default_factory=list)
    lines: Lines = ()
    doubts: list[str] = field(default_factory=list)
    name: Name | None = None
    guess: Block | None = None

    def add(self, block: Block, text: str | None = None, *, to: list[str] | None = None) -> None:
        """Take a block's words (or `text` of them) and its lines; `to` is question or answer for a Q&A."""
        words = block.text if text is None else text
        if words:
            (self.paragraphs if to is None else to).append(words.strip())
        self.own(block)

    def own(self, block: Block) -> None:
        """Take a block's lines and doubts without its words."""
        self.lines = longer(self.lines, block.lines)
        self.doubts += [doubt for doubt in block.doubts if doubt not in self.doubts]

    def unnamed(self, what: str, by: str) -> None:
        """Say that the corpus does not name this entry, and from which words its id was made."""
        self.doubts.append(ID_MADE.say(what=what, by=by))

    def finish(self, document: Document) -> Rendition:
        """The rendition; a Q&A's text is its question and its answer."""
        question, answer = "\n".join(self.question), "\n".join(self.answer)
        text = "\n".join(self.paragraphs) if self.kind != "qa" else f"{question}\n{answer}".strip()
        return Rendition(
            entry=f"{document.game}/{self.id}",
            document=document.id,
            language=document.language,
            edition=document.edition,
            kind=self.kind,
            number=self.number,
            title=self.title,
            section=self.section,
            flow=self.flow,
            under=None if self.under is None else f"{document.game}/{self.under}",
            text=text,
            lines=self.lines,
            question=question or None,
            answer=answer or None,
            doubts=tuple(self.doubts),
        )


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a grammar made of a document: its renditions, the lines set aside, and the lines that no rule took.

    `unknown` are lines that were taken for headings, and that the corpus does not know; `met` the flows and sections of such ones.
    """

    document: Document
    renditions: tuple[Rendition, ...]
    noise: tuple[Noise, ...]
    unowned: tuple[Block, ...]
    unknown: tuple[Block, ...] = ()
    met: tuple[PartNames, ...] = ()


@dataclass(slots=True)
class Walk:
    """Where the grammar is in a document: the section, flow and stage it stands in and the entry that it is filling.

    `headings` are of pages; `division` is a heading below them that names a part of the section, until the next page's heading;
    `unprinted` says that the section has begun without one. `met` are the flows and sections that the corpus does not know, by the
    key of their heading, and `unknown` the lines taken for such headings, or for those of entries.
    """

    document: Document
    catalogue: Catalogue
    blocks: Sequence[Block]
    position: int = 0
    section: PartNames | None = None
    headings: list[str] = field(default_factory=list)
    division: str | None = None
    unprinted: bool = False
    flow: PartNames | None = None
    flow_title: str | None = None
    stage: str | None = None
    stages: set[str] = field(default_factory=set)
    subheading: str | None = None
    pending: list[Block] = field(default_factory=list)
    asking: bool = False
    current: list[Draft] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    noise: list[Noise] = field(default_factory=list)
    unowned: list[Block] = field(default_factory=list)
    unknown: list[Block] = field(default_factory=list)
    met: dict[str, PartNames] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)

    @property
    def game(self) -> str:
        """The document's game."""
        return self.document.game

    @property
    def language(self) -> str:
        """The document's language."""
        return self.document.language

    def next(self) -> Block | None:
        """The block after this one, or None at the end."""
        place = self.position + 1
        return self.blocks[place] if place < len(self.blocks) else None

    def heading(self, text: str) -> PartNames | None:
        """The part that a line is the heading of, as the corpus knows it or as this document has printed it before."""
        return self.catalogue.heading(self.game, self.language, text) or self.met.get(key(heading_words(text)))

    def meet(self, block: Block, title: str, name: str, kind: str, holds: str | None, *, heads_stage: bool = False) -> PartNames:
        """A part that the corpus does not know, as its heading says; the same heading again is known from here on.

        `name` is what is left of the heading where it says of what it is ("Flow of a Call"); ids have it.
        """
        slug = slugify(name)
        part = Part(game=self.game, slug=slug, code=slug.upper(), kind=kind, name_en=name, name_ja=name)
        found = PartNames(part, {self.language: (title,)}, questions=False, holds=holds, heads_stage=heads_stage)
        self.met[key(title)] = found
        self.unknown.append(block)
        return found

    def set_aside(self, block: Block, reason: str, sort: str = "furniture") -> bool:
        """Record a block as furniture or noise, with the reason; always True, so that a rule can return it."""
        self.noise.append(Noise(lines=block.lines, sort=sort, reason=reason))
        return True

    def open(self, draft: Draft, *, share: bool = False) -> Draft:
        """Begin an entry; `share` keeps the entries already open, so that text that follows belongs to all of them."""
        if draft.id in self.ids:
            first = draft.id
            again = 2
            while f"{first}-{again}" in self.ids:
                again += 1
            draft.id = f"{first}-{again}"
            draft.doubts.append(NUMBER_AGAIN.say(entry=first, times=again))
        self.ids.add(draft.id)
        above = (*self.headings, self.division, self.flow_title, self.subheading)
        draft.section = tuple(heading for heading in above if heading)
        self.drafts.append(draft)
        self.current = [*self.current, draft] if share else [draft]
        return draft

    def give_up_guesses(self) -> None:
        """No line heads an entry of which nothing stands below it: it is a heading of another sort, and nobody knows of which."""
        owning = {draft.id.rpartition("/")[0] for draft in self.drafts}
        for draft in [draft for draft in self.drafts if draft.guess is not None]:
            assert draft.guess is not None
            if draft.paragraphs or draft.id in owning:
                self.unknown.append(draft.guess)
            else:
                self.drafts.remove(draft)
                self.unowned.append(draft.guess.with_text(draft.guess.text, HEADING_UNKNOWN))
        self.unknown.sort(key=lambda block: block.line)

    def enter(self, section: PartNames, heading: str | None) -> None:
        """A section begins; `heading` is what is printed for it."""
        self.section = section
        self.headings = [] if heading is None else [heading]
        self.division = self.subheading = self.flow = self.flow_title = None
        self.pending = []

    def close(self) -> None:
        """No entry is open any more: a heading came."""
        self.current = []
        self.asking = False


Rule = Callable[[Walk, Block], bool]


def walk(document: Document, catalogue: Catalogue, blocks: Sequence[Block], rules: Sequence[Rule]) -> Parsed:
    """Apply the rules to each block in turn, the first that takes it wins."""
    state = Walk(document=document, catalogue=catalogue, blocks=blocks)
    for place, block in enumerate(blocks):
        state.position = place
        if not any(rule(state, block) for rule in rules):
            state.unowned.append(block)
    state.give_up_guesses()
    renditions = tuple(draft.finish(document) for draft in state.drafts)
    return Parsed(document, renditions, tuple(state.noise), tuple(state.unowned), tuple(state.unknown), tuple(state.met.values()))


def has_made_id(rendition: Rendition) -> bool:
    """Whether an entry's id was made from its words, for the corpus does not name it."""
    return ID_MADE.among(rendition.doubts) is not None


def slugify(text: str, words: int = 8) -> str:
    """A name for ids made from a text: letters and digits of any script, small, joined by dashes, at most `words` words."""
    pieces = re.findall(r"[^\W_]+", text.casefold().replace("'", "").replace("’", ""))
    return "-".join(pieces[:words]) or "untitled"


def unbulleted(text: str) -> str:
    """A heading without the round or square bullets before it."""
    return re.sub(r"^[\s●■☆▪•・]+", "", text)
