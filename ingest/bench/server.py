"""The server that a bench asks: `judgecall serve` on a free port, what its workers take, and what they count."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kb.errors import KbError
from kb.place import Place

HOST = "127.0.0.1"
WORKERS = 2
_STARTS = 120
"""Seconds that a server may take until it answers."""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its port and process."""

    port: int
    pid: int

    def spent(self) -> float:
        """Seconds of processor time that the workers of a server have taken."""
        ticks = 0
        for worker in self._workers():
            # The second field is a name that may hold anything; user and system time are the 14th and 15th.
            fields = Path(f"/proc/{worker}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def resident(self) -> int:
        """Bytes of memory that the worker holds that holds most, pages of mapped files too."""
        statuses = [Path(f"/proc/{worker}/status").read_text(encoding="ascii") for worker in self._workers()]
        return max(1024 * int(status.partition("VmRSS:")[2].split()[0]) for status in statuses)

    def _workers(self) -> list[int]:
        return [int(child) for path in Path(f"/proc/{self.pid}/task").glob("*/children") for child in path.read_text().split()]

    def kept(self) -> tuple[float, float]:
        """How many requests a kept reply answered, and how many not, as the server counts them."""
        with urllib.request.urlopen(f"http://{HOST}:{self.port}/metrics", timeout=10) as reply:
            text = reply.read().decode()
        counted = {line.split(" ")[0]: float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if not line.startswith("#")}
        hits, misses = (counted.get(f'judgecall_kept_replies_total{{outcome="{outcome}"}}', 0.0) for outcome in ("hit", "miss"))
        return hits, misses


@contextmanager
def serving(kb: Place) -> Iterator[Server]:
    """`judgecall serve` over a KB, on a free port, until the block ends; raises KbError when it does not serve."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = int(free.getsockname()[1])
    # -P: no code of the folder that the bench was started in.
    start = [sys.executable, "-P", "-c", "from kb.commands import main; main()", "serve"]
    command = [*start, "--host", HOST, "--port", str(port), "--workers", str(WORKERS), "--waiting", "128", "--kb", str(kb)]
    with tempfile.TemporaryFile() as said:
        server = subprocess.Popen(command, stdout=said, stderr=said)
        try:
            _wait(port, server)
            yield Server(port, server.pid)
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until it answers."""
    until = time.monotonic() + _STARTS
    while time.monotonic() < until:
        if server.poll() is not None:
            raise KbError(f"`judgecall serve` ended with exit code {server.returncode} before it answered")
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}/healthz", timeout=5):
                return
        except (OSError, urllib.error.URLError):
            time.sleep(0.2)
    raise KbError(f"`judgecall serve` did not answer within {_STARTS} s")
