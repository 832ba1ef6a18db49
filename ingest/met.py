"""Flows that documents print and `parts.toml` does not name: they are called what their own headings call them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ingest.catalogue import Catalogue, PartNames
from ingest.grammars.walk import Parsed
from kb.model import Part, Rendition

_KINDS = ("stage", "step", "procedure_step", "jump", "qa")


def with_met(catalogue: Catalogue, parsed: Iterable[Parsed], renditions: Iterable[Rendition]) -> Catalogue:
    """The catalogue and the flows that documents have met, where an entry has its address in one; the newest heading names it.

    The same catalogue where there is none. A flow that one language alone prints has its name in both.
    """
    met = {(one.document.id, names.part.slug): names for one in parsed for names in one.met if names.part.kind == "flow"}
    found: dict[tuple[str, str], dict[str, PartNames]] = {}
    editions: dict[tuple[str, str, str], int] = {}
    for rendition in renditions:
        game, slug, *rest = rendition.entry.split("/")
        names = met.get((rendition.document, rendition.flow or ""))
        newest = editions.get((game, slug, rendition.language), -1)
        if names is None or rendition.kind not in _KINDS or len(rest) != 1 or rendition.edition < newest:
            continue
        if (game, slug) not in catalogue.parts:
            found.setdefault((game, slug), {})[rendition.language] = names
            editions[game, slug, rendition.language] = rendition.edition
    return catalogue.with_parts([_named(*place, by_language) for place, by_language in found.items()]) if found else catalogue


def _named(game: str, slug: str, by_language: dict[str, PartNames]) -> PartNames:
    one = next(iter(by_language.values()))
    english, japanese = by_language.get("en", one).part.name_en, by_language.get("ja", one).part.name_ja
    part = Part(game=game, slug=slug, code=slug.upper(), kind="flow", name_en=english, name_ja=japanese)
    return replace(one, part=part, headings={language: names.headings[language] for language, names in by_language.items()})
