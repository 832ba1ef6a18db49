from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.locator import Locator

NUMBERS = st.lists(st.integers(0, 999), min_size=1, max_size=5)
SEPARATORS = st.sampled_from([".", "-"])


@pytest.mark.parametrize(
    ("raw", "components", "slug"),
    [
        ("3.2.1", (3, 2, 1), "3.2.1"),
        ("3.2.1.", (3, 2, 1), "3.2.1"),
        ("１.１．", (1, 1), "1.1"),
        ("702.19b", (702, 19, "b"), "702.19b"),
        ("5-3-2", (5, 3, 2), "5.3.2"),
        ("10.1.a", (10, 1, "a"), "10.1a"),
        ("第3条2項", (3, "条", 2, "項"), "3条2項"),
        ("(4)", (4,), "4"),
        ("■2", (2,), "2"),
        ("Q12", ("q", 12), "q12"),
        ("⑦", (7,), "7"),
        ("⑤ / ⑥", (5, 6), "5.6"),
    ],
)
def test_reads_the_numbers_of_many_rules_texts(raw: str, components: tuple[int | str, ...], slug: str) -> None:
    locator = Locator.parse(raw)
    assert locator.components == components
    assert locator.slug == slug
    assert str(locator) == raw


@pytest.mark.parametrize("raw", ["", "…", "●", "( )"])
def test_refuses_what_holds_no_number(raw: str) -> None:
    with pytest.raises(ValueError, match="digit or a letter"):
        Locator.parse(raw)


@given(NUMBERS, NUMBERS, SEPARATORS)
def test_orders_as_numbers_do(left: list[int], right: list[int], separator: str) -> None:
    one, other = (Locator.parse(separator.join(map(str, numbers))) for numbers in (left, right))
    assert (one < other) == (left < right)
    assert (one == other) == (left == right)
    if one == other:
        assert hash(one) == hash(other)


@given(NUMBERS)
def test_the_slug_reads_back_as_the_same_place(numbers: list[int]) -> None:
    locator = Locator.parse(".".join(map(str, numbers)))
    assert Locator.parse(locator.slug) == locator
    assert Locator.parse(f"{locator.slug}.") == locator


@given(st.text(min_size=1, max_size=12))
def test_any_text_round_trips_or_is_refused(text: str) -> None:
    try:
        locator = Locator.parse(text)
    except ValueError:
        return
    assert str(locator) == text
    assert locator.order == Locator.parse(text).order


@given(st.lists(NUMBERS, min_size=2, max_size=12))
def test_sorting_is_total(many: list[list[int]]) -> None:
    locators = [Locator.parse(".".join(map(str, numbers))) for numbers in many]
    assert [list(locator.components) for locator in sorted(locators)] == sorted(many)


def test_mixed_families_still_have_one_order() -> None:
    raws = ["3.2", "Q2", "(4)", "702.19b", "702.19a", "702.19", "第3条", "10.1.a"]
    ordered = [str(locator) for locator in sorted(map(Locator.parse, raws))]
    assert ordered == ["3.2", "第3条", "(4)", "10.1.a", "702.19", "702.19a", "702.19b", "Q2"]


def test_knows_its_parent() -> None:
    step = Locator.parse("3.2.1")
    assert step.parent == Locator.parse("3.2")
    assert Locator.parse("702.19b").parent == Locator.parse("702.19")
    assert Locator.parse("3").parent is None
    assert Locator.parse("Q2").parent is None
