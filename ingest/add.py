"""`judgecall add`: a new document comes into the corpus, aligned to what is there, or not at all.

The document is read and understood first. Only when all of that is done is anything written: the file, the queue of what a
person should look at, and last the manifest, which is what makes the document part of the corpus.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.align.grown import grown
from ingest.align.likeness import Likeness
from ingest.align.perhaps import perhaps
from ingest.blocks import Reading
from ingest.catalogue import Catalogue, Source, decode, read_catalogue, read_source
from ingest.findings import Finding
from ingest.grammars.walk import Parsed
from ingest.known import Known, understand
from ingest.ledger import ledger, set_aside, unknown_headings
from ingest.read import read_document
from ingest.whole_files import write_whole
from kb.errors import CheckFailed, CorpusError
from kb.model import LANGUAGES, Alignment, Change, Document, Rendition

UNSURE = 0.7
"""An alignment below this goes into the queue for a person to look at."""

MANY, LARGE_SHARE = 10, 0.1
"""A reading that withdraws more entries than this, and more than this share of the edition before, is taken for a wrong one."""

_WORDS = 32
"""Words that a comment in the queue has at most."""

_SUFFIXES = {".html": "html", ".htm": "html", ".md": "markdown", ".markdown": "markdown", ".txt": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What came of a new document: counts by kind, the lines nobody owns, and what is new, amended, renumbered, withdrawn.

    `grown` are entries with more paragraphs than before, and what is told of each; `may_be` new ones that may be old ones.
    `headings` are lines that were taken for headings, and that the corpus does not know.
    `aside` are lines that are taken for words on a picture, and that no other document of the game prints.
    """

    document: Document
    counts: Counter[str]
    unowned: list[Finding]
    headings: list[Finding]
    aside: list[Finding]
    new: list[Rendition]
    changes: list[Change]
    queue: list[Alignment]
    grown: dict[str, str]
    may_be: dict[str, tuple[str, str]]
    known: Known

    @property
    def to_look_at(self) -> int:
        """How many places the queue has."""
        return len(self.queue) + len(self.new) + len(self.grown)


def add(
    root: Path,
    file: Path,
    *,
    game: str,
    language: str,
    edition: int,
    title: str | None = None,
    supersedes: str | None = None,
    insist: bool = False,
) -> Added:
    """Read a document into the corpus at `root`; raises CorpusError and writes nothing when it cannot be used.

    Raises CheckFailed, and writes nothing either, where much of the edition before would be withdrawn, unless `insist`.
    """
    catalogue = read_catalogue(root)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise CorpusError(f"the file cannot be read ({error.strerror})", file=file) from None
    text = decode(data, file)
    before = _before(catalogue, game, language, edition, supersedes)
    document = _document(catalogue, file, data, game, language, edition, title, before)
    _check_free(root / "sources" / document.file, data)
    source = Source(document=document, reader=_reader(file, text), grammar=_grammar(catalogue, game), path=file)
    _take_in(catalogue, source)
    read = {id: read_document(catalogue, other) for id, other in catalogue.sources.items()}
    parsed = [one for one, _ in read.values()]
    mine, reading = read[document.id]
    if not mine.renditions:
        raise CorpusError("no rule of the grammar finds an entry in this file; is it a rules text of this game?", file=file)
    added = _added(source, text, mine, reading, understand(catalogue, parsed))
    if before is not None and not insist:
        _check_withdrawn(added, before, file)
    _write(root, source, data, added)
    return added


def _added(source: Source, text: str, mine: Parsed, reading: Reading, known: Known) -> Added:
    """What came of a document that was read and understood: findings name the file that was given."""
    document = source.document
    named = replace(source, document=replace(document, file=str(source.path)))
    others = [one for one in known.catalogue.sources.values() if one.document.id != document.id]
    texts = [read_source(one) for one in others if one.document.game == document.game]
    then, now = ({r.entry: r for r in known.aligned.renditions if r.document == id} for id in (document.supersedes, document.id))
    new, gone = _new(known, document), [r for entry, r in then.items() if entry not in now]
    likeness = Likeness((r for one in known.parsed for r in one.renditions), known.terms)
    return Added(
        document=document,
        counts=Counter(r.kind for r in mine.renditions),
        unowned=list(ledger(named, text, mine, reading)),
        headings=list(unknown_headings(named, mine)),
        aside=list(set_aside(named, text, mine, {line.strip() for other in texts for line in other.split("\n")})),
        new=new,
        changes=[change for change in known.changes if change.to_document == document.id],
        queue=[a for a in known.aligned.alignments if a.target == document.id and a.score < UNSURE],
        grown=grown([(r, now[entry]) for entry, r in then.items() if entry in now], gone, likeness),
        may_be=perhaps(new, gone, likeness),
        known=known,
    )


def _check_withdrawn(added: Added, before: Document, file: Path) -> None:
    """An edition drops a few entries; where many are gone, most likely the file was not read as it is meant."""
    gone = [change.entry for change in added.changes if change.kind == "removed"]
    printed = sum(rendition.document == before.id for rendition in added.known.aligned.renditions)
    if len(gone) <= max(MANY, LARGE_SHARE * printed):
        return
    few = ", ".join(gone[:3])
    unread = f" {len(added.unowned)} lines were not understood, the first is line {added.unowned[0].line}." if added.unowned else ""
    raise CheckFailed(
        f"{len(gone)} of the {printed} entries of {before.id} would be withdrawn ({few}, …): most likely numbers, headings or line "
        f"breaks were lost on the way into this file, or it is only a part of the rules.{unread} Nothing was added; save it in "
        f"another way (.md, .txt or .html), or add it with --insist if the edition does drop them",
        file=file,
    )


def _before(catalogue: Catalogue, game: str, language: str, edition: int, supersedes: str | None) -> Document | None:
    """The document that the new one supersedes: the one named, else the current one of its game and language."""
    if game not in catalogue.games:
        raise CorpusError(f"unknown game {game!r}; known games: {', '.join(catalogue.games)}")
    if language not in LANGUAGES:
        raise CorpusError(f"unknown language {language!r}; use one of {', '.join(LANGUAGES)}")
    documents = {id: source.document for id, source in catalogue.sources.items()}
    if supersedes is not None:
        named = documents.get(supersedes)
        if named is None or named.game != game or named.language != language:
            raise CorpusError(f"--supersedes names {supersedes!r}, which is no document of game {game!r} in {language!r}")
        if not named.current:
            raise CorpusError(f"{supersedes!r} is superseded already, by {_successor(documents, supersedes)!r}")
        older = [named]
    else:
        older = [d for d in documents.values() if (d.game, d.language, d.current) == (game, language, True)]
    if len(older) > 1:
        several = ", ".join(d.id for d in older)
        raise CorpusError(f"{game!r} has {len(older)} current documents in {language!r}: {several}; say which with --supersedes")
    if older and older[0].edition >= edition:
        raise CorpusError(f"{older[0].id} is edition {older[0].edition}; a new one needs a higher --edition than that")
    return older[0] if older else None


def _successor(documents: dict[str, Document], id: str) -> str:
    return next(document.id for document in documents.values() if document.supersedes == id)


def _document(
    catalogue: Catalogue,
    file: Path,
    data: bytes,
    game: str,
    language: str,
    edition: int,
    title: str | None,
    before: Document | None,
) -> Document:
    """The document that a file becomes; raises CorpusError where there is one of its id or its bytes, or its title is unusable.

    Without a `title` it has that of the one `before`, or the name of the file.
    """
    id = f"{game}-{language}-{edition}"
    if id in catalogue.sources:
        raise CorpusError(f"there is a document {id!r} already; give another --edition")
    digest = hashlib.sha256(data).hexdigest()
    for other in catalogue.sources.values():
        if other.document.sha256 == digest:
            raise CorpusError(f"this very file is in the corpus already, as {other.document.id!r}", file=file)
    named = title if title is not None else before.title if before else file.stem
    if not named.strip():
        raise CorpusError("the title is blank; give one with --title")
    if not _is_unicode(named):
        raise CorpusError("the title is no UTF-8, and could not be written down; give it again with --title")
    notice = next((s.document.notice for s in catalogue.sources.values() if s.document.game == game), "")
    return Document(
        id=id,
        game=game,
        language=language,
        edition=edition,
        title=named,
        file=f"{id}{file.suffix.lower() or '.txt'}",
        sha256=digest,
        supersedes=before.id if before else None,
        notice=notice,
    )


def _is_unicode(text: str) -> bool:
    """Whether a text can be written as UTF-8: bytes of the command line that are none come in as halves of a letter."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_free(target: Path, data: bytes) -> None:
    """Where the document goes there is nothing yet, or the very same file."""
    try:
        held = _held(target)
    except OSError as error:
        message = f"the document would go here, and what is here cannot be read ({error.strerror}); move it away"
        raise CorpusError(message, file=target) from None
    if held not in (None, data):
        raise CorpusError("the document would go here, and another file is here already; move it away", file=target)


def _held(path: Path) -> bytes | None:
    """What a file holds, None where there is none."""
    return path.read_bytes() if path.exists() else None


def _reader(file: Path, text: str) -> str:
    """The reader for a file: by its ending, and for .txt by whether it has markdown's list marks."""
    suffix = file.suffix.lower()
    if suffix not in _SUFFIXES:
        raise CorpusError(f"documents are .md, .txt or .html, not {suffix or 'without an ending'}", file=file)
    if _SUFFIXES[suffix]:
        return _SUFFIXES[suffix]
    lines = [line for line in text.split("\n") if line.strip()]
    marked = sum(bool(re.match(r"\s*[-*+]\s|.*\*\*", line)) for line in lines)
    return "markdown" if marked >= len(lines) / 20 else "plain"


def _grammar(catalogue: Catalogue, game: str) -> str:
    found = [source.grammar for source in catalogue.sources.values() if source.document.game == game]
    if not found:
        raise CorpusError(f"game {game!r} has no document yet: add its first one to manifest.toml by hand")
    return found[0]


def _take_in(catalogue: Catalogue, source: Source) -> None:
    """The catalogue with the new document in it, and the one before no longer current."""
    before = source.document.supersedes
    if before is not None:
        old = catalogue.sources[before]
        catalogue.sources[before] = replace(old, document=replace(old.document, current=False))
    catalogue.sources[source.document.id] = source


def _new(known: Known, document: Document) -> list[Rendition]:
    """Entries that no earlier document prints."""
    earlier = {r.entry for r in known.aligned.renditions if r.document != document.id}
    return [r for r in known.aligned.renditions if r.document == document.id and r.entry not in earlier]


def _write(root: Path, source: Source, data: bytes, added: Added) -> None:
    """File, queue, manifest, in this order, each whole; when one fails, the others are put back as they were."""
    document = source.document
    target, manifest = root / "sources" / document.file, root / "manifest.toml"
    queue = root / "reviews" / f"queue-{document.id}.toml"
    before: dict[Path, bytes | None] = {}
    try:
        described = _described(root, source)
        before |= {path: _held(path) for path in (target, queue)}
        write_whole(target, data)
        if added.to_look_at:
            queue.parent.mkdir(exist_ok=True)
            write_whole(queue, queue_text(added))
        write_whole(manifest, described)
    except BaseException as error:  # whatever stops it, Ctrl-C among them
        for path, held in before.items():
            _put_back(path, held)
        if isinstance(error, OSError):
            raise CorpusError(f"the corpus cannot be written ({error.strerror}); nothing was added", file=root) from None
        raise


def _put_back(path: Path, held: bytes | None) -> None:
    if held is None:
        path.unlink(missing_ok=True)
    elif _held(path) != held:
        write_whole(path, held)


def _described(root: Path, source: Source) -> str:
    """The text of the manifest with the new document in it; raises CorpusError where nobody could read that."""
    manifest = root / "manifest.toml"
    text = manifest.read_text(encoding="utf-8").rstrip("\n") + "\n\n" + _table(source)
    with tempfile.TemporaryDirectory() as folder:
        new = write_whole(Path(folder) / manifest.name, text)
        try:
            read_catalogue(root, new)
        except CorpusError as error:
            why = str(error).removeprefix(f"{new}:")
            message = f"with the new document at its end, this manifest could not be read (line {why}); nothing was added"
            raise CorpusError(message, file=manifest) from None
    return text


def _table(source: Source) -> str:
    document = source.document
    rows = ["[[document]]", f"id = {_quoted(document.id)}", f"game = {_quoted(document.game)}"]
    rows += [f"language = {_quoted(document.language)}", f"edition = {document.edition}", f"title = {_quoted(document.title)}"]
    rows += [f"file = {_quoted(document.file)}", f"sha256 = {_quoted(document.sha256)}", f"reader = {_quoted(source.reader)}"]
    if document.supersedes is not None:
        rows.append(f"supersedes = {_quoted(document.supersedes)}")
    if document.notice:
        rows.append(f"notice = {_quoted(document.notice)}")
    return "\n".join(rows) + "\n"


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's, with the one control character escaped that JSON leaves as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def queue_text(added: Added) -> str:
    """The queue: what a person should look at, each piece ready to be settled by moving it into alignments.toml."""
    rows = [
        f"# What to look at in {added.document.id}. To settle one, copy its table to alignments.toml and correct `entry` there:",
        '# the id of the entry that it is, or "new". Then delete it here. This file is read by people only.',
        "",
    ]
    texts = {(r.entry, r.document): r for r in added.known.aligned.renditions}
    for found in added.queue:
        rendition = texts[found.entry, added.document.id]
        rows += _queued(rendition, added, found.entry, f"sure by {found.score:.2f} ({found.method}): {rendition.text}")
    for rendition in added.new:
        old, why = added.may_be.get(rendition.entry, ("", ""))
        why = f"perhaps {old}, which is gone: {why}" if old else "no earlier entry is like it"
        rows += _queued(rendition, added, "new", f"{why}: {rendition.text}")
    for entry, why in added.grown.items():
        rows += _queued(texts[entry, added.document.id], added, entry, why)
    return "\n".join(rows)


def _queued(rendition: Rendition, added: Added, entry: str, told: str) -> list[str]:
    """A piece of the queue: what is told of an entry, its first words, and its table."""
    printed = next(p for p in added.known.parsed if p.document.id == added.document.id)
    place = next((r.entry for r in printed.renditions if r.lines == rendition.lines and r.kind == rendition.kind), rendition.entry)
    return [
        f"# {_first_words(told)}",
        "[[alignment]]",
        f"document = {_quoted(added.document.id)}",
        f"rendition = {_quoted(place)}",
        f"entry = {_quoted(entry)}",
        "",
    ]


def _first_words(told: str) -> str:
    """So many words that a line holds them, with single spaces."""
    return " ".join(told.split()[:_WORDS])
