"""Patterns are tried only on texts that hold their letters, and say of every text what they would say tried on all of them."""

from __future__ import annotations

import importlib
import pkgutil
import re
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kb
import kb.reasons
from ingest.phrasings import read_phrasings
from ingest.unanswered import read_unanswered
from kb.fold import fold
from kb.hinted import Hinted, _all, compile_all, required
from kb.search import Search

OURS = {
    f"{module.name}.{attribute}": value
    for module in pkgutil.iter_modules(kb.__path__, "kb.")
    if not module.ispkg
    for attribute, value in vars(importlib.import_module(module.name)).items()
    if isinstance(value, Hinted)
}


@pytest.mark.parametrize(
    ("pattern", "letters"),
    [
        ("what|where", {"what", "where"}),
        (r"\bcan (?:i|you) \w+", {"can i ", "can you "}),
        (r"(?:un)?tap", {"untap", "tap"}),
        (r"(?=.*foul).{3,}", {"foul"}),
        (r"[よね]な|(?<!ん)だろ", {"よな", "ねな", "だろ"}),
        (r"x{2,}y", {"x"}),
        (r"(?:is|was)+ (?!not)legal", {" legal"}),
        (r"v[1-3]", {"v1", "v2", "v3"}),
        (r"a.*b", None),
        (r"\d+ gauge?", {" gauge", " gaug"}),
        (r"(?:foul)?", None),
        (r"foul|.", None),
        ("", None),
    ],
)
def test_the_letters_that_a_pattern_requires(pattern: str, letters: set[str] | None) -> None:
    assert required(pattern) == letters


def test_letters_are_in_lower_case_and_found_so_in_any_case() -> None:
    pattern = Hinted("version|ヴ", re.IGNORECASE | re.ASCII)
    assert required("Version") == {"version"}
    assert [pattern.search(text) is not None for text in ("VERSION 2", "my vers", "ヴァイス", "")] == [True, False, True, False]


def test_a_pattern_without_such_letters_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing in common"):
        Hinted(r"\w+|foul")


@pytest.mark.parametrize("flags", [re.IGNORECASE, re.IGNORECASE | re.DOTALL])
def test_case_is_ignored_among_ascii_letters_only(flags: int) -> None:
    """ "ſtep" would be "step", and has not its letters."""
    assert re.search("step", "ſtep", flags)
    with pytest.raises(ValueError, match="beyond ASCII"):
        Hinted("step", flags)


def test_it_does_what_a_compiled_pattern_does() -> None:
    plain, hinted = re.compile("(?P<what>foul|legal)s?"), Hinted("(?P<what>foul|legal)s?")
    for text in ("two fouls and a legal play", "nothing of it", "legal", ""):
        assert hinted.findall(text) == plain.findall(text)
        assert [found.span() for found in hinted.finditer(text, 1)] == [found.span() for found in plain.finditer(text, 1)]
        assert hinted.sub("<>", text) == plain.sub("<>", text)
        for ours, theirs in ((hinted.search(text), plain.search(text)), (hinted.match(text), plain.match(text))):
            assert (ours and (ours.span(), ours["what"])) == (theirs and (theirs.span(), theirs["what"]))


def test_a_pattern_made_later_is_known_to_all_threads() -> None:
    text = "a word that nobody looked for before: xylophone"
    assert Hinted("nothing of that").search(text) is None
    late = Hinted("xylophone|zither")
    found: list[bool] = []
    threads = [threading.Thread(target=lambda: found.append(late.search(text) is not None)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 8


@pytest.fixture(scope="module")
def texts(corpus: Path) -> list[str]:
    """Folded questions of the corpus, and with each two run together."""
    phrasings = [text for one in read_phrasings(corpus).values() for text in (*one.en, *one.ja)]
    asked = [fold(text) for text in (*phrasings, *(one.text for one in read_unanswered(corpus)))][::37]
    return [*asked, *(f"{one}, {other}" for one, other in zip(asked, reversed(asked), strict=True))]


@pytest.mark.parametrize("name", OURS)
def test_no_question_is_told_otherwise(name: str, texts: list[str]) -> None:
    hinted = OURS[name]
    plain = re.compile(hinted.pattern, hinted.flags)
    held = [text for text in texts if plain.search(text)]
    assert [text for text in texts if hinted.search(text)] == held
    letters = required(hinted.pattern, hinted.flags) or ()
    assert all(any(one in text.lower() for one in letters) for text in held)


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_nor_is_a_text_made_to_match(name: str, data: st.DataObject) -> None:
    hinted = OURS[name]
    plain = re.compile(hinted.pattern, hinted.flags)
    text = data.draw(st.from_regex(plain))
    assert (hinted.search(text) is None) == (plain.search(text) is None)


def test_there_are_many() -> None:
    assert len(OURS) > 40
    assert kb.reasons.REASON in OURS.values()


def test_a_pattern_is_compiled_when_it_is_needed() -> None:
    """A first question needs a few of hundreds; a server has all of them before it takes questions."""
    one = Hinted(r"zyxwv+")
    assert one._tried is None
    assert one.search("nothing of it") is None
    assert one._tried is None
    assert one.search("zyxwvv") is not None
    assert one._tried is not None
    other = Hinted(r"(?i:zyxwvu)", re.ASCII)
    compile_all()
    assert other._tried is not None
    assert other.flags == other._tried.flags
    with pytest.raises(re.error, match="unterminated"):
        Hinted(r"(zyxwvut")


def test_every_pattern_can_be_compiled(search: Search) -> None:
    search.warm()
    assert all(one._tried is not None and one.flags == one._tried.flags for one in _all)
