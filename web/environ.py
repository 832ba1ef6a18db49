"""What the server hands over for a request, as the app takes it: a WSGI environ without the address of a person."""

from __future__ import annotations

import io
import sys
from typing import Any
from urllib.parse import unquote_to_bytes

Scope = dict[str, Any]
Environ = dict[str, Any]


def environ_of(scope: Scope, scheme: str = "http") -> Environ:
    """The environ of an ASGI scope (PEP 3333: bytes as letters of Latin-1), with an empty body.

    `scheme` is that of the addresses under which the site is reached: a proxy that brings TLS makes it another than the server's.
    A header whose name holds an underscore is left out: it would pass for another of the same name with a dash.
    """
    host, port = scope.get("server") or ("", 0)
    raw = scope.get("raw_path") or scope["path"].encode("utf-8", "surrogateescape")
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(raw.split(b"?", 1)[0]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(host),
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scheme,
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").upper(), raw_value.decode("latin-1")
        if "_" in name:
            continue
        key = name.replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    return environ


def with_body(environ: Environ, body: bytes) -> Environ:
    """The environ with a body that has been read in whole."""
    whole = {**environ, "wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    whole.pop("HTTP_TRANSFER_ENCODING", None)
    return whole
