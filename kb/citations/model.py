"""A Citation is a mention of an entry in a text; it is resolved when exactly one candidate, or one range of them, is left."""

from __future__ import annotations

from dataclasses import dataclass

from kb.citations.quotes import Quote
from kb.difference import Span
from kb.model import Entry, Rendition

CURRENT, CHANGED, RENUMBERED = "current", "changed since", "renumbered"
WITHDRAWN, UNKNOWN, AMBIGUOUS = "withdrawn", "unknown", "ambiguous"
STATUSES = (CURRENT, CHANGED, RENUMBERED, WITHDRAWN, UNKNOWN, AMBIGUOUS)
"""What a citation may be found to be, in the words of the API."""

NOT_PRINTED = "not printed"
"""The reason of a citation whose flow is known and whose number no text of it prints."""
NOT_IN_EDITION, NOT_HELD = "edition", "not held"
"""The reasons of a citation whose edition is named: it is held here and does not print that, or it is not held."""
OTHER_GAME = "game"
"""The reason of a citation whose words name a game that has no such rule."""
FOREIGN = "foreign"
"""The reason of a citation of another game's rules, none of whose texts is held here."""
OTHER_DOCUMENT = "document"
"""The reason of a citation of another document than those that are held here: floor rules, a penalty guide."""
ELSEWHERE = (OTHER_GAME, FOREIGN)
OLD_RULE, INCORRECT, QUESTION = "old rule", "incorrect", "question"
"""As what words are printed that are no rule of today: in the old half of a change or an erratum, in the question of a Q&A."""
OUTDATED = (OLD_RULE, INCORRECT)
GRAVITY = (WITHDRAWN, RENUMBERED, CHANGED, CURRENT)
"""The gravest first: what is said of a range is what is said of its gravest step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingDoubt:
    """What is known against a current text: that it prints an old rule yet (`stale`) or disagrees gravely with another language.

    `passage` are its words, "" where it has none; `source` is the entry that says more: the rule change, or the entry itself.
    """

    stale: bool
    passage: str
    source: str
    note_en: str
    note_ja: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An entry that a citation may mean, by the text that it names.

    `rendition` is that text; `named` whether the words name its edition or language; `today` is the current text of the same
        language where that says something else or goes by another number, or the other language's where its own withdrew it;
    `went_to` the entry that a withdrawn one was merged into; `doubts` what is known against the text, if its words are current.
    """

    entry: Entry
    rendition: Rendition
    named: bool
    status: str
    today: Rendition | None = None
    went_to: Entry | None = None
    doubts: tuple[StandingDoubt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """Words that a text quotes from a citation, from `start` to `end` with their marks, and the `rendition` they are compared with.

    Where that does not print them, `others` are the texts that do, `nearest` is its sentence that is most like them and `said` the
    words, both cut into runs and marked where the other says something else; all of these may be empty. `printed_as` says as
    what the text that prints them does so, where that held before: `old rule` or `incorrect`.
    """

    start: int
    end: int
    words: str
    rendition: Rendition
    printed: bool
    printed_as: str = ""
    others: tuple[tuple[Entry, Rendition], ...] = ()
    nearest: tuple[Span, ...] = ()
    said: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A mention: `start` and `end` are offsets in code points of the text as given, `words` what stands there.

    `reason` says why it is not resolved, or "": `no flow` (a number whose flow is not named), `several` (more than one entry goes
    by it), `not printed` (no text prints it), `edition` (the edition that is named does not print it), `not held` (that edition is
    not held here), `game` (the game that is named has no such rule), `foreign` (another game's rule), `document` (another
    document's). `edition` are the words that name the edition where that is the reason. `spread` is true for a range, whose
    candidates are all meant. `host` is that of a link, which may be anybody's site: the rule is read from the path alone. `quotes`
    are the words that are quoted from it, as far as that is sure; `not_compared` are quoted words beside it of which it is not.
    """

    start: int
    end: int
    words: str
    status: str
    candidates: tuple[Candidate, ...] = ()
    reason: str = ""
    spread: bool = False
    edition: str = ""
    host: str = ""
    quotes: tuple[Quoted, ...] = ()
    not_compared: tuple[Quote, ...] = ()

    @property
    def misquoted(self) -> bool:
        """Whether words are quoted from it that it does not print."""
        return any(not quoted.printed for quoted in self.quotes)

    @property
    def outdated(self) -> bool:
        """Whether words are quoted from it that it prints as what held before."""
        return any(quoted.printed and quoted.printed_as in OUTDATED for quoted in self.quotes)

    @property
    def state(self) -> str:
        """What is to be said of it first: what is wrong with its quotes, that its current text is in doubt, or its status."""
        doubted = self.status == CURRENT and any(candidate.doubts for candidate in self.candidates)
        wrong = "misquoted" if self.misquoted else "outdated" if self.outdated else ""
        return wrong or ("doubted" if doubted else self.status)
