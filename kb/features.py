"""What the static encoder reads in a text: its tokens, and pieces of them that typos and endings leave whole."""

from __future__ import annotations

import re

from kb.tokens import tokens

# A Latin word, whose runs of three letters are pieces; numbers and Japanese pairs have none.
_LATIN = re.compile(r"[a-zà-öø-ÿ]+")
MARK = "#"
"""What a piece begins with, so that it is not taken for a token."""


def features(text: str) -> list[str]:
    """Tokens and pieces of a text, each once: three-letter runs of Latin words, single letters of Japanese pairs."""
    return list(dict.fromkeys(feature for token in tokens(text) for feature in pieces_of(token)))


def pieces_of(token: str) -> list[str]:
    """A token and its pieces, in order."""
    if _LATIN.fullmatch(token):
        edged = f"<{token}>"
        return [token, *(MARK + edged[start : start + 3] for start in range(len(edged) - 2))]
    if len(token) == 2 and not token[0].isdigit():
        return [token, MARK + token[0]]
    return [token]
