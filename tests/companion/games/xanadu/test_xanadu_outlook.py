"""The weighed evaluation: what it counts, what it does not look at, and what a player makes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from xanadu_case import random_position
from xanadu_tables import table

from companion.engine import OVER, Seat, xanadu
from companion.engine.witness import Witness
from companion.games.xanadu import components
from companion.games.xanadu.moves import Build, EndTurn, PlaceWorker
from companion.games.xanadu.names import Card
from companion.games.xanadu.outlook import WEIGHTS, described, outlook
from companion.games.xanadu.payments import way_to_pay
from companion.games.xanadu.state import Draw, Over, Play, State
from companion.lab.beam import Beam
from companion.lab.evaluation import Evaluation
from companion.lab.players import player


def positions() -> Iterator[State]:
    """Odd ones, in somebody's turn, with everything known."""
    for seed in range(150):
        state = random_position(random.Random(seed))
        if isinstance(state.now, Play | Draw) and all(player.coins is not None for player in state.players):
            yield state


def turned(state: State) -> State:
    """The same table with each seat one further."""
    assert isinstance(state.now, Play | Draw)
    now = replace(state.now, seat=Seat((state.now.seat + 1) % len(state.players)))
    return replace(state, players=(*state.players[-1:], *state.players[:-1]), now=now)


def test_seats_that_change_places_change_their_tong_bao() -> None:
    states = list(positions())
    assert len(states) > 15
    for state in states:
        assert {len(seat) for seat in described(state)} == {len(WEIGHTS)}
        there = outlook(turned(state))
        assert there[1:] + there[:1] == pytest.approx(outlook(state))


def test_what_others_hold_is_counted_and_not_looked_at() -> None:
    for state in positions():
        seat = state.turn if isinstance(state.turn, int) else state.now.seat  # type: ignore[union-attr]  # a turn
        began = isinstance(state.now, Play) and not (state.now.sold or state.now.working or state.now.built)
        if not began:
            view = xanadu.view(state, Seat(seat))
            pairs = zip(view.players, state.players, strict=True)
            players = tuple(replace(shown, coins=player.coins) for shown, player in pairs)
            assert described(replace(view, players=players)) == described(state)


def test_a_full_building_counts_as_sold_and_an_ended_game_by_its_score() -> None:
    state = table("A: 49.05.06.07.08 hand 22 B: 01 now: play A working")
    full = components.BUILDINGS[49].prices[-1]
    assert described(state)[0][:2] == [full, 0]
    over = replace(state, now=Over())
    assert over.turn is OVER and outlook(over) == [float(sheet.total) for sheet in xanadu.score(over).sheets]
    assert Evaluation(xanadu, exact=True).points(over)[0] > 900


@pytest.mark.parametrize(("coins", "stays"), [(9, True), (0, False)])
def test_only_who_is_ahead_lets_the_game_end_by_doing_nothing(coins: int, stays: bool) -> None:
    """The hand is full, so nothing would be drawn, and the other one has passed already (X11)."""
    hand = "02 04 05 06 07 08 09"
    state = table(f"A: c{coins} 49 hand {hand} B: c5 49 hand 11 12 13 14 15 16 17 idle: 1 now: play A")
    action = player(xanadu, "strong").choose(xanadu, Witness(xanadu, state, Seat(0)), random.Random(1)).action
    assert (action == EndTurn()) == stays


def test_doing_nothing_first_costs_more_for_who_is_behind() -> None:
    leads = []
    for coins in (9, 0):
        state = table(f"A: c{coins} 49 B: c5 61 now: play B")
        idle, busy = outlook(replace(state, idle=1)), outlook(state)
        leads.append(busy[0] - idle[0])
    assert 0 < leads[0] < leads[1]


def test_a_turn_is_thought_through_to_the_building_that_its_workers_pay() -> None:
    """Two workers pay for it: no step of them is worth anything by itself, so only who looks to the end goes there."""
    state = table("A: 07.18 B: 21.19.20 hand 01 02 40 now: play B")
    assert way_to_pay(state, Card(40), Seat(1)).count == 2
    who, done = player(xanadu, "strong"), []
    while state.turn == 1:
        done.append(who.choose(xanadu, Witness(xanadu, state, Seat(1)), random.Random(1)).action)
        state = xanadu.after(state, done[-1], Seat(1))
    assert [type(action) for action in done] == [PlaceWorker] * 2 + [Build, EndTurn]
    assert done[2] == Build(Card(40))


def test_a_wider_beam_never_promises_less() -> None:
    state = table("A: 49 07 B: 01 20 hand 05 06 40 61 now: play B")
    eyes = Witness(xanadu, state, Seat(1))
    values = [Beam(breadth).choose(xanadu, eyes, random.Random(2)).value or 0.0 for breadth in (1, 4, 40)]
    assert values == sorted(values)
