"""Editions that a text names (`EN 2`, `second edition`, `第2版`, `旧版`, a document's id), and whose citation each belongs to."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.citations.index import Index
from kb.citations.view import View
from kb.model import Document
from kb.number_words import CARDINAL, KANJI, ORDINAL, value

_LANGUAGES = {"en": "en", "eng": "en", "english": "en", "ja": "ja", "jp": "ja", "jpn": "ja", "japanese": "ja"}
_LANGUAGES |= {"英語": "en", "日本語": "ja"}
_TEXT = r"(?:edition|version|text|wording|rules?|rule ?book|print(?:ing)?)"
# A named edition. Not the "en 2" of "open 2", the "en 3.2" of a number, the "en 2:1" of a score, "version 2" or "v2" without
# brackets, "old" without what is old, or the "original text" of a card.
_EDITION = re.compile(
    r"(?<![a-z0-9])(?P<lang>en|eng|english|ja|jp|jpn|japanese)(?:, ?(?=ed)|[ -])?(?:edition |ed\.? ?)?"
    r"(?P<number>[1-9]\d?)(?![\d/%]|[.:]\d|[a-z])"
    rf"|(?P<told>英語|日本語)版?の? ?(?:第 ?)?(?P<of_told>[1-9]\d?|{KANJI}) ?版"
    rf"|(?<![a-z0-9])(?:(?P<by>english|japanese),? )?(?P<order>{ORDINAL})"
    r"[ -](?P<of>english |japanese )?"
    r"(?:edition|ed(?:\.|(?![a-z]))|printing)"
    rf"|(?<![a-z0-9])(?:edition |ed\. ?|ed (?=[1-9]))(?P<plain>[1-9]\d?|{CARDINAL})(?![\d/%]|[.:]\d|[a-z])"
    r"|(?<=[(\[])(?:ed(?:ition)? ?|v(?:er(?:sion|\.)?|\.)? ?(?=[1-9][)\]]))(?P<bracketed>[1-9]\d?)(?=[)\]])"
    rf"|第 ?(?P<kanji>[1-9]\d?|{KANJI}) ?版"
    r"|(?P<initial>初版|(?<![a-z0-9])(?:original|initial|oldest|earliest) (?:edition|print(?:ing)?)(?![a-z])"
    rf"|(?<![a-z0-9])(?:oldest|earliest) {_TEXT}(?![a-z]))"
    r"|(?P<old>(?<=\()(?:old|旧)(?=\))|旧版|旧ルール|旧テキスト|前の版|前版|古い版|改訂前"
    rf"|(?<![a-z0-9])(?:old|previous|earlier|prior|superseded) {_TEXT}(?![a-z]))"
    rf"|(?P<new>最新版|新版|現行版|現行ルール|(?<![a-z0-9])(?:current|latest|newest) {_TEXT}(?![a-z]))"
    rf"|(?P<japanese>日本語版|(?<=\()(?:ja|jp|japanese|日本語)(?=\))|(?<![a-z0-9])japanese {_TEXT}(?![a-z]))"
    rf"|(?P<english>英語版|(?<=\()(?:en|english|英語)(?=\))|(?<![a-z0-9])english {_TEXT}(?![a-z]))"
)
# The number of an edition beside one that is named in full: "3.2.1 of the first edition and 3.2.2 of the second", "3.2.1 in the
# first, 3.2.2 in the second edition". Not "in the second turn", "in the second attack phase".
_SHORT = re.compile(
    rf"(?<![a-z0-9])(?:of|in|from|under|per|by) the (?P<order>{ORDINAL})(?: one)?"
    r"(?=$|[.,;:!?)\]]|\s(?:and|or|but|not|is|was|says?|said|does|did|has|had|to|while|whereas)(?![a-z]))"
)
# What may stand between a citation and the edition after it: "3.2.1 (EN 2", "3.2.1 of the second", "3.2.1の日本語版".
# Not a sentence: "3.2.1 and the English text" names no edition of 3.2.1.
_AFTER = re.compile(
    r"(?:'s)?[)）\]]?\s?(?:[,(\[]\s?|の|は)?(?:(?:was |were |has |have |been )*(?:changed |amended |reworded )?"
    r"(?:of|in|from|under|per|by|as of|according to|since)\s)?(?:both\s)?(?:the\s)?"
)
# What stands between an edition in Latin letters and Japanese words that it is said of: "EN 2のコール1.5", "EN 2だとコール1.5は".
# Not an English clause: "EN 2 call 1.4 was so, コール1.5".
_IN_JAPANESE = re.compile(r"(?:[^a-z]|(?<![a-z])(?:of|in|for|the)(?![a-z]))*")
# What stands between an edition without a number and the number that it goes by: "the old edition (EN 1)", 旧版（第1版）.
_THAT_IS = re.compile(r"\s?[(,、:]?\s?(?:i\.?e\.?,?\s)?")
# What stands between an edition and the citation that it is directly ahead of: "EN 2 call 1.4", "EN 2's call 1.4". Not a comma:
# "call 1.4, EN 2, call 1.5" may say it of either.
_AHEAD = re.compile(r"(?:'s|:|の)?\s?(?:the\s)?[(\[「『]?")
_KANA_OR_HAN = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
_LONGEST_GAP = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A named edition at a place of a view; `age` is old, new or "" and says which where no number does."""

    first: int
    last: int
    number: int | None = None
    language: str | None = None
    document: str | None = None
    age: str = ""

    @property
    def is_told(self) -> bool:
        """Whether it says which one it is by a number or an id."""
        return self.number is not None or self.document is not None

    @property
    def said(self) -> tuple[int | None, str | None, str | None, str]:
        """What it names, wherever it stands."""
        return self.number, self.language, self.document, self.age


class Editions:
    """The editions that one text names, in order."""

    def __init__(self, view: View, index: Index) -> None:
        self._view = view
        self._index = index
        found = [_read(match) for match in _EDITION.finditer(view.folded)]
        ids = sorted(index.store.documents, key=len, reverse=True)
        self._pins: dict[int, Edition] = {}
        if ids:
            # A document's id standing alone; one that pins what stands right before it (…@id) says it of no more.
            pattern = re.compile(rf"(?:(?P<pins>@|%40)|(?<![\w/.-]))(?P<id>{'|'.join(map(re.escape, ids))})(?![\w-])")
            named = [(m, Edition(first=m.start(), last=m.end(), document=m["id"])) for m in pattern.finditer(view.folded)]
            within = {place for _, edition in named for place in range(edition.first, edition.last)}  # the EN 2 of bf-en-2
            found = [one for one in found if one.first not in within]
            found += [edition for match, edition in named if not match["pins"]]
            self._pins = {edition.first: edition for match, edition in named if match["pins"]}
        self._all = self._joined(sorted([*found, *self._short(found)], key=lambda edition: edition.first))
        self._taken: set[int] = set()
        self._documents: dict[tuple[object, str, str], list[Document]] = {}

    def _short(self, found: Sequence[Edition]) -> list[Edition]:
        """The editions that say their number alone, as another one of their sentence is named in full."""
        sentences = {bisect_right(self._view.sentences, edition.first) for edition in found if edition.number is not None}
        out = [
            Edition(first=match.start("order"), last=match.end("order"), number=value(match["order"]))
            for match in (_SHORT.finditer(self._view.folded) if sentences else ())
        ]
        return [one for one in out if bisect_right(self._view.sentences, one.first) in sentences]

    def _joined(self, found: Sequence[Edition]) -> list[Edition]:
        """The editions with the number that stands right behind one without; which is then no other edition."""
        out: list[Edition] = []
        for edition in found:
            last = out[-1] if out else None
            if last is None or last.is_told or not edition.is_told or not self._explains(last, edition):
                out.append(edition)
            else:
                out[-1] = replace(edition, first=last.first, language=edition.language or last.language)
        return out

    def _explains(self, one: Edition, other: Edition) -> bool:
        return _THAT_IS.fullmatch(self._view.folded, one.last, other.first) is not None

    def of(self, spans: Sequence[tuple[int, int]]) -> list[Edition | None]:
        """The edition that belongs to each of some citations, which come in order.

        It is the one within the citation or right after it, else the last one named before it in its sentence that is not another
        citation's: no citation found before, by whatever means, has it within or right after itself. Behind a comma begins what is
        said next, where one stands directly ahead of the citation: "EN 1 call 1.4, EN 3 call 1.5".
        """
        out: list[Edition | None] = []
        at = 0
        before: list[Edition] = []
        for first, last in spans:
            while at < len(self._all) and self._all[at].last <= first:
                before.append(self._all[at])
                at += 1
            self._taken.update(edition.first for edition in self._all[at : at + 2] if edition.first < last)
            near = next((edition for edition in reversed(before[-4:]) if edition.first not in self._taken), None)
            if near is not None and not self._reaches(near, first, last):
                near = None
            after = self._pins.get(last) or self._after(last, at)
            if after is not None and not (near is not None and self._is_ahead(near, first) and self._is_apart(last, after)):
                self._taken.add(after.first)
                near = after
            out.append(near)
        return out

    def _is_ahead(self, edition: Edition, first: int) -> bool:
        """Whether an edition stands directly ahead of a citation."""
        return _AHEAD.fullmatch(self._view.folded, edition.last, first) is not None

    def _is_apart(self, last: int, edition: Edition) -> bool:
        """Whether a comma stands between a citation and the edition after it."""
        return "," in self._view.folded[last : edition.first]

    def _reaches(self, edition: Edition, first: int, last: int) -> bool:
        """Whether an edition that is named before a citation is said of it: in its sentence, and of Japanese words in Japanese.

        "EN 2" with English words behind it is said of those, and not of the Japanese ones that follow them.
        """
        if self._view.parted(self._view.sentences, edition.first, first):
            return False
        letters = self._view.folded
        foreign = edition.language == "en" and letters[edition.first].isascii() and _KANA_OR_HAN.search(letters, first, last)
        return not foreign or _IN_JAPANESE.fullmatch(letters, edition.last, first) is not None

    def _after(self, last: int, at: int) -> Edition | None:
        for edition in self._all[at : at + 2]:
            if last <= edition.first <= last + _LONGEST_GAP and _AFTER.fullmatch(self._view.folded, last, edition.first):
                return edition
        return None

    def documents(self, edition: Edition, game: str, language: str) -> list[Document]:
        """The documents of a game that a named edition means, the likeliest first; empty where there is no such edition.

        "The old edition" is the newest superseded one; a language alone is its current text.
        """
        asked = (edition.said, game, language)
        if asked not in self._documents:
            self._documents[asked] = self._named(edition, game, language)
        return self._documents[asked]

    def _named(self, edition: Edition, game: str, language: str) -> list[Document]:
        documents = self._index.editions(game)
        if edition.document is not None:
            return [d for d in documents if d.id == edition.document]
        wanted = edition.language or language
        if edition.language is not None:
            documents = [d for d in documents if d.language == edition.language]
        if edition.number is not None:
            documents = [d for d in documents if d.edition == edition.number]
        else:
            documents = [d for d in documents if d.current is (edition.age != "old")]
        return sorted(documents, key=lambda d: d.language != wanted)


def _read(match: re.Match[str]) -> Edition:
    first, last = match.span()
    told = next(filter(None, map(match.group, ("number", "of_told", "order", "plain", "bracketed", "kanji"))), None)
    said = told or ("1" if match["initial"] else None)
    number = None if said is None else value(said)
    language = _LANGUAGES.get((match["lang"] or match["told"] or match["by"] or match["of"] or "").strip())
    language = "ja" if match["japanese"] else "en" if match["english"] else language
    age = "old" if match["old"] else "new" if match["new"] else ""
    return Edition(first=first, last=last, number=number, language=language, age=age)
