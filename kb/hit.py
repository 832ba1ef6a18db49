"""A Hit: an entry that was found, as it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.model import Entry, Rendition
from kb.review import DisagreeingPassages


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """An entry that was found: its score (0 to 1), why, and its renditions with the best one for the question first.

    `disagreeing_passages` are those of its texts that another current text of it contradicts, by document.
    """

    entry: Entry
    score: float
    why: tuple[str, ...]
    renditions: tuple[Rendition, ...]
    disagreeing_passages: DisagreeingPassages = field(default_factory=dict)
    superseded: bool = False
    """Whether the first rendition is of an edition that is no longer current."""
    withdrawn: bool = False
    """Whether all are: no current text prints the entry any more."""
    only: str | None = None
    """The one language whose current text prints the entry, where its game has current texts in others, too."""

    @property
    def conflicting(self) -> frozenset[str]:
        """Documents whose text of this entry disagrees with another current one."""
        return frozenset(self.disagreeing_passages)
