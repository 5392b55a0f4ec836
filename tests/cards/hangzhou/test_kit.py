"""Hangzhou's box, faces and board: what the kit prints is what the rules count, and everything fits."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from our_kits import our_kit
from PIL import Image

from pnp.face.layout import KitFaces
from pnp.face.paint import InkMode
from pnp.kit import Kit, Value, expand
from pnp.render.png import encode_scenes
from pnp.scene import Group, Item, Path, Use
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.tiles import tile_board


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("hangzhou")


def copies(kit: Kit, component_id: str) -> dict[str, int]:
    component = next(part for part in kit.components if part.id == component_id)
    return {row.key: number for row, number in expand(kit, component) if row}


def test_every_player_has_six_shops_and_one_seal(kit: Kit) -> None:
    assert copies(kit, "shops") == dict.fromkeys(("white", "blue", "red", "yellow"), 6)
    assert copies(kit, "seals") == dict.fromkeys(("white", "blue", "red", "yellow"), 1)


def test_dyes_and_dice_are_as_many_as_in_the_rules(kit: Kit) -> None:
    assert copies(kit, "natural-dyes") == {"blue": 8, "red": 8, "yellow": 8}
    assert copies(kit, "mixed-dyes") == {"green": 4, "orange": 4, "purple": 4, "black": 4}
    dice = {"blue": 4, "red": 4, "yellow": 4, "green": 2, "orange": 2, "purple": 2, "black": 2}
    assert copies(kit, "price-dice") == copies(kit, "price-tiles") == dice


def test_a_die_shows_what_it_would_after_turning(kit: Kit) -> None:
    """H3: side k carries k for a natural dye if k < 4, else 7 - k; the other way about for a mixed dye."""
    for dye in kit.tables["dyes"].rows:
        natural = dye.values["kind"] == "natural"
        assert dye.values["sides"] == tuple(pips if (pips < 4) == natural else 7 - pips for pips in range(1, 7)), (
            dye.key
        )


def test_each_gate_has_its_merchant_and_each_side_its_place_on_the_compass(kit: Kit) -> None:
    gates = {row.values["side"]: (row.key, row.values["angle"]) for row in kit.tables["merchants"].rows}
    assert gates == {"north": ("orange", 0), "east": ("green", 90), "south": ("purple", 180), "west": ("black", 270)}


def test_players_differ_in_plant_and_in_hatching(kit: Kit) -> None:
    """So that a print in grey, or eyes that see fewer colours, tell them apart."""
    rows = kit.tables["players"].rows
    assert len({row.values["sign"] for row in rows}) == len({row.values["hatch"] for row in rows}) == len(rows)


def test_the_market_in_the_picture_of_the_setup_is_one_that_can_be_drawn(kit: Kit) -> None:
    rows = kit.tables["first-market"].rows
    dice = Counter(record.values["dye"].key for record in rows)  # type: ignore[union-attr] # a reference
    assert len(rows) == 16
    assert all(dice[dye.key] <= int(str(dye.values["dice"])) for dye in kit.tables["dyes"].rows)
    classes = {"natural": 0, "mixed": 1}
    for merchant in kit.tables["merchants"].rows:
        own = [row for row in rows if row.key.startswith(f"{merchant.key}-")]
        ranks = [
            2 if row.values["dye"].key == "black" else classes[str(row.values["dye"].values["kind"])]  # type: ignore[union-attr] # a reference
            for row in own
        ]
        assert ranks == sorted(ranks)
        assert [row.values["place"] for row in own] == ["demand", "waiting", "waiting", "waiting"]
        for row in own:
            assert row.values["value"] in row.values["dye"].values["sides"]  # type: ignore[union-attr] # a reference


ADDRESS = "http://silkroad.local:8000/k/hangzhou/3f9a2c"


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
    width = merchants.size[0]
    for row, _ in expand(kit, merchants):
        back = layout.back(merchants, row)
        front_cut, back_cut = (
            max((line for item in side.items for line in outlines(item, 0.0, 0.0)), key=len)
            for side in (layout.front(merchants, row), back)
        )
        assert len(front_cut) > 50
        for x, y in front_cut:
            assert 0 <= x <= width, row
            assert any(abs(width - x - a) < 0.15 and abs(y - b) < 0.15 for a, b in back_cut), (row, x, y)


BOARD = (420.0, 297.0)
DPI = 203.2
"""8 pixels to the millimetre."""
MARKS = {
    (30.5, 36.0): "1011 0101 0011 0010",
    (255.5, 36.0): "0000 1111 1001 1010",
    (255.5, 261.0): "0011 0011 0010 1101",
    (30.5, 261.0): "1001 1001 0100 0110",
}
"""Middles, in mm, clockwise from the north-west, and the white cells of ArUco's DICT_4X4_50, markers 0 to 3."""


@pytest.fixture(scope="module", params=["full", "low"])
def printed(request: pytest.FixtureRequest, kit: Kit) -> Image.Image:
    """The board as it is printed, in grey."""
    ink: InkMode = request.param
    layout = KitFaces(kit, "en", ink=ink, address=ADDRESS, seals=True)
    (picture,) = encode_scenes([layout.scene("board", size=BOARD)], fonts=layout.fonts, dpi=DPI)
    return Image.open(io.BytesIO(picture)).convert("L")


def light(picture: Image.Image, x: float, y: float) -> bool:
    """Whether the board is light at a point, in mm."""
    value = picture.getpixel((round(x * 8), round(y * 8)))
    assert value < 80 or value > 230, (x, y, value)
    return value > 230


@pytest.mark.long
@pytest.mark.parametrize(("middle", "cells"), MARKS.items())
def test_each_corner_has_its_mark_solid_and_alone(
    printed: Image.Image, middle: tuple[float, float], cells: str
) -> None:
    left, top = middle[0] - 5, middle[1] - 5
    seen = [[light(printed, left + 2 * column, top + 2 * row) for column in range(6)] for row in range(6)]
    inside = [[cell == "1" for cell in row] for row in cells.split()]
    border = [False] * 6
    assert seen == [border, *([False, *row, False] for row in inside), border]
    for step in range(31):  # what lies 0.3 to 1.4 mm outside of it
        along = -6.4 + step * 12.8 / 30
        for away in (6.3, 7.4):
            for x, y in ((along, -away), (along, away), (-away, along), (away, along)):
                if max(abs(x), abs(y)) == away:
                    assert light(printed, middle[0] + x, middle[1] + y)


def test_no_court_has_its_like_beside_it(kit: Kit) -> None:
    courts = {ward.key: ward.values["court"] for ward in kit.tables["wards"].rows}
    assert len(courts) == 24
    assert "c3" not in courts, "the temple's island"
    for place, court in courts.items():
        for neighbour in (chr(ord(place[0]) + 1) + place[1], f"{place[0]}{int(place[1]) + 1}"):
            assert courts.get(neighbour) != court, (place, neighbour)
