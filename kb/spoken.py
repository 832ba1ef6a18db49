"""Steps said beside the name of their part, in whatever way: "FP two one two", "8-1 play timing", "second point under attack 2.1".

Only for questions, and only steps that there are: `kb/citations` reads what a pasted text cites, which must be plainer. A name that
is an everyday word, too (call, attack, コール), needs more than others: "equip the last item" and コール2つ目 name no step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice

from kb.chains import KANA, NOUN, ORDINAL, ROMAJI, ROMAN, STEP, THING, Chain, chain_at
from kb.hinted import Hinted
from kb.numbering import COUNTED, HAN, ORDINALS, UNITS, WORDS
from kb.numbering import value as value_of
from kb.outside import any_of
from kb.part_names import PartName, PartNames, counts
from kb.spelling import may_be_cut_short
from kb.store import Store

# The place behind a number that counts nothing: not that before " monsters", 枚 or " points".
_COUNTED = re.compile(rf"{COUNTED}{UNITS}(?!\s(?:points?|size|defense|power|critical)(?![a-z]))")
# What shows that a number goes on: a letter, a digit, ".1". Not a full stop.
_WHOLE = re.compile(r"[a-z]|[0-9]|[.\/:-][0-9]")

# What may stand between a name and its number.
_BEHIND = re.compile(
    r"(?:p?ing)?(?:'s)?(?P<flow>\s?(?:phase|ph\.?|flow|rules?|abilit(?:y|ies)|フロー|フェイズ|フェーズ|する流れ|の流れ|の手順(?!その)|の項目?)(?![a-z])|の中|のところ)?"
    r"\s?[\"'」』\])]?\s?(?P<mark>[,、:>→\/-]?)\s?(?:(?:in|at|の|no(?=\s))\s?)?(?P<bracket>[(\[「\"']?)\s?"
)
# What may stand behind what is named: a mark, "please", って. Not " monsters", nor の人.
_ENDS = re.compile(
    r"\s?(?:$|[?!.,;)」』\]、。]|-\s|(?:plz|pls|please|onegai|says?)(?![a-z])"
    r"|(?:お願い|って|は|を|だけ|まるごと|全[部文]|原文|なんて|何て|何と|読|見せ|教え"
    r"|の\s?(?:heading|text|[全原本]?文|テキスト|内容|中身|こと|ところ|とこ|やつ|説明|話|飛び先)|で?の?ジャンプ(?![ァ-ヺー])))"
)
# Words in brackets at the end. Not "()", nor "((a))" as a whole.
_BRACKETED = re.compile(r"\([^()]+\)$")
# Closing marks, or nothing; _AT_LAST: one bracket and one mark at most, then the end.
_NOTHING = re.compile(r"[)\]?!.\s]*")
_AT_LAST = re.compile(r"[)\]]?[?!.]?$")
# What may follow "the last step of the attack phase".
_NAME_ENDS = re.compile(
    r"(?:p?ing)?(?:\s(?:phase|flow|chart|rules?|timing|abilit(?:y|ies)))*(?!'s\s)"
    r"(?:\s?(?:$|[?!.,;)」』\]]|[=(])|\s(?:called|again|please|plz|pls|says?|about|for|in|do|does|is)(?![a-z]))"
    r"|(?:p?ing)(?:\s(?:an?|the))?\s[a-z]+\s?(?:$|[?!.,])"
)
_OF = r"\s(?:of|in|under|from|for|on|within)\s(?:the\s|an?\s)?(?:flow\s(?:of|for)\s(?:the\s|an?\s)?)?"
_LAST = r"(?:very\s)?(?:last|final)"
_ASKED = r"q ?(?:&|and) ?as?|qas?|faqs?|questions?"
# "the third step of the", "step 3 in", right before a name. Not "third card of the".
_WITHIN = re.compile(
    rf"(?<![a-z0-9-])(?:(?P<cue>{STEP})\s(?P<number>[0-9]{{1,2}}|{any_of([*WORDS, *ROMAN])})|(?P<n>{ORDINAL}|{_LAST})\s"
    rf"(?P<noun>{NOUN}|{_ASKED})){_OF}$"
)
# What makes the number before it, or the "last", another one, or somebody's own: "second to last", "my last question".
_OTHER = re.compile(
    rf"(?:(?<![a-z])(?:to|next|before|but|not|my|your|his|her|our|their|one|an?|another|twenty|thirty|forty)|{ORDINAL})[\s-](?:the\s|very\s)*$"
)
# The stage before a step: "stage 2, third step of". Not "backstage 2".
_STAGE_AHEAD = re.compile(rf"(?<![a-z])(?:stage|part|section)\s(?P<number>[0-9]{{1,2}}|{any_of([*WORDS, *ROMAN])})\s?,?\s$")
# "the last step", "final stage (4)", right behind a name; の最後の手順. Not "last stepping", nor 最後のターン.
_LAST_OF = re.compile(rf"(?:the\s)?{_LAST}\s(?P<noun>{NOUN})(?![a-z])(?:\s[(][0-9]+[)])?")
_LAST_JA = re.compile(rf"の?最後の(?P<noun>手順|ステップ|段階|項目|{_ASKED}|質問)")
_SHORT = rf"(?:[0-9]{{1,2}}|{any_of(WORDS)}|{any_of(list(ROMAN))})"
# "2.1 of the", "2-1", right before a name. Not "v2.1 of the", nor 12.1.1.1.
_AHEAD = re.compile(
    rf"(?<![0-9a-z.\/-])(?P<chain>{_SHORT}(?:\s?[.\/·・-]\s?{_SHORT}){{1,2}})\s"
    r"(?P<link>(?:of|in|under|from|for|on|when|while|during)\s)?(?:the\s|an?\s)?$"
)
# The whole of a question, so no score: "one two one, activated abilities", 1の1、プレイタイミング.
_FIRST_OF_ALL = re.compile(
    rf"^(?P<chain>(?:{any_of(WORDS)})(?:\s(?:{any_of(WORDS)})){{1,2}}|[0-9{HAN}](?:の[0-9{HAN}]){{1,2}}),?(?:、|\s)(?:in\s)?(?:the\s)?$"
)
# What may end a text behind a name: " phase?", の話ね. Not " phase cards".
_LAST_OF_ALL = re.compile(r"(?:p?ing)?(?:\s(?:phase|flow|rules?))?(?:の(?:話|こと|やつ|とこ|ところ))?(?:ね|です)?[?!.。]?$")
# "third sub-bullet of 2.1", "point three of section one", "second paragraph under 2", right before or behind a name.
_NESTED = (
    rf"(?:(?P<n>{ORDINAL})\s{NOUN}|{NOUN}\s(?P<m>[0-9]{{1,2}}|{any_of(WORDS)}))\s(?:of|in|under|below|from|within)\s(?:the\s)?"
    rf"(?:(?:{STEP}|parts?)\s(?P<under>[0-9]{{1,2}}|{any_of(WORDS)})|(?P<dotted>[0-9]{{1,2}}\.[0-9]{{1,2}})|(?<=under\s)(?P<bare>[0-9]{{1,2}}))"
)
_NESTED_AHEAD = re.compile(rf"(?<![a-z0-9-]){_NESTED}(?:{_OF}|,\s(?:the\s)?)$")
_NESTED_BEHIND = re.compile(rf"(?:the\s)?{_NESTED}(?![a-z0-9]|[.\/-][0-9a-z])")
# What says that the number behind it is a rule's: "see", "what is". Not "the".
_ANNOUNCED = re.compile(rf"(?:{STEP}|see|read|rule|quote|show|explain|at|what(?:'?s| is))\s$")
# A number with dots, as the rules print it: 2.1. Not 2-1.
_DOTTED = re.compile(r"[0-9]+(?:\s?\.\s?[0-9]+)+")
# What asks for the jump of a stage: "the jump of", "4, the jump?", 4のジャンプ. Not "jump", nor 4のジャンプカード.
_JUMP = Hinted(
    r"(?:^|(?<![a-z])the\s)jump(?:\sline|\sstep)?(?![a-z])[^?]{0,20}(?<![a-z])(?:of|in|at|from)(?![a-z])"
    r"|[0-9],?\s(?:the\s)?jumps?\W*$|[0-9],?\s(?:の\s?)?[(]?(?:the\s)?jump(?:[)]|\sto\W*$|\sinstruction|\sline|,\swhere|文|\sどこ)"
    r"|(?<![a-z])where it jumps (?:after|from)(?![a-z])"
    r"|[0-9]の?ジャンプ(?:先)?(?![ァ-ヺー])|[0-9](?:番|番目)の(?:「[^」]{1,12}」)?ジャンプ(?=先|の|どこ|[?？]|\s?$)"
    r"|[0-9](?:番|番目)?でジャンプする指示|[0-9](?:番目?)?の飛び先|[(]jump(?:[)]|\sline)"
)
KATAKANA_DOT = re.compile(r"(?<=[ァ-ヺー])・(?=[ァ-ヺ])")
"""A dot within katakana, which names of parts may have or not."""
# A code with dots: "a.p.". Not "p.two".
_INITIALS = re.compile(r"(?<![a-z.])([a-z])\.([a-z])\.?(?![a-z])")
# A number as the rules print it, with the word that announces it: "step 2.1", "q3". Not "v2", 2.1.1.1 or 2枚.
_PRINTED = re.compile(
    rf"(?<![0-9a-z.\/-])(?P<cue>{NOUN}\s)?(?P<number>q?[1-9](?:\.[0-9]{{1,2}}){{0,2}})(?![0-9a-z]|\.[0-9]){COUNTED}"
)
# A Latin word of a folded text; digits and Japanese part two.
_LATIN_WORD = re.compile(r"[a-z]+")
# A name that nobody means otherwise: of two words, a phase, a timing, an ability; or a code.
_PLAIN_NAME = re.compile(r".*(?:\s|timing|フェイズ|フェーズ|フェ$|タイミング|能力|流れ|開始|終了)", re.DOTALL)
# Something without which no step is said.
_HINT = re.compile(
    rf"[0-9{HAN}壱弐参]|(?<![a-z])(?:{any_of([*WORDS, *ORDINALS])}|last|final\s{NOUN}|jumps?)(?![a-z])|ジャンプ|最後の"
    rf"|(?<![a-z])[ivx]+(?:\s?[.・の)?!,-]|\s?$)|{STEP}\s[ivx]+(?![a-z])|(?:{any_of(list(KANA))})\s?(?:[のノ之]|てん)\s?(?:{any_of(list(KANA))})"
    rf"|(?<![a-z])(?:{any_of(list(ROMAJI))})\s(?:no|ten)\s(?:{any_of(list(ROMAJI))})(?![a-z])"
)
# What an ordinal or a number before a name may count: something below a stage, a stage, a step, a thing that may be played, too.
_BELOW = re.compile(r"(?:sub-?)?(?:step|point|section)")
_STAGE = re.compile(r"stage|part|section|heading")
_ALONE = re.compile(r"(?:sub-?)?(?:step|line|point|item|bullet)")
_THING = re.compile(THING)
_STAGE_SAID = re.compile("段階|ステージ|stage")
_PHASE_SAID = re.compile("phase|フェイズ|フェーズ")
# A number behind a colon, as a list has several.
_LISTED = re.compile(r":\s?(?:[0-9]|one|two|three)")
_REACH = 60
_MANY = 12
"""A question names no more parts and numbers; the rest of a longer text is not looked at."""
_LONGEST = 30
"""No row of steps is as long."""
_SMALL = frozenset(("the", "of", "in", "at", "from", "for"))


def _any_value(word: str) -> int:
    """The number that a digit, a word or a roman numeral says."""
    return ROMAN.get(word) or int(value_of(word))


def may_say_a_step(folded: str) -> bool:
    """Whether a folded text has anything without which no step is said; most questions have nothing of it."""
    return _HINT.search(folded) is not None


class SpokenSteps:
    """Reads steps beside the names of parts. `knows` tells which words the KB knows, `game` finds a word that names a game."""

    def __init__(self, parts: PartNames, store: Store, knows: Callable[[str], bool], games: Sequence[re.Pattern[str]]) -> None:
        self._parts = parts
        self._store = store
        self._knows = knows
        self._games = games

    def find(self, folded: str, printed: str, found: Sequence[str]) -> tuple[list[str], list[str]]:
        """The ids that a folded text names, and the words of steps that it names and no text prints, where it names no other.

        Of the ids `found` otherwise each stays where nothing says more. `printed` is this text with numbers as they are printed.
        """
        if not may_say_a_step(folded):
            return list(found), []
        text = _INITIALS.sub(r"\1\2", KATAKANA_DOT.sub("", " ".join(folded.split())))
        said: list[str] = []
        missing: list[str] = []
        for name in sorted(self._parts.called(text), key=lambda name: not name.named(text)):
            said = said or self._beside(name, text, missing)
        said = said or ([] if found else self._misspelt(printed))
        out = _merged(found, said)
        return (self._jump(out) if _JUMP.search(text) else out), ([] if out else missing)

    def _beside(self, name: PartName, text: str, missing: list[str]) -> list[str]:
        """The ids of a part whose numbers stand behind or before its name; `missing` takes in the words of what is not there."""
        for place in islice(name.places(text), _MANY):
            plain = _is_plain(name, text, place)
            inner = _told_before(text, place.start())
            below = inner is not None and _BELOW.match(inner["noun"] or inner["cue"]) is not None
            chain = self._behind(name, text, place, plain=plain, below=below)
            if out := self._nested(name, text, place):
                return out
            if (inner and (out := self._inside(name, text, place, chain, inner, plain=plain))) or (
                chain and (out := self._at(name, chain.slug))
            ):
                return out
            gap = _BEHIND.match(text, place.end())
            last = _LAST_OF.match(text, gap.end()) if gap and plain else None
            last = last if last and _ENDS.match(text, last.end()) else _LAST_JA.match(text, place.end())
            if last and not place[0].endswith("ing") and (out := self._last_of(name, last["noun"], "")):
                return out
            if out := self._ahead(name, text, place):
                return out
            if not self._at(name, "1") and not self._at(name, "1.1"):
                continue
            bracketed = chain is not None and _BRACKETED.search(text, place.end(), chain.end + 1) is not None
            if chain and (chain.cued or bracketed) and (chain.step or plain):
                missing.append(text[place.start() : chain.end + bracketed])
            elif not chain and plain and inner and inner["number"] and _NAME_ENDS.match(text, place.end()):
                missing.append(text[inner.start() : place.end()])
        return []

    def _nested(self, name: PartName, text: str, place: re.Match[str]) -> list[str]:
        """The ids of a step that is told by its place within another, right before or behind a name."""
        start = max(0, place.start() - _REACH)
        ahead = _NESTED_AHEAD.search(text[start : place.start()])
        if ahead and (_OTHER.search(text[start : start + ahead.start()]) or not _NAME_ENDS.match(text, place.end())):
            ahead = None
        gap = _BEHIND.match(text, place.end())
        behind = _NESTED_BEHIND.match(text, gap.end()) if gap else None
        found = ahead or (behind if behind and _ENDS.match(text, behind.end()) else None)
        if found is None:
            return []
        outer = found["dotted"] or value_of(found["under"] or found["bare"])
        return self._at(name, f"{outer}.{value_of(found['n'] or found['m'])}")

    def _inside(
        self, name: PartName, text: str, place: re.Match[str], chain: Chain | None, inner: re.Match[str], *, plain: bool
    ) -> list[str]:
        """The ids of what `inner`, an ordinal or "last" before a name, names: a stage, a Q&A, a step below that behind it."""
        if chain is None and not _NAME_ENDS.match(text, place.end()):
            return []
        noun = inner["noun"] or inner["cue"]
        if not plain and chain is None and (_THING.fullmatch(noun) or (noun.startswith("stage") and _is_short(name, place[0]))):
            return []
        if inner["number"]:
            number, outer = str(_any_value(inner["number"])), _told_before(text, inner.start())
            ahead = _STAGE_AHEAD.search(text[: inner.start()][-_REACH:])
            if outer and outer["number"] and not chain:
                return self._at(name, f"{number}.{_any_value(outer['number'])}")
            if ahead and inner["cue"].startswith("step") and not chain:
                return self._at(name, f"{_any_value(ahead['number'])}.{number}")
            below = self._child(name, number, outer) if outer and outer["n"] else []
            return below or self._at(name, f"{chain.slug}.{number}" if chain else number)
        if chain is None:
            outer = _told_before(text, inner.start())
            if outer and outer["n"] and _STAGE.match(noun) and (stage := self._number(inner)):
                return self._child(name, stage, outer)
            return self._child(name, "", inner)
        if chain.sorts == {"ordinal"}:
            stage = self._number(inner)
            return self._at(name, f"{stage}.{chain.slug}") if stage and _STAGE.match(noun) else []
        return self._child(name, chain.slug, inner)

    @staticmethod
    def _number(told: re.Match[str]) -> str:
        """The number that an ordinal says, "" for "last"."""
        return value_of(told["n"]) if told["n"] and (told["n"][0].isdigit() or told["n"] in ORDINALS) else ""

    def _behind(self, name: PartName, text: str, place: re.Match[str], *, plain: bool, below: bool) -> Chain | None:
        """The numbers behind a name, if they can be those of a step.

        `plain` says that the name means nothing else, `below` that a step of such a number is spoken of before the name.
        """
        gap = _BEHIND.match(text, place.end())
        chain = chain_at(text, gap.end()) if gap else None
        if gap is None or chain is None or _WHOLE.match(text, chain.end) or _COUNTED.match(text, chain.end) is None:
            return None
        if counts(text, place.start(), text[gap.end() : chain.end]):
            return None
        tail = self._past_a_game(text, chain.end)
        ends = tail != chain.end or _ENDS.match(text, tail) is not None
        direct = place.start() == 0 and not text[place.end() : gap.end()].strip() and not chain.cued
        alone = direct and _NOTHING.fullmatch(text, tail) is not None
        if len(chain.numbers) > 1:
            worded = "word" in chain.sorts and not (plain or alone or chain.step)
            if worded or (chain.loose and not (ends and (plain or alone))):
                return None
            spelt = chain.sorts & {"kana", "romaji"}
            return chain if ends or (chain.marked and not spelt) else None
        bracketed = gap["bracket"] == "(" and text[tail : tail + 1] == ")"
        past = self._past_a_game(text, tail + 1) if bracketed else tail
        if not ends or chain.sorts & {"romaji", "kana"} or (bracketed and past == tail + 1 and _ENDS.match(text, past) is None):
            return None
        last = _AT_LAST.match(text, tail) is not None
        if below and chain.sorts == {"digits"}:
            return chain
        if plain and last and chain.sorts <= {"word", "roman"} and chain.numbers[0] > 1:
            return chain
        if chain.sorts == {"roman"}:
            return chain if plain and (bracketed or (chain.cued and chain.numbers != (1,))) else None
        if not plain:
            stage = _STAGE_SAID.search(text[gap.end() : chain.end]) is not None and _is_short(name, place[0])
            return chain if chain.step and not stage else None
        whole = chain.sorts == {"digits"} and tail != chain.end
        told = gap["mark"] == ":" and len(_LISTED.findall(text)) == 1
        return chain if chain.cued or bracketed or told or whole else None

    def _past_a_game(self, text: str, at: int) -> int:
        """Where a text goes on behind a word that names a game, if one stands at a place."""
        for pattern in self._games:
            found = pattern.match(text, at + 1) if text[at : at + 1] == " " else None
            if found:
                return found.end()
        return at

    def _ahead(self, name: PartName, text: str, place: re.Match[str]) -> list[str]:
        """The ids whose number, or the step of whose number, stands before a name. "2-1 in the final phase" is a score."""
        whole = _FIRST_OF_ALL.match(text, 0, place.start()) if _PLAIN_NAME.match(place[0]) else None
        number = _AHEAD.search(text, max(0, place.start() - _REACH), place.start())
        if whole and _LAST_OF_ALL.match(text, place.end()) and (chain := chain_at(whole["chain"], 0)):
            return self._at(name, chain.slug) if chain.end == len(whole["chain"]) else []
        if number is None:
            return []
        if not _DOTTED.fullmatch(number["chain"]) and not _ANNOUNCED.search(text[: number.start()][-_REACH:]):
            link = (number["link"] or "").strip()
            if number.start() > 0 or link not in ("", "of") or "/" in number["chain"] or not _NAME_ENDS.match(text, place.end()):
                return []
        chain = chain_at(number["chain"], 0)
        slug = chain.slug if chain else ""
        within = _told_before(text, number.start())
        return (self._child(name, slug, within) if within and within["n"] else []) or self._at(name, slug)

    def _child(self, name: PartName, base: str, told: re.Match[str]) -> list[str]:
        """The step of a stage, or the stage, the last step or the Q&A of a part, that an ordinal or "last" names."""
        noun = told["noun"]
        head = "q" if noun[:1] in ("q", "f") else f"{base}." if base else ""
        number = self._number(told)
        if not number:
            return self._last_of(name, noun, base)
        alone = not head and _ALONE.match(noun) and not self._at(name, "2")
        return self._at(name, f"{head}{number}") or (self._at(name, f"1.{number}") if alone else [])

    def _last_of(self, name: PartName, noun: str, base: str) -> list[str]:
        """The ids of the last Q&A, step or stage of a part, or of the last step below one."""
        if noun[:1] in ("q", "f", "質"):
            return self._last(name, "q")
        last = self._last(name, f"{base}." if base else "")
        steps = noun.startswith(("step", "手順", "ステップ")) and not base
        return (self._last(name, f"{last[0].rpartition('/')[2]}.") if last and steps else []) or last

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
            bracketed = text[number.start() - 1 : number.start()] == "(" and not any(
                [word.rstrip("s") for word in before[-len(one) :]] == [word.rstrip("s") for word in one]
                for name in self._parts.all
                for one in name.words
            )
            cued = number["cue"] or bracketed
            least = 1 if "." in number["number"] else 2 if cued or number["number"][0] == "q" else 3
            meant = [
                name
                for name in self._parts.all
                if any(len(one) >= least and may_be_cut_short(before, one, self._knows) for one in name.words)
            ]
            out = [ids for name in meant if (ids := self._at(name, number["number"]))]
            if len(out) == 1:
                return out[0]
        return []

    def _jump(self, ids: Sequence[str]) -> list[str]:
        """Where a text speaks of the jump of a stage, the jump rather than the stage."""
        return [f"{id}-jump" for id in ids if self._store.row_of(f"{id}-jump") is not None] or list(ids)

    def _at(self, name: PartName, slug: str) -> list[str]:
        """The ids of a part that have a number."""
        return [self._store.entry_at(row).id for row in self._store.at(name.part.game, name.part.slug, slug)]


def _merged(found: Sequence[str], said: Sequence[str]) -> list[str]:
    """What was found, or what was said where nothing was found.

    A stage below which a step was said is replaced by that step; where there is no such stage, one of the same part is.

    What goes with such a stage, its play timing and another game's of the same number, goes too.
    """
    parts = {id.rpartition("/")[0] for id in said if "." in id}
    above = {one for one in found if any(id.startswith(f"{one}.") for id in said)}
    above = above or {one for one in found if "." not in one and one.rpartition("/")[0] in parts}
    if not found or not above:
        return list(found or said)
    games = {one.partition("/")[0] for one in above}
    kept = [one for one in found if one not in above and one.partition("/")[0] in games]
    return [*said, *(one for one in kept if not any(one.startswith(f"{stage}-") for stage in above))]


def _is_plain(name: PartName, text: str, place: re.Match[str]) -> bool:
    """Whether a name means nothing but the part: no everyday word such as call or アタック, unless it is called a flow."""
    gap = _BEHIND.match(text, place.end())
    flow = gap is not None and gap["flow"] is not None and not gap["flow"].startswith("の中")
    code = name.part.code.casefold()
    return flow or _PLAIN_NAME.match(place[0]) is not None or (place[0] == code != name.part.name_en.casefold())


def _is_short(name: PartName, said: str) -> bool:
    """Whether a part was called by its name without "phase": "the last stage of evolution" is none of the phase's."""
    return "phase" in name.part.name_en.casefold() and _PHASE_SAID.search(said) is None


def _told_before(text: str, at: int) -> re.Match[str] | None:
    """What an ordinal, "last" or a step's number says right before a place ("the third step of the"), if it is that."""
    start = max(0, at - _REACH)
    found = _WITHIN.search(text, start, at)
    return None if found is None or _OTHER.search(text, start, found.start()) else found
