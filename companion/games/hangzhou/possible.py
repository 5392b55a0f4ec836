"""Memory of hidden hands, and full positions consistent with it.

All changes of hands are public, so a seat that has watched from the start knows all hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, TypeAlias

from msgspec.structs import replace

from companion.engine.correction import Corrected
from companion.engine.moves import replace_item
from companion.games.hangzhou import components
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.names import DYES, Dye
from companion.games.hangzhou.state import Hand, State, changed, cubes, gaining, rest

Memory: TypeAlias = tuple[Hand, ...]
"""Each seat's hand; one that is not known is hidden. The shops stand in the view."""
UNKNOWN = Hand(hidden=True)
MOST_COINS, MOST_POINTS = 12, 3
"""What a hand that nobody counted is taken to hold at most."""


def remembered(memory: Memory | None, before: State, view: State, effects: Iterable[Any]) -> Memory:
    """Returns a seat's memory after these effects as it saw them; `before` and `view` are its views."""
    begins = before.phase == "draw" and not any(before.pool)
    first = Hand(components.START_COINS) if begins else UNKNOWN
    hands = memory or tuple(first if hand.hidden else hand for hand in before.hands)
    for effect in effects:
        match effect:
            case did.ShopPlaced(seat=seat) | did.CoinPlaced(seat=seat):
                hands = replace_item(hands, seat, gaining(hands[seat], -1))
            case did.CoinTaken(seat=seat):
                hands = replace_item(hands, seat, gaining(hands[seat], 1))
            case did.StartDyePicked(seat=seat, dye=dye):
                hands = replace_item(hands, seat, _with(hands[seat], dye, 1))
            case did.Bought(seat=seat, die=die):
                hands = replace_item(hands, seat, _with(gaining(hands[seat], -die.price), die.dye, 1))
            case did.Sold(seat=seat, die=die, paid=paid, points=points):
                hand = gaining(hands[seat], die.price, points=points)
                for dye in paid:
                    hand = _with(hand, dye, -1)
                hands = replace_item(hands, seat, hand)
            case Corrected():
                hands = (UNKNOWN,) * len(view.hands)
    return tuple(known if shown.hidden else shown for shown, known in zip(view.hands, hands, strict=True))


def _with(hand: Hand, dye: Dye, change: int) -> Hand:
    return gaining(hand, dyes=changed(hand.dyes, dye.ordinal, change))


def possible(view: State, rng: Random, memory: Memory | None = None) -> State:
    """Returns a full position consistent with the view and the memory.

    For hands that are not remembered, every cube that is nowhere else is equally likely in any of them; coins and
    victory points, which the rules do not limit, are uniform up to a typical maximum.
    """
    known = [
        remembers if hand.hidden else hand
        for hand, remembers in zip(view.hands, memory or (UNKNOWN,) * len(view.hands), strict=True)
    ]
    unknown = [seat for seat, hand in enumerate(known) if hand.hidden]
    dyes = {seat: [0] * len(DYES) for seat in unknown}
    unseen = rest(components.CUBES, cubes(view.city, known, view.supply, view.pool, view.sold))
    for i, left in enumerate(unseen if unknown else ()):
        for _ in range(left):
            dyes[rng.choice(unknown)][i] += 1
    hands = []
    for seat, (shown, hand) in enumerate(zip(view.hands, known, strict=True)):
        if hand.hidden:
            coins, points = rng.randint(0, MOST_COINS), rng.randint(0, MOST_POINTS)
            hand = Hand(coins, dyes=tuple(dyes[seat]), points=points)
        hands.append(replace(hand, shops=shown.shops))
    return replace(view, hands=tuple(hands))
