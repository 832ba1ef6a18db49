"""What a cue gives: a Detected, one place where two texts of an entry seem to say different things."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Detected:
    """A guess that two current texts of one entry disagree.

    `cue` is the kind of cue and, after a colon, what differs; `severity` is as in the reviewed conflicts: `omission` is missing in
    English, `extra` is only in English; `en` and `ja` are verbatim spans of the texts, "" where one side has none; `weight` (0 to
    1) is how much this cue counts by itself, set by hand.
    """

    cue: str
    severity: str
    en: str
    ja: str
    weight: float

    @property
    def kind(self) -> str:
        """The cue's kind, without what differs."""
        return self.cue.split(":")[0]
