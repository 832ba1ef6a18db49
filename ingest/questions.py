"""Reads `questions/`: the labelled questions that measure search, and splits them into two halves, dev and held-out.

The dev half is for tuning; of the held-out half only figures are looked at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ingest.tables import Places, Table, listed_tables
from kb.errors import CorpusError

FOLDER = "questions"
ASKED_IN = ("en", "ja", "mixed")
"""What a question may be written in: a language, or both at once."""
STYLES = ("terse", "natural", "slang", "typo", "situation", "paraphrase", "reference", "keyword", "card", "old", "cross")
"""How a question that the rules answer is put."""
OUTSIDE = ("othergame", "nearmiss", "event", "price", "chat")
"""What a question that they do not answer is about."""
NO_GAME = "none"
"""The game of a question that no entry answers."""
_SEED = "judgecall questions 1"
_FIELDS = ("q", "lang", "style", "game", "settles", "helps", "verdict")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as somebody asks it, and what a good search gives for it.

    `settles` are the entries that answer it, any of them enough; `helps` those that are of use; `verdict` what the answer says,
    None where yes or no is no answer. `game` is "none" for a question outside the rules, which nothing settles.
    """

    text: str
    language: str
    style: str
    game: str
    settles: tuple[str, ...]
    helps: tuple[str, ...]
    verdict: str | None
    file: str
    line: int

    @property
    def answerable(self) -> bool:
        """Whether the rules answer it."""
        return self.game != NO_GAME


def read_questions(root: Path) -> list[Question]:
    """All questions of a corpus, files in the order of their names; raises CorpusError with file and line.

    It is raised for a missing, unknown or wrongly typed field; what the fields say is for the linter to judge.
    """
    out: list[Question] = []
    for path in sorted((root / FOLDER).glob("*.toml")):
        places = Places(path)
        file = path.relative_to(root).as_posix()
        out += [_question(table, places, file) for table in listed_tables(path, "question")]
    return out


def some_questions(root: Path) -> list[Question]:
    """All questions of a corpus as `read_questions` gives them; raises CorpusError where there are none, too."""
    questions = read_questions(root)
    if not questions:
        raise CorpusError("there are no questions here; put some into questions/", file=root)
    return questions


def _question(table: Table, places: Places, file: str) -> Question:
    table.only(_FIELDS)
    text = table.text("q")
    return Question(
        text=text,
        language=table.text("lang"),
        style=table.text("style"),
        game=table.text("game"),
        settles=table.texts("settles"),
        helps=table.texts("helps"),
        verdict=table.text("verdict", "") or None,
        file=file,
        line=places.line(text, table.line) or 1,
    )


def split(questions: Iterable[Question]) -> tuple[list[Question], list[Question]]:
    """(dev, held-out): half and half within each file and style, in the order given.

    Which half a question falls into hangs on the sha256 of its text alone: those of a file and style are ranked by it and cut in
    the middle, so a question that is added moves at most one other, and none of another file or style.
    """
    asked = list(questions)
    strata: dict[tuple[str, str], list[Question]] = {}
    for question in asked:
        strata.setdefault((question.file, question.style), []).append(question)
    dev: set[tuple[str, int, str]] = set()
    for (file, style), group in strata.items():
        ranked = sorted(group, key=lambda question: (_digest(question.text), question.line))
        # Of an odd number the middle one falls to either half, by the stratum's own digest.
        middle = (len(ranked) + _digest(f"{file} {style}") % 2) // 2
        dev |= {_identity(question) for question in ranked[:middle]}
    return [q for q in asked if _identity(q) in dev], [q for q in asked if _identity(q) not in dev]


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{_SEED}\n{text}".encode()).digest())


def _identity(question: Question) -> tuple[str, int, str]:
    return question.file, question.line, question.text
