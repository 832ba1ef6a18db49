"""Links of the site that keep what the reader chose: the language of the pages, and the entries put on a slip so far."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from urllib.parse import quote, quote_plus, urlencode

from flask import g, request

from kb.errors import KbError
from kb.model import LANGUAGES, Document, Entry, Game, Part, Rendition
from web.state import searching
from web.wording import chosen, ui

MOST_CITED = 12
"""How many entries one slip holds."""
LONGEST_PIN = 160
"""Letters of one ID@DOCUMENT."""
LONGEST_QUESTION = 300
"""Letters of a slip's question."""
LONGEST_LINK = 1200
"""Letters of a slip's whole query; more would make a QR code that no camera reads off a small print."""
CUT = "…"
"""What stands at the end of a question that was cut."""
_READABLE = "/@,:"
"""Marks that a query of this site holds as they are."""
_IN_PATH = "/@,:;=+$&!'()*"
"""Marks that a path holds as they are, beside letters, figures and -._~ (RFC 3986, pchar)."""
_FILLED_IN = len("&v=depends&t=2026-05-03T14:05:00%2B09:00")
"""Letters of a query that a ruling and a time take at most."""


def carried() -> list[str]:
    """The ID@DOCUMENT texts that this address carries, each once; those that name no text are left out, so that no link has them.

    Of more than a slip holds the first are looked up and no others: an address has room for thousands.
    """
    query = request.query_string
    held: tuple[bytes, list[str]] | None = g.get("carried")
    if held is None or held[0] != query:
        pins = dict.fromkeys(pin for pin in request.args.getlist("c") if "@" in pin and len(pin) <= LONGEST_PIN)
        held = g.carried = (query, _printed(list(pins)[:MOST_CITED]))
    return held[1]


def _printed(pins: list[str]) -> list[str]:
    """Those pins that name what a document prints; from where the KB cannot be asked they are believed, so that one wait is all."""
    out: list[str] = []
    for place, pin in enumerate(pins):
        id, _, document = pin.rpartition("@")
        try:
            entry = searching().kb.store.entry(id)
        except KbError:
            return [*out, *pins[place:]]
        if entry is not None and entry.printed_in(document) is not None:
            out.append(pin)
    return out


def query_of(pairs: list[tuple[str, str]]) -> str:
    """A query string in which ids stay readable."""
    return urlencode(pairs, safe=_READABLE)


def at(address: str, /, **query: object) -> str:
    """A link of this site with what the reader chose; values that are None or "" are left out."""
    path, mark, fragment = address.partition("#")
    pairs = [(name, str(value)) for name, value in query.items() if value is not None and str(value)]
    pairs += [("c", pin) for pin in carried()]
    language = chosen()
    if language is not None:
        pairs.append(("ui", language))
    joint = "&" if "?" in path else "?"
    return path + (joint + query_of(pairs) if pairs else "") + mark + fragment


def in_other_language() -> tuple[str, str]:
    """The other language, and this very page in it."""
    other = next(language for language in LANGUAGES if language != ui())
    pairs = [(name, value) for name, value in request.args.items(multi=True) if name not in ("ui", "only")]
    return other, f"{_path()}?{query_of([*pairs, ('ui', other)])}"


def _path() -> str:
    """The path of this page as a link holds it; one with a backslash as it is could be read as another site."""
    return quote(request.path, safe=_IN_PATH)


def pin_of(entry: Entry, rendition: Rendition) -> str:
    """What a slip calls an entry in a document."""
    return f"{entry.id}@{rendition.document}"


def fitting(pins: list[tuple[str, str]], question: str) -> str:
    """A question as a slip's link can hold it beside the pairs of its pins: cut at a letter where it is too long, and marked so.

    A letter takes up to 12 of an address (`貫` is `%E8%B2%AB`), and a ruling and a time are yet to be filled in. The script of the
    pages cuts by the same rule (static/pins.js).
    """
    room = LONGEST_LINK - _FILLED_IN - len(query_of([*pins, ("q", "")]))
    sizes = _lengths(question[: LONGEST_QUESTION + 1])
    if len(sizes) <= LONGEST_QUESTION and (not sizes or sizes[-1] <= room):
        return question
    kept = bisect_right(sizes[: LONGEST_QUESTION - 1], room - _lengths(CUT)[0])
    return question[:kept] + CUT if kept else ""


@lru_cache(maxsize=16)
def _lengths(question: str) -> list[int]:
    """How many letters of an address the first one, two, … letters of a question take; each text of a page asks it again."""
    return list(accumulate(len(quote_plus(letter, safe=_READABLE)) for letter in question))


def slip_with(pin: str, question: str | None = None) -> str:
    """The slip that holds what this page carries and one entry more, with as much of the question as its link can hold.

    Where the slip is full it is the slip as it is: there entries can be taken off.
    """
    language = chosen()
    pairs = [("c", one) for one in list(dict.fromkeys([*carried(), pin]))[:MOST_CITED]]
    held = fitting(pairs, question or "")
    pairs += [("q", held)] if held else []
    return "/slip?" + query_of(pairs + ([("ui", language)] if language else []))


def part_name(part: Part) -> str:
    """A part's name in the page's language."""
    return (part.name_ja if ui() == "ja" else part.name_en) or part.name_en


def game_name(game: Game) -> str:
    """A game's name in the page's language where it has one."""
    return (game.name_ja if ui() == "ja" else "") or game.name


def label(document: Document | Rendition) -> str:
    """Language and edition in short: EN 3."""
    return f"{document.language.upper()} {document.edition}"
