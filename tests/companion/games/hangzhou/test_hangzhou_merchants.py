"""Where merchants go: the examples of the leaflet, then each rule and ruling by itself."""

from __future__ import annotations

from itertools import combinations

import pytest
from pictures import goes, table

from companion.engine import hangzhou
from companion.games.hangzhou.chance import MerchantActs
from companion.games.hangzhou.city import DISTANCE, WAYS
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.names import Merchant, Side, Space
from companion.games.hangzhou.state import State


def test_leaflet_nearest() -> None:
    state = table(
        """
        .  .  .  .  .
        .  .  .  Bp .
        Wp .  ## .  .
        .  .  .  .  .
        .  .  .  .  .
        """,
        wants="p4 - - -",
    )
    assert goes(state, "orange") == ("D1", "nearest")
    decision = decide(state, Merchant.ORANGE)
    assert [(t.space, t.distance, t.cut_by) for t in decision.targets] == [
        ("D2", 2, None),
        ("A3", 3, "nearest"),
    ]


def test_leaflet_coins() -> None:
    state = table(
        """
        .  .  .  .   .
        .  .  .  Ry1 .
        .  .  ## .   .
        .  .  .  Wy  .
        .  .  .  .   .
        """,
        wants="- y2 - -",
    )
    assert goes(state, "green") == ("E2", "coins")


def test_leaflet_temple() -> None:
    state = table(
        """
        .  .   Ry2 .  .
        .  .@1 .   .  .
        Wy .   ##  .  .
        .  .   .   .  .
        .  .   .   .  .
        """,
        wants="y2 - - -",
    )
    assert goes(state, "orange") == ("C2", "temple")
    decision = decide(state, Merchant.ORANGE)
    assert [(s.to, s.temple, s.cut_by) for s in decision.steps] == [("B1", 3, "temple"), ("C2", 1, None)]


def test_leaflet_clockwise() -> None:
    state = table(
        """
        .  .  .  .  .
        .  .  .  .  .
        .  .  ## .  .
        .  .  .  .  .
        .  Rr .  Br .
        """,
        wants="- - r1 -",
    )
    assert goes(state, "purple") == ("B5", "clockwise")


def test_leaflet_round_the_temple() -> None:
    state = table(
        """
        .  .   .  .  .
        .  .   .  .  .
        .  .@4 ## Yr .
        .  .   .  .  .
        .  .   .  .  .
        """,
        wants="- - - r1",
    )
    assert goes(state, "black") == ("B2", "clockwise")
    assert decide(state, Merchant.BLACK).targets[0].distance == 4


def test_all_four_rules_in_one_step() -> None:
    """Green on D3: three shops with red, two of them nearest with a coin, two steps tied but for the turn."""
    state = table(
        """
        .  .  .  .   .
        .  .  .  Wr1 .
        Rr .  ## .@2 .
        .  .  .  Br1 .
        .  .  .  .   .
        """,
        wants="- r2 - -",
    )
    assert goes(state, "green") == ("D4", "clockwise")
    rules = [why.rule for why in hangzhou.why(decide(state, Merchant.GREEN), state)]
    assert rules == ["nearest", "coins", "temple", "clockwise"]


def test_stays_on_a_target_whatever_else_there_is() -> None:
    state = table(
        """
        Rr9 Rr@1 . . .
        .   .    . . .
        .   .   ## . .
        .   .    . . .
        .   .    . . .
        """,
        wants="r1 - - -",
    )
    assert goes(state, "orange") == ("B1", "stay")


def test_no_target_no_step() -> None:
    state = table(
        """
        Rr Rb .@3 . .
        .  .  .   . .
        .  .  ##  . .
        .  .  .   . .
        .  .  .   . .
        """,
        wants="y1 - k5 -",
    )
    assert goes(state, "orange") == ("gate", "no-target")
    assert goes(state, "purple") == ("C1", "no-target")


def test_an_empty_row_wants_nothing() -> None:
    state = table(
        """
        R Rb . . .
        . .  . . .
        . . ## . .
        . .  . . .
        . .  . . .
        """
    )
    assert goes(state, "green") == ("gate", "no-target")


@pytest.mark.parametrize(("merchant", "enters"), [("orange", "D1"), ("green", "E4"), ("purple", "B5"), ("black", "A2")])
def test_from_the_gate_left_is_clockwise(merchant: str, enters: str) -> None:
    """Shops on both sides of the gate, all alike: the one on the left, facing the temple."""
    state = table(
        """
        .  Rr .  Rr .
        Rr .  .  .  Rr
        .  .  ## .  .
        Rr .  .  .  Rr
        .  Rr .  Rr .
        """,
        wants="r1 r1 r1 r1",
    )
    assert goes(state, merchant) == (enters, "clockwise")


def test_merchants_share_spaces() -> None:
    state = table(
        """
        Rr@1 .@2 .  . .
        .    .   .  . .
        .    .   ## . .
        .    .   .  . .
        .    .   .  . .
        """,
        wants="- r1 - -",
    )
    assert goes(state, "green") == ("A1", "nearest")


NO_SHARING = "blocking: no-sharing"


def test_no_sharing_leaves_occupied_steps_out_before_the_temple_rule() -> None:
    """From B2 to C1 both B1 and C2 lead closer; C2 is nearer the temple, but taken, so orange goes to B1."""
    state = table(
        """
        .  .   Ry  .  .
        .  .@1 .@2 .  .
        .  .   ##  .  .
        .  .   .   .  .
        .  .   .   .  .
        """,
        wants="y2 - - -",
        rest=NO_SHARING,
    )
    assert goes(state, "orange") == ("B1", "house-blocking")


def goes_from(position: str) -> tuple[str | None, State]:
    """Where orange goes, and the position then."""
    state = hangzhou.parse(f"hangzhou RB blocking: no-sharing {position} now: move orange")
    decision = decide(state, Merchant.ORANGE)
    return decision.end and str(decision.end), hangzhou.play(state, MerchantActs("orange"))[0]


WANTS = "market: r2 / b1 / b1 / b1"


def test_no_sharing_goes_for_the_free_target_of_two() -> None:
    end, after = goes_from(f"city: A1Rr B1Br merchants: - B1 - - {WANTS} R: c5 B: c5")
    assert end == "A1"
    assert after.hands[0].coins == 3, "and trades there"


def test_no_sharing_goes_towards_the_free_target_of_two() -> None:
    assert goes_from(f"city: C1Br A3Rr merchants: A1 C1 - - {WANTS}")[0] == "A2"


def test_no_sharing_draws_nearer_to_an_occupied_target_while_it_is_far() -> None:
    """Only E1 has red, and green stands there: orange goes on as far as D1, and stays there."""
    assert goes_from(f"city: E1Rr merchants: A1 E1 - - {WANTS}")[0] == "B1"
    end, after = goes_from(f"city: E1Rr merchants: D1 E1 - - {WANTS} R: c5")
    assert (end, after.hands[0].coins, after.market[0][0].dye) == ("D1", 5, "red"), "no trade, and its row stays"


def test_no_sharing_does_not_trade_where_another_stands_too() -> None:
    """Two on one space, which only a correction brings about."""
    end, after = goes_from(f"city: C1Rr merchants: C1 C1 - - {WANTS} R: c5")
    assert (end, after.hands[0].coins) == ("C1", 5)


def test_no_sharing_stays_where_every_step_is_taken() -> None:
    assert goes_from(f"city: C1Rr merchants: A1 B1 - - {WANTS}")[0] == "A1"
    assert goes_from(f"city: B2Rr merchants: A1 B1 A2 - {WANTS}")[0] == "A1"


def test_the_reasons_under_no_sharing_go_in_the_order_of_the_rule() -> None:
    city = "city: C1Br A3Rr merchants: A1 C1 - -"
    state = hangzhou.parse(f"hangzhou RB blocking: no-sharing {city} {WANTS} now: move orange")
    after, effects = hangzhou.play(state, MerchantActs("orange"))
    assert [(why.rule, why.lines) for why in hangzhou.why(effects[0], after)] == [
        ("nearest", ("= C1 (Blue): 2 steps", "= A3 (Red): 2 steps")),
        ("coins", ("= C1 (Blue): 0 coins", "= A3 (Red): 0 coins")),
        ("house-blocking", ("✗ C1", "✓ A3")),
    ]
    assert hangzhou.say(effects[0], after) == "Orange moves from A1 to A2. On the way to A3 (red), C1 is taken."


def test_no_sharing_takes_the_other_of_two_equal_steps() -> None:
    state = table(
        """
        .  .   .  .  .
        .  .@1 .  .  .
        .  .@4 ## Yr .
        .  .   .  .  .
        .  .   .  .  .
        """,
        wants="- - - r1",
        rest=NO_SHARING,
    )
    assert goes(state, "black") == ("B4", "house-blocking")


def test_no_sharing_stays_at_the_gate_before_an_occupied_target() -> None:
    state = table(
        """
        .  .  Rr@4 .  .
        .  .  .    .  .
        .  .  ##   .  .
        .  .  .    .  .
        .  .  .    .  .
        """,
        wants="r1 - - -",
        rest=NO_SHARING,
    )
    assert goes(state, "orange") == ("gate", "house-blocking")


def test_no_sharing_still_trades_where_it_stands() -> None:
    state = table(
        """
        .  .  Rr@1 .  .
        .  .  .    .  .
        .  .  ##   .  .
        .  .  .    .  .
        .  .  .    .  .
        """,
        wants="r1 - - -",
        rest=NO_SHARING,
    )
    assert goes(state, "orange") == ("C1", "stay")


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
