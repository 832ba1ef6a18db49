"""The description of the API: every address is in it and nothing else, and what is really answered is what it says."""

from __future__ import annotations

import copy
import json
from typing import Any, Literal, TypedDict

import jsonschema
import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from kb.knowledge_base import KnowledgeBase
from web.openapi import operations
from web.schema import schema_of

Schema = dict[str, Any]


@pytest.fixture(scope="module")
def spec(client: FlaskClient) -> Schema:
    reply = client.get("/api/openapi.json")
    assert reply.status_code == 200
    found: Schema = reply.get_json()
    return found


@pytest.fixture(scope="module")
def closed(spec: Schema) -> Schema:
    """The description with no field allowed that it does not name, so that one that nobody described is noticed."""
    strict = copy.deepcopy(spec)
    for schema in strict["components"]["schemas"].values():
        schema["additionalProperties"] = False
    return strict


def routes(client: FlaskClient) -> list[Rule]:
    return [r for r in client.application.url_map.iter_rules() if r.rule.startswith("/api/") or r.rule == "/healthz"]


def validate(body: Any, schema: Schema, spec: Schema) -> None:
    """By the reply's schema, its references looked up in the description."""
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": spec["components"], **schema}
    jsonschema.Draft202012Validator(whole, format_checker=jsonschema.FormatChecker()).validate(body)


def reply_schema(spec: Schema, path: str, method: str = "get") -> Schema:
    found: Schema = spec["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"]
    return found


def test_every_address_for_programs_is_described(client: FlaskClient, spec: Schema) -> None:
    described = {(rule.endpoint, method) for rule, method, _ in operations(client.application)}
    for rule in routes(client):
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            assert (rule.endpoint, method) in described, f"{method} {rule.rule}: put @described above its view"
    assert len(described) == sum(len(path) for path in spec["paths"].values())


def test_every_described_address_exists(client: FlaskClient, spec: Schema) -> None:
    adapter = client.application.url_map.bind("localhost")
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            endpoint, arguments = adapter.match(path.replace("{", "").replace("}", ""), method=method.upper())
            assert endpoint.replace(".", "_") == operation["operationId"]
            assert {p["name"] for p in operation["parameters"] if p["in"] == "path"} == set(arguments), path
            assert operation["summary"].endswith("."), path


def test_the_description_is_of_the_kind_that_it_says(spec: Schema) -> None:
    assert spec["openapi"] == "3.1.0"
    for name, schema in spec["components"]["schemas"].items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["description"], name
    ids = [operation["operationId"] for path in spec["paths"].values() for operation in path.values()]
    assert len(ids) == len(set(ids))
    text = json.dumps(spec)
    for reference in {piece.split('"')[0] for piece in text.split('"$ref": "#/components/')[1:]}:
        kind, name = reference.split("/")
        assert name in spec["components"][kind]


def test_what_the_gate_answers_is_described_where_it_stands(spec: Schema) -> None:
    """Programs were not told that a busy server refuses, nor when to come again."""
    told = {path: next(iter(methods.values()))["responses"] for path, methods in spec["paths"].items()}
    assert {path for path, replies in told.items() if not {"408", "429", "503"} <= replies.keys()} == {"/healthz"}
    assert not {"408", "429", "503"} & told["/healthz"].keys()
    again = {status for status, reply in told["/api/search"].items() if "Retry-After" in reply.get("headers", {})}
    assert again == {"429", "503"}


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("/api/search", "/api/search?q=can+i+counter+penetrate"),
        ("/api/search", "/api/search?q=貫通に対抗できる？&lang=ja&limit=50"),
        ("/api/search", "/api/search?q=what+is+the+weather+in+osaka+tomorrow"),
        ("/api/search", "/api/search?q=attack+phase+3.2.1+in+the+first+edition&document=bf-en-1&game=bf"),
        ("/api/documents", "/api/documents"),
        ("/api/conflicts", "/api/conflicts"),
        ("/api/changes", "/api/changes"),
        ("/api/manifest", "/api/manifest"),
        ("/api/openapi.json", "/api/openapi.json"),
        ("/healthz", "/healthz"),
    ],
)
def test_replies_are_what_the_description_says(client: FlaskClient, closed: Schema, path: str, address: str) -> None:
    reply = client.get(address)
    assert reply.status_code == 200
    validate(reply.get_json(), reply_schema(closed, path), closed)


def test_every_entry_and_flow_is_what_the_description_says(client: FlaskClient, kb: KnowledgeBase, closed: Schema) -> None:
    for entry in kb.store.entries():
        reply = client.get(f"/api/entries/{entry.id}")
        assert reply.status_code == 200, entry.id
        validate(reply.get_json(), reply_schema(closed, "/api/entries/{id}"), closed)
    flows = kb.store.records("flow")
    assert len(flows) > 40
    for flow in flows:
        reply = client.get(f"/api/flows/{flow['game']}/{flow['part']}?document={flow['document']}")
        validate(reply.get_json(), reply_schema(closed, "/api/flows/{game}/{part}"), closed)


def test_a_field_that_nobody_described_is_noticed(client: FlaskClient, closed: Schema) -> None:
    body = client.get("/api/documents").get_json()
    body["documents"][0]["colour"] = "green"
    with pytest.raises(jsonschema.ValidationError, match="colour"):
        validate(body, reply_schema(closed, "/api/documents"), closed)


def test_choices_come_from_the_kb(client: FlaskClient, kb: KnowledgeBase, spec: Schema) -> None:
    parameters = {p["name"]: p["schema"] for p in spec["paths"]["/api/search"]["get"]["parameters"]}
    assert parameters["game"]["enum"] == ["", *kb.store.games]
    assert parameters["document"]["enum"] == ["", *kb.store.documents]
    flow = {p["name"]: p["schema"] for p in spec["paths"]["/api/flows/{game}/{part}"]["get"]["parameters"]}
    for part in flow["part"]["enum"]:
        assert any(client.get(f"/api/flows/{game}/{part}").status_code == 200 for game in flow["game"]["enum"]), part


class Odd(TypedDict):
    """Something to turn into a schema."""

    sort: Literal["a", "b"]
    left: int | None
    inner: dict[str, list[float]]


def test_types_become_schemas() -> None:
    named: Schema = {}
    assert schema_of(Odd, named) == {"$ref": "#/components/schemas/Odd"}
    assert named["Odd"] == {
        "type": "object",
        "description": "Something to turn into a schema.",
        "properties": {
            "sort": {"type": "string", "enum": ["a", "b"]},
            "left": {"type": ["integer", "null"]},
            "inner": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "number"}}},
        },
        "required": ["sort", "left", "inner"],
    }
    with pytest.raises(TypeError, match="no JSON schema is known for <class 'set'>"):
        schema_of(set, named)
