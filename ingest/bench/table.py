"""The figures of a run as Markdown tables for the README."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ingest.bench.rivals import RIVALS

Figures = Mapping[str, Any]

_WAYS = {"new": "never asked before", "again": "asked before"}


def markdown(run: Figures) -> list[str]:
    """Tables: what a size costs, questions over HTTP, what would be used instead, PostgreSQL beside the folder."""
    return [
        _machine(run["machine"]),
        "",
        *_costs(run["sizes"]),
        *_http(run["sizes"]),
        *_rivals(run["sizes"]),
        *_stores(run["sizes"]),
    ]


def _machine(about: Figures) -> str:
    memory = about["memory_bytes"] / 2**30
    return (
        f"{about['cpu']}, {about['cores']} cores, {memory:.0f} GB, Python {about['python']}; load {about['load']} when it began. "
        f"Milliseconds in process are of processor time."
    )


def _costs(sizes: Figures) -> Iterator[str]:
    yield "| entries | passages | build (processor) | most memory | on disk | open | resident | p50 | p95 | p99 | recall@10 |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for figures in sizes.values():
        build, ask = figures["build"], figures["ask"]
        took = ask["styles"]["all"]["cpu_ms"]
        cells = [
            f"{build['entries']:,}",
            f"{build['passages']:,}",
            f"{build['seconds']:.0f} s ({build['cpu_seconds']:.0f} s)",
            _size(build["peak_bytes"]),
            _size(build["disk_bytes"]),
            f"{ask['open']['seconds']:.2f} s",
            _size(ask["resident_bytes"]),
            *(f"{took[share]:.1f} ms" for share in ("p50", "p95", "p99")),
            f"{min(figures['recall'].values()):.3f}",
        ]
        yield _row(cells)


def _http(sizes: Figures) -> Iterator[str]:
    asked = {name: figures["http"] for name, figures in sizes.items() if "http" in figures}
    if not asked:
        return
    first = next(iter(asked.values()))
    tool = "wrk" if first["tool"] == "wrk" else "our own load"
    connections = list(next(iter(first["ways"].values())))
    yield from (
        "",
        f"Over HTTP, {first['workers']} workers, {tool} on the same machine: searches a second, p99, processor time each.",
        "",
    )
    yield _row(["entries", "questions", *(f"{n} connection{'s' * (n != '1')}" for n in connections), "resident, each worker"])
    yield "|---" * (3 + len(connections)) + "|"
    for name, http in asked.items():
        entries = f"{sizes[name]['build']['entries']:,}"
        for way, figures in http["ways"].items():
            held = [one["resident_bytes"] for one in figures.values() if "resident_bytes" in one]  # older figures have none
            memory = _size(max(held)) if held else "not measured"
            yield _row([entries, _WAYS[way], *(_answered(one) for one in figures.values()), memory])


def _answered(one: Figures) -> str:
    refused = f", {one['failed']:,} of {one['asked']:,} failed" if one["failed"] else ""
    return f"{one['per_second']:,.0f}/s, {one['p99_ms']:.0f} ms, {one['cpu_ms']:.2g} ms{refused}"


def _rivals(sizes: Figures) -> Iterator[str]:
    if not any(figures["rivals"] for figures in sizes.values()):
        return
    yield from (
        "",
        "What gives passages alone, without terms, answers or entries: p50 of processor time a question, time to build.",
        "",
    )
    yield _row(["entries", "judgecall", *(name for name, _, _ in RIVALS.values())])
    yield "|---" * (2 + len(RIVALS)) + "|"
    for figures in sizes.values():
        ours = figures["ask"]["styles"]["all"]["cpu_ms"]["p50"]
        cells = [f"{ours:.1f} ms, {figures['build']['cpu_seconds']:.0f} s"]
        cells += [_rival(figures["rivals"].get(name), ours) for name in RIVALS]
        yield _row([f"{figures['build']['entries']:,}", *cells])


def _rival(figures: Figures | None, ours: float) -> str:
    """One rival: how long, how many times ours, and what it took to build."""
    if figures is None:
        return ""
    if "left_out" in figures:
        return f"left out: {figures['left_out']}"
    took = figures["cpu_ms"]["p50"]
    return f"{took:.1f} ms (× {took / ours:.2g}), {figures['build']['cpu_seconds']:.1f} s"


def _stores(sizes: Figures) -> Iterator[str]:
    """A folder and PostgreSQL, two rows a size; by the clock, for the servers' processor time is not the search's."""
    if not any("postgres" in figures for figures in sizes.values()):
        return
    yield from (
        "",
        "A folder and PostgreSQL, by the clock; over HTTP never asked before, 2 workers on the same machine, 16 connections.",
        "",
    )
    yield "| entries | passages | KB | build | size | open | p50 | p95 | p99 | recall@10 | searches a second, p99 |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for figures in sizes.values():
        if "postgres" in figures:
            yield from (_store("folder", figures), _store("PostgreSQL", figures["postgres"]))


def _store(name: str, figures: Figures) -> str:
    build, ask, http = figures["build"], figures["ask"], figures.get("http")
    took = ask["styles"]["all"]["wall_ms"]
    cells = [
        f"{build['entries']:,}",
        f"{build['passages']:,}",
        name,
        f"{build['seconds']:.0f} s",
        _size(build["disk_bytes"]),
        f"{ask['open']['seconds']:.2f} s",
        *(f"{took[share]:.1f} ms" for share in ("p50", "p95", "p99")),
        f"{min(figures['recall'].values()):.3f}",
        _answered(http["ways"]["new"]["16"]) if http else "",
    ]
    return _row(cells)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _size(size: int) -> str:
    return f"{size / 2**30:.1f} GB" if size >= 2**30 else f"{size / 2**20:.0f} MB"
