"""Colour distances against the published ones, and against those that the series' look was chosen by."""

from __future__ import annotations

from itertools import combinations

import pytest
from our_kits import our_kit

from pnp.check.colour_rules import OTHER_SIGHTS, ciede2000, distance


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_ciede2000_gives_the_published_differences(
    first: tuple[float, float, float], second: tuple[float, float, float], expected: float
) -> None:
    """Sharma, Wu and Dalal (2005), table 1: pairs that catch the usual slips."""
    assert ciede2000(first, second) == pytest.approx(expected, abs=1e-4)
    assert ciede2000(second, first) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    ("table", "expected"),
    [("dyes", (27.1, 20.6, 18.8, 23.1, 1.5)), ("players", (26.6, 27.7, 26.0, 16.7, 4.9))],
)
def test_hangzhous_colours_lie_as_far_apart_as_its_look_says(table: str, expected: tuple[float, ...]) -> None:
    """Normal, protan, deutan, tritan, grey: the smallest distance between any two."""
    kit = our_kit("hangzhou")
    colours = [kit.theme.colours[str(row.values["colour"])] for row in kit.tables[table].rows]
    least = [min(distance(a, b, sight) for a, b in combinations(colours, 2)) for sight in ("normal", *OTHER_SIGHTS)]
    assert [round(value, 1) for value in least] == list(expected)
