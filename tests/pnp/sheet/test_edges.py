"""What a face shows along its edges, and whether it may touch its neighbours."""

from __future__ import annotations

import pytest

from pnp.scene import Art, Box, Group, Item, Path, Rect, Scene, Stroke, Text, Use
from pnp.sheet.pack import find_edge_ground

TRIM = Box(0, 0, 16, 16)
GROUND = Rect(TRIM.inset(-2), fill="#1B578F")
FRAME = Stroke("#2B2320", 0.4)
HOUSE = (("M", 1, 15), ("L", 8, 1), ("L", 15, 15), ("Z",))
"""Its roof is steep enough that a mitred line reaches the last 0.7 mm."""


def scene(*items: Item) -> Scene:
    return Scene(16, 16, 2, items)


@pytest.mark.parametrize(
    "items",
    [
        (GROUND,),
        (GROUND, Rect(TRIM.inset(1), stroke=FRAME)),
        (Rect(TRIM, fill="#1B578F"),),
        (Rect(TRIM, fill="#991E17"), GROUND),
        (GROUND, Group((Rect(TRIM.inset(-9), fill="#991E17"),), clip=TRIM.inset(2))),
        (GROUND, Use(Art("a", 16, 16, (Rect(Box(4, 4, 8, 8), fill="#000000"),)), (1, 0, 0, 1, 0, 0))),
        (GROUND, Rect(Box(-2, 0, 1.5, 16), fill="#000000")),
        (GROUND, Path(HOUSE, stroke=Stroke("#2B2320", 0.4, join="round"))),
        (GROUND, Path((("M", 8, 4), ("L", 8, 15)), stroke=Stroke("#2B2320", 0.4))),
        (GROUND, Text(7, 3.4, "3", "Spectral-Bold", 10.5, "#FFFDF8", 2)),
    ],
)
def test_one_ground_along_all_edges(items: tuple[Item, ...]) -> None:
    assert find_edge_ground(scene(*items)) == "#1B578F"


@pytest.mark.parametrize(
    "items",
    [
        (GROUND, Rect(TRIM.inset(0.5), stroke=FRAME)),
        (GROUND, Rect(Box(0, 0, 16, 8), fill="#991E17")),
        (GROUND, Group((Rect(Box(0, 0, 4, 4), fill="#991E17"),), matrix=(1, 0, 0, 1, -1, 5))),
        (Rect(TRIM, fill="#1B578F", radius=1),),
        (GROUND, Use(Art("a", 16, 16, (Rect(Box(0, 4, 8, 8), fill="#000000"),)), (1, 0, 0, 1, 0, 0))),
        (GROUND, Path(HOUSE, stroke=FRAME)),
        (GROUND, Text(7, 3.4, "É", "Spectral-Bold", 10.5, "#FFFDF8", 2)),
    ],
)
def test_more_than_one_thing_along_the_edges(items: tuple[Item, ...]) -> None:
    assert find_edge_ground(scene(*items)) is None


def test_blank_paper_and_a_line_to_cut_along() -> None:
    assert find_edge_ground(scene()) == ""
    cutting = Rect(TRIM, stroke=Stroke("#000000", 0.2, dash=(1, 1)))
    assert find_edge_ground(scene(cutting)) == find_edge_ground(scene(cutting)) not in ("", None)
    assert find_edge_ground(scene(GROUND, cutting)) != find_edge_ground(scene(GROUND))
