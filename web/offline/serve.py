"""The addresses of the offline copy: the service worker, the web app manifest, and the files of one revision."""

from __future__ import annotations

import gzip
import logging
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, request
from werkzeug.exceptions import ServiceUnavailable

from kb.errors import KbError
from kb.offline.pack import FORMAT
from web.offline.packed import Packed
from web.offline.revision import PACK, code, files, revision
from web.state import searching
from web.wording import t

log = logging.getLogger("judgecall.offline")
blueprint = Blueprint("offline", __name__)
_STATIC = Path(__file__).parent.parent / "static" / "offline"
_TYPES = {".json": "application/json", ".bin": "application/octet-stream"}
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_EACH_TIME = "no-cache"
PAPER = "#f7f5ef"
"""The colour of the page, as the stylesheet has it, for the phone's own bars."""


AGAIN_SECONDS = 3
"""A device that asks while the files are being made is told to ask again after so long."""


@blueprint.get("/offline/latest.json")
def latest() -> Response:
    """Which revision is served now, and the addresses that make it up."""
    reply = jsonify({"revision": revision(), "kb": searching().kb.revision, "code": code(), "format": FORMAT, "files": files()})
    reply.headers["Cache-Control"] = _ASK_EACH_TIME
    return reply


@blueprint.get("/offline/<wanted>/<name>")
def file(wanted: str, name: str) -> Response:
    """One file of the revision that is served now; an older one is gone, so that nobody mixes two."""
    if wanted != revision() or name not in PACK:
        abort(404, f"there is no {name[:40]} of revision {wanted[:40]}; /offline/latest.json names the one that there is")
    try:
        body = _packed().file(name)
    except KbError as error:
        log.error("the offline copy could not be made", extra={"fields": {"reason": str(error), "copy": wanted}})
        raise ServiceUnavailable("the offline copy cannot be made") from None
    if body is None:
        raise ServiceUnavailable("the offline copy is being made", retry_after=AGAIN_SECONDS)
    zipped = request.accept_encodings["gzip"] > 0
    reply = Response(body if zipped else gzip.decompress(body), mimetype=_TYPES[Path(name).suffix])
    if zipped:
        reply.headers["Content-Encoding"] = "gzip"
    reply.vary.add("Accept-Encoding")
    reply.headers["Cache-Control"] = _FOR_EVER
    return reply


@blueprint.get("/sw.js")
def worker() -> Response:
    """The service worker; it stands at the root because it answers for every address."""
    script = (_STATIC / "worker.js").read_text(encoding="utf-8")
    # Every change of code makes another worker, which fetches a copy that fits it.
    reply = Response(f'self.CODE = "{code()}";\n{script}', mimetype="text/javascript")
    reply.headers["Cache-Control"] = _ASK_EACH_TIME
    return reply


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the site on its home screen."""
    icons = [
        {"src": "/static/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "/static/icon-512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "/static/icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
    ]
    body = {
        "name": str(t("site.name")),
        "short_name": str(t("site.name")),
        "description": str(t("start.sub")),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    reply = jsonify(body)
    reply.mimetype = "application/manifest+json"
    reply.vary.add("Accept-Language")
    return reply


def register(app: Flask) -> None:
    """Mount the addresses, with room for the files of one revision."""
    app.extensions["packed"] = Packed()
    app.register_blueprint(blueprint)


def _packed() -> Packed:
    held = current_app.extensions["packed"]
    assert isinstance(held, Packed)
    return held
