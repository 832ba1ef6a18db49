"""The textual half of a KB, read-only once built, holding what the indexes point at; here as one SQLite file.

`Store` says in SQL what can be read; where the SQL runs is for `SqliteStore` here and for `kb.postgres.store` to say.
"""

from __future__ import annotations

import json
import re
import sqlite3
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kb.errors import KbMissing
from kb.model import Document, Entry, Game, Named, Part, Rendition

_SCHEMA = """
CREATE TABLE game (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE document (place INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, body TEXT NOT NULL);
CREATE TABLE part (place INTEGER PRIMARY KEY, game TEXT NOT NULL, slug TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE entry (
    row INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, game TEXT NOT NULL, kind TEXT NOT NULL, part TEXT NOT NULL, body TEXT NOT NULL
);
CREATE INDEX entry_part ON entry (game, part, row);
CREATE TABLE locator (
    game TEXT NOT NULL, part TEXT NOT NULL, locator TEXT NOT NULL, current INTEGER NOT NULL, row INTEGER NOT NULL,
    PRIMARY KEY (game, part, locator, current, row)
) WITHOUT ROWID;
CREATE TABLE record (place INTEGER PRIMARY KEY, sort TEXT NOT NULL, entry TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX record_entry ON record (entry, sort);
CREATE INDEX record_sort ON record (sort, place);
"""
_CACHED_ENTRIES = 4096
_KEPT_IDS, _LONGEST_ID = 100_000, 100
"""So many ids are remembered with their rows; of those that no entry has none of more letters: anybody may ask for any."""
_NO_ID = re.compile(r"[\0\ud800-\udfff]")
"""What no id holds, and no database could be asked for: a NUL, or half a surrogate pair."""
_BATCH = 500
"""Records or entries that are read at a time by those who go through them all."""
# The document of a rendition within the body of an entry, as `dump` writes it: many times faster than to parse the whole. Not what
# a text says of documents: there each quote has a backslash before it.
_PRINTED_IN = re.compile(r'"document":"([^"]+)"')


def write_store(
    path: Path,
    *,
    games: Iterable[Game],
    documents: Sequence[Document],
    parts: Iterable[Part],
    entries: Iterable[Entry],
    records: Iterable[tuple[str, str, dict[str, Any]]],
) -> None:
    """Write a new store; `records` are (sort, entry id or "", body): alignments, conflicts, changes and the like."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.executescript(_SCHEMA)
        connection.executemany("INSERT INTO game VALUES (?, ?)", ((g.id, dump(asdict(g))) for g in games))
        connection.executemany("INSERT INTO document (id, body) VALUES (?, ?)", ((d.id, dump(asdict(d))) for d in documents))
        connection.executemany(
            "INSERT INTO part (game, slug, body) VALUES (?, ?, ?)", ((p.game, p.slug, dump(asdict(p))) for p in parts)
        )
        current = {document.id for document in documents if document.current}
        for row, entry in enumerate(entries):
            body = dump(asdict(entry))
            connection.execute(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", (row, entry.id, entry.game, entry.kind, entry.part, body)
            )
            connection.executemany("INSERT OR IGNORE INTO locator VALUES (?, ?, ?, ?, ?)", locators_of(row, entry, current))
        connection.executemany(
            "INSERT INTO record (sort, entry, body) VALUES (?, ?, ?)",
            ((sort, entry, dump(body)) for sort, entry, body in records),
        )
        connection.commit()
        connection.execute("VACUUM")
    finally:
        connection.close()


def _prints(entry: Entry, locator: str, edition: int) -> bool:
    """Whether a text of an edition prints an entry under a number."""
    return any(r.edition == edition and r.locator is not None and r.locator.slug == locator for r in entry.renditions)


def locators_of(row: int, entry: Entry, current: set[str]) -> list[tuple[str, str, str, int, int]]:
    """Where an entry is printed: its part and number in each document, current or not."""
    return [
        (entry.game, entry.part, rendition.locator.slug, int(rendition.document in current), row)
        for rendition in entry.renditions
        if rendition.locator is not None
    ]


class Store(ABC):
    """An open store; every method reads, none writes. One Store may be used from several threads."""

    number = 0
    """Which revision it reads, where a database holds several."""

    def __init__(self) -> None:
        self.games = {row[0]: _game(row[1]) for row in self._rows("SELECT id, body FROM game ORDER BY id")}
        self.game_places: dict[str, int] = {id: place for place, id in enumerate(sorted(self.games))}
        """By id the place of each game in the traits of entries."""
        self.documents = {
            row[0]: Document(**json.loads(row[1])) for row in self._rows("SELECT id, body FROM document ORDER BY place")
        }
        self.current = frozenset(id for id, document in self.documents.items() if document.current)
        self.parts = [Part(**json.loads(row[0])) for row in self._rows("SELECT body FROM part ORDER BY place")]
        self.size = int(self._rows("SELECT count(*) FROM entry")[0][0])
        self._cache: OrderedDict[int, Entry] = OrderedDict()
        self._known: dict[str, int | None] = {}
        self._printed: dict[str, int] | None = None

    @abstractmethod
    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Run a statement whose values stand as `?`."""

    @abstractmethod
    def _bodies(self, rows: list[int]) -> list[tuple[int, str]]:
        """(row, body) of entries, in any order."""

    @abstractmethod
    def _placed(self, ids: list[str]) -> list[tuple[str, int]]:
        """(id, row) of those ids that are of entries, in any order."""

    @abstractmethod
    def close(self) -> None:
        """Give the file or the connections back."""

    def newest(self) -> int:
        """The number of the newest revision beside it; its own where there is no other."""
        return self.number

    def row_of(self, id: str) -> int | None:
        """The row number of an entry id, or None; asked once, for a store does not change."""
        known = self._known
        return known[id] if id in known else self.rows_of([id])[id]

    def rows_of(self, ids: Iterable[str]) -> dict[str, int | None]:
        """The rows of many ids, found together and remembered."""
        wanted = list(dict.fromkeys(ids))
        placed = dict(self._placed([id for id in wanted if not _NO_ID.search(id)]))
        found = {id: placed.get(id) for id in wanted}
        if len(self._known) > _KEPT_IDS:
            self._known = {}
        self._known.update((id, row) for id, row in found.items() if row is not None or len(id) <= _LONGEST_ID)
        return found

    def entry_at(self, row: int) -> Entry:
        """The entry of a row number, as the passages name it."""
        return self.entries_at([row])[row]

    def entries_at(self, rows: Collection[int]) -> dict[int, Entry]:
        """The entries of row numbers, fetched together, in the order asked for."""
        found = {row: cached for row in rows if (cached := self._cache.get(row)) is not None}
        if len(found) == len(rows):
            return found
        wanted = [row for row in rows if row not in found]
        for row, body in self._bodies(wanted) if wanted else ():
            self._cache[row] = found[row] = _entry(body)
        while len(self._cache) > _CACHED_ENTRIES:
            self._cache.popitem(last=False)
        return {row: found[row] for row in rows}

    def entry(self, id: str) -> Entry | None:
        """The entry of an id, or None."""
        row = self.row_of(id)
        return None if row is None else self.entry_at(row)

    def at(self, game: str, part: str, locator: str) -> list[int]:
        """Rows of the entries that a part prints under a number: by the current texts, else by the superseded ones."""
        sql = "SELECT DISTINCT row FROM locator WHERE game = ? AND part = ? AND locator = ? AND current = ? ORDER BY row"
        for current in (1, 0):
            rows = self._rows(sql, (game, part, locator, current))
            if rows:
                return [int(row) for (row,) in rows]
        return []

    def numbered(self, locator: str, edition: int = 0) -> list[Entry]:
        """The entries that any part prints under a number: each by its current texts, else by the superseded ones.

        Where an `edition` is named and any text of it prints the number, those that do.
        """
        rows = self._rows("SELECT game, part, current, row FROM locator WHERE locator = ? ORDER BY row", (locator,))
        if edition > 0:
            held = [self.entry_at(row) for row in dict.fromkeys(int(row) for *_, row in rows)]
            pinned = [entry for entry in held if _prints(entry, locator, edition)]
            if pinned:
                return pinned
        now = {(game, part) for game, part, current, _ in rows if current}
        return [self.entry_at(int(row)) for game, part, current, row in rows if current or (game, part) not in now]

    def asked_under(self) -> list[Entry]:
        """The entries that Q&As stand under; parts of the rules have Q&As, too, and are none."""
        rows = self._rows("SELECT DISTINCT game, part FROM locator WHERE locator = ? ORDER BY game, part", ("q1",))
        return [entry for game, part in rows if (entry := self.entry(f"{game}/{part}")) is not None]

    def entries(self, game: str | None = None, part: str | None = None) -> Iterator[Entry]:
        """Entries in the order of the rules, of one game and part if given; a part holds what lies below it too."""
        if game is None:
            rows = self._rows("SELECT row FROM entry ORDER BY row")
        elif part is None:
            rows = self._rows("SELECT row FROM entry WHERE game = ? ORDER BY row", (game,))
        else:
            # What lies below begins with "part/", and "0" comes next after "/": both stores compare parts letter by letter.
            sql = "SELECT row FROM entry WHERE game = ? AND (part = ? OR part >= ? AND part < ?) ORDER BY row"
            rows = self._rows(sql, (game, part, f"{part}/", f"{part}0"))
        for start in range(0, len(rows), _BATCH):
            yield from self.entries_at([int(row) for (row,) in rows[start : start + _BATCH]]).values()

    def beside(self, entry: Entry) -> tuple[Entry | None, Entry | None]:
        """The entries before and after one in its part and what lies below that; None at either end."""
        row, found = self.row_of(entry.id), []
        for nearest, side in (("max", "<"), ("min", ">")):
            # Each half is answered from the index alone, the first in one step.
            sql = (
                f"SELECT {nearest}(row) FROM (SELECT {nearest}(row) AS row FROM entry WHERE game = ? AND part = ? AND row {side} ?"
                f" UNION ALL SELECT {nearest}(row) FROM entry WHERE game = ? AND part >= ? AND part < ? AND row {side} ?) AS two"
            )
            below = (entry.game, f"{entry.part}/", f"{entry.part}0", row)
            found.append(self._rows(sql, (entry.game, entry.part, row, *below))[0][0])
        before, after = (None if at is None else self.entry_at(int(at)) for at in found)
        return before, after

    def part_sizes(self, game: str) -> dict[str, int]:
        """How many entries stand in each part of a game itself, not below it; the parts in the order of the rules."""
        sql = "SELECT part, count(*) FROM entry WHERE game = ? GROUP BY part ORDER BY min(row)"
        return {part: int(count) for part, count in self._rows(sql, (game,))}

    def document_sizes(self) -> dict[str, int]:
        """How many renditions each document has that has any; counted once, for a store does not change."""
        if self._printed is None:
            counts: Counter[str] = Counter()
            last = -1
            while rows := self._rows("SELECT row, body FROM entry WHERE row > ? ORDER BY row LIMIT ?", (last, _BATCH)):
                last = rows[-1][0]
                counts.update(document for _, body in rows for document in _PRINTED_IN.findall(body))
            self._printed = dict(counts)
        return self._printed

    def records(self, sort: str, entry: str | None = None) -> list[dict[str, Any]]:
        """Records of one sort (alignment, conflict, change, …), of one entry if given, in order."""
        if entry is None:
            rows = self._rows("SELECT body FROM record WHERE sort = ? ORDER BY place", (sort,))
        else:
            rows = self._rows("SELECT body FROM record WHERE sort = ? AND entry = ? ORDER BY place", (sort, entry))
        return [json.loads(row[0]) for row in rows]

    def records_by_entry(self, sort: str) -> dict[str, list[dict[str, Any]]]:
        """Records of one sort by the entry that they are of, each in order."""
        out: dict[str, list[dict[str, Any]]] = {}
        for entry, body in self._rows("SELECT entry, body FROM record WHERE sort = ? ORDER BY place", (sort,)):
            out.setdefault(entry, []).append(json.loads(body))
        return out

    def each(self, sort: str) -> Iterator[dict[str, Any]]:
        """All records of one sort, in order, read a batch at a time: for those who go through them all."""
        last = 0
        while rows := self._rows(
            "SELECT place, body FROM record WHERE sort = ? AND place > ? ORDER BY place LIMIT ?", (sort, last, _BATCH)
        ):
            last = rows[-1][0]
            yield from (json.loads(body) for _, body in rows)


class SqliteStore(Store):
    """A store in one SQLite file."""

    def __init__(self, path: Path) -> None:
        try:
            uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
            self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
            super().__init__()
        except (sqlite3.Error, ValueError, TypeError, KeyError) as error:
            raise KbMissing(f"the store cannot be read ({error}); run `judgecall build`", file=path) from None

    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()

    def _bodies(self, rows: list[int]) -> list[tuple[int, str]]:
        return [self._rows("SELECT row, body FROM entry WHERE row = ?", (row,))[0] for row in rows]

    def _placed(self, ids: list[str]) -> list[tuple[str, int]]:
        return [(id, int(row)) for id in ids for (row,) in self._rows("SELECT row FROM entry WHERE id = ?", (id,))]

    def close(self) -> None:
        """Give the file back."""
        self._connection.close()


def dump(body: dict[str, Any]) -> str:
    """A body as the store keeps it: the same bytes for the same content."""
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _game(body: str) -> Game:
    data = json.loads(body)
    return Game(**{**data, **{name: tuple(data[name]) for name in ("words", "things", "examples")}})


def _entry(body: str) -> Entry:
    data = json.loads(body)
    renditions = tuple(
        Rendition(
            **{
                **rendition,
                "section": tuple(rendition["section"]),
                "lines": tuple((first, last) for first, last in rendition["lines"]),
                "doubts": tuple(rendition["doubts"]),
            }
        )
        for rendition in data.pop("renditions")
    )
    named = tuple(Named(**one) for one in data.pop("named"))
    return Entry(**data, renditions=renditions, named=named)
