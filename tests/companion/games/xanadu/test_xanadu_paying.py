"""Ways to pay: examples, and brute force over every way of placing workers."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from xanadu_case import random_position
from xanadu_tables import played, table

from companion.engine import Seat, xanadu
from companion.games.xanadu import components, phases
from companion.games.xanadu.moves import Build, Manned, Way, find_payment
from companion.games.xanadu.names import RESOURCES, Card
from companion.games.xanadu.state import Building, State, purse

MOST = 4
"""Workers that the brute force goes up to."""


def way(state: State, card: int) -> Way:
    assert isinstance(state.now, phases.Play)
    return find_payment(state, Card(card), state.now.seat)


def test_a_card_that_passives_pay_takes_no_worker() -> None:
    found = way(table("A: 02 24 hand 22 B: 01"), 22)
    assert (found.refusal, found.count) == (None, 0)


def test_the_three_workers_of_the_barracks() -> None:
    found = way(table("A: 49 B: 01 hand 05 06 07 61 now: play B"), 61)
    assert found.workers == (Manned(Card(49), (1, 2, 3)),)
    assert found.missing == ()


def test_brunos_two_workers() -> None:
    found = way(table("A: 07.18 B: 21.19.20 hand 01 02 40 now: play B"), 40)
    assert {(m.building, m.rows) for m in found.workers} == {(21, (3,)), (7, (2,))}


def test_own_favours_on_the_way_are_counted_and_those_of_others_are_not() -> None:
    """The third row of the Paper Mill yields one ink; its favour another, to its owner only."""
    mine = way(table("A: 21.19.20 hand 01 03 28 B: 02"), 28)
    hers = way(table("A: 02 hand 01 03 28 B: 21.19.20"), 28)
    assert (mine.refusal, mine.count) == (None, 1)
    assert (hers.refusal, hers.count) == (None, 2)


def test_no_more_workers_than_other_hand_cards_and_what_is_missing_then() -> None:
    found = way(table("A: 49 B: 01 hand 05 06 61 now: play B"), 61)
    assert found.count == 2
    assert found.missing == ("bronze",)
    assert (found.refusal.reason, found.refusal.rule) == ("missing", "pay")


def test_a_card_that_could_be_paid_for_may_still_have_no_place() -> None:
    found = way(table("A: 02 24 05 06 07 hand 22 B: 01"), 22)
    assert found.refusal.reason == "no_place"
    assert found.missing == ()


def test_any_seat_and_any_card_can_be_asked_about() -> None:
    state = table("cards: paper A: 49 hand 05 B: 02 24 hand *x2")
    assert find_payment(state, Card(22), Seat(1)).refusal is None
    with pytest.raises(KeyError):
        find_payment(state, Card(75), Seat(0))


def _small(rng: random.Random) -> State:
    """A turn with a few buildings in play, of which any seat may have any, and hands of up to five cards."""
    state = random_position(rng)
    cards = rng.sample(components.CARDS, 12)
    city: list[tuple[Building, ...]] = [()] * len(state.players)
    for card in cards[: rng.randint(1, 7)]:
        seat = rng.randrange(min(3, len(state.players)))
        workers = tuple(Card(0) for _ in range(rng.randint(0, 4)))
        city[seat] = (*city[seat], Building(card, workers, rng.random() < 0.1))
    hand = tuple(sorted(cards[7 : 7 + rng.randint(1, MOST + 1)]))
    now = phases.Play(Seat(0), built=0)
    if isinstance(state.now, phases.Play):
        now = replace(now, gathered=state.now.gathered, paid=(0,) * len(RESOURCES))
    players = (replace(player, hand=() if seat else hand, city=city[seat]) for seat, player in enumerate(state.players))
    return replace(state, players=tuple(players), now=now)


def _placings(free: list[int], workers: int) -> Iterator[tuple[int, ...]]:
    """Every way to place so many workers on buildings with so many free rows each."""
    if not free:
        if workers == 0:
            yield ()
        return
    for here in range(min(free[0], workers) + 1):
        for rest in _placings(free[1:], workers - here):
            yield (here, *rest)


def _brute_force(state: State, card: Card) -> tuple[int, int]:
    """The fewest resources that stay missing, and the fewest workers that leave so few; seat 0 plays."""
    need = [0] * len(RESOURCES)
    for resource in components.BUILDINGS[card].cost:
        need[resource.ordinal] += 1
    having = purse(state, Seat(0))
    stacks = [
        (building, seat == 0)
        for seat, buildings in enumerate(state.city)
        for building in buildings
        if not building.sideways
    ]
    free = [components.ROWS - len(building.workers) for building, _ in stacks]
    best = (99, 99)
    for workers in range(len(state.players[0].hand)):
        for placing in _placings(free, workers):
            got = list(having)
            for (building, own), rows in zip(stacks, placing, strict=True):
                row = components.BUILDINGS[building.card]
                for r in range(len(building.workers), len(building.workers) + rows):
                    for resource in (*row.rows[r], *([row.favours[r]] if own and row.favours[r] else [])):
                        got[resource.ordinal] += 1  # type: ignore[index]  # a favour is asked for above
            missing = sum(max(0, n - have) for n, have in zip(need, got, strict=True))
            best = min(best, (missing, workers))
    return best


def _check(state: State) -> int:
    """Each way is as good as brute force finds one, and can be played. Returns how many could be built."""
    built = 0
    for found in [find_payment(state, card, Seat(0)) for card in state.players[0].hand]:
        assert (len(found.missing), found.count) == _brute_force(state, found.card), xanadu.text(state)
        if found.refusal is not None:
            continue
        others = [card for card in state.players[0].hand if card != found.card]
        after = state
        for manned in found.workers:
            for _ in manned.rows:
                after = played(after, f"worker {manned.building} {others.pop()}")
        assert xanadu.refusal(after, Build(found.card)) is None
        built += 1
    return built


@pytest.mark.parametrize(("positions", "least"), [(300, 100), pytest.param(20_000, 6_000, marks=pytest.mark.slow)])
def test_ways_to_pay_against_brute_force(positions: int, least: int) -> None:
    rng = random.Random(positions)
    assert sum(_check(_small(rng)) for _ in range(positions)) > least
