"""Headers on every reply: nothing inline, from elsewhere or framed; the revision; how long a copy is good; who may read."""

from __future__ import annotations

from flask import Response, request

from web.cross_origin import share
from web.fresh import keep_fresh
from web.state import searching

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"


def add_headers(response: Response) -> Response:
    """Set the security headers, `X-Judgecall-Revision`, and what keeps copies fresh and lets other sites read."""
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Permissions-Policy"] = _PERMISSIONS
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    # A page of another site may read the API, but not embed the pages.
    shared = request.path.startswith("/api/")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin" if shared else "same-origin"
    response.headers["X-Judgecall-Revision"] = searching().kb.revision
    return share(keep_fresh(response))
