"""Reads what a person settled: `corpus/reviews/` conflicts, changes, rule changes; every passage must stand in its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.data_files import a_text, line_of, line_of_value, only, read_toml, texts, with_lines
from ingest.verbatim import verbatim
from kb.errors import CorpusError
from kb.model import Change, Conflict, Document, Rendition

SEVERITIES = ("contradiction", "omission", "extra", "example_differs", "reference_differs", "term")
IMPACTS = ("high", "medium", "low")
KINDS = ("added", "removed", "amended", "renumbered", "typographic")
_NOTES = ("note_en", "note_ja")
_CONFLICT = ("entry", "severity", "impact", "en", "ja", *_NOTES)
_CHANGE = ("entry", "from_document", "to_document", "kind", "from", "to", "impact", *_NOTES)
_RULE_CHANGE = ("change", "entries", "stale", *_NOTES)
_STALE = ("entry", "document", "passage")

Printed = Mapping[tuple[str, str], Rendition]
"""Renditions by (entry, document)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChange:
    """A dated rule change: its entry, the entries that it changed, and passages that still print the old rule."""

    change: str
    entries: tuple[str, ...]
    stale: tuple[tuple[str, str, str], ...]
    note_en: str
    note_ja: str


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Conflicts as they stand in the current texts, the pairs of documents read in full, and entries whose review is outdated."""

    conflicts: list[Conflict]
    read: frozenset[tuple[str, str]]
    outdated: list[tuple[str, int]]


def read_conflicts(root: Path, printed: Printed, documents: Mapping[str, Document]) -> Reviewed:
    """Reviewed conflicts; raises CorpusError with file and line.

    The passages of a conflict must stand in one of the pairs of documents that were read. Where a later edition is current, a
    conflict whose passages it still prints is carried over, and one whose passage is gone is outdated.
    """
    path = root / "reviews" / "conflicts.toml"
    pairs = _pairs_read(path, documents)
    current = {(document.game, document.language): document.id for document in documents.values() if document.current}
    conflicts, outdated = [], []
    seen: dict[tuple[str, ...], int] = {}
    for line, table in _tables(path, "conflict", _CONFLICT, beside=("read",)):
        entry, passages = a_text(table, "entry", path, line), (_passage(table, "en", path, line), _passage(table, "ja", path, line))
        _known(entry, printed, path, line)
        _one_of(table, "severity", SEVERITIES, path, line)
        _one_of(table, "impact", IMPACTS, path, line)
        game = entry.split("/")[0]
        if game not in pairs:
            raise CorpusError(f"`read` at the head of this file names no pair of documents of game {game!r}", file=path, line=line)
        if not any(passages):
            raise CorpusError(f"the conflict of {entry} quotes nothing; fill en, ja or both", file=path, line=line)
        _once((entry, *_stand_in_one(passages, entry, pairs[game], printed, path, line)), "conflict", seen, path, line)
        now = (current.get((game, "en"), ""), current.get((game, "ja"), ""))
        en, ja = (quoted(printed.get((entry, d)), passage) for d, passage in zip(now, passages, strict=True))
        if en is None or ja is None:
            outdated.append((entry, line))
            continue
        conflicts.append(
            Conflict(
                entry=entry,
                severity=table["severity"],
                impact=table["impact"],
                en_document=now[0],
                en_text=en,
                ja_document=now[1],
                ja_text=ja,
                note_en=a_text(table, "note_en", path, line),
                note_ja=a_text(table, "note_ja", path, line),
                status="reviewed",
            )
        )
    return Reviewed(conflicts, frozenset(pair for some in pairs.values() for pair in some), outdated)


def _pairs_read(path: Path, documents: Mapping[str, Document]) -> dict[str, list[tuple[str, str]]]:
    """The pairs of documents, English and Japanese, that were read in full, by game."""
    pairs = read_toml(path).get("read", []) if path.exists() else []
    whole = isinstance(pairs, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs)
    if not whole or not all(isinstance(document, str) for pair in pairs for document in pair):
        message = 'read must list pairs of documents, English and Japanese: write read = [["bf-en-3", "bf-ja-3"]]'
        raise CorpusError(message, file=path, line=line_of(path, "read ="))
    out: dict[str, list[tuple[str, str]]] = {}
    for english, japanese in pairs:
        line = line_of(path, f'"{english}"')
        en, ja = (_document(document, documents, path, line) for document in (english, japanese))
        if en.game != ja.game or (en.language, ja.language) != ("en", "ja"):
            message = f"read has {english!r} beside {japanese!r}; pair an English document with a Japanese one of the same game"
            raise CorpusError(message, file=path, line=line)
        out.setdefault(en.game, []).append((english, japanese))
    return out


def _stand_in_one(
    passages: tuple[str, str], entry: str, pairs: Sequence[tuple[str, str]], printed: Printed, path: Path, line: int
) -> tuple[str, str]:
    """Both passages of an entry as the first pair of documents with both prints them; CorpusError names what the last lacks."""
    for pair in pairs:
        en, ja = (quoted(printed.get((entry, one)), passage) for one, passage in zip(pair, passages, strict=True))
        if en is not None and ja is not None:
            return en, ja
    en, ja = (_stands(passage, entry, one, printed, path, line) for one, passage in zip(pairs[-1], passages, strict=True))
    return en, ja


def read_changes(root: Path, printed: Printed, documents: Mapping[str, Document]) -> list[Change]:
    """Reviewed changes between editions; raises CorpusError with file and line."""
    path = root / "reviews" / "changes.toml"
    out = []
    seen: dict[tuple[str, ...], int] = {}
    for line, table in _tables(path, "change", _CHANGE):
        entry = a_text(table, "entry", path, line)
        _known(entry, printed, path, line)
        _one_of(table, "kind", KINDS, path, line)
        _one_of(table, "impact", (*IMPACTS, "none"), path, line)
        before, after = a_text(table, "from_document", path, line), a_text(table, "to_document", path, line)
        _document(before, documents, path, line)
        if _document(after, documents, path, line).supersedes != before:
            old_one = documents[after].supersedes or "no document"
            raise CorpusError(f"{after} supersedes {old_one}, not {before}", file=path, line=line)
        old = _stands(_passage(table, "from", path, line), entry, before, printed, path, line)
        new = _stands(_passage(table, "to", path, line), entry, after, printed, path, line)
        # What was added or removed is all of the text, whatever passage of it the review quotes.
        sides = ("", "") if table["kind"] in ("added", "removed") else (old, new)
        _once((entry, before, after, *sides), "change", seen, path, line)
        out.append(
            Change(
                entry=entry,
                kind=table["kind"],
                from_document=before,
                from_text=old,
                to_document=after,
                to_text=new,
                note_en=a_text(table, "note_en", path, line),
                note_ja=a_text(table, "note_ja", path, line),
                impact=table["impact"],
                status="reviewed",
            )
        )
    return out


def _once(key: tuple[str, ...], name: str, seen: dict[tuple[str, ...], int], path: Path, line: int) -> None:
    """Raise CorpusError for a second review of the same passages, which would stand beside the first and may say otherwise."""
    if key in seen:
        message = f"this {name} of {key[0]} stands on line {seen[key]} already; take one of the two out"
        raise CorpusError(message, file=path, line=line)
    seen[key] = line


def read_rule_changes(root: Path, printed: Printed) -> list[RuleChange]:
    """The dated rule changes and what they touch; raises CorpusError with file and line."""
    path = root / "reviews" / "rule_changes.toml"
    out = []
    for line, table in _tables(path, "rule_change", _RULE_CHANGE):
        change, entries = a_text(table, "change", path, line), texts(table, "entries", path, line)
        for entry in (change, *entries):
            _known(entry, printed, path, line)
        stale = tuple(_stale(place, printed, path, line) for place in _places(table, path, line))
        notes = {name: a_text(table, name, path, line) for name in _NOTES}
        out.append(RuleChange(change=change, entries=entries, stale=stale, **notes))
    return out


def _places(table: dict[str, Any], path: Path, line: int) -> list[dict[str, Any]]:
    """The `stale` places of a rule change."""
    places = table.get("stale", [])
    if not isinstance(places, list) or not all(isinstance(place, dict) for place in places):
        message = 'stale must list places: write stale = [{entry = "…", document = "…", passage = "…"}]'
        raise CorpusError(message, file=path, line=line)
    return places


def _stale(place: dict[str, Any], printed: Printed, path: Path, line: int) -> tuple[str, str, str]:
    """(entry, document, passage) of a passage that still prints the old rule."""
    only(place, _STALE, path, line)
    entry, document, passage = (a_text(place, name, path, line) for name in _STALE)
    return entry, document, _stands(passage, entry, document, printed, path, line)


def _stands(passage: str, entry: str, document: str, printed: Printed, path: Path, line: int) -> str:
    """A passage must stand in the text or title of the rendition that it is quoted from; it is given as that prints it."""
    if not passage:
        return ""
    rendition = printed.get((entry, document))
    if rendition is None:
        raise CorpusError(f"{entry} is not printed in {document!r}, and is quoted from it", file=path, line=line)
    found = quoted(rendition, passage)
    if found is None:
        raise CorpusError(f"{document} does not print {passage[:60]!r} in {entry}; quote it to the letter", file=path, line=line)
    return found


def quoted(rendition: Rendition | None, passage: str) -> str | None:
    """A passage as a rendition prints it, None where it does not; an empty passage is in all of them."""
    if not passage:
        return ""
    return None if rendition is None else verbatim(rendition, passage)


def _tables(path: Path, name: str, fields: Sequence[str], beside: Sequence[str] = ()) -> Iterator[tuple[int, dict[str, Any]]]:
    """The tables of a file, none where there is no file; `beside` them the file may hold other fields at its head."""
    if path.exists():
        for line, table in with_lines(path, f"[[{name}]]", read_toml(path, (name, *beside)).get(name, [])):
            only(table, fields, path, line)
            yield line, table


def _passage(table: dict[str, Any], name: str, path: Path, line: int) -> str:
    """A passage, "" where it is left out."""
    value = table.get(name, "")
    if not isinstance(value, str):
        raise CorpusError(f'{name} must be a passage in quotation marks: write {name} = "…"', file=path, line=line)
    return value


def _known(entry: str, printed: Printed, path: Path, line: int) -> None:
    if all(id != entry for id, _ in printed):
        raise CorpusError(f"there is no entry {entry!r}", file=path, line=line)


def _document(id: str, documents: Mapping[str, Document], path: Path, line: int | None) -> Document:
    if id not in documents:
        raise CorpusError(f"there is no document {id!r}", file=path, line=line)
    return documents[id]


def _one_of(table: dict[str, Any], name: str, allowed: Sequence[str], path: Path, line: int) -> None:
    if table.get(name) not in allowed:
        where = line_of_value(table, name, path, line)
        raise CorpusError(f"{name} is {table.get(name)!r}; use one of {', '.join(allowed)}", file=path, line=where)
