"""Hangzhou's faces: everything fits in both languages, and the board comes apart between its spaces."""

from __future__ import annotations

import pytest
from our_kits import our_kit

from pnp.face.layout import KitFaces
from pnp.kit import Kit, Value, expand
from pnp.kit.model import Standee
from pnp.scene import Group, Item, Path, Use
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.tiles import tile_board

ADDRESS = "http://silkroad.local:8000/k/hangzhou/3f9a2c"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("hangzhou")


def test_a_shop_shows_its_owner_and_what_lies_on_it(kit: Kit) -> None:
    """The face that figures and phones share takes every player, every dye or none, and any number of coins."""
    layout = KitFaces(kit, "en", address=ADDRESS)
    dyes = (None, *kit.tables["dyes"].rows)
    seen = set()
    for player in kit.tables["players"].rows:
        for dye in dyes:
            for coins in (0, 1, 12):
                extra: dict[str, Value] = {"player": player, "dye": dye, "coins": coins}
                seen.add(layout.scene("shop", size=(30, 30), extra=extra).items)
    assert len(seen) == 4 * len(dyes) * 3
    assert not list(layout.findings)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_of_the_board_meet_between_its_spaces(kit: Kit, paper: PaperName) -> None:
    board = KitFaces(kit, "en", address=ADDRESS, seals=True).scene("board", size=(420, 297))
    city_spaces, gates, towers, stalls, panels = 24 + 1, 4, 4, 4, 5
    assert len(board.keep) == city_spaces + gates + towers + stalls + panels
    tiling = tile_board(board, PAPERS[paper])
    assert (len(tiling.tiles), tiling.cut_through) == (4, 0)


def outlines(item: Item, x: float, y: float) -> list[set[tuple[float, float]]]:
    """The corners of the lines without a ground in a drawing, each to 0.1 mm, moved by x and y."""
    match item:
        case Use(art=art, matrix=(*_, right, down)):
            return [line for inner in art.items for line in outlines(inner, x + right, y + down)]
        case Group(items=items, matrix=(*_, right, down)):
            return [line for inner in items for line in outlines(inner, x + right, y + down)]
        case Path(fill=None):
            points = (segment[-2:] for segment in item.segments if len(segment) > 2)
            return [{(round(x + float(a), 1), round(y + float(b), 1)) for a, b in points}]
    return []


def test_the_two_sides_of_a_merchant_share_their_cut(kit: Kit) -> None:
    """Folded at the hat and glued, one cut along the outline serves both: the back's is the front's, mirrored."""
    layout = KitFaces(kit, "en")
    (merchants,) = (component for component in kit.components if component.id == "merchants")
    assert isinstance(merchants, Standee)
    width = merchants.size[0]
    for row, _ in expand(kit, merchants):
        back = layout.back(merchants, row)
        assert back is not None
        front_cut, back_cut = (
            max((line for item in side.items for line in outlines(item, 0.0, 0.0)), key=len)
            for side in (layout.front(merchants, row), back)
        )
        assert len(front_cut) > 50
        for x, y in front_cut:
            assert 0 <= x <= width, row
            assert any(abs(width - x - a) < 0.15 and abs(y - b) < 0.15 for a, b in back_cut), (row, x, y)
