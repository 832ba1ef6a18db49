"""What the device needs to read citations as the library does: the library's own patterns, and the forms that it looks for."""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType
from typing import Any

from kb import edition_asked, following, lookup, numbering, outside, pointed, reasons, unprinted
from kb.citations import addresses, amounts, editions, flows, groups, names, numbers, own, titles, view
from kb.citations.find import Citations
from kb.citations.index import Form
from kb.knowledge_base import terms_of
from kb.store import Store

_MODULES: tuple[ModuleType, ...] = (
    addresses,
    amounts,
    edition_asked,
    editions,
    flows,
    following,
    groups,
    lookup,
    names,
    numbering,
    numbers,
    outside,
    own,
    pointed,
    reasons,
    titles,
    unprinted,
    view,
)
# A class in brackets (which may hold an escaped one), or any one sign with its backslash.
_PIECE = re.compile(r"\[\^?(?:\\.|[^\]\\])*\]|\\.|.", re.DOTALL)


@cache
def patterns() -> dict[str, str]:
    """The patterns of the library's finders as JavaScript writes them (flag u), by module and name: `numbers.STEP`."""
    return {
        f"{module.__name__.rsplit('.', 1)[1]}.{name.strip('_')}": in_javascript(value.pattern)
        for module in _MODULES
        for name, value in sorted(vars(module).items())
        if isinstance(value, re.Pattern)
    }


def in_javascript(pattern: str) -> str:
    """A pattern of Python's in JavaScript's words: groups have names without P, digits and letters are Unicode's."""
    return "".join(_piece(found.group()) for found in _PIECE.finditer(pattern.replace("(?P<", "(?<")))


def _piece(piece: str) -> str:
    plain = re.sub(r"\\([\"'])", r"\1", piece)
    if piece.startswith("["):
        return plain.replace(r"\d", r"\p{Nd}").replace(r"\w", r"\p{L}\p{N}_")
    return {r"\d": r"\p{Nd}", r"\w": r"[\p{L}\p{N}_]", r"\ ": " ", r"\-": "-"}.get(plain, plain)


def forms(store: Store) -> dict[str, Any]:
    """The site's own citation forms and the names of parts, folded, each with what it stands for.

    `own` and `listed` map a form to rows of entries, with the place of a document among all, or -1; `leads` are the words that
    announce a number with letters in it; `names` map a form to (place, sort, carries, short); `loose` a part to what people call it
    beside a number.
    """
    found = Citations(store)
    rows = {entry.id: row for row, entry in enumerate(store.entries())}
    documents = {id: place for place, id in enumerate(store.documents)}

    def meant(table: dict[str, list[Form]]) -> dict[str, list[list[int]]]:
        return {form: [[rows[one.id], documents.get(one.document or "", -1)] for one in all] for form, all in table.items()}

    parts = {
        form: [["/".join(one.place), one.sort, one.carries, one.short] for one in all]
        for form, all in found.names.lexicon.meant.items()
    }
    terms = terms_of(store)
    loose = {f"{part.game}/{part.slug}": numbering.loose_names(part, terms) for part in store.parts}
    own = found.own
    return {"own": meant(own.forms.meant), "listed": meant(own.listed.meant), "leads": own.leads, "names": parts, "loose": loose}
