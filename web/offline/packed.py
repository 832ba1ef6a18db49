"""The compressed files of the offline copy, of the KB that is served; made when a device first asks for them.

Making them takes seconds and 170 MB. A worker of `judgecall serve` leaves that to a process of its own, once for all workers, and
goes on answering; an app without such workers makes them in place.
"""

from __future__ import annotations

import fcntl
import gzip
import logging
import os
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
        if held.is_dir():
            return {name: (held / name).read_bytes() for name in PACK}
        if (self._making is None or not self._making.is_alive()) and time.monotonic() >= self._again:
            self._making = threading.Thread(target=self._make, args=(wanted,), name="packing", daemon=True)
            self._making.start()
        return None

    def _make(self, wanted: str) -> None:
        try:
            with _alone(self._folder):
                if (self._folder / wanted).is_dir():  # another worker has made it meanwhile
                    return
                about = {**os.environ, "JUDGECALL_KB": str(self._kb)}
                command = [sys.executable, "-m", "web.offline.make", str(self._folder)]
                subprocess.run(command, env=about, stdin=subprocess.DEVNULL, timeout=_MOST_SECONDS, check=True)
                if not (self._folder / wanted).is_dir():
                    raise KbError("the KB or the site's files have changed since they were opened")
        except (KbError, OSError, subprocess.SubprocessError) as error:
            self._again = time.monotonic() + AGAIN_SECONDS
            log.error("the offline copy could not be made", extra={"fields": {"reason": str(error), "copy": wanted}})


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until nobody else makes files in a folder, and keep others waiting."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
