"""Asks a gate as a server would, without one: for tests of what it does before and after the app."""

from __future__ import annotations

from typing import Any

from web.gate import Gate


async def ask(gate: Gate, address: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the reply to a request without a body."""
    path, _, query = address.partition("?")
    named = [(name.replace("_", "-").lower().encode(), value.encode()) for name, value in {"Host": "127.0.0.1", **headers}.items()]
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": query.encode(),
             "http_version": "1.1", "headers": named, "server": ("127.0.0.1", 80)}  # fmt: skip
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await gate(scope, receive, send)
    got = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], got, b"".join(message["body"] for message in sent[1:])
