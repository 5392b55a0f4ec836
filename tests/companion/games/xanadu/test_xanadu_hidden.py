"""Hidden cards: views that never leak, and games in which paper holds the cards."""

from __future__ import annotations

import random

from xanadu_case import Truthful
from xanadu_tables import effects, legal, played, refused, table

from companion.engine import CHANCE, OVER, Seat, xanadu
from companion.engine.correction import Change, Correction
from companion.engine.drive import Generator, drive
from companion.games.xanadu import effects as did
from companion.games.xanadu.names import UNKNOWN
from companion.games.xanadu.state import count_all_cards


def test_effects_tell_a_card_to_its_own_seat_only() -> None:
    start = xanadu.new(3)
    for step in drive(xanadu, start, Truthful(1), Generator(2)):
        for effect in step.effects:
            for seat in (None, Seat(0), Seat(1), Seat(2)):
                shown = xanadu.seen(step.state, effect, seat)
                match shown:
                    case did.Drawn() | did.StartPicked():
                        assert (shown.card == UNKNOWN) == (shown.seat != seat)
                    case did.WorkerPlaced():
                        assert (shown.worker == UNKNOWN) == (shown.seat != seat)
                    case _:
                        assert shown == effect


def test_a_correction_of_a_hand_is_not_told_to_others() -> None:
    state = table("A: 01 hand 11 B: 02 hand 12")
    fix = Correction((Change("players.B.hand", [13]), Change("run", 2)), "Mei", "miscounted")
    after, happened = xanadu.play(state, fix)
    assert [player.hand for player in after.players] == [(11,), (13,)]
    assert "Mulberry Grove" in xanadu.say(xanadu.seen(after, happened[0], Seat(1)), after)
    told = xanadu.say(xanadu.seen(after, happened[0], Seat(0)), after)
    assert "Mulberry Grove" not in told
    assert "B’s hand" in told


def test_paper_holds_the_cards_and_a_card_gets_its_name_when_it_is_shown() -> None:
    state = xanadu.new(2, cards="paper", two_player="online")
    while state.turn is CHANCE:
        chances = xanadu.chances(state)
        assert chances.certain
        state, _ = xanadu.play(state, chances.outcomes[0])
    assert [player.hand for player in state.players] == [(UNKNOWN,) * 7] * 2
    assert "start 17" in legal(state)
    state = played(state, "start 17", "start 23")
    assert [b.card for buildings in state.city for b in buildings] == [17, 23]
    assert refused(state, "worker 23 05") == ("not_in_hand", "place-worker")
    state = played(state, "worker 23")
    assert state.players[0].hand == (UNKNOWN,) * 5
    assert xanadu.faults(state) == ()


def test_the_end_card_is_a_matter_of_chance_for_paper_too() -> None:
    state = table("cards: paper A: 01 hand *x2 B: 02 run: 2 now: draw A 1 deck: *x3")
    assert {xanadu.action_text(o): str(p) for o, p in xanadu.chances(state)} == {"draw *": "3/4", "draw end": "1/4"}


def test_a_reshuffle_forgets_the_names_that_paper_holds() -> None:
    state = table("cards: paper A: 01 02 hand *x2 B: 03 discard: 31 32 *x2 deck: *")
    state = played(state, "sell 01", "end turn", "draw *")
    assert state.deck == (UNKNOWN,) * 5


def test_a_card_named_twice_is_a_fault_and_no_crash() -> None:
    state = table("cards: paper A: 02 24 hand *x3 B: 22 hand *x2")
    state = played(state, "build 22")
    assert [(f.kind, f.thing, f.found) for f in xanadu.faults(state)] == [("card_twice", "22", 2)]
    assert xanadu.say(xanadu.faults(state)[0], state) == "Salt Store is there 2 times: there is one."
    state = played(state, "end turn")
    assert legal(state) == ["draw *"]


def test_of_a_hand_known_in_part_the_known_colour_decides() -> None:
    state = table("A: hand * 25 49 B: hand 02 now: pick A setup", players=3)
    assert "start 49" not in legal(state)
    assert {"start 01", "start 25"} <= set(legal(state))


def test_unknown_coins_stay_unknown() -> None:
    state = table("open-score: no A: c- 01 02 B: 03")
    assert played(state, "sell 01").players[0].coins is None


def test_a_view_can_be_played_on() -> None:
    """A bot may think ahead in what it sees."""
    rng = random.Random(1)
    state = xanadu.new(3)
    for n, step in enumerate(drive(xanadu, state, Truthful(5), Generator(5))):
        state = step.state
        if n == 60:
            break
    seen = xanadu.view(state, Seat(0))
    for _ in range(300):
        if seen.turn is OVER:
            break
        seen, _ = xanadu.play(seen, rng.choice(xanadu.legal(seen)))
    assert sum(count_all_cards(seen).values()) == 70


def test_who_picked_is_shown_but_not_what() -> None:
    state = table("A: hand 01 02 B: hand 03 04 now: pick A setup", players=3)
    picked = effects(state, "start 01")[0]
    assert xanadu.say(xanadu.seen(state, picked, Seat(1)), state, names=["Ana", "Bo", "Cy"]) == (
        "Ana has picked a building."
    )
