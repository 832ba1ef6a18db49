"""Makes the files of the offline copy in a process of its own: `python -m web.offline.make FOLDER`, the KB named by $JUDGECALL_KB.

They lie in a folder named after their revision once all of them are there.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

from kb.errors import KbError
from web import create_app
from web.offline.packed import made
from web.offline.revision import revision

_LOOK_SECONDS = 1.0


def main(folder: Path) -> None:
    """Make the files. Raises KbError or OSError."""
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()
    with create_app().app_context():
        name, files = revision(), made()
    beside = folder / f"{name}.{os.getpid()}"
    beside.mkdir()
    for file, body in files.items():
        (beside / file).write_bytes(body)
    beside.rename(folder / name)


def _leave_with(parent: int) -> None:
    """End when the worker that asked for the files has ended."""
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except (KbError, OSError) as error:
        sys.exit(f"the offline copy could not be made: {error}")
