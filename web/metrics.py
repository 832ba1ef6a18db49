"""Counters for Prometheus. Every worker counts for itself in a file in memory; whichever is asked adds all of them up."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prometheus_client import Counter, Histogram

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that names the folder of the workers' counters; without it there is one process only."""
_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """What the site counts. Labels are of a known few values: routes are templates, a foreign method is `other`."""

    def __init__(self) -> None:
        # The library settles at its import whether it counts for one process or many, so not before the folder is named.
        from prometheus_client import CollectorRegistry, Counter, Histogram
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = CollectorRegistry()
        about: dict[str, Any] = {"registry": registry}
        self._requests = Counter("judgecall_requests", "Replies.", ["route", "method", "status"], **about)
        self._seconds = Histogram("judgecall_request_seconds", "Time to reply.", ["route"], buckets=_SECONDS, **about)
        self._searches = Counter("judgecall_searches", "Searches by what they came to.", ["outcome"], **about)
        self._kept = Counter("judgecall_kept_replies", "GET requests by whether a kept reply answered them.", ["outcome"], **about)
        self._refused = Counter("judgecall_refused", "Requests refused by a limit.", ["why"], **about)
        self._reloads = Counter("judgecall_kb_reloads", "New KBs that workers took or refused.", ["outcome"], **about)
        self._of: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._registry = registry
        if os.environ.get(FOLDER):
            self._registry = CollectorRegistry()
            MultiProcessCollector(self._registry)  # type: ignore[no-untyped-call]

    def replied(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a reply."""
        method = method if method in _METHODS else "other"
        found = self._of.get((route, method, status))
        if found is None:  # the library takes longer to find a counter than to count
            found = self._of[route, method, status] = self._requests.labels(route, method, str(status)), self._seconds.labels(route)
        requests, took = found
        requests.inc()
        took.observe(seconds)

    def searched(self, outcome: str) -> None:
        """Count a search: `answered` or `no_ruling`."""
        self._searches.labels(outcome).inc()

    def kept(self, outcome: str) -> None:
        """Count a look for a kept reply: `hit` or `miss`."""
        self._kept.labels(outcome).inc()

    def refused(self, why: str) -> None:
        """Count a refusal: by the name of its `web.refusal.Refusal`."""
        self._refused.labels(why).inc()

    def reloaded(self, outcome: str) -> None:
        """Count a new KB: `switched` or `refused`."""
        self._reloads.labels(outcome).inc()

    def text(self, revision: str) -> str:
        """All of it in Prometheus's text format, with the revision of the KB of the worker that is asked."""
        from prometheus_client import generate_latest

        name = "judgecall_kb_info"
        info = f'# HELP {name} The KB of this worker.\n# TYPE {name} gauge\n{name}{{revision="{revision}"}} 1\n'
        return generate_latest(self._registry).decode("utf-8") + info
