"""Evaluation of Xanadú: coins, buildings at their price, the hand, and the nearest building.

The numbers are a player's experience, in tong bao; nothing in the rules depends on them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from companion.engine.game import OVER, Seat
from companion.engine.prospect import RIVALS, Prospect
from companion.games.xanadu import components, moves
from companion.games.xanadu.names import RESOURCES, UNKNOWN, Card, Cards
from companion.games.xanadu.state import HAND, MANY, Draw, Play, State, lasting, purse

HELD = 0.94
"""Of the price in force, while a building stands."""
RISE = 0.1
"""Of what the next worker would add to a price or take from it."""
LASTS = 0.3
"""A resource that comes every turn."""
IDLE = -1.5
"""A turn in which nothing was done and no card came."""
CARD = 0.55
"""A card in the hand, up to the limit."""
FULL = 1.4
"""All places built on: nothing can be built before a sale."""
PLAN = (0.85, 0.72, 0.58, 0.42)
"""Of what a hand card would be worth as a building, with none, one, two or three resources to be had from workers."""
NEXT = 0.5
"""Of a plan, if it has to wait for the next turn."""
Parts = list[list[Prospect]]


def prospects(state: State) -> Parts:
    """Terms of the evaluation for each seat."""
    rows = _rows(state)
    found = [_seat(state, Seat(seat), rows) for seat in range(len(state.players))]
    if state.idle and isinstance(state.now, Play):
        found[state.now.seat - 1].append(Prospect("idle", IDLE))
    return found


_BRINGS: dict[type, tuple[str, ...]] = {
    moves.Sell: ("coins", "full", "hand"),
    moves.EndTurn: ("hand",),
    moves.PlaceWorker: ("idle", RIVALS),
    moves.Build: ("idle",),
}
"""What an action changes by itself, of the parts that name no card."""


def concerns(part: Prospect, action: Any, state: State) -> bool:
    """Is it about the building that is built, sold or worked at, or about the one that the worker helps to pay?"""
    if part.thing is None:
        return part.motive in _BRINGS.get(type(action), ())
    card = Card(int(part.thing))
    if part.motive != "plan":
        return card in (getattr(action, "card", UNKNOWN), getattr(action, "building", UNKNOWN))
    if type(action) is not moves.PlaceWorker or (building := state.building(action.building)) is None:
        return False
    yields = components.YIELDS[building.card][len(building.workers)]
    return any(i in yields for i, _ in components.COSTS[card])


def _seat(state: State, seat: Seat, rows: list[int]) -> list[Prospect]:
    found = [Prospect("coins", float(state.players[seat].coins or 0))]
    many = len(state.players) >= MANY
    for building in state.players[seat].city:
        found.append(_standing(building.card, len(building.workers), many))
    if state.turn is OVER:
        return found
    hand = state.players[seat].hand
    found.append(Prospect("hand", CARD * min(HAND, len(hand) + _coming(state, seat))))
    if len(state.players[seat].city) >= state.limit:
        found.append(Prospect("full", -FULL))
    found.extend(_plan(state, seat, rows))
    return found


@cache
def _standing(card: Card, covered: int, many: bool) -> Prospect:
    """A building that stands: its price, where that is going, and what it gives every turn."""
    row = components.BUILDINGS[card]
    worth = HELD * row.prices[covered]
    if covered < components.ROWS:
        worth += RISE * (row.prices[covered + 1] - row.prices[covered])
    if many:
        worth += components.EXTRA[card]
    return Prospect("building", worth + LASTS * len(components.LASTING[card][covered]), thing=str(card))


def _coming(state: State, seat: Seat) -> int:
    """Cards that the seat is about to draw, if it does nothing more."""
    now = state.now
    if isinstance(now, Draw) and now.seat == seat:
        return now.left
    if isinstance(now, Play) and now.seat == seat:
        return 3 if now.sold else 1 if now.working or now.built else HAND
    return 0


def _rows(state: State) -> list[int]:
    """Yield by resource of the lowest free rows, for all players together."""
    found = [0] * len(RESOURCES)
    for buildings in state.city:
        for building in buildings:
            if not building.sideways and len(building.workers) < components.ROWS:
                for i in components.YIELDS[building.card][len(building.workers)]:
                    found[i] += 1
    return found


def _plan(state: State, seat: Seat, rows: list[int]) -> list[Prospect]:
    """The hand card that comes nearest to being built, by what is there to pay with and what workers would bring."""
    now = state.now
    playing = isinstance(now, Play) and now.seat == seat
    if playing and now.built and state.options.advanced != "yes":  # type: ignore[union-attr]  # seen in the line above
        playing = False
    have = purse(state, seat) if playing else lasting(state, seat)
    best, which = _nearest(state.players[seat].hand, tuple(have), tuple(rows))
    if not which:
        return []
    return [Prospect("plan", best if playing else best * NEXT, thing=str(which))]


@lru_cache(maxsize=4096)
def _nearest(hand: Cards, have: tuple[int, ...], rows: tuple[int, ...]) -> tuple[float, int]:
    """Worth and number of the nearest card; 0: none. Called often while a turn is planned."""
    best, which, costs, far = 0.0, 0, components.COSTS, len(PLAN)
    for card in hand:
        if card == UNKNOWN:
            continue
        lacking = 0
        for i, n in costs[card]:
            short = n - have[i]
            if short > 0:
                lacking = lacking + short if short <= rows[i] else far
                if lacking >= far:
                    break
        else:
            worth = PLAN[lacking] * _built(card)
            if worth > best:
                best, which = worth, card
    return best, which


@cache
def _built(card: Card) -> float:
    """Worth of a hand card as a building, by that version of the rules."""
    row = components.BUILDINGS[card]
    return HELD * (0.6 * row.prices[0] + 0.4 * sum(row.prices) / len(row.prices)) + LASTS * (row.passive is not None)
