"""Writes a file whole or not at all: what is stopped in the middle leaves the old one as it was."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> Path:
    """Put a file in place by a rename, a text in UTF-8, and return its path; nothing is left of it where that fails."""
    new = path.with_name(f".{path.name}.new")
    try:
        new.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(new, path)
    except BaseException:  # whatever stops it, Ctrl-C among them
        new.unlink(missing_ok=True)
        raise
    return path
