"""Says of quoted words whose they are said to be: those of the citation that a colon, a verb of saying or a bracket joins them to.

Of words that a person speaks, that are joined to nothing, or that could be of either of two citations, it is not said for sure.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.citations.model import Citation
from kb.citations.quotes import Quote

_REACH = 120
"""Letters that may stand between a citation and the words that are quoted from it."""
_TERM = 12
"""Letters that a term in brackets has less than."""
# What says of which edition a citation is, behind it: "(EN 3)", "@bf-en-3", "in the Japanese text", 第3版.
_EDITION = (
    r"(?:\s?[)）\]］]?\s?[(（\[［][^()（）\[\]［］\n]{1,40}[)）\]］]|@[a-z0-9-]+|の?(?:第 ?\d ?版|日本語版|英語版|旧版|最新版)"
    r"|,?\s(?:in|of|from|by|the|en|ja|jp|english|japanese|current|latest|newest|older|oldest|old|first|second|third|original|edition"
    r"|version|ed\.?|texts?|rules?|rulebook|wording|document|[1-9])(?![a-z]))*"
)
_OFTEN = r"(?:(?:also|clearly|explicitly|specifically|literally|currently|only|just|still|now|already|actually|even)\s)?"
_VERB = r"(?:says?|said|states?|stated|reads?|prints?|printed|specif(?:y|ies)|(?:is|are) (?:worded|written|printed))"
_AS_FOLLOWS = r"(?:\s(?:that|as follows|as|the following|this|in part|verbatim|exactly|word for word))?"
_SUBJECT = r"(?:\s(?:which|that|where it|and it|and)|[.,;]?\s(?:it|this|the (?:rule|text|step|entry)|(?:that|this) rule))?"
# Between a citation and the words that it is said to say. Not "does not say", "means", "my opponent says".
_SAYS = re.compile(
    rf"[\s\]*_)）」』]*{_EDITION}[\])*_」』]*(?:(?:\s?の(?:テキスト|本文|文章|文言|記述|記載|規定|ルール|項))?\s?(?:[:：=＝]|->|→)"
    rf"|,?{_SUBJECT}\s{_OFTEN}{_VERB}{_AS_FOLLOWS}\s?[,:]?)[\s*_(（>]*",
    re.IGNORECASE,
)
# The same in Japanese, where a verb of saying must follow the words.
_IS_SAID = re.compile(
    rf"[\s\]」』]*{_EDITION}[\])」』]*(?:の(?:テキスト|本文|文章|文言|記述|記載|規定|ルール|項))?(?:には|では|にも|でも|に|で|は|が)[、,]?"
    r"(?:次のように|こう|はっきり|明確に|明らかに|確かに|たしかに)?[、,]?\s?",
    re.IGNORECASE,
)
_ACCORDING = re.compile(rf"[\s\]」』]*{_EDITION}[\])」』]*に(?:よれば|よると|従えば)[、,]?\s?", re.IGNORECASE)
# The same with a comma, which joins less.
_NEAR = re.compile(rf"[\])*_」』]*{_EDITION}[\])*_」』]*\s*(?:[,;、，]\s*)?(?:[-–—―]\s*)?(?:<[^>\n]*>\s*)?[*_(（]*", re.IGNORECASE)
# The end of a sentence or a paragraph, behind which other words may be of anything.
_PASSED = re.compile(r"[.!?](?=\s)|[。！？]")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
# Behind quoted words that are no part of a sentence that goes on: not “Demon Lord” attacks, 「暴虐非道」は.
_ENDS = re.compile(
    r"\s*(?:\Z|[.,;:!?()\[\]（）。、，」』“\"「『–—>-]|[A-Z]|(?:and|but|so|which|while|whereas|though|although)(?![a-z])"
    r"|と(?!は)|です|だ(?!け)|が、)|\s*\n"
)
# What stands ahead of a citation that a comma joins to its words: "according to AP 3.2.1, “…”".
_PER = re.compile(r"(?<![a-z])(?:according to|as per|per|quoting|to quote|in the words of)\s(?:the\s)?[(\[「“\"']?$", re.IGNORECASE)
_COMMA = re.compile(rf"[\s\])]*{_EDITION}\s?,\s?", re.IGNORECASE)
# Nothing but space, a line's end or a dash: the two stand side by side.
_SIDE_BY_SIDE = re.compile(rf"[\])*_」』]*{_EDITION}[\])*_」』]*\s*(?:[-–—―]\s*)?(?:<[^>\n]*>\s*)?[*_(（]*", re.IGNORECASE)
# Between quoted words and the citation that they are said to be of: “…” (AP 3.2.1), “…” – AP 3.2.1, “…”, says AP 3.2.1.
_IN_BRACKETS = re.compile(r"[\s.,]*[(（\[［]\s?(?:from|per|quoting|quoted from)?\s?(?:the\s)?[\[*_]*", re.IGNORECASE)
_CLOSED = re.compile(rf"{_EDITION}\s?[)）\]］]", re.IGNORECASE)
# A hyphen at the head of a line begins the next item of a list.
_SIGNED = re.compile(r"(?:[\s>.,]*(?:[—–―]|--)|[^\S\n]*[.,]?[^\S\n]*-)[\s>]*[\[*_(「]*")
_OF = re.compile(
    rf"[.,]?\s(?:{_OFTEN}{_VERB}|(?:is|are)\s{_OFTEN}(?:printed|written|stated|said|found)\s(?:in|by|at)"
    r"|from|quoted from)\s(?:the\s)?[\[(]?",
    re.IGNORECASE,
)
# Behind quoted words: "…" is what AP 3.2.1 says. Not "is that what".
_IS_WHAT = re.compile(r"[.,]?\s(?:is|are)\s(?:exactly\s)?what\s(?:the\s)?[\[(]?", re.IGNORECASE)
_SAYS_IT = re.compile(rf"{_EDITION}\s{_OFTEN}{_VERB}(?![a-z])", re.IGNORECASE)
_TO = re.compile(r"[、,]?(?:と|は)[、,]?\s?")
_IS_WRITTEN = re.compile(
    rf"{_EDITION}(?:の(?:テキスト|本文|文章|文言|記述|項))?(?:に|には|で|では)(?:は)?(?:はっきり|明確に)?(?:書|記|あ[りる]|定め|明記|規定)"
)
# Behind them in Japanese: 「…」と書かれています, 「…」とあります. Not と言, which a person does.
_THUS_WRITTEN = re.compile(
    r"と(?:はっきり|明確に|明らかに)?(?:書|記|定め|明記|規定|述べ|な(?:って|り)|あ(?:り|る|って)|いう(?:記述|記載|文|規定|ルール))"
)
# What takes that back within the sentence: とは書いてない, と書かれていません. Not ないと behind its end.
_DENIED = re.compile(r"[^。．.！!？?\n]{0,16}?(?:ない|なく|なかった|ません|嘘|間違)")
# What shows that a person speaks, thinks or asks, ahead of the words and behind them.
_SPEAKS = re.compile(
    r"(?<![a-z])(?:said|says?|claim(?:s|ed)?|ask(?:s|ed)?|told|tells?|argu(?:e|es|ed|ing)|ruled|rules|answer(?:s|ed)?|repl(?:y|ies|ied)|"
    r"wrote|writes|think|thinks|thought|believe[sd]?|insist(?:s|ed)?|question|no|not|never|n't|nowhere|without|instead of)"
    r"(?:\s(?:me|us|him|her|them|that|the|words?|phrase|to \w+))*\s?[,:]?\s*$"
    r"|(?:は|が|曰く|いわく|質問|主張|発言)[、,：:]?\s*$",
    re.IGNORECASE,
)
# What shows that somebody said the words, or that they are denied: と言った, "he said", "is wrong". Not "is printed".
_IS_SPOKEN = re.compile(
    r"\s?(?:と(?:言|いわ|主張|聞|思|考|答|説明|裁定|質問|返|おっしゃ|教え|は)|,?\s(?:(?:he|she|they|i|we|my \w+|the judge)\s"
    r"(?:said|says|asked|claimed|ruled|told)|(?:is|are|was)\s(?:not|wrong|false|nowhere)))",
    re.IGNORECASE,
)
# A card that is spoken of: what stands behind a keyword is then the card's own text.
_CARD = re.compile(
    r"(?<![a-z])(?:card|monster|spell|item)s?(?:'s|’s)?\s(?:text|says?|reads?|has|have|with)|カード|テキスト|効果", re.IGNORECASE
)
# Between two citations that are named together: what is quoted behind them may be of either.
_TOGETHER = re.compile(
    r"[\s\])]*(?:\([^()\n]{1,20}\))?\s?(?:,|、|・|/|&|and|or|plus|と|や|および|及び)[\s\[(「『]*(?:the\s)?", re.IGNORECASE
)


# The same, where nothing but a space may stand between them.
_LINED_UP = re.compile(rf"{_TOGETHER.pattern}|[^\S\n]*", re.IGNORECASE)

SURE, LIKELY, UNSURE, APART = "sure", "likely", "unsure", "apart"


@dataclass(frozen=True, slots=True)
class Belonging:
    """Quoted words with the citations that they may be of, by place in the list.

    `how` is sure where it is one and something says so, likely where it is one and they stand beside it, unsure where it may be any
    of them, apart where they only follow it.
    """

    quote: Quote
    citations: tuple[int, ...]
    how: str


def belonging(text: str, citations: Sequence[Citation], quotes: Sequence[Quote]) -> Iterator[Belonging]:
    """Every quotation that stands beside a citation or follows one in its sentence, with the citations that it may be of."""
    starts, ends = [one.start for one in citations], [one.end for one in citations]
    for quote in quotes:
        before, after = bisect_right(ends, quote.first) - 1, bisect_left(starts, quote.last)
        holding = before + 1 < len(citations) and citations[before + 1].start <= quote.first and quote.last <= ends[before + 1]
        if holding:
            continue
        ahead = _ahead(text, citations[before], quote) if before >= 0 else ""
        behind = after < len(citations) and _behind(text, citations[after], quote)
        if behind and ahead != "told":
            both = ahead == "beside"
            yield Belonging(quote, (after, before) if both else (after,), UNSURE if both else SURE)
        elif ahead in ("near", "apart") and _names_another(citations, starts, quote):
            continue
        elif ahead == "apart":
            yield Belonging(quote, (before,), APART)
        elif ahead:
            named = tuple(_named_together(text, citations, before, _LINED_UP if ahead == "near" else _TOGETHER))
            unsure = len(named) > 1 or (ahead != "told" and is_spoken(text, quote))
            yield Belonging(quote, named, UNSURE if unsure else LIKELY if ahead == "near" else SURE)


def _ahead(text: str, citation: Citation, quote: Quote) -> str:
    """How quoted words stand behind a citation: `told` to be its, `beside`, `near` or `apart` from it; "" where they are far."""
    gap = text[citation.end : quote.first]
    if len(gap) > _REACH:
        return ""
    follows = not _PARAGRAPH.search(gap) and not (_PASSED.search(gap) and any(map(str.isalnum, gap)))
    term = text[quote.first] == "『" and len(quote.words) < _TERM  # as keywords are written
    apart = "apart" if follows and not quote.block and not term else ""
    if _about_a_card(text, citation) and _named_by_brackets(citation):
        return apart
    opening = text[max(0, citation.start - 24) : citation.start]
    if _SAYS.fullmatch(gap) or (_PER.search(opening) and _COMMA.fullmatch(gap)):
        return "told"
    if _ACCORDING.fullmatch(gap):
        return apart if is_spoken(text, quote) else "told"
    if _IS_SAID.fullmatch(gap):
        return "told" if _thus_written(text, quote.last) else apart
    if not (_named_by_brackets(citation) or ("\n" in gap and not _heads(text, citation))) and _SIDE_BY_SIDE.fullmatch(gap):
        return "beside"
    return "near" if _NEAR.fullmatch(gap) else apart


def _behind(text: str, citation: Citation, quote: Quote) -> bool:
    """Whether a citation behind quoted words is told to be what says them."""
    gap = text[quote.last : citation.start]
    if len(gap) > _REACH or _SPEAKS.search(text, max(0, quote.first - 48), quote.first):
        return False
    if _SIGNED.fullmatch(gap) or _OF.fullmatch(gap):
        return True
    if _IN_BRACKETS.fullmatch(gap):
        return not _named_by_brackets(citation) and _CLOSED.match(text, citation.end) is not None
    if _IS_WHAT.fullmatch(gap):
        return _SAYS_IT.match(text, citation.end) is not None
    written = _IS_WRITTEN.match(text, citation.end) if _TO.fullmatch(gap) else None
    return written is not None and not _DENIED.match(text, written.end())


def _thus_written(text: str, place: int) -> bool:
    """Whether a Japanese verb of saying follows, which is not denied."""
    found = _THUS_WRITTEN.match(text, place)
    return found is not None and not _DENIED.match(text, found.end())


def is_spoken(text: str, quote: Quote) -> bool:
    """Whether a person is said to say the words, behind them."""
    return _IS_SPOKEN.match(text, quote.last) is not None


def stands_alone(text: str, quote: Quote) -> bool:
    """Whether the words are no part of a sentence that goes on behind them, and nobody is said to say them."""
    return not is_spoken(text, quote) and _ENDS.match(text, quote.last) is not None


def _names_another(citations: Sequence[Citation], starts: Sequence[int], quote: Quote) -> bool:
    """Whether quoted words are for the most part a citation themselves: "see AP 3.2.2, “Attack Phase 4.1”"."""
    inner = citations[bisect_left(starts, quote.first) : bisect_left(starts, quote.last)]
    return any(2 * len(one.words) > len(quote.words) for one in inner)


def _named_by_brackets(citation: Citation) -> bool:
    """Whether a citation is a bare name in brackets, which card texts have, too."""
    return citation.words[:1] in "[［【『〔「"


def _heads(text: str, citation: Citation) -> bool:
    """Whether nothing but marks stands ahead of a citation on its line, as in a heading."""
    return not text[text.rfind("\n", 0, citation.start) + 1 : citation.start].strip(" \t#*_>-•・[(【")


def _about_a_card(text: str, citation: Citation) -> bool:
    line = text.rfind("\n", 0, citation.start) + 1
    return _CARD.search(text, max(line, citation.start - 80), citation.start) is not None


def _named_together(text: str, citations: Sequence[Citation], last: int, between: re.Pattern[str]) -> list[int]:
    """A citation and those that are named in one breath with it, which end right before it."""
    out = [last]
    while out[-1] > 0 and between.fullmatch(text, citations[out[-1] - 1].end, citations[out[-1]].start):
        out.append(out[-1] - 1)
    return out
