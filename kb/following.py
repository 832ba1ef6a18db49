"""The steps before and after a step that a question names: "what comes after Cast 2.3?" is answered by 2.4."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise
from operator import itemgetter
from typing import Any

_DO = (
    r"(?:\s(?:do|does|should|must|can|would|will|did)\s(?:we|i|you|it|he|she|they|one)"
    r"(?:\s(?:do|go|move|proceed|get|happen))?(?:\sto|\son)?)?"
)
_COMES = (
    r"(?:'s|\sis|\sare|s)?(?:\sthe)?(?:\s(?:next|very|right|immediately|directly|straight|step|steps|thing|one|line|comes?|goes"
    r"|happens|stands|is|to|do))*"
)
# The whole of a number, so that a long one is not tried again from each of its digits.
_NUMBER = r"(?<![0-9])(?<![0-9]\.)(?P<{}>[0-9]+(?:\.[0-9]+)*)(?![0-9%]|\.[0-9])"
_NAMED = r"(?:[a-z'’()\[\]-]+\s){0,7}?"
# "what comes after (attack phase) 3.2", "next step after 3.2", "where do we go after 5.2"
_AFTER = re.compile(
    rf"(?<![a-z])(?:(?:what|where|which){_DO}{_COMES}|(?:the\s)?next(?:\s(?:step|thing|one))?|(?:the\s)?step(?:\sright|\sdirectly)?)"
    rf"\s(?:after|following|follows|behind|from)\s{_NAMED}{_NUMBER.format('n')}"
    # "after 9.2 do we go to 10.1", "attack phase 3.2, what next", "3.2 then what"
    rf"|(?<![a-z])after\s{_NAMED}{_NUMBER.format('m')}\)?,?\s(?:what|where|which|do\s(?:we|i|you)\s(?:go|move|jump|return|proceed)|then\swhat)(?![a-z])"
    rf"|{_NUMBER.format('o')}\)?,?\s(?:then\swhat|and\sthen(?=\s?[?]?$)|what(?:'s|s|\sis)?\s(?:comes\s)?next|next\sstep|what\sfollows)(?![a-z])"
)
_BEFORE = re.compile(
    rf"(?<![a-z])(?:what{_COMES}|which{_COMES}|(?:the\s)?step(?:\sright|\sdirectly)?)\s(?:before|precedes)\s{_NAMED}{_NUMBER.format('n')}"
)
_ASKS_JA = (
    r"(?=.{0,14}(?:何|なに|なん|どこ|どう|どの|どれ|どん|手順|ステップ|教え|知りたい|すること|やること|行うこと|進|戻|って)"
    r"|は?(?:です|でしょう|だっけ|かな|なの)?[か?？]?$)"
)
# アタックフェイズの2.3の次は何, 2.1.1のプレイタイミングの後に何を, 2.3が終わったら次はどこ
_TSUGI = re.compile(
    rf"{_NUMBER.format('n')}\.?(?:の[^0-9?？。、のはがを]{{1,9}})?"
    rf"(?:の?(?:すぐ|直)?(?:次|つぎ|後|あと)(?!攻|衛)|(?:が|を|まで)?(?:終わ|済|やっ|来|き)[っんた][たでら]ら?[、,\s]?(?:次|その?後|そのあと|あと)?)[はにでの、,\s]?{_ASKS_JA}"
)
_MAE = re.compile(rf"{_NUMBER.format('n')}\.?の(?:すぐ|直|1つ|一つ|ひとつ)?(?:前|まえ)[はにで]?{_ASKS_JA}")

Ways = dict[str, list[str]]


def _headings(stages: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The first stage of each number, which the play timing behind it may share, with the jumps that end it."""
    for _, group in groupby(stages, key=itemgetter("number")):
        same = list(group)
        yield {"id": same[0]["id"], "jumps": [id for stage in same for id in stage["steps"] if id.endswith("-jump")]}


class Following:
    """What stands before and after each step of the flows of a KB, by ids."""

    def __init__(self, flows: Iterable[Mapping[str, Any]]) -> None:
        """`flows` are records of that sort: their ways on, and their stages in order."""
        self._after: Ways = {}
        self._before: Ways = {}
        for flow in flows:
            named = sorted(flow["edges"], key=lambda edge: edge["kind"] == "next")  # what the text names before what comes next
            for edge in named:
                self._add(edge["from"], edge["to"], back=edge["kind"] == "next")
            for one, other in pairwise(_headings(flow["stages"])):
                for jump in one["jumps"]:
                    self._add(one["id"], jump, back=False)
                self._add(one["id"], other["id"], back=True)

    def _add(self, one: str, other: str, *, back: bool) -> None:
        for ways, source, target in ((self._after, one, other), *([(self._before, other, one)] if back else [])):
            if target not in ways.setdefault(source, []):
                ways[source].append(target)

    def find(self, folded: str, references: Sequence[str], parts: Sequence[str]) -> list[str]:
        """The ids of what comes after or before the step that a folded question names so; none where it asks something else.

        Where it names none otherwise ("what is after 4 in the preparation phase") the step is that of the one part that is named.
        """
        out: list[str] = []
        for ways, patterns in ((self._after, (_AFTER, _TSUGI)), (self._before, (_BEFORE, _MAE))):
            said = next((found for pattern in patterns if (found := pattern.search(folded))), None)
            if said is not None:
                number = next(filter(None, said.groups()))
                named = references or [f"{part}/{number}" for part in parts if len(parts) == 1]
                out += chain.from_iterable(ways.get(id, ()) for id in named if id.endswith(f"/{number}"))
        return list(dict.fromkeys(out))
