"""Builds a KB from the corpus: read and understand every document, assemble the entries, cut the passages, write."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ingest.assemble import assemble, passages_of, unsearched_of
from ingest.corpus import corpus_hashes
from ingest.known import Known, read_all, records_of
from ingest.origin import remember
from ingest.outside import read_outside
from ingest.phrasings import read_phrasings
from ingest.stock import stock_sentences
from ingest.teach_answerable import read_answerable
from ingest.telling import read_telling
from ingest.telling import records as telling_records
from ingest.title_terms import title_phrasings, title_terms
from ingest.trust import NO_VERDICTS
from ingest.unanswered import read_unanswered
from ingest.unread import unread
from ingest.verdicts import read_verdicts
from ingest.weights import OFFLINE_FILE, TRANSFORMER_FILE, check_fitted, read_weights
from ingest.windows import read_windows, windows_of
from kb.answerable import RECORD as ANSWERABLE
from kb.encoder import Encoder, StaticEncoder
from kb.offline.tier import WEIGHTS
from kb.place import Place
from kb.remembering import remembering
from kb.settled import FOLDER as VERDICTS
from kb.transformer import settling_encoder
from kb.weights import Weights
from kb.worked_out import SettlingEncoder
from kb.writer import Content, check_place, write_kb

_NEW_THINGS = 50_000
"""So many new things are made before those made lately are looked through for cycles; Python's own number is 700."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a build found: per document the count of each kind, and the KB's meta."""

    counts: dict[str, Counter[str]]
    meta: dict[str, Any]


def content_of(
    root: Path, known: Known | None = None, *, without: Collection[str] = (), say: Callable[[str], None] = lambda _: None
) -> Content:
    """Everything that goes into a KB of this corpus; `without` leaves out "terms" or "phrasings", to measure what they give.

    Phrasings of an entry that no document prints are left out and said so.
    """
    known = known or read_all(root)
    entries = assemble(known.catalogue, known.aligned.renditions)
    phrasings = {} if "phrasings" in without else read_phrasings(root)
    titled = [] if "terms" in without else title_terms(known)
    if "phrasings" not in without:
        phrasings |= title_phrasings(titled, phrasings)
    unknown = phrasings.keys() - {entry.id for entry in entries}
    if unknown:
        say(f"left out the phrasings of {len(unknown)} unknown entries; `judgecall check` names them")
    changed = {entry for entry, _ in unread(root, known.documents, known.aligned.renditions)}
    settled = [] if "phrasings" in without else [one.unsettled() if one.entry in changed else one for one in read_verdicts(root)]
    games = list(known.catalogue.games.values())
    return Content(
        games=games,
        documents=list(known.documents.values()),
        parts=[names.part for names in known.catalogue.parts.values()],
        entries=entries,
        passages=passages_of(entries, phrasings, settled, read_unanswered(root), games),
        unsearched=unsearched_of(entries, phrasings, settled, games),
        records=[
            *(record for record in records_of(known) if record[0] != "term" or "terms" not in without),
            *(("term", term.entries[0], asdict(term)) for term in titled),
            *(("outside", "", {"sort": sort, "words": list(words)}) for sort, words in read_outside(root).items()),
            ("stock", "", {"sentences": stock_sentences(entries, known.documents)}),
            *_offline_weights(root),
            *(_answerable(root) if "phrasings" not in without else ()),
            *telling_records(read_telling(root)),
            *(("window", *window) for window in windows_of(read_windows(root, known.terms), known.flows)),
        ],
        corpus=corpus_hashes(root),
        weights=read_weights(root),
    )


def _offline_weights(root: Path) -> list[tuple[str, str, dict[str, Any]]]:
    """The weights fitted for devices without a network, where there are any."""
    return [(WEIGHTS, "", dict(read_weights(root, OFFLINE_FILE).to_json()))] if (root / OFFLINE_FILE).exists() else []


def _answerable(root: Path) -> list[tuple[str, str, dict[str, Any]]]:
    """What words tell of questions that no entry answers, where it has been taught."""
    body = read_answerable(root)
    return [] if body is None else [(ANSWERABLE, "", body)]


def transformer_weights(root: Path, say: Callable[[str], None]) -> Weights:
    """The weights of a KB with the transformer: those fitted so; else the others, with no verdicts."""
    if (root / TRANSFORMER_FILE).exists():
        return read_weights(root, TRANSFORMER_FILE)
    say(f"no verdicts: there is no {TRANSFORMER_FILE}; run `judgecall fit --transformer`")
    return replace(read_weights(root), verdict_trust=NO_VERDICTS, verdict_trust_edition=NO_VERDICTS)


def verdict_encoder(root: Path, without: Collection[str] = (), *, transformer: bool = False) -> SettlingEncoder | None:
    """The encoder of the settled questions of a corpus, where it has been taught and they are not left out.

    Raises KbMissing or KbMismatch, also where the transformer is wanted and has not been taught.
    """
    folder = root / "encoder" / VERDICTS
    if not folder.is_dir() or "phrasings" in without:
        return None
    return settling_encoder(folder, transformer=transformer)


@contextmanager
def building() -> Iterator[None]:
    """Within it a build takes a quarter less time: it works out once what it needs of a text.

    And it makes millions of small things that stay until it ends, which are looked through for cycles less often.
    """
    before = gc.get_threshold()
    gc.set_threshold(_NEW_THINGS, *before[1:])
    try:
        with remembering():
            yield
    finally:
        gc.set_threshold(*before)


def build(
    root: Path,
    out: Place,
    encoder: Encoder | None = None,
    say: Callable[[str], None] = lambda _: None,
    *,
    without: Collection[str] = (),
    transformer: bool = False,
    to_fit: bool = False,
) -> Report:
    """Build the KB of a corpus at `out`; raises CorpusError or KbError and leaves the old KB in place.

    `without` leaves data out, as `content_of` does. With `transformer`, questions that want yes or no are read by the transformer,
    too. With another encoder than the corpus's own there are no verdicts. Weights may be missing only where they are `to_fit`.
    """
    if isinstance(out, Path):
        check_place(out)
    if not to_fit:
        check_fitted(root, transformer=transformer)
    say(f"reading {root}")
    with building():
        known = read_all(root)
        own = StaticEncoder.load(root / "encoder")
        # How far a verdict can be trusted was found with the corpus's own encoder.
        same = encoder is None or encoder.fingerprint == own.fingerprint
        verdicts = verdict_encoder(root, without, transformer=transformer) if same else None
        content = replace(content_of(root, known, without=without, say=say), verdicts=verdicts)
        if transformer and verdicts is not None:
            content = replace(content, weights=transformer_weights(root, say))
        meta = write_kb(out, content, encoder or own, say)
    if not isinstance(out, str):
        try:
            remember(out, root, str(meta["revision"]))
        except OSError as error:
            say(f"which corpus this is could not be written beside the KB ({error.strerror}): it will be served as it is")
    return Report({one.document.id: Counter(r.kind for r in one.renditions) for one in known.parsed}, meta)
