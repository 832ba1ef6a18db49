"""Fills the tables of a new revision by COPY."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, LiteralString

import numpy as np

from kb.encoder import Encoder
from kb.passages import Passage, edges, table_of
from kb.postgres.copying import copy_binary, integer_rows, posting_row, vector_rows
from kb.postgres.inverted import Inverted
from kb.postgres.session import Connection
from kb.store import dump, locators_of
from kb.traits import Describer
from kb.writer import Content, batches, field_and_words, save_models

_PIECE = 4_000_000


def load_texts(connection: Connection, content: Content, digest: hashlib._Hash) -> None:
    """Games, documents, parts, entries with their locators, records; `digest` takes in all that is written."""

    def copy(statement: LiteralString, rows: Iterable[tuple[Any, ...]]) -> None:
        with connection.cursor().copy(statement) as out:
            for row in rows:
                digest.update(repr(row).encode())
                out.write_row(row)

    copy("COPY game FROM STDIN", ((game.id, dump(asdict(game))) for game in content.games))
    copy("COPY document FROM STDIN", ((place, one.id, dump(asdict(one))) for place, one in enumerate(content.documents, 1)))
    copy("COPY part FROM STDIN", ((place, one.game, one.slug, dump(asdict(one))) for place, one in enumerate(content.parts, 1)))
    copy(
        "COPY entry FROM STDIN",
        ((row, one.id, one.game, one.kind, one.part, dump(asdict(one))) for row, one in enumerate(content.entries)),
    )
    current = {document.id for document in content.documents if document.current}
    copy(
        "COPY locator FROM STDIN",
        (found for row, entry in enumerate(content.entries) for found in dict.fromkeys(locators_of(row, entry, current))),
    )
    copy(
        "COPY record FROM STDIN",
        ((place, sort, entry, dump(body)) for place, (sort, entry, body) in enumerate(content.records, 1)),
    )


def load_passages(connection: Connection, content: Content, digest: hashlib._Hash) -> tuple[int, int]:
    """The table of passages and the inverted index; returns the numbers of the first phrasing and the first unanswered question."""
    table = table_of(content.passages)
    digest.update(table.tobytes())
    numbered = np.column_stack([np.arange(len(table), dtype=np.int32), table])
    names = ("number", "entry", "rendition", "sort", "language")
    copy_binary(connection, "passage", names, [integer_rows(numbered, (4, 4, 2, 2, 2))])
    inverted = Inverted()
    for passage in content.passages:
        digest.update(f"{passage.verdict}{passage.text}".encode())
        inverted.add(*field_and_words(passage))
    for passage in content.unsearched:
        digest.update(f"{passage.entry}{passage.verdict}{passage.text}".encode())
    rows = (posting_row(one.token, one.block, one.passages, one.impacts) for one in inverted.postings())
    copy_binary(connection, "posting", ("token", "block", "passages", "impacts"), rows)
    with connection.cursor().copy("COPY word FROM STDIN") as out:
        for word in inverted.words():
            out.write_row((word.token, word.field, word.word, word.holding, word.most))
    return edges(table)


def load_traits(connection: Connection, content: Content) -> None:
    """What the ranking asks of each entry, as numbers; they follow from the texts."""
    describer = Describer(content.games, content.documents, content.parts)
    with connection.cursor().copy("COPY trait FROM STDIN") as out:
        for row, entry in enumerate(content.entries):
            out.write_row((row, *describer.describe(entry)))


def load_vectors(connection: Connection, content: Content, encoder: Encoder, spans: dict[str, tuple[int, int]]) -> None:
    """The vector of each passage; `spans` says which passages each table takes, from the first up to but not including the last.

    The spans follow each other, so that the passages are gone through once.
    """
    rest = iter(content.passages)
    for table, (first, last) in spans.items():
        copy_binary(connection, table, ("number", "entry", "vector"), _vectors(islice(rest, last - first), encoder, first))


def _vectors(passages: Iterable[Passage], encoder: Encoder, first: int) -> Iterator[bytes]:
    for batch in batches(passages):
        numbers = np.arange(first, first + len(batch), dtype=np.int32)
        entries = np.array([passage.entry for passage in batch], dtype=np.int32)
        yield vector_rows(numbers, entries, encoder.encode([passage.text for passage in batch]))
        first += len(batch)


def load_files(connection: Connection, content: Content, encoder: Encoder) -> None:
    """The models as files, so that a server needs nothing but the address."""
    with tempfile.TemporaryDirectory() as folder, connection.cursor().copy("COPY file FROM STDIN (FORMAT binary)") as out:
        out.set_types(["text", "int4", "bytea"])
        save_models(Path(folder), content, encoder)
        for path in sorted(one for one in Path(folder).rglob("*") if one.is_file()):
            data = path.read_bytes()
            for place, start in enumerate(range(0, max(1, len(data)), _PIECE)):
                out.write_row((path.relative_to(folder).as_posix(), place, data[start : start + _PIECE]))
