"""Numbers and what bounds them: "3 or greater" against 3より大きい, 0 against 0以下, a number that one side lacks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.detect.align import Aligned
from ingest.detect.anchors import REFERENCE
from ingest.detect.detected import Detected
from ingest.detect.words import english, unnamed

_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "once": 1, "twice": 2, "thrice": 3,
}  # fmt: skip
_KANJI = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}

# A number with the words that bound it. Not a number inside a word or code ("SD2", "X2"), a footnote or a list number ("2.").
_EN = re.compile(
    r"(?P<before>(?:at least|no less than|at most|no more than|up to(?: only)?|less than|fewer than|below|under|more than"
    r"|greater than|over|above|exceed(?:s|ing)?|exactly|precisely|only)\s+)?(?<![\w.])(?P<number>\d+"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|once|twice|thrice)(?![\w]|\.\d)(?P<after>\s+(?:\w+\s+)?or\s+(?:more|greater|higher|above|less|fewer|lower|below))?",
    re.IGNORECASE,
)
_BOUNDS_EN = (
    ("at least", ">="), ("no less than", ">="), ("at most", "<="), ("no more than", "<="), ("up to", "<="), ("less than", "<"),
    ("fewer than", "<"), ("below", "<"), ("under", "<"), ("more than", ">"), ("greater than", ">"), ("over", ">"), ("above", ">"),
    ("exceed", ">"), ("exactly", "="), ("precisely", "="), ("only", "<="),
)  # fmt: skip
# A number, its counter word, and the bound after it. Kanji numbers only before a counter: not 一方, 唯一, 一般.
_JA = re.compile(
    r"(?P<exact>ちょうど|丁度)?(?<![A-Za-z\d.-])(?:(?P<number>\d+)|(?P<kanji>[一二三四五六七八九十](?=[つ枚回度人種個体])))"
    r"(?!\.\d)\s*(?:ポイント|[つ枚回度人種個体点]|種類|ターン)?(?:の[^\s、。]{1,4})?"
    r"(?P<bound>以上|以下|未満|より大き|より多|を超え|超|まで(?!に)|より小さ|より少な|しか|だけ|のみ)?"
)
_BOUNDS_JA = {
    "以上": ">=", "以下": "<=", "未満": "<", "より大き": ">", "より多": ">", "を超え": ">", "超": ">", "まで": "<=",
    "より小さ": "<", "より少な": "<", "しか": "<=", "だけ": "<=", "のみ": "<=",
}  # fmt: skip
# What stands before the second number of a range: 0~3まで, 1から4まで.
_RANGE = re.compile(r"\d\s*(?:[~～〜-]|から)\s*$")
# Words for more than one without a number. They only lighten a flag, so a 両 inside another word does no harm.
_SEVERAL_JA = re.compile(r"複数|どちら|両|お互い|双方|いずれ")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its bound: >=, >, <=, <, = or "" for none."""

    number: int
    bound: str


def amounts(text: str, language: str) -> list[Amount]:
    """The amounts that a text names, in order; step references and list numbers left out."""
    text = "".join(unicodedata.normalize("NFKC", letter) if letter.isdigit() else letter for letter in REFERENCE.sub(" ", text))
    if language == "en":
        return [_english(found) for found in _EN.finditer(text)]
    return [_japanese(found) for found in _JA.finditer(text)]


def _japanese(found: re.Match[str]) -> Amount:
    number = int(found["number"]) if found["number"] else _KANJI[found["kanji"]]
    if found["exact"]:
        return Amount(number, "=")
    ranged = _RANGE.search(found.string[: found.start()]) is not None
    return Amount(number, "" if ranged else _BOUNDS_JA.get(found["bound"] or "", ""))


def _english(found: re.Match[str]) -> Amount:
    word = found["number"].lower()
    number = int(word) if word.isdigit() else _WORDS[word]
    if found["after"]:
        return Amount(number, ">=" if re.search(r"more|greater|higher|above", found["after"], re.IGNORECASE) else "<=")
    before = (found["before"] or "").lower()
    return Amount(number, next((bound for words, bound in _BOUNDS_EN if before.startswith(words)), ""))


def numbers(both: Aligned) -> Iterator[Detected]:
    """Flags for an amount whose bound differs, and for one that only one side names; 1 counts only by its bound."""
    en, ja = amounts(unnamed(both.en), "en"), amounts(unnamed(both.ja), "ja")
    for number in sorted({amount.number for amount in en} & {amount.number for amount in ja}):
        bounds_en = sorted(amount.bound for amount in en if amount.number == number)
        bounds_ja = sorted(amount.bound for amount in ja if amount.number == number)
        if number != 1 and (set(bounds_en) ^ set(bounds_ja)) - ({""} if len(bounds_en) != len(bounds_ja) else set()):
            yield both.flag(f"numbers: {_said(number, bounds_en)} / {_said(number, bounds_ja)}", "contradiction", 0.8)
    for number in sorted({a.number for a in en} - {a.number for a in ja} - {1}):
        weight = 0.4 if _SEVERAL_JA.search(both.ja.text) and number != 2 else 0.5
        yield both.flag(f"numbers: {number} / none", "contradiction" if ja else "extra", weight)
    for number in sorted({a.number for a in ja} - {a.number for a in en} - {1}):
        yield both.flag(f"numbers: none / {number}", "contradiction" if en else "omission", 0.5)
    yield from _comparison(both)


# Strict and even comparisons without a number. "more than one" is no comparison; 以上 and 以下 count only after a word, for at the
# head of a clause they mean "above" and "below" in the text.
_MORE_EN = english(r"(?:higher|greater|more|larger|bigger) than(?! one)|exceeds?")
_LESS_EN = english(r"(?:lower|less|smaller|fewer) than")
_EVEN_EN = english(
    r"equal(?: to)?,? (?:or|and)|or (?:more|greater|higher|less|fewer|lower)|at least|at most|up to|equal|two or more"
)
_MORE_JA = re.compile(r"より(?:大き|多|高)|超え|上回")
_LESS_JA = re.compile(r"より(?:小さ|少な|低)|未満|下回")
_EVEN_JA = re.compile(r"(?<=[\w)）])以上|(?<=[\w)）])以下|まで|同じ|等し")


def _comparison(both: Aligned) -> Iterator[Detected]:
    """Flags "more than" against 以上 and "or more" against より大きい where no number stands."""
    en, ja = both.en.text, both.ja.text
    strict_en, strict_ja = bool(_MORE_EN.search(en) or _LESS_EN.search(en)), bool(_MORE_JA.search(ja) or _LESS_JA.search(ja))
    even_en, even_ja = bool(_EVEN_EN.search(en)), bool(_EVEN_JA.search(ja))
    if (strict_en and not even_en and even_ja and not strict_ja) or (even_en and not strict_en and strict_ja and not even_ja):
        yield both.flag("numbers: over / or more", "contradiction", 0.7)


def _said(number: int, bounds: list[str]) -> str:
    return ", ".join(f"{bound}{number}" for bound in bounds)
