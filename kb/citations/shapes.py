"""The JSON of citations, as types."""

from __future__ import annotations

from typing import Annotated, TypedDict

from kb.citations.model import STATUSES
from kb.shapes import Address, DocumentId, EntryId, Number


class CitedText(TypedDict):
    """An entry's text in one document."""

    document: DocumentId
    citation: str
    url: Address
    number: Number
    text: str


class WentTo(TypedDict):
    """The entry that a withdrawn one was merged into."""

    id: EntryId
    url: Address


class DoubtShape(TypedDict):
    """What is known against a current text: it prints an old rule yet, or disagrees with the other language with high impact."""

    sort: Annotated[str, {"enum": ["stale", "languages differ"]}]
    text: Annotated[str, "Its passage, as printed; empty where it says nothing."]
    note: str
    note_ja: str
    url: Annotated[str, "The rule change that made it old, or where the languages disagree."]


class CandidateShape(TypedDict):
    """An entry that a citation may mean; its citation and address are pinned where the text names an edition."""

    id: EntryId
    status: str
    document: DocumentId
    citation: str
    url: Address
    number: Number
    today: Annotated[CitedText | None, "What is said today; null while nothing differs."]
    went_to: WentTo | None
    doubts: list[DoubtShape]


class PrintedIn(TypedDict):
    """A text that prints words which another one does not."""

    id: EntryId
    document: DocumentId
    citation: str
    url: Address


class QuotedShape(TypedDict):
    """Words in quotation marks that the text gives as those of a citation; only where that is sure."""

    start: Annotated[int, "Offset of the first mark, in code points of the text as sent.", {"minimum": 0}]
    end: Annotated[int, "Offset after the last mark.", {"minimum": 0}]
    text: str
    document: Annotated[str, "The document whose text they are compared with."]
    printed: Annotated[bool, "Whether that text prints them; case, space, punctuation and the shapes of brackets do not count."]
    printed_as: Annotated[
        str,
        "As what they are printed, where that is no rule of today: the old rule of a change, the incorrect text of an erratum, "
        "the question of a Q&A.",
        {"enum": ["", "old rule", "incorrect", "question"]},
    ]
    printed_in: Annotated[list[PrintedIn], "Other texts that print them, where that one does not."]
    nearest: Annotated[str | None, "Its sentence that is most like them, where it does not print them; null where none is."]


class NotComparedShape(TypedDict):
    """Words in quotation marks beside a citation that are not compared with it, as it is not sure that they are its."""

    start: Annotated[int, "Offset of the first mark, in code points of the text as sent.", {"minimum": 0}]
    end: Annotated[int, "Offset after the last mark.", {"minimum": 0}]
    text: str


class LeftOut(TypedDict, total=False):
    """What a reply that would be too long leaves out."""

    left_out: Annotated[int, "How many candidates are not listed, in a reply that would list too many.", {"minimum": 1}]


class CitationShape(LeftOut):
    """A mention of rules in a text; resolved where exactly one candidate, or one range of them, is left."""

    start: Annotated[int, "Offset in code points of the text as sent.", {"minimum": 0}]
    end: Annotated[int, "Offset after the last code point.", {"minimum": 0}]
    text: str
    status: Annotated[str, {"enum": list(STATUSES)}]
    reason: Annotated[str, "Why it is not resolved, or empty."]
    range: Annotated[bool, "Whether it is a range, whose candidates are all meant."]
    edition: Annotated[str, "The words that name the edition that does not print it or is not held; else empty."]
    host: Annotated[str, "The host of a link, which may be anybody's: the rule is read from its path alone; else empty."]
    candidates: list[CandidateShape]
    quotes: list[QuotedShape]
    not_compared: list[NotComparedShape]


class Spans(TypedDict):
    """All citations of a text, in order; they do not overlap."""

    spans: list[CitationShape]
