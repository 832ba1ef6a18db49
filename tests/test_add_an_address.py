"""An address that a later part of the site adds: one decorator beside its view, and description, limits, CORS and errors follow."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

import jsonschema
import pytest
from flask import Blueprint, Response, jsonify, request
from flask.testing import FlaskClient

from web import create_app
from web.describe import described


class Said(TypedDict):
    """Words."""

    text: str


blueprint = Blueprint("later", __name__)


@blueprint.post("/api/later/<word>")
@described(Said, body=Said, errors=(415,), open_to_all=True)
def later(word: str) -> Response:
    """The words that were sent.

    And the one in the address.
    """
    return jsonify({"text": f"{word} {request.get_json()['text']}"})


@blueprint.post("/api/private")
@described(Said, body=Said)
def private() -> Response:
    """The words that were sent, for this site alone."""
    return jsonify(request.get_json())


@blueprint.get("/api/broken")
@described(Said)
def broken() -> Response:
    """Nothing but trouble."""
    raise RuntimeError("a secret that no caller may see")


@blueprint.get("/api/forgotten")
def forgotten() -> Response:
    """Nobody described it."""
    return jsonify({})


@pytest.fixture(scope="module")
def site(kb_path: Path) -> FlaskClient:
    app = create_app(kb_path)
    app.register_blueprint(blueprint)
    return app.test_client()


def test_it_is_in_the_description(site: FlaskClient) -> None:
    paths = site.get("/api/openapi.json").get_json()["paths"]
    told = paths["/api/later/{word}"]["post"]
    assert (told["summary"], told["description"]) == ("The words that were sent.", "And the one in the address.")
    body = {"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Said"}}}}
    assert told["requestBody"] == body
    assert sorted(told["responses"]) == ["200", "400", "408", "413", "414", "415", "429", "503"]
    assert "ETag" not in told["responses"]["200"]["headers"]
    assert "/api/forgotten" not in paths


def test_other_sites_may_post_only_where_it_is_said(site: FlaskClient) -> None:
    for address, methods in (("/api/later/a", "POST"), ("/api/private", None)):
        preflight = site.options(address, headers={"Origin": "https://example.org", "Access-Control-Request-Method": "POST"})
        assert preflight.headers.get("Access-Control-Allow-Methods") == methods
        assert preflight.headers.get("Access-Control-Allow-Origin") == ("*" if methods else None)
        posted = site.post(address, json={"text": "b"})
        assert posted.status_code == 200
        assert posted.headers.get("Access-Control-Allow-Origin") == ("*" if methods else None)
        assert posted.headers["Cache-Control"] == "no-store"
        assert "ETag" not in posted.headers


def test_wrong_methods_and_types(site: FlaskClient) -> None:
    reply = site.get("/api/later/a")
    assert (reply.status_code, sorted(reply.headers["Allow"].split(", "))) == (405, ["OPTIONS", "POST"])
    assert site.post("/api/later/a", data="text").status_code == 415
    assert site.post("/api/later/a", data="{", content_type="application/json").status_code == 400
    assert site.post("/api/later/a", json={"text": "x" * 70_000}).get_json()["error"]["code"] == "request_entity_too_large"


def test_what_breaks_inside_is_told_in_the_one_shape(site: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    reply = site.get("/api/broken")
    assert reply.status_code == 500
    assert reply.get_json()["error"]["code"] == "internal_server_error"
    spec = site.get("/api/openapi.json").get_json()
    jsonschema.validate(reply.get_json(), {"$ref": "#/components/schemas/Error", "components": spec["components"]})
    assert "secret" not in reply.get_data(as_text=True)
    assert reply.headers["Content-Security-Policy"]
    assert "a secret that no caller may see" in caplog.text
