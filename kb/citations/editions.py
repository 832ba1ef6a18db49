"""Editions that a text names (`EN 2`, `second edition`, `第2版`, `旧版`, a document's id), and whose citation each belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.citations.index import Index
from kb.citations.view import View
from kb.model import Document

_NUMBERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5}
_LANGUAGES = {"en": "en", "eng": "en", "english": "en", "ja": "ja", "jp": "ja", "jpn": "ja", "japanese": "ja"}
_TEXT = r"(?:edition|version|text|wording|rules?|print(?:ing)?)"
# A named edition. Not the "en 2" of "open 2", the "en 3.2" of a number, "version 2" alone, or "old" without what is old.
_EDITION = re.compile(
    r"(?<![a-z0-9])(?P<lang>en|eng|english|ja|jp|jpn|japanese)[ -]?(?:edition |ed\.? ?)?(?P<number>[1-9])(?![\d:/%]|\.\d|[a-z])"
    r"|(?<![a-z0-9])(?P<order>first|second|third|fourth|fifth|[1-9](?=st|nd|rd|th))(?:st|nd|rd|th)?[ -](?P<of>english |japanese )?"
    r"(?:edition|ed\.|printing)"
    r"|(?<![a-z0-9])edition (?P<plain>[1-9])(?![\d]|\.\d|[a-z])"
    r"|第 ?(?P<kanji>[1-9一二三四五]) ?版|(?P<initial>初版)"
    rf"|(?P<old>旧版|旧ルール|旧テキスト|前の版|前版|(?<![a-z0-9])(?:old|previous|earlier|prior|superseded) {_TEXT}(?![a-z]))"
    rf"|(?P<new>最新版|新版|現行版|現行ルール|(?<![a-z0-9])(?:current|latest|newest) {_TEXT}(?![a-z]))"
    rf"|(?P<japanese>日本語版|(?<![a-z0-9])japanese {_TEXT}(?![a-z]))|(?P<english>英語版|(?<![a-z0-9])english {_TEXT}(?![a-z]))"
)
# What may stand between a citation and the edition after it: "3.2.1 (EN 2", "3.2.1 of the second", "3.2.1の日本語版".
# Not a sentence: "3.2.1 and the English text" names no edition of 3.2.1.
_AFTER = re.compile(
    r"(?:'s)?[)）\]]?\s?(?:[,(\[]\s?|の|は)?(?:(?:was |were |has |have |been )*(?:changed |amended |reworded )?"
    r"(?:of|in|from|under|per|by|as of|according to|since)\s)?(?:both\s)?(?:the\s)?"
)
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


class Editions:
    """The editions that one text names, in order."""

    def __init__(self, view: View, index: Index) -> None:
        self._view = view
        self._index = index
        found = [_read(match) for match in _EDITION.finditer(view.folded)]
        ids = sorted(index.store.documents, key=len, reverse=True)
        if ids:
            # A document's id standing alone; not the one that pins an address (…@id).
            pattern = re.compile(rf"(?<![\w@/.-])(?:{'|'.join(map(re.escape, ids))})(?![\w-])")
            found += [Edition(first=m.start(), last=m.end(), document=m.group()) for m in pattern.finditer(view.folded)]
        self._all = sorted(found, key=lambda edition: edition.first)

    def of(self, spans: Sequence[tuple[int, int]]) -> list[Edition | None]:
        """The edition that belongs to each of some citations, which come in order.

        It is the one right after the citation, else the last one named before it in its sentence that is not another citation's.
        """
        out: list[Edition | None] = []
        taken: set[int] = set()
        at = 0
        before: list[Edition] = []
        for first, last in spans:
            while at < len(self._all) and self._all[at].last <= first:
                before.append(self._all[at])
                at += 1
            after = self._after(last, at)
            if after is not None:
                taken.add(after.first)
                out.append(after)
                continue
            near = next((edition for edition in reversed(before[-4:]) if edition.first not in taken), None)
            out.append(near if near and not self._view.parted(self._view.sentences, near.first, first) else None)
        return out

    def _after(self, last: int, at: int) -> Edition | None:
        for edition in self._all[at : at + 2]:
            if last <= edition.first <= last + _LONGEST_GAP and _AFTER.fullmatch(self._view.folded, last, edition.first):
                return edition
        return None

    def documents(self, edition: Edition, game: str, language: str) -> list[Document]:
        """The documents of a game that a named edition means, the likeliest first; empty where there is no such edition.

        "The old edition" is the newest superseded one; a language alone is its current text.
        """
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
    said = match["number"] or match["order"] or match["plain"] or match["kanji"] or ("1" if match["initial"] else None)
    number = None if said is None else _NUMBERS.get(said) or int(said)
    language = _LANGUAGES.get((match["lang"] or match["of"] or "").strip())
    language = "ja" if match["japanese"] else "en" if match["english"] else language
    age = "old" if match["old"] else "new" if match["new"] else ""
    return Edition(first=first, last=last, number=number, language=language, age=age)
