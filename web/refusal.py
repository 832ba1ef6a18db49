"""What the gate refuses and how it says so: in the site's one error shape, by the app itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Flask, request
from werkzeug.exceptions import HTTPException

REFUSAL = "judgecall.refusal"
"""Where the gate leaves a Refusal in a request's environ for the app to speak."""
RAISED = "judgecall.raised"
"""Where an app before the site's leaves an error that the site shall say, since trying again would take as long again."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A status, a name for the counters, a message, and after how many seconds to try again (0: not as it is)."""

    status: int
    name: str
    message: str
    retry: int = 0


BUSY = Refusal(429, "busy", "too many requests at once", 1)
SLOW = Refusal(503, "slow", "the answer took too long and was given up", 2)
SLOW_BODY = Refusal(408, "slow_body", "the body did not arrive in time")
BROKEN_OFF = Refusal(400, "broken_off", "the body ended before its length")
LARGE = Refusal(413, "too_large", "the body is too large")


class _Spoken(HTTPException):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.code = refusal.status
        self._retry = refusal.retry

    def get_headers(self, *about: Any) -> list[tuple[str, str]]:
        """With Retry-After where trying again helps."""
        return [*super().get_headers(*about), *([("Retry-After", str(self._retry))] if self._retry else [])]


def register(app: Flask) -> None:
    """Let the app speak what the gate refused, and what failed before it."""
    app.before_request(_speak)


def _speak() -> None:
    raised = request.environ.get(RAISED)
    if isinstance(raised, Exception):
        raise raised
    refusal = request.environ.get(REFUSAL)
    if isinstance(refusal, Refusal):
        raise _Spoken(refusal)
