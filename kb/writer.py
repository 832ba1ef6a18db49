"""Writes a KB: everything into a new folder beside the old one, which then takes its place in one step.

A build that is killed at any moment leaves the old KB as it was. Two builds of one KB wait for each other.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from kb.dense import build_dense, wholes
from kb.edition_asked import in_force_since
from kb.encoder import Encoder, StaticEncoder, Vectors
from kb.errors import KbError
from kb.layout import DENSE, ENCODER, LEXICAL, META, PASSAGES, SCHEMA, STORE, TRAITS, WORDS, meta_digest, sha256_of
from kb.lexical import ASKED, RULES, build_lexical, remove_locks
from kb.model import Document, Entry, Game, Part
from kb.passages import NO_ENTRY, Passage, kinds, save_passages
from kb.place import Place
from kb.settled import FOLDER as SETTLED
from kb.settled import write_settled
from kb.store import write_store
from kb.telling import vectored
from kb.tokens import tokens
from kb.traits import Describer, save_traits
from kb.transformer import Together
from kb.weights import Weights
from kb.worked_out import SettlingEncoder

_BATCH = 4096
"""How many passages are encoded together."""

Item = TypeVar("Item", covariant=True)


class Sized(Protocol[Item]):
    """Things whose number is known and that can be gone through again and again, in the same order: a list, or one made as read."""

    def __len__(self) -> int:
        """How many there are."""
        ...

    def __iter__(self) -> Iterator[Item]:
        """From the first on."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What goes into a KB: `records` are (sort, entry id or "", body); `corpus` is the sha256 of each corpus file.

    Entries and passages are gone through several times and need not lie in memory.
    """

    games: list[Game]
    documents: list[Document]
    parts: list[Part]
    entries: Sized[Entry]
    passages: Sized[Passage]
    records: list[tuple[str, str, dict[str, Any]]]
    corpus: dict[str, str]
    weights: Weights = field(default_factory=Weights)
    unsearched: Sequence[Passage] = ()
    """Settled questions that are not searched; with those among the passages they tell the answers of an entry apart."""
    verdicts: SettlingEncoder | None = None
    """The encoder of the settled questions; without it there are no verdicts."""


def write_kb(out: Place, content: Content, encoder: Encoder, say: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Build a KB at `out` and return its meta; raises KbError when the disk is full or the place cannot be written."""
    content = replace(content, records=list(vectored(content.records, encoder)))
    if isinstance(out, str):
        from kb.postgres.write import write_postgres

        return write_postgres(out, content, encoder, say)
    check_place(out)
    out = real(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with _lock(out):
            _sweep(out)
            building = out.parent / f".{out.name}.building-{os.getpid()}"
            try:
                building.mkdir()
                meta = _fill(building, content, encoder, say)
                _sync(building)
                _swap(building, out)
            finally:
                shutil.rmtree(building, ignore_errors=True)
    except (OSError, ValueError, RuntimeError, sqlite3.Error) as error:
        raise _as_kb_error(error, out) from None
    return meta


def real(place: Path) -> Path:
    """Where the folder of a KB lies: behind a link, which stays as it is while the folder that it leads to is replaced."""
    return Path(os.path.realpath(place))


def check_place(out: Path) -> None:
    """See that a KB can be put at a place; raises KbError where a file stands there, or a folder that holds other things."""
    try:
        if out.exists() and not out.is_dir():
            raise KbError("this is a file; name a folder for the KB", file=out)
        if out.is_dir() and any(out.iterdir()) and not (out / META).exists():
            raise KbError("this folder holds other things than a KB; give another place with --out or --kb", file=out.absolute())
    except OSError as error:
        raise _as_kb_error(error, out) from None


def _fill(folder: Path, content: Content, encoder: Encoder, say: Callable[[str], None]) -> dict[str, Any]:
    say(f"store: {len(content.entries)} entries")
    write_store(
        folder / STORE,
        games=content.games,
        documents=content.documents,
        parts=content.parts,
        entries=content.entries,
        records=content.records,
    )
    save_traits(folder / TRAITS, Describer(content.games, content.documents, content.parts), content.entries)
    say(f"lexical index: {len(content.passages)} passages")
    save_passages(folder / PASSAGES, content.passages)
    known: set[str] = set()
    build_lexical(folder / LEXICAL, _words(content.passages, known), len(content.passages))
    (folder / WORDS).write_text("\n".join(sorted(known)), encoding="utf-8")
    say(f"dense index: {encoder.name}, dimension {encoder.dimension}")
    kept: dict[str, npt.NDArray[np.int8]] = {}
    vectors = (_encoded(encoder, batch, kept) for batch in batches(content.passages))
    searched = kinds(np.load(folder / PASSAGES, mmap_mode="r"))
    build_dense(folder / DENSE, vectors, len(content.passages), encoder.dimension, searched)
    save_models(folder, content, encoder, kept)
    remove_locks(folder / LEXICAL)
    files = {str(path.relative_to(folder)): sha256_of(path) for path in sorted(folder.rglob("*")) if path.is_file()}
    revision = hashlib.sha256(json.dumps([files, content.weights.to_json()], sort_keys=True).encode()).hexdigest()[:16]
    meta = meta_of(content, encoder, revision, files)
    meta["digest"] = meta_digest(meta)
    (folder / META).write_text(json.dumps(meta, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return meta


def _encoded(encoder: Encoder, batch: Sequence[Passage], kept: dict[str, npt.NDArray[np.int8]]) -> Vectors:
    """The vectors of passages; those of settled questions are kept by their texts, since they are needed once more."""
    vectors = encoder.encode([passage.text for passage in batch])
    for passage, row in zip(batch, wholes(vectors), strict=True):
        if passage.verdict:
            kept[passage.text] = row
    return vectors


def save_models(
    folder: Path, content: Content, encoder: Encoder, kept: Mapping[str, npt.NDArray[np.int8]] = MappingProxyType({})
) -> None:
    """What a server reads into memory whole: a static encoder (any other is found by its name), and the settled questions.

    `kept` has vectors of texts by `encoder` that are known already, in whole numbers.
    """
    if isinstance(encoder, StaticEncoder):
        encoder.save(folder / ENCODER)
    if content.verdicts is not None:
        passages = chain(content.passages, content.unsearched)
        write_settled(folder / SETTLED, content.verdicts, encoder, passages, kept, in_force_since(content.documents))


def field_and_words(passage: Passage) -> tuple[str, list[str]]:
    """The field of a passage in the lexical index, and its words there.

    A question that no entry answers is told by its meaning alone; its words are not words that the KB knows.
    """
    return ASKED if passage.sort == "phrasing" else RULES, [] if passage.entry <= NO_ENTRY else tokens(passage.text)


def can_be_misspelt(word: str) -> bool:
    """Whether a word of the index is one for the spelling to know; numbers are not."""
    return not word[0].isdigit()


def meta_of(content: Content, encoder: Encoder, revision: str, files: dict[str, str]) -> dict[str, Any]:
    """What a KB says about itself: layout, revision, what it was built from and with, and the sha256 of its files."""
    return {
        "schema": SCHEMA,
        "tool": version("judgecall"),
        "revision": revision,
        "corpus": content.corpus,
        "encoder": {
            "name": encoder.name,
            "sort": "static" if isinstance(encoder, StaticEncoder) else "sentence-transformers",
            "dimension": encoder.dimension,
            "fingerprint": encoder.fingerprint,
        },
        "transformer": isinstance(content.verdicts, Together),
        "weights": content.weights.to_json(),
        "counts": {"entries": len(content.entries), "passages": len(content.passages)},
        "files": files,
    }


def _words(passages: Iterable[Passage], known: set[str]) -> Iterator[tuple[str, list[str]]]:
    """The field and the tokens of each passage; all words that can be misspelt go into `known`."""
    for passage in passages:
        field, words = field_and_words(passage)
        known.update(filter(can_be_misspelt, words))
        yield field, words


def batches(passages: Iterable[Passage]) -> Iterator[list[Passage]]:
    """Passages in as many as are encoded together."""
    rest = iter(passages)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def _sync(folder: Path) -> None:
    """Make sure that the files are on the disk before the old KB goes."""
    for path in [*folder.rglob("*"), folder]:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _lock(out: Path) -> Iterator[None]:
    """One build of a KB at a time; a second one waits."""
    path = out.parent / f".{out.name}.lock"
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _sweep(out: Path) -> None:
    """Remove what builds that were killed left behind; a KB that one had moved aside comes back where there is none."""
    for old in out.parent.glob(f".{out.name}.old-*"):
        if not out.exists() and not old.is_symlink():
            old.rename(out)
        _remove(old)
    for leftover in out.parent.glob(f".{out.name}.building-*"):
        _remove(leftover)


def _remove(leftover: Path) -> None:
    """Remove a folder, or a link that earlier builds took for one and moved aside."""
    if leftover.is_symlink():
        leftover.unlink(missing_ok=True)
    else:
        shutil.rmtree(leftover, ignore_errors=True)


def _swap(building: Path, out: Path) -> None:
    """Put the new folder in the old one's place; on Linux the two change places in one step."""
    check_place(out)
    if not out.exists():
        building.rename(out)
    elif not _exchange(building, out):
        old = out.parent / f".{out.name}.old-{os.getpid()}"
        out.rename(old)
        try:
            building.rename(out)
        except OSError:
            old.rename(out)
            raise
        shutil.rmtree(old, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """renameat2(2) with RENAME_EXCHANGE; False where the system or file system has no such call."""
    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    at_cwd, exchange = -100, 2
    return bool(call(at_cwd, os.fsencode(one), at_cwd, os.fsencode(other), exchange) == 0)


def _as_kb_error(error: Exception, out: Path) -> KbError:
    number = getattr(error, "errno", None)
    text = str(error)
    # numpy says "38260 requested and 22496 written" and names no errno.
    signs = ("No space left", "disk is full", "disk I/O error", " requested and ")
    full = number in (errno.ENOSPC, errno.EDQUOT) or any(sign in text for sign in signs)
    if full:
        return KbError("the disk is full; free some room and build again (the old KB is as it was)", file=out)
    if number in (errno.EACCES, errno.EROFS, errno.EPERM):
        return KbError("this place cannot be written; give another with --out or --kb", file=out)
    said = " ".join(text.split())[:200]
    return KbError(f"the KB could not be written ({said}); mend that or give another place (the old KB is as it was)", file=out)
