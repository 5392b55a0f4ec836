"""Merchants of Dunhuang's faces and sheets: marks that are seen, both languages on a tile, spaces and seams."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from our_kits import our_kit

from pnp.face.layout import KitFaces
from pnp.kit import Kit
from pnp.kit.model import Localised
from pnp.scene import Box, Text, contrast
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.tiles import tile_board

ADDRESS = "http://silkroad.local:8000/k/dunhuang/3f9a2c"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("dunhuang")


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
