"""The search that a request uses: one and the same from its beginning to its end, whatever is built meanwhile."""

from __future__ import annotations

from flask import current_app, has_request_context, request

from kb.search import Search
from web.live import Held, Live

HELD = "judgecall.held"
"""Where a request's environ has the KB that was leased for it."""


def searching() -> Search:
    """The Search of this request, or of the app as it is now."""
    held = request.environ.get(HELD) if has_request_context() else None
    if isinstance(held, Held):
        return held.search
    live = current_app.extensions["live"]
    assert isinstance(live, Live)
    return live.search
