"""Xanadú from the setup to the end: starting buildings, the deck, beginning again, variants."""

from __future__ import annotations

from fractions import Fraction

import pytest
from xanadu_tables import effects, legal, played, refused, standing, table

from companion.engine import CHANCE, OVER, Seat, xanadu
from companion.engine.game import OptionError
from companion.games.xanadu import components, phases
from companion.games.xanadu import effects as did
from companion.games.xanadu.moves import PickStart
from companion.games.xanadu.names import Card

# --- setup ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ("01 02 25 49 61", ["start 01", "start 02"]),
        ("25 26 49", ["start 25", "start 26"]),
        ("49 61", ["start 49"]),
        ("61 62 71", ["start 61", "start 62"]),
        ("71", ["start 71"]),
    ],
)
def test_the_best_colour_in_hand_is_picked(hand: str, allowed: list[str]) -> None:
    state = table(f"edition: online A: hand {hand} B: hand 03 now: pick A setup", players=3)
    assert legal(state) == allowed


def test_the_second_building_may_be_of_another_colour_when_the_first_was_the_last_of_it() -> None:
    state = table("A: hand 01 25 49 B: hand 02 03 now: pick A setup")
    assert legal(played(state, "start 01"), by=0) == ["start 25"]


def test_everybody_picks_at_once_and_all_is_revealed_together() -> None:
    state = table("A: hand 01 02 B: hand 03 04 C: hand 05 06 now: pick B setup", players=3)
    assert xanadu.waiting(state) == (1, 2, 0)
    state, _ = xanadu.play(state, PickStart(Card(5)), by=Seat(2))
    assert xanadu.waiting(state) == (1, 0)
    assert refused(state, "start 06", by=5) == ("not_your_turn", "turn")
    assert [player.picked for player in xanadu.view(state, Seat(0)).players] == [(), (), (0,)]
    state, _ = xanadu.play(state, PickStart(Card(1)), by=Seat(0))
    assert not state.in_play
    state, happened = xanadu.play(state, PickStart(Card(3)), by=Seat(1))
    assert [e.cards for e in happened if isinstance(e, did.StartRevealed)] == [(1,), (3,), (5,)]
    assert [standing(state, seat) for seat in range(3)] == [[1], [3], [5]]
    assert state.now == phases.Play(Seat(1))


def test_who_has_picked_may_pick_anew_until_all_have() -> None:
    state = table("A: hand 01 02 B: hand 03 49 C: hand 05 06 now: pick A setup", players=3)
    state, _ = xanadu.play(state, PickStart(Card(5)), by=Seat(2))
    assert refused(state, "start 06", by=2) is None and legal(state, by=2) == [], "nobody waits for it"
    assert refused(state, "end turn", by=2) == ("picked_already", "start-building")
    state, happened = xanadu.play(state, PickStart(Card(6)), by=Seat(2))
    assert happened == (did.StartPicked(Seat(2), Card(6), (Card(5),)),)
    told = [xanadu.say(xanadu.seen(state, happened[0], seat), state) for seat in (Seat(2), Seat(0), None)]
    names = [xanadu.say(did.StartPicked(Seat(2), Card(card)), state).split("picks ")[1] for card in (5, 6)]
    assert told[0] == f"C takes {names[0].split(' to ')[0]} back into the hand and picks {names[1]}"
    assert told[1] == told[2] == "C takes 1 card back into the hand and picks again."
    assert (state.players[2].hand, state.players[2].picked) == ((5,), (6,))
    assert xanadu.waiting(state) == (0, 1), "it is not awaited again"
    for seat, card in ((0, 1), (1, 3)):
        state, _ = xanadu.play(state, PickStart(Card(card)), by=Seat(seat))
    assert [standing(state, seat) for seat in range(3)] == [[1], [3], [6]]
    assert refused(state, "start 05", by=2) == ("not_your_turn", "turn")


def test_of_two_starting_buildings_both_are_picked_anew() -> None:
    state = table("A: hand 01 02 03 B: hand 04 05 06 now: pick A setup")
    for card in (1, 2):
        state, _ = xanadu.play(state, PickStart(Card(card)), by=Seat(0))
    assert xanadu.waiting(state) == (1,)
    state, happened = xanadu.play(state, PickStart(Card(3)), by=Seat(0))
    assert happened == (did.StartPicked(Seat(0), Card(3), (Card(1), Card(2))),)
    told = xanadu.say(xanadu.seen(state, happened[0], Seat(1)), state, "es")
    assert told == "A recupera 2 cartas en la mano y vuelve a elegir."
    assert (state.players[0].hand, state.players[0].picked) == ((1, 2), (3,))
    assert xanadu.waiting(state) == (0, 1)


def test_on_paper_any_card_may_be_picked_anew() -> None:
    state = table("two-player: online cards: paper A: hand *x6 pick 07 B: hand *x7 now: pick A setup")
    assert refused(state, "start 12", by=0) is None
    state, _ = xanadu.play(state, PickStart(Card(12)), by=Seat(0))
    assert state.players[0].picked == (12,) and len(state.players[0].hand) == 6


# --- the deck and the End card --------------------------------------------------------------------


@pytest.mark.parametrize(("slots", "cards", "chance"), [(11, 11, None), (11, 10, Fraction(1, 11)), (10, 10, None),
                                                        (10, 9, Fraction(1, 10)), (11, 3, Fraction(1, 4))])  # fmt: skip
def test_the_end_card_is_among_the_lowest_of_the_last_deck(slots: int, cards: int, chance: Fraction | None) -> None:
    deck = " ".join(str(30 + i) for i in range(cards))
    state = table(f"end-slots: {slots} A: 01 B: 02 run: 2 deck: {deck} now: draw A 1")
    found = {xanadu.action_text(outcome): p for outcome, p in xanadu.chances(state)}
    assert found.get("draw end") == chance
    assert sum(found.values()) == 1
    assert len(set(found.values())) == 1


def test_without_a_discard_pile_the_reshuffle_waits() -> None:
    state = table("A: 01 02 hand 11 12 B: 03 now: draw A 2 deck: 30")
    happened = effects(state, "draw 30")
    assert [type(e).__name__ for e in happened] == ["Drawn", "NothingDrawn", "TurnBegan"]
    state = played(state, "draw 30")
    assert (state.run, state.deck) == (1, ())
    state = played(state, "sell 03" if len(state.city[1]) > 1 else "end turn")
    assert state.now == phases.Play(Seat(0))
    state = played(state, "sell 01", "end turn")
    assert state.run == 2
    assert legal(state) == ["draw 01", "draw end"]


def test_the_game_ends_at_once_and_all_buildings_are_sold_where_they_stand() -> None:
    state = table("A: c5 01 49.* B: c9 02.* 03- run: 2 deck: 30 now: draw B 2 cards: paper")
    happened = effects(state, "draw end")
    assert [type(e).__name__ for e in happened] == ["EndCardDrawn", "GameEnded"] + ["FinalSale"] * 4
    state = played(state, "draw end")
    assert state.turn is OVER
    score = xanadu.score(state)
    prices = {c: components.BUILDINGS[Card(c)].prices for c in (1, 2, 3, 49)}
    assert score.sheets[0].total == 5 + prices[1][0] + prices[49][1]
    assert score.sheets[1].total == 9 + prices[2][1] + prices[3][0]
    assert score.final


def test_a_tie_is_shared() -> None:
    score = xanadu.score(table("A: c5 B: c5 C: c4 now: over", players=3))
    assert (score.winners, score.decided_by) == ((0, 1), "winner")


def test_nobody_moves() -> None:
    """Both hold seven cards and do nothing: nothing is drawn, and the game ends after both turns."""
    state = table("A: 01 hand 11 12 13 14 15 16 17 B: 02 hand 21 22 23 24 26 27 28")
    state = played(state, "end turn")
    assert state.idle == 1
    happened = effects(state, "end turn")
    assert did.GameEnded("nobody-moves") in happened
    drew = played(table("A: 01 hand 11 12 13 14 15 16 B: 02 idle: 1 deck: 30 31"), "end turn", "draw 30")
    assert drew.idle == 0


def test_an_empty_deck_and_nothing_done_is_no_move_either() -> None:
    state = table("A: 01 hand 11 B: 02 idle: 1 deck: -")
    assert did.GameEnded("nobody-moves") in effects(state, "end turn")


# --- beginning again ------------------------------------------------------------------------------


def test_restart_after_the_last_building_is_sold_goes_on_with_step_two() -> None:
    state = table("A: 01 hand 11 12 13 14 15 16 B: hand 21 22 23 24 26 27 28", players=3)
    state = played(state, "sell 01")
    assert state.now == phases.Deal(Seat(0), "sold")
    assert state.turn is CHANCE
    state = played(state, "draw 40")
    assert state.now == phases.Deal(Seat(0), "sold")
    for card in range(50, 57):
        state = played(state, f"draw {card}")
    assert state.now == phases.Pick(Seat(0), "sold")
    state = played(state, "start 11", "start 21", "start 50")
    assert state.now == phases.Play(Seat(0), sold=True, working=True)
    assert [len(b) for b in state.city] == [1, 1, 1]
    assert not state.city[0][0].sideways
    assert refused(state, "sell 11") == ("selling_over", "sell")
    assert refused(state, "worker 21 12") is None
    ended = effects(state, "worker 21 12", "end turn")[0]
    assert isinstance(ended, did.TurnEnded)
    assert (ended.rule, ended.draws) == ("draw-sold", 2)


def test_restart_after_forced_sales_and_the_next_player_begins() -> None:
    state = table("A: 01.20.21.22 hand 11 12 13 14 15 16 17 B: hand 24 26 27 28 29 30 31")
    state = played(state, "worker 01 11", "end turn", "draw 40")
    assert state.now == phases.Pick(Seat(0), "turn")
    assert state.starting == 2
    state = played(state, "start 12", "start 13", "start 24", "start 26")
    assert state.now == phases.Play(Seat(1))


def test_the_end_card_may_come_in_a_restart() -> None:
    state = table("A: 01 hand 11 12 run: 2 deck: -")
    state = played(state, "sell 01")
    assert legal(state) == ["draw end"]
    assert played(state, "draw end").turn is OVER


# --- variants -------------------------------------------------------------------------------------


def test_the_extra_coins_are_paid_for_forced_and_final_sales_too() -> None:
    state = table("cards: paper A: 49.*.*.*.* hand * B: 03 now: draw A 1 deck: *x5", players=5)
    top = components.BUILDINGS[Card(49)].prices[4]
    assert played(state, "draw *").players[0].coins == top + 1
    over = xanadu.score(table("A: 61 49 now: over", players=6)).sheets[0]
    assert (over.lines[-1].thing, over.lines[-1].points) == ("extra", 3)


@pytest.mark.parametrize(
    ("players", "switches"),
    [
        (1, {}),
        (7, {}),
        (5, {"advanced": "yes"}),
        (3, {"edition": "gold"}),
        (3, {"end_slots": 12}),
        (3, {"cards": "wood"}),
        (3, {"colour": "red"}),
    ],
)
def test_settings_that_are_not_offered(players: int, switches: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        xanadu.new(players, **switches)
