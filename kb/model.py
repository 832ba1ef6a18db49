"""The things a knowledge base holds: Document, Rendition, Entry.

A Rendition is one entry as one document prints it; an Entry is the ruling itself, free of language and edition, and holds its
renditions. A number belongs to a rendition, because editions renumber; an entry's id is a name.
"""

from __future__ import annotations

from dataclasses import dataclass

from kb.locator import Locator

Lines = tuple[tuple[int, int], ...]
"""Source line ranges, 1-based, first and last included, in the order the text is read."""
LANGUAGES = ("en", "ja")
"""Those of the texts, and of questions; a mixed question is of the language of its endings."""
VERDICTS = ("yes", "no", "depends")
RULE_CHANGE, QA = "rule_change", "qa"
"""The kinds of an entry that announces a change of the rules, and of a question with its answer."""
LISTED = "restricted_card"
"""The kind of an entry that says of a card only how many may be played."""

KINDS = (
    "intro",
    "resolution_check",
    "rule_change",
    "zone",
    "stage",
    "step",
    "jump",
    "qa",
    "keyword",
    "ability_class",
    "topic",
    "restricted_card",
    "card_anatomy",
    "table_row",
    "precaution",
    "deck_rule",
    "procedure_step",
    "rule",
    "option_card_ruling",
    "ability_ruling",
    "appearance_ruling",
    "erratum",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game whose rules are held: its id in entry ids, its names, its letters in citations, what people call it, what they ask.

    `things` are those of its `words` that name something in it, too.
    """

    id: str
    name: str
    code: str
    name_ja: str = ""
    words: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One source text. `supersedes` names the document that it replaces; `effective` is an ISO date only if the text states one."""

    id: str
    game: str
    language: str
    edition: int
    title: str
    file: str
    sha256: str
    supersedes: str | None = None
    effective: str | None = None
    notice: str = ""
    current: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A flow or section that citations name: its slug in ids, short code, and names by language."""

    game: str
    slug: str
    code: str
    kind: str
    name_en: str
    name_ja: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A game term: the forms that documents print (the main one first), and what people type for it.

    `kana` and `romaji` are readings of the Japanese form, `short` abbreviations, `misspelt` mistakes, `also_en` and `also_ja` what
    players of other games or slang say. `entries` are the ids that define it, best first. `game` is empty for all games.
    """

    id: str
    game: str
    kind: str
    en: tuple[str, ...] = ()
    ja: tuple[str, ...] = ()
    kana: tuple[str, ...] = ()
    romaji: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    misspelt: tuple[str, ...] = ()
    also_en: tuple[str, ...] = ()
    also_ja: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendition:
    """One entry as one document prints it; `text` is as printed, without its own number label.

    `number` is null where the document prints none; `under` is the id of the entry it stands under; `question` and `answer`
    are set where it is a Q&A; `doubts` says in plain words what was reconstructed or uncertain.
    """

    entry: str
    document: str
    language: str
    edition: int
    kind: str
    number: str | None
    title: str | None
    section: tuple[str, ...]
    flow: str | None
    under: str | None
    text: str
    lines: Lines
    question: str | None = None
    answer: str | None = None
    doubts: tuple[str, ...] = ()

    @property
    def locator(self) -> Locator | None:
        """The printed number, comparable; None where there is none."""
        return None if self.number is None else Locator.parse(self.number)

    @property
    def titled(self) -> str:
        """The text under its title, where the title is more than the text itself."""
        return f"{self.title}\n{self.text}" if self.title and self.title != self.text else self.text

    @property
    def listed_under(self) -> str | None:
        """The heading of the list that has a card, which says in whose decks it is limited; None for what is no such card."""
        return self.section[-1] if self.kind == LISTED and self.section else None


@dataclass(frozen=True, slots=True)
class Named:
    """How an entry is cited in a language that prints it: `label`, to which a pin adds the edition; `citation` stands alone.

    They differ where another entry has the label today: then the citation says of which edition it is. One with a `pin`, the id of
    a document, stands behind the others: that document prints another name than the language's best text.
    """

    language: str
    label: str
    citation: str
    pin: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A ruling: `id` is a name that links use, `part` the path between game and locator, `renditions` the best text first."""

    id: str
    game: str
    kind: str
    part: str
    citation: str
    renditions: tuple[Rendition, ...]
    named: tuple[Named, ...] = ()

    def printed_in(self, document: str) -> Rendition | None:
        """The text that a document prints, None where it prints none."""
        return next((one for one in self.renditions if one.document == document), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """Evidence that two renditions are the same ruling.

    `relation` is translation, same, renumbered, amended, split or merged; `method` is what told (number, title, text, anchors,
    override); `score` runs from 0 to 1. `source` and `target` are documents, the older or the translated one first.
    """

    entry: str
    source: str
    source_number: str | None
    target: str
    target_number: str | None
    relation: str
    method: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two current texts of one entry that do not say the same; a passage is "" where that side has none.

    `severity` is contradiction, omission, extra, example_differs, reference_differs or term; `impact` high, medium or low;
    `status` reviewed (a reader settled it) or detected (a rule found it). Notes are one sentence each, or "".
    """

    entry: str
    severity: str
    impact: str
    en_document: str
    en_text: str
    ja_document: str
    ja_text: str
    note_en: str
    note_ja: str
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What one edition changed against the one before; a passage is "" where that side has none.

    `kind` is added, removed, amended, renumbered or typographic; `impact` high, medium, low, none, or "" where nobody judged it.
    """

    entry: str
    kind: str
    from_document: str
    from_text: str
    to_document: str
    to_text: str
    note_en: str
    note_ja: str
    impact: str
    status: str
