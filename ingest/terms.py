"""Reads the glossary: `corpus/terms.toml`."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from ingest.catalogue import read_toml
from kb.errors import CorpusError
from kb.model import Term

_LISTS = tuple(field.name for field in fields(Term) if field.name not in ("id", "game", "kind"))


def read_terms(root: Path) -> list[Term]:
    """All terms, in the file's order; raises CorpusError with file and line."""
    path = root / "terms.toml"
    if not path.exists():
        return []
    lines = [n for n, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1) if line.strip() == "[[term]]"]
    out: dict[str, Term] = {}
    for line, table in zip(lines, read_toml(path).get("term", []), strict=False):
        unknown = set(table) - {"id", "game", "kind", *_LISTS}
        if unknown:
            raise CorpusError(f"a term has no {sorted(unknown)[0]!r}; use one of {', '.join(_LISTS)}", file=path, line=line)
        if not isinstance(table.get("id"), str) or not isinstance(table.get("kind"), str):
            raise CorpusError("a term needs an id and a kind", file=path, line=line)
        if table["id"] in out:
            raise CorpusError(f"term {table['id']!r} stands twice; keep one", file=path, line=line)
        for name in _LISTS:
            if not all(isinstance(form, str) for form in table.get(name, [])):
                raise CorpusError(f"{name} of term {table['id']!r} must be a list of texts", file=path, line=line)
        lists = {name: tuple(table.get(name, ())) for name in _LISTS}
        out[table["id"]] = Term(id=table["id"], game=table.get("game", ""), kind=table["kind"], **lists)
    return list(out.values())
