"""Lets pages of other sites read the API: every GET, and a POST that is described as open to all, since it changes nothing."""

from __future__ import annotations

from flask import Response, current_app, request

from web.describe import operation_of

READABLE = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, X-Judgecall-Revision, Content-Disposition"),
)
"""The headers by which any page may read a reply."""
_KEPT_SECONDS = 3600
"""How long a browser may keep the answer to its question whether it may call."""


def share(response: Response) -> Response:
    """Set the headers of CORS on replies under /api/; no cookie is ever read, so any site may."""
    if not request.path.startswith("/api/"):
        return response
    if request.method == "OPTIONS" and request.url_rule is not None:
        methods = sorted(_shared())
        if methods:
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Allow-Methods"] = ", ".join(methods)
            response.headers["Access-Control-Allow-Headers"] = "Content-Type, If-None-Match"
            response.headers["Access-Control-Max-Age"] = str(_KEPT_SECONDS)
    elif request.method in ("GET", "HEAD") or request.method in _shared():
        for name, value in READABLE:
            response.headers[name] = value
    return response


def _shared() -> set[str]:
    """The methods of this address that pages of other sites may use."""
    methods: set[str] = set()
    for rule in current_app.url_map.iter_rules():
        if request.url_rule is not None and rule.rule == request.url_rule.rule:
            operation = operation_of(current_app.view_functions.get(rule.endpoint))
            open_to_all = operation is not None and operation.open_to_all
            methods |= {m for m in rule.methods or () if m in ("GET", "HEAD") or (m == "POST" and open_to_all)}
    return methods
