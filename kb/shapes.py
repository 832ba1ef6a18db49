"""The JSON that leaves Judgecall, as types: the code that makes it is checked against them, and they describe the API.

A field's type carries its description as a string, and what JSON Schema can say more of it as a dict.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from kb.model import KINDS

Language = Annotated[str, {"enum": ["en", "ja"]}]
Kind = Annotated[str, {"enum": list(KINDS)}]
Share = Annotated[float, {"minimum": 0, "maximum": 1}]
EntryId = Annotated[str, "The id of an entry, which is also its address on the site.", {"pattern": "^[^/]+/.+$"}]
DocumentId = Annotated[str, "The id of a document."]
Address = Annotated[str, "An address on this site, from its root.", {"pattern": "^/"}]
Number = Annotated[str | None, "The number as that document prints it; null where it prints none."]
LineRange = Annotated[list[int], "First and last source line, 1-based.", {"minItems": 2, "maxItems": 2}]


class ErrorBody(TypedDict):
    """What went wrong."""

    code: Annotated[str, "A word for programs."]
    message: Annotated[str, "What was wrong, for people."]
    hint: Annotated[str, "What to do."]


class Error(TypedDict):
    """The one shape of every error."""

    error: ErrorBody


class QueryShape(TypedDict):
    """A question as it was understood."""

    text: str
    language: Language
    locators: Annotated[list[str], "The numbers that it names."]
    terms: Annotated[list[str], "The ids of the game terms in it."]


class SupportShape(TypedDict):
    """What an answer rests on, pinned to one document."""

    id: EntryId
    document: DocumentId
    citation: str
    url: Address
    quote: Annotated[str, "Words of that document, as printed."]


class AnswerShape(TypedDict):
    """An answer; every word of it is quoted."""

    verdict: Annotated[
        str | None,
        "The answer to the question as asked; null where the text is only quoted.",
        {"enum": ["yes", "no", "depends", None]},
    ]
    negative: Annotated[bool, 'Whether the question was put negatively ("so I can\'t?"): then yes says that it is so.']
    text: str
    confidence: Share
    citations: list[SupportShape]
    caveats: list[str]


class RenditionShape(TypedDict):
    """An entry as one document prints it."""

    document: DocumentId
    language: Language
    edition: int
    number: Number
    title: str | None
    text: Annotated[str, "As printed, without its own number."]
    conflict: Annotated[bool, "Whether it disagrees with the current text of the other language."]


class HitShape(TypedDict):
    """An entry that was found."""

    id: EntryId
    kind: Kind
    game: str
    citation: str
    url: Address
    score: Share
    why: list[str]
    text: Annotated[str, "Every rendition's text, the best one first, joined by blank lines."]
    renditions: list[RenditionShape]


class FoundShape(TypedDict):
    """The answer to a question; null where no ruling was found, and then the results are near misses."""

    query: QueryShape
    answer: AnswerShape | None
    results: list[HitShape]
    took_ms: Annotated[
        float, "Milliseconds that the search took when it was done; a reply that is kept says it again.", {"minimum": 0}
    ]


class DocumentShape(TypedDict):
    """A document without its text."""

    id: DocumentId
    game: str
    language: Language
    edition: int
    title: str
    supersedes: Annotated[str | None, "The document that it replaces."]
    effective: Annotated[str | None, "A date that the text itself states.", {"format": "date"}]
    current: bool
    sha256: Annotated[str, {"pattern": "^[0-9a-f]{64}$"}]
    notice: str
    url: Address


class Documents(TypedDict):
    """The documents that the knowledge base was built from."""

    documents: list[DocumentShape]


class Passage(TypedDict):
    """Words of one document; empty where that side has none."""

    document: DocumentId
    text: Annotated[str, "The passage, verbatim."]


class ConflictShape(TypedDict):
    """A place where the current texts of two languages disagree."""

    entry: EntryId
    severity: str
    impact: str
    en: Passage
    ja: Passage
    note: str
    note_ja: str
    status: Annotated[str, {"enum": ["reviewed", "detected"]}]


class Conflicts(TypedDict):
    """All conflicts, in the order of the rules."""

    conflicts: list[ConflictShape]


# "from" is a word of Python's own, so that this one cannot be written as a class.
ChangeShape = TypedDict(
    "ChangeShape",
    {
        "entry": EntryId,
        "kind": Annotated[str, {"enum": ["added", "removed", "amended", "renumbered", "typographic"]}],
        "from": Passage,
        "to": Passage,
        "note": str,
        "note_ja": str,
        "impact": Annotated[str, "Empty where nobody judged it."],
        "status": Annotated[str, {"enum": ["reviewed", "detected"]}],
    },
)
ChangeShape.__doc__ = "What one edition changed against the one before."


class Changes(TypedDict):
    """All changes, the newest edition last."""

    changes: list[ChangeShape]


class ReferenceShape(TypedDict):
    """A place where an entry's text refers to another."""

    entry: EntryId
    document: DocumentId
    text: str
    target: Annotated[str | None, "The entry that is meant; null where it names a heading or nothing."]
    status: Annotated[str, {"enum": ["ok", "wrong"]}]
    there: Annotated[bool, "Whether the document prints what is named; a wrong reference to such a place leads to the wrong one."]
    note: Annotated[str, "Why it is wrong, or empty."]
    note_ja: str


class StalePassage(TypedDict):
    """Words of one entry in one document that still print a rule that was changed."""

    entry: EntryId
    document: DocumentId
    text: Annotated[str, "The passage, verbatim."]


class RuleChangeShape(TypedDict):
    """A dated rule change and what it touches, as a reader wrote it down."""

    change: Annotated[str, "The entry that prints the change."]
    entries: Annotated[list[str], "The entries that it changed."]
    stale: list[StalePassage]
    note: str
    note_ja: str


class Withdrawn(TypedDict):
    """Where an entry went that the current document of a language no longer prints."""

    entry: EntryId
    last: Annotated[str, "The last document that printed it."]
    withdrawn_in: str | None
    still_in: Annotated[list[str], "The current documents of other languages that still print it."]
    merged_into: str | None


class FullRendition(RenditionShape):
    """An entry as one document prints it, with where it stands there."""

    citation: str
    url: Address
    section: list[str]
    under: Annotated[str | None, "The entry that it stands under."]
    lines: list[LineRange]
    doubts: Annotated[list[str], "What was reconstructed or is uncertain."]


class EntryShape(TypedDict):
    """One entry with everything that is known about it."""

    id: EntryId
    game: str
    kind: Kind
    citation: str
    url: Address
    renditions: list[FullRendition]
    conflicts: list[ConflictShape]
    changes: list[ChangeShape]
    rule_changes: list[RuleChangeShape]
    references: list[ReferenceShape]
    cited_by: list[str]
    withdrawn: Withdrawn | None


class Names(TypedDict):
    """A name by language."""

    en: str
    ja: str


class Stage(TypedDict):
    """A stage of a flow and its steps."""

    id: EntryId
    number: Number
    title: str | None
    steps: list[str]


class Step(TypedDict):
    """A step of a flow, or a line that only sends the reader elsewhere."""

    id: EntryId
    kind: Kind
    number: Number
    stage: str | None
    text: str


Edge = TypedDict(
    "Edge",
    {
        "from": EntryId,
        "to": EntryId,
        "kind": Annotated[Literal["next", "branch", "return"], "A branch is taken under a condition."],
        "text": Annotated[str, "The sentence that says so; empty where the next step just follows."],
    },
)
Edge.__doc__ = "A way from one step to another."


class FlowShape(TypedDict):
    """A numbered procedure as a graph, by one document."""

    game: str
    part: str
    name: Names
    document: DocumentId
    stages: list[Stage]
    steps: list[Step]
    edges: list[Edge]
    ends: list[str]


class TextToRead(TypedDict):
    """A text that may cite rules."""

    text: Annotated[str, "At most 64 KB in UTF-8, in English or Japanese."]


class DocumentCount(TypedDict):
    """The hash of a document's source and how many entries it prints."""

    sha256: Annotated[str, {"pattern": "^[0-9a-f]{64}$"}]
    entries: int


class Manifest(TypedDict):
    """What this knowledge base is, exactly."""

    revision: str
    entries: int
    documents: dict[str, DocumentCount]


class Health(TypedDict):
    """The site is up."""

    status: Literal["ok"]
    revision: str
