"""The evaluation treats all seats alike, and knows when merchants who are about to go end the game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from cases import random_position
from msgspec.structs import replace

from companion.engine import OVER, hangzhou
from companion.games.hangzhou.evaluation import LEVELS, WON
from companion.games.hangzhou.state import Play, State
from companion.lab.evaluation import Evaluation
from companion.lab.players import STRENGTHS

LAST = (
    "hangzhou WB city: A1Bg merchants: A1 - - - market: g4 b1 y3 r2 / b2 r1 b3 y1 / b3 y2 r3 b1 / y2 b2 y1 r2"
    " W: c{} B: c1 b1 y1 die: 6 now: move orange"
)


def points(state: State) -> list[float]:
    return Evaluation(hangzhou).points(state)


def positions(players: int) -> Iterator[State]:
    rng = random.Random(players)
    for _ in range(200):
        state = random_position(rng)
        if len(state.hands) == players and state.turn is not OVER and not any(hand.hidden for hand in state.hands):
            yield state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_that_change_places_change_their_points(players: int) -> None:
    compared = 0
    for state in positions(players):
        there = points(state)
        assert len(there) == players
        if isinstance(state.now, Play):
            turned = points(_turned(state))
            assert turned[1:] + turned[:1] == pytest.approx(there)
            compared += 1
    assert compared > 3


def _turned(state: State) -> State:
    """The same table with each seat one further."""
    count = len(state.hands)
    assert isinstance(state.now, Play)

    def further(seat: int) -> int:
        return (seat + 1) % count

    return replace(
        state,
        city=tuple(None if shop is None else replace(shop, owner=further(shop.owner)) for shop in state.city),
        hands=(*state.hands[-1:], *state.hands[:-1]),
        seals=(*state.seals[-1:], *state.seals[:-1]),
        now=replace(state.now, seat=further(state.now.seat)),
        start=further(state.start),
    )


@pytest.mark.parametrize(("coins", "better"), [(12, 0), (10, 1)])
def test_merchants_who_end_the_game_decide_it(coins: int, better: int) -> None:
    """Blue sells for 4 coins and a victory point, and has 11 points then."""
    found = points(hangzhou.parse(LAST.format(coins)))
    assert found[better] - found[1 - better] > WON / 2


def test_a_limit_of_rounds_ends_the_game_as_well() -> None:
    state = hangzhou.parse(LAST.format(12).replace("die: 6", "die: 2 round: 4 round-limit: 4"))
    found, longer = points(state), points(replace(state, round=3))
    assert found[0] - found[1] > WON / 2
    assert abs(longer[0] - longer[1]) < WON / 2


def test_all_strengths_have_a_level() -> None:
    assert tuple(LEVELS) == STRENGTHS
