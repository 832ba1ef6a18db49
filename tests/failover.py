"""Searches go on while servers are killed: a load on a primary and two replicas, and what it saw second by second.

.venv/bin/python tests/failover.py > tests/figures/failover.txt    # needs the postgres-test extra; about a minute
"""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from postgres_server import Servers, revisions

from ingest.build import build
from ingest.measure import percentiles
from kb.errors import KbError
from kb.knowledge_base import open_kb
from kb.search import Search

CORPUS = Path(__file__).parent.parent / "corpus"
QUESTIONS = (
    "can I counter Penetrate?",
    "貫通に対抗できる？",
    "what happens when my deck has no cards",
    "attack phase 3.2.1",
    "is the soul discarded when its monster is destroyed",
    "コールのコストはいつ払う？",
    "can I cast a spell in the final phase",
)


@dataclass(slots=True)
class Second:
    """What happened in one second: times of answers in milliseconds, errors, answers that were not the right ones, hosts."""

    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    wrong: int = 0
    hosts: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)


class Load:
    """Threads that search without a pause, each answer compared with the one from before anything was killed."""

    def __init__(self, search: Search, threads: int = 2) -> None:
        self._search = search
        self._right = {question: _told(search, question) for question in QUESTIONS}
        self._stop = threading.Event()
        self._started = time.monotonic()
        self.seconds: list[Second] = []
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._run, args=(seed,)) for seed in range(threads)]
        self._threads.append(threading.Thread(target=self._watch))

    def _second(self) -> Second:
        with self._lock:
            while len(self.seconds) <= int(time.monotonic() - self._started):
                self.seconds.append(Second())
            return self.seconds[-1]

    def _run(self, seed: int) -> None:
        chance = random.Random(seed)
        while not self._stop.is_set():
            question = chance.choice(QUESTIONS)
            started = time.perf_counter()
            try:
                told = _told(self._search, question)
            except KbError as error:
                self._second().errors.append(str(error))
                continue
            second = self._second()
            second.times.append((time.perf_counter() - started) * 1000)
            second.wrong += told != self._right[question]

    def _watch(self) -> None:
        while not self._stop.wait(0.25):
            self._second().hosts = in_use(self._search)

    def run(self, *steps: tuple[float, str, Callable[[], object]]) -> list[Second]:
        """Run steps of (seconds from the start, name, what to do), the last of which ends the load; returns what was seen."""
        self._started = time.monotonic()
        for thread in self._threads:
            thread.start()
        try:
            for at, name, step in steps:
                time.sleep(max(0.0, self._started + at - time.monotonic()))
                self._second().events.append(name)
                step()
        finally:
            self._stop.set()
            for thread in self._threads:
                thread.join()
        return self.seconds


def in_use(search: Search) -> list[str]:
    """The names of the servers that reads go to."""
    return [host.name for host in search.kb.store._hosts._readable()]


def _told(search: Search, question: str) -> list[tuple[str, float]]:
    return [(hit.entry.id, round(hit.score, 3)) for hit in search.search(question).hits]


def timeline(seconds: list[Second], names: dict[str, str]) -> str:
    """A line a second."""
    lines = ["second  answers  errors  wrong   p50 ms   p99 ms   max ms  in use; what was done"]
    for place, second in enumerate(seconds):
        of = percentiles(second.times, (50, 99, 100)) or {"p50": 0.0, "p99": 0.0, "p100": 0.0}
        hosts = " ".join(names[host] for host in second.hosts)
        done = f"; {', '.join(second.events)}" if second.events else ""
        counts = f"{place:6d}  {len(second.times):7d}  {len(second.errors):6d}  {second.wrong:5d}"
        lines.append(f"{counts}  {of['p50']:7.1f}  {of['p99']:7.1f}  {of['p100']:7.1f}  {hosts}{done}")
    return "\n".join(lines)


@dataclass(slots=True)
class Built:
    """A build beside the load: `filling` is set once its transaction has rows in it."""

    revision: str = ""
    error: str = ""
    filling: threading.Event = field(default_factory=threading.Event)

    def start(self, address: str) -> threading.Thread:
        """Build another content than the one that is searched, in a thread."""
        thread = threading.Thread(target=self._run, args=(address,))
        thread.start()
        return thread

    def _run(self, address: str) -> None:
        try:
            self.revision = build(CORPUS, address, say=self._say, without=("phrasings",)).meta["revision"]
        except KbError as error:
            self.error = str(error)

    def _say(self, line: str) -> None:
        if line.startswith("dense index"):
            self.filling.set()


@dataclass(frozen=True, slots=True)
class Run:
    """What a run came to."""

    lines: list[str]
    answers: int
    errors: int
    wrong: int
    broken: Built
    """The build that the primary died under."""
    whole: Built
    """The build into the new primary."""
    held: list[tuple[int, bool]]
    """The revisions on the new primary in the end: number, and whether it is current."""
    opened: str
    """The revision that is opened in the end."""


def run() -> Run:
    """Kill a replica, then the primary in the middle of a build, promote a replica, build there, and let the other one hang."""
    servers = Servers()
    try:
        primary = servers.primary()
        build(CORPUS, primary.address)
        one, two = servers.replica(primary), servers.replica(primary)
        names = {primary.name: "primary", one.name: "replica-1", two.name: "replica-2"}
        kb = open_kb(servers.address())
        time.sleep(1)
        broken, whole, threads = Built(), Built(), []
        seconds = Load(Search(kb)).run(
            (3, "kill -9 replica-1", one.kill),
            (5, "a build begins", lambda: threads.append(broken.start(servers.address()))),
            (7, "kill -9 primary, the build half done", lambda: (broken.filling.wait(60), primary.kill())),
            (11, "start replica-1 again", one.start),
            (15, "replica-2 becomes the primary", two.promote),
            (17, "a build into the new primary", lambda: threads.append(whole.start(servers.address()))),
            (27, "replica-1 hangs (SIGSTOP)", lambda: one.send(signal.SIGSTOP)),
            (33, "replica-1 goes on (SIGCONT)", lambda: one.send(signal.SIGCONT)),
            (36, "end", lambda: [thread.join() for thread in threads]),
        )
        held = revisions(two.address)
        fresh = open_kb(servers.address())
        opened = fresh.revision
        fresh.store.close()
        kb.store.close()
        answers, errors = sum(len(s.times) for s in seconds), sum(len(s.errors) for s in seconds)
        wrong = sum(s.wrong for s in seconds)
        lines = [
            timeline(seconds, names),
            f"{answers} answers, {errors} errors, {wrong} wrong",
            f"the build under which the primary died: {'refused' if broken.error else 'done'}; revisions on the new primary: "
            + ", ".join(f"{number}{' (current)' if current else ''}" for number, current in held),
            f"built there: {whole.revision or whole.error}; opened in the end: {opened}",
        ]
        return Run(lines, answers, errors, wrong, broken, whole, held, opened)
    finally:
        servers.close()


if __name__ == "__main__":
    print("\n".join(run().lines))
