"""SVG path data."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.art.paths import PathError, arrow_head, parse_path, path_bounds


def test_every_command_absolute_and_relative() -> None:
    assert parse_path("M1,2 L3,4 h5 v-1 l-1-1 H0 V9 z m1 1 2 2") == (
        ("M", 1, 2),
        ("L", 3, 4),
        ("L", 8, 4),
        ("L", 8, 3),
        ("L", 7, 2),
        ("L", 0, 2),
        ("L", 0, 9),
        ("Z",),
        ("M", 2, 3),
        ("L", 4, 5),
    )


def test_smooth_curves_reflect_the_last_handle() -> None:
    assert parse_path("M0 0 C0 1 1 2 2 2 S4 1 4 0")[2] == ("C", 3, 2, 4, 1, 4, 0)
    assert parse_path("M0 0 S4 1 4 0")[1] == ("C", 0, 0, 4, 1, 4, 0)
    quadratic = parse_path("M0 0 Q3 6 6 0 T12 0")
    assert quadratic[1] == ("C", 2, 4, 4, 4, 6, 0)
    assert quadratic[2] == ("C", 8, -4, 10, -4, 12, 0)


@pytest.mark.parametrize("flags", ["1 1", "11", "1,1 "])
def test_an_arc_of_a_circle_stays_on_the_circle(flags: str) -> None:
    segments = parse_path(f"M10 0 A10 10 0 {flags} 0 -10")
    assert len(segments) == 4  # three quarters
    for segment in segments[1:]:
        x, y = segment[-2], segment[-1]
        assert math.hypot(float(x), float(y)) == pytest.approx(10, abs=1e-9)
    bounds = path_bounds(segments)
    assert bounds.x == pytest.approx(-10, abs=0.01)
    assert bounds.bottom == pytest.approx(10, abs=0.01)


def test_an_arc_too_small_to_reach_is_enlarged_and_one_without_radius_is_a_line() -> None:
    assert parse_path("M0 0 A1 1 0 0 1 20 0")[-1][-2:] == pytest.approx((20, 0))
    assert parse_path("M0 0 A0 5 0 0 1 20 0") == (("M", 0, 0), ("L", 20, 0))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("L1 1", "from character 1 on: `L1 1`"),
        ("M0 0 C1 2 3", "from character 6 on: `C1 2 3`"),
        ("M0 0 A1 1 0 2 0 3 3", "from character 6 on"),
        ("M0 0 L1e9 0", "further out"),
        ("M0 0" + " 1 1" * 100_000, "characters"),
        ("M0 0 Z 3", "from character 8 on: `3`"),
    ],
)
def test_what_cannot_be_read_is_said(data: str, says: str) -> None:
    with pytest.raises(PathError, match=says):
        parse_path(data)


@given(st.text("MLHVCSQTAZmlhvcsqtaz0123456789.,-+eE ", max_size=60))
def test_any_text_is_read_or_refused(data: str) -> None:
    try:
        segments = parse_path(data)
    except PathError:
        return
    assert all(segment[0] in "MLCZ" for segment in segments)
    assert not segments or segments[0][0] == "M"


def test_an_arrow_head_points_away_from_where_it_comes_from() -> None:
    assert arrow_head((10, 0), (0, 0), 3, 2) == (("M", 10, 0), ("L", 7, 1), ("L", 7, -1), ("Z",))
