"""Hexagons on a face: regular ones, maps of them, and their places."""

from __future__ import annotations

import math
from pathlib import Path as FilePath

import pytest
from face_builders import KIT, Desk, draw, said, write_kit

from pnp.art.paths import path_bounds
from pnp.kits import read
from pnp.scene import Box, Item, Path

MAP = 'grid = { hex = "pointy", columns = 3, rows = 2, gap = 0.5 }'


def sides(item: Item) -> list[float]:
    assert isinstance(item, Path)
    corners = [segment[1:] for segment in item.segments if segment[0] in "ML"]
    return [math.dist(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]  # type: ignore[arg-type]


@pytest.mark.parametrize("box", ["[5, 5, 20, 40]", "[5, 5, 40, 20]", "[5, 5, 30, 30]"])
def test_a_hexagon_is_regular_in_any_box(tmp_path: FilePath, box: str) -> None:
    (item,) = Desk(tmp_path, draw(f"hexagon = {box}", 'fill = "silk"')).items()
    lengths = sides(item)
    assert max(lengths) == pytest.approx(min(lengths))


def test_a_map_is_drawn_with_words_and_places_on_each(tmp_path: FilePath) -> None:
    face = draw('hexagon = "safe"', MAP, 'stroke = "ink"', 'place = "land"') + draw(
        'text = "{place} {q},{r}"', 'box = "safe"', MAP, "inset = 1", "size = 8"
    )
    desk = Desk(tmp_path, face)
    hexagons = [item for item in desk.items() if isinstance(item, Path)]
    assert len(hexagons) == 6
    assert all(max(sides(item)) == pytest.approx(min(sides(item))) for item in hexagons)
    assert "a1 0,0" in said(desk.items())
    assert "c2 2,1" in said(desk.items())
    assert not desk.faults()
    spots = desk.layout.spots("card", size=(60.0, 90.0))
    assert [spot.name for spot in spots] == ["land"] * 6
    around = path_bounds(hexagons[4].segments)
    assert spots[4].box.x == pytest.approx(around.x)
    assert spots[4].box.height == pytest.approx(around.height)


def test_places_of_a_map_have_their_names(tmp_path: FilePath) -> None:
    own = 'size = [60, 40]\n[[draw]]\nhexagon = [0, 0, 60, 40]\ngrid = { hex = "flat", radius = 1, size = 12 }\n'
    places = Desk(tmp_path, draw('face = "map"'), map=own).layout.places("map")
    middle = places["q0r0"]
    assert (middle.x + middle.width / 2, middle.y + middle.height / 2) == pytest.approx((30, 20))
    assert (middle.width, middle.height) == pytest.approx((12, 6 * math.sqrt(3)))
    assert places["trim"] == Box(0, 0, 60, 40)


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        (
            ['grid = { hex = "pointy", columns = 3, rows = 2, size = 40 }'],
            "the grid needs 121.2 × 70 mm and has 60 × 90",
        ),
        ([MAP, "step = [3, 3]"], "step means nothing between hexagons"),
        (["grid = { columns = 3, rows = 2, radius = 4 }"], "radius means nothing in a square grid"),
        (["grid = { columns = 3 }"], "rows are missing"),
    ],
)
def test_slips_in_a_map_are_told(tmp_path: FilePath, keys: list[str], says: str) -> None:
    assert says in " ".join(Desk(tmp_path, draw('hexagon = "trim"', 'fill = "ink"', *keys)).faults())


def test_a_token_that_is_no_regular_hexagon_is_told(tmp_path: FilePath) -> None:
    token = '[[component]]\nid = "hex"\nkind = "token"\nsize = [30, 30]\nshape = "hexagon"\nface = "card"\n'
    folder = write_kit(tmp_path, draw('rect = "trim"', 'fill = "ink"'))
    (folder / "kit.toml").write_text(KIT + token)
    (finding,) = read(folder)[1]
    assert (finding.severity, finding.code) == ("warning", "uneven-hexagon")
    assert finding.hint == "size = 30 makes it 25.98 × 30"
