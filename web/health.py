"""For whoever runs the site: is it ready for questions, and what has it counted."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, current_app, jsonify

from web.canary import Canary
from web.metrics import Metrics
from web.state import searching

blueprint = Blueprint("health", __name__)


@blueprint.get("/readyz")
def ready() -> tuple[Response, int]:
    """200 when a KB is open and a canary search finds something in it, else 503."""
    canary = current_app.extensions["canary"]
    assert isinstance(canary, Canary)
    if canary.sings(searching()):
        return jsonify({"status": "ready", "revision": searching().kb.revision}), 200
    body = {"code": "not_ready", "message": "the KB does not find its own example", "hint": "Run `judgecall build`."}
    return jsonify({"error": body}), 503


@blueprint.get("/metrics")
def metrics() -> Response:
    """Counters in Prometheus's text format."""
    held = current_app.extensions["metrics"]
    assert isinstance(held, Metrics)
    return Response(held.text(searching().kb.revision), content_type="text/plain; version=0.0.4; charset=utf-8")


def register(app: Flask) -> None:
    """Mount the addresses, with the canary that they ask."""
    app.extensions["canary"] = Canary()
    app.register_blueprint(blueprint)
