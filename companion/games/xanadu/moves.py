"""Moves of Xanadú: each with its refusals and play, ``worker 49 12``; and the workers that pay for a card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.annotations import From
from companion.engine.game import Refusal, Seat
from companion.engine.moves import Move, Tell, per_state, replace_item
from companion.games.xanadu import components, phases
from companion.games.xanadu import effects as did
from companion.games.xanadu.names import COLOURS, RESOURCES, UNKNOWN, Card, Cards, Resource, add_card, remove_card
from companion.games.xanadu.state import Any, Building, Known, State, picking, purse
from companion.games.xanadu.turns import draw_on, draws, earned, restarted, reveal, sold


def can_be_shown(state: State, hand: Cards) -> Iterable[Card]:
    """Returns the cards that a hand may show: known ones, and any if one is unknown."""
    if UNKNOWN not in hand:
        return dict.fromkeys(hand)
    return sorted({*hand, *components.EDITIONS[state.options.edition]} - {UNKNOWN})


def refuse_not_shown(state: State, hand: Cards, card: Card, seat: Seat, rule: str) -> Refusal | None:
    """Returns why a card cannot be shown from a hand."""
    if card in hand:
        return None
    if UNKNOWN not in hand:
        return Refusal("not_in_hand", rule, seat=seat, number=card)
    if card not in components.EDITIONS[state.options.edition]:
        return Refusal("not_in_edition", "house-edition", number=card)
    return None


@per_state
def list_pickable(state: State, seat: Seat) -> tuple[Cards, Cards, int]:
    """Returns the cards that a seat picks from, its picks (none, if it is done and picks again), and the rank of the
    best known colour there."""
    player = state.players[seat]
    hand, picked = player.hand, player.picked
    if seat not in picking(state):
        hand, picked = tuple(sorted((*hand, *picked))), ()
    ranks = [components.RANKS[card] for card in hand if card != UNKNOWN]
    return hand, picked, min(ranks, default=len(COLOURS) - 1)


def starts(state: State, by: Seat) -> Iterable[Card]:
    return can_be_shown(state, list_pickable(state, by)[0])


def list_own_buildings(state: State, by: Seat) -> Iterable[Card]:
    return dict.fromkeys(building.card for building in state.players[by].city)


def buildings(state: State, by: Seat) -> Iterable[Card]:
    return dict.fromkeys([building.card for player in state.players for building in player.city])


def hand_cards(state: State, by: Seat) -> Iterable[Card]:
    return dict.fromkeys(state.players[by].hand)


def list_buildable(state: State, by: Seat) -> Iterable[Card]:
    having, costs = purse(state, by), components.COSTS
    return [card for card in can_be_shown(state, state.players[by].hand) if all(having[i] >= n for i, n in costs[card])]


def start_in_hand(state: State, by: Seat, card: Card) -> Refusal | None:
    return refuse_not_shown(state, list_pickable(state, by)[0], card, by, "start-building")


def check_best_colour(state: State, by: Seat, card: Card) -> Refusal | None:
    """Refuses a start building unless it is of the best colour known to be in the hand (X2)."""
    best = list_pickable(state, by)[2]
    if components.RANKS[card] <= best:
        return None
    return Refusal("better_colour", "no-brown" if best else "start-building", seat=by, thing=COLOURS[best])


def check_selling_open(state: State, by: Seat) -> Refusal | None:
    return (
        Refusal("selling_over", "sell", seat=by) if isinstance(state.now, phases.Play) and state.now.working else None
    )


def check_own_upright(state: State, by: Seat, building: Card) -> Refusal | None:
    found = state.find(building)
    if found is None:
        return Refusal("not_in_play", "sell", number=building)
    owner, there = found
    if owner != by:
        return Refusal("not_your_building", "sell", seat=owner, number=building)
    return Refusal("sideways", "sideways", number=building) if there.sideways else None


def check_worker_left(state: State, by: Seat) -> Refusal | None:
    return None if state.players[by].hand else Refusal("no_worker", "worker-limit", seat=by)


def check_row_left(state: State, by: Seat, building: Card) -> Refusal | None:
    found = state.building(building)
    if found is None:
        return Refusal("not_in_play", "place-worker", number=building)
    if found.sideways:
        return Refusal("sideways", "sideways", number=building)
    return Refusal("no_row_left", "lowest-row", number=building) if found.full else None


def check_worker_in_hand(state: State, by: Seat, worker: Card) -> Refusal | None:
    if worker in state.players[by].hand:
        return None
    if worker == UNKNOWN:
        return Refusal("which_card", "place-worker", seat=by)
    return Refusal("not_in_hand", "place-worker", seat=by, number=worker)


def check_card_in_hand(state: State, by: Seat, card: Card) -> Refusal | None:
    return refuse_not_shown(state, state.players[by].hand, card, by, "build")


def place_left(state: State, by: Seat) -> Refusal | None:
    """Returns why a seat can build nothing, whatever it can pay."""
    now = state.now
    advanced = state.options.advanced == "yes"
    if isinstance(now, phases.Play) and now.seat == by and now.built and not advanced:
        return Refusal("built_already", "one-building", seat=by)
    if len(state.players[by].city) >= state.limit:
        rule = "advanced" if advanced else "five-six" if state.limit < 5 else "limit"
        return Refusal("no_place", rule, seat=by, number=state.limit)
    return None


def list_lacking(state: State, seat: Seat, card: Card) -> tuple[Resource, ...]:
    """Returns the resources of a card's cost that a seat cannot pay now."""
    having = purse(state, seat)
    return tuple([RESOURCES[i] for i, n in components.COSTS[card] for _ in range(n - max(0, having[i]))])


def payable(state: State, by: Seat, card: Card) -> Refusal | None:
    lacking = list_lacking(state, by, card)
    return Refusal("missing", "pay", number=card, thing=" ".join(lacking)) if lacking else None


class EndTurn(Move[State], frozen=True, tag="end turn"):
    """Steps 1 and 2 are done; cards are drawn next."""

    RULE = "draw"
    PHASES = (phases.Play,)

    def play(self, state: State, now: phases.Play, by: Seat, tell: Tell) -> State:
        count, most, rule = draws(state, now)
        moved = now.sold or now.working or (count > 0 and bool(state.pile or state.discard))
        tell(did.TurnEnded(by, count, most, rule))
        return draw_on(replace(state, now=phases.Draw(by, count), idle=0 if moved else state.idle + 1), tell)


class PickStart(Move[State], frozen=True, tag="start"):
    """Pick a starting building from the hand, secretly. Who has picked all of them before others have begins anew."""

    RULE = "start-building"
    PHASES = (phases.Pick,)
    CHECKS = (start_in_hand, check_best_colour)
    card: Annotated[Known, From(starts)]

    def play(self, state: State, now: phases.Pick, by: Seat, tell: Tell) -> State:
        player = state.players[by]
        hand, picked, _ = list_pickable(state, by)
        tell(did.StartPicked(by, self.card, () if by in picking(state) else player.picked))
        player = replace(player, hand=remove_card(hand, self.card), picked=add_card(picked, self.card))
        state = replace(state, players=replace_item(state.players, by, player))
        return state if picking(state) else reveal(state, tell)


class Sell(Move[State], frozen=True, tag="sell"):
    """Step 1: sell an own building at its price in force."""

    RULE = "sell"
    PHASES = (phases.Play,)
    CHECKS = (check_selling_open, check_own_upright)
    building: Annotated[Known, From(list_own_buildings)]

    def play(self, state: State, now: phases.Play, by: Seat, tell: Tell) -> State:
        player, building = state.players[by], state.building(self.building)
        assert building is not None, "refused when not in play"
        sale = sold(state, by, building, "sell")
        tell(sale)
        kept = list(player.city)
        kept.remove(building)
        state = replace(
            state,
            players=replace_item(
                state.players, by, replace(player, coins=earned(player.coins, sale), city=tuple(kept))
            ),
            discard=tuple(sorted((*state.discard, building.card, *building.workers))),
            now=replace(now, sold=True),
        )
        return state if state.in_play else restarted(state, by, "sold", tell)


class PlaceWorker(Move[State], frozen=True, tag="worker"):
    """Step 2: a hand card, face down, on the lowest uncovered row of any building in play."""

    RULE = "place-worker"
    PHASES = (phases.Play,)
    CHECKS = (check_worker_left, check_row_left, check_worker_in_hand)
    building: Annotated[Known, From(buildings)]
    worker: Annotated[Any, From(hand_cards)] = UNKNOWN

    def play(self, state: State, now: phases.Play, by: Seat, tell: Tell) -> State:
        found = state.find(self.building)
        assert found is not None, "refused when not in play"
        owner, building = found
        row, card = len(building.workers), components.BUILDINGS[self.building]
        gets, prices = (card.rows[row], card.favours[row]), (card.prices[row], card.prices[row + 1])
        tell(did.WorkerPlaced(by, self.worker, self.building, owner, row + 1, *gets, *prices))
        players = list(state.players)
        players[by] = replace(players[by], hand=remove_card(players[by].hand, self.worker))
        city = list(players[owner].city)
        city[city.index(building)] = Building(building.card, (*building.workers, self.worker))
        players[owner] = replace(players[owner], city=tuple(city))
        following = phases.Play(by, now.sold, True, now.built, _plus(now.gathered, card.rows[row]), now.paid)
        return replace(state, players=tuple(players), now=following)


class Build(Move[State], frozen=True, tag="build"):
    """Step 2: pay for a hand card and put it down sideways."""

    RULE = "build"
    PHASES = (phases.Play,)
    CHECKS = (check_card_in_hand, place_left, payable)
    card: Annotated[Known, From(list_buildable)]

    def play(self, state: State, now: phases.Play, by: Seat, tell: Tell) -> State:
        card, player = components.BUILDINGS[self.card], state.players[by]
        city = (*player.city, Building(self.card, (), sideways=True))
        tell(did.Built(by, self.card, card.cost, len(city)))
        player = replace(player, hand=remove_card(player.hand, self.card), city=city)
        following = phases.Play(by, now.sold, True, now.built + 1, now.gathered, _plus(now.paid, card.cost))
        return replace(state, players=replace_item(state.players, by, player), now=following)


def _plus(counts: phases.Counts, resources: tuple[Resource, ...]) -> phases.Counts:
    found = list(counts)
    for resource in resources:
        found[resource.ordinal] += 1
    return tuple(found)


MOVES = (EndTurn, PickStart, Sell, PlaceWorker, Build)


class Manned(Struct, frozen=True):
    """Workers to place on one building, on these rows (from 1, the bottom)."""

    building: Card
    rows: tuple[int, ...]


class Way(Struct, frozen=True):
    """How a card can be paid for.

    `refusal`: why it cannot be built this turn; None: it can, with these workers and no fewer. If only resources are
    missing, `workers` leave as few of them `missing` as possible; without workers, `lacking` are.
    """

    card: Card
    lacking: tuple[Resource, ...]
    workers: tuple[Manned, ...]
    missing: tuple[Resource, ...]
    refusal: Refusal | None

    @property
    def count(self) -> int:
        """The number of workers."""
        return sum([len(manned.rows) for manned in self.workers])


def find_payment(state: State, card: Card, seat: Seat) -> Way:
    """Returns the way to pay for a card as if it were in the seat's hand on its turn. Raises `KeyError` for an unknown
    card.

    Goes through the buildings: for each remainder of the cost that can be reached, the fewest workers. A cost has at
    most four resources, so there are at most 16 remainders.
    """
    payer, lacking = state.players[seat], list_lacking(state, seat, card)
    most, order = max(0, len(payer.hand) - 1), (*state.players[seat:], *state.players[:seat])
    best: dict[tuple[Resource, ...], tuple[int, tuple[Manned, ...]]] = {lacking: (0, ())}
    for own, building in [(who is payer, one) for who in order for one in who.city if not one.sideways]:
        printed, covered, reached = components.BUILDINGS[building.card], len(building.workers), dict(best)
        for left, (used, workers) in best.items():
            for row in range(covered, min(components.ROWS, covered + most - used)):
                for resource in (*printed.rows[row], printed.favours[row] if own else None):
                    if resource in left:
                        i = left.index(resource)
                        left = left[:i] + left[i + 1 :]
                number = used + row + 1 - covered
                if left not in reached or number < reached[left][0]:
                    rows = tuple(range(covered + 1, row + 2))
                    reached[left] = number, (*workers, Manned(building.card, rows))
        best = reached
    missing, (_, workers) = min(best.items(), key=lambda item: (len(item[0]), item[1][0]))
    refusal = place_left(state, seat)
    if refusal is None and missing:
        refusal = Refusal("missing", "pay", number=card, thing=" ".join(missing))
    return Way(card, lacking, workers, missing, refusal)
