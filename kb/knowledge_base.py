"""Opens a built KB and holds its parts together: store, passages, lexical index, dense index, encoder."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from types import ModuleType
from typing import Any

from platformdirs import user_data_path

from kb.answerable import RECORD as ANSWERABLE
from kb.answerable import Answerable
from kb.dense import Dense, FaissDense
from kb.encoder import Encoder, StaticEncoder
from kb.errors import KbError, KbMismatch, KbMissing
from kb.glossary import Glossary
from kb.layout import DENSE, ENCODER, LEXICAL, META, PASSAGES, SCHEMA, STORE, TRAITS, WORDS, meta_digest, sha256_of
from kb.lexical import Lexical, TantivyLexical
from kb.model import Term
from kb.passages import Passages, PassageTable, kinds
from kb.place import Place, place_of, shown
from kb.settled import FOLDER as SETTLED
from kb.settled import SettledQuestions
from kb.spelling import Spelling
from kb.store import SqliteStore, Store
from kb.traits import Traits, TraitTable
from kb.weights import Weights

CHECKED_BYTES = 256 * 2**20
"""Files are checked by sha256 when a KB is opened, the smallest first, up to this size in all; the rest by their presence."""

_AT_ONCE = 2
"""Files that are checked at once: that half of the time is spent outside Python."""
SWAPS = 20
"""How often a KB may be swapped while it is opened before that is given up."""


@dataclass(slots=True)
class KnowledgeBase:
    """An open KB: its place and its parts, which are the same to use wherever they lie."""

    place: Place
    meta: dict[str, Any]
    store: Store
    passages: Passages
    lexical: Lexical
    dense: Dense
    encoder: Encoder
    glossary: Glossary
    spelling: Spelling
    weights: Weights
    traits: Traits
    settled: SettledQuestions | None = None
    """What verdicts rest on; None where the KB was built without."""
    answerable: Answerable | None = None
    """What the words of a question tell of whether any entry answers it; None where the KB was built without, and on a device."""

    @property
    def revision(self) -> str:
        """A name for exactly this content."""
        return str(self.meta["revision"])


def default_place() -> Place:
    """Where the KB lies unless --kb says otherwise: $JUDGECALL_KB, else the platform's user data folder."""
    named = os.environ.get("JUDGECALL_KB")
    return place_of(named) if named else user_data_path("judgecall") / "kb"


def default_place_if_any() -> Place | None:
    """The default place, or None where $JUDGECALL_KB names none and the user data folder has no KB."""
    place = default_place()
    return place if os.environ.get("JUDGECALL_KB") or Path(place).exists() else None


def read_meta(place: Place) -> dict[str, Any]:
    """The meta of a KB; raises KbMissing when there is none or it cannot be read."""
    if isinstance(place, str):
        return postgres("open").read_postgres_meta(place)  # type: ignore[no-any-return]
    file = place / META
    try:
        meta = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise KbMissing(f"there is no knowledge base here; run `judgecall build --kb {place}`", file=place) from None
    except (OSError, ValueError) as error:
        raise KbMissing(f"meta.json cannot be read ({error}); run `judgecall build`", file=file) from None
    if not isinstance(meta, dict) or "schema" not in meta:
        raise KbMissing("meta.json is not of a knowledge base; run `judgecall build`", file=file)
    return meta


def open_kb(place: Place, encoder: Encoder | None = None) -> KnowledgeBase:
    """Open a KB; raises KbMissing for a missing or damaged one, KbMismatch when two of its parts do not agree.

    `encoder` is used instead of the KB's own; it must be the very one that the KB was built with. A KB is closed by its store, but
    for the files that are mapped into memory: these go with the last that uses them.
    """
    if isinstance(place, str):
        return postgres("open").open_postgres(place, encoder)  # type: ignore[no-any-return]
    return _open_steady(place, encoder)


def postgres(module: str) -> ModuleType:
    """A module of kb.postgres, loaded only when an address is given; raises KbMissing without its driver."""
    try:
        return importlib.import_module(f"kb.postgres.{module}")
    except ImportError as error:
        raise KbMissing(f"a KB in PostgreSQL needs the postgres extra ({error}): pip install 'judgecall[postgres]'") from None


def _open_steady(path: Path, encoder: Encoder | None) -> KnowledgeBase:
    """Open a folder as one build left it.

    A build may swap the folder at any moment: what was opened while it did holds files of both builds, or fails, and is opened
    again. A database needs no such guard: a revision there never changes.
    """
    for _ in range(SWAPS):
        before = stamp(path)
        try:
            opened = _open_folder(path, encoder)
        except (KbError, OSError):
            if stamp(path) == before:
                raise
        else:
            if stamp(path) == before:
                return opened
            opened.store.close()
    raise KbMissing(f"the KB was swapped {SWAPS} times while it was opened; wait for the builds to end", file=path)


def stamp(path: Path) -> tuple[int, ...] | None:
    """What names the KB that stands at a path now: another one has another number or came to be at another time; None for none.

    The time of the last change (ctime) is the system's own: a copy of an earlier folder under the same numbers has another.
    """
    try:
        found, meta = path.stat(), (path / META).stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino, meta.st_ino, meta.st_mtime_ns, meta.st_ctime_ns, meta.st_size)


def _open_folder(path: Path, encoder: Encoder | None) -> KnowledgeBase:
    meta = read_meta(path)
    if meta["schema"] != SCHEMA:
        raise KbMismatch(f"this KB has layout {meta['schema']}, this tool reads layout {SCHEMA}; run `judgecall build`", file=path)
    if meta.get("digest") != meta_digest(meta):
        raise KbMismatch("meta.json is damaged: it does not have the sha256 that it names; run `judgecall build`", file=path)
    _check_files(path, meta["files"])
    encoder = encoder or encoder_of(path / ENCODER, meta["encoder"])
    store = SqliteStore(path / STORE)
    try:
        return _opened(path, meta, store, encoder)
    except BaseException:
        store.close()
        raise


def _opened(path: Path, meta: dict[str, Any], store: Store, encoder: Encoder) -> KnowledgeBase:
    words = (path / WORDS).read_text(encoding="utf-8").split("\n")
    passages = PassageTable(path / PASSAGES)
    dense = FaissDense(path / DENSE, kinds(passages.table))
    traits = TraitTable(path / TRAITS)
    if len(traits) != store.size:
        raise KbMismatch(f"traits.npy has {len(traits)} entries, the store {store.size}; run `judgecall build`", file=path / TRAITS)
    return assemble(
        path,
        meta,
        store,
        passages,
        TantivyLexical(path / LEXICAL),
        dense,
        traits,
        encoder,
        words,
        SettledQuestions.open(path / SETTLED),
    )


def assemble(
    place: Place,
    meta: dict[str, Any],
    store: Store,
    passages: Passages,
    lexical: Lexical,
    dense: Dense,
    traits: Traits,
    encoder: Encoder,
    words: Iterable[str],
    settled: SettledQuestions | None,
) -> KnowledgeBase:
    """An open KB of its parts; raises KbMismatch when two of them do not agree."""
    about = meta["encoder"]
    if encoder.fingerprint != about["fingerprint"]:
        raise KbMismatch(
            f"the KB was built with encoder {about['name']} ({about['fingerprint'][:8]}), and this one is {encoder.name} "
            f"({encoder.fingerprint[:8]}); run `judgecall build` with the encoder that you want",
            file=shown(place),
        )
    if not len(passages) == lexical.size == dense.size:
        raise KbMismatch(
            f"there are {len(passages)} passages, in the lexical index {lexical.size}, in the dense index {dense.size}; "
            f"run `judgecall build`",
            file=shown(place),
        )
    if dense.dimension != encoder.dimension:
        raise KbMismatch(
            f"the dense index has dimension {dense.dimension}, encoder {encoder.name} {encoder.dimension}; run `judgecall build`",
            file=shown(place),
        )
    glossary = Glossary(terms_of(store))
    spelling = Spelling([*words, *glossary.words()])
    weights = Weights.from_json(meta["weights"])
    taught = _answerable(store, place)
    return KnowledgeBase(
        place, meta, store, passages, lexical, dense, encoder, glossary, spelling, weights, traits, settled, taught
    )


def _answerable(store: Store, place: Place) -> Answerable | None:
    bodies = store.records(ANSWERABLE)
    try:
        return Answerable.from_record(bodies[0]) if bodies else None
    except ValueError as error:
        raise KbMismatch(f"{error}; run `judgecall build`", file=shown(place)) from None


def terms_of(store: Store) -> list[Term]:
    """The glossary's terms, lists as tuples."""
    out: dict[str, Term] = {}
    for body in store.records("term"):
        lists: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in body.items()}
        out[lists["id"]] = Term(**lists)
    return list(out.values())


def encoder_of(folder: Path, about: dict[str, Any]) -> Encoder:
    """The encoder that a KB was built with: the static one in a folder, or any other by its name."""
    if about["sort"] == "static":
        return StaticEncoder.load(folder)
    from kb.sentence_transformer import SentenceTransformerEncoder

    return SentenceTransformerEncoder(about["name"])


def _check_files(path: Path, files: dict[str, str]) -> None:
    missing = [name for name in files if not (path / name).is_file()]
    if missing:
        raise KbMissing(f"the KB lacks {missing[0]}; run `judgecall build`", file=path)
    sizes = {name: (path / name).stat().st_size for name in files}
    smallest = sorted(files, key=lambda name: sizes[name])
    sums = accumulate(sizes[name] for name in smallest)
    checked = [name for name, so_far in zip(smallest, sums, strict=True) if so_far <= CHECKED_BYTES]
    with ThreadPoolExecutor(_AT_ONCE) as readers:
        digests = list(readers.map(lambda name: sha256_of(path / name), checked))
    for name, found in zip(checked, digests, strict=True):
        wanted = files[name]
        if found != wanted:
            raise KbMismatch(
                f"{name} has sha256 {found[:12]}…, meta.json says {wanted[:12]}…: the file is damaged; run `judgecall build`",
                file=path,
            )
