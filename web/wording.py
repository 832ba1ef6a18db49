"""The site's own words in English and Japanese, and which of the two a page speaks: ?ui=, else what the browser asks for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from flask import current_app, has_request_context, request
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from kb.model import LANGUAGES

_FOLDER = Path(__file__).parent / "words"
_REMEMBERED = 200
"""Letters of an Accept-Language header whose meaning is remembered."""
_KEPT = "judgecall.languages"
"""Where a request keeps them."""


@dataclass(frozen=True)
class Words:
    """All words by language and dotted key, and Japanese for the English sentences that the library says."""

    by_language: dict[str, dict[str, str]]
    sentences: tuple[tuple[re.Pattern[str], str], ...]

    @cached_property
    def escaped(self) -> dict[str, dict[str, Markup]]:
        """The words as a page holds them."""
        return {language: {key: escape(text) for key, text in of.items()} for language, of in self.by_language.items()}


def read_words() -> Words:
    """Read `words/en.toml`, `words/ja.toml` and `words/sentences.toml`."""
    by_language = {language: _flat(tomllib.loads(_text(f"{language}.toml"))) for language in LANGUAGES}
    tables = tomllib.loads(_text("sentences.toml"))["sentence"]
    return Words(by_language, tuple((_pattern(table["en"]), str(table["ja"])) for table in tables))


def words() -> Words:
    """The words of the running app."""
    held = current_app.extensions["words"]
    assert isinstance(held, Words)
    return held


def chosen() -> str | None:
    """The language that the address names, or None."""
    return _spoken()[0] if has_request_context() else None


def ui() -> str:
    """The language of this page: the one that the address names, else the browser's favourite, else English."""
    return _spoken()[1]


def _spoken() -> tuple[str | None, str]:
    """The language that the address names, and that of the page: found once, for a page asks for it hundreds of times."""
    kept: tuple[str | None, str] | None = request.environ.get(_KEPT)
    if kept is None:
        asked = request.args.get("ui")
        named = asked if asked in LANGUAGES else None
        kept = request.environ[_KEPT] = named, named or preferred(request.headers.get("Accept-Language", ""))
    return kept


def preferred(header: str) -> str:
    """The language that an Accept-Language header likes best; English where it likes none."""
    return _preferred(header) if len(header) <= _REMEMBERED else _preferred.__wrapped__(header)


@lru_cache(maxsize=256)
def _preferred(header: str) -> str:
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES) or LANGUAGES[0]


def t(key: str, /, **values: object) -> Markup:
    """The words of a key in the page's language; `n=1` takes the key that ends in `_one`. Raises KeyError for an unknown key."""
    return in_language(words(), ui())(key, **values)


def in_language(held: Words, language: str) -> Callable[..., Markup]:
    """What gives the words of a key in one language, as `t` does: a page asks for a hundred."""
    table = held.escaped[language]

    def t(key: str, /, **values: object) -> Markup:
        text = table[key] if values.get("n") != 1 else table.get(f"{key}_one") or table[key]
        return text.format(**values) if values or "{" in text else text

    return t


def t_plain(key: str, /, **values: object) -> str:
    """The words of a key as plain text, as an error holds its message: the page that shows it escapes it."""
    return t(key, **values).unescape()


def t_or(key: str, fallback: str) -> Markup:
    """The words of a key, or what comes from the data where the site has no words of its own for it."""
    return t(key) if key in words().by_language[ui()] else escape(fallback)


def said(sentence: str) -> Markup:
    """A sentence of the library or of the corpus in the page's language; left in English, and marked so, where it has no other."""
    if ui() == "en":
        return escape(sentence)
    for pattern, other in words().sentences:
        found = pattern.fullmatch(sentence)
        if found:
            return Markup(escape(other)).format(**found.groupdict())
    return Markup('<span lang="en">{}</span>').format(sentence)


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _flat(table: dict[str, object], above: str = "") -> dict[str, str]:
    out: dict[str, str] = {}
    for name, value in table.items():
        out |= _flat(value, f"{above}{name}.") if isinstance(value, dict) else {f"{above}{name}": str(value)}
    return out


def _pattern(sentence: str) -> re.Pattern[str]:
    """A sentence with {gaps} as a pattern. A gap takes a number or a label without a space, never words, but for {title}."""
    gap = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>\\S+)", re.escape(sentence))
    return re.compile(gap.replace(r"(?P<title>\S+)", "(?P<title>.+)"))
