"""Memory of hidden hands, and full positions that agree with it.

Everything that comes into a hand or leaves it is seen by all, so whoever has watched from the start knows all hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, TypeAlias

from msgspec.structs import replace

from companion.engine.correction import Corrected
from companion.engine.game import Seat
from companion.games.hangzhou import components
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.names import DYE_INDEX, DYES, Dye
from companion.games.hangzhou.state import NONE, Hand, State, changed, gaining, swapped

Memory: TypeAlias = tuple[Hand | None, ...]
"""Each seat's hand as far as it is known; the shops stand in the view."""
MOST_COINS, MOST_POINTS = 12, 3
"""What a hand that nobody counted is taken to hold at most."""


def remembered(memory: Memory | None, before: State, view: State, effects: Iterable[Any]) -> Memory:
    """Memory of a seat after these effects as it saw them; `before` and `view` are its views."""
    hands = memory or _at_first(before)
    for effect in effects:
        match effect:
            case did.ShopPlaced(seat=seat) | did.CoinPlaced(seat=seat):
                hands = _with(hands, seat, coins=-1)
            case did.CoinTaken(seat=seat):
                hands = _with(hands, seat, coins=1)
            case did.StartDyePicked(seat=seat, dye=dye):
                hands = _with(hands, seat, came=(dye,))
            case did.Bought(seat=seat, die=die):
                hands = _with(hands, seat, coins=-die.price, came=(die.dye,))
            case did.Sold(seat=seat, die=die, paid=paid, points=points):
                hands = _with(hands, seat, coins=die.price, points=points, left=paid)
            case Corrected():
                hands = (None,) * len(view.hands)
    return tuple(known if shown.hidden else shown for shown, known in zip(view.hands, hands, strict=True))


def _at_first(view: State) -> Memory:
    """Before anything is drawn everybody has the coins of the start; later hidden hands are not known."""
    begins = view.phase == "draw" and not any(view.pool)
    first = Hand(components.START_COINS) if begins else None
    return tuple(first if hand.hidden else hand for hand in view.hands)


def _with(
    hands: Memory,
    seat: Seat,
    *,
    coins: int = 0,
    points: int = 0,
    came: tuple[Dye, ...] = (),
    left: tuple[Dye, ...] = (),
) -> Memory:
    hand = hands[seat]
    if hand is None:
        return hands
    dyes = hand.dyes
    for change, some in ((1, came), (-1, left)):
        for dye in some:
            dyes = changed(dyes, DYE_INDEX[dye], change)
    return swapped(hands, seat, gaining(hand, coins, points=points, dyes=dyes))


def possible(view: State, rng: Random, memory: Memory | None = None) -> State:
    """A full position that agrees with the view and the memory, each as likely as another.

    Of hands that are not remembered, every cube that lies nowhere else is in any of them alike; coins and victory
    points, which the rules do not bound, are evenly up to a number that games come to.
    """
    known = [
        remembers if hand.hidden else hand
        for hand, remembers in zip(view.hands, memory or (None,) * len(view.hands), strict=True)
    ]
    unknown = [seat for seat, hand in enumerate(known) if hand is None]
    dyes = {seat: [0] * len(DYES) for seat in unknown}
    for i, left in enumerate(_unseen(view, known) if unknown else ()):
        for _ in range(left):
            dyes[rng.choice(unknown)][i] += 1
    hands = []
    for seat, (shown, hand) in enumerate(zip(view.hands, known, strict=True)):
        if hand is None:
            coins, points = rng.randint(0, MOST_COINS), rng.randint(0, MOST_POINTS)
            hand = Hand(coins, dyes=tuple(dyes[seat]), points=points)
        hands.append(replace(hand, shops=shown.shops))
    return replace(view, hands=tuple(hands))


def _unseen(view: State, known: list[Hand | None]) -> list[int]:
    """How many cubes of each dye lie in no place that is known."""
    left = list(components.CUBES)
    for counts in (view.supply, view.pool, view.sold, *(hand.dyes if hand else NONE for hand in known)):
        left = [have - there for have, there in zip(left, counts, strict=True)]
    for _, shop in view.shops():
        if shop.dye is not None:
            left[DYE_INDEX[shop.dye]] -= 1
    return [max(0, n) for n in left]
