"""Tells which entries the numbers of a question name, and what it names that no text has."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.citations.find import Citations
from kb.citations.index import IN_BRACKETS
from kb.citations.model import ELSEWHERE, FOREIGN, NOT_PRINTED, Citation
from kb.fold import evened, fold
from kb.following import Following
from kb.game_named import GameNamed
from kb.glossary import Glossary, Mention
from kb.locator import Locator
from kb.model import Part
from kb.numbering import OWN_LIST, UNITS, dashed, may_say_a_number, printed, without_versions
from kb.part_names import PartName, PartNames
from kb.pointed import BESIDE, pointed
from kb.spelling import Spelling, in_place
from kb.spoken import KATAKANA_DOT, SpokenSteps, may_say_a_step
from kb.store import Store
from kb.titled import TitledQuestions
from kb.tokens import tokens
from kb.unprinted import Codes, is_a_tag, may_be_a_name, names_a_step, numbers_alone, told, too_high

CITED = 20_000
"""A KB of up to so many entries reads every form of citation in a question, for which all its titles are held in memory; a larger
one reads a number beside the name of its part."""
KEYWORD = "keyword"
"""The kind of an entry whose name may hold a number that is none of a step: [2 Attack]."""
# A step number (3.2.1) or a question number (Q4, Q&A 4, question no. 4). Not a version or price glued to letters, not the 7.1
# inside 17.1.2.
_NUMBER = re.compile(
    rf"(?<![\d.])(?P<step>\d{{1,2}}(?:\.\d{{1,2}}){{1,3}})(?!\d|\.\d){UNITS}"
    r"|(?<![a-z0-9])(?:q ?& ?a|q\.?|questions?|質問)\s?(?:no\.?|number|#)?\s?(?P<asked>\d{1,2})(?!\d|\s?(?:つ|件|点|個|:))"
)
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Referred:
    """What the numbers and names of a question refer to.

    `references` are the entry ids that its numbers name, `parts` the flows and sections it names. `missing` are its words that name
    a step by a number which no text prints, or nothing but what no text has. `following` are the entry ids before or after the
    references where those are asked for; `pointed` says how much of the question the references are: all (1), or little where it
    goes on from a step ("what comes after 3.2?"). `ambiguous` says that all it asks for is a number which several entries have.
    `strange` are the names in brackets that no text prints; `missing` holds those of them beside which no term stands.
    """

    parts: tuple[str, ...]
    strange: tuple[str, ...]
    missing: tuple[str, ...]
    locators: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    following: tuple[str, ...] = ()
    pointed: float = 1.0
    ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of one text, as it is read: with them as they are printed, folded, and folded as they were said.

    `parts` are those that a printed name names; where `games` are named only their entries count. `bare` says that a number was
    typed as one, or with dashes. `alone` are the entries of each number where nothing but numbers is asked for.
    """

    text: str
    folded: str
    said: str
    locators: tuple[str, ...]
    parts: Sequence[PartName]
    games: tuple[str, ...]
    bare: bool
    alone: Sequence[Sequence[str]]

    @property
    def asked(self) -> list[str]:
        """The numbers of Q&As, as in an entry's id: q4."""
        return [locator.casefold() for locator in dict.fromkeys(self.locators) if locator.startswith("Q")]


class Referring:
    """What the library knows of numbers and names, prepared once for a KB; `games` finds the words that name games."""

    def __init__(self, store: Store, glossary: Glossary, spelling: Spelling, games: GameNamed) -> None:
        self._store, self._glossary, self._games = store, glossary, games
        self._making = threading.Lock()
        self._whole = store.size <= CITED
        # A game's short name and a space, with which our citations begin.
        self._prefix = re.compile(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, sorted(store.games)))}) ")
        self._parts = PartNames(PartName(part, glossary.terms) for part in store.parts)
        self._hints = [(hint, name) for name in self._parts.all for hint in name.hints]
        self._spoken = SpokenSteps(self._parts, store, spelling.knows, list(games.patterns.values()))

    def read(
        self, text: str, right: Mapping[str, str], mentions: Sequence[Mention], games: tuple[str, ...], edition: int
    ) -> Referred:
        """What a question refers to. `right` are its misspelt words put right, `mentions` its terms, `games` those it names.

        `edition` is the one that it asks about, as `edition_asked` tells it.
        """
        plain = without_versions(self._joined(evened(text)))
        folded = fold(plain)
        strange = self._strange(text, right)
        unnamed = self._nothing_but(strange, text)
        if not self._may_number(plain, folded):
            parts = self._parts_in(folded)
            return Referred(parts=_ids(parts), strange=tuple(strange), missing=tuple(dict.fromkeys(unnamed)))
        numbered = printed(plain)
        read = fold(numbered)
        own_list = OWN_LIST.match(read) is not None
        locators = tuple(one for one in _locators(read) if not (own_list and one.startswith("Q")))
        parts = self._parts_in(read)
        bare = numbered in (plain, dashed(plain))
        alone = [self._numbered(slug, games, edition) for slug in numbers_alone(read)] if self._whole else []
        numbers = _Numbers(numbered, read, folded, locators, parts, games, bare, alone)
        references, missing = self._named(numbers, mentions)
        if right and not references and _DIGIT.search(read):  # "finl phase 2.4"
            mended = in_place(read, right)
            numbers = _Numbers(mended, mended, mended, locators, parts, games or self._games.named(mended), bare, alone)
            references, missing = self._named(numbers, mentions)
        if not references:
            missing = missing or self._nowhere(read, locators, games) or too_high(read) or self._uncorrected(read)
        in_parts = _ids(parts)
        followed = _DIGIT.search(read) is not None and bool(references or not missing)
        following = tuple(self._following.find(read, references, in_parts)) if followed else ()
        own = any(one.startswith("Q") for one in locators) or self._prefix.search(read) is not None
        return Referred(
            parts=in_parts,
            strange=tuple(strange),
            missing=() if references else tuple(dict.fromkeys([*missing, *unnamed])),
            locators=locators,
            references=tuple(dict.fromkeys(references)),
            following=following,
            pointed=BESIDE if following else pointed(read) if references and not own else 1.0,
            ambiguous=any(len(held) > 1 for held in alone),
        )

    def _may_number(self, plain: str, folded: str) -> bool:
        """Whether a text may say a number in any way, or cite as we write it; most questions do not, and are soon read."""
        return (
            _DIGIT.search(folded) is not None
            or may_say_a_number(plain)
            or may_say_a_step(folded)
            or self._prefix.search(folded) is not None
        )

    def _parts_in(self, folded: str) -> list[PartName]:
        """The parts that a folded text names by a printed name; most of them are told at one look."""
        return [name for name in dict.fromkeys([name for hint, name in self._hints if hint in folded]) if name.stands_in(folded)]

    def warm(self) -> None:
        """Prepare now what else the first question with a number would wait for: half a second, and more with more entries."""
        if self._whole:
            _ = self.citations, self._titled, self._following
        self._parts.warm()

    @cached_property
    def _citations(self) -> Citations:
        return Citations(self._store)

    @property
    def citations(self) -> Citations:
        """What finds citations in a text, for whoever asks: made when it is first needed, and once, however many need it then."""
        with self._making:
            return self._citations

    @cached_property
    def _titled(self) -> TitledQuestions:
        return TitledQuestions(self._store.asked_under() if self._whole else ())

    @cached_property
    def _following(self) -> Following:
        flows = self._store.records("flow") if self._whole else ()
        return Following(flow for flow in flows if self._store.documents[flow["document"]].current)

    @cached_property
    def _codes(self) -> Codes:
        renditions = (one for entry in self._store.entries() for one in entry.renditions)
        return Codes(f"{one.number or ''}\n{one.title or ''}\n{one.text}" for one in renditions)

    def _joined(self, text: str) -> str:
        """A text without the dots within katakana, where they part the name of a part: プレイ・タイミング."""
        joined = KATAKANA_DOT.sub("", text) if "・" in text else text
        named = joined != text and any(name.named(fold(joined)) and not name.named(fold(text)) for name in self._parts.all)
        return joined if named else text

    def _named(self, numbers: _Numbers, mentions: Sequence[Mention]) -> tuple[list[str], list[str]]:
        """The entries that numbers name, and the words of numbers that no text prints.

        A number names an entry beside a part's name, as citations do, or a Q&A beside the title that it stands under; one that
        stands alone where only one entry has it. A citation as we write it says all.
        """
        if numbers.alone:
            missing = [] if all(numbers.alone) else numbers.locators or [numbers.folded]
            return [id for held in numbers.alone for id in held], list(missing)
        found = self._cited(numbers)
        out = [candidate.entry.id for citation in found if self._own(citation) for candidate in citation.candidates]
        if out:
            return out, []
        if found and all(citation.reason in ELSEWHERE for citation in found):
            foreign = [citation.words for citation in found if citation.reason == FOREIGN]
            return [], list(numbers.locators) or foreign or [numbers.folded]
        titled = {slug: self._titled.find(numbers.folded, slug)[:1] for slug in numbers.asked}
        out = self._beside_names(numbers, found, [id for under in titled.values() for id in under if self._has(id)])
        out, unprinted = self._spoken.find(numbers.said, numbers.folded, out)
        missing = [citation.words for citation in found if citation.reason == NOT_PRINTED and self._names_a_step(citation.words)]
        missing += unprinted
        for slug in numbers.asked:
            under = [] if any(id.endswith(f"/{slug}") for id in out) else titled[slug]
            owners = [entry for mention in mentions for entry in mention.term.entries[:1] if self._has(f"{entry}/q1")]
            under += [f"{entry}/{slug}" for entry in owners]
            out += [id for id in under if self._has(id)][:1]
            missing += [slug.upper() for _ in under[:1] if not out]
        kept = [id for id in out if not numbers.games or id.partition("/")[0] in numbers.games]
        return kept, missing if kept or not out else [*missing, *(numbers.locators or [numbers.folded])]

    def _cited(self, numbers: _Numbers) -> list[Citation]:
        """The citations with a number, and those as we write them."""
        if not (self._whole and (_DIGIT.search(numbers.text) or self._prefix.search(numbers.folded))):
            return []
        return [one for one in self.citations.find(numbers.text) if _DIGIT.search(one.words) or self._own(one)]

    def _beside_names(self, numbers: _Numbers, found: Sequence[Citation], titled: list[str]) -> list[str]:
        """The entries whose numbers stand beside the name of a part, cited or otherwise, or alone; `titled` beside a title."""
        folded, games, parts = numbers.folded, numbers.games, numbers.parts
        sure = [citation for citation in found if citation.spread or len(citation.candidates) == 1]
        sure = [citation for citation in sure if all(candidate.entry.kind != KEYWORD for candidate in citation.candidates)]
        named = [candidate.entry.id for citation in sure if _LETTER.search(citation.words) for candidate in citation.candidates]
        called: list[PartName] = []
        if _DIGIT.search(folded):
            called = [name for name in self._parts.called(folded) if not games or name.part.game in games]
        out: list[str] = []
        if not numbers.locators:
            out = [id for name in called for slug in name.pairs(folded) for id in self._at(name.part, slug)]
            single = [(name, slug) for name in called for slug in name.stages(folded) if self._at(name.part, slug)]
            listed = len({slug for _, slug in single}) > 1  # "call 1, cast 2"
            out = out or named or [id for name, slug in single if not listed for id in self._at(name.part, slug)]
        slugs = list(dict.fromkeys(Locator.parse(locator).slug for locator in numbers.locators))
        out = out or named or titled
        out = out or [id for name in parts for slug in slugs for id in self._at(name.part, slug)]
        out = out or [id for name in called for slug in slugs for id in self._at(name.part, slug)]
        if numbers.bare and not out:
            out = [candidate.entry.id for citation in sure for candidate in citation.candidates]
        return out

    def _names_a_step(self, words: str) -> bool:
        """Whether the words of a citation that no text prints say for sure that a step, a Q&A or an item of a list is meant."""
        return names_a_step(words) or self.citations.counts(words)

    def _nowhere(self, folded: str, locators: Sequence[str], games: tuple[str, ...]) -> list[str]:
        """The numbers that the text says to be those of steps or Q&As, and that no part prints, of the `games` that are named."""
        if not locators:
            return []
        ends = sorted({found.end() for name in self._parts.called(folded) for found in name.places(folded)})
        meant = [one for one in dict.fromkeys(locators) if not one.startswith("Q") and told(folded, one, ends)]
        parts = [part for part in self._store.parts if not games or part.game in games]
        nowhere = [one for one in meant if not any(self._at(part, Locator.parse(one).slug) for part in parts)]
        return nowhere or [one for one in dict.fromkeys(locators) if one.startswith("Q") and self._asked_under_none(folded, one)]

    def _asked_under_none(self, folded: str, asked: str) -> bool:
        """Whether the number of a Q&A stands right before the name of a part that has Q&As, none of that number: "Q15 call"."""
        place = re.search(rf"(?<![a-z0-9])q\s?{asked[1:]}[\s,:]{{0,2}}(?:(?:of|in|under|の)\s)?(?:the\s)?", folded)
        if place is None:
            return False
        names = [name for name in self._parts.called(folded) if any(at.start() == place.end() for at in name.places(folded))]
        under = [name.part for name in names if self._at(name.part, "q1")]
        return bool(under) and not any(self._at(part, asked.casefold()) for part in under)

    def _uncorrected(self, folded: str) -> list[str]:
        """The codes of cards that a text asks the correction of, and that no text prints."""
        return self._codes.missing(folded) if self._whole and Codes.asked(folded) else []

    def _strange(self, text: str, right: Mapping[str, str]) -> list[str]:
        """The names in brackets that no text prints and no term goes by, nor once its misspelt words are put right: [Flying].

        What a text begins with may say what it is ("[Rules question] …"), and is no name then.
        """
        if not self._whole:
            return []
        found = [one for one in IN_BRACKETS.finditer(text) if may_be_a_name(one[1]) and not self.citations.knows(one[1])]
        found = [one for one in found if one.start() or not is_a_tag(one[1])]
        return [one[0] for one in found if not self._is_term(in_place(one[1], right))]

    def _nothing_but(self, strange: Sequence[str], text: str) -> list[str]:
        """The strange names of a text where no term stands beside them."""
        return list(strange) if strange and not self._glossary.find(_without(text, strange)) else []

    def _is_term(self, text: str) -> bool:
        """Whether a text is nothing but a term."""
        words = tokens(text)
        return any(tokens(mention.form) == words for mention in self._glossary.find(text))

    def _numbered(self, slug: str, games: tuple[str, ...], edition: int) -> list[str]:
        """The entries with a number in any part of some games, of all where none are named, in an edition if one is."""
        return [entry.id for entry in self._store.numbered(slug, edition) if not games or entry.game in games]

    def _has(self, id: str) -> bool:
        """Whether there is an entry of an id."""
        return self._store.row_of(id) is not None

    def _own(self, citation: Citation) -> bool:
        """Whether a citation is one as we write it, and means one entry."""
        return len(citation.candidates) == 1 and self._prefix.match(fold(citation.words)) is not None

    def _at(self, part: Part, slug: str) -> list[str]:
        """The entries with a number in a part."""
        return [self._store.entry_at(row).id for row in self._store.at(part.game, part.slug, slug)]


def _locators(folded: str) -> list[str]:
    return [found["step"] or f"Q{found['asked']}" for found in _NUMBER.finditer(folded)]


def _ids(parts: Sequence[PartName]) -> tuple[str, ...]:
    """The parts as ids begin with them: game and part."""
    return tuple(f"{name.part.game}/{name.part.slug}" for name in parts)


def _without(text: str, words: Sequence[str]) -> str:
    """A text without some of its words."""
    for word in words:
        text = text.replace(word, " ")
    return text
