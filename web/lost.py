"""Where to go from an address that holds nothing: the nearest page that there is, the other texts of an entry, a search."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markupsafe import Markup, escape

from web.flow import has_flow
from web.links import label, part_name
from web.naming import cited_html, part_named
from web.state import searching
from web.wording import t

LONGEST_SEARCH = 80
"""Letters of a search that a lost address is worth."""
# A word or a printed number. Not the marks of an address (/, @, -, %) nor a dot at an end.
_WORD = re.compile(r"[^\W_]+(?:\.[^\W_]+)*")


@dataclass(frozen=True, slots=True)
class LostWay:
    """A link of the page: an address of this site, with a search's words where it is one, and what to call it."""

    url: str
    name: Markup
    search: str = ""


def ways_from(path: str) -> list[LostWay]:
    """The links that help somebody who asked for `path`, nearest first; none where nothing there is near."""
    store = searching().kb.store
    first, _, rest = path.strip("/").partition("/")
    if first == "d":
        found = [(f"/d/{one.id}", one.title, one.language, label(one)) for one in store.documents.values()]
        return [
            LostWay(url, Markup('<span lang="{}">{}</span> <span class="pin">{}</span>').format(lang, title, pin))
            for url, title, lang, pin in found
        ]
    if first == "walk":
        flows = [part for part in store.parts if has_flow(part.game, part.slug)]
        mine = [part for part in flows if part.game == rest.split("/")[0]] or flows
        return [LostWay(f"/walk/{part.game}/{part.slug}", escape(part_name(part))) for part in mine]
    words = " ".join(_WORD.findall(rest.partition("@")[0] if first in store.games else path))
    search = [LostWay("/search", t("error.search", words=words), words)] if 0 < len(words) <= LONGEST_SEARCH else []
    return [*(_near(first, rest) if first in store.games else []), *search]


def _near(game: str, rest: str) -> list[LostWay]:
    """The texts of the entry that an address pins to another document, else the entry or part above the address."""
    store = searching().kb.store
    local = rest.partition("@")[0]
    entry = store.entry(f"{game}/{local}")
    if entry is not None:
        return [LostWay(f"/{entry.id}@{r.document}", cited_html(entry, r)) for r in entry.renditions]
    pieces = local.split("/")[:8]
    for count in range(len(pieces), 0, -1):
        above = "/".join(pieces[:count])
        owner = store.entry(f"{game}/{above}")
        if owner is not None:
            return [LostWay(f"/{owner.id}", cited_html(owner))]
        if next(iter(store.entries(game, above)), None) is not None:
            return [LostWay(f"/{game}/{above}", escape(part_named(game, above)))]
    return []
