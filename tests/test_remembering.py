"""What is worked out of a text is kept: for the last texts always, for all of them during a build."""

from __future__ import annotations

import pytest

from kb import remembering as module
from kb.remembering import Remembered, remembered, remembering


class Counted:
    """A function of a text that notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, text: str) -> str:
        """The text in capitals."""
        self.asked.append(text)
        return text.upper()


@pytest.fixture(autouse=True)
def _no_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no build were under way: all tests of one run are within one that remembers."""
    monkeypatch.setattr(module, "_books", [])
    monkeypatch.setattr(module, "_users", 0)


@pytest.fixture
def work() -> Counted:
    return Counted()


@pytest.fixture
def told(work: Counted) -> Remembered[str]:
    return remembered(lately=2)(work)


def test_a_long_text_is_not_kept_but_in_a_build(work: Counted, told: Remembered[str]) -> None:
    """They are counted, not weighed: a thousand of 2,000 letters took a worker 200 MB."""
    long = "a" * 2000
    assert [told(long), told(long)] == [long.upper()] * 2
    assert work.asked == [long, long]
    with remembering():
        told(long)
        told(long)
    assert len(work.asked) == 3


def test_the_last_texts_are_kept(work: Counted, told: Remembered[str]) -> None:
    assert [told(text) for text in ("a", "b", "a", "c", "b")] == ["A", "B", "A", "C", "B"]
    assert work.asked == ["a", "b", "c", "b"]


def test_all_texts_are_kept_during_a_build_and_forgotten_behind_it(work: Counted, told: Remembered[str]) -> None:
    texts = [str(n) for n in range(5)] * 2
    with remembering():
        assert [told(text) for text in texts] == texts
        with remembering():
            assert [told(text) for text in texts] == texts
        assert [told(text) for text in texts] == texts, "another build of this run is not at its end"
    assert work.asked == texts[:5]
    told("0")
    assert work.asked == [*texts[:5], "0"]


def test_a_large_build_stays_within_its_memory(work: Counted, told: Remembered[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST", 2)
    with remembering():
        assert [told(text) for text in ("a", "b", "c", "a", "c")] == ["A", "B", "C", "A", "C"]
    assert work.asked == ["a", "b", "c", "c"]


def test_it_can_be_told_to_forget(work: Counted, told: Remembered[str]) -> None:
    told("a")
    told.cache_clear()
    told("a")
    with remembering():
        told("a")
        told.cache_clear()
        assert told("a") == told("a") == "A"
    assert work.asked == ["a"] * 4
