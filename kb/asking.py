"""Which sentence of a text asks, and of whose claim: the words by which a question is put."""

from __future__ import annotations

import re
from functools import lru_cache

from kb.claims import asks_who_is_right, may_ask_who_is_right, without_other_claims
from kb.fold import fold
from kb.hinted import Hinted

# What may stand behind a verb as its subject.
SUBJECT_EN = (
    r"(?:i|my|we|he|she|they|it|its|you|the|an?|this|that|these|those|his|her|their|your|our|both|opp|opponent|any|all|each|one|two"
    r"|first|second|nobody|no one|anyone|someone|everyone|there|players?|monsters?|cards?|spells?|items?|impacts?|damage)\b"
)
# A verb by which a question begins: "can", "isn't". Not "cannot", nor "candle".
VERB_EN = re.compile(
    r"(?:can|could|may|do|does|did|is|are|am|was|were|will|would|should|must|has|have|isn't|aren't|don't|doesn't)\b"
)
VERBS_EN = r"(?:can|could|may|do|does|did|is|are|am|will|would|should|must)"
# "Is he right?", which asks of what was said before.
_OF_A_CLAIM_EN = Hinted(
    r"(?:and |so |but )?(?:is|was|isn't|does|do|who's|who is)(?: (?:he|she|they|that|it|this|i|my \w+|opp\w*|the \w+))?"
    r" (?:right|correct|true|wrong|accurate|valid|so|(?:the|a) (?:case|rule|thing)"
    r"|(?:have|has|got) (?:it|that|this) (?:right|wrong))"
    r"(?: here| about (?:that|this|it))?\s*\?*$"
)
# 「…と言われた。合ってる？」, likewise.
_OF_A_CLAIM_JA = Hinted(
    r"(?:これ|それ|この(?:説明|理解|解釈|認識|裁定)|相手)?(?:は|って|で|が)?"
    r"(?:合って|あって|正し|本当|ほんと|まじ|マジ|そうな|そうです|ですよね|だよね|でしょ|間違(?:って|い))"
)
# A Japanese sentence with a verb of its own: 「…と言われた。使えますか？」.
_ASKED_JA = re.compile(r"[ァ-ヶ一-龥ぁ-ん]{2}(?:ます|ですか|る|い|た)(?:か|の|よね|かな|んですか|のですか)?[?？]?$")
# A tag behind what is taken to be so ("it's legal, isn't it?"), or "can't i?" by itself.
_NEGATED_EN = r"(?:(?:is|are|was|were|do|does|did|has|have|ca|could|wo|would|should)n'?t|ain'?t)"
QUESTION_TAG_EN = Hinted(rf"(?:,\s*{_NEGATED_EN} (?:that|this|there)|,?\s*\b{_NEGATED_EN} (?:i|he|she|they|it|we|you))\s*\?*\s*$")
# Where a sentence of a folded text ends.
_ENDS = re.compile(r"(?<=[?。？！])(?![?。？！!])\s*|(?<=[.!])\s+(?=\w)")


@lru_cache(maxsize=512)
def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a folded text."""
    return tuple([stripped for piece in _ENDS.split(text) if (stripped := piece.strip())])


def asking(text: str) -> str:
    """The sentence that asks: the last with a mark of question, else the last; with the one before where it asks only of that."""
    pieces = sentences_of(text)
    marked = [place for place, piece in enumerate(pieces) if piece.endswith(("?", "か。"))]
    if not pieces:
        return text
    at = marked[-1] if marked else len(pieces) - 1
    alone = at == 0 or (len(pieces[at]) > 14 and not _of_a_claim(pieces[at]))
    return pieces[at] if alone else f"{pieces[at - 1]} {pieces[at]}"


def asking_part(text: str) -> str | None:
    """The sentence that says how a question is put, with the claim that it asks of, folded; None where it says no more.

    "My monster is rested. It has [Double Attack]. May it attack?" tells a case before it asks.
    """
    folded = of_one_claim(text)
    if len(sentences_of(folded)) < 2:
        return None
    put = put_of(folded)
    return put if len(put.replace(" ", "")) < len(folded.replace(" ", "")) else None


def of_one_claim(text: str) -> str:
    """The folded text without claims that it does not ask about (`kb.claims`)."""
    folded = fold(text)
    return one_claim(folded) or folded


@lru_cache(maxsize=256)
def one_claim(folded: str) -> str | None:
    """A folded text without claims that it does not ask about; None where it asks about one that nobody makes."""
    return without_other_claims(folded, sentences_of(folded)) if may_ask_who_is_right(folded) else folded


@lru_cache(maxsize=256)
def put_of(text: str) -> str:
    """The sentence that says how a question is put; with the one before where it asks of what was said there."""
    asked = asking(text)
    last = (sentences_of(asked) or (asked,))[-1]
    whole = VERB_EN.match(last) or _ASKED_JA.search(last)
    return last if whole and not _of_a_claim(last) else asked


def _of_a_claim(sentence: str) -> bool:
    """Whether a sentence only asks of what was said before ("is he right?", 合ってる？)."""
    return any(pattern.match(sentence) for pattern in (_OF_A_CLAIM_EN, _OF_A_CLAIM_JA)) or asks_who_is_right(sentence)
