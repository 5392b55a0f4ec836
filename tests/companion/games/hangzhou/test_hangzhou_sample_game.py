"""The sample game of the leaflet, played from the first draw to the third round."""

from __future__ import annotations

import pytest
from positions import played, table

from companion.engine import hangzhou
from companion.games.hangzhou.effects import MerchantMoved
from companion.games.hangzhou.names import Dye, Merchant
from companion.games.hangzhou.state import State

SETUP = ["draw yellow", "draw red", "draw blue", "draw yellow"]
PICKS = ["pick red", "pick yellow", "pick blue", "pick yellow"]
MARKET = "y2 b3 o4 k5  r2 b1 y1 p4  b1 r3 y2 g4  r1 p5 r1 k6"
FIRST_PLAYER_ROUND = """
    shop A3, dye A3 red; shop A2, dye A2 red; shop D3, dye D3 blue; shop B1, dye B1 yellow;
    pass; coin A2, shop A5; shop E3, dye E3 red; pass;
    take coin; pass; pass; take coin
"""
FIRST_MERCHANT_ROUND = "move orange; g5; move green; r2; move purple; move black; y3"
SECOND_PLAYER_ROUND = """
    dye A5 yellow, shop B4; shop D4, dye D4 green; shop C1, dye C1 blue; shop E5, dye E5 blue;
    pass; pass; pass; pass; take coin
"""
SECOND_MERCHANT_ROUND = "move orange; y1; move green; b2; move purple; b3; move black; o4"


def actions(text: str) -> list[str]:
    return [part.strip() for part in text.replace(";", ",").split(",")]


@pytest.fixture(scope="module")
def setup() -> State:
    state = hangzhou.new(players=4, colours=("red", "blue", "yellow", "white"))
    return played(state, *SETUP, *PICKS, *MARKET.split())


@pytest.fixture(scope="module")
def first_round(setup: State) -> State:
    return played(setup, *actions(FIRST_PLAYER_ROUND))


@pytest.fixture(scope="module")
def second_round(first_round: State) -> State:
    return played(first_round, *actions(FIRST_MERCHANT_ROUND))


def coins(state: State) -> dict[str, int]:
    return {colour.value: hand.coins for colour, hand in zip(state.colours, state.hands, strict=True)}


def dyes(state: State) -> dict[str, str]:
    return {
        colour.value: " ".join(dye.value for dye, n in zip(Dye, hand.dyes, strict=True) for _ in range(n))
        for colour, hand in zip(state.colours, state.hands, strict=True)
    }


def test_the_start(setup: State) -> None:
    assert dyes(setup) == {"red": "yellow", "blue": "blue", "yellow": "yellow", "white": "red"}
    assert setup.turn == 0
    assert hangzhou.faults(setup) == ()


def test_the_city_as_the_first_merchant_round_begins(first_round: State) -> None:
    assert first_round.city == table("B1Wy A2Br1 A3Rr D3Yb E3Yr A5B").city
    assert hangzhou.text(first_round).endswith("now: move orange")


def test_the_first_merchant_round(first_round: State, second_round: State) -> None:
    assert [second_round.merchant(m) for m in Merchant] == ["B1", "E3", "D5", "A2"]
    assert coins(second_round) == {"red": 6, "blue": 2, "yellow": 2, "white": 4}
    assert dyes(second_round) == {"red": "yellow", "blue": "blue red", "yellow": "red yellow", "white": "red yellow"}
    assert second_round.market[2] == first_round.market[2], "purple did not trade: its row stays"
    assert (second_round.round_die, second_round.turn) == (1, 1)
    assert hangzhou.faults(second_round) == ()


def test_why_the_first_merchants_moved(first_round: State) -> None:
    state, decided = first_round, {}
    for action in actions(FIRST_MERCHANT_ROUND):
        state, effects = hangzhou.play(state, hangzhou.parse_action(action))
        for effect in effects:
            if isinstance(effect, MerchantMoved):
                decided[effect.because.merchant.value] = (effect.because.end, effect.rule)
    assert decided == {
        "orange": ("B1", "nearest"),
        "green": ("E3", "nearest"),
        "purple": ("D5", "nearest"),
        "black": ("A2", "coins"),
    }


def test_the_second_round(second_round: State) -> None:
    state = played(second_round, *actions(SECOND_PLAYER_ROUND))
    assert state.city == table("B1W C1Wb A2B A3Rr D3Yb E3Y B4B D4Yg A5By E5Rb").city
    state = played(state, *actions(SECOND_MERCHANT_ROUND))
    assert [state.merchant(m) for m in Merchant] == ["C1", "D3", "E5", "A3"]
    assert coins(state) == {"red": 3, "blue": 2, "yellow": 0, "white": 0}
    assert state.hands[0].dyes[:3] == (1, 1, 1), "Red holds all three natural dyes"
    assert state.turn == 2, "Yellow takes the barrel"
    assert hangzhou.faults(state) == ()
