"""What is worked out of a text is kept while the text may be asked for again: the last ones always, all of them during a build."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from threading import Lock
from typing import Any, Protocol, TypeVar, cast

_MOST = 150_000
"""Texts that each function remembers during a build, so that a large one stays within its memory."""
_LONGEST = 400
"""Letters of a text that is kept among those asked lately: they are counted, not weighed."""
_books: list[_Book] = []
_users, _counting = 0, Lock()

Worked = TypeVar("Worked")
Made = TypeVar("Made", covariant=True)


class _Book:
    """What one function remembers: None where no build is under way."""

    kept: dict[str, Any] | None = None


class Remembered(Protocol[Made]):
    """A function of a text that remembers what it gave."""

    def __call__(self, text: str, /) -> Made:
        """What the function gives."""
        ...

    def cache_clear(self) -> None:
        """Forget everything."""
        ...


def remembered(lately: int) -> Callable[[Callable[[str], Worked]], Remembered[Worked]]:
    """Make a function of a text remember what it gave for so many texts asked lately, and within `remembering` for all."""

    def remembers(work: Callable[[str], Worked]) -> Remembered[Worked]:
        book, recent = _Book(), lru_cache(maxsize=lately)(work)
        _books.append(book)

        @wraps(work)
        def told(text: str) -> Worked:
            kept = book.kept  # a build in another thread may end meanwhile
            if kept is None:
                return recent(text) if len(text) <= _LONGEST else work(text)
            known: Worked | None = kept.get(text)
            if known is None:
                known = work(text)
                if len(kept) < _MOST:
                    kept[text] = known
            return known

        def forget() -> None:
            recent.cache_clear()
            book.kept = None if book.kept is None else {}

        told.cache_clear = forget  # type: ignore[attr-defined]
        return cast(Remembered[Worked], told)

    return remembers


@contextmanager
def remembering() -> Iterator[None]:
    """Within it what is worked out of a text is worked out once: a build reads each passage for every index.

    Within another one, in this thread or in another, it goes on with what that has: several builds share most of their texts. What
    is remembered goes with the last of them.
    """
    global _users
    with _counting:
        _users += 1
        for book in _books:
            book.kept = {} if book.kept is None else book.kept
    try:
        yield
    finally:
        with _counting:
            _users -= 1
            if not _users:
                for book in _books:
                    book.kept = None
