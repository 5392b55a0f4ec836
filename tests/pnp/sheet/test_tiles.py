"""Tiles: the fewest, every place of the board on one of them, no seam through a space that can be spared."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sheet_builders import FONTS, FOOTER, face, printed

from pnp.scene import Box, Scene
from pnp.sheet.draw import PagePosition, draw_whole
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.tiles import FLAP, LEAD, Tiling, draw_tiles, tile_board


def board(width: float = 420, height: float = 297, keep: tuple[Box, ...] = ()) -> Scene:
    return replace(face(width, height, 3.0, "#010000"), keep=keep)


def city(x: float = 28, y: float = 45) -> tuple[Box, ...]:
    """Five by five spaces of 36 mm, 6 mm apart."""
    return tuple(Box(x + 42 * column, y + 42 * row, 36, 36) for column in range(5) for row in range(5))


def crossed(tiling: Tiling, keep: tuple[Box, ...]) -> int:
    """How many boxes do not lie on one tile whole."""
    return sum(
        not any(
            t.shown.x <= box.x and box.right <= t.shown.right and t.shown.y <= box.y and box.bottom <= t.shown.bottom
            for t in tiling.tiles
        )
        for box in keep
    )


@pytest.mark.parametrize(("paper", "count"), [("a4", 4), ("letter", 4), ("both", 4), ("a3", 2), ("tabloid", 2)])
def test_an_a3_board_takes_few_tiles(paper: PaperName, count: int) -> None:
    tiling = tile_board(board(keep=city()), PAPERS[paper])
    assert len(tiling.tiles) == count
    assert tiling.cut_through == crossed(tiling, city()) == 0


def test_what_must_be_cut_through_is_counted() -> None:
    keep = (Box(0, 0, 420, 297),)
    tiling = tile_board(board(keep=keep), PAPERS["a3"])
    assert len(tiling.tiles) == 2 and tiling.cut_through == 1
    assert tile_board(board(keep=keep), PAPERS["a4"]).cut_through == 1, "also where seams of both ways go through it"


@settings(max_examples=25)
@given(
    st.floats(210, 800),
    st.floats(280, 600),
    st.lists(st.builds(Box, st.floats(0, 800), st.floats(0, 500), st.floats(5, 60), st.floats(5, 60)), max_size=12),
    st.sampled_from(sorted(PAPERS)),
)
def test_every_place_is_shown_once_and_every_tile_fits(
    width: float, height: float, keep: list[Box], paper: PaperName
) -> None:
    tiling = tile_board(board(width, height, tuple(keep)), PAPERS[paper])
    area = sum(tile.shown.width * tile.shown.height for tile in tiling.tiles)
    assert area == pytest.approx(width * height)
    field = PAPERS[paper].field(tiling.landscape)
    for tile in tiling.tiles:
        assert tile.cut.width + LEAD <= field.width + 1e-6 and tile.cut.height + LEAD <= field.height + 1e-6
        assert tile.cut.right <= width + 1e-6 and tile.cut.bottom <= height + 1e-6
        assert tile.cut.right - tile.shown.right == pytest.approx(FLAP if tile.shown.right < width - 1e-6 else 0)
        assert tile.cut.bottom - tile.shown.bottom == pytest.approx(FLAP if tile.shown.bottom < height - 1e-6 else 0)


def test_tiles_come_to_lie_on_each_other_exactly() -> None:
    scene = board(keep=city())
    tiling = tile_board(scene, PAPERS["a4"])
    pages = printed(draw_tiles(tiling, scene, "Board", 1, 4, FOOTER, FONTS))
    assert len(pages) == 4
    for tile, page in zip(tiling.tiles, pages, strict=True):
        (shape,) = page.painted("010000")  # the whole board is drawn, cut to the tile
        trim = shape.box
        marks = max(page.stroked("#000000"), key=lambda box: box.width * box.height)
        if tile.label == "A1":  # its marks run as far outside the board as they should
            assert trim.x - marks.x == pytest.approx(7.7, abs=0.05)
            assert trim.y - marks.y == pytest.approx(7.7, abs=0.05)
        assert trim.width == pytest.approx(420, abs=0.05)
        diamonds = [s.box for s in page.shapes if s.colour == "#000000" and not s.stroked and s.box.width < 5]
        halves = [d for d in diamonds if min(d.width, d.height) == pytest.approx(2.25, abs=0.02)]
        assert len(halves) == 2  # one at the outer end of each of its two seams
        for half in halves:
            place = half.moved(-trim.x, -trim.y)
            seams_x, seams_y = (tile.shown.x, tile.shown.right), (tile.shown.y, tile.shown.bottom)
            meets_x = any(abs(edge - seam) < 0.05 for edge in (place.x, place.right) for seam in seams_x)
            meets_y = any(abs(edge - seam) < 0.05 for edge in (place.y, place.bottom) for seam in seams_y)
            assert meets_x or meets_y


STANDING = PagePosition(titles=("Board",), number=1, total=1)


def test_a_board_of_a_paper_s_size_fills_its_page_and_bears_its_foot_behind() -> None:
    front, back = printed(draw_whole(board(), False, STANDING, FOOTER, FONTS))
    for page in (front, back):
        assert (page.width, page.height) == (pytest.approx(420, abs=0.01), pytest.approx(297, abs=0.01))
    assert not front.stroked("#000000"), "no ruler in the art"
    assert any(box.width == pytest.approx(100, abs=0.01) for box in back.stroked("#000000"))
    assert not back.painted("010000")
