"""What people call the parts of the rules, and the numbers beside such a name that are those of a step: "attack phase 3"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from kb.fold import fold
from kb.model import Part, Term
from kb.numbering import COUNTED, CUE

_BESIDE = r"(?:'s)?\s?(?:flow|rules?|の流れ|のところ)?[\"'」\]]?\s?[,、:]?\s?(?:の|no\s|in\s)?\s?"
# "attack phase 3": one number right behind a printed name is a stage. It must not take "2 monsters", nor any other word for things.
_SMALL = "of|in|is|says?|states?|reads?|does|do|what|which|about|please|pls|plz|the|step|stage|when|jumps?"
_NO_THINGS = rf"(?![)]?\s(?!(?:{_SMALL})(?![a-z]))[a-z])"
_STAGE = re.compile(
    rf"(?:[\"'」\]]?\s*(?:の|stage|step|section|第)?\s*)[(（]?(?P<stage>[0-9]{{1,2}})(?![0-9a-z]|[.,:・\/~_-][0-9]){COUNTED}{_NO_THINGS}"
)
# "AP 2-1", アタックフェイズ3の3, "final phase 3/2", "attack 321": right behind a part's name they are a step.
_PAIR = re.compile(
    rf"{_BESIDE}(?:{CUE})?\s?(?:の|no\s)?\s?[(「]?(?P<pair>[0-9]{{1,2}}(?:[-の\/_・。ー][0-9]{{1,2}}){{1,2}}"
    rf"|[1-9]{{2,3}}(?=$|\.$|\s?[?？って]))(?![0-9]|[.の\/_・。ー-][0-9]|-){COUNTED}"
)
# "attack, step 3", "prep phase (4)"; "step 2 of the call".
_TOLD = re.compile(
    rf"{_BESIDE}(?:{CUE}\s?[(]?|[(](?=[0-9]{{1,2}}[)](?!\svs)))(?P<stage>[0-9]{{1,2}})(?![0-9a-z]|[.,:・\/~_-][0-9]){COUNTED}"
)
# "step 2 of the call", "(3) of the attack phase", right before a name. Not "2 of the monsters".
_AHEAD = re.compile(
    rf"(?:(?:{CUE}|points?(?=\s?[0-9]+\s(?:of|in|under)\s))\s?[(]?|[(](?=[0-9]{{1,2}}[)]\s(?:of|in|under)\s))(?P<stage>[0-9]{{1,2}})[)]?"
    r"\s?,?\s(?:(?:of|in|for|from|under|on)\s)?(?:the\s|an?\s)?(?:flow\s(?:of|for)\s)?[\"'「]?"
)
_AHEAD_END = re.compile(f"{_AHEAD.pattern}$")
_GAP = 60
"""A number stands no further before a name."""


# What people leave out at the end of a part's name: "attack phase", アタックフェイズ. Not the timing of "play timing".
_LAST_WORD = re.compile(r"(?:\s?phase|フェイズ|\s?abilities|能力)$")


# Who does what the name says, so that the number behind it counts: "if i call 2", "can special call 2". Not "in the call 2".
_VERB = re.compile(r"(?<![a-z])(?:i|we|you|he|she|they|to|can|may|must)\s(?:(?:special|normal|buddy)\s)?$")
# Words of scores, prizes and times of day, beside which 2-1 is none of a step. Not "drawn".
_SCORE = re.compile(
    r"(?<![a-z])(?:won|wins?|lost|lose|beat|tied|drew|draw|ended|trade|score|lead|record|prize|tournament|event|maketa|katta|[ap]m)(?![a-z])"
    r"|勝|負け|相打ち|引き分け|の順[でに]|賞品|大会"
)
# Two or three letters with one number, as a part's code has and "ep 3" of a series. Not "ap 3.1".
_BARE_CODE = re.compile(r"[a-z]{2,3}\s?:?\s?[0-9]{1,2}(?![0-9.・/_-])")
_SHORT = 10
"""A text of no more letters may be a part's code and the number of a stage."""
# What says that a number counts: "how many", "life". Not "lives", nor "handed".
_HOW_MANY = re.compile(r"(?<![a-z])(?:how (?:many|much)|number of|life|hand|gauge|damage|score|cards)(?![a-z])")
# "cast 1, gauge 0": how many there are of each.
_EACH = re.compile(rf"[^0-9]{{1,24}}[0-9]{{1,2}}\s?[,、]\s?(?!{CUE}|q)(?:(?![0-9_])\w){{2,10}}\s?[0-9]{{1,2}}(?![0-9.])")
# Likewise before the name: "gauge 0, cast 1". Not "attack 1.2, cast 1", which names two steps.
_EACH_BEFORE = re.compile(r"(?:(?![0-9_])\w){2,10}\s?(?<![0-9.])[0-9]{1,2}\s?[,、]\s?$")


def counts(text: str, at: int, number: str) -> bool:
    """Whether a number beside a name that begins at a place is none of a step, by what is around it: "if I call 2", a score."""
    if "." in number:
        return False
    if _BARE_CODE.match(text, at) and len(text) > _SHORT:  # "ep 3 of the anime", "pt 2: what about spells?"
        return True
    before = text[max(0, at - 48) : at]
    if _EACH.match(text, at) or _EACH_BEFORE.search(before):
        return True
    scored = ("-" in number or "/" in number) and _SCORE.search(text) is not None
    return scored or _VERB.search(before) is not None or (number.isdecimal() and _HOW_MANY.search(before) is not None)


class PartName:
    """A part of the rules, by what people call it: its printed names, and `loose` ones, which say it only beside a number."""

    def __init__(self, part: Part, terms: Iterable[Term]) -> None:
        self.part = part
        names = [fold(name) for name in (part.name_en, part.name_ja)]
        code = fold(part.code)
        self.hints = (*(name.split(" ")[0] for name in names), code)
        """Letters of which some stand in every folded text that names it."""
        self._written = "|".join([*map(_begun, names), rf"(?<![a-z]){re.escape(code)}(?![a-z])"])
        self._named = re.compile(f"(?:{self._written})")
        self._terms = terms

    @cached_property
    def _loose(self) -> list[str]:
        return loose_names(self.part, self._terms)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters of each name (`closed`), of which some stand in every text that calls it so."""
        return tuple(
            dict.fromkeys(map(closed, [*self._loose, fold(self.part.name_en), fold(self.part.name_ja), fold(self.part.code)]))
        )

    @cached_property
    def _every(self) -> str:
        return "|".join([self._written, *map(_alone, self._loose)])

    @cached_property
    def _called(self) -> re.Pattern[str]:
        return re.compile(f"(?:{self._every})")

    def warm(self) -> None:
        """Prepare now the pattern that the first question with a number would wait for, some 3 ms for each part."""
        _ = self.letters, self._called

    def named(self, folded: str) -> bool:
        """Whether a folded text names it by a printed name or its code."""
        # A list, not a generator, which would take three times as long as what the hints save.
        return bool([hint for hint in self.hints if hint in folded]) and self.stands_in(folded)

    def stands_in(self, folded: str) -> bool:
        """Likewise of a text that is known to have one of the hints."""
        return self._named.search(folded) is not None

    def calls(self, folded: str) -> bool:
        """Whether a folded text that has a number calls it by any name."""
        return self._called.search(folded) is not None

    def places(self, folded: str) -> Iterator[re.Match[str]]:
        """Where a folded text calls it by any name."""
        return self._called.finditer(folded)

    @cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """The words of its printed English name, with and without the last where that is "phase" or the like."""
        name = fold(self.part.name_en)
        return tuple(tuple(one.split()) for one in (name, *_shortened(name)) if one.isascii())

    def pairs(self, folded: str) -> list[str]:
        """Numbers right behind its name that are a step's, as they are printed, if there is such a step."""
        told = ((name.start(), _PAIR.match(folded, name.end())) for name in self._called.finditer(folded))
        return [_as_step(found["pair"]) for at, found in told if found and not counts(folded, at, found["pair"])]

    def stages(self, folded: str) -> list[str]:
        """Single numbers beside its name."""
        written, called = list(self._named.finditer(folded)), list(self._called.finditer(folded))
        behind = [
            (name, pattern.match(folded, name.end())) for names, pattern in ((written, _STAGE), (called, _TOLD)) for name in names
        ]
        ahead = [(name, _AHEAD_END.search(folded, max(0, name.start() - _GAP), name.start())) for name in called]
        told = [(min(name.start(), found.start()), found["stage"]) for name, found in (*behind, *ahead) if found]
        return [stage for at, stage in told if not counts(folded, at, stage)][:1]


class PartNames:
    """All parts, to be told by what people call them: by the first two letters of each name, then the name, then its pattern."""

    def __init__(self, names: Iterable[PartName]) -> None:
        self.all = tuple(names)

    @cached_property
    def _begun(self) -> dict[str, list[tuple[str, int]]]:
        begun: dict[str, list[tuple[str, int]]] = {}
        for place, name in enumerate(self.all):
            for letters in name.letters:
                begun.setdefault(letters[:2], []).append((letters, place))
        return begun

    def warm(self) -> None:
        """Prepare now what the first question with a number would wait for."""
        _ = self._begun
        for name in self.all:
            name.warm()

    def called(self, folded: str) -> list[PartName]:
        """Those that a folded text with a number calls by any name."""
        letters, begun = closed(folded), self._begun
        pairs = {letters[at : at + 2] for at in range(len(letters))}
        near = {place for pair in pairs & begun.keys() for name, place in begun[pair] if name in letters}
        return [self.all[place] for place in sorted(near) if self.all[place].calls(folded)]


def _as_step(text: str) -> str:
    """Such numbers as they are printed: "3-2", 3の2 and 32 as 3.2."""
    numbers = re.findall(r"[0-9]+", text)
    return ".".join(numbers if len(numbers) > 1 else text)


def closed(folded: str) -> str:
    """A folded text without spaces and hyphens, which names may have or not."""
    return folded.replace(" ", "").replace("-", "")


def _spaced(name: str) -> str:
    """A name with its spaces left out or not."""
    return re.escape(name).replace(r"\ ", r"[\s-]?")


def _begun(name: str) -> str:
    """A name with its spaces left out or not, at the beginning of a word: not in "recall", not in アルコール."""
    return (r"(?<![a-z])" if name.isascii() else "(?<![ァ-ヺー])") + _spaced(name)


def _alone(name: str) -> str:
    """Likewise; a Latin one must begin a word."""
    return rf"(?<![a-z]){_spaced(name)}(?:p?ing)?(?![a-z])" if name.isascii() else _spaced(name)


_KATAKANA = "[ァ-ヴー]{4,}"
_HIRAGANA = {kata: kata - 0x60 for kata in range(ord("ァ"), ord("ヴ") + 1)}


def loose_names(part: Part, terms: Iterable[Term]) -> list[str]:
    """What people call a part beside a number, folded, the longest first: its names cut short, and the forms of its terms."""
    names = [fold(part.name_en), fold(part.name_ja)]
    out = {short for name in names for short in _shortened(name)}
    out |= {one.translate(_HIRAGANA) for one in (*names, *out) if re.fullmatch(_KATAKANA, one)}
    for term in terms:
        printed = {fold(form) for form in (*term.en, *term.ja)}
        if term.game == part.game and printed & set(names):
            typed = (*term.kana, *term.romaji, *term.misspelt, *term.also_en, *term.also_ja, *term.short)
            out |= {*printed, *map(fold, typed)}
    return sorted(
        (form for form in out if len(form) > 1 and not re.search(r"\d|turn$|ターン$", form)), key=lambda form: (-len(form), form)
    )


def _shortened(name: str) -> list[str]:
    """What people make of the name of a part: "attack" of the attack phase, アタック of アタックフェイズ, フェーズ of フェイズ."""
    short = _LAST_WORD.sub("", name)
    return [one for one in (short, name.replace("フェイズ", "フェーズ")) if one != name]
