"""What a search found as the bytes of its JSON: what was found, which its ETag is made of, and the time that it took."""

from __future__ import annotations

from functools import partial
from typing import cast
from weakref import WeakKeyDictionary

import orjson

from kb.hit import Hit
from kb.model import Rendition
from kb.present import found_json, hit_json
from kb.search import Found, Search
from kb.shapes import HitShape

Kept = dict[int, tuple[tuple[Rendition, ...], HitShape]]
_kept: WeakKeyDictionary[Search, Kept] = WeakKeyDictionary()
"""What each search says of entries, their texts as JSON already, by the identity of their renditions as it shows them."""
_MOST = 2048
"""Entries of which a search keeps that, some 2 KB each."""


def found_core(found: Found, search: Search) -> bytes:
    """The JSON object without its time, which is no part of what was found."""
    whole = dict(found_json(found, partial(_result, _kept.setdefault(search, {}))))
    del whole["took_ms"]
    return orjson.dumps(whole)


def found_body(core: bytes, took_ms: float) -> bytes:
    """The JSON object with its time."""
    return b'%s,"took_ms":%s}\n' % (core[:-1], orjson.dumps(round(took_ms, 3)))


def _result(kept: Kept, hit: Hit) -> HitShape:
    """What is said of a hit: but for its score and why it was found, the same of an entry each time."""
    known = kept.get(id(hit.renditions))
    if known is None or known[0] is not hit.renditions:
        if len(kept) >= _MOST:
            kept.clear()
        said = hit_json(hit)
        # Copies of their own size: what orjson gives holds 4 KB more.
        texts = {name: orjson.Fragment(bytes(memoryview(orjson.dumps(said[name])))) for name in ("text", "renditions")}
        known = kept[id(hit.renditions)] = (hit.renditions, cast(HitShape, {**said, **texts}))
    return {**known[1], "score": hit.score, "why": list(hit.why)}
