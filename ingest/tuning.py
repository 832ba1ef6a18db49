"""Reads `tuning/`: questions as people ask them that are neither searched nor taught, to fit on what a verdict's trust rests.

They were written by people who had not read the rules, and answered afterwards. `settled/` has those that an entry settles by yes
or no, `unanswered.toml` those that none does; search and encoders know neither, so they stand for what is asked next.
"""

from __future__ import annotations

from pathlib import Path

from ingest.questions import NO_GAME, Question
from ingest.unanswered import read_unanswered
from ingest.verdicts import read_verdicts

FOLDER = "tuning"
SETTLED, UNANSWERED = f"{FOLDER}/settled", f"{FOLDER}/unanswered.toml"


def read_tuning(root: Path) -> list[Question]:
    """All of them, none where there is no such folder; raises CorpusError with file and line."""
    settled = [
        _question(one.text, one.language, one.file, one.line, one.entry, one.verdict) for one in read_verdicts(root, SETTLED)
    ]
    return settled + [_question(one.text, one.language, UNANSWERED, one.line) for one in read_unanswered(root, UNANSWERED)]


def _question(text: str, language: str, file: str, line: int, entry: str = "", verdict: str | None = None) -> Question:
    return Question(
        text=text,
        language=language,
        style="natural" if entry else "nearmiss",
        game=entry.partition("/")[0] or NO_GAME,
        settles=(entry,) if entry else (),
        helps=(),
        verdict=verdict,
        file=file,
        line=line,
    )
