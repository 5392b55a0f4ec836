"""Dice to fold: measured on paper and folded up in space, they close; nothing is printed on their edges."""

from __future__ import annotations

from collections import Counter

import pytest
from folding import folded, joined, side, touches
from hypothesis import given, settings
from hypothesis import strategies as st
from our_kits import our_kit
from sheet_builders import face, on_a_page, printed

from pnp.face.layout import KitFaces
from pnp.kit import Kit
from pnp.scene import Box, Scene
from pnp.sheet.marks import WHITE
from pnp.sheet.nets import die_net, draw_net
from pnp.sheet.options import EVERYTHING
from pnp.sheet.parts import PrintPart, parts


def cube(edge: float = 16.0) -> Scene:
    faces = {f"side-{side}": face(edge, edge, 2.0, f"#0{side}0000") for side in range(1, 7)}
    return draw_net(die_net(edge), faces)


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
