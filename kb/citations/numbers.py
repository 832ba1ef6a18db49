"""Printed numbers in a text that may be a rule's: steps (3.2.1), questions (Q4), single numbers (3), and other games' (702.19b)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.citations.amounts import has_unit, is_amount, is_day, is_value, is_version
from kb.citations.view import View

# A step: two to four places of one or two digits, none beginning with 0. Not 2019.6.2, 3.50, 0.5, 1.2.3.4.5 or the 7.1 in 17.10.5;
# a single letter after it belongs to it (3.2.1b), two or more are a unit (2.5kg).
_STEP = re.compile(r"(?<!\d)(?<!\d\.)[1-9]\d?(?:\.[1-9]\d?){1,3}(?![\d]|\.\d)(?P<tail>[a-z](?![a-z]))?(?![a-z])")
# A question: Q4, question 4, 質問4. Not the Q4 of "faq4", "Q4.1", "Q4 2017", "Q4 sales".
_ASKED = re.compile(
    r"(?<![a-z0-9])(?:q ?& ?a\s?(?:の\s?)?(?:q\.?\s?)?|q\.?\s?|questions?\s|質問\s?)(?:no\.? ?|number |#\s?)?(?P<number>[1-9]\d?)"
    r"(?![\d]|\.\d|[a-z]|\s(?:19|20)\d\d|\s(?:sales|earnings|results|revenue))"
)
# Three or four digits before the dot: another game's numbering, never ours. Not 1,500.5 or 2019.6.2.
_FOREIGN = re.compile(r"(?<!\d)(?<!\d[.,])\d{3,4}\.\d{1,3}[a-z]?(?![\d]|\.\d|[a-z])")
# One number alone, which is a rule's only beside a name. Not a part of any longer number or word, no percentage, no clock time.
_SINGLE = re.compile(r"(?<![\d])(?<!\d[.,:])[1-9]\d?(?![\d%]|[.,:]\d|[a-z])")

# A word that announces a rule's number: "rule 3.2", "see 3.2.1", "手順3.2". It stands right before the number.
_CUE = re.compile(
    r"(?:(?<![a-z])(?:steps?|stages?|rules?|rulings?|sections?|sec\.?|clauses?|paragraphs?|points?|items?|no\.?|numbers?|see|per|under|"
    r"cf\.?|q ?& ?a|citing|cites?|quot(?:es?|ing)|read|check)|§|#|ルール|手順|ステップ|項目|項|条|第)\s?[(\[]?\s?$"
)
# The comprehensive rules of other games, by the name that those go by.
_ELSEWHERE = re.compile(r"(?<![a-z])(?:cr|comp(?:rehensive)? rules?|mtr|ipg|総合ルール)\s?$")
# A noun of another thing that the number is of: 謎のQ2, ダメージ処理の3.2.2, "[Soulguard] 3.2.2". Not 次の, 上記の, 相手の,
# nor a box to tick, "[ ]".
_OTHERS = re.compile(
    r"(?<!次)(?<!上)(?<!下)(?<!前)(?<!後)(?<!同)(?<!先)(?<!記)(?<!述)(?<!続)(?<!初)(?<!手)(?<!者)(?<!私)(?<!僕)(?<!俺)(?<!君)"
    r"(?:(?<=[\u30a1-\u30fa\u30fc\u4e00-\u9fff」])|(?<=[^ x\[]\]))の?\s?$"
)
# What may follow a single number that is a rule's: an end, a bracket, a verb of saying, a Japanese particle. Not "2 monsters",
# "2体", "3 of my cards", "2か所".
_SINGLE_ENDS = re.compile(
    r"$|\s?[.,;:!?()\]}、。」』\"'&]|\s?[/~-](?!\s?\d)"
    r"|\s(?:and|or|is|says?|states?|reads?|has|have|does|was|covers?|which|that|then|applies|apply|happens|"
    r"comes|settles|because|before|after|when|where|vs)(?![a-z])"
    r"|\s?(?:は|が|を|に|で(?!き)|と|も|や|の|か(?!所|月|ら)|から|まで|です|だ|番|項|節|条|って|によ)"
)
# What may follow a number of two places that nothing announces, for it to be taken for a rule's: what may follow a single one, or a
# small word. Not "5.1 surround", "3.5 inches", "4.1/5".
_BARE_ENDS = re.compile(
    r"\s(?:in|it|the|we|he|she|you|they|i|my|to|for|of|with|but|so|if|there|this|that|also|not|only|just|clearly|would|will|can|cannot|"
    r"must|should|may|might|lets?|allows?|forbids?|means?|tells?|gives?|matters?|counts?|settles?|too|again|first|instead|here|above|"
    r"below|at)(?![a-z])"
)
# A product before its version: a capitalised word that is none of those that begin a sentence ("USB 3.2", "GPT-4.1"). Not one at
# the end of a line.
_PRODUCT = re.compile(
    r"(?<![\w-])(?!(?:In|By|So|And|But|The|From|If|Then|Is|Not|Also|To|Or|For|As|With|What|Where|Does|After|Before|Only|Next|Finally|"
    r"Both|Unlike|Like|Because|Since|At|On|Here|Now|First|Second|Until|While|Just|Even|Compare|Use|Skip|Can|My|Your|His|Her|Our)\b)"
    r"i?[A-Z][\w+.-]*[ -](?!\n)$"
)
_REACH = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number at a place of a view. `slug` is as ids have it (3.2.1, q4); `sort` is step, asked, single or foreign.

    `cue` where a word announces a rule's number, `elsewhere` where another game's rules do, or are spoken of; `unit` where a unit
    follows, `counts` where the words around it make it an amount, a score, a date or a version; `value` where it is what something
    is, `others` where it stands beside a noun that is no name known to be its own, `document` where another document is named
    with it. A number of three places has no unit.
    """

    first: int
    last: int
    slug: str
    sort: str
    cue: bool
    elsewhere: bool
    unit: bool
    counts: bool
    value: bool
    others: bool
    document: bool = False

    @property
    def depth(self) -> int:
        """How many places a step has: 3 for 3.2.1."""
        return self.slug.count(".") + 1


def find_numbers(folded: str) -> list[Number]:
    """All numbers of a view that could be a rule's, in order, none overlapping."""
    out: list[Number] = []
    end = 0
    for first, last, slug, sort in sorted(_all(folded), key=lambda one: (one[0], -one[1])):
        if first < end:
            continue
        end = last
        before = folded[max(0, first - _REACH) : first]
        two = sort != "asked" and slug.count(".") < 2
        unit = two and has_unit(folded, last)
        amount = unit or (is_amount(folded, last, slug, before) if two else sort == "step" and is_day(slug, before))
        out.append(
            Number(
                first=first,
                last=last,
                slug=slug,
                sort=sort,
                cue=_CUE.search(before) is not None,
                elsewhere=_ELSEWHERE.search(before) is not None,
                unit=unit,
                counts=amount or is_version(before),
                value=two and is_value(before),
                others=_OTHERS.search(before) is not None,
            )
        )
    return out


def _all(folded: str) -> Iterator[tuple[int, int, str, str]]:
    for found in _FOREIGN.finditer(folded):
        yield *found.span(), found.group(), "foreign"
    for found in _STEP.finditer(folded):
        yield *found.span(), found.group(), "step"
    for found in _ASKED.finditer(folded):
        yield *found.span(), f"q{found['number']}", "asked"
    for found in _SINGLE.finditer(folded):
        yield *found.span(), found.group(), "single"


def may_end(folded: str, last: int) -> bool:
    """Whether a single number that ends here may be a rule's, by what follows it."""
    return _SINGLE_ENDS.match(folded, last) is not None


def stands_alone(view: View, number: Number) -> bool:
    """Whether a number that nothing announces may be a rule's, by what follows it; one of three places always may."""
    if number.depth > 2 or view.parted(view.lines, number.last - 1, number.last):
        return True
    return may_end(view.folded, number.last) or _BARE_ENDS.match(view.folded, number.last) is not None


def after_a_product(view: View, number: Number) -> bool:
    """Whether the word before a number is a name in capitals, whose version it then is."""
    start, _ = view.span(number.first, number.last)
    return _PRODUCT.search(view.text, max(0, start - _REACH), start) is not None
