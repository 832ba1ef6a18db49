"""Headers on every reply: nothing inline, nothing from elsewhere, nothing framed; the KB's revision."""

from __future__ import annotations

from flask import Response

from web.state import searching

_POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"


def add_headers(response: Response) -> Response:
    """Set the security headers and `X-Judgecall-Revision`."""
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["X-Judgecall-Revision"] = searching().kb.revision
    return response
