"""The tokens that index and query share, so that they agree in both languages.

English words are folded and lightly stemmed; a number keeps its dots (`3.2.1`); Japanese runs give the pairs of neighbouring
letters, and a katakana word also itself, so that `ルール3.2.1を` holds 3.2.1 and 貫通に holds 貫通. The rules are few and plain on
purpose: the offline search in the browser follows the same ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock

from kb.fold import fold

# A number with its dots; a Latin word, perhaps with digits or an apostrophe; a run of Japanese letters. A dot that ends a sentence
# is no part of a number.
_PIECE = re.compile(
    r"(?P<number>\d+(?:\.\d+)*)|(?P<word>[a-zà-öø-ÿ]+(?:'[a-z]+)?)|(?P<japanese>[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々〆ー]+)"
)
_KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fcー]{3,}")


_MOST_REMEMBERED = 150_000
"""Texts whose tokens are kept during a build, so that a large one stays within its memory."""
_remembered: dict[str, tuple[str, ...]] | None = None
_users, _counting = 0, Lock()


@contextmanager
def remembering() -> Iterator[None]:
    """Within it the tokens of a text are worked out once: a build reads each passage for every index.

    Within another one, in this thread or in another, it goes on with what that has: several builds share most of their texts. What
    is remembered goes with the last of them.
    """
    global _remembered, _users
    with _counting:
        _users += 1
        if _remembered is None:
            _remembered = {}
    try:
        yield
    finally:
        with _counting:
            _users -= 1
            if not _users:
                _remembered = None


def tokens(text: str) -> list[str]:
    """All tokens of a text, in order, repeats kept."""
    remembered = _remembered  # a build in another thread may end meanwhile
    if remembered is None:
        return list(_lately(text))
    known = remembered.get(text)
    if known is None:
        known = tuple(_tokens(text))
        if len(remembered) < _MOST_REMEMBERED:
            remembered[text] = known
    return list(known)


@lru_cache(maxsize=1024)
def _lately(text: str) -> tuple[str, ...]:
    """The tokens of a text that was asked for lately: a question is read by several, a sentence quoted again and again."""
    return tuple(_tokens(text))


def _tokens(text: str) -> list[str]:
    out: list[str] = []
    for piece in _PIECE.finditer(fold(text)):
        sort = piece.lastgroup
        if sort == "word":
            out.append(stem(piece[0]))
        elif sort == "number":
            out.append(piece[0])
        else:
            out += _japanese(piece[0])
    return out


def _japanese(run: str) -> list[str]:
    """Pairs of neighbouring letters of a run (the letter itself where it is alone), and its katakana words whole."""
    if len(run) == 1:
        return [run]
    pairs = [run[n : n + 2] for n in range(len(run) - 1)]
    return pairs + _KATAKANA.findall(run)


@lru_cache(maxsize=16_384)
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
