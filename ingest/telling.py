"""Reads `telling.toml`: which sentence of a rule settles which questions, so that it is the one told apart where a rule is quoted.

[[sentence]]
entry = "bf/keyword/penetrate"
en = "[Counter] cannot be used against [Penetrate]."      # as it is printed; the same in the other language, or one of both
ja = "『貫通』に対して【対抗】を使用することはできません。"
asked = ["can I counter Penetrate?"]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ingest.findings import Finding
from ingest.tables import listed_tables
from kb.errors import CorpusError
from kb.fold import key
from kb.model import LANGUAGES, Document, Rendition
from kb.sentences import sentences
from kb.telling import SORT

FILE = "telling.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A sentence of an entry by language, as it is printed, and the questions that it settles."""

    entry: str
    printed: dict[str, str]
    asked: tuple[str, ...]
    line: int | None


def read_telling(root: Path) -> list[Telling]:
    """All sentences, none where there is no file; raises CorpusError for one without words or questions, or a question twice."""
    path = root / FILE
    out: list[Telling] = []
    seen: dict[tuple[str, str], int | None] = {}
    for table in listed_tables(path, "sentence") if path.exists() else ():
        table.only(("entry", "en", "ja", "asked"))
        entry, asked = table.text("entry"), table.texts("asked")
        printed = {language: words for language in LANGUAGES if (words := table.text(language, ""))}
        if not printed or not asked:
            raise table.wrong("a sentence needs its words in en or ja, and the questions that it settles in asked")
        for text in asked:
            known = seen.setdefault((entry, key(text)), table.line)
            if known != table.line:
                message = f"{text!r} is settled by another sentence of {entry}, too (line {known}); keep one"
                raise CorpusError(message, file=path, line=table.line)
        out.append(Telling(entry=entry, printed=printed, asked=asked, line=table.line))
    return out


def records(told: Iterable[Telling]) -> Iterator[tuple[str, str, dict[str, object]]]:
    """What the KB keeps of them, as `kb.telling` reads it."""
    for one in told:
        yield SORT, one.entry, {"printed": one.printed, "asked": list(one.asked)}


def not_printed(root: Path, documents: Mapping[str, Document], renditions: Iterable[Rendition]) -> Iterator[Finding]:
    """Entries that there are not, and sentences that no document prints; a note for those that no current one does."""
    now: dict[tuple[str, str], set[str]] = {}
    ever: dict[tuple[str, str], set[str]] = {}
    for one in renditions:
        said = set(sentences(one.answer or one.text))
        ever.setdefault((one.entry, one.language), set()).update(said)
        if documents[one.document].current:
            now.setdefault((one.entry, one.language), set()).update(said)
    entries = {entry for entry, _ in ever}
    for told in read_telling(root):
        if told.entry not in entries:
            yield Finding(code="unknown-entry", file=FILE, line=told.line, message=f"there is no entry {told.entry!r}")
            continue
        for language, words in told.printed.items():
            if words not in now.get((told.entry, language), ()):
                old = words in ever.get((told.entry, language), ())
                where = "no current text" if old else "no text"
                message = f"{where} of {told.entry} prints {words[:60]!r} as a sentence in {language!r}; read it again"
                yield Finding(code="telling-sentence", file=FILE, line=told.line, message=message, error=not old)
