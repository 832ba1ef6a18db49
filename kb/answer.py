"""Answers quote: what the best hit says about the question, with its citation, or nothing at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from kb.edition_asked import BEFORE, NOW
from kb.fold import fold, key
from kb.hit import Hit
from kb.language import language_of, languages_named
from kb.model import RULE_CHANGE, Entry, Rendition
from kb.polarity import affirms_a_negative
from kb.quoting import Likeness, Quote, Shares, holding, quote
from kb.review import DisagreeingPassages
from kb.understand import Query
from kb.verdict import Verdict

DISAGREES = "The English and the Japanese text of this entry do not say the same; see both."
"""The caveat where the two disagree in the words that settle the question, or one of them leaves something out."""
DISAGREES_BESIDE = "English and Japanese differ elsewhere in this entry, not in this sentence; see both."
"""The caveat where all that they disagree in stands outside the sentence that settles the question."""
ONLY = {
    "en": "Of the current texts only the English one prints this.",
    "ja": "Of the current texts only the Japanese one prints this.",
}
"""The caveat where no current text but that of one language prints the entry, by that language."""
OTHER_GAME = "The rules of another game answer this otherwise; its entry stands below."
"""The caveat where an entry of another game answers well, too, and says otherwise."""
THAT_TOO = "The rules of another game answer this, too; its entry stands below."
"""The caveat where the game is not named, and an entry of another one is as near (AS_NEAR): it may be the one that is meant."""
AS_NEAR = 0.4
"""In points of the score: 48 of 6,005 unseen questions have one so near; six mean it, and both answer many of the others."""
ONE_GAME = "The question names no game, and the rules of another game that are held here do not answer it."
"""The caveat where the game is not named, and what is near says that the rules of another one do not say (ALONE)."""
ALONE = 0.1
"""So much more of what is near are questions that no entry of another game answers: so of 32 in 6,000 unseen questions that name no
game and get an answer, each about tournaments."""
OTHER_EDITION = "This is not the text of the edition asked about."
"""The caveat where a document of another older edition was chosen than is asked about, and its text is another."""
AS_NOW = "This is the text as it is now, not that of the edition asked about."
"""The caveat where an older edition is asked about and does not print the entry, or another document was chosen."""


@dataclass(frozen=True, slots=True)
class Support:
    """What an answer rests on: an entry in one document, with the words quoted from it."""

    entry: Entry
    rendition: Rendition
    quoted: Quote

    @property
    def quote(self) -> str:
        """The words quoted."""
        return self.quoted.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A verdict (yes, no, depends, or None where the text is only quoted), the sentence that settles the question, its citation.

    Where it is not told for sure which sentence does, it is all that is quoted. `confidence` is the hit's, FOUND or more.

    `negative` says that the verdict is yes or no to a question put negatively ("so I can't?"): yes says that it is so.
    """

    verdict: str | None
    text: str
    confidence: float
    citations: tuple[Support, ...]
    caveats: tuple[str, ...]
    negative: bool = False


def answer(
    query: Query,
    hit: Hit,
    said: Verdict | None,
    *,
    likeness: Likeness,
    stock: Collection[str],
    shares: Shares,
    behind: float,
    alone: float,
    grave: DisagreeingPassages,
) -> Answer:
    """The answer that a hit gives: the verdict, the sentence that settles the question, and what a judge should know beside it.

    `said` is what the settled questions of the entry say, where that can be trusted. It becomes the verdict only where the text is
    the current one, or that of the edition that is asked about.

    What tells the sentence: `likeness` gives the cosine of each of some sentences with the question, `shares` how much of what is
    like the question each of the hit's settles, and `stock` holds sentences that many entries print alike.

    What makes caveats: `behind` is how far the score of the nearest entry of another game that may be meant lies behind, infinity
    where there is none; `alone` how much more of what is near are questions that no entry of another game answers, 0 where a game
    is meant for sure. `grave` is where the texts of the entry disagree with high impact on a match: what the other language says
    there is quoted, too.
    """
    rendition = hit.renditions[0]
    elsewhere = _is_of_another_edition(query, hit)
    holds = not elsewhere and (query.old or not hit.superseded) and not _is_lacked(query, hit)
    word = said.verdict if said is not None and holds else None
    quoted = quote(query, rendition, likeness, word, stock, shares)
    citations = [Support(hit.entry, rendition, quoted), *_facing(hit, quoted, grave)]
    negative = word in ("yes", "no") and affirms_a_negative(query.put, language_of(query.put))
    caveats = [*_caveats(query, hit, quoted), *([OTHER_EDITION] if elsewhere else [])]
    if word is not None and said is not None and said.otherwise:
        caveats.append(OTHER_GAME)
    elif behind <= AS_NEAR:
        caveats.append(THAT_TOO)
    elif alone > ALONE:
        caveats.append(ONE_GAME)
    return Answer(
        verdict=word,
        text=quoted.pieces[1],
        confidence=round(hit.score, 2),
        citations=tuple(citations),
        caveats=tuple(caveats),
        negative=negative,
    )


def _is_of_another_edition(query: Query, hit: Hit) -> bool:
    """Whether what is shown is of a superseded edition that is not the one asked about, and does not say the same as that one."""
    shown = hit.renditions[0]
    if query.edition in (NOW, BEFORE) or not hit.superseded or shown.edition == query.edition:
        return False
    asked = [one for one in hit.renditions if one.edition == query.edition and one.language == shown.language]
    return not any(key(one.text) == key(shown.text) for one in asked)


def _is_lacked(query: Query, hit: Hit) -> bool:
    """Whether a question speaks of the rules of a language that do not print the entry."""
    return hit.only is not None and not languages_named(fold(query.text)) <= {hit.only}


def _disagrees(rendition: Rendition, passages: Sequence[str], quoted: str) -> bool:
    """Whether one of the passages in which a text disagrees with the other language is among some words of it.

    So it is taken to be where a passage cannot be found, as one that only the other language has.
    """
    begin = rendition.text.find(quoted)
    end = begin + len(quoted)
    starts = [(rendition.text.find(passage) if passage else -1, len(passage)) for passage in passages]
    return begin < 0 or any(start < 0 or (start < end and begin < start + letters) for start, letters in starts)


def _facing(hit: Hit, quoted: Quote, grave: DisagreeingPassages) -> Iterator[Support]:
    """What the other language's current text says where it disagrees with the words quoted; nothing where it leaves them out."""
    rendition = hit.renditions[0]
    passages = grave.get(rendition.document, ())
    for other in hit.renditions[1:]:
        theirs = grave.get(other.document, ())
        if other.language != rendition.language and len(theirs) == len(passages):  # one beside the other, conflict by conflict
            beside = zip(passages, theirs, strict=True)
            facing = [one for passage, one in beside if _disagrees(rendition, [passage], quoted.pieces[1])]
            words = holding(other.text, facing, other.language)
            if words is not None:
                yield Support(hit.entry, other, words)


def _caveats(query: Query, hit: Hit, quoted: Quote) -> list[str]:
    """What a judge should know before relying on the quote."""
    out, rendition = [], hit.renditions[0]
    passages = hit.disagreeing_passages.get(rendition.document)
    if hit.only is not None:
        out.append(ONLY[hit.only])
    elif passages is not None:
        out.append(DISAGREES if _disagrees(rendition, passages, quoted.pieces[1]) else DISAGREES_BESIDE)
    if rendition.doubts:
        out.append("How the source prints this text left something in doubt; see the entry.")
    if hit.withdrawn:
        out.append("This is the text of a superseded edition; no current text prints it any more.")
    elif hit.superseded:
        out.append("This is the text of a superseded edition.")
    elif query.unheld or (query.old and hit.entry.kind != RULE_CHANGE):
        out.append(AS_NOW)
    return out
