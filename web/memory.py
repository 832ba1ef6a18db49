"""Gives memory that is free inside the process back to the system, where its C library can."""

from __future__ import annotations

import ctypes
import gc


def give_back() -> None:
    """Collect garbage and trim the heap (glibc's malloc_trim); nothing but the garbage where there is no such function.

    What opening a KB leaves behind would be held as long as the process lives, and by every worker that is forked from it.
    """
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
