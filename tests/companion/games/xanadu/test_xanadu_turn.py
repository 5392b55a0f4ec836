"""A turn of Xanadú: selling, workers, building, drawing, and the end of the turn."""

from __future__ import annotations

import pytest
from xanadu_tables import effects, legal, played, price, refused, standing, table, to_draw

from companion.games.xanadu import components
from companion.games.xanadu import effects as did
from companion.games.xanadu.names import Card, Resource
from companion.games.xanadu.state import Building, purse

SHOP, CHAMBER, BARRACKS, ELEPHANTS, MEETING = 1, 25, 49, 50, 61
PONDS, PAPER_MILL, FELT, POETS = 23, 21, 7, 40


# --- the examples of the printed rulebook ---------------------------------------------------------


def test_alexander_sells_the_shop_and_the_elephants_and_keeps_the_chamber() -> None:
    """Five workers lie over the two cards; all seven go to the discard pile, and 8 tong bao are paid."""
    state = table("A: 01.11.12 50.13.14.15 25 hand 03 04 B: 02")
    assert (price(state, SHOP), price(state, ELEPHANTS)) == (2, 6)
    state = played(state, "sell 01", "sell 50")
    assert state.players[0].coins == 8
    assert standing(state, 0) == [CHAMBER]
    assert state.discard == (1, 11, 12, 13, 14, 15, 50)
    assert price(state, CHAMBER) < 3
    assert 3 in components.BUILDINGS[Card(CHAMBER)].prices


def test_caroline_takes_all_that_the_meeting_room_costs_from_the_barracks() -> None:
    """Three workers yield one jade, two bronze and one stone, and its price falls from 6 to 2."""
    state = table("A: 49 hand 02 B: 01 hand 05 06 07 61 now: play B")
    assert price(state, BARRACKS) == 6
    assert refused(state, "build 61") == ("missing", "pay")
    state = played(state, "worker 49 05", "worker 49 06", "worker 49 07")
    assert price(state, BARRACKS) == 2
    state = played(state, "build 61")
    assert state.city[1][-1] == Building(Card(MEETING), (), sideways=True)
    assert max(purse(state, 1)) == 0


def test_after_building_workers_may_still_be_placed() -> None:
    """Example 2: only to change a price, or to cover resources."""
    state = table("A: 01 02 hand 03 18 24 B: 49.*.*")
    state = played(state, "worker 02 18", "build 03", "worker 49 24")
    assert price(state, BARRACKS) == 2


# --- the samples of the leaflet -------------------------------------------------------------------


def test_bruno_pays_with_a_favour_and_two_workers() -> None:
    """A favour pays the water; two workers bring ink and silk. Two workers and the card leave the hand."""
    state = table("A: 07.18 hand 03 B: 21.19.20 hand 01 02 40 now: play B")
    water = Resource.WATER
    assert purse(state, 1)[list(Resource).index(water)] == 1
    placed = effects(state, "worker 21 01")[0]
    assert isinstance(placed, did.WorkerPlaced)
    assert (placed.row, placed.before, placed.after) == (3, 2, 3)
    service = effects(state, "worker 21 01", "worker 07 02")[0]
    assert isinstance(service, did.WorkerPlaced)
    assert (service.owner, service.favour, service.before, service.after) == (0, "wood", 1, 2)
    after = played(state, "worker 21 01", "worker 07 02", "build 40")
    assert after.players[1].hand == ()
    assert to_draw(state, "worker 21 01", "worker 07 02", "build 40") == 1


def test_an_own_favour_opens_at_once() -> None:
    state = table("A: 02 B: 21.19.20 hand 01 now: play B")
    ink = list(Resource).index(Resource.INK)
    assert purse(state, 1)[ink] == 0
    assert purse(played(state, "worker 21 01"), 1)[ink] == 2


# --- step 2 ---------------------------------------------------------------------------------------


def test_a_favour_is_for_the_owner_whoever_placed_the_worker() -> None:
    state = table("A: 23 B: 02 hand 05 06 now: play B")
    state = played(state, "worker 23 05")
    clay = list(Resource).index(Resource.CLAY)
    favour = components.BUILDINGS[Card(PONDS)].favours[0]
    assert favour is not None
    mine, hers = purse(state, 0), purse(state, 1)
    assert mine[list(Resource).index(favour)] == 1
    assert hers[clay] == 2  # one of the row, one of the Brick Kiln's passive; no favour


def test_the_passive_of_a_new_building_counts_from_the_next_turn() -> None:
    state = table("A: 02 24 hand 22 03 B: 01", players=2)
    state = played(state, "build 22")
    stone = list(Resource).index(Resource.STONE)
    assert components.BUILDINGS[Card(22)].passive == "stone"
    assert purse(state, 0)[stone] == 0
    state = played(state, "end turn", f"draw {state.deck[0]}")
    assert purse(state, 0)[stone] == 1


# --- steps 3 and 4 --------------------------------------------------------------------------------

HAND5 = "hand 11 12 13 14 15"


@pytest.mark.parametrize(
    ("hand", "actions", "cards"),
    [
        ("hand 11 12", ("sell 01",), 3),
        ("hand 11 12", ("sell 01", "sell 02"), 3),
        (HAND5, ("sell 01",), 2),
        ("hand 11 12", (), 5),
        ("hand 11 12 13 14 15 16 17", (), 0),
        (HAND5, ("worker 03 11",), 1),
        (HAND5, ("sell 01", "worker 03 11"), 3),
        ("hand 11 12 13 14 15 16 17", ("sell 01",), 0),
    ],
)
def test_how_many_cards_are_drawn(hand: str, actions: tuple[str, ...], cards: int) -> None:
    state = table(f"A: 01 02 {hand} B: 03 hand 18")
    assert to_draw(state, *actions) == cards


def test_full_buildings_of_anybody_are_sold_at_the_end_after_the_draw() -> None:
    state = table("A: 01.20.21.22 02 hand 11 12 13 B: 49.23.24.26 hand 14 deck: 30 31 32")
    state = played(state, "worker 01 11", "worker 49 12")
    assert len(state.building(Card(SHOP)).workers) == 4  # type: ignore[union-attr]  # it is in play
    assert [player.coins for player in state.players] == [0, 0]
    happened = effects(state, "end turn", "draw 31")
    assert [type(e).__name__ for e in happened] == ["Drawn", "Sold", "Sold", "TurnBegan"]
    state = played(state, "end turn", "draw 31")
    prices = [components.BUILDINGS[Card(card)].prices[4] for card in (1, BARRACKS)]
    assert [player.coins for player in state.players] == prices
    assert standing(state, 0) == [2]
    assert standing(state, 1) == []
    assert len(state.discard) == 10


def test_a_forced_sale_earns_no_three_cards_and_misses_the_reshuffle_of_the_draw() -> None:
    state = table("A: 01.20.21.22 02 hand 11 B: 03 hand 12 discard: 31 32 33 deck: 30")
    state = played(state, "worker 01 11", "end turn")
    happened = effects(state, "draw 30")
    assert did.Reshuffled(3, 2, end=True) in happened
    state = played(state, "draw 30")
    assert state.deck == (31, 32, 33)
    assert state.discard == (1, 11, 20, 21, 22)


def test_until_the_forced_sale_favours_still_pay() -> None:
    state = table("A: 01.20.21.22 hand 11 B: 02 hand 12")
    before = sum(purse(state, 0))
    row, favour = components.BUILDINGS[Card(1)].rows[3], components.BUILDINGS[Card(1)].favours[3]
    state = played(state, "worker 01 11")
    assert sum(purse(state, 0)) == before + len(row) + (favour is not None)


# --- what is refused, and by which rule -----------------------------------------------------------

WORKING = "A: 01.20 02- hand 05 06 B: 03.21.22.23.24 now: play A working built1"
PICKING = "A: hand 01 25 49 B: hand 02 03 C: hand 05 06 now: pick A setup"
PAPER = "cards: paper A: 02 24 hand *x3 B: 22"


@pytest.mark.parametrize(
    ("players", "fields", "before", "action", "refusal"),
    [
        (2, "A: 49.05.06.07 hand 01 B: 02 hand 08 now: play B", (), "worker 49 08", None),
        (2, "A: 01 02 hand 05 06 B: 03", (), "sell 01", None),
        (2, "A: 01 02 hand 05 06 B: 03", ("worker 03 05",), "sell 01", ("selling_over", "sell")),
        (2, "A: 01 hand 05 B: 03", (), "sell 03", ("not_your_building", "sell")),
        (2, "A: 01 hand 05 B: 03", (), "sell 07", ("not_in_play", "sell")),
        (2, WORKING, (), "worker 01 05", None),
        (2, WORKING, (), "worker 02 05", ("sideways", "sideways")),
        (2, WORKING, (), "worker 03 05", ("no_row_left", "lowest-row")),
        (2, WORKING, (), "worker 09 05", ("not_in_play", "place-worker")),
        (2, WORKING, (), "worker 01 22", ("not_in_hand", "place-worker")),
        (2, WORKING, (), "worker 01 *", ("which_card", "place-worker")),
        (2, "A: 02 24 hand 22 B: 01", ("worker 01 22",), "build 22", ("not_in_hand", "build")),
        (2, "A: 02 24 hand 22 B: 01", ("worker 01 22",), "worker 01 22", ("no_worker", "worker-limit")),
        (2, "A: 02 24 hand 22 B: 01", (), "build 22", None),
        (2, "A: 02 hand 22 B: 01", (), "build 22", ("missing", "pay")),
        (2, "A: 02 24 hand 03 22 B: 01", ("build 22",), "build 03", ("built_already", "one-building")),
        (2, "A: 02 24 05 06 hand 22 03 B: 01", ("build 22",), "build 03", ("built_already", "one-building")),
        (2, "A: 02 24 05 06 07 hand 22 B: 01", (), "build 22", ("no_place", "limit")),
        (5, "A: 02 24 05 06 hand 22 B: 01", (), "build 22", ("no_place", "five-six")),
        (3, "advanced: yes A: 02 24 05 hand 22 03 04 B: 01", ("build 22",), "build 03", ("missing", "pay")),
        (3, "advanced: yes A: 02 24 05 hand 22 03 04 B: 01", ("build 22", "worker 02 04"), "build 03", None),
        (2, "advanced: yes A: 02 24 05 06 07 08 hand 22", (), "build 22", ("no_place", "advanced")),
        (2, PAPER, (), "build 71", ("not_in_edition", "house-edition")),
        (3, PICKING, (), "start 25", ("better_colour", "start-building")),
        (2, PICKING.replace("C: hand 05 06 ", ""), ("start 01",), "start 49", ("better_colour", "no-brown")),
        (2, "A: 01 B: 02 deck: 30 31 discard: 32 now: draw A 1", (), "draw end", ("end_card_lower", "end-card")),
        (2, "A: 02 B: 03 now: draw A 1 deck: 31 *", (), "draw 30", ("not_in_deck", "draw")),
        (2, "A: 02 B: 03 now: draw A 1 deck: 31", (), "draw *", ("which_card", "draw")),
    ],
)
def test_refusals(
    players: int, fields: str, before: tuple[str, ...], action: str, refusal: tuple[str, str] | None
) -> None:
    assert refused(played(table(fields, players), *before), action) == refusal


def test_others_wait() -> None:
    state = table("A: 01 hand 11 B: 02 hand 12")
    assert refused(state, "sell 02", by=1) == ("not_your_turn", "turn")
    assert legal(state, by=1) == []
