"""Reads the glossary, `terms.toml`: the words that the rules print, and the words that people use for them."""

from __future__ import annotations

from pathlib import Path

from ingest.tables import Table, listed_tables
from kb.model import Term

KINDS = (
    "game_term",
    "card",
    "keyword",
    "action",
    "timing",
    "tournament",
    "card_type",
    "world",
    "zone",
    "stat",
    "phase",
    "attribute",
    "icon",
    "flag",
)
PRINTED = ("en", "ja")
"""The forms that documents print."""
TYPED = ("kana", "romaji", "short", "misspelt", "also_en", "also_ja")
"""The forms that people type for them."""
_FIELDS = ("id", "game", "kind", *PRINTED, *TYPED, "entries")
FILE = "terms.toml"


def read_terms(root: Path) -> list[Term]:
    """All terms of a corpus, in order, none where it has no glossary; raises CorpusError with file and line.

    It is raised for an id that stands twice, an unknown kind or field, a field of the wrong type and a term without a printed form.
    """
    return [term for _, term in terms_with_lines(root)]


def terms_with_lines(root: Path) -> list[tuple[int, Term]]:
    """The terms as `read_terms` gives them, each with the line that it begins on."""
    path = root / FILE
    out: list[tuple[int, Term]] = []
    seen: dict[str, int] = {}
    for table in listed_tables(path, "term") if path.exists() else ():
        term = _term(table)
        line = table.line or 1
        if term.id in seen:
            raise table.wrong(f"term {term.id!r} stands twice, first on line {seen[term.id]}; keep one", "id")
        seen[term.id] = line
        out.append((line, term))
    return out


def _term(table: Table) -> Term:
    table.only(_FIELDS)
    kind = table.text("kind")
    if kind not in KINDS:
        raise table.wrong(f"unknown kind {kind!r}; there are: {', '.join(KINDS)}", "kind")
    forms = {name: table.texts(name) for name in (*PRINTED, *TYPED)}
    if not any(forms[name] for name in PRINTED):
        raise table.wrong("a term needs a form that documents print: write en or ja")
    return Term(id=table.text("id"), game=table.text("game", ""), kind=kind, entries=table.texts("entries"), **forms)
