"""Several photographs of one board joined: what both show is surer, what they contradict is asked about."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.hangzhou.certainty import judged
from companion.sight.pool import joined
from companion.sight.reading import Reading, likeliest

WORDS = ("-", "Wb", "Wb1", "Wb2", "Ry")


def seen(part: str = "A1", **chances: float) -> tuple[Reading, ...]:
    """One space, as a photograph shows it (`none` for no shop)."""
    return judged((likeliest(part, {value.replace("none", "-"): chance for value, chance in chances.items()}),))


@st.composite
def photographs(draw: st.DrawFn) -> tuple[Reading, ...]:
    """Some spaces of a city, each with some of the values."""
    readings = []
    for part in draw(st.sets(st.sampled_from(("A1", "B1", "merchant orange")), min_size=1)):
        values = ("A1", "B1", "-") if part not in ("A1", "B1") else WORDS
        weights = draw(st.lists(st.floats(1e-6, 1), min_size=len(values), max_size=len(values)))
        readings.append(likeliest(part, {one: w / sum(weights) for one, w in zip(values, weights, strict=True)}))
    return judged(tuple(readings))


@given(st.lists(photographs(), min_size=2, max_size=3))
def test_their_order_does_not_matter(shown: list[tuple[Reading, ...]]) -> None:
    found = [{one.part: one for one in joined(order, judged)} for order in permutations(shown)]
    for other in found[1:]:
        assert other.keys() == found[0].keys()
        for part, one in other.items():
            assert dict(one.odds) == pytest.approx(dict(found[0][part].odds)) and one.sure == found[0][part].sure


@given(photographs())
def test_one_alone_is_itself(shown: tuple[Reading, ...]) -> None:
    assert joined([shown], judged) == shown
    assert joined([shown, ()], judged) == shown, "what only one of them shows is as it is there"


@given(st.floats(0.51, 0.995), st.floats(0.51, 0.995))
def test_what_both_show_is_surer_than_either(one: float, other: float) -> None:
    (found,) = joined([seen(Wb=one, none=1 - one), seen(Wb=other, none=1 - other)], judged)
    assert found.value == "Wb" and found.odds[0][1] >= max(one, other) * 0.999


@given(st.lists(photographs(), min_size=2, max_size=4))
def test_what_one_is_sure_of_otherwise_is_never_sure(shown: list[tuple[Reading, ...]]) -> None:
    sure = {(one.part, one.value) for readings in shown for one in readings if one.sure}
    for one in joined(shown, judged):
        assert not one.sure or not {value for part, value in sure if part == one.part} - {one.value}


def test_two_sure_ones_that_differ_are_the_two_guesses_however_many_agree() -> None:
    white, none = seen(Wb=0.9999, none=0.0001), seen(none=0.9999, Wb=0.0001)
    assert white[0].sure and none[0].sure
    (found,) = joined([white, none], judged)
    assert not found.sure and {found.value, found.second} == {"Wb", "-"} and found.probability < 0.95
    (found,) = joined([white, none, white], judged)
    assert not found.sure and (found.value, found.second) == ("Wb", "-")


def test_what_stands_before_a_space_takes_nothing_from_what_another_shows() -> None:
    clear, hidden = seen(Wb1=0.9985, Wb=0.0005, none=0.001), seen(Wb=0.3, Wb1=0.3, none=0.4)
    assert clear[0].sure and not hidden[0].sure
    for shown in ([clear, hidden], [hidden, clear]):
        (found,) = joined(shown, judged)
        assert found.sure and found.value == "Wb1"


def test_a_merchant_that_one_overlooks_is_where_another_sees_it_and_one_that_is_seen_at_two_places_is_asked_about() -> (
    None
):
    overlooked, there, gone = (
        seen("merchant orange", none=0.5, C1=0.02, B1=0.02),
        seen("merchant orange", C1=0.994, none=0.005, B1=0.001),
        seen("merchant orange", none=0.99, C1=0.005, B1=0.005),
    )
    assert gone[0].sure and there[0].sure and not overlooked[0].sure
    for shown in ([overlooked, there], [there, overlooked]):
        (found,) = joined(shown, judged)
        assert found.sure and found.value == "C1"
    for shown in ([gone, there], [there, gone]):
        (found,) = joined(shown, judged)
        assert not found.sure and {found.value, found.second} == {"-", "C1"}


def test_two_that_doubt_the_same_are_not_sure_together() -> None:
    doubted = seen(Wb1=0.93, Wb=0.07)
    (found,) = joined([doubted, doubted], judged)
    assert not doubted[0].sure and not found.sure


def test_dice_that_are_more_than_the_box_has_are_in_doubt_together() -> None:
    """Each photograph shows other places of the market; of purple dice the box has two."""
    row = [likeliest(f"market orange {number}", {"p4": 1.0, "-": 0.0}) for number in range(1, 5)]
    first, second = judged(tuple(row[:2])), judged(tuple(row[2:]))
    assert all(one.sure for one in (*first, *second))
    assert not any(one.sure for one in joined([first, second], judged))


def test_a_coin_that_is_not_sure_is_asked_about_though_the_rest_is() -> None:
    assert not seen(Wb1=0.93, Wb=0.05, Ry1=0.02)[0].sure
    assert seen(Wb1=0.93, Wo1=0.06, Ry1=0.01)[0].sure
