"""Fitted evaluation of a position, without reasons, for the strong bot.

Each seat is described by numbers (`described`), and each number has a weight in tong bao (`WEIGHTS`). The weights were
fitted, by least squares, to the tong bao by which games between bots ended; `docs/lab/outlook.py` does it again.

Of hands the numbers look only at that of whoever has moved: what the others hold nobody may know, so their cards are
counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import mul
from typing import Final

from msgspec import Struct

from companion.engine.game import OVER, Seat
from companion.games.xanadu import components
from companion.games.xanadu.names import RESOURCES, UNKNOWN, Card
from companion.games.xanadu.prospects import prospects
from companion.games.xanadu.state import Building, Draw, Play, State, purse
from companion.games.xanadu.turns import draws, extra

WEIGHTS: Final[dict[str, float]] = {
    # What the seat has, and what its buildings would be sold for now.
    "coins": 1.0,
    "prices": 1.0,
    # Where the prices go, as long as there are turns: over the rest of the game, at the best, with the next worker.
    "prices to come": -0.347,
    "rise": 0.919,
    "fall": -0.342,
    # Buildings, and that there is no place for another one.
    "buildings": 0.742,
    "no place": -1.1,
    # Cards in the hand; and of whoever has moved, the best one that could be built next without a worker.
    "cards": 0.383,
    "moved": -0.797,
    "plan": 0.261,
}
_WEIGHTS = tuple(WEIGHTS.values())
BREADTH: Final = 8
"""Ways to go on with a turn that are followed at each step: a building takes several workers, in any order."""
LOWEST, AGAIN = 6, 45
"""Cards from the bottom to the End card, on the average, and cards of a deck that is shuffled anew."""
SOON = 8
"""Cards that each seat may draw before the end, from which on a turn more or less makes no difference."""
PROMISE = (0.9, 0.75, 0.6, 0.45, 0.35)
"""In a turn: of what a card would be worth as a building, with none, one, two … resources still lacking."""
IDLE, BEHIND = 1.0, 8.0
"""What it costs to do nothing and draw nothing, after which others may end the game so (X11): ahead, and behind."""
MIXED = 0.5
"""How much of it is what `prospects` promises: two evaluations that err in different ways err less together."""
Counts = Sequence[int]


class _Stands(Struct, frozen=True, gc=False):
    """Totals of a seat's buildings; full ones count as sold."""

    coins: int
    prices: list[int]
    """As `_prices` has them."""
    lasting: list[int]
    """What it gives every turn, of each resource."""
    count: int


def outlook(state: State) -> list[float]:
    """Tong bao that the position promises each seat. A turn that has begun counts as ended, and has beside that what
    it may still build: so one way to go on can be told from another."""
    if state.turn is OVER:
        return [float(_coins(state, seat, state.players[seat].city)) for seat in range(len(state.players))]
    found = [sum(map(mul, numbers, _WEIGHTS)) for numbers in described(state)]
    now = state.now
    if type(now) is Play and _begun(now):
        found[now.seat] += _promise(state, now)
    elif type(now) is Play and state.idle:
        passed = now.seat - 1
        found[passed] -= IDLE if _ahead(state, passed) else BEHIND
    promised = [sum([part.worth for part in parts]) for parts in prospects(state)]
    return [there + MIXED * (here - there) for there, here in zip(found, promised, strict=True)]


def described(state: State) -> list[list[float]]:
    """Features of each seat, in the order of `WEIGHTS`."""
    left = max(0.0, state.pile - LOWEST + AGAIN * (state.runs - state.run)) / len(state.players)
    soon, coming = min(1.0, left / SOON), left / AGAIN
    moved, due = _moved(state)
    found = []
    for seat, hand in enumerate(player.hand for player in state.players):
        stands, cards, plan = _stands(state, seat), len(hand), 0.0
        if seat == moved:
            cards += due
            plan = _plan(state, hand, stands.lasting)
        price, *ways = stands.prices
        parts = (*ways, stands.count, stands.count >= state.limit, cards, seat == moved, plan)
        found.append([stands.coins, price, price * coming, *[part * soon for part in parts]])
    return found


def _ahead(state: State, seat: int) -> bool:
    """Would the seat win, or share the victory, if the game ended now?"""
    totals = [_coins(state, other, buildings) for other, buildings in enumerate(state.city)]
    return totals[seat] == max(totals)


def _begun(now: Play) -> bool:
    return now.sold or now.working or now.built > 0


def _moved(state: State) -> tuple[int, int]:
    """Seat of the last turn, or of the present one if begun, and the number of cards it will draw."""
    now = state.now
    if type(now) is Play:
        return (now.seat, draws(state, now)[0]) if _begun(now) else ((now.seat - 1) % len(state.players), 0)
    return (now.seat, now.left) if isinstance(now, Draw) else (-1, 0)


def _coins(state: State, seat: int, buildings: Sequence[Building]) -> int:
    """The seat's tong bao, and what these buildings would bring."""
    return (state.players[seat].coins or 0) + sum([one.price + extra(state, one) for one in buildings])


def _stands(state: State, seat: int) -> _Stands:
    prices, lasting, full, count = [0] * 3, [0] * len(RESOURCES), [], 0
    for one in state.players[seat].city:
        if one.full:
            full.append(one)
            continue
        count += 1
        covered = len(one.workers)
        prices = [a + b for a, b in zip(prices, _prices(one.card, covered), strict=True)]
        for i in components.LASTING[one.card][covered]:
            lasting[i] += 1
    return _Stands(_coins(state, seat, full), prices, lasting, count)


@cache
def _prices(card: Card, covered: int) -> tuple[int, ...]:
    """The price of a building, the most that workers can add to it, and what the next one takes away."""
    prices = components.BUILDINGS[card].prices[covered:]
    price = prices[0]
    return price, max(prices) - price, max(0, price - prices[1])


def _yields(state: State) -> list[int]:
    """Yield by resource of all free rows that workers can reach, for all players together."""
    found = [0] * len(RESOURCES)
    for buildings in state.city:
        for one in buildings:
            if not one.sideways:
                for row in components.YIELDS[one.card][len(one.workers) :]:
                    for i in row:
                        found[i] += 1
    return found


def _plan(state: State, hand: Sequence[Card], have: Counts) -> float:
    """The best building that could be paid for without workers."""
    costs = components.COSTS
    ready = [card for card in hand if card != UNKNOWN and all(have[i] >= n for i, n in costs[card])]
    return max([_worth(card) for card in ready], default=0.0)


@cache
def _worth(card: Card) -> float:
    """Worth of a hand card as a building: near its first price, and towards its best one."""
    prices = components.BUILDINGS[card].prices
    return 0.6 * prices[0] + 0.4 * sum(prices) / len(prices)


def _promise(state: State, now: Play) -> float:
    """Worth of buildings that the present turn may still build."""
    seat: Seat = now.seat
    if now.built or len(state.players[seat].city) >= state.limit:
        return 0.0
    have, yields, hand = purse(state, seat), _yields(state), state.players[seat].hand
    best = 0.0
    for card in hand:
        if card != UNKNOWN:
            short = [(n - have[i], yields[i]) for i, n in components.COSTS[card] if n > have[i]]
            missing = sum([lacking for lacking, _ in short])
            if missing < len(PROMISE) and all(lacking <= offered for lacking, offered in short):
                best = max(best, PROMISE[missing] * _worth(card))
    return best
