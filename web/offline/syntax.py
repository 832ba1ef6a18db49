"""Templates as trees for the device: Jinja's own parser reads them, `web/static/offline/template.js` renders them."""

from __future__ import annotations

from typing import Any

from jinja2 import nodes
from jinja2.environment import Environment

KNOWN = frozenset(
    {
        *("Template", "Output", "TemplateData", "Extends", "Block", "Include", "Import", "Macro"),
        *("For", "If", "Assign", "NSRef", "CondExpr", "And", "Or", "Not", "Compare", "Operand"),
        *("Name", "Const", "Tuple", "List", "Dict", "Pair", "Keyword", "Getitem", "Getattr", "Slice"),
        *("Filter", "Test", "Call", "Concat", "Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Neg"),
    }
)
"""What the device can render; a template that needs more is refused when the shell is made, not on somebody's phone."""


def tree(environment: Environment, source: str) -> list[Any]:
    """A template as nested lists: the name of a node, then its fields in Jinja's order. Raises ValueError for an unknown node."""
    return _node(environment.parse(source))


def _node(node: nodes.Node) -> list[Any]:
    name = type(node).__name__
    if name not in KNOWN:
        raise ValueError(f"line {node.lineno} of a template uses {name}, which cannot be rendered offline; known: {sorted(KNOWN)}")
    return [name, *(_value(getattr(node, field)) for field in node.fields)]


def _value(value: Any) -> Any:
    if isinstance(value, nodes.Node):
        return _node(value)
    return [_value(one) for one in value] if isinstance(value, list | tuple) else value
