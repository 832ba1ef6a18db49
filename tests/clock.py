"""Processor time: what a bound is held against, since a busy machine stretches the time by the clock."""

from __future__ import annotations

import gc
import re
import resource
import time
from itertools import pairwise


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


WORDS = 0.4
"""Seconds of processor time that the work below takes on that machine, left alone."""
_WORD = re.compile(r"[a-z]+|[0-9]+")


def slowness_with_words() -> float:
    """Likewise for work of a build's kind, words looked up in many small things: memory is shared, too, which the loop cannot tell.

    On one machine a build took 22 to 25 times as long, while both took half as long again as an hour before.
    """
    collects = gc.isenabled()
    gc.disable()  # it would look through all that the tests hold
    try:
        started = time.thread_time()
        _words()
        return max(1.0, (time.thread_time() - started) / WORDS)
    finally:
        if collects:
            gc.enable()


def _words() -> None:
    seen: dict[str, int] = {}
    kept: list[tuple[str, ...]] = []
    for n in range(60_000):
        text = f"step {n * 7919 % 100_003} of rule {n % 997} says that card {n % 10_007} goes to area {n % 31}"
        words = _WORD.findall(text.casefold())
        for word in words:
            seen[word] = seen.get(word, 0) + 1
        kept.append(tuple(dict.fromkeys(f"{one} {other}" for one, other in pairwise(words))))
    pairs: dict[str, list[int]] = {}
    for one in kept:
        for pair in one:
            pairs.setdefault(pair, []).append(len(one))
