"""Two people say different things, and a question asks whether one of them is right: what is asked is that one's claim.

"I say it goes to the drop zone. She says it stays. Is she right?" asks whether it stays. Where it cannot be told what the one who
is asked about said, no verdict may be given.
"""

from __future__ import annotations

import re

# A claim that says something only beside another's ("he says four", "I say no").
_SAYS_LITTLE = re.compile(r"\S*|(?:no|none|never|not|nothing)(?: at all| \w{1,5})?", re.ASCII)
ME = "i"
"""Whoever asks; others are named by their own words."""

_OTHER_EN = (
    r"(?:he|she|they|opp(?:onent)?s?|(?:my|the|his|her|our|their|another|a|one|some) (?:other |first |second |little |older )?"
    r"(?!(?:cards?|texts?|rules?|rulebook|rulings?|sheet|page|print|app|manual|errata|faq|wiki|site|website|document|glossary|deck|timing"
    r"|order|count|phase|effects?|abilit(?:y|ies)|flags?|options?|spells?|items?|monsters?|digimon|attack|play|move)\b)[a-z]+"
    r"|[a-z]*friend|brother|sister|dad|mom|someone|somebody|p[12]|n?ap|player [ab12])"
)
_SAYS_EN = re.compile(
    r"(?:^|(?<=[,;:] )|(?<=\bbut )|(?<=\band )|(?<=\bwhile )|(?<=\bwhereas )|(?<=\bbecause )|(?<=\bnow ))"
    rf"(?P<who>i|we|{_OTHER_EN}) (?:just |still |also |always |then |even |now )?"
    r"(?:says?|said|claim(?:s|ed)?|thinks?|thought|insist(?:s|ed)?|argue[sd]?|believe[sd]?|tells? me|told (?:me|him|her|them)"
    r"|reckons?|swears?|swore|maintains?)(?![a-z])(?: that)?[,:]? ?"
)
_PRONOUNS = ("he", "she", "they")
_FACING_EN = re.compile(r"(?:my |the |our )?opp(?:onent)?s?")
# What joins one claim to the next.
_LINK_EN = re.compile(r"[,;]?(?: (?:but|and|while|whereas))?[,;]?$")
_WHO_IS_RIGHT_EN = re.compile(
    rf"(?:and |so |but )?(?:is|was|isn't|am|are|were|aren't|does|do|did) (?P<who>i|we|{_OTHER_EN})"
    r" (?:right|correct|wrong|mistaken|in the right|(?:have|has|got) (?:it|that|this) (?:right|wrong))"
    r"(?: here| then| about (?:that|this|it))?[?.]*$"
)
_PERSON_JA = (
    r"(?:俺|おれ|私|わたし|あたし|僕|ぼく|自分|うち|こっち|こちら|対戦相手|相手|あいて|向こう|あっち|友達|ともだち|友人|弟|兄|妹|姉|母|父"
    r"|お母さん|お父さん|お兄ちゃん|お姉ちゃん|ママ|パパ|息子|娘|彼女|彼|あいつ|ジャッジ|審判|店員|先輩|後輩)"
)
_ME_JA = frozenset(("俺", "おれ", "私", "わたし", "あたし", "僕", "ぼく", "自分", "うち", "こっち", "こちら"))
_FACING_JA = frozenset(("対戦相手", "相手", "あいて", "向こう", "あっち", "彼", "彼女", "あいつ"))
_THINKS_JA = r"(?:言|いう|いって|云|主張|思|おも|考え|聞|信じ|譲ら|返)"
# 相手は「…」と言う。 俺は…だと思ってた。
_SAYS_JA = re.compile(
    rf"^(?P<who>{_PERSON_JA})(?:さん|の方)?(?:は|が|も|、)(?P<claim>.{{2,}}?)(?:と|って)(?:は)?{_THINKS_JA}[^。]*。?$"
)
# …と相手。 …って友達が言う。
_SAID_JA = re.compile(
    rf"^(?P<claim>.{{2,}}?)(?:へ|だ)?(?:と|って)、?(?P<who>{_PERSON_JA})(?:さん)?(?:[がはも](?:{_THINKS_JA}[^。]*)?)?。?$"
)
_WHO_IS_RIGHT_JA = re.compile(
    rf"^(?:じゃあ|で、|この場合、?)?(?P<who>{_PERSON_JA})(?:さん)?(?:の(?:言う|いう|言い分|方|ほう|主張|理解|認識|解釈|言ってる)[^。?]{{0,4}})?"
    r"(?:が|は|で|の)?(?:合|あって|正し|間違|まちが|勘違い|あたり|当たり)"
)


def asks_who_is_right(sentence: str) -> bool:
    """Whether a folded sentence only asks if somebody is right."""
    return _WHO_IS_RIGHT_EN.match(sentence) is not None or _WHO_IS_RIGHT_JA.match(sentence) is not None


def claim_asked(folded: str, sentences: tuple[str, ...]) -> str | None:
    """A folded text without the claims that its question does not ask about; the text as it is where nobody else claims anything.

    `sentences` are those of the text. None where a question whether somebody is right does not tell what that one said.
    """
    at = max((place for place, one in enumerate(sentences) if one.endswith("?")), default=len(sentences) - 1)
    case, final = sentences[:at], sentences[at:]
    if not case:
        return folded
    asked = _WHO_IS_RIGHT_EN.match(final[0])
    if asked:
        kept = _of(_who_en(asked["who"]), [piece for one in case for piece in _claims_en(one)])
    else:
        asked = _WHO_IS_RIGHT_JA.match(final[0])
        kept = _of(_who_ja(asked["who"]), [_claim_ja(one) for one in case]) if asked else list(case)
    return None if kept is None else " ".join([*(piece if piece[-1] in ".!?。" else f"{piece}." for piece in kept), *final])


def _of(asked: str, pieces: list[tuple[str, str]]) -> list[str] | None:
    """Of pieces of a text, with who says them ("" for the case): the case, then what the one who is asked about says.

    "He" is the one other who is named. Whether "I" am right is not told where only another's claim is: it may be of what I did.
    """
    named = {who for who, _ in pieces if who and who not in (ME, *_PRONOUNS)}
    if len(named) == 1:
        (other,) = named
        pieces = [(other if who in _PRONOUNS else who, piece) for who, piece in pieces]
        asked = other if asked in _PRONOUNS else asked
    people = {who for who, _ in pieces if who}
    if len(people - {ME}) == 1 and asked not in people and asked != ME:
        (asked,) = people - {ME}
    own = [piece for who, piece in pieces if who == asked]
    little = not own or (own[-1].isascii() and _SAYS_LITTLE.fullmatch(_SAYS_EN.sub("", own[-1], count=1).rstrip(".! ")))
    if little and people - {asked}:
        return None
    return [piece for piece in (*(piece for who, piece in pieces if not who), *own) if piece]


def _claims_en(sentence: str) -> list[tuple[str, str]]:
    """A sentence cut before each claim in it, with who says it."""
    found = list(_SAYS_EN.finditer(sentence))
    if not found:
        return [("", sentence)]
    starts = [one.start() for one in found]
    before = sentence[: starts[0]].strip()
    ends = [*starts[1:], len(sentence)]
    cut = [sentence[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    claims = [(_who_en(one["who"]), _LINK_EN.sub("", piece)) for one, piece in zip(found, cut, strict=True)]
    # "it stays rested, he says."
    if before.endswith(",") and before.strip(", ") and _SAYS_EN.fullmatch(f"{claims[0][1].rstrip('.!?')} "):
        return [(claims[0][0], before.rstrip(",")), *claims[1:]]
    return ([("", before)] if before else []) + claims


def _claim_ja(sentence: str) -> tuple[str, str]:
    """A sentence with who says what it says; "" where it tells the case."""
    found = _SAYS_JA.match(sentence) or _SAID_JA.match(sentence)
    return (_who_ja(found["who"]), sentence) if found else ("", sentence)


def _who_en(word: str) -> str:
    return ME if word in ("i", "we") else "opponent" if _FACING_EN.fullmatch(word) else word


def _who_ja(word: str) -> str:
    return ME if word in _ME_JA else "opponent" if word in _FACING_JA else word
