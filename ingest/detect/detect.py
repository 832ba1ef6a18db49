"""Runs every cue over the aligned sentences of two texts, and keeps the flags that carry enough weight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ingest.detect.align import Aligned, Bead, align
from ingest.detect.anchors import glossary_of
from ingest.detect.detected import Detected
from ingest.detect.lists import lists
from ingest.detect.missing import missing
from ingest.detect.modality import modality
from ingest.detect.names import names
from ingest.detect.numbers import numbers
from ingest.detect.places import places
from ingest.detect.references import cross_references
from ingest.detect.scope import scope
from ingest.detect.timing import timing
from kb.model import Rendition, Term

CUES: tuple[Callable[[Aligned], Iterator[Detected]], ...] = (
    numbers, modality, scope, timing, lists, cross_references, names, places,
)  # fmt: skip

FLOOR = 0.6
"""The least weight of a flag on its own; flags of one place add up (1 minus the product of what each leaves open)."""


def detect(english: Rendition, japanese: Rendition, terms: Sequence[Term]) -> list[Detected]:
    """Places where the texts of one entry seem to disagree, in order; raises ValueError for two renditions that are not a pair."""
    if english.entry != japanese.entry or (english.language, japanese.language) != ("en", "ja"):
        raise ValueError(
            f"an English and a Japanese rendition of one entry are compared, not {english.entry} ({english.language}) "
            f"and {japanese.entry} ({japanese.language})"
        )
    out: list[Detected] = []
    game = english.entry.split("/")[0]
    glossary = glossary_of(tuple(term for term in terms if term.game in ("", game)))
    for bead in align(english.text, japanese.text, glossary):
        found = list(candidates(bead))
        out += found if together(found) >= FLOOR else []
    return out


def candidates(bead: Bead) -> Iterator[Detected]:
    """What every cue says of a bead, whatever its weight."""
    if (both := bead.aligned) is not None:
        for cue in CUES:
            yield from cue(both)
    yield from missing(bead)


def together(flags: Sequence[Detected]) -> float:
    """The weight of flags on one place: the chance that one of them is right if each were right by itself.

    Of one kind only the two heaviest count, because a long sentence has many terms and words that the other side may drop.
    """
    left = 1.0
    for kind in {flag.kind for flag in flags}:
        for weight in sorted((flag.weight for flag in flags if flag.kind == kind), reverse=True)[:2]:
            left *= 1.0 - weight
    return round(1.0 - left, 3)
