"""The numbers by which people name a rule, said in many ways, put as the rules print them: 3.2.1 and Q2.

"3-2-1", "three point two", "third question", 三の二の一, 2つ目の質問. Only for questions: what a pasted text cites must be plainer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from kb import number_words
from kb.fold import fold
from kb.hinted import Hinted
from kb.model import Part, Term

WORDS, ORDINALS = number_words.CARDINALS[:12], number_words.ORDINALS[:12]
HAN = "".join(number_words.HAN[:10])
_ROMAN = {"ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8"}
"""Not i and v: "question i have"."""

_ROMANS = "|".join(sorted(_ROMAN, key=len, reverse=True))
_U = "|".join(sorted(WORDS, key=len, reverse=True))
_AND_LAST = r"(?:\sand\s(?:last|final))?"
_ORDINAL = rf"(?:{'|'.join(ORDINALS)}|[0-9]{{1,2}}(?:st|nd|rd|th))"
_CARDINAL = rf"(?:{_U}|[0-9]{{1,2}})"
_KANJI = rf"(?:[{HAN}]|[0-9]{{1,2}})"
_QUESTION = r"(?:questions?|q ?(?:&|and) ?a|qa|faq|q)"
_SHITSUMON = r"(?:質問|質疑|q ?& ?a|qa|faq|問い|q(?![a-z0-9]))"
# What follows such words, and what does not: "first question: …" numbers what somebody asks himself.
_ASKED = (
    r"(?=\s?(?:$|[?),]|[.!]\s?$|(?:(?:of(?!\s(?:my|his|her|our|their|us|them|these|those|your))|on|in|for|under|from|about)\s(?![^?]*:)"
    r"|plz|pls)))"
)
_OF_HIS_OWN = r"(?!です|だけど|なんだ|なんです|\s?[、,:])"

CUE = r"(?:steps?|stages?|parts?|sections?|headings?|paragraphs?|items?|clauses?|no\.?|number|手順|ステップ|項目|tejun)"
"""A word that announces the number of a step."""
COUNTED = (
    r"(?!\s?(?:(?:monsters?|cards?|damage|gauge|times|lives|life|spells?|impacts?|items?|attackers?|weapons?|copies)(?![a-z])"
    r"|[枚体回人つ個点目種度本発]|分(?!の)|秒|時間|週|円|倍|戦目|勝|敗|対[0-9]|打点|キル|弾|番?手(?!順)|面|列|段攻|連|ラウンド|ライフ|ドロー|チャージ|ダメ|コス|ポイント|ゲーム|号機|番(?:強|乗|勝|最)|ch|番?目?の(?:モンスター|カード|アイテム|魔法|攻撃|人|試合|デジモン)|コスト|ダメージ|ゲージ|ターン(?!ファイター)|条件|のモンスター))"
)
"""No number of a rule: what stands behind it is counted."""
UNITS = (
    r"(?!\s?(?:(?:points?(?!\s(?:of|in|under))|cm|euros?|dollars?|seconds?|minutes?|hours?|gauge|cards?|damage|average|omw|per)(?![a-z])"
    r"|[%倍円秒]|ch(?![a-z])))"
)
"""Likewise, where the number has dots."""


_LATIN = re.IGNORECASE | re.ASCII
"""Letters of either case; no others that Python takes for them, such as the Turkish i."""
_EACH_NUMBER = re.compile(rf"[0-9]+|[{HAN}]|{_U}", _LATIN)


def _dotted(found: re.Match[str]) -> str:
    """The numbers of what was found with dots between them."""
    return ".".join(map(value, _EACH_NUMBER.findall(found[0])))


def _asked(found: re.Match[str]) -> str:
    """The question that was found as Q2, behind a word that stood between ("third cross-series question")."""
    said = found.groupdict()
    return f"{said.get('of') or ''} Q{value(said.get('n') or 'first')} "


def value(word: str) -> str:
    """A number as digits: two, second, 2nd, 二, ii."""
    word = word.lower()
    return _ROMAN.get(word) or ("1" if word == "i" else str(number_words.value(word)))


# three point two point one, 2 point 1; three-two-one
_POINTED = re.compile(rf"(?<![a-z0-9.]){_CARDINAL}(?:,?[\s-]?(?:point|dot)[\s-]?{_CARDINAL}){{1,3}}(?![a-z0-9])", _LATIN)
_SPELLED = re.compile(rf"(?<![a-z-])(?:{_U})(?:-(?:{_U})){{2,3}}(?![a-z-])", _LATIN)
# 三の二の一, 四・二, 二点四
_IN_HAN = re.compile(rf"(?<![{HAN}0-9])[{HAN}](?:[の点・][{HAN}]){{1,3}}(?![{HAN}0-9]){COUNTED}")
# 3-2-1, 3の2の1. Not 3-2, which is a range, a date or a telephone number.
_DASHED = Hinted(rf"(?<![0-9.-])[0-9]{{1,2}}(?:(?:-[0-9]{{1,2}}){{2,3}}|(?:の[0-9]{{1,2}}){{2,3}})(?![0-9]|\.[0-9]|-){COUNTED}")
# third question, 2nd Q&A, third cross-series question
_ASKED_LAST = re.compile(
    rf"(?<![a-z0-9])(?<!my\s)(?<!our\s)(?<!your\s)(?<!his\s)(?<!her\s)(?P<n>{_ORDINAL}|(?<!the\s)#[0-9]{{1,2}}){_AND_LAST}(?P<of>\s[a-z-]+)?\s{_QUESTION}{_ASKED}",
    _LATIN,
)
# question two, Q.III, Q&A 4, question no. 4, FAQ 2; QA4
_ASKED_FIRST = re.compile(
    rf"(?<![a-z0-9]){_QUESTION}(?:\.|\s|\sno\.?\s?|\snumber\s|\s?#\s?)\s?(?P<n>(?:{_U}|{_ROMANS}){_ASKED}|i(?=\s?[?.]?\s?$)|[0-9]{{1,2}})(?![a-z0-9]|\.[0-9])",
    _LATIN,
)
_ASKED_BARE = re.compile(r"(?<![a-z0-9])(?:qa|faq)(?P<n>[0-9]{1,2})(?![a-z0-9]|\.[0-9])", _LATIN)
# 2つ目の質問, 三番目のQ&A; 5問目, 5問目のQ&A; 質問その1, QAの2番目; 最初の質問; shitsumon 4
_SHITSUMON_LAST = re.compile(
    rf"(?P<n>{_KANJI})(?:(?:つ|番|問|個|こ)(?:目|め)の?{_SHITSUMON}{_OF_HIS_OWN}|番の(?:q ?& ?a|qa|faq)(?![a-z]))", _LATIN
)
_DAI = re.compile(rf"第(?P<n>{_KANJI})(?:の?(?:{_SHITSUMON}){_OF_HIS_OWN}|問(?=\s?(?:$|[?をの])))", _LATIN)
_MONME = re.compile(rf"(?P<n>{_KANJI})問(?:目|め)(?:の{_SHITSUMON})?", _LATIN)
_SHITSUMON_FIRST = re.compile(
    rf"{_SHITSUMON}\s?(?:の|その|(?:[,、]\s?)?no\.?|[,、]\s?(?=(?:[0-9]{{1,2}}|[{HAN}])(?:つ目|番目?|問目)\s?$))?\s?(?P<n>{_KANJI})(?:番目|つ目|問目|番)?(?![0-9枚体回人つ個点件:]|\.[0-9])",
    _LATIN,
)
_SAISHO = re.compile(rf"最初の{_SHITSUMON}{_OF_HIS_OWN}|(?:q ?& ?a|qa|faq)の?(?:最初|先頭)(?:の(?:1[つ個]|やつ))?(?=\s?$)", _LATIN)
_TOI = re.compile(rf"(?<![一-鿿])問\s?(?P<n>{_KANJI})(?=\s?(?:$|[?。をの](?!問)))", _LATIN)
_SHITSUMON_LATIN = re.compile(r"(?<![a-z])shitsumon\s?(?:no\.?\s?)?(?P<n>[0-9]{1,2})(?![0-9]|\.[0-9])", _LATIN)
# third step, 2nd stage; step three; 2番目の手順
_STEP_LAST = re.compile(rf"(?<![a-z0-9-])(?P<n>{_ORDINAL}){_AND_LAST}\s(?:step|stage)(?![a-z])", _LATIN)
_STEP_FIRST = re.compile(rf"(?<![a-z])(?!no\sone){CUE}\s(?P<n>{_U})(?![a-z]|\.[0-9]|[\s-](?:{_U})(?![a-z]))", _LATIN)
_TEJUN_LAST = re.compile(rf"(?P<n>{_KANJI})(?:つ|番|個|こ)(?:目|め)の(?:手順|ステップ)")

OWN_LIST = re.compile(
    r"[^\w]*(?:q\s?|question\s|質問|問)1(?!\d|\s(?:of|in|under)|の)(?!.{0,8}(?:q|question|質問)\s?2).+(?:q\s?|question\s|質問|問)2(?!\d)"
)
"""A person's own questions, numbered: "Q1 can I …? Q2 can he …?"."""
_VERSION = Hinted(
    r"(?<![a-z])(?:(?:version\s[0-9]+(?:\.[0-9]+)+(?=\sof\sthe\s(?:app|game|client|site)))|average(?:s|\sis|\sof)?\s[0-9]+(?:\.[0-9]+)+)"
    r"|(?:(?:^|(?<=[\u3040-\u30ff\u3400-\u9fff]))[^\w\u3040-\u30ff\u3400-\u9fff]*(?:(?:app|game|client)\s)?|(?:app|game|client)\s)ver(?:sion)?s?\.?\s?[0-9]+(?:\.[0-9]+)+"
    r"|(?:^バージョン|アプリの?バージョン|平均)\s?[0-9]+(?:\.[0-9]+)+",
    _LATIN,
)
# third rule change, change number 2 of the rules, rule change three; ルール変更その3, 変更点の1つ目
_CHANGE_LAST = re.compile(
    rf"(?<![a-z0-9-])(?P<n>{_ORDINAL})\s(?:rules?\schanges?|changes?\s(?:to|in|of)\s(?:the\s)?(?:new\s)?rules?)(?![a-z])", _LATIN
)
_CHANGE_FIRST = re.compile(
    rf"(?<![a-z])(?:rules?\schanges?\s(?:no\.?\s?|number\s|#\s?)?(?P<n>{_U})(?![a-z])"
    r"|(?<!\s)changes?\s(?:no\.?|number|#)?\s?(?P<m>[0-9])(?![0-9.])(?=\s(?:to|in|of)\s(?:the\s)?(?:new\s)?rules?(?![a-z])))",
    _LATIN,
)
_HENKO = re.compile(
    rf"(?:ルールの?変更(?:点)?\s?(?:の|その|第)?\s?(?P<n>{_KANJI})(?:つ目|番目?|個目|点目)?|変更点の?\s?(?P<m>{_KANJI})(?:つ目|番目?|個目|点目))(?![0-9枚体回人個点])"
)

_DOTTED = (_POINTED, _SPELLED, _IN_HAN, _DASHED)
_QUESTIONS = (
    _ASKED_LAST,
    _ASKED_FIRST,
    _ASKED_BARE,
    _SHITSUMON_LAST,
    _DAI,
    _MONME,
    _SHITSUMON_FIRST,
    _SAISHO,
    _TOI,
    _SHITSUMON_LATIN,
)
_STEPS = (_STEP_LAST, _STEP_FIRST, _TEJUN_LAST)
_CHANGES = (_CHANGE_LAST, _CHANGE_FIRST, _HENKO)
# Something of what the forms above begin or end with; most questions have none of it, and are told in one look.
_HINT = Hinted(
    rf"[0-9]\s?[\/_・。ーの-]\s?[0-9]|(?:point|dot|step|stage|part|section|heading|paragraph|item|clause|tejun|question|faq|shitsumon)"
    rf"|(?<![a-z])q|質問|質疑|問|change|変更|[{HAN}][の点・.][{HAN}]|(?:目|め)の(?:手順|ステップ)|(?:{_U})-(?:{_U})-",
    _LATIN,
)


def without_versions(text: str) -> str:
    """A text without numbers with dots that are none of a rule: version 1.4, an average of 2.3."""
    return _VERSION.sub(" ", text)


def may_say_a_number(text: str) -> bool:
    """Whether a text has anything of what the numbers of rules are said with; one printed as the rules print it needs none."""
    return _HINT.search(text) is not None


def dashed(text: str) -> str:
    """A text with numbers such as 3-2-1 and 3の2の1 as they are printed."""
    return _DASHED.sub(_dotted, text)


# "Overturn Q2: can I …" cites one; "Q2: can I …" and "hi judge, q2: …" number a person's own questions.
_COLON = re.compile(
    r"^([^\w]*(?:(?!(?:hi|hey|hello|judges?|my|next|ok|okay|so|and|also|quick|another|sir|ref|guys|please|then|now|two|more|new)(?![a-z]))"
    r"[a-z]+(?:['-]+[a-z]+)*['-]*[^\w'-][^\w]*){1,6}?q\s?[0-9]{1,2}|[^\w]*[ぁ-んァ-ヺー一-龥「」『』【】]{2,16}q\s?[0-9]{1,2})\s?[:：](?=[\s\"「『【\[]*\w)",
    re.IGNORECASE,
)


def printed(text: str) -> str:
    """A text with the numbers of rules as they are printed, whatever way they were said; all else stays."""
    if not may_say_a_number(text):
        return text
    text = _COLON.sub(r"\1,", text)
    for pattern in _DOTTED:
        text = pattern.sub(_dotted, text)
    for pattern in _QUESTIONS:
        text = pattern.sub(_asked, text)
    for pattern in _STEPS:
        text = pattern.sub(lambda found: f" step {value(found['n'])} ", text)
    for pattern in _CHANGES:
        text = pattern.sub(lambda found: f" rule change {value(next(filter(None, found.groups())))} ", text)
    return text


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
_AHEAD = re.compile(
    rf"(?:(?:{CUE}|points?(?=\s?[0-9]+\s(?:of|in|under)\s))\s?[(]?|[(](?=[0-9]{{1,2}}[)]\s(?:of|in|under)\s))(?P<stage>[0-9]{{1,2}})[)]?"
    r"\s?,?\s(?:(?:of|in|for|from|under|on)\s)?(?:the\s|an?\s)?(?:flow\s(?:of|for)\s)?[\"'「]?"
)
_AHEAD_END = re.compile(f"{_AHEAD.pattern}$")
_GAP = 60
"""A number stands no further before a name."""


_LAST_WORD = re.compile(r"(?:\s?phase|フェイズ|\s?abilities|能力)$")


_VERB = re.compile(r"(?<![a-z])(?:i|we|you|he|she|they|to|can|may|must)\s(?:(?:special|normal|buddy)\s)?$")
_SCORE = re.compile(
    r"(?<![a-z])(?:won|wins?|lost|lose|beat|tied|drew|draw|ended|trade|score|lead|record|prize|tournament|event|maketa|katta|[ap]m)(?![a-z])"
    r"|勝|負け|相打ち|引き分け|の順[でに]|賞品|大会"
)
_BARE_CODE = re.compile(r"[a-z]{2,3}\s?:?\s?[0-9]{1,2}(?![0-9.・/_-])")
_SHORT = 10
"""A text of no more letters may be a part's code and the number of a stage."""
_HOW_MANY = re.compile(r"(?<![a-z])(?:how (?:many|much)|number of|life|hand|gauge|damage|score|cards)(?![a-z])")
# "cast 1, gauge 0": how many there are of each.
_EACH = re.compile(rf"[^0-9]{{1,24}}[0-9]{{1,2}}\s?[,、]\s?(?!{CUE}|q)(?:(?![0-9_])\w){{2,10}}\s?[0-9]{{1,2}}(?![0-9.])")
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
