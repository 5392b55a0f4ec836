"""Booklets and boards in tiles."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sheet_builders import FONTS, FOOTER, face, part, printed, texts

from pnp.build.plan import count_work
from pnp.scene import Box, Page, Placed, Rect, Scene, Text
from pnp.sheet.booklet import impose_booklet, signature
from pnp.sheet.draw import PagePosition, draw_whole, foot
from pnp.sheet.impose import impose
from pnp.sheet.nets import draw_die_net
from pnp.sheet.paper import PAPERS, Backs, PaperName, find_page_size
from pnp.sheet.press_words import languages
from pnp.sheet.tiles import FLAP, LEAD, Tiling, draw_tiles, tile_board


@given(st.integers(1, 64))
def test_folded_sheets_read_in_order(count: int) -> None:
    sheets = signature(count)
    leaves = [(front_right, back_left) for _, front_right, back_left, _ in sheets]
    leaves += [(back_right, front_left) for front_left, _, _, back_right in reversed(sheets)]
    read = [page for leaf in leaves for page in leaf]
    assert read == [*range(1, count + 1), *[None] * (-count % 4)]


def pages(paper: PaperName, count: int) -> list[Page]:
    """Pages with their number as colour, a mark at the top left, and a face placed on each."""
    width, height = find_page_size(PAPERS[paper])
    return [
        Page(
            width,
            height,
            (
                Rect(Box(0, 0, width, height), fill=f"#{number:02x}3000"),
                Rect(Box(0, 0, 10, 5), fill=f"#{number:02x}4000"),
                Placed(face(20, 10, 0, f"#{number:02x}5000"), 40, 60),
            ),
        )
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_pages_lie_at_the_spine_upright_when_the_sheet_is_turned(paper: PaperName, backs: Backs) -> None:
    flat = [side for sheet in impose_booklet(pages(paper, 7), PAPERS[paper], backs) for side in sheet]
    assert len(flat) == 4
    width, height = find_page_size(PAPERS[paper])
    for index, page in enumerate(printed(flat)):
        spine = page.width / 2
        # a landscape sheet turned about its long edge shows its back upside down
        upright = index % 2 == 0 or backs == "short-edge"
        for shape in page.painted("3000"):
            edge = shape.box.right if shape.box.x < spine - 1 else shape.box.x
            assert edge == pytest.approx(spine, abs=0.05)
            assert (shape.box.width, shape.box.height) == (
                pytest.approx(width, abs=0.05),
                pytest.approx(height, abs=0.05),
            )
            (mark,) = page.painted(shape.colour[1:3] + "4000")
            (placed,) = page.painted(shape.colour[1:3] + "5000")
            if upright:
                assert mark.box.x == pytest.approx(shape.box.x, abs=0.05)
                assert placed.box.x - shape.box.x == pytest.approx(40, abs=0.05)
                assert placed.box.y - shape.box.y == pytest.approx(60, abs=0.05)
            else:
                assert mark.box.right == pytest.approx(shape.box.right, abs=0.05)
                assert shape.box.right - placed.box.right == pytest.approx(40, abs=0.05)
                assert shape.box.bottom - placed.box.bottom == pytest.approx(60, abs=0.05)


def test_the_fold_and_the_staples_are_marked_outside() -> None:
    first, second = impose_booklet(pages("a4", 8), PAPERS["a4"], "short-edge")
    outside, inside, inner, _ = printed([*first, *second])
    ticks = [box for box in outside.stroked("#666666") if box.width < 0.1]
    assert len(ticks) == 4 and all(box.x == pytest.approx(148.5, abs=0.05) for box in ticks)
    assert not inside.stroked("#666666") and not inner.stroked("#666666")


def test_what_is_read_from_right_to_left_opens_on_the_other_side() -> None:
    (sheet,) = impose_booklet(pages("a4", 4), PAPERS["a4"], "short-edge", right_to_left=True)
    front, back = printed(sheet)
    for page, on_left, on_right in ((front, "01", "04"), (back, "03", "02")):
        (left,), (right,) = page.painted(f"{on_left}3000"), page.painted(f"{on_right}3000")
        assert left.box.right == pytest.approx(right.box.x, abs=0.05)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("landscape", [False, True])
def test_the_ruler_measures_100_mm_and_the_foot_keeps_to_its_strip(paper: PaperName, landscape: bool) -> None:
    strip = PAPERS[paper].foot(landscape)
    titles = ("Shops", "Coins", "Victory points", "Natural dyes", "Mixed dyes", "Seals", "Price tiles")
    for language in languages():
        items = foot(strip, replace(FOOTER, language=language), PagePosition(titles=titles, number=10, total=11), FONTS)
        width, height = PAPERS[paper].size(landscape)
        (page,) = printed([Page(width, height, items)])
        assert any(box.width == pytest.approx(100, abs=0.01) for box in page.stroked("#000000"))
        lines = list(texts(items))
        assert min(text.size for text in lines) >= 7
        assert all(text.x + text.width <= strip.right + 0.01 for text in lines)
        rows: dict[float, list[Text]] = {}
        for text in lines:
            rows.setdefault(round(text.y, 2), []).append(text)
        for row in rows.values():
            row.sort(key=lambda text: text.x)
            assert all(one.x + one.width < other.x for one, other in pairwise(row))


def test_work_counts_lines_shapes_and_folds() -> None:
    parts = [
        part("cards", 60, 80, copies=2),
        part("coins", 12, 12, copies=5, outlined=True),
        part("standee", 25, 106, folds=(8.0, 53.0, 98.0)),
    ]
    parts.append(replace(part("die", 69, 48, copies=2, outlined=True), net=draw_die_net(16)))
    cuts, folds = count_work(impose(parts, PAPERS["a4"], "none"))
    assert folds == 3 + 2 * 12
    assert cuts == (4 + 2) + 5 + (2 + 2) + 2


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
