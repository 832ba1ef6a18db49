"""The compressed files of the offline copy, of the KB that is served; made when a device first asks for them.

Making them takes seconds and 170 MB. A worker of `judgecall serve` leaves that to a process of its own, once for all workers, and
goes on answering; an app without such workers makes them in place.
"""

from __future__ import annotations

import fcntl
import gzip
import logging
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kb.errors import KbError
from kb.offline.pack import pack
from kb.offline.tier import shrink
from kb.place import Place
from web.offline.revision import PACK, revision
from web.offline.shell import shell
from web.state import searching

log = logging.getLogger("judgecall.offline")

Files = dict[str, bytes]
AGAIN_SECONDS = 30.0
"""What could not be made is tried again after this long."""
KEPT = 2
"""Revisions whose files are kept: the newest, and the one before, which a worker may still serve."""
# A revision, or a revision and the process that makes its files. Not the file that is locked.
_NAME = re.compile(r"([0-9a-f]{16})(?:\.([0-9]+))?")
_MOST_SECONDS = 600


def made() -> Files:
    """The files of the app that runs. Raises KbError for a KB that cannot be made small."""
    kb = searching().kb
    files = pack(kb, shrink(kb)) | {"shell.json": shell()}
    return {name: gzip.compress(body, 9, mtime=0) for name, body in files.items()}


class Packed:
    """The files of one revision; safe to use from several threads."""

    def __init__(self) -> None:
        self._files: Files = {}
        self._of = ""
        self._lock = threading.Lock()

    def file(self, name: str) -> bytes | None:
        """One file of the revision that is served now; None while it is being made. Raises KbError."""
        with self._lock:
            wanted = revision()
            if self._of != wanted and (files := self._obtained(wanted)) is not None:
                self._files, self._of = files, wanted
            return self._files[name] if self._of == wanted else None

    def _obtained(self, wanted: str) -> Files | None:
        """The files of a revision, where they are at hand."""
        return made()


class PackedApart(Packed):
    """Files that a process of its own makes, in a folder that the workers of a server share."""

    def __init__(self, kb: Place, folder: Path) -> None:
        super().__init__()
        self._kb, self._folder = kb, folder
        self._making: threading.Thread | None = None
        self._again = 0.0

    def _obtained(self, wanted: str) -> Files | None:
        held = self._folder / wanted
        try:
            files = {name: (held / name).read_bytes() for name in PACK}
            os.utime(held)  # of several revisions, those that were read last are kept
            return files
        except FileNotFoundError:
            self._begin(wanted)
            return None

    def _begin(self, wanted: str) -> None:
        if (self._making is None or not self._making.is_alive()) and time.monotonic() >= self._again:
            self._making = threading.Thread(target=self._make, args=(wanted,), name="packing", daemon=True)
            self._making.start()

    def _make(self, wanted: str) -> None:
        try:
            with _alone(self._folder):
                if (self._folder / wanted).is_dir():  # another worker has made it meanwhile
                    return
                about = {**os.environ, "JUDGECALL_KB": str(self._kb)}
                try:
                    _run(self._folder, about)
                finally:
                    tidy(self._folder)
                if not (self._folder / wanted).is_dir():
                    raise KbError("the KB or the site's files have changed since they were opened")
        except (KbError, OSError, subprocess.SubprocessError) as error:
            self._again = time.monotonic() + AGAIN_SECONDS
            log.error("the offline copy could not be made", extra={"fields": {"reason": str(error), "copy": wanted}})


def _run(folder: Path, about: dict[str, str]) -> None:
    """Make the files in a process of its own; raises KbError with the last line that it said where it failed."""
    # -P: no code of the folder that the server was started in.
    command = [sys.executable, "-P", "-m", "web.offline.make", str(folder)]
    done = subprocess.run(
        command,
        env=about,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_MOST_SECONDS,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().rpartition("\n")[2]
        raise KbError(f"making it ended with exit code {done.returncode}" + (f": {said[:300]}" if said else ""))


def tidy(folder: Path) -> None:
    """Remove the files of all revisions but those last made or read, and what processes that are gone have left."""
    made: list[Path] = []
    for path in folder.iterdir():
        found = _NAME.fullmatch(path.name)
        if found is not None and found[2] is None:
            made.append(path)
        elif found is not None and not _runs(int(found[2])):
            shutil.rmtree(path, ignore_errors=True)
    made.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in made[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        return True
    return True


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until nobody else makes files in a folder, and keep others waiting."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
