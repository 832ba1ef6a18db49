"""Steps said beside the name of their part, in whatever way: "FP two one two", "8-1 play timing", "second point under attack 2.1".

Only for questions, and only steps that there are: `kb/citations` reads what a pasted text cites, which must be plainer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from rapidfuzz.distance import OSA

from kb.numbering import COUNTED, HAN, ORDINALS, WORDS, PartName, closed
from kb.numbering import value as value_of

_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}
_ROMAJI = {"ichi": 1, "ni": 2, "san": 3, "yon": 4, "shi": 4, "go": 5, "roku": 6, "nana": 7, "hachi": 8, "kyuu": 9}
_KANA = {"いち": 1, "に": 2, "さん": 3, "よん": 4, "ご": 5, "ろく": 6, "なな": 7, "はち": 8, "きゅう": 9, "にー": 2, "ごー": 5}
_FORMAL = {"壱": 1, "弐": 2, "参": 3}


def _any(words: Sequence[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_ORDINAL = rf"(?:{_any(ORDINALS)}|[0-9]{{1,2}}(?:st|nd|rd|th))"
_NUMBER = re.compile(
    rf"(?P<ordinal>{_ORDINAL})(?![a-z])|(?P<digits>[0-9]{{1,2}})(?![0-9])|(?P<word>{_any(WORDS)})(?![a-z])"
    rf"|(?P<romaji>{_any(list(_ROMAJI))})(?![a-z])|(?P<roman>{_any(list(_ROMAN))})(?![a-z])|(?P<han>[{HAN}])|(?P<formal>[壱弐参])|(?P<kana>{_any(list(_KANA))})"
)
_NOUN = (
    r"(?:(?:sub-?)?(?:steps?|stages?|points?|parts?|sections?|items?|bullets?|entry|entries|lines?|clauses?|paragraphs?)"
    r"|para\.?|rows?|headings?|number|no\.)"
)
_CUE = re.compile(rf"(?:the\s)?(?:{_NOUN}\s|[#§第]\s?|手順|ステップ|項目)")
_SUFFIX = re.compile(r"(?:番目|番(?!はじめ|初|最|先|後|上|下)|[つ個こ](?:目|め)|目|節|条|段階?|項目?|号)")
_NOUN_NEXT = re.compile(rf"\s{_NOUN}(?![a-z])")
_BETWEEN = re.compile(r"\s?(?:[.\/·・→>_ー:-]|->|,(?!\s)|の|ノ|(?<=\s)no(?=\s)|(?<![a-z])(?:point|dot)(?![a-z]))\s?")
# What may stand between a name and its number.
_BEHIND = re.compile(
    r"(?:p?ing)?(?:'s)?(?:\s?(?:phase|ph\.?|flow|rules?|abilit(?:y|ies)|フロー|フェイズ|フェーズ|の流れ|の中|のところ)(?![a-z]))?\s?[\"'」』\])]?\s?(?P<mark>[,、:-]?)\s?"
    r"(?:(?:in|at|の|no(?=\s))\s?)?(?P<bracket>[(\[「\"']?)\s?"
)
_ENDS = re.compile(
    r"\s?(?:$|[?!.,;:)」』\]、。]|-\s|(?:って|は|を|の(?:文|内容|中身|こと))|(?:digimon|dejimon|buddy\s?fight|plz|pls|please)(?![a-z]))"
)
_GAME = re.compile(r"\s(?:digimon|dejimon|buddy\s?fight)(?![a-z])")
_WHOLE = re.compile(r"[a-z]|[0-9]|[.\/-][0-9]")
_OF = r"\s(?:of|in|under|from|for|on|within)\s(?:the\s|an?\s)?(?:flow\s(?:of|for)\s(?:the\s|an?\s)?)?"
_LAST = r"(?:very\s)?(?:last|final)"
_WITHIN = re.compile(
    rf"(?<![a-z0-9])(?:(?P<cue>{_NOUN})\s(?P<number>[0-9]{{1,2}}|{_any(WORDS)})|(?P<n>{_ORDINAL}|{_LAST})\s"
    rf"(?P<noun>{_NOUN}|q ?(?:&|and) ?as?|qas?|faqs?|questions?)){_OF}$"
)
_LAST_OF = re.compile(rf"(?:the\s)?{_LAST}\s(?P<noun>{_NOUN})(?![a-z])(?:\s[(][0-9]+[)])?")
_SHORT = rf"(?:[0-9]{{1,2}}|{_any(WORDS)}|{_any(list(_ROMAN))})"
_AHEAD = re.compile(
    rf"(?<![0-9a-z.\/-])(?P<chain>{_SHORT}(?:\s?[.\/·・-]\s?{_SHORT}){{1,2}})\s"
    r"(?:(?:of|in|under|from|for|on|when|while|during)\s)?(?:the\s|an?\s)?$"
)
_JUMP = re.compile(r"(?<![a-z])jumps?(?![a-z])|ジャンプ")
_INITIALS = re.compile(r"(?<![a-z.])([a-z])\.([a-z])\.?(?![a-z])")
KATAKANA_DOT = re.compile(r"(?<=[ァ-ヺー])・(?=[ァ-ヺ])")
_PRINTED = re.compile(
    rf"(?<![0-9a-z.\/-])(?P<cue>{_NOUN}\s)?"
    rf"(?P<number>q?[1-9](?:\.[0-9]{{1,2}}){{0,2}})(?![0-9a-z]|\.[0-9]){COUNTED}"
)
_LATIN_WORD = re.compile(r"[a-z]+")
_COUNTED = re.compile(COUNTED)
_MORE = re.compile(r"\s?,?\s")
_DIGITS_ON = re.compile(r"(?:\s[1-9]){1,2}[?.!]?|(?:,\s[1-9]){1,2}[?.!]?")
_ORDINAL_NOUN = re.compile(rf"{_ORDINAL}\s{_NOUN}")
# Something without which no step is said; most questions have none of it.
_HINT = re.compile(
    rf"[0-9{HAN}壱弐参]|(?<![a-z])(?:{_any([*WORDS, *ORDINALS, *list(_ROMAJI)[:3]])}|last|final\s{_NOUN}|jumps?)(?![a-z])|ジャンプ"
    rf"|(?<![a-z])[ivx]+(?:\s?[.・の)-]|\s?$)|(?:{_any(list(_KANA))})[のノ](?:{_any(list(_KANA))})"
)
_REACH = 60
_MOST = 3
"""No step has more places."""
_MANY = 12
"""A question names no more parts and numbers; the rest of a longer text is not looked at."""
_LONGEST = 30
"""No row of steps is as long."""
_SMALL = frozenset(("the", "of", "in", "at", "from", "for"))


@dataclass(frozen=True, slots=True)
class Chain:
    """Numbers in a row that may be those of a step: their sorts, and where it ends.

    `marked` where each two have a mark or a word between them, `cued` where a word says that it is a step's number, `commas` where
    a comma alone parts two of them.
    """

    numbers: tuple[int, ...]
    sorts: frozenset[str]
    marked: bool
    cued: bool
    commas: bool
    end: int

    @property
    def slug(self) -> str:
        """As ids have it."""
        return ".".join(map(str, self.numbers))


def chain_at(text: str, at: int) -> Chain | None:
    """The numbers that begin at a place of a folded text, if any do."""
    numbers: list[int] = []
    sorts: set[str] = set()
    marked, commas = True, False
    cue = _CUE.match(text, at)
    cued = cue is not None
    at = cue.end() if cue else at
    end = at
    while len(numbers) < _MOST and (found := _NUMBER.match(text, at)) is not None:
        sort = found.lastgroup or ""
        numbers.append(_value(found[0], sort))
        sorts.add(sort)
        end = found.end()
        suffix = (_NOUN_NEXT if sort == "ordinal" else _SUFFIX).match(text, end)
        if suffix:
            cued, end = True, suffix.end()
        between = _BETWEEN.match(text, end)
        if between:
            commas = commas or between[0] == ","
            at = between.end()
            cue = _CUE.match(text, at)
            at = cue.end() if cue else at
            continue
        told = _MORE.match(text, end)
        cue = _CUE.match(text, told.end()) if told else None
        if cue:
            at = cue.end()
        elif told and (cued or len(numbers) > 1) and _ORDINAL_NOUN.match(text, told.end()):
            at = told.end()
        elif told and sort == "digits" and _DIGITS_ON.fullmatch(text, end):
            at, commas = told.end(), True
        elif told and told[0] == " " and sort == "word":
            at, marked = told.end(), False
        elif suffix and not suffix[0].isascii():
            at = end
        else:
            break
    return Chain(tuple(numbers), frozenset(sorts), marked or len(numbers) == 1, cued, commas, end) if numbers else None


def _value(word: str, sort: str) -> int:
    """The number that a word says."""
    said = {"roman": _ROMAN, "romaji": _ROMAJI, "kana": _KANA, "formal": _FORMAL}.get(sort)
    return said[word] if said else int(value_of(word))


class SpokenSteps:
    """Reads steps beside the names of parts; `at` gives the ids of a part that have a number, `holds` whether there is an id."""

    def __init__(self, parts: Sequence[PartName], at: Callable[[PartName, str], list[str]], holds: Callable[[str], bool]) -> None:
        self._parts = parts
        self._at = at
        self._holds = holds

    def find(self, folded: str, letters: str, found: Sequence[str]) -> list[str]:
        """The ids that a folded text names, given those `found` otherwise, which stay where nothing says more.

        `letters` are those of the text (`kb.numbering.closed`).
        """
        if _HINT.search(folded) is None:
            return list(found)
        text = _INITIALS.sub(r"\1\2", KATAKANA_DOT.sub("", " ".join(folded.split())))
        said: list[str] = []
        letters = letters if text == folded else closed(text)
        called = [name for name in self._parts if name.called(text, letters)]
        for name in sorted(called, key=lambda name: not name.named(text)):
            said = said or self._beside(name, text)
        said = said or ([] if found else self._misspelt(text))
        out = said if said and (not found or any(_refines(id, one) for id in said for one in found)) else list(found)
        return self._jump(out) if _JUMP.search(text) else out

    def _beside(self, name: PartName, text: str) -> list[str]:
        """The ids of a part whose numbers stand behind or before its name."""
        for place in islice(name.places(text), _MANY):
            chain = self._behind(text, place, printed=name.named(place[0]))
            within = _WITHIN.search(text[max(0, place.start() - _REACH) : place.start()])
            base = chain.slug if chain else ""
            if within and not text.startswith("'s ", place.end()) and (out := self._child(name, base, within)):
                return out
            if chain and (out := self._at(name, base)):
                return out
            gap = _BEHIND.match(text, place.end())
            last = _LAST_OF.match(text, gap.end()) if gap and not place[0].endswith("ing") else None
            if last and _ENDS.match(text, last.end()) and (out := self._child(name, "", last)):
                return out
            if out := self._ahead(name, text, place.start()):
                return out
        return []

    def _ahead(self, name: PartName, text: str, at: int) -> list[str]:
        """The ids whose number, or the step of whose number, stands before a name."""
        number = _AHEAD.search(text, max(0, at - _REACH), at)
        if number is None:
            return []
        chain = chain_at(number["chain"], 0)
        slug = chain.slug if chain else ""
        within = _WITHIN.search(text[max(0, number.start() - _REACH) : number.start()])
        return (self._child(name, slug, within) if within else []) or self._at(name, slug)

    @staticmethod
    def _behind(text: str, name: re.Match[str], *, printed: bool) -> Chain | None:
        """The numbers behind a name, if they can be those of a step; `printed` says that the name is as the rules print it."""
        gap = _BEHIND.match(text, name.end())
        chain = chain_at(text, gap.end()) if gap else None
        if gap is None or chain is None or _WHOLE.match(text, chain.end) or _COUNTED.match(text, chain.end) is None:
            return None
        ends = _ENDS.match(text, chain.end) is not None
        if len(chain.numbers) > 1:
            return chain if ends or (chain.marked and not chain.commas) else None
        bracketed = gap["bracket"] == "(" and text[chain.end : chain.end + 1] == ")"
        if not ends or chain.sorts & {"romaji", "kana"} or (bracketed and _ENDS.match(text, chain.end + 1) is None):
            return None
        if chain.sorts == {"roman"}:
            return chain if bracketed or (chain.cued and chain.numbers != (1,)) else None
        whole = chain.sorts == {"digits"} and " " in name[0] and (printed or _GAME.match(text, chain.end) is not None)
        return chain if chain.cued or bracketed or gap["mark"] == ":" or whole else None

    def _child(self, name: PartName, base: str, told: re.Match[str]) -> list[str]:
        """The step of a stage, or the stage, the last step or the Q&A of a part, that an ordinal or "last" names."""
        said = told.groupdict()
        which, noun = said.get("number") or said.get("n") or "last", said["noun"] or ""
        if said.get("number") and not base:
            return []
        head = "q" if noun[:1] in ("q", "f") else f"{base}." if base else ""
        if which[0] in "0123456789" or which in ORDINALS or which in WORDS:
            return self._at(name, f"{head}{value_of(which)}")
        last = self._last(name, head)
        return (self._last(name, f"{last[0].rpartition('/')[2]}.") if last and noun.startswith("step") and not base else []) or last

    def _last(self, name: PartName, head: str) -> list[str]:
        """The ids of the last of the numbers that begin so."""
        there = [out for number in range(1, _LONGEST) if (out := self._at(name, f"{head}{number}"))]
        return there[-1] if there else []

    def _misspelt(self, text: str) -> list[str]:
        """The ids whose printed number stands behind a part's name that was cut short or misspelt, if it is one part's."""
        for number in islice(_PRINTED.finditer(text), _MANY):
            before = _LATIN_WORD.findall(text[max(0, number.start() - _REACH) : number.start()])
            if not before or before[-1] in _SMALL:
                continue
            before = [word for word in before if word not in _SMALL]
            least = 1 if "." in number["number"] else 2 if number["cue"] or number["number"][0] == "q" else 3
            meant = [name for name in self._parts if any(len(one) >= least and _like(before, one) for one in name.words)]
            out = [ids for name in meant if (ids := self._at(name, number["number"]))]
            if len(out) == 1:
                return out[0]
        return []

    def _jump(self, ids: Sequence[str]) -> list[str]:
        """Where a text speaks of the jump of a stage, the jump rather than the stage."""
        return [f"{id}-jump" for id in ids if self._holds(f"{id}-jump")] or list(ids)


def _refines(id: str, found: str) -> bool:
    """Whether an id is of a step below one that was found, or of the same."""
    return id.startswith(f"{found}.")


def _like(before: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the last of some words are those of a name, cut short or with a letter wrong."""
    last = before[-len(words) :]
    return len(last) == len(words) and all(map(_same, last, words)) and any(len(word) > 2 for word in last)


def _same(typed: str, word: str) -> bool:
    """Whether a typed word may be another: its beginning, its consonants, or with one letter of four wrong, two of eight."""
    if typed == word or (len(typed) > 2 and word.startswith(typed)) or (typed, word) == ("ph", "phase"):
        return True
    rest: Iterator[str] = iter(word)
    short = len(typed) > 2 and 2 * len(typed) >= len(word) and typed[0] == word[0] and all(letter in rest for letter in typed)
    return short or (len(word) > 3 and typed[:1] == word[:1] and OSA.distance(typed, word) <= (2 if len(word) > 7 else 1))
