"""How much a step counts that a question names: whether the step is asked for, or something else beside it."""

from __future__ import annotations

import re

from kb.numbering import CUE

LONG_REFERENCE = 90
"""Letters of a question that asks for more than the step that it names."""
BESIDE = 0.05
"""How much a step counts that is named beside what is asked, where 1 is a question that asks for the step."""
ASKED = 0.6
"""How much one counts about which something is asked that is neither what comes next nor where it leads."""
# What comes before or after: "next", 3.2の後. Not 攻撃の後の2, which is a step of what comes after, nor "nextdoor".
_NEXT = re.compile(
    r"(?<![a-z])(?:after|before|next|follow(?:s|ing)?)(?![a-z])|次|[のた]後(?!の\s?[0-9])|[のる]前|のあと(?!の\s?[0-9])"
)
# Words that ask for a text: "quote", 見せて. Not "showed", nor "reading".
_SHOW = re.compile(
    r"(?<![a-z])(?:explain|tell me|quote|show|see|read|pull up|display|paste|link|post|cite|copy|look up|find"
    r"|(?:could|would) you|text (?:of|for))(?![a-z])"
    r"|教え|見せ|見れ|見たい|説明|原文|読|出せ|出して"
)
# Words that ask what a step is or says: "what does", って何, 中身. Not "whatever".
_FOR_A_STEP = re.compile(
    r"(?:って|は|て)(?:何|なに|どれ|どんな|どこ)|どんな内容|書いて|中身|のこと|の\s?[0-9]+(?:\.[0-9]+)+[?？]?$"
    r"|(?<![a-z])(?:which is|what(?:'s| is| does)|says?)(?![a-z])"
)
# Words for what follows on a step, or leaves it out: "leads to", "go back", 進みます, 以外. Not "going", nor "returned".
_GOES_ON = re.compile(
    r"(?<![a-z])(?:leads?|return|(?:go|goes|move|moves|skip|jump|back) (?:to|on|back)|proceed|continue|start over|other than|except"
    r"|off limits|instead)(?![a-z])|進[まみむめ]|戻|移[らりる]|以外|飛[ばぶ]|どの手順|何番|どこ[でにへ]"
)
# What asks whether something is so: "can i …", "…, does the …", …ますか. Not "what can i".
_ASKS = re.compile(
    r"(?:^|[,.:]\s)(?:so |then )?(?:can|may|could|do|does|must|should|will|is|are)"
    r" (?:i|we|you|he|she|they|it|my|his|the|an?)(?![a-z])"
    r"|(?:ますか|ですか|る|よね|でいい|ていい|可能|だけ|やり直し|合ってる)[?？]?$"
)
# "Cast, 1.2: do I …", アタックフェイズ2.1.1で…: the step comes first, behind the name of its part.
_AT_FIRST = re.compile(
    r"(?![^\w]*(?:so |then |and )?(?:can|may|could|do|does|did|must|should|will|would|is|are|am|was|has|have)(?![a-z]))"
    rf"[^\w]*(?:(?:[a-z]+[^\w]+){{0,5}}?|(?:(?![0-9、。])\w){{0,12}}の?)(?:[0-9]+(?:\.[0-9]+)+|{CUE}\s[0-9])"
)
_AUXILIARY = r"(?:can|could|may|might|must|do|does|did|is|are|am|was|were|will|would|should|has|have)"
# "Call 1.4: …", "AP Q3 can I …", アタック1.1.2、…, コールの1.4で…, "… (Call 1.4)": a step is cited, then something is asked of it.
# No edition is one, and none that is only on the way ("after 3.3 do we …").
_CITED = re.compile(
    rf"(?![^\w]*(?:so |then |and )?{_AUXILIARY}(?![a-z]))"
    r"(?![^:;,、0-9]{0,60}(?:(?<![a-z])(?:editions?|ed|en|ja|after|before|to|from|until|past|than|at)(?![a-z])|版))[^\w]*"
    r"(?:(?:[a-z]+[^\w:;,?]+){1,6}?|(?:(?![0-9、。?])\w){1,12}の?)"
    rf"(?:(?:q\s?)?[0-9]+(?:\.[0-9]+)*\)?|{CUE}\s[0-9]+)\.?"
    rf"(?:\s?[:;,、]\s?[\"「『(\[]?\w|\s[–—-]\s?\w|では?|番では?|\s(?:{_AUXILIARY}|if|when|my|i|he|she|we|opp|opponent|what|who|how|why|which)(?![a-z]))"
    r"|.*[?.!。]\s?[(\[][^()\[\]]{2,40}[0-9]\.?[)\]]\s?[?.]?$"
)
# What asks where a step leads: "what next", "where do we go", 次は. Not "nowhere to".
_WHAT_NEXT = re.compile(
    r"(?<![a-z])(?:what(?:'s| is| comes| happens| do we do)? (?:after|next)|where (?:do|to|next|now)|(?:go|back) where)(?![a-z])"
    r"|次[はにの]|[前後]に?は?(?:何|なに)|どの手順"
)


def pointed(folded: str) -> float:
    """How much a step counts that a folded question names: 1 where it is asked for, BESIDE where something is asked about it.

    "What comes after 5.1?" and "do we go to 2.2?" are answered by other steps than those; "Call 1.4: can I …?" by the one
    that is cited.
    """
    if _SHOW.search(folded):
        return 1.0
    if _CITED.match(folded):
        return BESIDE if _WHAT_NEXT.search(folded) else 1.0
    if _NEXT.search(folded):
        return BESIDE
    if _FOR_A_STEP.search(folded):
        return 1.0
    if _GOES_ON.search(folded):
        return BESIDE
    asked = len(folded) > LONG_REFERENCE or (_ASKS.search(folded) and not _AT_FIRST.match(folded))
    return ASKED if asked else 1.0
