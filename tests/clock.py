"""Processor time: what a bound is held against, since a busy machine stretches the time by the clock."""

from __future__ import annotations

import resource


def children_seconds() -> float:
    """Seconds of processor time of all child processes that have ended and were waited for, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
