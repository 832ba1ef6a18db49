"""One name for exactly this KB with exactly this code: what a device holds is of one revision, never of two."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from flask import current_app

from kb.offline.citing import patterns
from web.fresh import python_code
from web.state import searching

PACK = ("pack.json", "model.bin", "shell.json")
"""The files under /offline/{revision}/."""
_WEB = Path(__file__).parent.parent
_CODE = ("templates/*", "static/*", "static/offline/*", "words/*.toml")


@cache
def code() -> str:
    """The sha256 of what the browser is given: every template, word and file, the patterns that it reads citations by.

    And of the Python that makes the pack, so that an address which is kept for ever never has other bytes.
    """
    digest = hashlib.sha256(python_code())
    for path in sorted(path for pattern in _CODE for path in _WEB.glob(pattern) if path.is_file()):
        digest.update(f"{path.relative_to(_WEB)}\n".encode() + path.read_bytes())
    digest.update(json.dumps(patterns()).encode())
    return digest.hexdigest()


def revision() -> str:
    """The revision of the offline copy."""
    return hashlib.sha256(f"{searching().kb.revision} {code()}".encode()).hexdigest()[:16]


def files() -> list[str]:
    """The addresses that make up the offline copy: the pack, and what pages link to. The worker's own modules come with it."""
    folder = Path(current_app.static_folder or "")
    shared = [path.name for path in sorted(folder.iterdir()) if path.is_file()] + ["offline/start.js"]
    packed = [f"/offline/{revision()}/{name}" for name in PACK]
    return [*packed, *(f"/static/{name}" for name in shared), "/manifest.webmanifest"]
