"""Puts renditions of all documents together into Entries, and cuts entries into the Passages that are searched."""

from __future__ import annotations

import re
from collections import ChainMap, Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from ingest.catalogue import Catalogue
from ingest.phrasings import Phrasings
from ingest.unanswered import Unanswered
from ingest.verdicts import Settled
from kb.citation import cite, edition
from kb.fold import fold, key
from kb.game_named import GameNamed
from kb.model import LANGUAGES, Document, Entry, Game, Named, Part, Rendition
from kb.passages import Passage, no_entry_of, printed_passages


def assemble(catalogue: Catalogue, renditions: Iterable[Rendition]) -> list[Entry]:
    """One Entry per id, in the order of the current documents, its renditions the current ones first, then the newest."""
    documents = {id: source.document for id, source in catalogue.sources.items()}
    grouped: dict[str, list[Rendition]] = {}
    for rendition in sorted(renditions, key=lambda r: _rank(documents[r.document])):
        grouped.setdefault(rendition.entry, []).append(rendition)
    firsts = {id: group[0] for id, group in grouped.items()}
    labels = _cite_apart(catalogue, firsts)
    citations = _apart(labels, firsts, documents)
    named: dict[str, list[Named]] = {id: [] for id in grouped}
    for language in LANGUAGES:
        firsts = {id: next(r for r in group if r.language == language) for id, group in grouped.items() if _holds(group, language)}
        own = _cite_apart(catalogue, firsts, labels)
        alone = _apart(own, firsts, documents)
        for id, label in own.items():
            named[id].append(Named(language, label, alone[id]))
    for document in documents:
        _name_in(catalogue, document, grouped, labels, named)
    entries = []
    for id, group in grouped.items():
        game, _, local = id.partition("/")
        entries.append(
            Entry(
                id=id,
                game=game,
                kind=group[0].kind,
                part=local.rpartition("/")[0],
                citation=citations[id],
                renditions=tuple(group),
                named=tuple(named[id]),
            )
        )
    return entries


def _name_in(
    catalogue: Catalogue,
    document: str,
    grouped: Mapping[str, Sequence[Rendition]],
    labels: Mapping[str, str],
    named: Mapping[str, list[Named]],
) -> None:
    """Name each entry as one document does, where that prints another title than the best text of its language."""
    mine = {id: one for id, group in grouped.items() for one in group if one.document == document}
    firsts = {id: next(r for r in grouped[id] if r.language == one.language) for id, one in mine.items()}
    retitled = {id for id, one in mine.items() if one.title and key(one.title) != key(firsts[id].title or "")}
    own = _cite_apart(catalogue, mine, labels)
    for id, one in mine.items():
        if id in retitled or id.rpartition("/")[0] in retitled:
            label, newest = own[id], next(other.label for other in named[id] if other.language == one.language)
            if key(label) != key(newest):
                named[id].append(Named(one.language, label, f"{label} {edition(one)}", document))


def _holds(group: Iterable[Rendition], language: str) -> bool:
    return any(rendition.language == language for rendition in group)


LONGEST = 16
"""How many times as much of a text a citation may quote to be told from another."""


def _cite_apart(
    catalogue: Catalogue, firsts: Mapping[str, Rendition], owners: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """The citation of each entry by its best text; those that would share one quote more, until each has its own.

    `owners` are citations of entries that are not among these, for the Q&As below them.
    """
    longer = dict.fromkeys(firsts, 1)
    while True:
        citations: dict[str, str] = {}
        cited = ChainMap(citations, dict(owners))
        for id, rendition in firsts.items():
            citations[id] = cite_entry(catalogue, rendition, cited, longer[id])
        counts = Counter(key(citation) for citation in citations.values())
        shared = [id for id, citation in citations.items() if counts[key(citation)] > 1 and longer[id] < LONGEST]
        if not shared:
            return citations
        longer |= {id: longer[id] * 2 for id in shared}


def _apart(labels: Mapping[str, str], firsts: Mapping[str, Rendition], documents: Mapping[str, Document]) -> dict[str, str]:
    """A citation of its own for each entry: where labels are shared, what no current text prints says of which edition it is.

    A number that was dropped is printed for another entry in a later edition. What still shares one says its id.
    """
    out = dict(labels)
    for tell in (_edition_told, _id_told):
        counts = Counter(key(citation) for citation in out.values())
        for id in [id for id, citation in out.items() if counts[key(citation)] > 1]:
            out[id] = tell(out[id], firsts[id], documents[firsts[id].document])
    return out


def _edition_told(citation: str, first: Rendition, document: Document) -> str:
    return citation if document.current else f"{citation} {edition(first)}"


def _id_told(citation: str, first: Rendition, document: Document) -> str:
    return f"{citation} [{first.entry.partition('/')[2]}]"


def _rank(document: Document) -> tuple[str, bool, int, str]:
    return (document.game, not document.current, -document.edition, document.language)


def cite_entry(catalogue: Catalogue, rendition: Rendition, citations: Mapping[str, str], longer: int = 1) -> str:
    """The citation of an entry by one rendition; a Q&A below a keyword or topic is cited under that one's own citation."""
    game = catalogue.games[rendition.entry.split("/")[0]]
    local = rendition.entry.partition("/")[2]
    above = local.rpartition("/")[0]
    part = part_of(catalogue, game.id, above)
    owner = None
    if rendition.kind == "qa" and part is None:
        owner = citations.get(f"{game.id}/{above}", above).removeprefix(f"{game.code} ")
    return cite(game, part, rendition, owner, longer)


def part_of(catalogue: Catalogue, game: str, slug: str) -> Part | None:
    """The part of parts.toml that an id's middle names, or None for groups of names such as `keyword`."""
    found = catalogue.parts.get((game, slug))
    return None if found is None else found.part


def passages_of(
    entries: list[Entry],
    phrasings: Mapping[str, Phrasings],
    settled: Iterable[Settled] = (),
    unanswered: Iterable[Unanswered] = (),
    games: Collection[Game] = (),
) -> list[Passage]:
    """The passages of all entries: every rendition's text, its title, the question of a Q&A; then how people ask for them.

    Last come the questions that no entry answers. Where a way to ask says which of the `games` it is of, that is left out, as it is
    of the questions that are asked; of those that no entry answers it is kept beside them.

    A phrasing that is a settled question carries its verdict. Settled questions that come in pairs of contraries are no passages:
    they tell the answers of an entry apart, and find no more entries than the others do.
    """
    verdicts, named = _by_entry(settled), GameNamed(games)
    out: list[Passage] = []
    for row, entry in enumerate(entries):
        for passage in printed_passages(row, entry):
            asks = passage.sort == "question"
            out.append(replace(passage, verdict=_says(entry.renditions[passage.rendition].answer or "")) if asks else passage)
    for row, entry in enumerate(entries):
        said = phrasings.get(entry.id)
        mine = verdicts.get(entry.id, {})
        texts = {key(text): (language, text) for language in LANGUAGES for text in (getattr(said, language) if said else ())}
        texts |= {words: (one.language, one.text) for words, one in mine.items() if one.as_asked}
        for words, (language, text) in texts.items():
            says = mine[words].verdict if words in mine else ""
            text = named.without(text)
            out.append(Passage(entry=row, rendition=-1, sort="phrasing", language=language, text=text, verdict=says))
    places = {id: place for place, id in enumerate(sorted(game.id for game in games))}
    for question in unanswered:
        of = named.named(fold(question.text))
        row, text = no_entry_of(places[of[0]] if len(of) == 1 else None), named.without(question.text)
        out.append(Passage(entry=row, rendition=-1, sort="unanswered", language=question.language, text=text))
    return out


def unsearched_of(
    entries: list[Entry], phrasings: Mapping[str, Phrasings], settled: Iterable[Settled], games: Iterable[Game] = ()
) -> list[Passage]:
    """The settled questions that are no passages, in the form of passages: they tell the answers of an entry apart."""
    verdicts, named = _by_entry(settled), GameNamed(games)
    out: list[Passage] = []
    for row, entry in enumerate(entries):
        said = phrasings.get(entry.id)
        mine = verdicts.get(entry.id, {}).values()
        apart = [one for one in mine if one.verdict and not one.as_asked]
        if not apart:
            continue
        known = {key(named.without(text)) for text in ((*said.en, *said.ja) if said else ())}
        known |= {_key_of(one, named.without(one.text)) for one in mine if one.as_asked}
        for one in apart:
            text = named.without(one.text)
            if _key_of(one, text) not in known:
                out.append(Passage(entry=row, rendition=-1, sort="phrasing", language=one.language, text=text, verdict=one.verdict))
    return out


def _key_of(settled: Settled, text: str) -> str:
    """The key of a settled question's text without the names of games, which most do not have."""
    return settled.key if text is settled.text else key(text)


def _by_entry(settled: Iterable[Settled]) -> dict[str, dict[str, Settled]]:
    """The settled questions of each entry, by their folded texts."""
    out: dict[str, dict[str, Settled]] = {}
    for one in settled:
        out.setdefault(one.entry, {})[one.key] = one
    return out


# How an answer begins that says yes or no outright; "Yes, it can.", いいえ、できません。
_YES, _NO = re.compile(r"(?:Yes\b|はい)"), re.compile(r"(?:No\b|いいえ)")


def _says(answer: str) -> str:
    """The verdict that an answer's first word gives, or ""."""
    return "yes" if _YES.match(answer) else "no" if _NO.match(answer) else ""
