"""The weighed evaluation: its sketch of the merchant round is that of the rules, and it sees seats alike."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from cases import random_position
from msgspec.structs import replace

from companion.engine import OVER, hangzhou
from companion.engine.chance import Generator, supplied
from companion.games.hangzhou.names import DYE_INDEX, INDEX, MERCHANTS, SPACES
from companion.games.hangzhou.outlook import WEIGHTS, WON, described, outlook
from companion.games.hangzhou.prospects import steps
from companion.games.hangzhou.sketch import Sketch
from companion.games.hangzhou.state import Move, Options, Play, State
from companion.lab.evaluation import Evaluation


def positions(players: int) -> Iterator[State]:
    """Such as games come to, and odd ones."""
    rng = random.Random(players)
    for seed in range(120):
        state = random_position(rng) if seed % 2 else played(players, seed)
        if len(state.hands) > 1 and state.turn is not OVER and not any(hand.hidden for hand in state.hands):
            yield state


def played(players: int, seed: int) -> State:
    """So many choices at random from the start."""
    state, dice, rng = hangzhou.new(players), Generator(seed), random.Random(seed)
    for _ in range(30 + seed):
        if state.turn is OVER:
            break
        waiting = hangzhou.waiting(state)
        action = rng.choice(hangzhou.legal(state)) if waiting else supplied(hangzhou, state, dice).outcome
        state = hangzhou.after(state, action)
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_the_sketch_merchants_do_what_they_do(players: int) -> None:
    met = 0
    for state in positions(players):
        rises = state.options.round_die
        plain = hangzhou.resolving(replace(state, options=Options(round_die=rises)))
        if not isinstance(plain.now, Move):
            continue
        sketch = Sketch(plain)
        met += len(sketch.go(MERCHANTS.index(plain.now.merchant)))
        *_, (_, _, after) = steps(plain)
        risen = after.turn is OVER or after.mixed_returned or after.round_die > plain.round_die
        assert sketch.mixed == risen
        assert sketch.coins == [hand.coins for hand in after.hands]
        assert sketch.points == [hand.points for hand in after.hands]
        assert [tuple(dyes) for dyes in sketch.dyes] == [hand.dyes for hand in after.hands]
        assert [place for place in sketch.standing if place < len(SPACES)] == [
            INDEX[space] for space in after.merchants if space is not None
        ]
        assert [(stall.at, stall.owner, stall.dye, stall.coins) for stall in sketch.stalls] == [
            (INDEX[space], shop.owner, -1 if shop.dye is None else DYE_INDEX[shop.dye], shop.coins)
            for space, shop in after.shops()
        ]
    assert met > 40


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_that_change_places_change_their_points(players: int) -> None:
    for state in positions(players):
        there = outlook(state)
        numbers = described(state)
        assert there is not None and len(there) == len(state.hands)
        assert numbers is None or {len(seat) for seat in numbers} == {len(WEIGHTS)}
        if numbers is None or not isinstance(state.now, Play):
            continue
        turned = outlook(_turned(state))
        assert turned is not None and turned[1:] + turned[:1] == pytest.approx(there)


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


LAST = (
    "hangzhou WB city: A1Bg merchants: A1 - - - market: g4 b1 y3 r2 / b2 r1 b3 y1 / b3 y2 r3 b1 / y2 b2 y1 r2"
    " W: c{} B: c1 b1 y1 die: 6 now: move orange"
)


@pytest.mark.parametrize(("coins", "better"), [(12, 0), (10, 1)])
def test_merchants_who_end_the_game_decide_it(coins: int, better: int) -> None:
    """Blue sells for 4 coins and a victory point, and has 11 points then."""
    state = hangzhou.parse(LAST.format(coins))
    found = outlook(state)
    assert found is not None
    assert found[better] - found[1 - better] > WON / 2
    assert Evaluation(hangzhou, exact=True).points(state) == found


def test_a_limit_of_rounds_ends_the_game_as_well() -> None:
    state = hangzhou.parse(LAST.format(12).replace("die: 6", "die: 2 round: 4 round-limit: 4"))
    found, longer = outlook(state), outlook(replace(state, round=3))
    assert found is not None and found[0] - found[1] > WON / 2
    assert longer is not None and abs(longer[0] - longer[1]) < WON / 2


def test_alone_nothing_is_weighed() -> None:
    assert outlook(hangzhou.new(1)) is None
