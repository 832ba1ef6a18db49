"""Processor time: what a bound is held against, since a busy machine stretches the time by the clock."""

from __future__ import annotations

import resource
import time


def children_seconds() -> float:
    """Seconds of processor time of all child processes that have ended and were waited for, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


LOOP = 0.002
"""Seconds of processor time that a round of the loop below takes on the machine of the README's figures, left alone."""


def slowness(rounds: int = 200) -> float:
    """How many times slower this machine is just now than that one, 1.0 at least: others on the same cores can halve their speed."""
    started = time.thread_time()
    for _ in range(rounds):
        total = 0
        for number in range(100_000):
            total += number
    return max(1.0, (time.thread_time() - started) / (rounds * LOOP))
