"""What a static encoder reads in a text: its tokens, pieces of them that typos and endings leave whole, and their order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from kb.asking import asking_part, of_one_claim
from kb.fold import fold
from kb.language import language_of
from kb.polarity import is_negative
from kb.tokens import tokens

# A Latin word, whose runs of three letters are pieces; numbers and Japanese pairs have none.
_LATIN = re.compile(r"[a-zà-öø-ÿ]+")
MARK = "#"
"""What a piece begins with, so that it is not taken for a token."""


def features(text: str) -> list[str]:
    """Tokens and pieces of a text, each once: three-letter runs of Latin words, single letters of Japanese pairs."""
    return _pieces(tokens(text))


def _pieces(read: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(feature for token in read for feature in pieces_of(token)))


def ordered(text: str) -> list[str]:
    """The features of a text, its tokens two by two (neighbours, and those with one between), and whether it is put negatively.

    Each token stands there with how the text is put, too: "so the old one doesn't stay?" says the contrary of "the old one stays?".
    Those of the sentence that asks stand there again where others tell the case: they count twice.
    """
    parts, negative = parts_read(text)
    return [feature for read in map(tokens, parts) for feature in dict.fromkeys([*_pieces(read), *orders(read, negative=negative)])]


def parts_read(text: str) -> tuple[tuple[str, ...], bool]:
    """What is read for `ordered`: a text without claims that it does not ask about, and what asks; whether it is put negatively."""
    negative = is_negative(text, language_of(text))
    asking, one = asking_part(text), of_one_claim(text)
    whole = text if one == fold(text) else one  # the tokens of a text as it stands are known already in a build
    return ((whole,) if asking is None else (whole, asking)), negative


def orders(read: list[str], *, negative: bool) -> list[str]:
    """Those of the features of `ordered` that are not pieces of tokens; `read` are a text's tokens."""
    put = "^ not" if negative else "^ so"
    neighbours = [f"{one} {other}" for one, other in pairwise(["^", *read, "$"])]
    spread = [f"{one} _ {other}" for one, other in zip(read, read[2:], strict=False)]
    return [*neighbours, *spread, put, *(f"{put} {token}" for token in read)]


READERS = ("words", "order")
"""What an encoder can read in a text, by the name that its file gives: `features`, or `ordered`."""


@lru_cache(maxsize=1024)
def pieces_of(token: str) -> tuple[str, ...]:
    """A token and its pieces, in order."""
    if _LATIN.fullmatch(token):
        edged = f"<{token}>"
        return (token, *(MARK + edged[start : start + 3] for start in range(len(edged) - 2)))
    if len(token) == 2 and not token[0].isdigit():
        return (token, MARK + token[0])
    return (token,)
