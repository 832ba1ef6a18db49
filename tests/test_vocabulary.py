"""The places of tokens in their list."""

from __future__ import annotations

import pytest

from kb.vocabulary import Vocabulary


@pytest.mark.parametrize("size", [0, 1, 2, 5000])
def test_every_token_has_its_place(size: int) -> None:
    tokens = [f"{place} カード" for place in range(size)]
    known = Vocabulary(tokens)
    assert len(known) == size
    assert known.tokens() == tokens
    assert known.places(tokens) == list(range(size))
    assert known.places(["nobody", *reversed(tokens), "", "5000 カード"]) == list(range(size))[::-1]
    assert known.places([]) == []


def test_a_token_with_a_line_end_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'b\\nc'"):
        Vocabulary(["a", "b\nc"])
