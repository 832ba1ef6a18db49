"""Keeps what a process holds of free memory small, where its C library can."""

from __future__ import annotations

import ctypes
import gc

_ARENA_MAX = -8
"""`M_ARENA_MAX` of glibc's mallopt(3)."""


def share_one_heap() -> None:
    """Let all threads take memory from one heap (glibc's mallopt), not from one each, of which most lies free.

    To be called before they start. They hold Python's lock nearly always, so they do not wait for each other there.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_ARENA_MAX, 1)


def give_back() -> None:
    """Collect garbage and trim the heap (glibc's malloc_trim); nothing but the garbage where there is no such function.

    What opening a KB leaves behind would be held as long as the process lives, and by every worker that is forked from it.
    """
    gc.collect()
    trim()


def trim() -> None:
    """Trim the heap alone, which takes milliseconds: what requests leave between what they keep."""
    trims = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trims is not None:
        trims(0)
