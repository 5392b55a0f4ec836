"""Grids of hexagons: every place once, each as far from its neighbours as the next, all in the box."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.kit.face_files import ACROSS, FaceGrid, cells, cells_of, hex_field, wrong_with
from pnp.kit.toml_source import BadValueError

NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
maps = st.builds(
    FaceGrid,
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    hex=st.sampled_from(["pointy", "flat"]),
    offset=st.sampled_from(["even", "odd"]),
    names=st.sampled_from(["offset", "axial", None]),
    gap=st.floats(0, 2),
) | st.builds(FaceGrid, radius=st.integers(1, 5), hex=st.sampled_from(["pointy", "flat"]), gap=st.floats(0, 2))


@given(maps, st.floats(100, 400), st.floats(100, 400))
def test_a_map_has_even_ways_between_neighbours_and_lies_in_the_middle_of_its_box(
    grid: FaceGrid, width: float, height: float
) -> None:
    places, field = cells_of(grid), hex_field(grid, 5.0, 7.0, width, height)
    assert len({cell.name for cell in places}) == len({(cell.q, cell.r) for cell in places}) == grid.count
    ((_, _, wide, high), *_) = field
    long, short = max(wide, high), min(wide, high)
    assert short / long == pytest.approx(ACROSS)
    assert (high > wide) == (grid.hex == "pointy")
    at = {(cell.q, cell.r): box[:2] for cell, box in zip(places, field, strict=True)}
    for (q, r), corner in at.items():
        for dq, dr in NEIGHBOURS:
            other = at.get((q + dq, r + dr))
            assert other is None or math.dist(corner, other) == pytest.approx(short + grid.gap)
    xs, ys = [box[0] for box in field], [box[1] for box in field]
    left, right = min(xs) - 5, 5 + width - max(xs) - wide
    top, bottom = min(ys) - 7, 7 + height - max(ys) - high
    assert left == pytest.approx(right, abs=1e-6)
    assert top == pytest.approx(bottom, abs=1e-6)
    assert min(left, top) == pytest.approx(0, abs=1e-6)  # as large as fits


@pytest.mark.parametrize(
    ("hexes", "offset", "further"),
    [("pointy", "even", "a2"), ("pointy", "odd", "a1"), ("flat", "even", "b1"), ("flat", "odd", "a1")],
)
def test_every_second_row_lies_half_a_place_further(hexes: str, offset: str, further: str) -> None:
    grid = FaceGrid(columns=2, rows=2, hex=hexes, offset=offset)
    at = {cell.name: (cell.x, cell.y) for cell in cells(grid)}
    axis = 0 if hexes == "pointy" else 1
    near = {"a2": "a1", "b1": "a1"}.get(further) or ("a2" if hexes == "pointy" else "b1")
    assert at[further][axis] == at[near][axis] + 0.5


def test_a_round_map_is_named_from_its_middle() -> None:
    assert [cell.name for cell in cells(FaceGrid(radius=1, hex="pointy"))] == [
        "q0r-1",
        "q1r-1",
        "q-1r0",
        "q0r0",
        "q1r0",
        "q-1r1",
        "q0r1",
    ]
    assert [cell.name for cell in cells(FaceGrid(radius=1, hex="flat", names="offset"))][3] == "b2"


def test_a_size_that_does_not_fit_says_what_it_needs() -> None:
    with pytest.raises(BadValueError, match=r"needs 86\.6 × 20 mm and has 80 × 30"):
        hex_field(FaceGrid(columns=5, rows=1, hex="pointy", size=20.0), 0, 0, 80, 30)


@pytest.mark.parametrize(
    ("grid", "says"),
    [
        (FaceGrid(columns=5, rows=5, gap=1.0), "gap means nothing in a square grid"),
        (FaceGrid(columns=5), "rows are missing"),
        (FaceGrid(hex="flat"), "a grid needs columns and rows"),
        (FaceGrid(hex="flat", radius=2, rows=2), "a grid needs columns and rows"),
        (FaceGrid(hex="flat", radius=30), "2791 places are more than 1000"),
        (FaceGrid(hex="flat", radius=1, skip=("a1",)), "skips a1, which is no place"),
    ],
)
def test_what_makes_no_grid_is_told(grid: FaceGrid, says: str) -> None:
    wrong = wrong_with(grid)
    assert wrong is not None
    assert says in wrong[1]
