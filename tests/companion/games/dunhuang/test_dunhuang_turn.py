"""Setup, the five steps of a turn, and the score, from the rules page."""

from __future__ import annotations

import pytest
from dunhuang_tables import at, offered, played, refused, shown, table, told

from companion.engine import CHANCE, OVER, dunhuang
from companion.engine.drive import Generator
from companion.engine.game import OptionError
from companion.games.dunhuang import components
from companion.games.dunhuang.moves import Keep
from companion.games.dunhuang.state import State
from companion.games.dunhuang.turns import CardDrawn


def set_up(players: int, seed: int = 1, **options: object) -> State:
    state, cards = dunhuang.new(players, **options), Generator(seed)
    while state.turn is CHANCE:
        state, _ = dunhuang.play(state, cards.supply(dunhuang, state))
    return state


@pytest.mark.parametrize(("players", "coins", "deck", "without"), [(2, 5, 21, 20), (3, 6, 27, 11), (4, 7, 35, 0)])
def test_setup(players: int, coins: int, deck: int, without: int) -> None:
    state = set_up(players)
    assert sum(state.setup.copies) == 55 - without
    assert (state.deck, len(state.ring)) == (deck, 8)
    assert None not in state.market
    assert [player.coins for player in state.players] == [coins] * players
    assert dunhuang.waiting(state) == tuple(range(players)), "all choose at the same time"
    assert all(sum(player.hand) == 3 for player in state.players)


def test_everybody_keeps_one_of_three_in_any_order() -> None:
    state = set_up(3)
    for seat in (2, 0, 1):
        assert seat in dunhuang.waiting(state)
        action = dunhuang.legal(state, seat)[0]
        state, _ = dunhuang.play(state, action, seat)
        assert seat not in dunhuang.waiting(state)
        player = state.players[seat]
        assert (sum(player.hand), sum(player.removed)) == (1, 2)
        assert not dunhuang.legal(state, seat) or state.turn == seat
    assert state.turn == 2, "the player to the right of the start player puts the camel"
    before = state.market
    state = played(state, "place camel 5")
    assert (state.camel, state.turn, state.market) == (5, 0, before), "its goods stay"


def test_a_choice_cannot_be_made_twice_or_for_a_card_not_dealt() -> None:
    state = dunhuang.parse("dunhuang 2 A: c5 hand 3 5 8 B: c5 hand 2 4 7 now: choose")
    assert refused(state, "keep 4") == ("not_in_hand", "setup-hand")
    state, effects = dunhuang.play(state, Keep("amber"), 1)
    assert effects[0].removed == 2
    again = dunhuang.refusal(state, Keep("amber"), 1)
    assert (again.reason, again.seat) == ("not_your_turn", 0)


def test_the_start_player_can_be_any_seat() -> None:
    state = dunhuang.parse("dunhuang 4 start: C now: park")
    assert state.turn == 1
    assert played(state, "place camel 1").turn == 2
    with pytest.raises(OptionError, match="start"):
        dunhuang.new(2, start=2)


@pytest.mark.parametrize(
    ("rest", "most", "refusal"),
    [
        ("A: c3 B: c6", 4, ("too_dear", "camel-cost")),  # the first step is free, each further one costs a coin
        ("A: c20 camel-max: 7", 7, ("too_far", "house-camel-max")),
        ("A: c20 camel-max: 8", 8, ("too_far", "house-camel-max")),
    ],
)
def test_how_far_the_camel_goes(rest: str, most: int, refusal: tuple[str, str]) -> None:
    state = table(rest)
    assert offered(state) == [f"camel {steps}" for steps in range(1, most + 1)]
    assert refused(state, f"camel {most + 1}") == refusal


@pytest.mark.parametrize(("steps", "space", "coins"), [(1, 2, 9), (4, 5, 6), (8, 1, 2), (10, 3, 0)])
def test_the_camel_may_go_round_and_past_its_start(steps: int, space: int, coins: int) -> None:
    after = played(table("A: c9"), f"camel {steps}")
    assert (after.camel, after.players[0].coins) == (space, coins)


def test_empty_spaces_count_as_steps_and_may_be_landed_on() -> None:
    state = table("A: c3", market="2 - 4 5 6 7 8 9")
    assert played(state, "camel 2").camel == 3
    after = played(state, "camel 1")
    assert after.now.phase == "act", "there is no card to take"
    assert told(state, "camel 1")[1] == "No card lies on space 2."


def test_the_card_goes_into_the_hand_or_into_the_shop() -> None:
    state = played(table("A: c3"), "camel 2")
    assert offered(state) == ["into hand", "into shop amber"]
    assert shown(played(state, "into hand"), "A") == "c2 hand 4"
    shop = played(state, "into shop 4")
    assert shown(shop, "A") == "c2 shop 4"
    assert shop.market[2] is None
    assert refused(state, "into shop tea") == ("other_card", "take-goods")


def test_three_coins_instead_of_the_character() -> None:
    state = at("soldier", "A: c2")
    assert offered(state) == ["coins"], "a Soldier without a shop card cannot be used (D2)"
    assert played(state, "coins").players[0].coins == 5


def test_the_market_is_refilled_from_the_camel_on_clockwise() -> None:
    state = at("shepherd", "A: c3 deck: 2 7 8")
    state = played(state, "fetch 2")
    assert state.turn is CHANCE
    state, effects = dunhuang.play(state, CardDrawn("spice"))
    assert effects[0].space == 3, "the camel's space first (D3)"
    assert state.market[1] is None
    state, effects = dunhuang.play(state, CardDrawn("silver"))
    assert (effects[0].space, state.turn) == (2, 1)


def test_what_lies_under_the_deck_comes_last_and_in_order() -> None:
    state = at("shepherd", "A: c3 deck: 7 under: A5 B2 4")
    state = played(state, "fetch 2", "card 7")
    assert list(dunhuang.legal(state)) == [CardDrawn("lacquer")]
    state = played(state, "card 5")
    assert shown(state, "under") == "B2 4"


TOKENS = "tokens: 3A 4A 5A 6A"
SHOP = "A: c3 hand 2 7 8 9 shop 3 4 5 6"


def test_the_top_merchant_wins_at_once() -> None:
    state = at("princess", f"{SHOP} {TOKENS}")
    assert told(state, "coins")[-1] == (
        "Ana is the top merchant, with 4 majority tokens and 4 kinds of goods in hand: the game is over."
    )
    over = played(state, "coins")
    score = dunhuang.score(over)
    assert over.turn is OVER
    assert (score.winners, score.decided_by, score.final) == ((0,), "top-merchant", True)


@pytest.mark.parametrize(
    ("players", "rest", "over"),
    [
        (2, f"{SHOP} {TOKENS}", False),  # two players need five tokens
        (2, "A: c3 hand 2 7 8 3 shop 3 4 5 6 7 tokens: 3A 4A 5A 6A 7A", True),
        (3, f"A: c3 hand 2 7 8x2 shop 3 4 5 6 {TOKENS}", False),  # three kinds are too few
        (3, "B: c3 hand 2 7 8 9 shop 3 4 5 6 tokens: 3B 4B 5B 6B", False),  # it is not B's turn
    ],
)
def test_who_is_no_top_merchant_plays_on(players: int, rest: str, over: bool) -> None:
    after = played(at("princess", rest, players=players), "coins")
    assert (after.turn is OVER) == over
    assert over or played(after, "card 6").turn == 1


def test_the_round_is_finished_when_the_deck_is_empty() -> None:
    state = at("princess", "deck: 8")
    state, effects = dunhuang.play(played(state, "coins"), CardDrawn("paper"))
    assert [effect.rule for effect in effects] == ["refill", "end", "turn"]
    assert effects[1].seat == 2, "to the right of the starter tile (D10)"
    assert state.last_round
    state = played(state, "camel 1", "into hand", "coins")
    assert state.turn == 2
    state = played(state, "camel 1", "into hand", "coins")
    assert (state.turn, dunhuang.score(state).final) == (OVER, True)


def test_it_ends_there_if_that_player_just_acted() -> None:
    state = at("princess", "start: B deck: 8")
    state, effects = dunhuang.play(played(state, "coins"), CardDrawn("paper"))
    assert state.turn is OVER
    assert effects[-1].rule == "last-turn"


def test_empty_stalls() -> None:
    """House rule end = cannot_refill: with the last card laid, the deck is empty but no space is."""
    state = played(at("princess", "deck: 8 end: cannot-refill"), "coins", "card 8")
    assert (state.turn, state.last_round) == (1, False)
    state = played(state, "camel 1", "into hand", "coins")
    assert (state.turn, state.last_round) == (2, True)


def test_somebody_can_still_be_the_top_merchant_in_the_last_round() -> None:
    state = at("princess", f"{SHOP} {TOKENS} deck: - last: yes")
    assert dunhuang.score(played(state, "coins")).decided_by == "top-merchant"


def test_the_numbers_are_those_of_the_printed_game() -> None:
    assert [components.SETUPS[n].tokens for n in (2, 3, 4)] == [5, 4, 4]
    assert tuple(range(1, 11)) == components.VALUES
    assert components.SETUPS[4].copies == tuple(range(1, 11))
    assert (components.PRESTIGE, components.TOKEN_WORTH, components.PRESTIGE_WORTH) == (28, 2, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 5}, "players: expected 2, 3 or 4, not .5."),
        ({"players": 3, "cards": "screen"}, "cards: expected app, paper, not 'screen'"),
        ({"players": 3, "weather": "rain"}, "weather: expected camel_max"),
        ({"players": 3, "tie": "everybody"}, "tie: expected newcomer, holder, not 'everybody'"),
    ],
)
def test_options_that_are_not_offered(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        dunhuang.new(**arguments)


# --- the score ---

HANDS = (
    "A: c5 p3 hand 3 6x2 8 9 shop 4x2 5 7 tokens: 4A 5A 7A 6B 8B 2C 9C"
    " B: c2 p6 hand 2 6x2 7 9x2 shop 6 8 C: c1 p1 hand 4x2 5 7 8 shop 2 9 last: yes now: over"
)


def test_the_leaflets_example() -> None:
    """Ana has three tokens, so all her kept cards score; Ben and Chen score their best two."""
    score = dunhuang.score(table(HANDS))
    assert [sheet.total for sheet in score.sheets] == [26, 26, 20]
    lines = [[(line.thing, line.points) for line in sheet.lines] for sheet in score.sheets]
    assert lines[0] == [("tokens", 6), ("prestige", 3), ("card_jade", 3), ("card_tea", 6), ("card_paper", 8)]
    assert lines[1] == [("tokens", 4), ("prestige", 6), ("card_spice", 7), ("card_wool", 9)]
    assert lines[2] == [("tokens", 4), ("prestige", 1), ("card_spice", 7), ("card_paper", 8)]
    assert (score.winners, score.decided_by) == ((0,), "tie"), "most coins"


def test_still_tied_is_shared() -> None:
    score = dunhuang.score(table("A: c5 p3 B: c5 p3 C: c5 p2 last: yes deck: - now: over"))
    assert (score.winners, score.decided_by, score.final) == ((0, 1), "tie", True)


def test_no_token_no_cards() -> None:
    score = dunhuang.score(table("A: c1 hand 9x3 8 7"))
    assert score.sheets[0].total == 0
    assert not score.final


def test_a_tie_for_most_keeps_a_card_each() -> None:
    score = dunhuang.score(table("A: c1 hand 9 shop 3 B: c1 hand 9 shop 4 tokens: 3A 4B"))
    assert [sheet.total for sheet in score.sheets] == [11, 11, 0]


def test_the_lines_have_words() -> None:
    state = table(HANDS)
    sheet = dunhuang.score(state).sheets[0]
    assert [dunhuang.say(line, state) for line in (*sheet.lines, *sheet.ties)] == [
        "Majority tokens",
        "Prestige",
        "Most in hand: jade",
        "Most in hand: tea",
        "Most in hand: paper",
        "Coins",
    ]
