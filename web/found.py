"""What a search found as the bytes of its JSON: what was found, which its ETag is made of, and the time that it took."""

from __future__ import annotations

import orjson

from kb.present import found_json
from kb.search import Found


def found_core(found: Found) -> bytes:
    """The JSON object without its time, which is no part of what was found."""
    whole = dict(found_json(found))
    del whole["took_ms"]
    return orjson.dumps(whole)


def found_body(core: bytes, took_ms: float) -> bytes:
    """The JSON object with its time."""
    return b'%s,"took_ms":%s}\n' % (core[:-1], orjson.dumps(round(took_ms, 3)))
