"""Full states that agree with all a seat knows: their view is the view, and each is as likely as another."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from itertools import permutations
from typing import Any

import pytest
from cases import CASES
from harness import Case
from msgspec.structs import replace

from companion.engine import Seat, dunhuang, hangzhou, xanadu
from companion.engine.deal import Added, History, Impossible, Lacked, Moved, Removed, deal
from companion.engine.drive import Generator, Witness, drive
from companion.games.dunhuang.moves import IntoHand
from companion.games.dunhuang.state import Player
from companion.games.xanadu.moves import PlaceWorker
from companion.games.xanadu.names import Card
from companion.games.xanadu.possible import Memory
from companion.games.xanadu.state import State
from companion.games.xanadu.turns import CardDrawn

TIMES = 1500


def even(draw: Callable[[random.Random], Hashable], expected: dict[Any, float]) -> None:
    """What is drawn comes as often as expected. Five standard errors are allowed."""
    rng = random.Random(11)
    found = Counter(draw(rng) for _ in range(TIMES))
    assert set(found) == set(expected)
    whole = sum(expected.values())
    for one, weight in expected.items():
        p = weight / whole
        assert abs(found[one] - TIMES * p) <= 5 * (TIMES * p * (1 - p)) ** 0.5, (one, found[one], TIMES * p)


DECK = Added("deck", frozenset("abcd"), 4)
DRAWN = (DECK, Moved("deck", "A"), Moved("deck", "A"))


@pytest.mark.parametrize(
    ("events", "hidden", "room", "expected"),
    [
        (DRAWN, "abcd", {"deck": 2, "A": 2}, "ab|cd ac|bd ad|bc bc|ad bd|ac cd|ab"),
        ((*DRAWN, Lacked("A", frozenset("ab"))), "abcd", {"deck": 2, "A": 2}, "cd|ab"),
        ((*DRAWN, Removed("A", "b")), "acd", {"deck": 2, "A": 1}, "a|cd c|ad d|ac"),
        ((*DRAWN, Moved("A", "on"), Removed("on", "b")), "acd", {"deck": 2, "A": 1, "on": 0}, "a|cd c|ad d|ac"),
        ((*DRAWN, Lacked("A", frozenset("ab")), Moved("A", "on")), "abcd", {"deck": 2, "A": 1, "on": 1},
         "c|ab|d d|ab|c"),
        ((*DRAWN, Moved("A", "on"), Lacked("A", frozenset("abc"))), "abcd", {"deck": 2, "A": 1, "on": 1},
         "d|bc|a d|ac|b d|ab|c"),
    ],
)  # fmt: skip
def test_every_layout_that_can_be_comes_up_and_no_other(
    events: tuple[Any, ...], hidden: str, room: dict[str, int], expected: str
) -> None:
    """Expected are the cards of each place, by its name."""
    rng, found = random.Random(4), set()
    for _ in range(300):
        laid = deal(History(events), hidden, room, rng)
        found.add("|".join("".join(sorted(laid[place])) for place in sorted(laid) if laid[place]))
    assert found == set(expected.split())


def test_what_cannot_be_is_told() -> None:
    with pytest.raises(Impossible, match="3 hidden cards for 2 places"):
        deal(History(()), "abc", {"P": 2}, random.Random(1))
    with pytest.raises(Impossible):
        twice = Added("P", frozenset("a")), Added("Q", frozenset("a"))
        deal(History(twice), "ab", {"P": 1, "Q": 1}, random.Random(1))


HIDING: dict[str, dict[str, Any]] = {
    "hangzhou": {"open_hands": "hidden", "round_limit": 2},
    "dunhuang": {},
    "xanadu": {"open_score": "no"},
}


@pytest.mark.parametrize("case", [pytest.param(case, id=case.game.ID) for case in CASES])
def test_the_view_of_a_possible_state_is_the_view(case: Case) -> None:
    """In whole games, for every seat and a watcher, with what they remember and without."""
    game: Any = case.game
    for players in game.PLAYERS:
        state, rng = game.new(players, **(HIDING[game.ID] if players > 1 else {})), random.Random(players)
        seats = [*range(players), None]
        eyes = {seat: Witness(game, state, seat) for seat in seats}
        for number, step in enumerate(drive(game, state, case.chooser(players), Generator(players))):
            if number > 600:
                break
            for seat in seats:
                eyes[seat].saw(step.state, step.effects)
            if number % 17 == 0:
                seat = rng.choice(seats)
                for found in (eyes[seat].possible(rng), game.possible(eyes[seat].view, rng)):
                    assert game.view(found, seat) == eyes[seat].view, game.text(found)
                    assert game is hangzhou or case.pieces(found) == case.pieces(step.state)


def test_a_hand_and_a_deck_of_dunhuang_by_counts() -> None:
    """All cards in play but five are out of the game in sight of all: two are in B's hand, three are to be drawn."""
    ring = "ring: shepherd princess maid trader farmer soldier painter diplomat"
    state = dunhuang.parse(f"dunhuang 2 {ring} camel: 1 now: move A")
    hidden = {9: 2, 8: 1, 7: 2}
    gone = tuple(n - hidden.get(i, 0) for i, n in enumerate(state.setup.copies))
    hand, pile = ([0] * 11, [0] * 11)
    hand[9], hand[8], pile[9], pile[7] = 1, 1, 1, 2
    players = (state.players[0], Player(5, hand=tuple(hand)))
    state = replace(state, gone=gone, players=players, pile=tuple(pile))
    view = dunhuang.view(state, Seat(0))
    cards = [i for i, n in hidden.items() for _ in range(n)]
    weights = Counter(tuple(sorted(order[:2])) for order in permutations(cards))

    def draw(rng: random.Random) -> tuple[int, ...]:
        held = dunhuang.possible(view, rng).players[1].hand
        return tuple(i for i, n in enumerate(held) for _ in range(n))

    even(draw, dict(weights))


def small_city() -> State:
    """All cards but six lie in the discard pile: two in B's hand, one as a worker, three in the deck."""
    discard = " ".join(f"{n:02}" for n in range(2, 71) if n not in range(11, 17))
    return xanadu.parse(f"xanadu 2 A: 01.11 B: hand 12 13 discard: {discard} now: play A deck: 14 15 16")


def test_a_hand_of_xanadu_by_counts_and_what_a_seat_placed_itself() -> None:
    view = xanadu.view(small_city(), Seat(0))

    def hand(rng: random.Random, memory: Memory | None = None) -> tuple[int, ...]:
        return xanadu.possible(view, rng, memory).players[1].hand

    pairs = {(a, b): 1.0 for a in range(11, 17) for b in range(a + 1, 17)}
    even(hand, pairs)
    placed = xanadu.parse(xanadu.text(small_city()).replace("A: 01.11", "A: 01 hand 11"))
    eyes = Witness(xanadu, placed, Seat(0))
    eyes.saw(*xanadu.play(placed, PlaceWorker(Card(1), Card(11))))
    assert eyes.view.city == view.city
    even(lambda rng: hand(rng, eyes.memory), {pair: 1.0 for pair in pairs if 11 not in pair})


def test_whoever_placed_a_worker_knows_it_though_it_is_not_looked_at_again() -> None:
    state = xanadu.parse("xanadu 2 A: 01 hand 11 20 now: play A")
    own, other = Witness(xanadu, state, Seat(0)), Witness(xanadu, state, Seat(1))
    after, effects = xanadu.play(state, PlaceWorker(Card(1), Card(11)))
    for eyes in (own, other):
        eyes.saw(after, effects)
    workers = [{eyes.possible(random.Random(n)).city[0][0].workers for n in range(40)} for eyes in (own, other)]
    assert workers[0] == {(11,)} and len(workers[1]) > 10


def test_a_deck_that_lay_open_as_discard_pile_is_remembered() -> None:
    """The deck runs out: what is drawn from then on lay open before, and what B has in hand did not."""
    open_cards = " ".join(f"{n:02}" for n in range(20, 71))
    players = "A: 01.09.10 hand 02 03 04 05 06 B: 18 19 11 hand 07 08 12 13 14 15 16"
    state = xanadu.parse(f"xanadu 2 {players} discard: {open_cards} now: draw A 2 deck: 17")
    eyes = Witness(xanadu, state, Seat(0))
    eyes.saw(*xanadu.play(state, CardDrawn(Card(17))))
    assert len(eyes.view.deck) == 51 and not any(eyes.view.deck)
    for n in range(20):
        found = eyes.possible(random.Random(n))
        assert found.deck == tuple(range(20, 71))
        assert set(found.players[1].hand) | set(found.city[0][0].workers) == {7, 8, 9, 10, 12, 13, 14, 15, 16}


def test_a_card_taken_openly_is_remembered_in_the_hand() -> None:
    text = "dunhuang 4 ring: shepherd princess maid trader farmer soldier painter diplomat market: 1 2 3 4 5 6 7 8"
    hands = "A: c3 hand 9 out 9x2 B: c3 hand 9 out 10x2 C: c3 hand 10 out 8x2 D: c3"
    state = dunhuang.parse(f"{text} camel: 4 {hands} now: take B 1")
    eyes = Witness(dunhuang, state, Seat(0))
    eyes.saw(*dunhuang.play(state, IntoHand()))
    held = [eyes.possible(random.Random(n)).players[1].hand for n in range(30)]
    assert all(hand[3] for hand in held), "amber lay open on space 4"
    assert len(set(held)) > 3, "the other card is any"


def test_hidden_hands_of_hangzhou_are_known_to_whoever_watched() -> None:
    state = hangzhou.new(2, open_hands="hidden", round_limit=1)
    eyes = Witness(hangzhou, state, Seat(0))
    for step in drive(hangzhou, state, CASES[1].chooser(3), Generator(3)):
        eyes.saw(step.state, step.effects)
        assert eyes.possible(random.Random(1)) == step.state


def test_hidden_hands_that_nobody_watched_share_the_cubes_that_lie_nowhere_else() -> None:
    state = hangzhou.parse("hangzhou RBY open-hands: hidden R: c3 B: c4 r1 Y: c1")
    view = hangzhou.view(state, Seat(0))
    even(lambda rng: [hand.dyes[1] for hand in hangzhou.possible(view, rng).hands].index(1), {1: 1, 2: 1})
