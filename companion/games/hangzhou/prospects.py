"""What a position promises each seat: its hand by the score, the merchants as they would go now, and what comes after.

The numbers are a player's experience, in points; nothing in the rules depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.engine.game import OVER
from companion.engine.moves import SILENT
from companion.engine.prospect import RIVALS, Prospect
from companion.games.hangzhou import components, merchants, moves
from companion.games.hangzhou.city import FAR
from companion.games.hangzhou.names import DYE_INDEX, INDEX, MERCHANTS, SPACES, Dye, Merchant
from companion.games.hangzhou.state import Hand, Move, Play, State, able

SHOP, MOST_SHOPS = 1.15, 6
"""A shop that stands is worth a little more than it cost, as long as there are not too many."""
LATER = 0.55
"""What comes a round later is worth so much of what comes now."""
EMPTY = 0.45
"""What a shop without a dye, next to a merchant, is worth of the trade that a dye would bring."""
BREW = 1.2
"""A hand that holds all of a brew for which a merchant asks next."""
SEAL, LAST_WORD, ENOUGH = 0.35, 1.2, 2
"""To have passed: nothing is lost by it, and coins can be taken. Whoever passes first has the last turn of the round,
which nobody answers: that is worth something for each shop that could get another dye then, for so many of them. So
two who undo what the other has done come to an end."""
CLOSED = 0.95
"""To have passed as the last one: the others take no more coins."""
SOLO = 9.0
"""Alone: a mixed dye sold for the first time."""
_COIN, _DYE, _POINT = (components.WORTH[name] for name in ("coin", "dye", "point"))
_MOVE = {merchant: Move(merchant) for merchant in MERCHANTS}
Parts = list[list[Prospect]]


def prospects(state: State) -> Parts:
    """Of each seat, part by part."""
    found: Parts = [_held(state, seat, hand) for seat, hand in enumerate(state.hands)]
    if state.turn is not OVER:
        for seat, parts in enumerate(found):
            if state.seals[seat]:
                own = sum([1 for shop in state.city if shop is not None and shop.owner == seat])
                parts.append(Prospect("seal", SEAL))
                parts.append(Prospect("last_word", LAST_WORD * min(own, ENOUGH)))
        if all(state.seals) and isinstance(state.now, Play):
            found[state.now.seat - 1].append(Prospect("closed", CLOSED))
        _heading(trades(state, found), found)
    return found


_BRINGS: dict[type, tuple[str, ...]] = {
    moves.PlaceShop: ("shops", RIVALS),
    moves.PlaceDye: (RIVALS,),
    moves.PlaceCoin: ("at_shops", RIVALS),
    moves.Pass: ("seal", "last_word", "closed"),
    moves.TakeCoin: ("coins",),
    moves.PickDye: ("dyes",),
    moves.Trade: ("coins", "dyes", "points", "kinds"),
}
"""What an action changes by itself, of the parts that name no place."""


def concerns(part: Prospect, action: Any, state: State) -> bool:
    """Does what happens there, or what the action takes or gives, depend on the action itself?"""
    if part.place is not None:
        return part.place == getattr(action, "space", None)
    if part.motive == "brew" and part.thing is not None:
        return type(action) is moves.PickDye and DYE_INDEX[action.dye] in components.BREWS[DYE_INDEX[Dye(part.thing)]]
    return part.motive in _BRINGS.get(type(action), ())


def _held(state: State, seat: int, hand: Hand) -> list[Prospect]:
    """What the score counts, and the shops."""
    own = [shop for shop in state.city if shop is not None and shop.owner == seat]
    if state.solo:
        kinds = sum(1 for n in state.sold if n)
        worth = [Prospect("kinds", SOLO * kinds), Prospect("coins", 0.3 * hand.coins)]
        return [*worth, Prospect("dyes", 0.5 * sum(hand.dyes)), Prospect("shops", SHOP * min(len(own), MOST_SHOPS))]
    return [
        Prospect("coins", float(_COIN * hand.coins)),
        Prospect("at_shops", float(_COIN * sum([shop.coins for shop in own]))),
        Prospect("dyes", float(_DYE * sum(hand.dyes))),
        Prospect("points", float(_POINT * hand.points)),
        Prospect("shops", SHOP * min(len(own), MOST_SHOPS)),
    ]


def trades(state: State, found: Parts) -> State:
    """Notes what every merchant that has not gone yet would bring whom, if the players did nothing more; and gives the
    position after that. Dice that follow are left out: none of them is wanted in the same round."""
    for merchant, before, state in steps(state):  # noqa: B020 - the last position is what follows
        if state.hands is not before.hands:
            _traded(before, state, merchant, found)
    return state


def steps(state: State) -> Iterator[tuple[Merchant, State, State]]:
    """The merchants that have not gone yet as they would go now, each with the position before and after it."""
    now = state.now
    if state.options.trade != "forced":
        state = replace(state, options=replace(state.options, trade="forced"))
    first = MERCHANTS.index(now.merchant) if isinstance(now, Move) else 0 if isinstance(now, Play) else len(MERCHANTS)
    for merchant in MERCHANTS[first:]:
        before = state
        state = replace(merchants.act(replace(state, now=_MOVE[merchant]), merchant, SILENT), seals=state.seals)
        yield merchant, before, state


def _traded(before: State, after: State, merchant: Merchant, found: Parts) -> None:
    """Notes a trade, or a shop that goes back."""
    space, die = after.merchant(merchant), before.demand(merchant)
    if space is None or die is None:
        return
    shop = before.city[INDEX[space]]
    if shop is None:
        return
    had, has = before.hands[shop.owner], after.hands[shop.owner]
    if has.shops > had.shops:
        found[shop.owner].append(Prospect("loss", -SHOP - shop.coins, place=space, thing=merchant))
        return
    gain = float(_COIN * (has.coins - had.coins)) + _POINT * (has.points - had.points) - _COIN * shop.coins
    gain += _DYE * (sum(has.dyes) - sum(had.dyes))
    if after.solo:
        gain = SOLO * sum(1 for a, b in zip(after.sold, before.sold, strict=True) if a > b == 0) or 0.6
    motive = "purchase" if has.coins < had.coins else "sale"
    found[shop.owner].append(Prospect(motive, gain, place=space, thing=merchant, number=die.price))


def _heading(state: State, found: Parts) -> None:
    """Notes where merchants are bound for after this round, and who could be served next."""
    for merchant in MERCHANTS:
        die = state.demand(merchant)
        if die is None:
            continue
        i = DYE_INDEX[die.dye]
        gain = _gain(i, die.price)
        served = [able(hand, die) for hand in state.hands]
        if components.BREWS[i]:
            for seat, can in enumerate(served):
                if can:
                    found[seat].append(Prospect("brew", BREW, thing=die.dye))
        origin = state.merchant(merchant) or components.GATES[merchant]
        ranks = [
            ((FAR[origin][at], -shop.coins), at) for at, shop in enumerate(state.city) if shop and shop.dye == die.dye
        ]
        best = min((rank for rank, _ in ranks), default=(99, 0))
        targets, near = [at for rank, at in ranks if rank == best], best[0]
        for at in targets:
            shop = state.city[at]
            if shop is not None and served[shop.owner]:
                worth = gain * LATER ** max(1, near) / len(targets)
                found[shop.owner].append(Prospect("heading", worth, place=SPACES[at], thing=merchant))
        _empty(state, merchant, gain, served, near, found)


def _empty(state: State, merchant: Merchant, gain: float, served: list[bool], near: int, found: Parts) -> None:
    """Shops without a dye that a merchant would reach before others."""
    for at, step in enumerate(FAR[state.merchant(merchant) or components.GATES[merchant]]):
        shop = state.city[at]
        if step <= 1 and shop is not None and shop.dye is None and served[shop.owner] and step < near:
            worth = gain * EMPTY * LATER
            found[shop.owner].append(Prospect("near", worth, place=SPACES[at], thing=merchant))


def _gain(dye: int, price: int) -> float:
    """Points that a trade of this dye at this price brings."""
    brew = components.BREWS[dye]
    if not brew:
        return float(_DYE - price)
    return float(price + _POINT * components.DYE_ROWS[dye].points - _DYE * len(brew))
