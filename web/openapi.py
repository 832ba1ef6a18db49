"""`/api/openapi.json`: the description of every address for programs, made from the app's own routes and typed shapes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify
from werkzeug.routing import Rule

from kb.shapes import Error
from web.describe import Operation, Parameter, described, operation_of
from web.gate import ALWAYS as UNGATED
from web.refusal import BUSY, SLOW, SLOW_BODY
from web.schema import Schema, schema_of

blueprint = Blueprint("openapi", __name__)

ALWAYS = (400, 413, 414)
"""What every address can answer: it is not UTF-8, a body is too large, the address is too long."""
AT_THE_GATE = {refusal.status: refusal for refusal in (SLOW_BODY, BUSY, SLOW)}
"""What the gate of `judgecall serve` can answer for any address but those that it always lets in."""

_ABOUT = """Answers rulings questions with the exact rule step that settles them.

Every GET reply that is no error has an ETag; ask again with If-None-Match and get 304 while nothing has changed.
X-Judgecall-Revision names the knowledge base that answered. Pages of other sites may call every GET under /api/. A wrong
method gets 405 with Allow. A server that has too much to do answers 429, one that takes too long 503: ask again after
Retry-After. Fields may be added to replies; none is taken away or changes its meaning."""

# The name in <converter(arguments):name> or <name> of a route.
_VARIABLE = re.compile(r"<(?:[^<>:]+:)?(\w+)>")


@blueprint.get("/api/openapi.json")
@described(dict[str, Any])
def openapi() -> Response:
    """The description of all addresses for programs that you are reading."""
    return jsonify(description(current_app))


def description(app: Flask) -> Schema:
    """The OpenAPI 3.1 description of all described routes; must be called within the app's context."""
    named: dict[str, Schema] = {}
    schema_of(Error, named)
    paths: dict[str, Schema] = {}
    for rule, method, operation in operations(app):
        view = app.view_functions[rule.endpoint]
        paths.setdefault(_VARIABLE.sub(r"{\1}", rule.rule), {})[method.lower()] = _operation(rule, view, operation, method, named)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Judgecall", "version": version("judgecall"), "description": _ABOUT},
        "servers": [{"url": "/"}],
        "paths": dict(sorted(paths.items())),
        "components": {"schemas": dict(sorted(named.items())), "headers": _HEADERS},
    }


def operations(app: Flask) -> Iterator[tuple[Rule, str, Operation]]:
    """(rule, method, operation) of each described route; HEAD and OPTIONS go with every address and are not told of."""
    for rule in app.url_map.iter_rules():
        operation = operation_of(app.view_functions.get(rule.endpoint))
        if operation is not None:
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield rule, method, operation


def _operation(rule: Rule, view: Any, operation: Operation, method: str, named: dict[str, Schema]) -> Schema:
    summary, _, rest = inspect.cleandoc(view.__doc__ or "").partition("\n")
    told: Schema = {"operationId": rule.endpoint.replace(".", "_"), "summary": summary}
    if rest.strip():
        told["description"] = rest.strip()
    told["parameters"] = [_parameter(parameter) for parameter in operation.parameters]
    if operation.body is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema_of(operation.body, named)}}}
    told["responses"] = {"200": _reply(operation, method, named)}
    if method == "GET":
        told["responses"]["304"] = {"description": "Nothing has changed since the reply whose ETag If-None-Match names."}
    gated = {} if rule.rule in UNGATED else AT_THE_GATE
    for status in sorted({*ALWAYS, *gated, *operation.errors}):
        content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
        told["responses"][str(status)] = {"description": HTTPStatus(status).phrase, "content": content}
        if status in gated and gated[status].retry:
            told["responses"][str(status)]["headers"] = {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}
    return told


def _parameter(parameter: Parameter) -> Schema:
    return {
        "name": parameter.name,
        "in": parameter.place,
        "required": parameter.required or parameter.place == "path",
        "description": parameter.about,
        "schema": parameter.schema(),
    }


def _reply(operation: Operation, method: str, named: dict[str, Schema]) -> Schema:
    if operation.media == "application/json":
        content: Schema = {"schema": schema_of(operation.reply, named)}
    elif operation.reply is not None:
        content = {"schema": {"type": "string"}, "x-line-schema": schema_of(operation.reply, named)}
    else:
        content = {"schema": {"type": "string"}}
    named_here = ("ETag", "X-Judgecall-Revision") if method == "GET" else ("X-Judgecall-Revision",)
    headers = {name: {"$ref": f"#/components/headers/{name}"} for name in named_here}
    about = (operation.reply.__doc__ or "") if hasattr(operation.reply, "__required_keys__") else ""
    return {"description": about or HTTPStatus.OK.phrase, "headers": headers, "content": {operation.media: content}}


_HEADERS: Schema = {
    "Retry-After": {"description": "After how many seconds to ask again.", "schema": {"type": "integer"}},
    "ETag": {"description": "Changes whenever the reply does.", "schema": {"type": "string"}},
    "X-Judgecall-Revision": {"description": "The knowledge base that answered.", "schema": {"type": "string"}},
}
