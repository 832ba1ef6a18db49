"""What can go wrong with a knowledge base, each saying what was wrong, where, and what to do."""

from __future__ import annotations

from pathlib import Path


class KbError(Exception):
    """A failure that a user can mend; the message is one line that says how.

    `file` and `line` (1-based) say where the trouble stands, when it stands in a file.
    """

    def __init__(self, message: str, *, file: Path | str | None = None, line: int | None = None) -> None:
        self.file = file
        self.line = line
        where = "" if file is None else f"{file}:{line}: " if line is not None else f"{file}: "
        super().__init__(" ".join(f"{where}{message}".split()))


class CorpusError(KbError):
    """The corpus holds something that cannot be used: a wrong checksum, an unknown game, a bad encoding."""


class CheckFailed(KbError):
    """What was asked for would do harm, as far as can be told; nothing was done."""


class KbMissing(KbError):
    """There is no knowledge base at the place that was named."""


class KbUnreachable(KbError):
    """The servers that hold the knowledge base do not answer; it may be well again in a moment."""


class KbMismatch(KbError):
    """Two things that must agree do not: the message names both and says what to run."""


class UnknownEntry(KbError):
    """No entry goes by the id or citation that was given."""
