"""Merchants of Dunhuang's box, faces and sheets: what the kit prints is what the rules count."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from our_kits import our_kit

from pnp.face.layout import KitFaces
from pnp.kit import Kit, Value, expand
from pnp.kit.model import Record
from pnp.scene import Box, Text, contrast
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.tiles import tile_board

KINDS = ("gold", "silver", "jade", "amber", "lacquer", "tea", "spice", "paper", "wool", "silk")


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("dunhuang")


def copies(kit: Kit, component_id: str) -> dict[str, int]:
    component = next(part for part in kit.components if part.id == component_id)
    return {row.key: number for row, number in expand(kit, component) if row}


def keys(value: Value) -> list[str]:
    """The rows that a cell refers to."""
    return [record.key for record in (value if isinstance(value, tuple) else (value,)) if isinstance(record, Record)]


def test_each_kind_of_goods_has_as_many_cards_as_its_value_and_one_token(kit: Kit) -> None:
    assert copies(kit, "goods") == {kind: value for value, kind in enumerate(KINDS, start=1)}
    assert copies(kit, "majority-tokens") == dict.fromkeys(KINDS, 1)
    assert [row.values["value"] for row in kit.tables["goods"].rows] == list(range(1, 11))


def test_sixteen_characters_share_eight_tiles(kit: Kit) -> None:
    sides = [keys(row.values[side])[0] for row in kit.tables["tiles"].rows for side in ("front", "back")]
    assert sorted(sides) == sorted(row.key for row in kit.tables["characters"].rows)
    assert len(set(sides)) == 16


def test_what_characters_give_and_move(kit: Kit) -> None:
    rows = kit.tables["characters"].rows
    prestige = {row.key: row.values["prestige"] for row in rows if row.values["prestige"] is not None}
    assert prestige == {"dancer": 2, "painter": 3, "musician": 3, "merchant": 1}
    assert {row.key for row in rows if row.values["cards"] == 2} == {"diplomat", "trader", "merchant"}


@pytest.mark.parametrize(
    ("players", "coins", "tokens", "without", "deck"),
    [(2, 5, 5, "gold wool silk", 21), (3, 6, 4, "gold silk", 27), (4, 7, 4, "", 35)],
)
def test_the_numbers_of_the_setup(kit: Kit, players: int, coins: int, tokens: int, without: str, deck: int) -> None:
    row = next(row for row in kit.tables["players"].rows if row.values["players"] == players)
    assert (row.values["coins"], row.values["tokens"], row.values["kinds"]) == (coins, tokens, 4)
    kept_out = keys(row.values["without"])
    assert kept_out == without.split()
    values = sum(KINDS.index(kind) + 1 for kind in kept_out)
    dealt = row.values["dealt"]
    market = 8
    assert row.values["deck"] == 55 - values - market - dealt * players == deck


def test_what_counts_at_the_end(kit: Kit) -> None:
    assert {row.key: row.values["worth"] for row in kit.tables["pieces"].rows} == {
        "majority": 2,
        "prestige": 1,
        "coin": 0,
    }


def test_a_player_mat_has_a_place_for_each_token_of_a_top_merchant(kit: Kit) -> None:
    """With three and four players; the fifth that two players need lies beside it."""
    places = KitFaces(kit, "en").places("player-mat")
    tokens = {name for name in places if re.fullmatch("[a-z][0-9]", name)}
    wanted = {row.values["players"]: row.values["tokens"] for row in kit.tables["players"].rows}
    assert len(tokens) == wanted[3] == wanted[4] == wanted[2] - 1


ADDRESS = "http://silkroad.local:8000/k/dunhuang/3f9a2c"


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
