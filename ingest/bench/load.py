"""Our own load over HTTP, for machines without wrk: connections that are kept open, each asking again as soon as it is answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from itertools import count


async def _connection(host: str, port: int, requests: Sequence[bytes], turn: count[int], until: float, took: list[float]) -> int:
    """Ask until time is up; the milliseconds of each answer go into `took`. The number of answers that were no 200."""
    failed = 0
    reader, writer = await asyncio.open_connection(host, port)
    while time.perf_counter() < until:
        started = time.perf_counter()
        writer.write(requests[next(turn) % len(requests)])
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next(int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:"))
        await reader.readexactly(length)
        took.append((time.perf_counter() - started) * 1000)
        failed += b" 200 " not in head[:16]
    writer.close()
    await writer.wait_closed()
    return failed


async def _all(host: str, port: int, paths: Sequence[str], connections: int, seconds: float) -> tuple[list[float], int]:
    requests = [f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode() for path in paths]
    took: list[float] = []
    turn = count()
    until = time.perf_counter() + seconds
    failed = await asyncio.gather(*(_connection(host, port, requests, turn, until, took) for _ in range(connections)))
    return took, sum(failed)


def load(host: str, port: int, paths: Sequence[str], connections: int, seconds: float) -> tuple[list[float], int]:
    """Milliseconds of each answer, and how many were no 200. It takes its share of the processor that it measures."""
    return asyncio.run(_all(host, port, paths, connections, seconds))
