"""Says beside a view what it takes and gives; `web.openapi` makes the API's description of it, and the headers follow it.

@blueprint.get("/api/flows/<game>/<part>")
@described(FlowShape, parameters=(GAME, PART, DOCUMENT), errors=(404,))
def flow(game: str, part: str) -> Response:
    "A flow as a graph."
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from web.schema import Schema

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A part of an address. `schema` is called when the description is made, since what is allowed may depend on the KB."""

    name: str
    about: str
    schema: Callable[[], Schema]
    place: Literal["query", "path"] = "query"
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What a view takes and gives.

    `reply` is the type of its JSON, or of one line where `media` is JSON Lines, or None for other media. `errors` are statuses
    beyond those that every address can give. `body` is the type of the JSON that it takes. `open_to_all` lets pages of other sites
    call it, as they may call every GET under /api/.
    """

    reply: Any
    media: str
    parameters: tuple[Parameter, ...]
    errors: tuple[int, ...]
    body: Any
    open_to_all: bool


_operations: dict[Callable[..., Any], Operation] = {}


def described(
    reply: Any = None,
    *,
    media: str = "application/json",
    parameters: tuple[Parameter, ...] = (),
    errors: tuple[int, ...] = (),
    body: Any = None,
    open_to_all: bool = False,
) -> Callable[[View], View]:
    """Describe the view below; its docstring's first line is the summary, the rest the description."""
    operation = Operation(reply=reply, media=media, parameters=parameters, errors=errors, body=body, open_to_all=open_to_all)

    def keep(view: View) -> View:
        _operations[view] = operation
        return view

    return keep


def operation_of(view: Callable[..., Any] | None) -> Operation | None:
    """What is said of a view, or None."""
    return None if view is None else _operations.get(view)
