"""The words by which an English question is put, as thumbs type them, spelt right: "cnt", "dosent", "w/o", "rigth".

Only what says whether something is asked for or denied; other words are the spelling's matter (`kb.spelling`).
"""

from __future__ import annotations

import re

_FORMS = {
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
}
_WORD = re.compile("|".join(rf"(?P<w{place}>(?<![a-z'])(?:{pattern})(?![a-z']))" for place, pattern in enumerate(_FORMS.values())))
_RIGHT = tuple(_FORMS)


def spelt(folded: str) -> str:
    """A folded text with these words spelt right."""
    return _WORD.sub(lambda found: _RIGHT[int((found.lastgroup or "w0")[1:])], folded) if _WORD.search(folded) else folded
