"""Reads `tuning/`: questions as people ask them that are neither searched nor taught, on which the weights are fitted.

They say how entries are ranked, when a ruling counts as found, and on what a verdict's trust rests (`ingest/fit.py`).

They were written by people who had not read the rules, and answered afterwards. `settled/` has those that an entry settles by yes
or no, `open.toml` those that one answers and that want neither (look-ups of a name, when, how many), `unanswered.toml` those that
none answers; search and encoders know none of them, so they stand for what is asked next.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ingest.questions import NO_GAME, Question
from ingest.tables import Places, named_tables
from ingest.unanswered import read_unanswered
from ingest.verdicts import read_verdicts
from kb.model import LANGUAGES

FOLDER = "tuning"
SETTLED, OPEN, UNANSWERED = f"{FOLDER}/settled", f"{FOLDER}/open.toml", f"{FOLDER}/unanswered.toml"

NEAR_MISSES = "near-misses"
"""The table of `unanswered.toml` that has questions near to what the rules answer."""


def read_tuning(root: Path) -> list[Question]:
    """All of them, none where there is no such folder; raises CorpusError with file and line."""
    settled = [
        _question(one.text, one.language, one.file, one.line, one.entry, one.verdict) for one in read_verdicts(root, SETTLED)
    ]
    return [*settled, *_open(root), *_unanswered(root)]


def _open(root: Path) -> Iterator[Question]:
    """The questions of `open.toml`, a table an entry."""
    path = root / OPEN
    if not path.exists():
        return
    places = Places(path)
    for entry, table in named_tables(path):
        table.only(LANGUAGES)
        for language in LANGUAGES:
            for text in table.texts(language):
                yield _question(text, language, OPEN, places.line(text, table.line) or 1, entry)


def _unanswered(root: Path) -> list[Question]:
    return [_question(one.text, one.language, UNANSWERED, one.line, sort=one.sort) for one in read_unanswered(root, UNANSWERED)]


def _question(
    text: str, language: str, file: str, line: int, entry: str = "", verdict: str | None = None, sort: str = ""
) -> Question:
    return Question(
        text=text,
        language=language,
        style="natural" if entry else "nearmiss" if sort == NEAR_MISSES else "chat",
        game=entry.partition("/")[0] or NO_GAME,
        settles=(entry,) if entry else (),
        helps=(),
        verdict=verdict,
        file=file,
        line=line,
    )
