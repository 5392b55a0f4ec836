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
from onlooker import Onlooker

from companion.engine import Seat
from companion.engine.chance import Generator
from companion.engine.deal import Fact, Impossible, dealt
from companion.engine.drive import drive
from companion.engine.witness import Witness
from companion.games import dunhuang, hangzhou, xanadu

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


def layouts(cards: str, room: dict[str, int], facts: dict[str, str]) -> dict[Hashable, float]:
    """Every way to lay the cards, all different, so that the facts hold: by trying all."""
    slots = [place for place, n in room.items() for _ in range(n)]
    found: Counter[Hashable] = Counter()
    for order in permutations(cards):
        at = dict(zip(order, slots, strict=True))
        if all(at[card] in places for card, places in facts.items()):
            found[tuple(sorted(at.items()))] += 1
    return dict(found)


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"a": "P"},
        {"a": "PQ", "b": "Q"},
        {"a": "QR", "b": "QR", "c": "P"},
        {"a": "PQ", "b": "QR", "c": "RP", "d": "PQR"},
    ],
)
def test_every_layout_that_the_facts_allow_is_as_likely_as_another(facts: dict[str, str]) -> None:
    room = {"P": 2, "Q": 1, "R": 2}
    known = [Fact(card, frozenset(places)) for card, places in facts.items()]

    def draw(rng: random.Random) -> Hashable:
        laid = dealt("abcde", room, rng, known)
        assert [len(laid[place]) for place in room] == list(room.values())
        return tuple(sorted((card, place) for place, cards in laid.items() for card in cards))

    even(draw, layouts("abcde", room, facts))


def test_a_circle_of_facts_is_mixed_too() -> None:
    """Two layouts, and no exchange of two cards leads from one to the other."""
    known = [Fact("a", frozenset("PQ")), Fact("b", frozenset("QR")), Fact("c", frozenset("RP"))]
    even(lambda rng: dealt("abc", dict.fromkeys("PQR", 1), rng, known)["P"][0], {"a": 1, "c": 1})


def test_what_cannot_be_is_told() -> None:
    with pytest.raises(Impossible, match="3 hidden cards for 2 places"):
        dealt("abc", {"P": 2}, random.Random(1))
    with pytest.raises(Impossible):
        dealt("ab", {"P": 1, "Q": 1}, random.Random(1), [Fact("a", frozenset("P")), Fact("b", frozenset("P"))])


HIDING: dict[str, dict[str, Any]] = {
    "hangzhou": {"open_hands": "hidden", "round_limit": 2},
    "dunhuang": {},
    "xanadu": {"open_score": "no"},
}
LONG: dict[str, Callable[[int], dict[str, Any]]] = {
    "hangzhou": lambda players: {"open_hands": "hidden", "round_limit": 3} if players > 1 else {},
    "dunhuang": lambda players: {},
    "xanadu": lambda players: {"long_game": "yes"},
}
"""House rules with much to remember."""
PACE = {"hangzhou": 11, "dunhuang": 3, "xanadu": 83}
"""After how many steps a sample is looked at."""


@pytest.mark.parametrize("case", [pytest.param(case, id=case.game.ID) for case in CASES])
def test_the_view_of_a_possible_state_is_the_view(case: Case) -> None:
    """In whole games, for every seat and a watcher, with what they remember and without; and what is remembered is
    true."""
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
                assert true_of(step.state, eyes[seat].memory), game.text(step.state)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.game.ID) for case in CASES])
def test_a_sample_agrees_with_all_that_the_seat_has_seen(case: Case) -> None:
    """In whole games with every number of players and every set of house rules, for a seat and a watcher."""
    game: Any = case.game
    looked, objections = 0, []
    starts = [(players, options) for players, options in case.starts() if options.get("cards") != "paper"]
    for seed, (players, options) in enumerate(starts):
        state, rng = game.new(players, **{**options, **LONG[game.ID](players)}), random.Random(seed)
        seats = [rng.randrange(players), None]
        eyes = {seat: Witness(game, state, seat) for seat in seats}
        seen = {seat: Onlooker(game, state, seat) for seat in seats}
        for number, step in enumerate(drive(game, state, case.chooser(seed), Generator(seed))):
            for seat in seats:
                eyes[seat].saw(step.state, step.effects)
                seen[seat].saw(step.state, step.effects)
            if number % PACE[game.ID] == 0 and number < 900:
                seat = rng.choice(seats)
                assert not seen[seat].objections(step.state, step.state), "the position itself agrees"
                looked += 1
                objections += seen[seat].objections(eyes[seat].possible(rng), step.state)
    # How many cards two other hands exchanged is not remembered, only which: rarely a sample has one too many.
    assert len(objections) <= (looked // 50 if game is dunhuang else 0), objections


def true_of(state: Any, memory: Any) -> bool:
    """Does the state hold to what is remembered?"""
    if isinstance(state, hangzhou.State):
        known = zip(state.hands, memory, strict=True)
        return all((h.coins, h.points, h.dyes) == (k.coins, k.points, k.dyes) for h, k in known)
    if isinstance(state, dunhuang.State):
        return all(any(_has(state, place, fact.card) for place in fact.places) for fact in memory)
    return memory.coins == state.coins and all(
        any(_holds(state, place, fact.card) for place in fact.places) for fact in memory.facts
    )


def _has(state: dunhuang.State, place: tuple[str, int], card: dunhuang.Good) -> bool:
    name, seat = place
    if name == "under":
        return dunhuang.Buried(card, Seat(seat)) in state.under
    if name == "drawn":
        return bool(state.now.drawn[list(dunhuang.Good).index(card)])
    player = state.players[seat]
    return bool((player.hand if name == "hand" else player.removed)[list(dunhuang.Good).index(card)])


def _holds(state: xanadu.State, place: tuple[str, int], card: xanadu.Card) -> bool:
    name, number = place
    if name == "on":
        building = state.building(xanadu.Card(number))
        return building is not None and card in building.workers
    return card in (state.deck if name == "deck" else (state.hands if name == "hand" else state.picked)[number])


def test_a_hand_and_a_deck_of_dunhuang_by_counts() -> None:
    """All cards in play but five are out of the game in sight of all: two are in B's hand, three are to be drawn."""
    ring = "ring: shepherd princess maid trader farmer soldier painter diplomat"
    state = dunhuang.parse(f"dunhuang 2 {ring} camel: 1 now: move A")
    hidden = {9: 2, 8: 1, 7: 2}
    gone = tuple(n - hidden.get(i, 0) for i, n in enumerate(state.setup.copies))
    hand, pile = ([0] * 11, [0] * 11)
    hand[9], hand[8], pile[9], pile[7] = 1, 1, 1, 2
    players = (state.players[0], dunhuang.Player(5, hand=tuple(hand)))
    state = replace(state, gone=gone, players=players, pile=tuple(pile))
    view = dunhuang.view(state, Seat(0))
    cards = [i for i, n in hidden.items() for _ in range(n)]
    weights = Counter(tuple(sorted(order[:2])) for order in permutations(cards))

    def draw(rng: random.Random) -> tuple[int, ...]:
        held = dunhuang.possible(view, rng).players[1].hand
        return tuple(i for i, n in enumerate(held) for _ in range(n))

    even(draw, dict(weights))


def small_city() -> xanadu.State:
    """All cards but six lie in the discard pile: two in B's hand, one as a worker, three in the deck."""
    discard = " ".join(f"{n:02}" for n in range(2, 71) if n not in range(11, 17))
    return xanadu.parse(f"xanadu 2 A: 01.11 hand-B: 12 13 discard: {discard} deck: 14 15 16 now: play A")


def test_a_hand_of_xanadu_by_counts_and_what_a_seat_placed_itself() -> None:
    view = xanadu.view(small_city(), Seat(0))

    def hand(rng: random.Random, memory: xanadu.Memory | None = None) -> tuple[int, ...]:
        return xanadu.possible(view, rng, memory).hands[1]

    pairs = {(a, b): 1.0 for a in range(11, 17) for b in range(a + 1, 17)}
    even(hand, pairs)
    placed = xanadu.Memory(frozenset({Fact(xanadu.Card(11), frozenset({("on", 1)}))}))
    even(lambda rng: hand(rng, placed), {pair: 1.0 for pair in pairs if 11 not in pair})


def test_whoever_placed_a_worker_knows_it_though_it_is_not_looked_at_again() -> None:
    state = xanadu.parse("xanadu 2 A: 01 hand-A: 11 20 now: play A")
    own, other = Witness(xanadu, state, Seat(0)), Witness(xanadu, state, Seat(1))
    after, effects = xanadu.play(state, xanadu.PlaceWorker(xanadu.Card(1), xanadu.Card(11)))
    for eyes in (own, other):
        eyes.saw(after, effects)
    workers = [{eyes.possible(random.Random(n)).city[0][0].workers for n in range(40)} for eyes in (own, other)]
    assert workers[0] == {(11,)} and len(workers[1]) > 10


def test_a_deck_that_lay_open_as_discard_pile_is_remembered() -> None:
    """The deck runs out: what is drawn from then on lay open before, and what B has in hand did not."""
    open_cards = " ".join(f"{n:02}" for n in range(20, 71))
    hands = "hand-A: 02 03 04 05 06 hand-B: 12 13 14 15 16 07 08"
    state = xanadu.parse(f"xanadu 2 A: 01.09.10 B: 18 19 11 {hands} deck: 17 discard: {open_cards} now: draw A 2")
    eyes = Witness(xanadu, state, Seat(0))
    eyes.saw(*xanadu.play(state, xanadu.CardDrawn(xanadu.Card(17))))
    assert len(eyes.view.deck) == 51 and not any(eyes.view.deck)
    for n in range(20):
        found = eyes.possible(random.Random(n))
        assert found.deck == tuple(range(20, 71))
        assert set(found.hands[1]) | set(found.city[0][0].workers) == {7, 8, 9, 10, 12, 13, 14, 15, 16}


def test_a_card_taken_openly_is_remembered_in_the_hand() -> None:
    text = "dunhuang 4 ring: shepherd princess maid trader farmer soldier painter diplomat market: 1 2 3 4 5 6 7 8"
    hands = "A: c3 hand 9 out 9x2 B: c3 hand 9 out 10x2 C: c3 hand 10 out 8x2 D: c3"
    state = dunhuang.parse(f"{text} camel: 4 {hands} now: take B 1")
    eyes = Witness(dunhuang, state, Seat(0))
    eyes.saw(*dunhuang.play(state, dunhuang.IntoHand()))
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
