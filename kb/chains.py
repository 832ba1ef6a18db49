"""Numbers in a row that may be those of a step, in any script: 3.2.1, "two one two", いちのいち, 第3の2, "stage 2, third step"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.numbering import HAN, ORDINALS, WORDS
from kb.numbering import value as value_of
from kb.outside import any_of

ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}
ROMAJI = {"ichi": 1, "ni": 2, "san": 3, "yon": 4, "shi": 4, "go": 5, "roku": 6, "nana": 7, "hachi": 8, "kyuu": 9}
KANA = {"いち": 1, "に": 2, "さん": 3, "よん": 4, "ご": 5, "ろく": 6, "なな": 7, "はち": 8, "きゅう": 9}
KANA |= {"いっ": 1, "にい": 2, "にー": 2, "ごー": 5}
_FORMAL = {"壱": 1, "弐": 2, "参": 3}


ORDINAL = rf"(?:{any_of(ORDINALS)}|[0-9]{{1,2}}(?:st|nd|rd|th))"
# One number: 2, two, second, ni, に, iv, 二, 弐. Not 123, nor the ten of "tent".
_NUMBER = re.compile(
    rf"(?P<ordinal>{ORDINAL})(?![a-z])|(?P<digits>[0-9]{{1,2}})(?![0-9])|(?P<word>{any_of(WORDS)})(?![a-z])"
    rf"|(?P<romaji>{any_of(list(ROMAJI))})(?![a-z])|(?P<roman>{any_of(list(ROMAN))})(?![a-z])|(?P<han>[{HAN}])"
    rf"|(?P<formal>[壱弐参])|(?P<kana>{any_of(list(KANA))})"
)
# What the rules' own numbers are called, and what may also be one of the things that are played or counted.
STEP = r"(?:sub-?)?(?:steps?|stages?|sections?|bullets?|clauses?|paragraphs?|headings?)"
THING = r"(?:sub-?)?(?:points?|parts?|items?|entry|entries|lines?)|para\.?|rows?|number|no\.|faq"
NOUN = rf"(?:{STEP}|{THING})"
# A word or sign before a number that says that it counts something: "step 2", "the point 2", 第2, "#3". Not "stepping 2".
_CUE = re.compile(
    rf"(?:the\s)?(?:(?P<step>{STEP}\s|第|手順(?:その)?|ステップ|ステージ|段階|大?項目|大?見出し)"
    rf"|{THING}\s|[#§]\s?)\s?"
)
# The same behind it: 2節, 3条, 2つ目, 2番目. Not 3条件, nor 2番はじめ.
_SUFFIX = re.compile(
    r"(?P<step>節|条(?!件)|章|段落|(?:(?:番目?|[つ個こ]目)?の)?(?:段階|大?項目|大?見出し)目?|段目?|項)"
    r"|番目|ban(?:me)?(?![a-z])|番(?!はじめ|初|最|先|後|上|下)|[つ個こ](?:目|め)|目|号"
)
_SECTIONS = ("節", "条", "章", "項", "段落")
"""A number may stand right behind one."""
# What an ordinal counts: "second step". Not "second stepping".
_NOUN_NEXT = re.compile(rf"\s(?:(?P<step>{STEP})|{THING})(?![a-z])")
# What parts the numbers of one step: 3.2, 3の2, "three point two", 3→2. Not a comma with a space, which lists.
_BETWEEN = re.compile(
    r"\s?(?:[.\/·・→>_ー-]|->|,(?!\s)|の中の|の|ノ|之|てん|テン"
    r"|(?<=\s)(?:no|ten)(?=\s)|(?<![a-z])(?:point|dot)(?![a-z]))\s?"
)
# A space or a comma, which parts the numbers of one step only where more speaks for it.
_MORE = re.compile(r"\s?,?\s")
# Digits that go on one by one up to the end: "2 1 1". Not those of "2 1 monsters".
_DIGITS_ON = re.compile(r"(?:\s[1-9]){1,2}[?.!]?|(?:,\s[1-9]){1,2}[?.!]?")
# A step that an ordinal counts, behind another number: "stage 2, second step". Not "second monster".
_ORDINAL_NOUN = re.compile(rf"{ORDINAL}\s{NOUN}")
_MOST = 3
"""No step has more places."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Numbers in a row that may be those of a step: their sorts, and where it ends.

    `marked` where each two have a mark or a word of their own between them, `loose` where it is a comma, a space or a sign that
    lists and ratios have, too. `cued` where a word says that it counts something, `step` where that is a word for steps.
    """

    numbers: tuple[int, ...]
    sorts: frozenset[str]
    marked: bool
    loose: bool
    cued: bool
    step: bool
    end: int

    @property
    def slug(self) -> str:
        """As ids have it."""
        return ".".join(map(str, self.numbers))


def chain_at(text: str, at: int) -> Chain | None:
    """The numbers that begin at a place of a folded text, if any do."""
    numbers: list[int] = []
    sorts: set[str] = set()
    marked, loose = True, False
    cue = _CUE.match(text, at)
    cued, step = cue is not None, cue is not None and cue["step"] is not None
    cues = [cue[0].split()[0]] if cue and cue[0].strip() else []
    at = cue.end() if cue else at
    end = at
    while len(numbers) < _MOST and (found := _NUMBER.match(text, at)) is not None:
        sort = found.lastgroup or ""
        numbers.append(_value(found[0], sort))
        sorts.add(sort)
        end = found.end()
        suffix = (_NOUN_NEXT if sort == "ordinal" else _SUFFIX).match(text, end)
        if suffix:
            cued, step, end = True, step or suffix["step"] is not None, suffix.end()
        between = _BETWEEN.match(text, end)
        told = _MORE.match(text, end)
        cue = _CUE.match(text, told.end()) if told and not between else None
        if between:
            loose = loose or between[0].strip() in (",", "→", ">", "->")
            at = between.end()
            cue = _CUE.match(text, at)
            at = cue.end() if cue else at
        elif cue:
            at = cue.end()
            cues.append(cue[0].split()[0])
        elif told and (cued or len(numbers) > 1) and _ORDINAL_NOUN.match(text, told.end()):
            at = told.end()
        elif told and sort == "digits" and _DIGITS_ON.fullmatch(text, end):
            at, loose = told.end(), True
        elif told and told[0] == " " and sort == "word":
            at, marked, loose = told.end(), False, True
        elif suffix and suffix[0] in _SECTIONS:
            at = end + text.startswith("第", end)
        else:
            break
    if not numbers:
        return None
    step = step or (len(set(cues)) > 1 and cues[0].startswith("part"))  # "part one, line six"
    return Chain(tuple(numbers), frozenset(sorts), marked or len(numbers) == 1, loose and len(numbers) > 1, cued, step, end)


def _value(word: str, sort: str) -> int:
    """The number that a word says."""
    said = {"roman": ROMAN, "romaji": ROMAJI, "kana": KANA, "formal": _FORMAL}.get(sort)
    return said[word] if said else int(value_of(word))
