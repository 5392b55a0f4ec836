"""What players do in Xanadú. A move stands here whole, with what it tells (`companion.engine.move`).

Tags and items are how moves are written: ``worker 49 12`` (`companion.engine.notation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Corrected, Correction
from companion.engine.game import Refusal, Seat
from companion.engine.move import Move
from companion.games.xanadu import components
from companion.games.xanadu.flow import draw_on, draws, earned, restarted, reveal, sold
from companion.games.xanadu.letters import ANY_CARD, CARD
from companion.games.xanadu.names import (
    COLOURS,
    RESOURCE_INDEX,
    RESOURCES,
    UNKNOWN,
    Card,
    Cards,
    Resource,
    with_card,
    without_card,
)
from companion.games.xanadu.outcomes import AnyOutcome, OutcomeEffect
from companion.games.xanadu.state import Building, Counts, Draw, Pick, Play, State, picking, purse, swapped

__all__ = ["Action", "Build", "Effect", "Effects", "EndTurn", "PickStart", "PlaceWorker", "Sell"]


def _not_shown(state: State, hand: Cards, card: Card, seat: Seat, rule: str) -> Refusal | None:
    """A card that is shown from the hand: one that is known there, or any that an unknown one can be."""
    if card not in components.BUILDINGS:
        return Refusal("no_such_card", "card", number=card)
    if card in hand:
        return None
    if UNKNOWN not in hand:
        return Refusal("not_in_hand", rule, seat=seat, number=card)
    """A card that is shown from the hand: one that is known there, or any that an unknown one can be."""
    if card not in components.EDITIONS[state.options.edition]:
        return Refusal("not_in_edition", "house-edition", number=card)
    return None


class StartPicked(Struct, frozen=True, tag=True):
    """A seat picked a starting building; only the seat itself knows which. `returned`: its earlier picks, which went
    back to its hand before it picked anew."""

    seat: Seat
    card: Card
    returned: Cards = ()
    rule: str = "start-building"


class PickStart(Move[State, Pick, "Effect"], frozen=True, tag="start"):
    """Pick a starting building from the hand, secretly. Who has picked all of them before others have begins anew."""

    RULE = "start-building"
    DURING = (Pick,)
    card: Annotated[Card, CARD]

    def refusal(self, state: State, now: Pick, by: Seat) -> Refusal | None:
        hand, _ = _pickable(state, by)
        refused = _not_shown(state, hand, self.card, by, self.RULE)
        best = _best_rank(hand)
        if refused is None and components.RANKS[self.card] > best:
            rule = self.RULE if best == 0 else "no-brown"
            return Refusal("better_colour", rule, seat=by, thing=COLOURS[best])
        return refused

    def play(self, state: State, now: Pick, by: Seat) -> Played:
        before = state
        hand, picked = _pickable(state, by)
        hand, picked = without_card(hand, self.card), with_card(picked, self.card)
        state = replace(state, hands=swapped(state.hands, by, hand), picked=swapped(state.picked, by, picked))
        done = StartPicked(by, self.card, () if by in picking(before) else before.picked[by])
        if picking(state):
            return state, (done,)
        state, more = reveal(state)
        return state, (done, *more)

    def after(self, state: State, now: Pick, by: Seat) -> State:
        hands, picks, starting = list(state.hands), list(state.picked), state.starting
        if len(picks[by]) >= starting:
            return self.play(state, now, by)[0]
        hands[by], picks[by] = without_card(hands[by], self.card), with_card(picks[by], self.card)
        state = replace(state, hands=tuple(hands), picked=tuple(picks))
        for hand, picked in zip(hands, picks, strict=True):
            if hand and len(picked) < starting:
                return state
        return reveal(state)[0]


def _pickable(state: State, seat: Seat) -> tuple[Cards, Cards]:
    """The cards that a seat picks from, and what it has picked: nothing, when it is done and picks anew."""
    hand, picked = state.hands[seat], state.picked[seat]
    if seat in picking(state):
        return hand, picked
    return tuple(sorted((*hand, *picked))), ()


def _best_rank(hand: Cards) -> int:
    """The best colour known to be in a hand; the last one when none is known."""
    return min((components.RANKS[card] for card in hand if card != UNKNOWN), default=len(COLOURS) - 1)


class _Turn(Move[State, Play, "Effect"], frozen=True):
    """A move of steps 1 and 2."""

    DURING = (Play,)


class Sell(_Turn, frozen=True, tag="sell"):
    """Step 1: sell an own building at its price in force."""

    RULE = "sell"
    building: Annotated[Card, CARD]

    def refusal(self, state: State, now: Play, by: Seat) -> Refusal | None:
        if now.working:
            return Refusal("selling_over", self.RULE, seat=by)
        if self.building not in components.BUILDINGS:
            return Refusal("no_such_card", "card", number=self.building)
        building, owner = state.building(self.building), state.owner(self.building)
        if building is None:
            return Refusal("not_in_play", self.RULE, number=self.building)
        if owner != by:
            return Refusal("not_your_building", self.RULE, seat=owner, number=self.building)
        return Refusal("sideways", "sideways", number=self.building) if building.sideways else None

    def play(self, state: State, now: Play, by: Seat) -> Played:
        buildings = state.city[by]
        i = next(i for i, b in enumerate(buildings) if b.card == self.building)
        building = buildings[i]
        sale = sold(state, by, building, "sell")
        state = replace(
            state,
            city=swapped(state.city, by, (*buildings[:i], *buildings[i + 1 :])),
            coins=swapped(state.coins, by, earned(state.coins[by], sale)),
            discard=tuple(sorted((*state.discard, building.card, *building.workers))),
            now=replace(now, sold=True),
        )
        if state.in_play:
            return state, (sale,)
        state, more = restarted(state, by, "sold")
        return state, (sale, *more)


def _plus(counts: Counts, resources: tuple[Resource, ...]) -> Counts:
    found = list(counts)
    for resource in resources:
        found[RESOURCE_INDEX[resource]] += 1
    return tuple(found)


class WorkerPlaced(Struct, frozen=True, tag=True):
    """A worker was placed on a row, counted from 1 at the bottom; only its seat knows which card it is.

    `favour` is open to the owner from now on. The price in force went from `before` to `after`.
    """

    seat: Seat
    worker: Card
    building: Card
    owner: Seat
    row: int
    yields: tuple[Resource, ...]
    favour: Resource | None
    before: int
    after: int
    rule: str = "place-worker"


class PlaceWorker(_Turn, frozen=True, tag="worker"):
    """Step 2: a hand card, face down, on the lowest uncovered row of any building in play."""

    RULE = "place-worker"
    building: Annotated[Card, CARD]
    worker: Annotated[Card, ANY_CARD] = UNKNOWN

    def refusal(self, state: State, now: Play, by: Seat) -> Refusal | None:
        if self.building not in components.BUILDINGS:
            return Refusal("no_such_card", "card", number=self.building)
        hand = state.hands[by]
        if not hand:
            return Refusal("no_worker", "worker-limit", seat=by)
        refused = self._row_refusal(state)
        if refused is not None or self.worker in hand:
            return refused
        if self.worker == UNKNOWN:
            return Refusal("which_card", self.RULE, seat=by)
        return Refusal("not_in_hand", self.RULE, seat=by, number=self.worker)

    def _row_refusal(self, state: State) -> Refusal | None:
        building = state.building(self.building)
        if building is None:
            return Refusal("not_in_play", self.RULE, number=self.building)
        if building.sideways:
            return Refusal("sideways", "sideways", number=self.building)
        return Refusal("no_row_left", "lowest-row", number=self.building) if building.full else None

    def play(self, state: State, now: Play, by: Seat) -> Played:
        owner = state.owner(self.building)
        assert owner is not None, "refused when not in play"
        buildings = state.city[owner]
        i = next(i for i, b in enumerate(buildings) if b.card == self.building)
        building, row = buildings[i], len(buildings[i].workers)
        card = components.by_rules(self.building, state.rules)
        manned = Building(building.card, (*building.workers, self.worker))
        hand = without_card(state.hands[by], self.worker)
        state = replace(
            state,
            hands=swapped(state.hands, by, hand),
            city=swapped(state.city, owner, swapped(buildings, i, manned)),
            now=Play(by, now.sold, True, now.built, _plus(now.gathered, card.rows[row]), now.paid),
        )
        placed = WorkerPlaced(
            by,
            self.worker,
            building.card,
            owner,
            row + 1,
            card.rows[row],
            card.favours[row],
            card.prices[row],
            card.prices[row + 1],
        )
        return state, (placed,)

    def after(self, state: State, now: Play, by: Seat) -> State:
        card, hands, city = self.building, list(state.hands), list(state.city)
        for owner, buildings in enumerate(city):
            for i, building in enumerate(buildings):
                if building.card == card:
                    workers = building.workers
                    manned = Building(card, (*workers, self.worker))
                    city[owner] = (*buildings[:i], manned, *buildings[i + 1 :])
                    hands[by] = without_card(hands[by], self.worker)
                    gathered = list(now.gathered)
                    for resource in components.YIELDS[card][len(workers)]:
                        gathered[resource] += 1
                    play = Play(by, now.sold, True, now.built, tuple(gathered), now.paid)
                    return replace(state, hands=tuple(hands), city=tuple(city), now=play)
        raise AssertionError("refused when not in play")


def build_refusal(state: State, seat: Seat) -> Refusal | None:
    """Why a seat can build nothing, whatever it may pay; none: it can, in its turn."""
    now = state.now
    advanced = state.options.advanced == "yes"
    if type(now) is Play and now.seat == seat and now.built and not advanced:
        return Refusal("built_already", "one-building", seat=seat)
    if len(state.city[seat]) >= state.limit:
        rule = "advanced" if advanced else "five-six" if state.limit < 5 else "limit"
        return Refusal("no_place", rule, seat=seat, number=state.limit)
    return None


class Built(Struct, frozen=True, tag=True):
    """A seat paid for a card and put it down sideways; `count` is how many buildings the seat now has."""

    seat: Seat
    card: Card
    paid: tuple[Resource, ...]
    count: int
    rule: str = "build"


class Build(_Turn, frozen=True, tag="build"):
    """Step 2: pay for a hand card and put it down sideways."""

    RULE = "build"
    card: Annotated[Card, CARD]

    def refusal(self, state: State, now: Play, by: Seat) -> Refusal | None:
        refused = _not_shown(state, state.hands[by], self.card, by, self.RULE) or build_refusal(state, by)
        if refused is not None:
            return refused
        having = purse(state, by)
        missing = [RESOURCES[i] for i, n in components.COSTS[self.card] for _ in range(n - max(0, having[i]))]
        return Refusal("missing", "pay", number=self.card, thing=" ".join(missing)) if missing else None

    def play(self, state: State, now: Play, by: Seat) -> Played:
        card = components.BUILDINGS[self.card]
        buildings = (*state.city[by], Building(card.card, (), sideways=True))
        hand = without_card(state.hands[by], self.card)
        state = replace(
            state,
            hands=swapped(state.hands, by, hand),
            city=swapped(state.city, by, buildings),
            now=Play(by, now.sold, True, now.built + 1, now.gathered, _plus(now.paid, card.cost)),
        )
        return state, (Built(by, card.card, card.cost, len(buildings)),)


class TurnEnded(Struct, frozen=True, tag=True):
    """A seat is done with steps 1 and 2 and has so many cards to draw, by one of three rules.

    `most` is what that rule allows before the hand limit.
    """

    seat: Seat
    draws: int
    most: int
    rule: Literal["draw-sold", "draw-full", "draw-one"]


class EndTurn(_Turn, frozen=True, tag="end turn"):
    """Steps 1 and 2 are done; cards are drawn next."""

    RULE = "draw"

    def play(self, state: State, now: Play, by: Seat) -> Played:
        count, most, rule = draws(state, now)
        moved = now.sold or now.working or (count > 0 and bool(state.pile or state.discard))
        state = replace(state, now=Draw(by, count), idle=0 if moved else state.idle + 1)
        state, more = draw_on(state)
        return state, (TurnEnded(by, count, most, rule), *more)


PlayerAction = PickStart | Sell | PlaceWorker | Build | EndTurn
Action = PlayerAction | AnyOutcome | Correction
Effect = StartPicked | WorkerPlaced | Built | TurnEnded | OutcomeEffect | Corrected
Effects = tuple[Effect, ...]
Played = tuple[State, Effects]

# One of each: lists of legal actions are made of these.
PICK_START = {card: PickStart(card) for card in components.CARDS}
SELL = {card: Sell(card) for card in components.CARDS}
BUILD = {card: Build(card) for card in components.CARDS}
PLACE_WORKER = {
    building: {worker: PlaceWorker(building, worker) for worker in (UNKNOWN, *components.CARDS)}
    for building in components.CARDS
}
END_TURN = EndTurn()


def listed(state: State, seat: Seat) -> Sequence[Action]:
    """What a seat that is awaited may do."""
    now, hand = state.now, state.hands[seat]
    if type(now) is not Play:
        best = _best_rank(hand)
        return [PICK_START[card] for card in _showable(state, hand) if components.RANKS[card] <= best]
    workers = tuple(dict.fromkeys(hand))
    sales: list[Action] = []
    places: list[Action] = []
    seen = set()
    for owner, buildings in enumerate(state.city):
        for building in buildings:
            card = building.card
            if card in seen:
                continue
            seen.add(card)
            if building.sideways:
                continue
            if owner == seat and not now.working:
                sales.append(SELL[card])
            if len(building.workers) < components.ROWS:
                place = PLACE_WORKER[card]
                places.extend([place[worker] for worker in workers])
    return [END_TURN, *sales, *places, *_builds(state, seat)]


def _builds(state: State, seat: Seat) -> list[Action]:
    if build_refusal(state, seat) is not None:
        return []
    found: list[Action] = []
    having = purse(state, seat)
    for card in _showable(state, state.hands[seat]):
        for i, n in components.COSTS[card]:
            if having[i] < n:
                break
        else:
            found.append(BUILD[card])
    return found


def _showable(state: State, hand: Cards) -> Iterable[Card]:
    """The cards that a hand may show: those that it is known to hold, and any if one of it is unknown."""
    if not hand or hand[0] != UNKNOWN:
        return dict.fromkeys(hand)
    known = (card for card in hand if card != UNKNOWN)
    return sorted({*components.EDITIONS[state.options.edition], *known})
