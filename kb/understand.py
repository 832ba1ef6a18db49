"""Understands a question: its language, the numbers and parts it names, the game terms in it, the words that search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kb.around import AROUND, AROUND_LAST, Around
from kb.asking import asking, sentences_of
from kb.citations.find import Citations
from kb.edition_asked import BEFORE, EDITION, NOW, edition_asked, in_force_since
from kb.fold import fold
from kb.game_named import GameNamed
from kb.glossary import BORROWED, Glossary, Mention
from kb.language import language_of
from kb.lookup import asks_of_its_place, looks_up, may_look_up
from kb.model import LISTED
from kb.outside import DOCUMENTS_BESIDE, FRAGMENTS, GAME_NAMES, NAMES_BESIDE, Fragments, Outside, compares
from kb.reasons import asks_reason
from kb.referring import Referred, Referring
from kb.spelling import Spelling, in_place
from kb.store import Store
from kb.tokens import is_hiragana, tokens

MAX_LETTERS = 2000
"""Longer questions are cut here; a question is a sentence or two, not a document."""
MAX_WORDS = 80
HIRAGANA_SHARE = 0.3
"""How much a pair of hiragana counts: mostly endings and particles, seldom the matter itself."""
FUNCTION_SHARE = 0.25
CORRECTED_SHARE = 0.8
EXPANDED_SHARE = 0.6
"""How much a word put right, and a word that a term brings in, count against one that was typed."""
_EXPANDED_HIRAGANA = 0.5
"""What of that a pair of hiragana counts in the printed form of a term, which holds fewer endings than a question."""
_SAID_AGAIN, _EXPANDED = 1.5, 8
"""A word counts so much at most, however often it is said; the first so many terms, the surest ones, bring their printed forms in.
Like the shares above these are chosen by hand."""
GAME_VOTES = 0.8
"""Share of the terms' weight that one game needs to be the one that is meant."""

_DIGIT = re.compile(r"\d")
_NOT_OUTSIDE = (AROUND, AROUND_LAST, DOCUMENTS_BESIDE, FRAGMENTS, NAMES_BESIDE)
"""Sorts of words that do not tell by themselves that no rules text answers."""
_CARD = "card"
"""The kind of a term that is a card's name."""
_FUNCTION = frozenset(
    tokens(
        "a an the is are am was were be been do does did can could may might must shall should will would i me my mine you your "
        "he she it its we they them their this that these those there here to of in on at by for from with about into and or but "
        "if so then than what when where which who whom whose why how any some no not just also only still now ok hey please tell"
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What a question asks for. `weights` are the words that search and how much each counts.

    `text` is what was typed, `question` that without what only stands around it (`kb/around.py`), which is all that is read;
    `referred` is what its numbers and names refer to, `mentions` the game terms found, `spelled` the text with misspelt words set
    right behind it, for the encoder that adds words up, `put` with them in their places, for the one that reads their order;
    `edition` is the one asked about, or NOW, or BEFORE; `old` says that older rules are asked for.
    `games` are the games it speaks of, `outside` words of things that no rules text answers. `looked_up` are the ids of terms that
    it only looks up ("soulguard meaning").
    `elsewhere` says that it asks of a game that is not held, by name, `fragment` that it asks nothing ("hello?"), `named` that the
    games are those it names itself, not told by its terms alone; `game` is the only one that it names, and does not only compare
    with, or "". `reason` says that it asks why a rule is so, or for advice, `unheld` that it names an edition newer than all that
    are held, `beside_list` that it asks something else of a card of which the rules only say how many may be played.
    """

    text: str
    question: str
    language: str
    words: tuple[str, ...]
    weights: dict[str, float]
    referred: Referred
    mentions: tuple[Mention, ...]
    spelled: str
    put: str
    edition: int
    old: bool
    games: tuple[str, ...]
    outside: tuple[str, ...]
    looked_up: frozenset[str] = frozenset()
    elsewhere: bool = False
    fragment: bool = False
    named: bool = False
    game: str = ""
    reason: bool = False
    unheld: bool = False
    beside_list: bool = False

    @property
    def barred(self) -> bool:
        """Whether no ruling may be given, however near one seems.

        A step that no text prints is no step, another game has other rules, and a number that several have names none of them.
        """
        return bool(self.referred.missing) or self.elsewhere or self.referred.ambiguous or self.fragment

    @property
    def terms(self) -> tuple[str, ...]:
        """The ids of the game terms found; of those that a form may mean the surest."""
        surest: dict[str, float] = {}
        for mention in self.mentions:
            surest[mention.form] = max(mention.weight, surest.get(mention.form, 0.0))
        return tuple(mention.term.id for mention in self.mentions if mention.weight == surest[mention.form])


class Understanding:
    """What the library knows about the words of a question, prepared once for a KB."""

    def __init__(self, store: Store, glossary: Glossary, spelling: Spelling) -> None:
        self._store = store
        self._glossary = glossary
        self._spelling = spelling
        outside = store.records("outside")
        self._outside = Outside(word for body in outside if body["sort"] not in _NOT_OUTSIDE for word in body["words"])
        self._around = Around.of(outside)
        self._fragments = Fragments(word for body in outside if body["sort"] == FRAGMENTS for word in body["words"])
        self._other_games = Outside(word for body in outside if body["sort"] == GAME_NAMES for word in body["words"])
        self._games = GameNamed(store.games.values())
        self._since = in_force_since(store.documents.values())
        self._referring = Referring(store, glossary, spelling, self._games)

    def understand(self, text: str, language: str | None = None) -> Query:
        """Read a question; raises ValueError when it holds nothing that could be searched for."""
        text = _readable(text)[:MAX_LETTERS]
        if len(fold(text)) > 2 * MAX_LETTERS:  # one letter may stand for a whole phrase: ﷺ folds to 18
            text = fold(text)[:MAX_LETTERS].strip()
        question = self._around.without(text)
        folded = fold(question)
        edition = edition_asked(folded, self._since)
        without = EDITION.sub(" ", folded) if edition != NOW else ""
        asked = without if tokens(without) else question
        named = self._games.named(folded)
        if named:
            asked = self._games.without(asked)
        words = tuple(tokens(asked)[:MAX_WORDS])
        if not words:
            raise ValueError("the question holds no words or numbers")
        corrected = {word: self._spelling.nearest(word) for word in dict.fromkeys(words) if not self._spelling.knows(word)}
        right = {wrong: near for wrong, near in corrected.items() if near is not None}
        mentions = tuple(self._mentions(asked, right))
        referred = self._referring.read(text, right, mentions, named, edition)
        games = named or self._voted_game(mentions)
        put, outside = in_place(asked, right), (*self._outside.find(folded), *referred.strange)
        return Query(
            text=text,
            question=question,
            language=language or language_of(text),
            words=words,
            weights=_weights(words, right, mentions),
            referred=referred,
            mentions=mentions,
            spelled=" ".join([asked, *right.values()]),
            put=put,
            edition=edition,
            old=self._is_old(edition, games),
            games=games,
            named=bool(named),
            outside=outside,
            looked_up=self._looked_up(put, mentions, named),
            elsewhere=not named and bool(outside) and self._other_games.holds(folded) and not compares(folded),
            game=named[0] if len(named) == 1 and not compares(folded) else "",
            reason=asks_reason(folded),
            beside_list=self._asks_beside_list(put, mentions),
            unheld=edition > self._newest(games),
            fragment=not (mentions or referred.references or referred.locators) and self._fragments.only(folded),
        )

    def in_game(self, query: Query, game: str) -> Query:
        """A question as it is read of an entry of a game, where it names none: which editions are old differs between games."""
        if query.named or query.edition in (NOW, BEFORE):
            return query
        return replace(query, old=self._is_old(query.edition, (game,)), unheld=query.edition > self._newest((game,)))

    def without_talk(self, query: Query) -> str | None:
        """What a question of several sentences asks without those that are of nothing it could be about.

        None where all of them hold a word of a game, a number, or the name of any game, or none of those left does.
        """
        folded = fold(query.question)
        sentences, asked = sentences_of(folded), asking(folded)
        if len(sentences) < 2:
            return None
        of_a_game = {one for one in sentences if self._is_of_a_game(one)}
        alone = (sentences_of(asked) or (asked,))[-1]  # short ones are read with the sentence before
        asked = alone if alone in of_a_game else asked
        left = [one for one in sentences if one in asked or one in of_a_game]
        dropped = [one for one in sentences if one not in left]
        if not dropped or any(self._games.named(one) or self._other_games.holds(one) for one in dropped):
            return None
        return " ".join(left) if of_a_game else None

    def _is_of_a_game(self, sentence: str) -> bool:
        """Whether a folded sentence holds a number, or a term that may hardly mean anything else."""
        return _DIGIT.search(sentence) is not None or any(one.weight > BORROWED for one in self._glossary.find(sentence))

    def _is_old(self, edition: int, games: tuple[str, ...]) -> bool:
        """Whether an edition is an older one, or an unheld one before the newest, of the games that are named, else of any."""
        if edition in (NOW, BEFORE):
            return edition == BEFORE
        held = [one for one in self._store.documents.values() if not games or one.game in games]
        is_held = any(one.edition == edition for one in held)
        return any(not one.current and one.edition == edition for one in held) or (not is_held and edition < self._newest(games))

    def _newest(self, games: tuple[str, ...]) -> int:
        """The newest edition of the games that are named, else of any."""
        return max((one.edition for one in self._store.documents.values() if not games or one.game in games), default=0)

    def warm(self) -> None:
        """Prepare now what else the first question with a number would wait for."""
        self._referring.warm()

    @property
    def citations(self) -> Citations:
        """What finds citations in a text."""
        return self._referring.citations

    @staticmethod
    def _voted_game(mentions: tuple[Mention, ...]) -> tuple[str, ...]:
        """The game whose terms a question uses alone; what other games call them does not tell by itself ("match", "my deck")."""
        votes: dict[str, float] = {}
        for mention in mentions:
            if mention.term.game:
                votes[mention.term.game] = votes.get(mention.term.game, 0.0) + mention.weight
        best = max(votes, key=lambda game: votes[game], default="")
        clear = best and votes[best] >= GAME_VOTES * sum(votes.values()) and votes[best] >= 1.0
        own = any(mention.term.game == best and mention.weight > BORROWED for mention in mentions)
        return (best,) if clear and own else ()

    def _mentions(self, text: str, right: dict[str, str]) -> list[Mention]:
        """The terms of the question, also those that show once a misspelt word is put right."""
        found = self._glossary.find(text)
        if right:
            known = {mention.term.id for mention in found}
            mended = self._glossary.find(in_place(text, right))
            found += [Mention(m.term, m.weight * CORRECTED_SHARE, False, m.form) for m in mended if m.term.id not in known]
        return found

    def _asks_beside_list(self, text: str, mentions: Sequence[Mention]) -> bool:
        """Whether a question names a card of which the rules only say how many may be played, and asks something else of it."""
        cards = [mention for mention in mentions if mention.term.kind == _CARD and mention.term.entries]
        entries = ((one.form, self._store.entry(one.term.entries[0])) for one in cards)
        listed = [form for form, entry in entries if entry is not None and entry.kind == LISTED]
        folded = fold(text) if listed else ""
        return bool(listed) and not any(asks_of_its_place(folded, form) for form in listed)

    def _looked_up(self, text: str, mentions: Sequence[Mention], named: tuple[str, ...]) -> frozenset[str]:
        """The terms of which a question asks only what they are, by their ids; `named` are the games that it names."""
        folded, forms = fold(text), {mention.form for mention in mentions}
        if not named and not may_look_up(folded, forms):
            return frozenset()
        games = [self._games.patterns[id] for id in named]
        asked = {form: looks_up(folded, form, games) for form in forms}
        return frozenset(mention.term.id for mention in mentions if asked[mention.form])


def _weights(words: tuple[str, ...], right: dict[str, str], mentions: tuple[Mention, ...]) -> dict[str, float]:
    """How much each word counts, with the printed forms of the terms it stands for."""
    weights: dict[str, float] = {}
    for word in words:
        share = _share_of(word)
        weights[word] = min(_SAID_AGAIN, weights[word] + share) if word in weights else share
    for wrong, near in right.items():
        weights[near] = max(weights.get(near, 0.0), CORRECTED_SHARE)
        weights.pop(wrong, None)
    for mention in mentions[:_EXPANDED]:
        for form in (*mention.term.en[:1], *mention.term.ja[:1]):
            for token, counts in _expanded(form):
                share = counts * mention.weight
                if weights.get(token, 0.0) < share:
                    weights[token] = share
    return weights


@lru_cache(maxsize=16_384)
def _share_of(word: str) -> float:
    """How much a word counts that was typed, 1 where it says what is asked."""
    return HIRAGANA_SHARE if is_hiragana(word) else FUNCTION_SHARE if word in _FUNCTION else 1.0


@lru_cache(maxsize=4096)
def _expanded(form: str) -> tuple[tuple[str, float], ...]:
    """The tokens of a term's form and how much each counts; they come again with every question that names it."""
    return tuple((token, EXPANDED_SHARE * (_EXPANDED_HIRAGANA if is_hiragana(token) else 1.0)) for token in tokens(form))


def _readable(text: str) -> str:
    """The text without control characters and lone surrogates, which no keyboard types and no index holds."""
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text if not "\ud800" <= letter <= "\udfff")
    return " ".join(text.split())
