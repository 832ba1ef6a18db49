"""Numbers of steps, and number labels at the edges of a piece of text: `3.1.1.`, `2.`, `Q4`, `A4`."""

from __future__ import annotations

import re
from dataclasses import dataclass

STEP_NUMBER = r"\d{1,2}(?:\.\d{1,2})+"
"""The number of a step, for patterns: "3.1", "10.2.1". Not that of a stage, which has no dot inside."""

# A step number at the head of a text. Final dots may be missing or doubled. "3.1.1." is one, "2.1.に戻ります" and "3.5 damage" are
# told apart by their context, not here; a year or a date ("2018.6.2") is too long for two digits a place.
STEP = re.compile(rf"^(?P<number>{STEP_NUMBER})(?:\.{{1,2}}\s*|\s+|$)")
# A stage number: one number, a dot, a space, words. "10. End of play timing." but not "3.1." and not "2 cards".
STAGE = re.compile(r"^(?P<number>\d{1,2})\.\s+(?=\S)")
# A question or answer label; the second letter of the alphabet in Greek looks the same. It must not match "Q & A" or "A 2x card".
ASKED = re.compile(r"^(?P<letter>[QAＱＡΑ])\s?(?P<number>\d{1,2})(?![\d.])[.．:：]?\s*")
# A step number glued to the end of a text ("The play timing ends.10.1."), right after a full stop or a star: a reference in the
# sentence ("proceed to 6.1.", "proceed to 2.1.1.") has a space or a digit before it.
GLUED = re.compile(r"(?<=[^\d][.★])(?P<number>\d{1,2}\.\d{1,2})\.$")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text and the label taken off it: `label` is `3.1.1`, `2`, `Q4` or None; `sort` step, stage, asked or bare."""

    label: str | None
    sort: str
    text: str


def split_label(text: str) -> Labelled:
    """Take the number label off the head of a text; `text` is what is left, whole when there is no label."""
    for sort, pattern in (("step", STEP), ("stage", STAGE)):
        found = pattern.match(text)
        if found:
            return Labelled(found["number"], sort, text[found.end() :].strip())
    found = ASKED.match(text)
    if found:
        letter = "Q" if found["letter"] in "QＱ" else "A"
        return Labelled(f"{letter}{found['number']}", "asked", text[found.end() :].strip())
    return Labelled(None, "bare", text)
