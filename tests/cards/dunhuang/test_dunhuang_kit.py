"""Merchants of Dunhuang's box: what the kit prints is what the rules count."""

from __future__ import annotations

import re

import pytest
from our_kits import our_kit

from pnp.face.layout import KitFaces
from pnp.kit import Kit, Value, expand
from pnp.kit.model import Record

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
    assert isinstance(dealt, int)
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
