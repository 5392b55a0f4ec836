"""Setup and the player round: what may be done, what is refused and why, what comes next."""

from __future__ import annotations

import pytest
from positions import played, refused, table

from companion.engine import CHANCE, RefusedError, hangzhou
from companion.engine.game import OptionError
from companion.games.hangzhou.moves import Pass, TakeCoin

CITY, STAND = "A1Rb B1Wy1 B2R C2R", "B2 C2 - -"


def test_setup_draws_picks_counter_clockwise_and_fills_the_market() -> None:
    state = hangzhou.new(players=3, start=1)
    assert state.turn is CHANCE
    state = played(state, "draw red", "draw red", "draw blue")
    assert state.turn == 0, "the player to the right of the start player picks first"
    state = played(state, "pick blue")
    assert state.turn == 2
    state = played(state, "pick red", "pick red")
    assert [hand.dyes[:3] for hand in state.hands] == [(1, 0, 0), (0, 1, 0), (0, 1, 0)]
    state = played(state, "k5", "g4", "b1", "p6")
    row = [(die.dye.value, die.price) for die in state.market[0]]
    assert row == [("blue", 1), ("green", 4), ("purple", 6), ("black", 5)], "equals keep their order (H4)"
    state = played(state, *["b2", "b3", "b1", "r1", "r2", "r3", "r1", "y1", "y2", "y3", "y1", "g5"])
    assert sum(state.bag) == 4
    assert state.turn == 1
    assert [hand.coins for hand in state.hands] == [6, 6, 6]


def test_dice_are_accepted_as_they_lie_after_turning() -> None:
    state = hangzhou.parse("hangzhou RB now: market")
    assert refused(state, "die blue 3") is None
    assert refused(state, "die blue 4") == ("price_not_on_die", "dice")
    assert refused(state, "die black 3") == ("price_not_on_die", "dice")
    probabilities = {hangzhou.action_text(o): p for o, p in hangzhou.chances(state)}
    assert str(probabilities["die blue 1"]) == "1/15"
    assert str(probabilities["die black 6"]) == "1/30"


@pytest.mark.parametrize(
    ("actions", "then"),
    [
        ("shop C1", "city: A1Rb B1Wy1 C1R B2R C2R merchants: B2 C2 - - R: c5 now: play R shop"),
        ("coin B2", "city: A1Rb B1Wy1 B2R1 C2R merchants: B2 C2 - - R: c5 now: play R coin"),  # despite a merchant (H5)
        ("dye A1 black", "city: A1Rk B1Wy1 B2R C2R merchants: B2 C2 - - now: play R dye"),  # blue goes back
        ("coin A1, coin A1", "city: A1Rb2 B1Wy1 B2R C2R merchants: B2 C2 - - R: c4 now: play B"),
        ("coin A1, end turn", "city: A1Rb1 B1Wy1 B2R C2R merchants: B2 C2 - - R: c5 now: play B"),
        ("pass", "city: A1Rb B1Wy1 B2R C2R merchants: B2 C2 - - seals: R now: play B"),
    ],
)
def test_actions_of_a_turn(actions: str, then: str) -> None:
    """What the text of a position leaves out, such as the supply, is as the rest of it has it."""
    after = played(table(CITY, stand=STAND), *actions.split(", "))
    assert hangzhou.text(after) == f"hangzhou RBYW {then}"


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("shop B1", ("space_taken", "place-shop")),
        ("dye A2 red", ("no_shop_here", "place-dye")),
        ("dye B1 red", ("not_your_shop", "place-dye")),
        ("dye B2 red", ("merchant_at_shop", "place-dye")),
        ("coin B1", ("not_your_shop", "place-coin")),
        ("coin E5", ("no_shop_here", "place-coin")),
        ("take coin", ("seal_in_hand", "take-coin")),
        ("end turn", ("nothing_done", "player-round")),
        ("die blue 2", ("not_now", "player-round")),
        ("move orange", ("not_now", "player-round")),
        ("pick red", ("not_now", "player-round")),
        ("trade", ("not_now", "player-round")),
        ("go on", ("not_now", "player-round")),
    ],
)
def test_refusals_name_their_rule(action: str, reason: tuple[str, str]) -> None:
    assert refused(table(CITY, stand=STAND), action) == reason


def test_a_merchant_keeps_shops_away() -> None:
    state = table(CITY.removesuffix(" C2R"), stand=STAND)
    assert refused(state, "shop C2") == ("merchant_on_space", "place-shop")


def test_no_coin_no_shop() -> None:
    broke = table(CITY, stand=STAND, rest="R: c0")
    assert refused(broke, "shop C1") == ("no_coin", "place-shop")
    assert refused(broke, "coin A1") == ("no_coin", "place-coin")
    none_left = table(CITY, stand=STAND, rest="R: c6 s0")
    assert refused(none_left, "shop C1") == ("no_shop_left", "place-shop")


def test_the_supply_must_hold_the_new_dye_before_the_old_one_returns() -> None:
    """H14"""
    assert refused(table(CITY, stand=STAND), "dye A1 blue") is None
    assert refused(table(CITY, stand=STAND, rest="supply: r8"), "dye A1 blue") == ("no_dye_left", "place-dye")


def test_pass_and_take_a_coin() -> None:
    state = played(table(CITY, stand=STAND), "pass")
    assert state.seals == (True, False, False, False)
    mine = hangzhou.parse(hangzhou.text(state).replace("now: play B", "now: play R"))
    assert refused(mine, "pass") == ("seal_on_temple", "pass")
    assert played(mine, "take coin").hands[0].coins == 7
    assert refused(played(mine, "coin A1"), "take coin") == ("turn_begun", "take-coin")
    assert played(mine, "coin A1", "coin A1").seals[0], "the seal stays on the temple (H6)"


def test_the_last_turn_is_the_one_begun_with_all_seals_down() -> None:
    state = table(CITY, stand=STAND, wants="r1 r1 r1 r1", rest="seals: RBY", now="play W")
    state, effects = hangzhou.play(state, Pass())
    assert [type(effect).__name__ for effect in effects] == ["Passed", "LastTurn"]
    assert state.turn == 0
    state, effects = hangzhou.play(state, TakeCoin())
    assert [type(effect).__name__ for effect in effects] == ["CoinTaken", "MerchantRoundBegan"]
    assert hangzhou.text(state).endswith("now: move orange")


def test_a_turn_with_another_seal_in_hand_is_not_the_last() -> None:
    state = table(CITY, stand=STAND, rest="seals: RBY", now="play R")
    assert played(state, "take coin").turn == 1


def test_somebody_else_cannot_act() -> None:
    state = table(CITY, stand=STAND)
    refusal = hangzhou.refusal(state, Pass(), by=1)
    assert (refusal.reason, refusal.seat) == ("not_your_turn", 0)
    assert not hangzhou.legal(state, by=1)
    with pytest.raises(RefusedError) as error:
        hangzhou.play(state, Pass(), by=2)
    assert error.value.refusal.rule == "player-round"


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"players": 5}, "players"),
        ({"players": 2, "colours": ("red", "red")}, "players"),
        ({"start": 4}, "start"),
        ({"blocking": "some"}, "blocking"),
        ({"colour": "red"}, "colour"),
        ({"players": 1, "round_die": "sold_only"}, "round_die"),
    ],
)
def test_settings_that_the_rules_do_not_offer(arguments: dict[str, object], field: str) -> None:
    with pytest.raises(OptionError, match=rf"^{field}: "):
        hangzhou.new(**arguments)
