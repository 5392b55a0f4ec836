"""Lines as shapes: what they cover is what a renderer draws of them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from draw_builders import drawn
from PIL import ImageChops

from pnp.art.paths import parse_path
from pnp.art.polygons import exact_bounds
from pnp.art.strokes import covered
from pnp.scene import Box, Path, Segment, Stroke

WAYS = [
    "M10 40L20 10L30 40L42 12",
    "M8 8h34v34h-34z",
    "M5 25C5 0 45 0 45 25S15 45 10 30",
    "M25 5L45 45L5 18h40L5 45z",
    "M10 10h30M10 20v20M25 30a8 8 0 1 0 .1 0z",
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "stroke",
    [
        Stroke("#000000", 4.0),
        Stroke("#000000", 5.0, (), "round", "round"),
        Stroke("#000000", 4.0, (), "square", "bevel"),
        Stroke("#000000", 3.0, (6.0, 4.0), "butt", "miter"),
    ],
    ids=["plain", "round", "square", "dashed"],
)
def test_what_a_line_covers_is_what_is_drawn_of_it(way: str, stroke: Stroke) -> None:
    segments = parse_path(way)
    line = drawn([Path(segments, None, stroke)], 50, 50).convert("L")
    shape = drawn([Path(covered(segments, stroke), "#000000")], 50, 50).convert("L")
    histogram = ImageChops.difference(line, shape).histogram()
    assert sum(histogram[96:]) <= 0.001 * sum(histogram), "but for smoothed edges"


def test_sharp_corners_are_cut_off_and_a_point_has_an_end_only() -> None:
    sharp = covered(parse_path("M0 0L20 1L0 2"), Stroke("#000000", 2.0))
    assert exact_bounds(sharp).right < 21.1
    assert not covered(parse_path("M5 5h0"), Stroke("#000000", 2.0))
    assert exact_bounds(covered(parse_path("M5 5h0"), Stroke("#000000", 2.0, (), "square"))) == Box(4, 4, 2, 2)


def test_dashes_of_no_length_are_dots() -> None:
    dots = covered(parse_path("M0 0h20"), Stroke("#000000", 2.0, (0.0, 6.0), "round"))
    middles = [exact_bounds(dot).x + 1 for dot in _parts(dots)]
    assert middles == pytest.approx([0, 6, 12, 18], abs=0.01)


def _parts(segments: tuple[Segment, ...]) -> list[tuple[Segment, ...]]:
    starts = [number for number, segment in enumerate(segments) if segment[0] == "M"]
    return [segments[start:end] for start, end in pairwise([*starts, len(segments)])]
