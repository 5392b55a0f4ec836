"""Dunhuang's goods counted in photographs of the table in the machine."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import numpy as np
from camera import LEVELS
from shops import photograph

from companion.engine import dunhuang
from companion.games.dunhuang.names import Good
from companion.games.dunhuang.sight import SIGHT
from companion.sight.kit import sides
from companion.sight.reading import Sighted
from companion.sight.table import see
from pnp.camera import PhotographError, decode_photograph
from pnp.kits import find

pytestmark = [pytest.mark.long, pytest.mark.landing]
SHOP = (Good.SILVER, Good.TEA, Good.TEA, Good.SPICE, Good.SILK, Good.SILK, Good.SILK)


def seen(level: str, goods: tuple[Good, ...] = SHOP, *, column: bool = False) -> Sighted:
    picture = decode_photograph(photograph(2, LEVELS[level], goods, column=column))
    return see(picture, sides(find("dunhuang")), SIGHT)[0]


@pytest.mark.parametrize("column", [True, False], ids=["column", "row"])
def test_goods_are_counted_card_by_card(column: bool) -> None:
    shown = seen("35°", column=column)
    assert [one.value for one in shown.readings] == ["2", "6", "6", "7", "10", "10", "10"]
    assert sum(one.sure for one in shown.readings) >= 5 and all(len(one.corners) == 4 for one in shown.readings)
    assert len(shown.pieces) == len(SHOP) and {piece.component for piece in shown.pieces} == {"goods"}
    assert shown.position == "shop 2 6x2 7 10x3"
    assert sum(dunhuang.parse(f"dunhuang 3 A: {shown.position}").players[0].shop) == len(SHOP)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["15°", "50°, glare, motion", "35°, low ink", "35°, grey"])
def test_what_is_sure_is_true_in_other_light_and_ink(level: str) -> None:
    readings = seen(level).readings
    values = [one.value for one in readings if one.sure]
    assert len(values) >= 5 and all(values.count(value) <= {"6": 2, "10": 3}.get(value, 1) for value in values)
    assert set(values) <= {"2", "6", "7", "10"}


def test_more_cards_than_the_game_has_are_refused() -> None:
    with pytest.raises(PhotographError, match="more cards of one kind") as refused:
        seen("15°", (Good.GOLD, Good.GOLD, Good.SILK))
    assert refused.value.reason == "other-board"


def test_what_was_printed_without_seals_is_said_not_to_be_read() -> None:
    table = np.full((900, 1200, 3), 200, np.uint8)
    with pytest.raises(PhotographError, match="printed without seals"):
        see(table, sides(find("dunhuang")), SIGHT)
