"""What the site adds to the command line: serve."""

from __future__ import annotations

import logging.config
import multiprocessing
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path

import click
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from kb.errors import KbError
from kb.knowledge_base import default_place, open_kb
from kb.place import Place, place_of, shown
from web.logs import log_config
from web.metrics import FOLDER
from web.serving import Setting, worker_app

CONNECTIONS = 1024
"""Connections that a worker holds at once, idle ones too; further ones wait in the socket."""
HEAD_MILLISECONDS = 10_000
"""How long a client may take to send a request's head, and how long a connection may lie idle."""
STOP_SECONDS = 10
"""How long a worker may take to finish its requests when the server is told to stop."""
LEVELS = ("debug", "info", "warning", "error")


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64))
@click.option(
    "--kb",
    type=place_of,
    metavar="PLACE",
    help="The KB's folder or postgresql:// address; $JUDGECALL_KB or the user data folder unless given.",
)
@click.option(
    "--corpus",
    type=click.Path(path_type=Path),
    help="The corpus that the KB is kept in step with; the one that it was built from, or the tool's own, unless given.",
)
@click.option("--waiting", default=32, show_default=True, type=click.IntRange(0, 1000), help="Requests that may wait, per worker.")
@click.option("--time-limit", default=10.0, show_default=True, type=click.FloatRange(0.1, 600), help="Seconds for one request.")
@click.option(
    "--scheme",
    default="http",
    show_default=True,
    type=click.Choice(("http", "https")),
    help="That of the site's address: https behind a proxy that brings TLS. Links and QR codes begin with it.",
)
@click.option("--log-level", default="info", show_default=True, type=click.Choice(LEVELS), help="info has a line a request.")
def serve_command(
    host: str,
    port: int,
    workers: int,
    kb: Place | None,
    corpus: Path | None,
    waiting: int,
    time_limit: float,
    scheme: str,
    log_level: str,
) -> None:
    """Serve the site; builds the KB first when there is none or its corpus has changed.

    A KB whose corpus is not here, or another than the one that is named, is never replaced.
    A KB in PostgreSQL is served as it is: other servers read it too.
    """
    place = kb or default_place()
    if not isinstance(place, str):
        place = place.absolute()
    address = _address(host, port)
    config = log_config(log_level)
    logging.config.dictConfig(config)
    _apart(place, corpus)
    _say(f"serving {shown(place)} on http://{host}:{port}/")
    with _counters(), tempfile.TemporaryDirectory(prefix="judgecall-offline-", ignore_cleanup_errors=True) as packs:
        setting = Setting(kb=place, packs=Path(packs), waiting=waiting, seconds=time_limit, parent=os.getpid(), scheme=scheme)
        Server(
            "web",
            address=address,
            port=port,
            interface=Interfaces.ASGINL,
            workers=workers,
            log_level=LogLevels(log_level),
            log_dictconfig=config,
            websockets=False,
            backpressure=CONNECTIONS,
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(header_read_timeout=HEAD_MILLISECONDS),
            respawn_failed_workers=True,
            workers_kill_timeout=STOP_SECONDS,
        ).serve(target_loader=partial(worker_app, setting), wrap_loader=False)


def _address(host: str, port: int) -> str:
    """The IP address of a host, where nobody listens yet; a UsageError else. Two servers could share a port and answer in turn."""
    try:
        found = socket.getaddrinfo(host or " ", port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:  # a name with an empty or too long part cannot even be looked up
        why = error.strerror if isinstance(error, OSError) else "no host has such a name"
        raise click.UsageError(f"--host {host!r} is no address of this machine ({why}); say 127.0.0.1") from None
    family, *_, where = min(found, key=lambda one: one[0] != socket.AF_INET)
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(where)
        except OSError as error:
            raise click.UsageError(f"{host} port {port} cannot be had ({error.strerror}); give another --host or --port") from None
    return str(where[0])


def _say(line: str) -> None:
    """A line for the person who starts it, or for whatever reads the log."""
    if sys.stderr.isatty():
        click.echo(line, err=True)
    else:
        logging.getLogger("judgecall").info(line)


@contextmanager
def _counters() -> Iterator[None]:
    """A folder for the workers' counters, in memory where the system has such a place, so that a full disk stops no worker."""
    if os.environ.get(FOLDER):
        yield
        return
    memory = Path("/dev/shm")
    folder = tempfile.mkdtemp(prefix="judgecall-counters-", dir=memory if os.access(memory, os.W_OK) else None)
    os.environ[FOLDER] = folder
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _apart(place: Place, corpus: Path | None = None) -> None:
    """Make the KB ready in a process of its own: every worker would hold what building and opening leave behind in this one."""
    how = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    try:
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(how)) as pool:
            pool.submit(_ready, place, corpus).result()
    except BrokenProcessPool:
        raise KbError("the process that makes the KB ready was killed; start again", file=shown(place)) from None


def _ready(place: Place, corpus: Path | None = None) -> None:
    """Build the KB where it is missing or older than its corpus, by the builder that is installed, and see that it opens."""
    if not isinstance(place, str):
        for point in entry_points(group="judgecall.refresh"):
            point.load()(place, _say, corpus)
    open_kb(place).store.close()
