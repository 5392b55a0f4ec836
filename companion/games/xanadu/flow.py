"""What follows what: draws, the end of a turn, beginning again, and the end of the game."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.xanadu import components
from companion.games.xanadu import effects as did
from companion.games.xanadu.effects import Consequences
from companion.games.xanadu.names import UNKNOWN, Cards
from companion.games.xanadu.state import (
    HAND,
    MANY,
    Building,
    Deal,
    Draw,
    Over,
    Pick,
    Play,
    Stage,
    State,
    drawing,
    picking,
)

Played = tuple[State, Consequences]
SALE_DRAW = 3
"""Cards drawn after a sale in step 1."""


def draws(state: State, now: Play) -> tuple[int, int, Literal["draw-sold", "draw-full", "draw-one"]]:
    """How many cards a seat draws after steps 1 and 2, how many the rule allows, and which rule it is."""
    room = max(0, HAND - len(state.hands[now.seat]))
    if now.sold:
        return min(SALE_DRAW, room), SALE_DRAW, "draw-sold"
    if now.working:
        return min(1, room), 1, "draw-one"
    return room, HAND, "draw-full"


def draw_on(state: State) -> Played:
    """Up to the next card to be drawn, or past the last one: the discard pile is shuffled when needed."""
    seat = drawing(state)
    if seat is None:
        return _drawn_all(state)
    if state.pile:
        return state, ()
    if state.discard:
        return reshuffled(state)
    state, more = _drawn_all(state)
    return state, (did.NothingDrawn(seat), *more)


def reshuffled(state: State) -> Played:
    """The deck has run out: the discard pile is the new one."""
    deck = (UNKNOWN,) * len(state.discard) if state.paper else state.discard
    state = replace(state, deck=deck, discard=(), run=state.run + 1)
    return state, (did.Reshuffled(len(deck), state.run, state.last_run),)


def _drawn_all(state: State) -> Played:
    now = state.now
    if isinstance(now, Deal):
        state = replace(state, now=Pick(now.seat, now.stage))
        return (state, ()) if picking(state) else reveal(state)
    assert isinstance(now, Draw), "cards are drawn in two phases only"
    return _end_of_turn(state, now.seat)


def reveal(state: State) -> Played:
    """Everybody has picked: the buildings stand, and the game goes on where it was.

    What was picked but is not known, in a view or an odd position, cannot stand and goes back to the hand.
    """
    now = state.now
    assert isinstance(now, Pick), "revealed only after picking"
    named = [tuple(card for card in cards if card != UNKNOWN) for cards in state.picked]
    shown: Consequences = tuple(did.StartRevealed(Seat(s), cards) for s, cards in enumerate(named) if cards)
    state = replace(
        state,
        city=tuple((*buildings, *map(Building, cards)) for buildings, cards in zip(state.city, named, strict=True)),
        hands=tuple(
            (UNKNOWN,) * cards.count(UNKNOWN) + hand for hand, cards in zip(state.hands, state.picked, strict=True)
        ),
        picked=((),) * state.players,
    )
    if now.stage == "turn":
        state, more = _next_turn(state, now.seat)
        return state, (*shown, *more)
    again = now.stage == "sold"
    state = replace(state, now=Play(now.seat, sold=again, working=again))
    return state, shown if again else (*shown, did.TurnBegan(now.seat))


def restarted(state: State, seat: Seat, stage: Stage) -> Played:
    """No building stands in front of anyone (X6)."""
    state, more = draw_on(replace(state, now=Deal(seat, stage), idle=0))
    return state, (did.Restarted(seat), *more)


def _end_of_turn(state: State, seat: Seat) -> Played:
    """Sideways buildings stand up, full ones are sold, and the next player begins (step 4)."""
    risen: list[did.Consequence] = []
    sales: list[did.Consequence] = []
    if any(b.sideways or len(b.workers) == components.ROWS for city in state.city for b in city):
        city, freed, coins = [], list(state.discard), list(state.coins)
        for owner, buildings in enumerate(state.city):
            kept = []
            for building in buildings:
                if building.sideways:
                    risen.append(did.StoodUp(Seat(owner), building.card))
                if building.full:
                    sale = sold(state, Seat(owner), building, "forced-sale")
                    sales.append(sale)
                    coins[owner] = earned(coins[owner], sale)
                    freed += (building.card, *building.workers)
                else:
                    kept.append(Building(building.card, building.workers))
            city.append(tuple(kept))
        state = replace(state, city=tuple(city), coins=tuple(coins), discard=tuple(sorted(freed)))
    state, more = _next_turn(state, seat) if state.in_play else restarted(state, seat, "turn")
    return state, (*risen, *sales, *more)


def _next_turn(state: State, seat: Seat) -> Played:
    if state.idle >= state.players:
        return ended(state, "nobody-moves")
    following = Seat((seat + 1) % state.players)
    return replace(state, now=Play(following)), (did.TurnBegan(following),)


def ended(state: State, rule: Literal["end", "nobody-moves"]) -> Played:
    """The game is over; what is in play is worth its price in force."""
    sales: Consequences = tuple(
        did.FinalSale(Seat(seat), b.card, state.price(b), extra(state, b), len(b.workers))
        for seat, buildings in enumerate(state.city)
        for b in buildings
    )
    return replace(state, now=Over()), (did.GameEnded(rule), *sales)


def sold(state: State, seat: Seat, building: Building, rule: Literal["sell", "forced-sale"]) -> did.Sold:
    """The sale of a building as data."""
    workers: Cards = tuple(sorted(building.workers))
    return did.Sold(seat, building.card, state.price(building), extra(state, building), workers, rule)


def extra(state: State, building: Building) -> int:
    """What a sale pays beside the price (X10)."""
    return components.EXTRA[building.card] if state.players >= MANY else 0


def earned(coins: int | None, sale: did.Sold) -> int | None:
    """A seat's tong bao after a sale; what is not known stays unknown."""
    return None if coins is None else coins + sale.price + sale.extra
