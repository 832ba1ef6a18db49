"""Makes terms of the titles that documents print and that the glossary does not cover, so that a new entry is found by its name.

A new edition brings keywords, cards and zones that nobody has written a term for yet, nor how people ask for them: the plainest
questions after a name are made, too. As soon as a term of `terms.toml` names the entry, and ways to ask for it are written, these
stand alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ingest.known import Known
from ingest.phrasings import Phrasings
from kb.fold import key
from kb.model import LANGUAGES, Rendition, Term

_KINDS = {
    "keyword": "keyword",
    "restricted_card": "card",
    "zone": "zone",
    "topic": "game_term",
    "table_row": "game_term",
    "card_anatomy": "game_term",
    "option_card_ruling": "card",
}
"""Entries that go by a name, and the kind of term that it makes; other titles are sentences."""
_MOST_WORDS, _MOST_LETTERS = 6, 24
"""A longer title is a sentence."""
_BRACKETED = re.compile(r"[\[『]([^\]』]+)[\]』]")
# What parts a card's name from the series before it: "Made Up Dragon, Testarossa", "Abygale, “Unlimited Death Drain!”".
_PARTED = re.compile(r"\s*[,，、：:]\s+|\s*[“”\"「」]\s*")
_SHORTEST = 5
"""Letters that a part of a name needs to stand for it."""


_ASKED = {
    "en": ("{}", "what is {}?", "what does {} do?", "how does {} work?", "explain {}", "when can I use {}?"),
    "ja": ("{}", "{}とは？", "{}って何？", "{}の効果は？", "{}はどう使う？", "{}はいつ使える？"),
}
_ASKED_OF_LIMITS = {
    "en": ("is {} banned?", "is {} restricted?", "how many {} can I play?", "can I put {} into my deck?"),
    "ja": ("{}は禁止？", "{}は制限？", "{}は何枚入れられる？", "{}はデッキに入れられる？"),
}


def title_phrasings(terms: Iterable[Term], known: Mapping[str, Phrasings]) -> dict[str, Phrasings]:
    """The plainest questions for the entries of these terms, where nobody has written how people ask for them."""
    out = {}
    for term in terms:
        (entry,) = term.entries
        if entry not in known:
            whole = {key(name) for name in term.en}  # without spaces: "SkyDive" asks what "Sky Dive" does
            said = {"en": (*term.en, *(part for part in term.short if key(part) not in whole)), "ja": term.ja}
            asked = {
                language: tuple(form.format(name) for name in names for form in _forms(entry, language))
                for language, names in said.items()
            }
            out[entry] = Phrasings(en=asked["en"], ja=asked["ja"], file="", line=0)
    return out


def _forms(entry: str, language: str) -> tuple[str, ...]:
    return _ASKED[language] + (_ASKED_OF_LIMITS[language] if "/restricted/" in entry else ())


def title_terms(known: Known) -> list[Term]:
    """A term for each named entry that no term names, by its titles in all documents, in the order of the entries."""
    covered = {entry for term in known.terms for entry in term.entries}
    taken = {key(form) for term in known.terms for form in (*term.en, *term.ja, *term.short, *term.also_en, *term.also_ja)}
    ids = {term.id for term in known.terms}
    printed: dict[str, list[Rendition]] = {}
    for rendition in known.aligned.renditions:
        if rendition.title and rendition.kind in _KINDS and rendition.entry not in covered:
            printed.setdefault(rendition.entry, []).append(rendition)
    out = []
    for entry, renditions in printed.items():
        names = {language: _names(renditions, language) for language in LANGUAGES}
        parts = [part for said in names.values() for name in said for part in _parts(name)] if _is_card(renditions) else []
        parts += [name.replace(" ", "") for name in names["en"] if name.count(" ") == 1]
        if any(names.values()):
            id = entry.rsplit("/", 1)[1]
            id = id if id not in ids else entry.replace("/", "-")
            ids.add(id)
            out.append(
                Term(
                    id=id,
                    game=entry.split("/")[0],
                    kind=_KINDS[renditions[-1].kind],
                    en=names["en"],
                    ja=names["ja"],
                    short=tuple(dict.fromkeys(part for part in parts if key(part) not in taken)),
                    entries=(entry,),
                )
            )
    return out


def _is_card(renditions: Iterable[Rendition]) -> bool:
    return any(_KINDS[rendition.kind] == "card" for rendition in renditions)


def _names(renditions: Iterable[Rendition], language: str) -> tuple[str, ...]:
    """The names that titles of a language give: each bracketed one of a keyword's, else the title."""
    out: dict[str, None] = {}
    for rendition in renditions:
        if rendition.language == language:
            title = " ".join((rendition.title or "").split())
            bracketed = _BRACKETED.findall(title) if rendition.kind == "keyword" else []
            for name in bracketed or [title]:
                if len(name.split()) <= _MOST_WORDS if language == "en" else len(name) <= _MOST_LETTERS:
                    out[name] = None
    return tuple(out)


def _parts(name: str) -> list[str]:
    """The parts of a card's name that people call it by."""
    return [part for part in _PARTED.split(name) if len(part) >= _SHORTEST and part != name]
