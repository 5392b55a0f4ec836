"""Nets of boxes, dice and standees: measured on paper and folded up in space they close, and hold what goes in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import hypot

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from our_kits import our_kit
from sheet_builders import face, on_a_page, printed

from pnp.face.layout import KitFaces, measure_component
from pnp.kit import Kit, expand
from pnp.kit.model import Card, Die, Leaflet, Token, TuckBox
from pnp.kits import list_known_kits
from pnp.scene import Box, Group, Item, Path, Rect, Scene, Stroke, Text
from pnp.sheet.boxes import (
    CARD,
    BoxHalf,
    Content,
    draw_half_net,
    draw_tuck_net,
    draw_wall_net,
    face_sizes,
    find_box_size,
    make_lid_and_tray,
    measure_box,
)
from pnp.sheet.marks import WHITE
from pnp.sheet.nets import draw_die_net, draw_net, draw_standee_net
from pnp.sheet.options import EVERYTHING
from pnp.sheet.pack import find_edge_ground
from pnp.sheet.parts import parts

Point3 = tuple[float, float, float]
Edge3 = tuple[Point3, Point3]
NEAR = 0.1
"""What edges that meet may differ by, in mm."""


class Stood(msgspec.Struct, frozen=True):
    """A rectangle in space: its top left corner, and one mm to its right and one down it."""

    flat: Box
    corner: Point3
    right: Point3
    down: Point3

    def edges(self) -> Iterator[tuple[str, Edge3]]:
        """Its four edges by the side they are on in the net."""
        width, height = self.flat.width, self.flat.height
        a, b = self.corner, _moved(self.corner, self.right, width)
        d = _moved(self.corner, self.down, height)
        c = _moved(d, self.right, width)
        yield from (("top", (a, b)), ("right", (b, c)), ("bottom", (d, c)), ("left", (a, d)))


def folded(flat: Mapping[str, Box]) -> dict[str, Stood]:
    """The rectangles of a net, folded where a whole edge of one is a whole edge of another; the first lies flat."""
    names = list(flat)
    stood = {names[0]: Stood(flat[names[0]], (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))}
    found = [names[0]]
    for name in found:
        for other in names:
            turned = None if other in stood else _turned(stood[name], flat[other])
            if turned is not None:
                stood[other] = turned
                found.append(other)
    assert len(stood) == len(flat), f"{set(flat) - set(stood)} hang on nothing"
    return stood


def _turned(at: Stood, box: Box) -> Stood | None:
    here, inward = at.flat, _cross(at.right, at.down)
    level = _same(here.y, box.y) and _same(here.height, box.height)
    upright = _same(here.x, box.x) and _same(here.width, box.width)
    if level and _same(here.right, box.x):
        return Stood(box, _moved(at.corner, at.right, here.width), inward, at.down)
    if level and _same(box.right, here.x):
        return Stood(box, _moved(at.corner, inward, box.width), _moved((0, 0, 0), inward, -1), at.down)
    if upright and _same(here.bottom, box.y):
        return Stood(box, _moved(at.corner, at.down, here.height), at.right, inward)
    if upright and _same(box.bottom, here.y):
        return Stood(box, _moved(at.corner, inward, box.height), at.right, _moved((0, 0, 0), inward, -1))
    return None


def joined(stood: Mapping[str, Stood]) -> tuple[list[tuple[tuple[str, str], tuple[str, str]]], list[tuple[str, str]]]:
    """The pairs of edges that lie on each other in space, and those that lie on none; each a rectangle and a side."""
    edges = [((name, side), edge) for name, at in stood.items() for side, edge in at.edges()]
    pairs = [
        (one, other)
        for index, (one, edge) in enumerate(edges)
        for other, second in edges[index + 1 :]
        if _meet(edge, second)
    ]
    paired = {end for pair in pairs for end in pair}
    return pairs, [end for end, _ in edges if end not in paired]


def _meet(one: Edge3, other: Edge3) -> bool:
    return any(all(_apart(a, b) < NEAR for a, b in zip(one, way, strict=True)) for way in (other, other[::-1]))


def side(box: Box, name: str) -> Box:
    """An edge of a rectangle, as a box without width or height."""
    return {
        "top": Box(box.x, box.y, box.width, 0.0),
        "bottom": Box(box.x, box.bottom, box.width, 0.0),
        "left": Box(box.x, box.y, 0.0, box.height),
        "right": Box(box.right, box.y, 0.0, box.height),
    }[name]


def touches(tab: Box, edge: Box) -> bool:
    """Whether a tab stands on the whole of an edge."""
    if edge.height == 0:
        along = _same(tab.x, edge.x) and _same(tab.width, edge.width)
        return along and (_same(tab.y, edge.y) or _same(tab.bottom, edge.y))
    along = _same(tab.y, edge.y) and _same(tab.height, edge.height)
    return along and (_same(tab.x, edge.x) or _same(tab.right, edge.x))


def _same(one: float, other: float) -> bool:
    return abs(one - other) < NEAR


def _apart(one: Point3, other: Point3) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _moved(point: Point3, way: Point3, length: float) -> Point3:
    return (point[0] + way[0] * length, point[1] + way[1] * length, point[2] + way[2] * length)


def _cross(u: Point3, v: Point3) -> Point3:
    return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])


def colours(scene: Scene) -> dict[str, list[Box]]:
    """The filled shapes of a finished page with the scene's trim at (20, 20), by colour, in the scene's own places."""
    (page,) = printed([on_a_page(scene)])
    found: dict[str, list[Box]] = {}
    for shape in page.shapes:
        if not shape.stroked:
            found.setdefault(shape.colour, []).append(shape.box.moved(-20.0, -20.0))
    return found


def is_near(one: Box, other: Box) -> bool:
    corners = ((one.x, one.y, other.x, other.y), (one.right, one.bottom, other.right, other.bottom))
    return all(hypot(x - x2, y - y2) < 0.1 for x, y, x2, y2 in corners)


def test_a_standee_is_upside_down_behind_its_fold() -> None:
    faces = {"front": face(25, 45, 2, "#010000"), "back": face(25, 45, 2, "#020000")}
    scene = draw_net(draw_standee_net((25, 45), 8, 2, glued=True), faces)
    assert (scene.width, scene.height) == (25, 106)
    found = colours(scene)
    assert is_near(found["#020000"][0], Box(0, 8, 25, 45)) and is_near(found["#010000"][0], Box(0, 53, 25, 45))
    front, back = found["#0000fe"][1], found["#0000fe"][0]  # the top left corner of each
    assert is_near(front, Box(0, 53, 3, 2)) and is_near(back, Box(22, 51, 3, 2))


def test_a_box_for_cards_is_their_stack_and_room() -> None:
    cards = Content(width=63.5, height=88.9, thickness=CARD, copies=60, sort="card")
    assert find_box_size([cards]) == (68, 93, 25)
    assert find_box_size([cards], sleeved=True) == (71, 96, 29)


def test_a_box_for_loose_pieces_holds_them_and_the_air_between() -> None:
    tokens = Content(width=16, height=16, thickness=2, copies=64, sort="loose")
    dice = Content(width=16, height=16, thickness=16, copies=21, rise=16, sort="loose")
    width, height, depth = find_box_size([tokens, dice])
    assert width * height * depth >= 1.6 * (64 * 16 * 16 * 2 + 21 * 16**3)
    assert find_box_size([Content(width=120, height=3, thickness=2, copies=1, sort="loose")])[0] >= 120


TRIM = Box(0, 0, 16, 16)
GROUND = Rect(TRIM.inset(-2), fill="#1B578F")
FRAME = Stroke("#2B2320", 0.4)
HOUSE = (("M", 1, 15), ("L", 8, 1), ("L", 15, 15), ("Z",))
"""Its roof is steep enough that a mitred line reaches the last 0.7 mm."""


@pytest.mark.parametrize(
    ("items", "has_one"),
    [
        ((), True),
        ((Rect(TRIM.inset(1), stroke=FRAME),), True),
        ((Group((Rect(TRIM.inset(-9), fill="#991E17"),), clip=TRIM.inset(2)),), True),
        ((Path((("M", 8, 4), ("L", 8, 15)), stroke=FRAME),), True),
        ((Text(7, 3.4, "3", "Spectral-Bold", 10.5, "#FFFDF8", 2),), True),
        ((Rect(TRIM.inset(0.5), stroke=FRAME),), False),
        ((Rect(Box(0, 0, 16, 8), fill="#991E17"),), False),
        ((Path(HOUSE, stroke=FRAME),), False),
        ((Text(7, 3.4, "É", "Spectral-Bold", 10.5, "#FFFDF8", 2),), False),
    ],
)
def test_one_ground_or_more_along_the_edges(items: tuple[Item, ...], has_one: bool) -> None:
    assert find_edge_ground(Scene(16, 16, 2, (GROUND, *items))) == ("#1B578F" if has_one else None)
    assert find_edge_ground(Scene(16, 16, 2, (Rect(TRIM, fill="#1B578F"),))) == "#1B578F", "without bleed"


KITS = {name: our_kit(name) for name in list_known_kits()}
BOXES = [(kit, part) for kit in KITS.values() for part in kit.components if isinstance(part, TuckBox)]
NAMES = [f"{kit.id} {part.id}" for kit, part in BOXES]
TUCK = [pair for pair in BOXES if pair[1].form == "tuck"]


def panels(scene: Scene) -> dict[str, Box]:
    """The faces of a net on the finished page, by colour; those of one colour numbered."""
    found = colours(scene)
    return {f"{name}{n}": box for name in found if name.endswith("0000") for n, box in enumerate(found[name])}


def tuck(kit: Kit, part: TuckBox) -> Scene:
    size = measure_box(kit, part)
    sizes = face_sizes(size, "tuck")
    faces = {name: face(*sizes[name], 1.5, f"#0{n}0000") for n, name in enumerate(sizes, 1)}
    return draw_net(draw_tuck_net(size), faces)


@pytest.mark.parametrize(("kit", "part"), TUCK, ids=[f"{kit.id} {part.id}" for kit, part in TUCK])
def test_a_tuck_box_closes_on_all_twelve_edges(kit: Kit, part: TuckBox) -> None:
    flat = panels(tuck(kit, part))
    assert len(flat) == 6
    pairs, bare = joined(folded(flat))
    assert len(pairs) == 12 and not bare


@pytest.mark.parametrize(("kit", "part"), BOXES, ids=NAMES)
def test_panels_are_larger_than_the_room_they_enclose(kit: Kit, part: TuckBox) -> None:
    width, height, depth = measure_box(kit, part)
    if part.form == "tuck":
        flat = panels(tuck(kit, part))
        front, narrow, top = flat["#0100000"], flat["#0300000"], flat["#0400000"]
        rooms = [(front.width, width), (front.height, height), (narrow.width, depth), (top.width, width)]
        rooms += [(narrow.height, height), (top.height, depth)]
    else:
        cover, tray = (measured(half) for half in make_lid_and_tray((width, height, depth)))
        rooms = [(tray[0], width), (tray[1], height), (tray[2], depth)]
        assert all(1.0 <= over - under <= 3.0 for over, under in zip(cover[:2], tray[:2], strict=True))
        assert tray[2] / 4 <= cover[2] <= tray[2]
    assert all(0.3 <= panel - room <= 1.0 for panel, room in rooms)


def whole(half: BoxHalf) -> Scene:
    panel, long, short = half.faces
    faces = {
        panel: face(half.width, half.height, 1.5, "#010000"),
        long: face(half.height, half.wall, 1.5, "#020000"),
        short: face(half.width, half.wall, 1.5, "#030000"),
    }
    return draw_net(draw_half_net(half), faces)


def separately(half: BoxHalf) -> tuple[Scene, Scene, Scene]:
    long, short = face(half.height, half.wall, 1.5, "#020000"), face(half.width, half.wall, 1.5, "#030000")
    return (
        draw_net(draw_half_net(half), {half.faces[0]: face(half.width, half.height, 1.5, "#010000")}),
        draw_net(draw_wall_net("side", half.height, half.wall), {"side": long}),
        draw_net(draw_wall_net("top", half.width, half.wall), {"top": short}),
    )


def measured(half: BoxHalf) -> tuple[float, float, float]:
    """Width, height and depth of a part as it comes off the paper, whichever way it is made."""
    if half.whole:
        flat = panels(whole(half))
        return flat["#0100000"].width, flat["#0100000"].height, flat["#0300000"].height
    panel, long, short = (next(iter(panels(scene).values())) for scene in separately(half))
    assert panel.height == pytest.approx(long.width, abs=0.1) and panel.width == pytest.approx(short.width, abs=0.1)
    assert long.height == pytest.approx(short.height, abs=0.1)
    return panel.width, panel.height, short.height


@pytest.mark.parametrize(("kit", "part"), BOXES, ids=NAMES)
def test_what_a_box_names_goes_in_with_air(kit: Kit, part: TuckBox) -> None:
    """Against the bare volumes and stacks, not the rule by which the press makes boxes."""
    width, height, depth = measure_box(kit, part)
    volume = stack = 0.0
    for component in kit.components:
        if component.id not in part.contents or isinstance(component, Leaflet):
            continue
        across, down = measure_component(component)
        number = sum(copies for _, copies in expand(kit, component))
        if isinstance(component, Die | Token):
            thick = component.size if isinstance(component, Die) else 2.0
            volume += number * across * down * thick
            assert max(across, down) < max(width, height) and min(across, down) < min(width, height) and thick < depth
        elif isinstance(component, Card):
            assert across < width and down < height
            piles = max(1, int(width / across) * int(height / down))
            stack += number / piles * 20 / 60
    assert stack + volume / (width * height) < 0.85 * depth


def cube(edge: float = 16.0) -> Scene:
    faces = {f"side-{side}": face(edge, edge, 2.0, f"#0{side}0000") for side in range(1, 7)}
    return draw_net(draw_die_net(edge), faces)


def squares(scene: Scene) -> tuple[dict[str, Box], list[Box]]:
    """The faces of a net of `cube` by their numbers, and its tabs, on the finished page."""
    found = colours(scene)
    return {str(n): found[f"#0{n}0000"][0] for n in range(1, 7)}, found[WHITE.lower()]


@settings(max_examples=25)
@given(st.floats(10, 40))
def test_a_die_closes_and_each_bare_edge_meets_one_tab(edge: float) -> None:
    faces, tabs = squares(cube(edge))
    assert len(faces) == 6 and len(tabs) == 7
    stood = folded(faces)
    pairs, open_edges = joined(stood)
    assert not open_edges and len(pairs) == 12  # the twelve edges of a cube, each of two faces
    glued = [pair for pair in pairs if not _folds(faces, *pair)]
    assert len(glued) == 7
    for pair in glued:
        ends = [touches(tab, side(faces[name], where)) for name, where in pair for tab in tabs]
        assert sum(ends) == 1


def _folds(faces: dict[str, Box], one: tuple[str, str], other: tuple[str, str]) -> bool:
    edges = [side(faces[name], where) for name, where in (one, other)]
    return touches(edges[0], edges[1])


def test_opposite_sides_of_a_die_sum_to_seven_and_a_belt_of_four_reads_upright() -> None:
    faces, _ = squares(cube())
    stood = folded(faces)
    for number in "123":
        one, other = stood[number], stood[str(7 - int(number))]
        outwards = (_cross(side.right, side.down) for side in (one, other))
        assert max(abs(a - b) for a, b in zip(*outwards, strict=True)) == pytest.approx(2)  # they look opposite ways
    assert len({stood[name].down for name in "1256"}) == 1


def test_labels_are_the_six_sides_of_each_die_as_squares_on_paper() -> None:
    kit = our_kit("hangzhou")
    dice = next(component for component in kit.components if component.id == "price-dice")
    labels = [
        part for part in parts(kit, KitFaces(kit, "en"), dice, EVERYTHING) if part.component == "price-dice-labels"
    ]
    sides = Counter((part.key, part.copies) for part in labels)
    assert sum(part.copies for part in labels) == 20 * 6
    assert sides["blue", 8] == 3 and sides["black", 4] == 3  # four dice with two of each price, two with two
    assert {(part.width, part.height, part.bleed, part.stock, part.outlined) for part in labels} == {
        (16.0, 16.0, 2.0, "paper", False)
    }
    assert {(part.front().width, part.front().bleed) for part in labels} == {(16.0, 2.0)}
