"""Titles of entries in a text: keywords in brackets, titles in brackets or quotes, and with their capitals or a telling word.

A bare word of everyday play ("penetrate", "the drop zone", "souls") is no citation.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.citations.index import IN_BRACKETS, GamePart, Index
from kb.citations.lexicon import Lexicon
from kb.citations.names import Meaning, Name
from kb.citations.view import View, folded
from kb.fold import key
from kb.model import Rendition

# What stands in brackets of any sort (a view has [ ] for 『』【】〔〕 and leaves 「」): not an empty pair, not a page of text.
_BRACKETED = re.compile(r"\[([^\[\]]{1,120})\]|「([^「」]{1,120})」")
_QUOTED = re.compile(r'"([^"]{3,120})"')
# One bracketed item of a title that is a list of them: "[Transform] / [Ride]", 『N回攻撃』（『2回攻撃』/『3回攻撃』）.
_ITEM = re.compile(r"\[([^\[\]]+)\]")
_ITEMS_ONLY = re.compile(r"[\s/,・()]*(?:\[[^\[\]]+\][\s/,・()]*)+(?:\([^()\[\]]*\))?")
# A word beside a title that says that the entry of that name is meant: "the Souls entry", "topic Souls", ソウルの項. Not "a soul".
_BEFORE = re.compile(r"(?<![a-z])(?:topic|entry|section|heading|zone|ruling on|entry on|see)s?:?\s$")
_AFTER = re.compile(r"\s(?:topic|entry|section|heading|ruling)(?![a-z])|の(?:項|説明|裁定|ルール)")
_LONG_JAPANESE = 8
# What stands between a title and a question's number of it.
_TO_NUMBER = re.compile(r"[\])\"'」]{0,2}(?:'s)?\s?(?:の|:)?\s?$")
_LONGEST_BARE = 48
"""Letters before a number in which a bare title is looked for."""
# Where a title may begin: a Latin word or number, or any other letter. Not within "recall".
_BEGINNING = re.compile(r"(?<![a-z0-9])[a-z0-9]|[^\x00-\x7f]")
# With these no name ends.
_JOINTS = frozenset(("a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "per", "that", "the", "to", "with"))
# A name as keywords have them: up to three words that begin with a capital, or one of kanji, katakana and digits.
_LIKE_A_KEYWORD = re.compile(r"\[[A-Z][a-z]{2,}(?:[ -][A-Z]?[a-z]+){0,2}\]|『[0-9０-９]?[ァ-ヺー\u4e00-\u9fff]{2,12}』")

_NEVER_QUOTED = frozenset({"card_anatomy", "table_row", "intro", "stage"})
"""Kinds whose titles are everyday words (Power, Monster, Play timing): only the site's own citation form names them."""
_PROSE = frozenset({"topic", "zone", "rule_change"})


@dataclass(frozen=True, slots=True)
class Title:
    """A title at a place of a view and the ids of the entries that go by it; `names` are the keys of its printed forms."""

    first: int
    last: int
    ids: tuple[str, ...]
    names: tuple[str, ...]


class Titles:
    """Finds titles; prepared once for a KB."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._bracketed: dict[str, list[str]] = {}
        self._quoted: dict[str, list[str]] = {}
        self._printed: dict[tuple[str, str], set[str]] = {}
        prose: list[tuple[str, tuple[str, str]]] = []
        for title, rendition in index.titles:
            if rendition.kind in _NEVER_QUOTED:
                continue
            items = list(_items(title, rendition))
            for item in items or _plain(title):
                self._printed.setdefault((key(item), rendition.entry), set()).add(rendition.document)
                _put(self._bracketed, item, rendition.entry)
                if not items:
                    _put(self._quoted, item, rendition.entry)
            if rendition.kind in _PROSE and not items:
                prose += [(folded(plain), (plain, rendition.entry)) for plain in _plain(title)]
        self._prose = Lexicon(prose, width=3)

    def find(self, view: View, letters: str) -> list[Title]:
        """The titles in a text, in order; `letters` is the view's folded text with what is already taken blotted out."""
        found = [*self._in(_BRACKETED, self._bracketed, letters), *self._in(_QUOTED, self._quoted, letters)]
        found += self._in_prose(view, letters)
        out: list[Title] = []
        for title in sorted(found, key=lambda title: (title.first, -title.last)):
            if not out or title.first >= out[-1].last:
                out.append(title)
        return out

    def printed_in(self, title: Title, rendition: Rendition) -> bool:
        """Whether a text's document prints a title as it was found; one that no text of its language has is of another language."""
        known = {name for one in title.names for name in self._printed.get((one, rendition.entry), ())}
        documents = self._index.store.documents
        return rendition.document in known or all(documents[id].language != rendition.language for id in known)

    def strange(self, view: View, letters: str, titles: Sequence[Title]) -> Iterator[tuple[int, int]]:
        """Where a text has a name in brackets as keywords have it ([Flying], 『飛行』) that nothing goes by: no text prints it."""
        ends = [title.last for title in titles]  # as they are apart, these are in order, too
        for found in IN_BRACKETS.finditer(letters):
            first, last = found.span()
            words = view.words(first, last)
            at = bisect_right(ends, first)
            taken = at < len(titles) and titles[at].first < last
            link = letters.startswith("(", last)  # [see here](https://…)
            if not taken and not link and _LIKE_A_KEYWORD.fullmatch(words) and key(words[1:-1]) not in self._index.known:
                yield first, last

    def named(self, titles: list[Title]) -> list[Name]:
        """The titles under which Q&As are printed, as names that a question's number may stand beside."""
        out = []
        for title in titles:
            places = [(id.split("/")[0], id.partition("/")[2]) for id in title.ids]
            if places and all(self._index.holds_questions(place) for place in places):
                meanings = tuple(Meaning(place=place, sort="questions", carries=False) for place in places)
                out.append(Name(title.first, title.last, meanings))
        return out

    def before(self, letters: str, place: int) -> tuple[str, ...]:
        """The ids of the entries whose title, bare or not, stands right before a place: the "lifelink" of "lifelink Q2"."""
        head = _TO_NUMBER.sub("", letters[max(0, place - _LONGEST_BARE) : place])
        for found in _BEGINNING.finditer(head):
            ids = self._bracketed.get(key(head[found.start() :]))
            if ids:
                return tuple(ids)
        return ()

    def asked(self) -> list[tuple[str, GamePart]]:
        """The titles under which Q&As are printed, folded, with their places: 大逆天 names one beside Q2.

        A title may be shortened to its head where that is no other's. One word of English that is no keyword is an everyday word
        (End) and needs its quotes or brackets.
        """
        all = {
            (key(form).removeprefix("the"), rendition.entry) for title, rendition in self._index.titles for form in _plain(title)
        }
        out = []
        for title, rendition in self._index.titles:
            game, _, local = rendition.entry.partition("/")
            if rendition.kind not in _NEVER_QUOTED and self._index.holds_questions((game, local)):
                items = list(_items(title, rendition))
                plain = [folded(form).removeprefix("the ") for form in _plain(title)]
                plain += [form.replace('"', "") for form in plain if '"' in form]
                forms = items or [form for form in plain if " " in form or not form.isascii()]
                heads = [head for form in plain for head in _heads(form)]
                forms += [one for one in heads if not any(id != rendition.entry and to.startswith(key(one)) for to, id in all)]
                out += [(form, (game, local)) for form in forms]
        return out

    def _in(self, pattern: re.Pattern[str], table: dict[str, list[str]], letters: str) -> Iterator[Title]:
        for found in pattern.finditer(letters):
            name = key(next(inner for inner in found.groups() if inner))
            ids = table.get(name)
            if ids:
                yield Title(*found.span(), tuple(self._index.in_order(ids)), (name,))

    def _in_prose(self, view: View, letters: str) -> Iterator[Title]:
        for first, last, meant in self._prose.find(view, letters):
            told = _BEFORE.search(letters[max(0, first - 16) : first]) or _AFTER.match(letters, last)
            words = view.words(first, last)
            ids = {id: key(title) for title, id in meant if told or _as_printed(words, title)}
            if ids:
                yield Title(first, last, tuple(self._index.in_order(ids)), tuple(dict.fromkeys(ids.values())))


def _items(title: str, rendition: Rendition) -> Iterator[str]:
    """The items of a title that is nothing but a list of names in brackets, or of a keyword that is printed without them."""
    alike = folded(title)
    if _ITEMS_ONLY.fullmatch(alike):
        yield from _ITEM.findall(alike)
    elif rendition.entry.split("/")[1] == "keyword":
        yield from (item.strip() for item in alike.split(","))


def _plain(title: str) -> list[str]:
    """A title without note marks, outer quotes and brackets, also without the number in brackets after it."""
    bare = re.sub(r"^[\s※●■・]+", "", title).strip()
    forms = [bare, re.sub(r"\s*[(（][^()（）]*[)）]\s*$", "", bare)]
    stripped = [form.strip(" \"'“”「」『』[]［］【】") for form in forms]
    return list(dict.fromkeys(form for form in stripped if len(form) > 1))


def _heads(form: str) -> Iterator[str]:
    """What a folded title may be shortened to: its first words, from two on, or those that its quotation marks set apart."""
    words = form.replace('"', "").split()
    if form.isascii():
        yield from (" ".join(words[:n]) for n in range(2, len(words)) if words[n - 1] not in _JOINTS)
    elif "」" in form:
        yield form.split("」")[0]


def _put(table: dict[str, list[str]], words: str, id: str) -> None:
    ids = table.setdefault(key(words), [])
    if id not in ids:
        ids.append(id)


def _as_printed(words: str, title: str) -> bool:
    """Whether words of a text are a title and no everyday words: two words with its capitals, or Japanese of some length."""
    if not title.isascii():
        return len(title) >= _LONG_JAPANESE and not title[0].isascii()
    return " " in title and sum(map(str.isupper, words)) >= sum(map(str.isupper, title)) > 0
