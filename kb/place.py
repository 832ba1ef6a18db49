"""Where a KB lies: a folder, or a PostgreSQL database by its address."""

from __future__ import annotations

import re
from pathlib import Path

Place = Path | str
"""A folder, or an address such as postgresql://user@one,two,three/rules."""

_ADDRESS = re.compile(r"postgres(?:ql)?://")
# The password in user:password@, also one that holds an @ or a slash, as it should not; not a port, which no @ follows.
_PASSWORD = re.compile(r"(?<=//)(?P<user>[^:/@]*):[^?]*(?=@)")
_PASSWORD_VALUE = re.compile(r"(?<=password=)[^&]*")


def place_of(text: str) -> Place:
    """The place that a text names."""
    return text if _ADDRESS.match(text) else Path(text)


def is_address(place: Place) -> bool:
    """Whether a place is a database rather than a folder."""
    return isinstance(place, str)


def shown(place: Place) -> str:
    """A place as it may be printed: without its password."""
    return _PASSWORD_VALUE.sub("…", _PASSWORD.sub(r"\g<user>:…", str(place)))
