"""Where merchants go: each rule and ruling by itself. The examples of the leaflet are tested with the leaflet."""

from __future__ import annotations

from itertools import combinations

import pytest
from positions import at, goes

from companion.engine import hangzhou
from companion.games.hangzhou.decision import DISTANCE, WAYS, decide
from companion.games.hangzhou.names import Merchant, Side, Space
from companion.games.hangzhou.rounds import MerchantActs
from companion.games.hangzhou.state import State

ALL_AROUND = "B1Rr D1Rr A2Rr E2Rr A4Rr E4Rr B5Rr D5Rr"
"""Shops on both sides of each gate, all alike."""
NO_SHARING = "blocking: no-sharing"


@pytest.mark.parametrize(
    ("city", "stand", "wants", "goes_to", "rule"),
    [
        ("D2Bp A3Wp", "- - - -", "orange p4", "D1", "nearest"),
        ("D2Ry1 D4Wy", "- - - -", "green y2", "E2", "coins"),
        ("C1Ry2 A3Wy", "B2 - - -", "orange y2", "C2", "temple"),
        ("B5Rr D5Br", "- - - -", "purple r1", "B5", "clockwise"),
        ("D3Yr", "- - - B3", "black r1", "B2", "clockwise"),  # round the temple
        ("D2Wr1 A3Rr D4Br1", "- D3 - -", "green r2", "D4", "clockwise"),  # by all four rules
        ("A1Rr9 B1Rr", "B1 - - -", "orange r1", "B1", "stay"),  # whatever else there is
        ("A1Rr B1Rb", "- - C1 -", "orange y1", "gate", "no-target"),
        ("A1Rr B1Rb", "- - C1 -", "purple k5", "C1", "no-target"),
        ("A1R B1Rb", "- - - -", "green -", "gate", "no-target"),  # an empty row wants nothing
        ("A1Rr", "A1 B1 - -", "green r1", "A1", "nearest"),  # merchants share spaces
        # From the gate, left is clockwise, facing the temple.
        (ALL_AROUND, "- - - -", "orange r1", "D1", "clockwise"),
        (ALL_AROUND, "- - - -", "green r1", "E4", "clockwise"),
        (ALL_AROUND, "- - - -", "purple r1", "B5", "clockwise"),
        (ALL_AROUND, "- - - -", "black r1", "A2", "clockwise"),
    ],
)
def test_each_rule(city: str, stand: str, wants: str, goes_to: str, rule: str) -> None:
    merchant, die = wants.split()
    assert goes(at(city, merchant, die, stand), merchant) == (goes_to, rule)


@pytest.mark.parametrize(
    ("city", "stand", "wants", "goes_to", "rule"),
    [
        # Occupied steps are left out before the temple rule: C2 is nearer the temple, but taken.
        ("C1Ry", "B2 C2 - -", "orange y2", "B1", "house-blocking"),
        ("D3Yr", "B2 - - B3", "black r1", "B4", "house-blocking"),
        ("C1Rr", "- - - C1", "orange r1", "gate", "house-blocking"),
        ("C1Rr", "C1 - - -", "orange r1", "C1", "stay"),
    ],
)
def test_no_sharing(city: str, stand: str, wants: str, goes_to: str, rule: str) -> None:
    merchant, die = wants.split()
    assert goes(at(city, merchant, die, stand, NO_SHARING), merchant) == (goes_to, rule)


def test_a_decision_says_what_left_each_candidate_out() -> None:
    decision = decide(at("D2Bp A3Wp", "orange", "p4"), Merchant.ORANGE)
    assert [(t.space, t.distance, t.cut_by) for t in decision.targets] == [("D2", 2, None), ("A3", 3, "nearest")]
    decision = decide(at("C1Ry2 A3Wy", "orange", "y2", "B2 - - -"), Merchant.ORANGE)
    assert [(s.to, s.temple, s.cut_by) for s in decision.steps] == [("B1", 3, "temple"), ("C2", 1, None)]
    state = at("D2Wr1 A3Rr D4Br1", "green", "r2", "- D3 - -")
    rules = [why.rule for why in hangzhou.why(decide(state, Merchant.GREEN), state)]
    assert rules == ["nearest", "coins", "temple", "clockwise"]


WANTS = "market: r2 / b1 / b1 / b1"


def goes_from(position: str) -> tuple[str | None, State]:
    """Where orange goes, and the position then."""
    state = hangzhou.parse(f"hangzhou RB {NO_SHARING} {position} now: move orange")
    decision = decide(state, Merchant.ORANGE)
    return decision.end and str(decision.end), hangzhou.play(state, MerchantActs("orange"))[0]


def test_no_sharing_draws_nearer_to_an_occupied_target_while_it_is_far() -> None:
    """Only E1 has red, and green stands there: orange goes on as far as D1, and stays there."""
    assert goes_from(f"city: E1Rr merchants: A1 E1 - - {WANTS}")[0] == "B1"
    end, after = goes_from(f"city: E1Rr merchants: D1 E1 - - {WANTS} R: c5")
    assert (end, after.hands[0].coins, after.market[0][0].dye) == ("D1", 5, "red"), "no trade, and its row stays"


def test_no_sharing_does_not_trade_where_another_stands_too() -> None:
    """Two on one space, which only a correction brings about."""
    end, after = goes_from(f"city: C1Rr merchants: C1 C1 - - {WANTS} R: c5")
    assert (end, after.hands[0].coins) == ("C1", 5)


def test_the_reasons_under_no_sharing_go_in_the_order_of_the_rule() -> None:
    city = "city: C1Br A3Rr merchants: A1 C1 - -"
    state = hangzhou.parse(f"hangzhou RB {NO_SHARING} {city} {WANTS} now: move orange")
    after, effects = hangzhou.play(state, MerchantActs("orange"))
    assert [(why.rule, why.lines) for why in hangzhou.why(effects[0], after)] == [
        ("nearest", ("= C1 (Blue): 2 steps", "= A3 (Red): 2 steps")),
        ("coins", ("= C1 (Blue): 0 coins", "= A3 (Red): 0 coins")),
        ("house-blocking", ("✗ C1", "✓ A3")),
    ]
    assert hangzhou.say(effects[0], after) == "Orange moves from A1 to A2. On the way to A3 (red), C1 is taken."


def test_distances_walk_round_the_temple() -> None:
    assert DISTANCE[Space.B3][Space.D3] == 4
    assert DISTANCE[Space.A1][Space.E5] == 8
    assert DISTANCE[Side.NORTH][Space.C2] == 2
    assert DISTANCE[Side.WEST][Space.D3] == 5
    for one, other in combinations(Space, 2):
        assert DISTANCE[one][other] == DISTANCE[other][one]


@pytest.mark.parametrize("origin", [*Space, *Side])
def test_no_two_steps_are_ever_alike(origin: Space | Side) -> None:
    """Rule 4 decides always: steps from one origin differ in temple distance or turning sense."""
    ways = [(way.temple, way.turning) for way in WAYS[origin]]
    assert len(set(ways)) == len(ways)
