"""What pages need beside the KB: templates, the site's words in both languages, and how each entry is called in each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask import current_app

from kb.citation import cited_in
from kb.citations.find import LONGEST
from kb.model import LANGUAGES
from kb.offline.citing import forms, patterns
from kb.understand import MAX_LETTERS
from web import cite
from web.links import MOST_CITED
from web.offline.syntax import tree
from web.state import searching
from web.wording import words

TEMPLATES = Path(__file__).parent.parent / "templates"


def shell() -> bytes:
    """`shell.json`, for the app that runs."""
    sources = {path.name: path.read_text(encoding="utf-8") for path in sorted(TEMPLATES.glob("*.html"))}
    body: dict[str, Any] = {
        "templates": {name: tree(current_app.jinja_env, source) for name, source in sources.items()},
        "words": words().by_language,
        "sentences": [[pattern.pattern.replace("(?P<", "(?<"), other] for pattern, other in words().sentences],
        "names": {language: _names(language) for language in LANGUAGES},
        "pinned": _pinned(),
        "citing": {"patterns": patterns(), **forms(searching().kb.store)},
        "limits": {
            "pins": MOST_CITED,
            "longest": LONGEST,
            "letters": MAX_LETTERS,
            "shown": cite.SHOWN_STEPS,
            "cited": cite.MOST_CITATIONS,
            "room": cite.MOST_LETTERS,
            "name": cite.NAME_LETTERS,
        },
    }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _pinned() -> dict[str, dict[str, str]]:
    """The names that entries have in documents which call them otherwise than their language's best text, by document and id."""
    out: dict[str, dict[str, str]] = {}
    for entry in searching().kb.store.entries():
        for named in entry.named:
            if named.pin is not None:
                out.setdefault(named.pin, {})[entry.id] = named.label
    return out


def _names(language: str) -> dict[str, str]:
    """How entries are called in a language, where that is not their citation."""
    return {entry.id: name for entry in searching().kb.store.entries() if (name := cited_in(entry, language)) != entry.citation}
