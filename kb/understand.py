"""Understands a question: its language, the numbers and parts it names, the game terms in it, the words that search."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kb.citations.find import Citations
from kb.citations.model import NOT_PRINTED, Citation
from kb.edition_asked import BEFORE, EDITION, NOW, edition_asked
from kb.fold import evened, fold
from kb.following import Following
from kb.game_named import GameNamed
from kb.glossary import Glossary, Mention
from kb.language import language_of
from kb.locator import Locator
from kb.lookup import looks_up, may_look_up
from kb.model import Part
from kb.numbering import OWN_LIST, UNITS, PartName, PartNames, dashed, printed, without_versions
from kb.outside import FRAGMENTS, GAME_NAMES, Fragments, Outside, compares, words_pattern
from kb.pointed import BESIDE, pointed
from kb.spelling import Spelling
from kb.spoken import KATAKANA_DOT, SpokenSteps
from kb.store import Store
from kb.titled import TitledQuestions
from kb.tokens import is_hiragana, tokens
from kb.unprinted import ALONE, names_a_step, told

MAX_LETTERS = 2000
"""Longer questions are cut here; a question is a sentence or two, not a document."""
MAX_WORDS = 80
HIRAGANA_SHARE = 0.3
"""How much a pair of hiragana counts: mostly endings and particles, seldom the matter itself."""
FUNCTION_SHARE = 0.25
CORRECTED_SHARE = 0.8
EXPANDED_SHARE = 0.6
"""How much a word put right, and a word that a term brings in, count against one that was typed."""

CITED = 20_000
"""A KB of up to so many entries reads every form of citation in a question, for which all its titles are held in memory; a larger
one reads a number beside the name of its part."""

KEYWORD = "keyword"
"""The kind of an entry whose name may hold a number that is none of a step: [2 Attack]."""
GAME_VOTES = 0.8
"""Share of the terms' weight that one game needs to be the one that is meant."""

_FUNCTION = frozenset(
    tokens(
        "a an the is are am was were be been do does did can could may might must shall should will would i me my mine you your "
        "he she it its we they them their this that these those there here to of in on at by for from with about into and or but "
        "if so then than what when where which who whom whose why how any some no not just also only still now ok hey please tell"
    )
)
# A step number (3.2.1) or a question number (Q4, Q&A 4, question no. 4). Not a version or price glued to letters, not the 7.1
# inside 17.1.2.
_NUMBER = re.compile(
    rf"(?<![\d.])(?P<step>\d{{1,2}}(?:\.\d{{1,2}}){{1,3}})(?!\d|\.\d){UNITS}"
    r"|(?<![a-z0-9])(?:q ?& ?a|q\.?|questions?|質問)\s?(?:no\.?|number|#)?\s?(?P<asked>\d{1,2})(?!\d|\s?(?:つ|件|点|個|:))"
)
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[a-z]+")
_LETTER = re.compile(r"[^\W\d_]")


def _in_place(text: str, right: Mapping[str, str]) -> str:
    """A text with tokens set right where they stand; as it is where none is wrong."""
    if not right:
        return text
    out = _WORD.sub(lambda word: next((right[token] for token in tokens(word[0]) if token in right), word[0]), fold(text))
    for wrong in sorted((word for word in right if not word.isascii()), key=len, reverse=True):
        out = out.replace(wrong, right[wrong])
    return out


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What a question asks for. `weights` are the words that search and how much each counts; `typed` those typed as they are.

    `references` are entry ids that its numbers name, `mentions` the game terms found, `parts` the flows and sections it names,
    `spelled` the text with misspelt words set right behind it, for the encoder that adds words up, `put` with them in their places,
    for the one that reads their order; `edition` is the one asked about, or NOW, or BEFORE;
    `old` says that older rules are asked for.
    `pointed` says how much of the question they are: all (1), or little where it goes on from a step ("what comes after 3.2?").
    `following` are the entry ids before or after them where those are asked for.
    `games` are the games it speaks of, `outside` words of things that no rules text answers. `missing` are its words that name a
    step by a number which no text prints. `looked_up` are the ids of terms that it only looks up ("soulguard meaning").
    `elsewhere` says that it asks of a game that is not held, by name; `ambiguous` that it is a number alone which several have,
    `fragment` that it asks nothing ("hello?"), `named` that the games are those it names itself, not told by its terms alone;
    `game` is the only one that it names, and does not only compare with, or "".
    """

    text: str
    language: str
    words: tuple[str, ...]
    weights: dict[str, float]
    locators: tuple[str, ...]
    parts: tuple[str, ...]
    references: tuple[str, ...]
    mentions: tuple[Mention, ...]
    spelled: str
    put: str
    edition: int
    old: bool
    games: tuple[str, ...]
    outside: tuple[str, ...]
    missing: tuple[str, ...] = ()
    pointed: float = 1.0
    following: tuple[str, ...] = ()
    looked_up: frozenset[str] = frozenset()
    elsewhere: bool = False
    ambiguous: bool = False
    fragment: bool = False
    named: bool = False
    game: str = ""

    @property
    def barred(self) -> bool:
        """Whether no ruling may be given, however near one seems.

        A step that no text prints is no step, another game has other rules, and a number that several have names none of them.
        """
        return bool(self.missing) or self.elsewhere or self.ambiguous or self.fragment

    @property
    def terms(self) -> tuple[str, ...]:
        """The ids of the game terms found."""
        return tuple(mention.term.id for mention in self.mentions)


class Understanding:
    """What the library knows about the words of a question, prepared once for a KB."""

    def __init__(self, store: Store, glossary: Glossary, spelling: Spelling) -> None:
        self._store = store
        self._glossary = glossary
        self._spelling = spelling
        self._making = threading.Lock()
        outside = store.records("outside")
        self._outside = Outside(word for body in outside if body["sort"] != FRAGMENTS for word in body["words"])
        self._fragments = Fragments(word for body in outside if body["sort"] == FRAGMENTS for word in body["words"])
        self._other_games = Outside(word for body in outside if body["sort"] == GAME_NAMES for word in body["words"])
        self._game_words = [(game.id, words_pattern(map(fold, game.words))) for game in store.games.values() if game.words]
        self._game_named = GameNamed(store.games.values())
        # A game's short name and a space, with which our citations begin.
        self._prefix = re.compile(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, sorted(store.games)))}) ")
        self._parts = PartNames(PartName(part, glossary.terms) for part in store.parts)
        self._hints = [(hint, name) for name in self._parts.all for hint in name.hints]
        self._spoken = SpokenSteps(self._parts, store, spelling.knows, [pattern for _, pattern in self._game_words])

    def understand(self, text: str, language: str | None = None) -> Query:
        """Read a question; raises ValueError when it holds nothing that could be searched for."""
        text = _readable(text)[:MAX_LETTERS]
        if len(fold(text)) > 2 * MAX_LETTERS:  # one letter may stand for a whole phrase: ﷺ folds to 18
            text = fold(text)[:MAX_LETTERS].strip()
        folded = fold(text)
        edition = edition_asked(folded)
        without = EDITION.sub(" ", folded) if edition != NOW else ""
        asked = without if tokens(without) else text
        named = self._named_games(folded)
        if named:
            asked = self._game_named.without(asked)
        words = tuple(tokens(asked)[:MAX_WORDS])
        if not words:
            raise ValueError("the question holds no words or numbers")
        corrected = {word: self._spelling.nearest(word) for word in dict.fromkeys(words) if not self._spelling.knows(word)}
        right = {wrong: near for wrong, near in corrected.items() if near is not None}
        mentions = tuple(self._mentions(asked, words, right))
        plain = without_versions(self._joined(evened(text)))
        numbered = printed(plain)
        bare = numbered in (plain, dashed(plain)) or ALONE.fullmatch(numbered) is not None
        read = fold(numbered)
        own_list = OWN_LIST.match(read) is not None
        locators = tuple(one for one in _locators(read) if not (own_list and one.startswith("Q")))
        hinted = dict.fromkeys([name for hint, name in self._hints if hint in read])  # most of the parts are told at one look
        parts = [name for name in hinted if name.named(read)]
        references, missing = self._references(numbered, read, fold(plain), locators, parts, mentions, named, bare=bare)
        if right and not references and _DIGIT.search(read):  # "finl phase 2.4"
            mended = _WORD.sub(lambda word: right.get(word[0]) or word[0], read)
            named_then = named or self._named_games(mended)
            references, missing = self._references(mended, mended, mended, locators, parts, mentions, named_then, bare=bare)
        if locators and not references and not missing:
            missing = self._nowhere(read, locators)
        games = named or self._voted_game(mentions)
        in_parts = [f"{name.part.game}/{name.part.slug}" for name in parts]
        numbers = _DIGIT.search(read) is not None and bool(references or not missing)
        following = tuple(self._following.find(read, references, in_parts)) if numbers else ()
        put, outside = _in_place(asked, right), tuple(self._outside.find(folded))
        own = any(one.startswith("Q") for one in locators) or self._prefix.search(read) is not None
        return Query(
            text=text,
            language=language or language_of(text),
            words=words,
            weights=_weights(words, right, mentions),
            locators=locators,
            parts=tuple(in_parts),
            references=tuple(dict.fromkeys(references)),
            mentions=mentions,
            spelled=" ".join([asked, *right.values()]),
            put=put,
            edition=edition,
            old=self._is_old(edition, games),
            games=games,
            named=bool(named),
            outside=outside,
            missing=tuple(missing) if not references else (),
            looked_up=self._looked_up(put, mentions, named),
            elsewhere=not named and bool(outside) and self._other_games.holds(folded) and not compares(folded),
            game=named[0] if len(named) == 1 and not compares(folded) else "",
            pointed=BESIDE if following else pointed(read) if references and not own else 1.0,
            following=following,
            fragment=not (mentions or references or locators) and self._fragments.only(folded),
            ambiguous=bare and not own and len(set(references)) > 1 and ALONE.fullmatch(read) is not None,
        )

    def _joined(self, text: str) -> str:
        """A text without the dots within katakana, where they part the name of a part: プレイ・タイミング."""
        joined = KATAKANA_DOT.sub("", text) if "・" in text else text
        named = joined != text and any(name.named(fold(joined)) and not name.named(fold(text)) for name in self._parts.all)
        return joined if named else text

    def _is_old(self, edition: int, games: tuple[str, ...]) -> bool:
        """Whether an edition is an older one, or one that is not held, of the games that are named, else of any."""
        if edition in (NOW, BEFORE):
            return edition == BEFORE
        held = [document for document in self._store.documents.values() if not games or document.game in games]
        return any(not one.current and one.edition == edition for one in held) or all(one.edition != edition for one in held)

    def warm(self) -> None:
        """Prepare now what else the first question with a number would wait for: half a second, and more with more entries."""
        if self._store.size <= CITED:
            _ = self.citations, self._titled, self._following
        self._parts.warm()

    @staticmethod
    def _voted_game(mentions: tuple[Mention, ...]) -> tuple[str, ...]:
        """The game whose terms a question uses alone."""
        votes: dict[str, float] = {}
        for mention in mentions:
            if mention.term.game:
                votes[mention.term.game] = votes.get(mention.term.game, 0.0) + mention.weight
        best = max(votes, key=lambda game: votes[game], default="")
        clear = best and votes[best] >= GAME_VOTES * sum(votes.values()) and votes[best] >= 1.0
        return (best,) if clear else ()

    def _named_games(self, folded: str) -> tuple[str, ...]:
        """The games that a question names itself."""
        return tuple(id for id, pattern in self._game_words if pattern.search(folded))

    def _mentions(self, text: str, words: tuple[str, ...], right: dict[str, str]) -> list[Mention]:
        """The terms of the question, also those that show once a misspelt word is put right."""
        found = self._glossary.find(text)
        if right:
            known = {mention.term.id for mention in found}
            mended = self._glossary.find(" ".join(right.get(word, word) for word in words))
            found += [Mention(m.term, m.weight * CORRECTED_SHARE, False, m.form) for m in mended if m.term.id not in known]
        return found

    def _looked_up(self, text: str, mentions: Sequence[Mention], named: tuple[str, ...]) -> frozenset[str]:
        """The terms of which a question asks only what they are, by their ids; `named` are the games that it names."""
        folded, forms = fold(text), {mention.form for mention in mentions}
        if not named and not may_look_up(folded, forms):
            return frozenset()
        games = [pattern for id, pattern in self._game_words if id in named]
        asked = {form: looks_up(folded, form, games) for form in forms}
        return frozenset(mention.term.id for mention in mentions if asked[mention.form])

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
        return TitledQuestions(self._store.asked_under() if self._store.size <= CITED else ())

    @cached_property
    def _following(self) -> Following:
        flows = self._store.records("flow") if self._store.size <= CITED else ()
        return Following(flow for flow in flows if self._store.documents[flow["document"]].current)

    def _references(
        self,
        text: str,
        folded: str,
        plain: str,
        locators: tuple[str, ...],
        parts: list[PartName],
        mentions: Sequence[Mention],
        games: tuple[str, ...],
        *,
        bare: bool,
    ) -> tuple[list[str], list[str]]:
        """The entries that numbers name, and the words of numbers that no text prints.

        A number names an entry beside a part's name, as citations do, or a Q&A beside the title that it stands under; one that
        stands alone where only one entry has it, if it is `bare`: typed so, or with dashes. A citation as we write it says all.
        Where `games` are named only their entries count.
        """
        found: list[Citation] = []
        if self._store.size <= CITED and (_DIGIT.search(text) or self._prefix.search(folded)):
            found = [citation for citation in self.citations.find(text) if _DIGIT.search(citation.words) or self._own(citation)]
        out = [candidate.entry.id for citation in found if self._own(citation) for candidate in citation.candidates]
        if out:
            return out, []
        cited = [citation for citation in found if citation.spread or len(citation.candidates) == 1]
        cited = [citation for citation in cited if all(candidate.entry.kind != KEYWORD for candidate in citation.candidates)]
        named = [candidate.entry.id for citation in cited if _LETTER.search(citation.words) for candidate in citation.candidates]
        called: list[PartName] = []
        if _DIGIT.search(folded):
            called = [name for name in self._parts.called(folded) if not games or name.part.game in games]
        if not locators:
            out = [id for name in called for slug in name.pairs(folded) for id in self._at(name.part, slug)]
            told = [(name, slug) for name in called for slug in name.stages(folded) if self._at(name.part, slug)]
            listed = len({slug for _, slug in told}) > 1  # "call 1, cast 2"
            out = out or named or [id for name, slug in told if not listed for id in self._at(name.part, slug)]
        slugs = list(dict.fromkeys(Locator.parse(locator).slug for locator in locators))
        asked = [locator.casefold() for locator in dict.fromkeys(locators) if locator.startswith("Q")]
        titled = {slug: self._titled.find(folded, slug)[:1] for slug in asked}
        out = out or named or [id for found in titled.values() for id in found if self._has(id)]
        out = out or [id for name in parts for slug in slugs for id in self._at(name.part, slug)]
        out = out or [id for name in called for slug in slugs for id in self._at(name.part, slug)]
        if bare and not out:
            meant = found if ALONE.fullmatch(folded) else cited
            out = [candidate.entry.id for citation in meant for candidate in citation.candidates]
        out, unprinted = self._spoken.find(plain, folded, out)
        missing = [citation.words for citation in found if citation.reason == NOT_PRINTED and self._names_a_step(citation.words)]
        missing += unprinted
        for slug in asked:
            under = [] if any(id.endswith(f"/{slug}") for id in out) else titled[slug]
            owners = [entry for mention in mentions for entry in mention.term.entries[:1] if self._has(f"{entry}/q1")]
            under += [f"{entry}/{slug}" for entry in owners]
            out += [id for id in under if self._has(id)][:1]
            missing += [slug.upper() for _ in under[:1] if not out]
        return [id for id in out if not games or id.partition("/")[0] in games], missing

    def _names_a_step(self, words: str) -> bool:
        """Whether the words of a citation that no text prints say for sure that a step, a Q&A or an item of a list is meant."""
        return names_a_step(words) or self.citations.counts(words)

    def _nowhere(self, folded: str, locators: Sequence[str]) -> list[str]:
        """The numbers that the text says to be those of steps, and that no part prints."""
        ends = sorted({found.end() for name in self._parts.called(folded) for found in name.places(folded)})
        meant = [one for one in dict.fromkeys(locators) if not one.startswith("Q") and told(folded, one, ends)]
        return [one for one in meant if not any(self._at(part, Locator.parse(one).slug) for part in self._store.parts)]

    def _has(self, id: str) -> bool:
        """Whether there is an entry of an id."""
        return self._store.row_of(id) is not None

    def _own(self, citation: Citation) -> bool:
        """Whether a citation is one as we write it, and means one entry."""
        return len(citation.candidates) == 1 and self._prefix.match(fold(citation.words)) is not None

    def _at(self, part: Part, slug: str) -> list[str]:
        """The entries with a number in a part."""
        return [self._store.entry_at(row).id for row in self._store.at(part.game, part.slug, slug)]


def _weights(words: tuple[str, ...], right: dict[str, str], mentions: tuple[Mention, ...]) -> dict[str, float]:
    """How much each word counts, with the printed forms of the terms it stands for."""
    weights: dict[str, float] = {}
    for word in words:
        share = HIRAGANA_SHARE if is_hiragana(word) else FUNCTION_SHARE if word in _FUNCTION else 1.0
        weights[word] = min(1.5, weights.get(word, 0.0) + share)
    for wrong, near in right.items():
        weights[near] = max(weights.get(near, 0.0), CORRECTED_SHARE)
        weights.pop(wrong, None)
    for mention in mentions[:8]:
        for form in (*mention.term.en[:1], *mention.term.ja[:1]):
            for token in _tokens_of(form):
                share = EXPANDED_SHARE * mention.weight * (0.5 if is_hiragana(token) else 1.0)
                weights[token] = max(weights.get(token, 0.0), share)
    return weights


@lru_cache(maxsize=4096)
def _tokens_of(form: str) -> tuple[str, ...]:
    """The tokens of a term's form, which come again with every question that names it."""
    return tuple(tokens(form))


def _readable(text: str) -> str:
    """The text without control characters and lone surrogates, which no keyboard types and no index holds."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text if not "\ud800" <= letter <= "\udfff")
    return " ".join(kept.split())


def _locators(folded: str) -> list[str]:
    return [found["step"] or f"Q{found['asked']}" for found in _NUMBER.finditer(folded)]
