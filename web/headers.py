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
_FIXED = (
    ("Content-Security-Policy", _POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Permissions-Policy", _PERMISSIONS),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)


def add_headers(response: Response) -> Response:
    """Set the security headers, `X-Judgecall-Revision`, and what keeps copies fresh and lets other sites read."""
    for name, value in on_every_reply(request.path, searching().kb.revision):
        response.headers[name] = value
    return share(keep_fresh(response))


def on_every_reply(path: str, revision: str) -> list[tuple[str, str]]:
    """The headers that every reply of an address has, whatever it says."""
    # A page of another site may read the API, but not embed the pages.
    embedded = "cross-origin" if path.startswith("/api/") else "same-origin"
    return [*_FIXED, ("Cross-Origin-Resource-Policy", embedded), ("X-Judgecall-Revision", revision)]
