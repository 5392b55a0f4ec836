"""Photographs of one table joined: what they show together, and when somebody is asked."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dunhuang.certainty import judged as judged_by_chance
from companion.games.hangzhou.certainty import judged
from companion.sight.reading import Judge, Reading, answer, joined

VALUES = ("-", "W", "Wb", "Rb1")


@st.composite
def photographs(draw: st.DrawFn) -> tuple[Reading, ...]:
    """What one photograph shows of two spaces."""
    found = []
    for part in ("A1", "B1"):
        value, second = draw(st.permutations(VALUES))[:2]
        found.append(answer(part, value, second, draw(st.booleans())))
    return tuple(found)


SHOWN = st.lists(photographs(), min_size=1, max_size=3)


@given(SHOWN)
def test_their_order_does_not_matter(shown: list[tuple[Reading, ...]]) -> None:
    results = {joined(order, judged) for order in permutations(shown)}
    assert len({tuple((one.part, one.value, one.sure) for one in sorted(each, key=str)) for each in results}) == 1


@given(photographs())
def test_one_alone_is_itself(shown: tuple[Reading, ...]) -> None:
    assert joined([shown], judged) == shown


@pytest.mark.parametrize("judge", [judged, judged_by_chance], ids=["Hangzhou", "Dunhuang"])
@given(SHOWN)
def test_what_one_is_sure_of_otherwise_is_never_sure(judge: Judge, shown: list[tuple[Reading, ...]]) -> None:
    for one in joined([judge(each) for each in shown], judge):
        said = [other for each in shown for other in judge(each) if other.part == one.part]
        assert not (one.sure and any(other.sure and other.value != one.value for other in said))


@given(SHOWN)
def test_nothing_becomes_sure_that_is_sure_in_none_of_them(shown: list[tuple[Reading, ...]]) -> None:
    for one in joined(shown, judged):
        assert not one.sure or any(other.sure and other.value == one.value for each in shown for other in each)


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        (("Wb", "W", True), ("-", "W", True), ("-", "Wb", False)),
        (("Wb", "W", True), ("W", "Wb", False), ("Wb", "W", True)),
        (("Wb", "W", True), ("-", "R", False), ("Wb", "-", False)),
        (("W", "Wb", False), ("W", "-", False), ("W", "Wb", False)),
    ],
    ids=["both are sure of others", "one doubts", "one sees neither", "both doubt"],
)
def test_a_space_in_two_photographs(
    first: tuple[str, str, bool], second: tuple[str, str, bool], together: tuple[str, str, bool]
) -> None:
    (found,) = joined([(answer("A1", *one),) for one in (first, second)], judged)
    guesses = (found.value, found.second)
    assert set(guesses) == set(together[:2]) if first[0] != second[0] else guesses[0] == together[0]
    assert found.sure == together[2]


def test_dice_that_are_more_than_the_box_has_are_in_doubt_together() -> None:
    shown = tuple(answer(f"market orange {number}", "k4", "k5", True) for number in range(1, 5))
    assert not any(one.sure for one in joined([shown[:3], shown[2:]], judged))
