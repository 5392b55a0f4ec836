"""Colour distances of a kit's own colours, as each sight gives them."""

from __future__ import annotations

from itertools import combinations

import pytest
from our_kits import our_kit

from pnp.check.colour_rules import APART, OTHER_SIGHTS, distance


@pytest.mark.parametrize("table", ["dyes", "players"])
def test_hangzhous_colours_stay_apart_to_every_eye_but_not_in_grey(table: str) -> None:
    kit = our_kit("hangzhou")
    colours = [kit.theme.colours[str(row.values["colour"])] for row in kit.tables[table].rows]
    least = {sight: min(distance(a, b, sight) for a, b in combinations(colours, 2)) for sight in OTHER_SIGHTS}
    assert [sight for sight, value in least.items() if value < APART] == ["grey"]
    assert min(distance(a, b, "normal") for a, b in combinations(colours, 2)) >= APART
