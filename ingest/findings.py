"""A Finding: something in the corpus that a person should look at, with file and line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something in the corpus that a person should look at. `code` is a short name; errors fail `judgecall check`."""

    code: str
    file: str
    line: int | None
    message: str
    error: bool = True

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where}: {self.code}: {self.message}"
