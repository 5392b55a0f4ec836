"""Nets: standees that stand, boxes that hold what goes in."""

from __future__ import annotations

from math import hypot

import pytest
from sheet_builders import face, printed

from pnp.scene import Art, Box, Ellipse, Group, Item, Page, Path, Placed, Rect, Scene, Stroke, Text, Use
from pnp.sheet.boxes import CARD, Content, face_sizes, size_for, tuck_net
from pnp.sheet.nets import draw_base, draw_net, standee_net
from pnp.sheet.pack import find_edge_ground


def on_a_page(scene: Scene) -> Page:
    return Page(300.0, 300.0, (Placed(scene, 20.0, 20.0),))


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


def test_a_standee_stands_on_a_disc_or_on_a_plate() -> None:
    disc, plate = draw_base((20.0,)), draw_base((20.0, 12.0))
    assert (disc.width, disc.height) == (20, 20)
    assert disc.outline == Ellipse(Box(0, 0, 20, 20))
    assert (plate.width, plate.height) == (20, 12)
    assert plate.outline is None, "a plate is cut square"


SIZE = (60.0, 90.0, 20.0)


def tuck_box() -> Scene:
    sizes = face_sizes(SIZE, "tuck")
    faces = {name: face(*sizes[name], 1.5, f"#0{n}0000") for n, name in enumerate(sizes, 1)}
    return draw_net(tuck_net(SIZE), faces)


def test_the_panels_of_a_box_meet_at_its_edges() -> None:
    scene, net = tuck_box(), tuck_net(SIZE)
    assert (scene.width, scene.height) == pytest.approx((net.width, net.height))
    found = colours(scene)
    front, back = found["#010000"][0], found["#020000"][0]
    left, right = sorted(found["#030000"], key=lambda side: side.x)
    assert left.right == pytest.approx(front.x, abs=0.01) and front.right == pytest.approx(right.x, abs=0.01)
    assert right.right == pytest.approx(back.x, abs=0.01)
    bottom, lid = sorted(found["#040000"], key=lambda top: -top.y)
    assert bottom.y == pytest.approx(front.bottom, abs=0.01) and bottom.x == pytest.approx(front.x, abs=0.01)
    assert lid.bottom == pytest.approx(back.y, abs=0.01) and lid.x == pytest.approx(back.x, abs=0.01)


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
