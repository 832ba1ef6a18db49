"""Headers on every reply: nothing inline, from elsewhere or framed; the revision; how long a copy is good; who may read."""

from __future__ import annotations

from flask import Response

from web.cross_origin import share
from web.fresh import keep_fresh
from web.state import searching

_POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"


def add_headers(response: Response) -> Response:
    """Set the security headers, `X-Judgecall-Revision`, and what keeps copies fresh and lets other sites read."""
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["X-Judgecall-Revision"] = searching().kb.revision
    return share(keep_fresh(response))
