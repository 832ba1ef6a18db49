"""What the site adds to the command line: serve."""

from __future__ import annotations

import os
from importlib.metadata import entry_points
from pathlib import Path

import click
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from kb.knowledge_base import default_path, open_kb

THREADS = 2
"""Threads of a worker that run Python; a search holds the interpreter, so more only wait."""
WAITING = 128
"""Requests that a worker takes on at once; further ones wait in the socket."""

STOP_SECONDS = 5
"""How long a worker may take to finish its requests when the server is told to stop."""


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64))
@click.option("--kb", type=click.Path(path_type=Path), help="The KB folder; $JUDGECALL_KB or the user data folder unless given.")
def serve_command(host: str, port: int, workers: int, kb: Path | None) -> None:
    """Serve the site; builds the KB first when there is none or the corpus has changed."""
    place = kb or default_path()
    _refresh(place)
    open_kb(place).store.close()
    os.environ["JUDGECALL_KB"] = str(place.absolute())
    click.echo(f"serving {place} on http://{host}:{port}/", err=True)
    Server(
        "web:create_app",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        factory=True,
        log_level=LogLevels.warning,
        blocking_threads=THREADS,
        backpressure=WAITING,
        workers_kill_timeout=STOP_SECONDS,
    ).serve()


def _refresh(place: Path) -> None:
    """Build the KB where it is missing or older than the corpus, by the builder that is installed."""
    for point in entry_points(group="judgecall.refresh"):
        point.load()(place, lambda line: click.echo(f"  {line}", err=True))
