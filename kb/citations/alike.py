"""Whether words that a text does not print are its own, changed: one of its sentences has most of them, or its answer is turned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from kb.citations.printed import WORD
from kb.fold import fold
from kb.model import Rendition
from kb.sentences import sentences

_DICE = 0.4
"""The share of the words of two sentences that both must have at least."""
_HELD, _FEWEST = 0.6, 3
"""The share of quoted words that one sentence must have, and how many of them at least."""
_SHOWN = 0.75
"""The same share of a sentence that is shown as the nearest though it is much longer."""
_YES, _NO = "yes", "no"
# What an answer begins with. Not "no monster", はいつでも.
_ANSWER = re.compile(r"\W*(?:(?P<yes>yes|はい)|no|いいえ)(?=[,.!、。\s]*$|[,.!;、。])", re.IGNORECASE)
# A name has its capitals: "Armorknight of the Cerberus Legion".
_CAPITAL = re.compile(r"(?<![^\s\[“\"'(-])[A-Z]")
_SMALL_WORD = re.compile(r"(?<![A-Za-z])(?!(?:a|an|and|the|of|in|to|for|with|from|at|on|by|or)(?![a-z]))[a-z]+")


def nearest(words: str, texts: Iterable[str]) -> str:
    """The sentence of some texts that shares most with words, else has most of them, else answers as they do; "" where none is."""
    wanted, all = frozenset(_shares(words)), [one for text in texts for one in _sentences(text)]
    if not wanted:
        return ""
    best, most = "", _DICE
    for sentence, held in all:
        alike = 2 * len(wanted & held) / (len(wanted) + len(held) or 1)
        if alike >= most and alike > 0:
            best, most = sentence, alike + 1e-9
    fullest = max(all, key=lambda one: len(wanted & one[1]), default=None)
    if not best and fullest is not None and _has_most(wanted, fullest[1], _SHOWN):
        return fullest[0]
    return best or (next((one for one, _ in all if answer(one)), "") if answer(words) else "")


def is_alike(words: str, texts: Iterable[str]) -> bool:
    """Whether one sentence of some texts has most of the words."""
    wanted = frozenset(_shares(words))
    return any(_has_most(wanted, held) for text in texts for _, held in _sentences(text))


def answer(words: str) -> str:
    """Whether words begin with "yes" or "no", "" where with neither."""
    found = _ANSWER.match(words)
    return "" if found is None else _YES if found["yes"] else _NO


def without_answer(words: str) -> str:
    """Words without the "yes" or "no" that they begin with."""
    return _ANSWER.sub("", words, count=1)


def is_bare_answer(words: str) -> bool:
    """Whether words are "yes" or "no" and nothing else."""
    found = _ANSWER.match(words)
    return found is not None and not any(map(str.isalnum, words[found.end() :]))


def answers(rendition: Rendition) -> set[str]:
    """What the sentences of a Q&A answer with; of another text nothing."""
    return {answer(one) for one, _ in _sentences(rendition.text)} - {""} if rendition.kind == "qa" else set()


def _has_most(wanted: frozenset[str], held: frozenset[str], share: float = _HELD) -> bool:
    return len(wanted & held) >= max(_FEWEST, share * len(wanted))


def is_name(words: str) -> bool:
    """Whether words have a name's capitals, and no word without them that is more than a joint."""
    return words.isascii() and not words.isupper() and len(_CAPITAL.findall(words)) > 1 and _SMALL_WORD.search(words) is None


@lru_cache(maxsize=256)
def _sentences(text: str) -> Sequence[tuple[str, frozenset[str]]]:
    return [(one, frozenset(_shares(one))) for one in sentences(text)]


def _shares(text: str) -> list[str]:
    """The words of a text; of a Japanese run each two letters that follow one another."""
    words = WORD.findall(fold(text))
    return [two for word in words for two in ([word] if word.isascii() or len(word) < 2 else _pairs(word))]


def _pairs(word: str) -> list[str]:
    return [word[at : at + 2] for at in range(len(word) - 1)]
