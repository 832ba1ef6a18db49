"""Where a KB lies: a folder, or a PostgreSQL database by its address."""

from __future__ import annotations

import re
from pathlib import Path

Place = Path | str
"""A folder, or an address such as postgresql://user@one,two,three/rules."""

_ADDRESS = re.compile(r"postgres(?:ql)?://")
# What a password may hold, as it should not: an @, a slash, a question mark. Not the parameters: "?application_name=me@home".
_ODD = r"(?:[^?]|\?(?!\w+=))*"
# The password in user:password@: all up to an @ that stands before any slash, as libpq has it, and up to the last one. Not a port,
# which no @ follows.
_PASSWORD = re.compile(rf"(?<=//)(?P<user>[^:/@]*):(?:[^/@]*(?:@{_ODD})?|{_ODD})(?=@)")
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
