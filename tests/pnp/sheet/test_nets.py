"""Nets: standees that stand, boxes that hold what goes in."""

from __future__ import annotations

from math import hypot

import pytest
from sheet_builders import face, on_a_page, printed

from pnp.scene import Box, Group, Item, Path, Rect, Scene, Stroke, Text
from pnp.sheet.boxes import CARD, Content, size_for
from pnp.sheet.nets import draw_net, standee_net
from pnp.sheet.pack import find_edge_ground


def colours(scene: Scene) -> dict[str, list[Box]]:
    """The filled shapes of a finished page with the scene's trim at (20, 20), by colour, in the scene's own places."""
    (page,) = printed([on_a_page(scene)])
    found: dict[str, list[Box]] = {}
    for shape in page.shapes:
        if not shape.stroked:
            found.setdefault(shape.colour, []).append(shape.box.moved(-20.0, -20.0))
    return found


def near(one: Box, other: Box) -> bool:
    corners = ((one.x, one.y, other.x, other.y), (one.right, one.bottom, other.right, other.bottom))
    return all(hypot(x - x2, y - y2) < 0.1 for x, y, x2, y2 in corners)


def test_a_standee_is_upside_down_behind_its_fold() -> None:
    faces = {"front": face(25, 45, 2, "#010000"), "back": face(25, 45, 2, "#020000")}
    scene = draw_net(standee_net((25, 45), 8, 2, glued=True), faces)
    assert (scene.width, scene.height) == (25, 106)
    found = colours(scene)
    assert near(found["#020000"][0], Box(0, 8, 25, 45)) and near(found["#010000"][0], Box(0, 53, 25, 45))
    front, back = found["#0000fe"][1], found["#0000fe"][0]  # the top left corner of each
    assert near(front, Box(0, 53, 3, 2)) and near(back, Box(22, 51, 3, 2))


def test_a_box_for_cards_is_their_stack_and_room() -> None:
    cards = Content(width=63.5, height=88.9, thickness=CARD, copies=60, sort="card")
    assert size_for([cards]) == (68, 93, 25)
    assert size_for([cards], sleeved=True) == (71, 96, 29)


def test_a_box_for_loose_pieces_holds_them_and_the_air_between() -> None:
    tokens = Content(width=16, height=16, thickness=2, copies=64, sort="loose")
    dice = Content(width=16, height=16, thickness=16, copies=21, rise=16, sort="loose")
    width, height, depth = size_for([tokens, dice])
    assert width * height * depth >= 1.6 * (64 * 16 * 16 * 2 + 21 * 16**3)
    assert size_for([Content(width=120, height=3, thickness=2, copies=1, sort="loose")])[0] >= 120


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
        (GROUND, Group((Rect(TRIM.inset(-9), fill="#991E17"),), clip=TRIM.inset(2))),
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
        (GROUND, Path(HOUSE, stroke=FRAME)),
        (GROUND, Text(7, 3.4, "É", "Spectral-Bold", 10.5, "#FFFDF8", 2)),
    ],
)
def test_more_than_one_thing_along_the_edges(items: tuple[Item, ...]) -> None:
    assert find_edge_ground(scene(*items)) is None
