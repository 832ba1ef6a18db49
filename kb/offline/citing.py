"""What the device needs to read citations as the library does: the library's own patterns, and the forms that it looks for."""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType
from typing import Any

from kb import (
    chains,
    edition_asked,
    following,
    lookup,
    numbering,
    outside,
    part_names,
    pointed,
    reasons,
    referring,
    spoken,
    titled,
    unprinted,
)
from kb.citations import (
    addresses,
    amounts,
    documents,
    editions,
    flows,
    games,
    groups,
    lettered,
    names,
    numbers,
    own,
    resolve,
    titles,
    view,
)
from kb.citations.find import Citations
from kb.citations.index import Form
from kb.hinted import Hinted
from kb.knowledge_base import terms_of
from kb.number_words import VALUES
from kb.store import Store

MODULES: tuple[ModuleType, ...] = (
    addresses,
    amounts,
    chains,
    documents,
    edition_asked,
    editions,
    flows,
    following,
    games,
    groups,
    lettered,
    lookup,
    names,
    numbering,
    numbers,
    outside,
    own,
    part_names,
    pointed,
    reasons,
    referring,
    resolve,
    spoken,
    titled,
    titles,
    unprinted,
    view,
)
"""Those of the library whose patterns the device reads questions and citations by."""
# A class in brackets (which may hold an escaped one), or any one sign with its backslash.
_PIECE = re.compile(r"\[\^?(?:\\.|[^\]\\])*\]|\\.|.", re.DOTALL)
_WORD = r"\p{L}\p{N}_"
_SIGNS = {
    r"\d": r"\p{Nd}",
    r"\w": f"[{_WORD}]",
    r"\W": f"[^{_WORD}]",
    r"\b": f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))",
    r"\ ": " ",
    r"\-": "-",
}
# What JavaScript has not, or means something else by: conditions, a group that is named again, ends of the text, greed that gives
# nothing back. Not what stands in a class.
_UNKNOWN = re.compile(r"\(\?(?:\(|P=|>)|\\[ABDZ]|[*+?}]\+")


@cache
def patterns() -> dict[str, str]:
    """The patterns of the library's finders as JavaScript writes them (flag u), by module and name: `numbers.STEP`."""
    return {
        f"{module.__name__.rsplit('.', 1)[1]}.{name.strip('_')}": in_javascript(value.pattern, value.flags)
        for module in MODULES
        for name, value in sorted(vars(module).items())
        if isinstance(value, (re.Pattern, Hinted))
    }


def in_javascript(pattern: str, flags: int = 0) -> str:
    """A pattern of Python's in JavaScript's words: groups have names without P, digits and letters are Unicode's, or ASCII's.

    Of its `flags` only re.ASCII shows in what it becomes. Raises ValueError for one that needs what JavaScript has not.
    """
    pieces = _PIECE.findall(pattern.replace("(?P<", "(?<"))
    unknown = _UNKNOWN.search("".join("[]" if piece[0] == "[" or piece == r"\\" else piece for piece in pieces))
    if unknown:
        raise ValueError(f"JavaScript has no {unknown[0]!r}, which stands in the pattern {pattern!r}")
    out = "".join(map(_piece, pieces))
    return out.replace(_WORD, "A-Za-z0-9_").replace(r"\p{Nd}", r"\d") if flags & re.ASCII else out


def _piece(piece: str) -> str:
    plain = re.sub(r"\\([\"'])", r"\1", piece)
    if not piece.startswith("["):
        return _SIGNS.get(plain, plain)
    plain = plain.replace(r"\d", r"\p{Nd}").replace(r"\w", _WORD)
    if plain.startswith(r"[^\W") and len(plain) > len(r"[^\W]"):  # the letters of words but some: [^\W\d_]
        return f"(?:(?![{plain[4:]})[{_WORD}])"
    if r"\W" in plain:
        raise ValueError(f"JavaScript has no {piece!r}, which stands in a pattern")
    return plain


def forms(store: Store) -> dict[str, Any]:
    """The site's own citation forms and the names of parts, folded, each with what it stands for.

    `own` and `listed` map a form to rows of entries, with the place of a document among all, or -1; `lettered` maps a number with
    letters in it to rows, `leads` are the words that announce one; `names` map a form to (place, sort, carries, short); `loose` a
    part to what people call it beside a number; `numbers` what each word for a number says.
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
    loose = {f"{part.game}/{part.slug}": part_names.loose_names(part, terms) for part in store.parts}
    own = found.own
    coded = {number: [rows[id] for id in ids] for number, ids in found.lettered.known.items()}
    listed = {"own": meant(own.forms.meant), "listed": meant(own.listed.meant), "lettered": coded, "leads": found.lettered.leads}
    return {**listed, "names": parts, "loose": loose, "numbers": VALUES}
