"""Turns the typed shapes of `kb.shapes` into JSON Schema (2020-12, the dialect of OpenAPI 3.1)."""

from __future__ import annotations

import inspect
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

Schema = dict[str, Any]

_PLAIN: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def schema_of(shape: Any, named: dict[str, Schema]) -> Schema:
    """The schema of a type; a TypedDict becomes a reference, and is added to `named`. Raises TypeError for what JSON has not."""
    origin, arguments = get_origin(shape), get_args(shape)
    if origin is Annotated:
        return schema_of(arguments[0], named) | _told(arguments[1:])
    if is_typeddict(shape):
        return {"$ref": f"#/components/schemas/{_named(shape, named)}"}
    if shape is Any:
        return {}
    if origin is None and shape in _PLAIN:
        return {"type": _PLAIN[shape]}
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin is list:
        return {"type": "array", "items": schema_of(arguments[0], named)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(arguments[1], named)}
    if origin in (Union, UnionType):
        return _either([schema_of(argument, named) for argument in arguments])
    raise TypeError(f"no JSON schema is known for {shape!r}")


def _told(notes: tuple[Any, ...]) -> Schema:
    """What the notes on a type add: a string describes, a dict holds keywords of JSON Schema."""
    told: Schema = {}
    for note in notes:
        told |= note if isinstance(note, dict) else {"description": str(note)}
    return told


def _either(choices: list[Schema]) -> Schema:
    if all(set(choice) == {"type"} for choice in choices):
        return {"type": [choice["type"] for choice in choices]}
    return {"anyOf": choices}


def _named(shape: Any, named: dict[str, Schema]) -> str:
    """The name of a TypedDict among the schemas, added there if need be. More fields may be added later, so none is forbidden."""
    name = str(shape.__name__).removesuffix("Shape")
    if name not in named:
        named[name] = {}
        hints = get_type_hints(shape, include_extras=True)
        named[name] |= {
            "type": "object",
            "description": inspect.cleandoc(shape.__doc__ or ""),
            "properties": {field: schema_of(hint, named) for field, hint in hints.items()},
            "required": [field for field in hints if field in shape.__required_keys__],
        }
    return name
