"""How a page calls entries and parts in its own language: アタックフェイズ 3.2.1 on a Japanese page."""

from __future__ import annotations

from markupsafe import Markup, escape

from kb.citation import cited_in, edition, numbered
from kb.model import Entry, Game, Part, Rendition
from web.links import game_name, part_name
from web.state import searching
from web.wording import t_or, ui


def cited(entry: Entry, rendition: Rendition | None = None) -> str:
    """An entry's citation in the page's language where a text of it is printed in that language; with a rendition, pinned to it."""
    return cited_in(entry, ui()) if rendition is None else f"{numbered(entry, rendition, ui())} {edition(rendition)}"


def cited_html(entry: Entry, rendition: Rendition | None = None) -> Markup:
    """The same, marked with its language where that is not the page's; the edition is not broken over two lines."""
    if rendition is None:
        return _marked(entry, cited(entry))
    name = _marked(entry, numbered(entry, rendition, ui()))
    return Markup('<span>{} <span class="held-together">{}</span></span>').format(name, edition(rendition))


def numbered_html(entry: Entry, rendition: Rendition) -> Markup:
    """An entry's citation with the number that a rendition prints, marked with its language likewise."""
    return _marked(entry, numbered(entry, rendition, ui()))


def _marked(entry: Entry, name: str) -> Markup:
    language = ui() if any(r.language == ui() for r in entry.renditions) else entry.renditions[0].language
    return escape(name) if language == ui() else Markup('<span lang="{}">{}</span>').format(language, name)


def game_html(game: Game) -> Markup:
    """A game's name, marked as English where it has none in the page's language."""
    name = game_name(game)
    return escape(name) if ui() == "en" or name != game.name else Markup('<span lang="en">{}</span>').format(name)


def part_named(game: str, slug: str) -> str:
    """The name of a part, of the entry that owns it, or of a group of entries."""
    part = _part(game, slug)
    if part is not None:
        return part_name(part)
    owner = searching().kb.store.entry(f"{game}/{slug}")
    return cited(owner) if owner is not None else str(t_or(f"group.{slug}", slug.replace("-", " ").capitalize()))


def _part(game: str, slug: str) -> Part | None:
    return next((part for part in searching().kb.store.parts if part.game == game and part.slug == slug), None)
