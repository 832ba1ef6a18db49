"""Addresses and ids of entries in a text: `/xx/attack-phase/3.2.1@xx-en-2`, `https://any.host/xx/keyword/name`, `xx/zone/drop`.

Links write a sign as its number, too: `/slip?c=xx%2Fzone%2Fdrop%40xx-en-2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.citations.index import Index

# Any address, so that no number inside one is read as a rule's.
_ADDRESS = re.compile(r"(?:https?://|www\.)[!-;=?-~]+")
_END = ".,;:!?)]}'\""
# A sign of ASCII by its number, as links have it: %2f, %40. Not the bytes of any other letter, nor "50% a".
_ESCAPED = re.compile(r"%([0-7][0-9a-f])")


@dataclass(frozen=True, slots=True)
class Address:
    """An address at a place of a view: the id that it holds and the document it is pinned to, or "" for a foreign address.

    `host` is what stands before the path, "" where nothing does: whose site that is no text tells.
    """

    first: int
    last: int
    id: str = ""
    document: str | None = None
    host: str = ""


class Addresses:
    """Finds addresses; prepared once for a KB."""

    def __init__(self, index: Index) -> None:
        self._index = index
        games = "|".join(map(re.escape, index.store.games)) or r"(?!)"
        # A host may come first. Not a longer path (/docs/xx/…), no mail address, no word that ends like a game's id.
        self._own = re.compile(
            rf"(?<![\w.@/-])(?:(?:https?://(?P<linked>[a-z0-9.:\[\]-]+)|(?P<bare>[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?|localhost:\d+))?/)?"
            rf"(?:api/entries/|slip\?c=)?"
            rf"(?P<id>(?:{games})(?:/|%2f)[a-z0-9](?:[a-z0-9./-]|%(?!40)[0-9a-f]{{2}})*)"
            rf"(?:(?:@|%40)(?P<document>(?:[a-z0-9-]|%[0-9a-f]{{2}})+))?(?P<rest>[?#][!-;=?-~]*)?"
        )

    def find(self, folded: str) -> Iterator[Address]:
        """The addresses in a text, in order: those of entries, and foreign ones, which hold nothing of ours."""
        ours = list(self._ours(folded))
        mine = {place for address in ours for place in range(address.first, address.last)}
        foreign = [address for address in self._foreign(folded) if mine.isdisjoint(range(address.first, address.last))]
        yield from sorted([*ours, *foreign], key=lambda address: address.first)

    def _foreign(self, folded: str) -> Iterator[Address]:
        for found in _ADDRESS.finditer(folded):
            yield Address(found.start(), found.start() + len(found.group().rstrip(_END)))

    def _ours(self, folded: str) -> Iterator[Address]:
        for found in self._own.finditer(folded):
            document = None if found["document"] is None else unescaped(found["document"])
            whole = document is None and not found["rest"]
            written = found["id"].rstrip(_END + "/-") if whole else found["id"]
            id = unescaped(written).rstrip("/")
            game, _, local = id.partition("/")
            if (game, local.split("/")[0]) not in self._index.groups or "/" not in local:
                continue
            first = found.start("id") if "slip?c=" in found.group() else found.start()
            last = found.start("id") + len(written) if whole else found.end()
            if found["rest"]:
                last = found.start() + len(found.group().rstrip(_END))
            yield Address(first, last, id, document, found["linked"] or found["bare"] or "")


def unescaped(written: str) -> str:
    """A piece of a link with each sign for its number, in small letters as ids have."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)).lower(), written)
