"""Dice to fold: measured on paper and folded up in space, they close; nothing is printed on their edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath

import pytest
from folding import beyond, folded, joined, seen, side, touches
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from our_kits import our_kit
from sheet_builders import face, printed

from pnp.face.layout import KitFaces
from pnp.face.paint import CUT
from pnp.kit import Kit
from pnp.kit.model import Die, DieForm
from pnp.kits import load
from pnp.scene import Box, Ellipse, Group, Item, Page, Path, Placed, Rect, Scene, Text
from pnp.sheet.marks import WHITE
from pnp.sheet.nets import TICKED, TICKED_FOLD, die_net, draw_net
from pnp.sheet.options import EVERYTHING
from pnp.sheet.parts import PrintPart, parts

AT = 20.0
GROUND = "#aaaaaa"
"""What the faces of `face` run on with beyond their trim."""


def cube(edge: float = 16.0) -> Scene:
    faces = {f"side-{side}": face(edge, edge, 2.0, f"#0{side}0000") for side in range(1, 7)}
    return draw_net(die_net(edge), faces)


def on_a_page(scene: Scene) -> Page:
    return Page(300.0, 300.0, (Placed(scene, AT, AT),))


def squares(scene: Scene) -> tuple[dict[str, Box], list[Box]]:
    """The faces of a net of `cube` by their numbers, and its tabs, on the finished page."""
    (page,) = printed([on_a_page(scene)])
    shapes = [shape for shape in page.shapes if not shape.stroked]
    faces = {shape.colour[2]: shape.box for shape in shapes if shape.colour.endswith("0000") and shape.colour[1] == "0"}
    return dict(sorted(faces.items())), [shape.box for shape in shapes if shape.colour == WHITE.lower()]


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
        across = [
            abs(a - b) for a, b in zip(_normal(one.right, one.down), _normal(other.right, other.down), strict=True)
        ]
        assert max(across) == pytest.approx(2)  # they look opposite ways
    assert len({stood[name].down for name in "1256"}) == 1


def _normal(u: tuple[float, float, float], v: tuple[float, float, float]) -> tuple[float, float, float]:
    return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])


def test_colour_runs_over_every_fold_and_cut_of_a_die() -> None:
    scene = cube()
    faces, _ = squares(scene)
    colour = seen(on_a_page(scene))
    for name, box in faces.items():
        for where in ("top", "right", "bottom", "left"):
            neighbour = any(
                _folds(faces, (name, where), (other, way)) for other in faces for way in _SIDES if other != name
            )
            shown = colour(*beyond(box, where, 1.3))
            assert shown == GROUND or neighbour
            assert neighbour or colour(*beyond(box, where, 1.7)) != GROUND


_SIDES = ("top", "right", "bottom", "left")


def test_no_line_is_printed_on_an_edge_of_a_die() -> None:
    scene = cube()
    faces, _ = squares(scene)
    colour = seen(on_a_page(scene))
    for number, box in faces.items():
        for where in _SIDES:
            edge = side(box, where)
            for share in (0.25, 0.4, 0.6, 0.75):
                x, y = edge.x + share * edge.width, edge.y + share * edge.height
                assert colour(x, y) in {GROUND, *(f"#0{name}0000" for name in faces)}, (number, where)


def test_marks_stand_outside_in_line_with_every_cut_and_fold() -> None:
    edge = 16.0
    faces, tabs = squares(cube(edge))
    scene = cube(edge)
    hull = (*faces.values(), *tabs)
    marks = list(ticks(scene))
    for (x1, y1), (x2, y2) in marks:
        assert x1 >= 0 and x2 <= scene.width and y1 >= 0 and y2 <= scene.height
        for x, y in ((x1 + AT, y1 + AT), (x2 + AT, y2 + AT)):
            assert all(not (b.x - 0.9 < x < b.right + 0.9 and b.y - 0.9 < y < b.bottom + 0.9) for b in hull)
    uprights = {round(x1 + AT, 3) for (x1, _), (x2, _) in marks if x1 == x2}
    levels = {round(y1 + AT, 3) for (_, y1), (_, y2) in marks if y1 == y2}
    assert uprights == {round(x, 3) for box in faces.values() for x in (box.x, box.right)}
    assert levels == {round(y, 3) for box in faces.values() for y in (box.y, box.bottom)}


def ticks(scene: Scene) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The marks beside a net, each from its upper or left end."""
    for item in scene.items:
        if isinstance(item, Path) and item.stroke in (TICKED, TICKED_FOLD):
            points = [(x, y) for _, x, y in item.segments]
            yield from zip(points[::2], points[1::2], strict=True)


# --- labels --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("hangzhou")


def planned(kit: Kit) -> list[PrintPart]:
    dice = next(component for component in kit.components if component.id == "price-dice")
    return list(parts(kit, KitFaces(kit, "en"), dice, EVERYTHING))


def test_labels_are_the_six_sides_of_each_die_as_squares_on_paper(kit: Kit) -> None:
    labels = [part for part in planned(kit) if part.component == "price-dice-labels"]
    sides = Counter((part.key, part.copies) for part in labels)
    assert sum(part.copies for part in labels) == 20 * 6
    assert sides["blue", 8] == 3 and sides["black", 4] == 3  # four dice with two of each price, two with two
    assert {(part.width, part.height, part.bleed, part.stock, part.outlined) for part in labels} == {
        (16.0, 16.0, 2.0, "paper", False)
    }
    assert {(part.front().width, part.front().bleed) for part in labels} == {(16.0, 2.0)}


DICE = """\
[kit]
id = "market"
title = "Market"
players = [2, 4]
languages = ["en", "es"]

[table.dice]
file = "dice.csv"
[table.dice.columns]
sides = "list of text"

[[component]]
id = "dice"
kind = "die"
title = "Dice"
size = 16
each = "dice"
sides = "sides"
face = "die"
form = "labels"
"""


@pytest.mark.parametrize(("language", "said"), [("en", ["1", "garden", "lamp"]), ("es", ["1", "farol", "jardín"])])
def test_sides_may_be_said_in_each_language(tmp_path: FilePath, language: str, said: list[str]) -> None:
    files = {
        "kit.toml": DICE,
        "dice.csv": "id,sides.en,sides.es\nday,1;1;1;lamp;lamp;garden,1;1;1;farol;farol;jardín\n",
        "faces/die.toml": '[[draw]]\ntext = "{side}"\nbox = "trim"\nsize = 9\n',
    }
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    market = load(tmp_path)
    dice = next(iter(market.components))
    made = list(parts(market, KitFaces(market, language), dice, EVERYTHING))
    assert sorted((part.copies for part in made), reverse=True) == [3, 2, 1]
    assert sorted(item.text for part in made for item in part.front().items if isinstance(item, Text)) == said


@pytest.mark.parametrize(
    ("form", "made"),
    [("net", {"price-dice"}), ("labels", {"price-dice-labels"}), ("both", {"price-dice", "price-dice-labels"})],
)
def test_dice_are_made_in_the_form_that_the_kit_says(kit: Kit, form: DieForm, made: set[str]) -> None:
    components = tuple(replace(one, form=form) if isinstance(one, Die) else one for one in kit.components)
    assert {part.component for part in planned(replace(kit, components=components))} == made


def test_nets_have_no_cutting_line_with_little_ink_but_labels_do(kit: Kit) -> None:
    dice = next(component for component in kit.components if component.id == "price-dice")
    net, label, *_ = parts(kit, KitFaces(kit, "en", ink="low"), dice, EVERYTHING)
    assert CUT[1] in dashes(label.front().items)
    assert CUT[1] not in dashes(net.front().items)


def dashes(items: Iterable[Item]) -> list[tuple[float, ...]]:
    found: list[tuple[float, ...]] = []
    for item in items:
        if isinstance(item, Group):
            found += dashes(item.items)
        elif isinstance(item, Path | Rect | Ellipse) and item.stroke:
            found.append(item.stroke.dash)
    return found
