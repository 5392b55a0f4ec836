"""Solo play and every switch of the rules page."""

from __future__ import annotations

from positions import acts, played, table

from companion.engine import hangzhou
from companion.engine.correction import Change, Correction
from companion.games.hangzhou.state import Hand, State

ONE_SHOP = "C1Rr1"


def reasons(state: State, *actions: str) -> list[str | None]:
    found = [hangzhou.refusal(state, hangzhou.parse_action(action)) for action in actions]
    return [None if refusal is None else refusal.reason for refusal in found]


# -- alone ---------------------------------------------------------------------------------------


def test_alone_one_turn_of_none_to_two_actions() -> None:
    state = table(ONE_SHOP, players="R", wants="b1 b1 b1 b1")
    assert reasons(state, "pass", "take coin", "end turn") == ["not_alone", "not_alone", None]
    assert hangzhou.text(played(state, "end turn")).endswith("now: move orange")
    assert hangzhou.text(played(state, "coin C1", "end turn")).endswith("now: move orange")
    assert hangzhou.text(played(state, "coin C1", "coin C1")).endswith("now: move orange")


def test_alone_won_with_one_of_each() -> None:
    won = hangzhou.parse("hangzhou R sold: g1 o1 p2 k1 now: over")
    lost = hangzhou.parse("hangzhou R sold: g1 o1 p2 now: over")
    assert hangzhou.score(won).winners == (0,)
    assert hangzhou.score(lost).winners == ()
    assert [line.count for line in hangzhou.score(won).sheets[0].lines] == [1, 1, 2, 1]
    assert hangzhou.score(won).sheets[0].total == 0


def test_alone_the_barrel_stays() -> None:
    state = hangzhou.parse("hangzhou R market: b1 r1 y1 k5 / b1 r1 y1 k5 / b1 r1 y1 g4 / r2 y3 g4 o4 now: move black")
    state = played(state, "move black", "b2")
    assert (state.turn, state.round) == (0, 2)


# -- the round die -------------------------------------------------------------------------------


def test_sold_only_brings_a_limit_of_thirty_rounds() -> None:
    assert hangzhou.new(round_die="sold_only").options.round_limit == 30
    assert hangzhou.new(round_die="sold_only", round_limit=9).options.round_limit == 9
    assert hangzhou.new().options.round_limit is None


def test_start_at() -> None:
    assert hangzhou.new(start_at=4).round_die == 4


# -- the rest ------------------------------------------------------------------------------------


def test_repeat_action_no() -> None:
    city = f"B1R {ONE_SHOP}"
    state = table(city, rest="repeat-action: no")
    one_dye = played(state, "dye B1 blue")
    assert reasons(one_dye, "dye C1 blue", "dye C1 green", "coin C1", "shop A1", "end turn") == [
        "same_kind_again",
        "same_kind_again",
        None,
        None,
        None,
    ]
    assert reasons(played(state, "coin B1"), "coin C1", "dye B1 red") == ["same_kind_again", None]
    assert reasons(played(state, "shop A1"), "shop A2", "coin B1") == ["same_kind_again", None]
    assert reasons(played(table(city), "dye B1 blue"), "dye C1 blue") == [None]


def test_hidden_hands() -> None:
    state = hangzhou.parse("hangzhou RB city: A1R A2Bb open-hands: hidden R: c3 r1 B: c4 y2 v1")
    mine = hangzhou.view(state, 0)
    assert mine.hands[0] == state.hands[0]
    assert mine.hands[1] == Hand(hidden=True, shops=5)
    assert hangzhou.view(state, None).hands[0].hidden
    assert hangzhou.parse(hangzhou.text(mine)) == mine
    assert hangzhou.from_json(hangzhou.to_json(mine)) == mine
    assert hangzhou.view(hangzhou.new(), 0) == hangzhou.new()


def test_the_correction_of_a_hidden_hand_does_not_say_how_much_it_holds() -> None:
    few, many = (hangzhou.parse(f"hangzhou RB open-hands: hidden B: c4 {dyes}") for dyes in ("y1", "y2 r2 b3"))
    seen = []
    for state in (few, many):
        after, (effect,) = hangzhou.play(state, Correction((Change("hands.blue.points", 3),), "Ben", "miscounted"))
        seen.append(hangzhou.seen(after, effect, 0))
    assert seen[0] == seen[1] and seen[0].covered and not seen[0].changes


def test_hidden_hands_open_at_the_end() -> None:
    over = hangzhou.parse("hangzhou RB open-hands: hidden B: c9 now: over")
    assert hangzhou.view(over, 0) == over


def test_hidden_hands_keep_why_a_trade_failed() -> None:
    state = table(ONE_SHOP, wants="r2 - - -", rest="open-hands: hidden R: c1")
    after, effects = acts(state, "orange")
    assert (hangzhou.seen(after, effects[1], 0).held, hangzhou.seen(after, effects[1], 1).held) == (1, None)
    assert "cannot trade" in hangzhou.say(hangzhou.seen(after, effects[1], 1), after)
