"""Evaluation of a position for each seat, in tong bao: bots maximise the sum, and give a term as their reason.

Most weights were fitted by least squares to the tong bao by which games between bots ended.
"""

from __future__ import annotations

from typing import Any, Final

from companion.engine.game import OVER, RIVALS, Prospect, Seat
from companion.games.xanadu import components, moves, phases
from companion.games.xanadu.moves import place_left
from companion.games.xanadu.names import RESOURCES, UNKNOWN, Card, Cards
from companion.games.xanadu.state import Building, State, lasting, purse
from companion.games.xanadu.turns import draws, extra
from companion.lab.rollout import Level

LEVELS: Final = {
    "easy": Level(blur=1.0),
    "middling": Level(blur=1.0, breadth=4),
    "strong": Level(breadth=8),
}
PRICE, LATER = 0.97, -0.17
"""Of a price in force; and as long as the deck will be shuffled anew."""
STANDS, RISE, FALL = 0.37, 0.48, -0.2
"""As long as there are turns: a building, what workers can add to its price, what the next one takes away."""
LASTS = 0.15
"""A resource that comes every turn."""
CARD, CARD_USED = 0.275, 0.19
"""A card in the hand; and more as long as there are turns to use it."""
FULL, FULL_EARLY = -0.7, -0.55
"""All places built on: nothing can be built before a sale. And more as long as there are turns."""
NEAR: Final = (0.43, 0.36, 0.29, 0.21)
"""Of what a hand card would be worth as a building, with none, one … resources to be had from lowest rows."""
NEXT = 0.5
"""Of that, if it has to wait for the next turn."""
PROMISE: Final = (0.45, 0.375, 0.3, 0.225, 0.175)
"""The same for the turn that is on, with workers on any free rows."""
IDLE, IDLE_BEHIND = -1.25, -4.75
"""A turn with nothing done and no card drawn, after which others may end the game so (X11): ahead, and behind."""
LOWEST, AGAIN, SOON = 6, 45, 8
"""Cards from the bottom to the End card, on the average; cards of a deck that is shuffled anew; cards that each seat
may draw before the end, from which on a turn more or less makes no difference."""
BRINGS: Final[dict[type, tuple[str, ...]]] = {
    moves.Sell: ("coins", "full", "hand"),
    moves.EndTurn: ("hand",),
    moves.PlaceWorker: ("idle", RIVALS),
    moves.Build: ("idle",),
}
"""What an action changes by itself, of the terms that name no card."""


def concerns(term: Prospect, action: Any, state: State) -> bool:
    """Returns whether the term is about the building that is built, sold, worked at, or paid with the worker's help."""
    if term.thing is None:
        return term.motive in BRINGS.get(type(action), ())
    card = Card(int(term.thing))
    if term.motive != "plan":
        return card in (getattr(action, "card", UNKNOWN), getattr(action, "building", UNKNOWN))
    if type(action) is not moves.PlaceWorker or (building := state.building(action.building)) is None:
        return False
    yields = components.YIELDS[building.card][len(building.workers)]
    return any(i in yields for i, _ in components.COSTS[card])


def prospects(state: State) -> list[list[Prospect]]:
    """Returns the terms of each seat. A started turn counts as ended, except for what it may still build."""
    if state.turn is OVER:
        return [[Prospect("coins", float(total))] for total in _count_totals(state)]
    now, count = state.now, len(state.players)
    left = max(0.0, state.pile - LOWEST + AGAIN * (state.runs - state.run)) / count
    soon, coming = min(1.0, left / SOON), left / AGAIN
    found = []
    for seat, player in enumerate(state.players):
        terms = [Prospect("coins", float(player.coins or 0))]
        worths = [(one.card, _standing(one, soon, coming) + extra(state, one)) for one in player.city]
        terms += [Prospect("building", worth, thing=str(card)) for card, worth in worths]
        terms.append(Prospect("hand", (CARD + CARD_USED * soon) * (len(player.hand) + _count_coming(state, seat))))
        if len(player.city) >= state.limit:
            terms.append(Prospect("full", FULL + FULL_EARLY * soon))
        found.append([*terms, *_plan(state, Seat(seat))])
    if state.idle and isinstance(now, phases.Play):
        passed, totals = now.seat - 1, _count_totals(state)
        found[passed].append(Prospect("idle", IDLE if totals[passed] == max(totals) else IDLE_BEHIND))
    return found


def _count_totals(state: State) -> list[int]:
    """Returns tong bao if the game ended now."""
    return [
        (player.coins or 0) + sum([one.price + extra(state, one) for one in player.city]) for player in state.players
    ]


def _standing(building: Building, soon: float, coming: float) -> float:
    """Returns the value of a building: its price, the maximum that workers can add, the loss by the next worker, and
    its yield every turn."""
    covered = len(building.workers)
    price, *later = components.BUILDINGS[building.card].prices[covered:]
    if not later:
        return price
    rise, fall, lasts = max(0, max(later) - price), max(0, price - later[0]), components.LASTING[building.card][covered]
    return price * (PRICE + LATER * coming) + soon * (STANDS + RISE * rise + FALL * fall) + LASTS * len(lasts)


def _count_coming(state: State, seat: int) -> int:
    """Returns the number of cards that the seat will draw if it has started its turn and does nothing more."""
    match state.now:
        case phases.Draw(who, left) if who == seat:
            return left
        case phases.Play(who, sold, working) as now if who == seat and (sold or working):
            return draws(state, now)[0]
    return 0


def _rows(state: State, most: int) -> list[int]:
    """Returns the yield by resource of the lowest free rows of all buildings, this many of each."""
    found = [0] * len(RESOURCES)
    for building in [one for player in state.players for one in player.city if not one.sideways]:
        covered = len(building.workers)
        for row in components.YIELDS[building.card][covered : covered + most]:
            for i in row:
                found[i] += 1
    return found


def _plan(state: State, seat: Seat) -> list[Prospect]:
    """Returns the hand card that is closest to being built, by resources to pay with and workers' yields."""
    now, hand = state.now, state.players[seat].hand
    building = isinstance(now, phases.Play) and now.seat == seat and place_left(state, seat) is None
    have = purse(state, seat) if building else lasting(state, seat)
    worth, card = _nearest(hand, have, _rows(state, 1), NEAR)
    if not building:
        worth *= NEXT
    elif isinstance(now, phases.Play) and (now.sold or now.working):
        promised, card = _nearest(hand, have, _rows(state, components.ROWS), PROMISE)
        worth += promised
    return [Prospect("plan", worth, thing=str(card))] if card else []


def _nearest(hand: Cards, have: list[int], rows: list[int], shares: tuple[float, ...]) -> tuple[float, Card]:
    """Returns the most valuable hand card as a building, by the number of missing resources, and that value."""
    best = (0.0, UNKNOWN)
    for card in hand:
        short = [(n - have[i], rows[i]) for i, n in components.COSTS.get(card, ()) if n > have[i]]
        lacking = sum([n for n, _ in short])
        if card != UNKNOWN and lacking < len(shares) and all(n <= free for n, free in short):
            prices = components.BUILDINGS[card].prices
            best = max(best, (shares[lacking] * (0.6 * prices[0] + 0.4 * sum(prices) / len(prices)), card))
    return best
