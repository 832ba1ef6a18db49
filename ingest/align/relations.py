"""What a match says: the same text, another number, other words, a translation, a part of what was one."""

from __future__ import annotations

from ingest.align.likeness import Likeness
from ingest.align.match import Match
from kb.model import Alignment


def relation_of(match: Match, likeness: Likeness) -> str:
    """translation, split, merged, same, renumbered or amended; typography alone is the same."""
    if match.relation is not None:
        return match.relation
    if match.source.language != match.target.language:
        return "translation"
    if likeness.key_of(match.source) != likeness.key_of(match.target):
        return "amended"
    return "same" if match.source.locator == match.target.locator else "renumbered"


def alignment_of(match: Match, entry: str, likeness: Likeness) -> Alignment:
    """The record of a match that is kept with the entry."""
    return Alignment(
        entry=entry,
        source=match.source.document,
        source_number=match.source.number,
        target=match.target.document,
        target_number=match.target.number,
        relation=relation_of(match, likeness),
        method=match.method,
        score=match.score,
    )
