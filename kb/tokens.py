"""The tokens that index and query share, so that they agree in both languages.

English words are folded and lightly stemmed; a number keeps its dots (`3.2.1`); Japanese runs give the pairs of neighbouring
letters, and a katakana word also itself, so that `ルール3.2.1を` holds 3.2.1 and 貫通に holds 貫通. The rules are few and plain on
purpose: the offline search in the browser follows the same ones.
"""

from __future__ import annotations

import re
from functools import lru_cache
from operator import add

from kb.fold import fold
from kb.remembering import remembered

# A number with its dots; a Latin word, perhaps with digits or an apostrophe; a run of Japanese letters. A dot that ends a sentence
# is no part of a number.
_PIECE = re.compile(r"\d+(?:\.\d+)*|[a-zà-öø-ÿ]+(?:'[a-z]+)?|[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々〆ー]+")
LONGEST = 48
"""Letters of a token: what is longer is no word, and would be kept whole by all that remember words."""
_LAST_LATIN = "ÿ"
_KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fcー]{3,}")


def tokens(text: str) -> list[str]:
    """All tokens of a text, in order, repeats kept."""
    return list(_tokens(text))


@remembered(lately=1024)  # a question is read by several, a sentence quoted again and again
def _tokens(text: str) -> tuple[str, ...]:
    out: list[str] = []
    for piece in _PIECE.findall(fold(text)):
        if piece[0].isdecimal():
            out.append(piece[:LONGEST])
        elif piece[0] <= _LAST_LATIN:
            out.append(stem(piece[:LONGEST]))
        else:
            out += _japanese(piece)
    return tuple(out)


def _japanese(run: str) -> list[str]:
    """Pairs of neighbouring letters of a run (the letter itself where it is alone), and its katakana words whole."""
    if len(run) == 1:
        return [run]
    return [*map(add, run, run[1:]), *(word[:LONGEST] for word in _KATAKANA.findall(run))]


def is_hiragana(token: str) -> bool:
    """Whether a token is hiragana alone."""
    return all("\u3041" <= letter <= "\u309f" for letter in token)


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A light English stem: plural, -ing, -ed and possessive endings go (`countering`, `countered`, `counters` → `counter`)."""
    word = word.split("'")[0]
    if len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("sses", "shes", "ches", "xes"):
        if word.endswith(ending):
            return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        root = word[: -len(ending)]
        if word.endswith(ending) and not word.endswith("eed") and len(root) >= 3 and re.search(r"[aeiouy]", root):
            doubled = len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz"
            return root[:-1] if doubled else root.removesuffix("e")
    return word.removesuffix("e") if len(word) > 4 else word
