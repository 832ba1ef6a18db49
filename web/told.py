"""What the app tells the gate of a request: the template of its route, and what its search came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from flask import Flask, Response, has_request_context, request


@dataclass(slots=True)
class Told:
    """Left in a request's environ by the gate, filled in by the app."""

    KEY: ClassVar[str] = "judgecall.told"

    route: str = "none"
    outcome: str | None = None
    """`answered` or `no_ruling` where the request searched."""


def told() -> Told | None:
    """That of the running request, where a gate stands before the app."""
    found = request.environ.get(Told.KEY) if has_request_context() else None
    return found if isinstance(found, Told) else None


def register(app: Flask) -> None:
    """Tell the route of every request."""
    app.after_request(_tell)


def _tell(response: Response) -> Response:
    here = told()
    if here is not None and request.url_rule is not None:
        here.route = request.url_rule.rule
    return response
