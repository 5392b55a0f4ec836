"""Merchants of Dunhuang's faces and sheets: everything fits, in both languages, both inks, on every paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from math import cos, radians, sin
from pathlib import Path

import pytest
from our_kits import our_kit
from PIL import Image

from pnp.build.build import build
from pnp.face.layout import KitFaces
from pnp.face.paint import InkMode
from pnp.kit import Kit
from pnp.kit.model import Faced, Localised
from pnp.kits import find
from pnp.render.png import scene_pngs
from pnp.scene import Box, Text, contrast
from pnp.sheet.options import Options
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.tiles import tile_board

pytestmark = pytest.mark.long

ADDRESS = "http://silkroad.local:8000/k/dunhuang/3f9a2c"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("dunhuang")


@pytest.mark.landing
@pytest.mark.parametrize("paper", ["a4", *(pytest.param(p, marks=pytest.mark.slow) for p in ("letter", "both"))])
def test_sheets_are_three_quarters_full(tmp_path: Path, paper: PaperName) -> None:
    options = Options(out=tmp_path, paper=paper, languages=("en",))
    sheets = build(find("dunhuang"), options, lambda _name, _done: None).manifest.sheets
    assert sum(sheet.fill for sheet in sheets) / len(sheets) >= 0.75
    most_goods = max(sheet.components.get("goods", 0) for sheet in sheets)
    assert most_goods >= 9


def test_a_card_reads_the_same_from_both_sides_of_the_table(kit: Kit) -> None:
    """Turned by half, the value and the sign in the far corner stand where the near ones were."""
    component = next(part for part in kit.components if part.id == "goods")
    assert isinstance(component, Faced)
    for row in kit.tables["goods"].rows:
        drawn = [part for part in kit.faces[component.face].draws if getattr(part, "face", None) == "goods-end"]
        assert sorted(getattr(part, "turn", 0) or 0 for part in drawn) == [0, 180], row.key


def test_all_goods_differ_in_sign_and_colour(kit: Kit) -> None:
    rows = kit.tables["goods"].rows
    for column in ("colour", "tint", "mark"):
        assert len({row.values[column] for row in rows}) == len(rows)


def test_marks_of_a_kind_show_on_paper_and_on_its_tint(kit: Kit) -> None:
    """Graphics need a contrast of 3 (WCAG 2.2, 1.4.11)."""
    layout = KitFaces(kit, "en", address=ADDRESS)
    for row in kit.tables["goods"].rows:
        mark, tint, paper = (layout.colour(str(name)) for name in (row.values["mark"], row.values["tint"], "paper"))
        assert mark and tint and paper
        assert contrast(mark, tint) >= 3 and contrast(mark, paper) >= 3, row.key


def words(item: object) -> Iterator[str]:
    """The runs of text on a scene."""
    if isinstance(item, Text):
        yield item.text
    for child in getattr(item, "items", ()):
        yield from words(child)


def plain(text: str) -> str:
    """A text without spaces, signs and markup."""
    return re.sub(r"[\s*]|\{[a-z-]+\}", "", text)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_tile_speaks_both_languages(kit: Kit, language: str) -> None:
    layout = KitFaces(kit, language, address=ADDRESS)
    for row in kit.tables["characters"].rows:
        printed = plain("".join(words(layout.scene("character", row, size=(70, 70)))))
        for text in ("name", "effect"):
            both = row.values[text]
            assert isinstance(both, Localised)
            for said in both.texts.values():
                assert plain(said) in printed, (row.key, said)


def test_a_tile_says_whose_hand_it_reaches_into(kit: Kit) -> None:
    """A rival's hand has a sign of its own; what a sign stands for is written beside it."""
    for row in kit.tables["characters"].rows:
        signs, key = str(row.values["icons"]), str(row.values["key"])
        assert ("{rival}" in signs) == (row.key in ("trader", "merchant")), row.key
        meant = re.findall(r"\{([a-z]+)\}|\*(k)\*", key)
        assert meant and all(one in signs or f"*{k}*" in signs for one, k in meant), row.key


RING = ("flame", "lotus", "grapes", "cloud", "jewel", "wheel", "rose", "crescent")
"""The spaces of the mat, clockwise."""


def spaces(kit: Kit) -> Iterator[tuple[str, Box, Box, Box]]:
    """Each space of the mat: its name, and its places for a tile, a good and the camel."""
    for row in kit.tables["spaces"].rows:
        tile_x, tile_y, good_x, good_y, strip_y, halt = (
            float(str(row.values[column])) for column in ("tile-x", "tile-y", "good-x", "good-y", "strip-y", "halt")
        )
        halts = Box(tile_x + halt, strip_y + 1.5, 34, 14)
        yield row.key, Box(tile_x, tile_y, 72, 72), Box(good_x, good_y, 58, 89), halts


def test_the_mat_has_eight_spaces_each_a_tile_beside_its_good(kit: Kit) -> None:
    """0.9 mm apart, so that the two read as one space; the camel halts between the tile and the road."""
    found = list(spaces(kit))
    assert tuple(name for name, *_ in found) == RING
    for name, tile, good, halt in found:
        gap = good.x - tile.right if good.x > tile.x else tile.x - good.right
        assert gap == pytest.approx(0.9), name
        assert tile.y in (good.y, good.bottom - tile.height), name
        assert tile.x <= halt.x and halt.right <= tile.right, name
        assert min(abs(halt.y - tile.bottom), abs(tile.y - halt.bottom)) == pytest.approx(1.5), name


def test_the_prints_of_each_halt_lead_clockwise_round_the_middle(kit: Kit) -> None:
    ways = [radians(float(str(row.values["way"]))) for row in kit.tables["spaces"].rows]
    for (name, *_, halt), way in zip(spaces(kit), ways, strict=True):
        right, down = halt.x + 17 - 210, halt.y + 7 - 148.5
        assert right * sin(way) - down * cos(way) > 0, name


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_seams_of_the_mat_run_on_the_road(kit: Kit, paper: PaperName) -> None:
    """Six tiles, and no place is cut."""
    mat = KitFaces(kit, "en", address=ADDRESS).scene("mat", size=(420, 297))
    tiling = tile_board(mat, PAPERS[paper])
    assert (len(tiling.tiles), tiling.cut_through) == (6, 0)
    columns = sorted({tile.shown.x for tile in tiling.tiles})
    assert columns == pytest.approx([0, 142, 278], abs=0.2)
    (seam,) = {tile.shown.y for tile in tiling.tiles} - {0}
    between_rows = ((97.8, 104), (193, 199.2))
    assert any(above < seam < below for above, below in between_rows)


MARKS = {
    4: ("0101", "0100", "1001", "1110"),
    5: ("0111", "1001", "1100", "1101"),
    6: ("1001", "1110", "0010", "1110"),
    7: ("1100", "0100", "1111", "0010"),
}
"""DICT_4X4_50 of ArUco: the inner rows of the markers from the top, 1 is white."""
MIDDLES = {4: (17.8, 89.7), 5: (402.2, 89.7), 6: (402.2, 207.3), 7: (17.8, 207.3)}


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_camera_finds_the_mat_by_its_corner_marks(kit: Kit, ink: InkMode) -> None:
    """Six by six cells of 2 mm, a black frame round four by four, in either ink."""
    scene = KitFaces(kit, "en", ink=ink, address=ADDRESS, seals=True).scene("mat", size=(420, 297))
    dpi = 25.4 * 4
    (png,) = scene_pngs([scene], fonts=KitFaces(kit, "en", address=ADDRESS).fonts, dpi=dpi)
    picture = Image.open(BytesIO(png)).convert("L")
    for mark, (x, y) in MIDDLES.items():
        cells = [
            "".join(
                "1" if bright(picture, x + 2 * (column - 2.5), y + 2 * (row - 2.5), dpi) else "0" for column in range(6)
            )
            for row in range(6)
        ]
        assert cells == ["000000", *(f"0{inner}0" for inner in MARKS[mark]), "000000"], mark


def bright(picture: Image.Image, x: float, y: float, dpi: float) -> bool:
    pixel = picture.getpixel((round(x / 25.4 * dpi), round(y / 25.4 * dpi)))
    assert isinstance(pixel, int)
    return pixel > 128
