"""The search that the app holds."""

from __future__ import annotations

from flask import current_app

from kb.search import Search


def searching() -> Search:
    """The Search of the running app."""
    search = current_app.extensions["search"]
    assert isinstance(search, Search)
    return search
