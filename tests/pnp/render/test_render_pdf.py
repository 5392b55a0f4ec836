"""The PDF back end, seen from the finished file."""

from __future__ import annotations

import io

import pikepdf
import pytest
from draw_builders import LEAF, card, drawn, pdf, seen
from kit_text import encoded
from PIL import Image as Pillow

from pnp.art.raster import RasterFile
from pnp.scene import Anchor, Box, Ellipse, Group, Item, Link, Page, Path, Placed, Rect, Scene, Stroke, Use

RED, WHITE, BLACK = (255, 0, 0), (255, 255, 255), (0, 0, 0)
CORNER = Rect(Box(0, 0, 10, 10), "#FF0000")
A4 = (210.0, 297.0)


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def stored(data: bytes, kind: str = "/Form") -> int:
    """How many XObjects of a kind a file holds."""
    file = opened(data)
    streams = (thing for thing in file.objects if isinstance(thing, pikepdf.Stream))
    return sum(1 for stream in streams if stream.get("/Subtype") == kind)


def test_pages_are_as_large_as_asked_and_have_their_boxes() -> None:
    page = Page(100, 50, (CORNER,), trim=Box(10, 5, 63.5, 40), bleed=Box(7, 2, 69.5, 46))
    file = opened(pdf([page, Page(20, 30, ())]))
    first, second = file.pages
    points = [round(float(value) * 25.4 / 72, 3) for value in first.MediaBox]
    assert points == [0, 0, 100, 50]
    assert [round(float(value) * 25.4 / 72, 3) for value in first.TrimBox] == [10, 5, 73.5, 45]
    assert [round(float(value) * 25.4 / 72, 3) for value in first.BleedBox] == [7, 2, 76.5, 48]
    assert [round(float(value) * 25.4 / 72, 3) for value in second.TrimBox] == [0, 0, 20, 30]


def test_shapes_are_drawn_where_they_are_said_in_mm_from_the_top_left() -> None:
    line = Stroke("#000000", 1)
    items: list[Item] = [
        Rect(Box(2, 3, 4, 2), "#FF0000"),
        Ellipse(Box(10, 2, 6, 4), "#FF0000"),
        Path((("M", 2.0, 8.0), ("L", 18.0, 8.0)), None, line),
        Rect(Box(2, 11, 6, 6), None, line),
    ]
    picture = drawn(items, 20, 20, 10)
    for place, colour in {
        (21, 31): RED,
        (59, 49): RED,
        (61, 40): WHITE,
        (130, 40): RED,
        (101, 21): WHITE,
        (100, 77): BLACK,
        (100, 83): BLACK,
        (100, 87): WHITE,
        (16, 140): BLACK,
        (24, 140): BLACK,
        (50, 140): WHITE,
    }.items():
        assert picture.getpixel(place) == colour, place


def _square(x: float, y: float, side: float) -> tuple[tuple[object, ...], ...]:
    return (("M", x, y), ("L", x + side, y), ("L", x + side, y + side), ("L", x, y + side), ("Z",))


def test_groups_move_and_cut() -> None:
    moved = Group((CORNER,), (1, 0, 0, 1, 5, 5), clip=Box(2, 2, 4, 4))
    cut = Group((Rect(Box(0, 0, 99, 99), "#FF0000"),), (1, 0, 0, 1, 20, 5), clip=Path(_square(0, 0, 4)))
    picture = drawn([moved, cut], 40, 20, 4)
    at = {
        place: picture.getpixel((place[0] * 4, place[1] * 4)) for place in ((6, 6), (8, 8), (12, 12), (21, 6), (30, 6))
    }
    assert at == {(6, 6): WHITE, (8, 8): RED, (12, 12): WHITE, (21, 6): RED, (30, 6): WHITE}


@pytest.mark.parametrize(("turns", "corner"), [(0, (0, 0)), (1, (1, 0)), (2, (1, 1)), (3, (0, 1))])
def test_a_placed_scene_turns_clockwise_and_keeps_its_top_left(turns: int, corner: tuple[int, int]) -> None:
    scene = Scene(30, 20, 0, (Rect(Box(0, 0, 30, 20), "#00FF00"), Rect(Box(0, 0, 4, 4), "#FF0000")))
    placed = Placed(scene, 10, 15, turns)
    picture = seen(pdf([Page(60, 60, (placed,))]))
    width, height = (30, 20) if turns % 2 == 0 else (20, 30)
    found = picture.point(lambda value: 255 if value < 128 else 0).convert("L").getbbox()
    assert found == pytest.approx((40, 60, 40 + 4 * width, 60 + 4 * height), abs=1)
    x, y = 10 + corner[0] * (width - 2) + 1, 15 + corner[1] * (height - 2) + 1
    assert picture.getpixel((x * 4, y * 4)) == RED


def test_a_scene_ends_at_its_bleed_and_at_the_clip() -> None:
    wide = card([Rect(Box(-50, -50, 200, 200), "#FF0000")])
    picture = seen(pdf([Page(100, 120, (Placed(wide, 10, 10),))]), per_mm=2)
    assert picture.getpixel((2 * 8, 2 * 8)) == RED
    assert picture.getpixel((2 * 6, 2 * 50)) == WHITE
    clipped = seen(pdf([Page(100, 120, (Placed(wide, 10, 10, clip=Box(10, 10, 20, 20)),))]), per_mm=2)
    assert clipped.getpixel((2 * 8, 2 * 15)) == WHITE
    assert clipped.getpixel((2 * 15, 2 * 15)) == RED


def test_art_and_repeated_scenes_are_stored_once() -> None:
    back = card([CORNER, Use(LEAF, (1, 0, 0, 1, 5, 5))])
    other = card([CORNER])
    pages = [
        Page(*A4, (Placed(back, 10, 10), Placed(back, 80, 10), Placed(other, 10, 110))),
        Page(*A4, (Placed(back, 10, 10),)),
    ]
    assert stored(pdf(pages)) == 2  # the art, and the back
    assert stored(pdf([*pages, Page(*A4, (Placed(other, 10, 110),))])) == 3
    again = seen(pdf([*pages, Page(*A4, (Placed(other, 10, 110),))]), 2)
    assert again.getpixel((60, 460)) == RED


def test_pictures_are_stored_once_upright_and_cut() -> None:
    raster = Pillow.new("RGB", (4, 4), "white")
    raster.putpixel((0, 0), (255, 0, 0))
    picture = RasterFile("p", encoded(raster), (4, 4))
    items = [picture.placed(Box(0, 0, 8, 8)), picture.placed(Box(10, 0, 8, 8), Box(11, 1, 7, 7))]
    data = pdf([Page(20, 10, tuple(items))] * 2)
    assert stored(data, "/Image") == 1
    page = seen(data, 1, 10)
    assert page.getpixel((5, 5))[1] < 40
    assert page.getpixel((70, 70)) == WHITE
    assert page.getpixel((105, 5)) == WHITE  # cut away
    assert page.getpixel((115, 15))[1] < 60


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "1", "L", "RGB"])
@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_every_kind_of_picture_is_drawn(mode: str, kind: str) -> None:
    raster = Pillow.new("RGBA", (8, 8), (0, 0, 0, 0))
    raster.paste((0, 0, 0, 255), (0, 0, 4, 8))
    clear = mode in ("RGBA", "LA", "P") and kind == "PNG"
    if not clear:
        raster = Pillow.alpha_composite(Pillow.new("RGBA", (8, 8), "white"), raster)
    if kind == "JPEG":
        data = encoded(raster.convert("L" if mode in ("1", "L", "LA") else "RGB"), kind, quality=100)
    else:
        data = encoded(raster.quantize(4) if mode == "P" else raster.convert(mode))
    item = RasterFile(mode + kind, data, (8, 8)).placed(Box(0, 0, 8, 8))
    page = drawn([Rect(Box(0, 0, 8, 8), "#FF0000"), item], 8, 8, 10)
    assert max(page.getpixel((15, 40))) < 10
    assert page.getpixel((65, 40)) == (RED if clear else WHITE)


def test_bookmarks_and_links_lead_there() -> None:
    first = Page(
        100, 100, (CORNER,), links=(Link(Box(10, 20, 30, 5), "#end"), Link(Box(0, 0, 5, 5), "https://a.org/ñ"))
    )
    second = Page(100, 100, (), anchors=(Anchor("end", 25, "The end", 0), Anchor("deep", 50, "Deeper", 3)))
    file = opened(pdf([first, second]))
    inside, outside = file.pages[0].Annots
    assert [round(float(value) * 25.4 / 72, 2) for value in inside.Rect] == [10, 75, 40, 80]
    assert inside.Dest[0].objgen == file.pages[1].obj.objgen
    assert float(inside.Dest[3]) == pytest.approx(75 * 72 / 25.4, abs=0.01)
    assert str(outside.A.URI) == "https://a.org/%C3%B1"
    with file.open_outline() as outline:
        assert [item.title for item in outline.root] == ["The end"]
        assert [item.title for item in outline.root[0].children] == ["Deeper"]


def test_links_that_lead_nowhere_are_refused() -> None:
    with pytest.raises(ValueError, match="no page has: nowhere"):
        pdf([Page(10, 10, (), links=(Link(Box(0, 0, 5, 5), "#nowhere"),))])
    with pytest.raises(ValueError, match="is no address"):
        pdf([Page(10, 10, (), links=(Link(Box(0, 0, 5, 5), "javascript:alert(1)"),))])
