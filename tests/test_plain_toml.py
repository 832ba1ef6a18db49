"""The corpus's TOML is read statement by statement just as `tomllib` reads it, and what is not plain is left to that."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ingest.plain_toml import _plain, loads


def read(text: str, how: Any) -> object:
    """What comes of a text, its order and sorts of values too, or how it is refused."""
    try:
        return repr(how(text))
    except tomllib.TOMLDecodeError as error:
        return str(error)


def test_every_file_of_the_corpus_reads_alike_and_nearly_all_are_plain(corpus: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(corpus.rglob("*.toml"))]
    assert all(read(text, loads) == read(text, tomllib.loads) for text in texts)
    plain = sum(len(text) for text in texts if _plain(text) is not None)
    assert plain > 0.95 * sum(map(len, texts))


def test_spoilt_files_read_alike() -> None:
    sound = '# one\na = 1\n\n["x/y"]\nen = [\n  "who, \\"me\\"?",\n  "貫通",\n]\nja = []\n\n[[term]]\nid = "a"\n\n[[term]]\nid = "b\\\\"\nn = 30\n[t]\n'
    chance = random.Random(3)
    odd = ['"', "\\", "[", "]", "[[", "]]", "=", "#", ",", "\n", " ", "\t", "\x7f", "\x00", "\\u0041", "'", ".", "a", "1", "true", "{}", "\ufeff", "[a.b]\n", "[x]\n", "[term]\n", "a = 2\n", "- ", "0"]  # fmt: skip
    plain = 0
    for _ in range(4000):
        text = sound
        for _ in range(chance.choice((1, 1, 2))):
            first = chance.randrange(len(text) + 1)
            text = text[:first] + chance.choice(("", chance.choice(odd))) + text[first + chance.choice((0, 0, 1, 1, 5)) :]
        assert read(text, loads) == read(text, tomllib.loads), text
        plain += _plain(text) is not None
    assert plain > 200


@pytest.mark.parametrize(
    "text",
    ["a = 1 # behind", 'a = [ # in\n "x"]', "a.b = 1", "[a.b]", 'a = "\\n"', "a = 1.5", "a = [1]", 'a = """x"""', "a = 'x'", "a = 1\na = 2", "[a]\n[a]", "a = []\n[[a]]", "[a]\n[[a]]"],
)  # fmt: skip
def test_what_is_not_plain_is_left_alone(text: str) -> None:
    assert _plain(text) is None
    assert read(text, loads) == read(text, tomllib.loads)
