"""The words by which an English question is put, as thumbs type them, spelt right: "cnt", "dosent", "w/o", "rigth", "wen", "hwo".

Only what says whether something is asked for or denied; other words are the spelling's matter (`kb.spelling`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache


class _Respelling:
    """Puts words right: `forms` has a pattern of what is typed for each. None stands behind a letter or what else is in `glued`."""

    def __init__(self, forms: Mapping[str, str], glued: str = "a-z") -> None:
        self._right = tuple(forms)
        typed = "|".join(rf"(?P<w{place}>{pattern})" for place, pattern in enumerate(forms.values()))
        self._typed = re.compile(rf"(?<![{glued}])(?:{typed})(?![a-z'])")

    def __call__(self, folded: str) -> str:
        return self._typed.sub(lambda found: self._right[int((found.lastgroup or "w0")[1:])], folded)


_put = _Respelling(
    {
        "can't": r"cna?t(?! as\b| towards?\b| for\b)|c[ao]rnt|cant{2,}|cnot|can nt|can not",
        "don't": r"dnt|dont{2,}|donot|do nt",
        "doesn't": r"do(?:es|s)ent|dosn?t|doesnot|does nt|dusnt|dsnt",
        "isn't": r"isint|isent|is nt|isnot",
        "aren't": r"arnt|are nt",
        "won't": r"wnt(?! to\b)|wont{2,}",
        "shouldn't": r"sh(?:ld|oud|ud|uld)nt",
        "couldn't": r"c(?:ld|oud|ud|uld)nt",
        "wouldn't": r"w(?:ld|oud|ud|uld)nt",
        "didn't": r"dint|didnot|did nt",
        "ain't": r"aint",
        "never": r"nvr|neva|nevr|nver",
        "not": r"nt",
        "nothing": r"nothin|nuthin|nuttin",
        "without": r"w/o|witout|wit?hout|wihtout|wihout|withot",
        "you": r"u",
        "lying": r"lyin",
        "right": r"(?:rigth|rihgt|riht|rght|righ|rite|ryt)(?=\W*$)",
        "yeah": r"(?:yea|ye|yh|yeh|yep|innit|init)(?=\W*$)",
    },
    glued="a-z'",
)
# Not "wat" in a name, nor "were", "hoe", "whose".
_asked = _Respelling(
    {
        "when": r"wh?en{2,}|wen|whn|whne|wehn|hwen|wheen",
        "what": r"wh?ta|waht|hwat|wht|whaat|whta|wat|wut",
        "how": r"hwo|ohw|hw|howw",
        "where": r"wher|whre|wehre|wheer|hwere|whare",
        "which": r"wich|whcih|whihc|wihch|whic|whitch",
        "why": r"wy|whyy",
        "does": r"dose|deos|doe|dos|doess|duz",
        "do": r"od(?= i\b)",
        "can": r"acn|cann|cn(?= i\b)|cna(?= (?:i|you|he|she|we|they|it|my|the|a)\b)",
        "is": r"iz|si(?= (?:it|he|she|the|a|my|this|that)\b)",
        "should": r"shoud|shuold|shoudl|shuld|shud|shold",
        "would": r"woud|wuold|woudl|wud",
        "could": r"coud|cuold|coudl|cud",
        "will": r"wil|wiil|wll",
        "are": r"aer|ar(?= (?:you|we|they|the|my|his)\b)",
        "may": r"mya|amy(?= i\b)",
    }
)


@lru_cache(maxsize=256)  # a question is read so by each that tells how it is put
def spelt(folded: str) -> str:
    """A folded text with the words spelt right that deny or check: cnt, dosent, rigth."""
    return _put(folded)


def asking_spelt(folded: str) -> str:
    """A folded text with the words spelt right that ask: wen, waht, hwo."""
    return _asked(folded)
