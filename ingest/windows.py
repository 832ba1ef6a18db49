"""Reads `windows.toml`: which steps of a flow open a window in which players may use something, told by the words of the step."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from ingest.flows import Flow
from ingest.tables import listed_tables
from kb.fold import fold
from kb.model import LANGUAGES, Term

FILE = "windows.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """What may be used (a term of the glossary) where a step of a game prints one of the phrases, by language."""

    game: str
    term: str
    phrases: dict[str, tuple[str, ...]]
    line: int | None

    def opens(self, text: str, language: str) -> bool:
        """Whether a step's text opens this window; width, case and the shape of brackets do not count."""
        folded = fold(text)
        return any(fold(phrase) in folded for phrase in self.phrases.get(language, ()))


def read_windows(root: Path, terms: Collection[Term]) -> list[Window]:
    """All windows, none where there is no file; raises CorpusError for an unknown term and for one without phrases."""
    path = root / FILE
    known = {term.id for term in terms}
    out = []
    for table in listed_tables(path, "window") if path.exists() else ():
        table.only(("game", "term", "en", "ja"))
        phrases = {language: table.texts(language) for language in LANGUAGES}
        if table.text("term") not in known:
            raise table.wrong(f"there is no term {table.text('term')!r} in terms.toml", "term")
        if not any(phrases.values()):
            raise table.wrong("a window needs the words that open it: write en or ja")
        out.append(Window(game=table.text("game"), term=table.text("term"), phrases=phrases, line=table.line))
    return out


def windows_of(windows: Collection[Window], flows: Collection[Flow]) -> Iterator[tuple[str, dict[str, str]]]:
    """(step, {document, term}) of every window that a step of a flow opens."""
    for flow in flows:
        for node in flow.nodes:
            for window in windows:
                if window.game == flow.part.game and window.opens(node.text, flow.document.language):
                    yield node.entry, {"document": flow.document.id, "term": window.term}


def unused(windows: Collection[Window], flows: Collection[Flow]) -> Iterator[tuple[int, str]]:
    """(line, phrase) of phrases that no step of any flow prints."""
    printed = {(flow.part.game, flow.document.language, fold(node.text)) for flow in flows for node in flow.nodes}
    for window in windows:
        for language, phrases in window.phrases.items():
            for phrase in phrases:
                folded = fold(phrase)
                if not any((game, lang) == (window.game, language) and folded in text for game, lang, text in printed):
                    yield window.line or 1, phrase
