"""Two people say different things, and a question asks whether one of them is right: what is asked is that one's claim.

"I say it goes to the drop zone. She says it stays. Is she right?" asks whether it stays. Where it cannot be told what the one who
is asked about said, no verdict may be given.
"""

from __future__ import annotations

import re

from kb.hinted import Hinted

ME = "i"
"""Whoever asks; others are named by the noun for them, whom one plays against by FACING."""
FACING = "opponent"
_PRONOUNS = ("he", "she", "they")
# Who is no "she", and no "he".
_MALE, _FEMALE = (
    ("brother", "dad", "father", "husband", "guy", "boy", "man"),
    ("sister", "mom", "mother", "wife", "girl", "lady", "woman"),
)

_OTHER_EN = (
    r"(?:he|she|they|opp(?:onent)?s?|(?:my|the|his|her|our|their|another|a|one|some)"
    r" (?:other |first |second |little |older |best )?"
    r"(?!(?:cards?|texts?|rules?|rulebook|rulings?|sheet|page|print|app|manual|errata|faq|wiki|site|website|document|glossary|deck|timing"
    r"|order|count|phase|effects?|abilit(?:y|ies)|flags?|options?|spells?|items?|weapons?|monsters?|attack|play|move|reading|take|claim"
    r"|understanding|interpretation|wording|translation|impact|keyword|sign|internet)\b)[a-z]+"
    r"|[a-z]*friend|brother|sister|dad|mom|someone|somebody|p[12]|n?ap|player [ab12])"
)
# Who says something, at the beginning of a clause: "she says that", "my friend claims". Not "the card says".
_SAYS_EN = re.compile(
    r"(?:^|(?<=[,;:] )|(?<=\bbut )|(?<=\band )|(?<=\bwhile )|(?<=\bwhereas )|(?<=\bbecause )|(?<=\bnow )|(?<=\bso )|(?<=\bthen )"
    r"|(?<=\byesterday )|(?<=\bactually ))"
    rf"(?P<who>i|we|{_OTHER_EN}) (?:just |still |also |always |then |even |now )?"
    r"(?:says?|said|claim(?:s|ed)?|thinks?|thought|insist(?:s|ed)?|argue[sd]?|believe[sd]?|tells? me|told (?:me|him|her|them)"
    r"|reckons?|swears?|swore|maintains?|keeps? saying|(?:is|am|are) sure)(?![a-z])(?: that)?[,:]? ?"
)
# What joins one claim to the next, and what is told of the one who claims ("and won't listen", "which I don't believe").
_LINK_EN = re.compile(r"[,;]?(?: (?:but|and|while|whereas|so|then))?[,;]?$")
_MANNER_EN = re.compile(r"(?:,? (?:and|but) (?:won't|doesn't|does not|refuses|will not|isn't)|, which) .*$")
# A claim that says something only beside another's.
_LITTLE_EN = re.compile(
    r"\S*|(?:no|none|never|not|nothing)(?: at all| \w{1,5})?|(?:the )?(?:opposite|otherwise|different(?:ly)?)"
    r"|(?:i|he|she|it|they|you|we) (?:can|may|does|do|is|are|will)(?: ?not|n't)?"
)
_WHO_IS_RIGHT_EN = Hinted(
    rf"(?:and |so |but )?(?:is|was|isn't|am|are|were|aren't|does|do|did) (?P<who>i|we|{_OTHER_EN})"
    r" (?:right|correct|wrong|mistaken|in the right|(?:have|has|got) (?:it|that|this) (?:right|wrong))"
    r"(?: here| then| about (?:that|this|it))?[?.]*$"
)
# Any other way to ask for it.
_ASKS_OF_CLAIMS = re.compile(
    r"(?:\S+ ){0,7}\S*\b(?:right|correct|wrong|mistaken|(?:has|have) a point)\b(?: \S+){0,4}$"
    r"|[^。]{0,14}(?:正し|合って|あってる|間違って|通り|とおり|正解|勘違い)[^。]{0,8}$"
)
_HINT = Hinted(r"right|correct|wrong|mistaken|a point|正し|合って|あって|間違|まちがって|通り|とおり|正解|勘違い|当たり")
_PERSON_JA = (
    r"(?:俺|おれ|オレ|私|わたし|あたし|僕|ぼく|ボク|自分|うち|こっち|こちら|対戦相手|相手|あいて|向こう|あっち|友達|友だち|ともだち|友人"
    r"|弟|兄|妹|姉|母|父|お母さん|お父さん|お兄ちゃん|お姉ちゃん|ママ|パパ|息子|娘|彼女|彼|あいつ|ジャッジ|審判|店員|店長|先輩|後輩)"
)
_ME_JA = frozenset(("俺", "おれ", "オレ", "私", "わたし", "あたし", "僕", "ぼく", "ボク", "自分", "うち", "こっち", "こちら"))
_FACING_JA = frozenset(("対戦相手", "相手", "あいて", "向こう", "あっち"))
_PRONOUNS_JA = {"彼": "he", "彼女": "she", "あいつ": "they"}
_THINKS_JA = r"(?:言|いう|いって|云|主張|思|おも|考え|聞|信じ)"
# 相手は「…」と言う。 俺は…だと思ってた。
_SAYS_JA = re.compile(rf"^(?P<who>{_PERSON_JA})(?:さん|の方)?(?:は|が|も|、).{{2,}}?(?:と|って)(?:は)?{_THINKS_JA}[^。]*。?$")
# …と相手。 …って友達が言う。
_SAID_JA = re.compile(rf"^.{{2,}}?(?:へ|だ)?(?:と|って)、?(?P<who>{_PERSON_JA})(?:さん)?(?:[がはも](?:{_THINKS_JA}[^。]*)?)?。?$")
# How it is said (言って譲らない).
_MANNER_JA = re.compile(r"(?:って|て|いて|が|けど)、?(?:譲|ゆず|きか|聞か|納得|信じ|折れ|引か)[^。]*")
_SECOND_JA = re.compile(rf"(?:、|けど){_PERSON_JA}(?:さん|の方)?(?:は|が|も)[^。]{{2,}}?(?:と|って)(?:は)?{_THINKS_JA}")
_WHO_IS_RIGHT_JA = Hinted(
    rf"^(?:じゃあ|で、|この場合、?)?(?P<who>{_PERSON_JA})(?:さん)?(?:の(?:言う|いう|言い分|方|ほう|主張|理解|認識|解釈|言ってる)[^。?]{{0,4}})?"
    r"(?:が|は|で|の)?(?:合って|あって[るい]|正し|間違(?:って|い)|まちがって|勘違い|正解|当たり)[^。?]{0,8}[?。]*$"
)

Piece = tuple[str, str]
"""Who says something, "" where the case is told, and the words."""


def may_ask_who_is_right(folded: str) -> bool:
    """Whether a folded text has any word of such a question; most have none, and are told in one look."""
    return _HINT.search(folded) is not None


def asks_who_is_right(sentence: str) -> bool:
    """Whether a folded sentence asks no more than if somebody is right."""
    return _WHO_IS_RIGHT_EN.match(sentence) is not None or _WHO_IS_RIGHT_JA.match(sentence) is not None


def without_other_claims(folded: str, sentences: tuple[str, ...]) -> str | None:
    """A folded text without the claims of those that its question does not ask about: the case, the claim, the question.

    `sentences` are those of the text. It stays as it is where the question does not ask who is right. None where it does, and it
    cannot be told what the one who is asked about says.
    """
    at = max((place for place, one in enumerate(sentences) if one.endswith("?")), default=len(sentences) - 1)
    case, final = sentences[:at], sentences[at:]
    if not final:
        return folded
    pieces = [piece for one in case for piece in _pieces(one)]
    asked = _who_is_asked(final[0]) if case else None
    if asked is None:
        people = {who for who, _ in (pieces or _pieces(final[0])) if who}
        several = len(people) > 1 or any(map(_two_in_one, case or final[:1]))
        return (
            None if several and _ASKS_OF_CLAIMS.fullmatch((final[0] if case else _last_clause(final[0])).rstrip("?. ")) else folded
        )
    if any(map(_two_in_one, case)):
        return None
    kept = _heard(asked, pieces)
    return None if kept is None else " ".join([*(piece if piece[-1] in ".!?。" else f"{piece}." for piece in kept), *final])


def _heard(asked: str, pieces: list[Piece]) -> list[str] | None:
    """The case, then what the one who is asked about says; None where that one says nothing that can be understood alone.

    "He" may be another who was named before. Whether "I" am right is not told by another's claim alone: it may be of what I did.
    """
    named = {who for who, _ in pieces if who not in ("", ME, *_PRONOUNS)}
    if len(named) == 1:
        (other,) = named
        first = next(place for place, (who, _) in enumerate(pieces) if who == other)
        same = {who for place, (who, _) in enumerate(pieces) if who in _PRONOUNS and place > first and _may_be(who, other)}
        pieces = [(other if who in same else who, piece) for who, piece in pieces]
        people = {who for who, _ in pieces}
        asked = other if asked in _PRONOUNS and asked not in people and _may_be(asked, other) else asked
    people = {who for who, _ in pieces if who}
    if people <= {asked}:
        return [piece for _, piece in pieces if piece]
    own = [piece for who, piece in pieces if who == asked]
    if not own or _says_little(own[-1]):
        return None
    return [piece for piece in (*(piece for who, piece in pieces if not who), *own) if piece]


def _may_be(pronoun: str, person: str) -> bool:
    return person not in {"he": _FEMALE, "she": _MALE}.get(pronoun, ())


def _says_little(claim: str) -> bool:
    """Whether an English claim says something only beside another's ("he says four", "I say no", "she says the opposite")."""
    return claim.isascii() and _LITTLE_EN.fullmatch(_SAYS_EN.sub("", claim, count=1).rstrip(".! ")) is not None


def _who_is_asked(sentence: str) -> str | None:
    """Who is asked about in a sentence that asks if somebody is right."""
    found = _WHO_IS_RIGHT_EN.match(sentence)
    if found:
        return _who_en(found["who"])
    found = _WHO_IS_RIGHT_JA.match(sentence)
    return _who_ja(found["who"]) if found else None


def _last_clause(sentence: str) -> str:
    return re.split(r"[,;、] ?|(?<=\w) so (?=(?:is|am|are|was)\b)", sentence)[-1]


def _two_in_one(sentence: str) -> bool:
    """Whether two people speak in one Japanese sentence, or in quotation marks, which are not told apart."""
    found = _SAYS_JA.match(sentence) or _SAID_JA.match(sentence)
    if found:
        return _SECOND_JA.search(sentence, found.end("who") + 1) is not None
    return '"' in sentence and len({one["who"] for one in _SAYS_EN.finditer(sentence.replace('"', " "))}) > 1


def _pieces(sentence: str) -> list[Piece]:
    """A sentence cut before each claim in it."""
    found = _SAYS_JA.match(sentence) or _SAID_JA.match(sentence)
    return [(_who_ja(found["who"]), _MANNER_JA.sub("", sentence))] if found else _pieces_en(sentence)


def _pieces_en(sentence: str) -> list[Piece]:
    found = list(_SAYS_EN.finditer(sentence))
    if not found:
        return [("", sentence)]
    starts = [one.start() for one in found]
    before = sentence[: starts[0]].strip()
    ends = [*starts[1:], len(sentence)]
    cut = [sentence[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    claims = [(_who_en(one["who"]), _MANNER_EN.sub("", _LINK_EN.sub("", piece))) for one, piece in zip(found, cut, strict=True)]
    # "it stays rested, he says."
    if before.endswith(",") and before.strip(", ") and _SAYS_EN.fullmatch(f"{claims[0][1].rstrip('.!?')} "):
        return [(claims[0][0], before.rstrip(",")), *claims[1:]]
    return ([("", before)] if before else []) + claims


def _who_en(words: str) -> str:
    who = words.rsplit(" ", 1)[-1] if not words.startswith("player ") else words
    return ME if who in ("i", "we") else FACING if who.startswith("opp") else who


def _who_ja(word: str) -> str:
    return ME if word in _ME_JA else FACING if word in _FACING_JA else _PRONOUNS_JA.get(word, word)
