"""The merchant round: each merchant moves, then trades or takes a shop back."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from companion.engine.moves import SILENT, Tell
from companion.games.hangzhou import components
from companion.games.hangzhou.decision import BLOCKING, explain, walk
from companion.games.hangzhou.effects import (
    Bought,
    DieReturned,
    MerchantMoved,
    MerchantStayed,
    Sold,
    TakenBack,
    TradeAsked,
)
from companion.games.hangzhou.names import DYE_INDEX, DYES, INDEX, MERCHANT_INDEX, Merchant, Space
from companion.games.hangzhou.state import Ask, Die, Roll, Shop, State, able, changed, gaining, swapped
from companion.games.hangzhou.turns import after_merchant


def act(state: State, merchant: Merchant, tell: Tell) -> State:
    """The merchant moves, then trades, or asks first under the house rule `trade = optional`."""
    found = walk(state, merchant)
    moves = found.end != found.start
    if tell is not SILENT:
        tell((MerchantMoved if moves else MerchantStayed)(explain(state, found)))
    if moves:
        state = replace(state, merchants=swapped(state.merchants, MERCHANT_INDEX[merchant], found.end))
    if found.stopped == "no-target":
        return _return_die(state, merchant, "no-target", tell, sold=False)
    if found.stopped == BLOCKING or state.reached(merchant) is None:
        return after_merchant(state, merchant, tell)
    owner = state.asked(merchant)
    if owner is None:
        return take_back(state, merchant, tell)
    if state.options.trade == "forced":
        return trade(state, merchant, tell)
    space, _, die = _meeting(state, merchant)
    tell(TradeAsked(merchant, owner, space, die))
    return replace(state, now=Ask(merchant))


def _meeting(state: State, merchant: Merchant) -> tuple[Space, Shop, Die]:
    space, shop, die = state.merchant(merchant), state.reached(merchant), state.demand(merchant)
    if space is None or shop is None or die is None:
        raise ValueError(f"the {merchant} merchant stands on no target")
    return space, shop, die


def trade(state: State, merchant: Merchant, tell: Tell) -> State:
    """The owner, who is able, buys the natural dye or sells the mixed one (H12)."""
    space, shop, die = _meeting(state, merchant)
    i, seat = DYE_INDEX[die.dye], shop.owner
    hand, supply, sold = state.hands[seat], state.supply, state.sold
    brew, natural = components.BREWS[i], components.NATURAL[i]
    if natural:
        hand = gaining(hand, -die.price, dyes=changed(hand.dyes, i, 1))
        tell(Bought(merchant, seat, space, die, shop.coins))
    else:
        dyes, points = hand.dyes, 0 if state.solo else components.DYE_ROWS[i].points
        for part in brew:
            dyes, supply = changed(dyes, part, -1), changed(supply, part, 1)
        if state.solo:
            sold = changed(sold, i, 1)
        else:
            supply = changed(supply, i, 1)
        hand = gaining(hand, die.price, points=points, dyes=dyes)
        tell(Sold(merchant, seat, space, die, tuple(DYES[part] for part in brew), points, shop.coins, state.solo))
    state = replace(
        state,
        city=swapped(state.city, INDEX[space], Shop(seat)),
        hands=swapped(state.hands, seat, hand),
        supply=supply,
        sold=sold,
    )
    return _return_die(state, merchant, "trade", tell, sold=not natural)


def take_back(state: State, merchant: Merchant, tell: Tell) -> State:
    """The owner is unable or has declined: the shop goes back to the hand. The die stays."""
    space, shop, die = _meeting(state, merchant)
    i, seat = DYE_INDEX[die.dye], shop.owner
    hand = state.hands[seat]
    declined = able(hand, die)
    held = None if declined or not components.NATURAL[i] else hand.coins
    missing = () if declined else tuple(DYES[part] for part in components.BREWS[i] if not hand.dyes[part])
    tell(TakenBack(merchant, seat, space, die, held, missing, shop.coins, "house-trade" if declined else "unable"))
    state = replace(
        state,
        city=swapped(state.city, INDEX[space], None),
        supply=changed(state.supply, i, 1),
        hands=swapped(state.hands, seat, gaining(hand, shops=1)),
    )
    return after_merchant(state, merchant, tell)


def _return_die(
    state: State, merchant: Merchant, because: Literal["trade", "no-target"], tell: Tell, *, sold: bool
) -> State:
    """The demand die goes back to the bag, and a new one is to be drawn. An empty row only draws."""
    m = MERCHANT_INDEX[merchant]
    row = state.market[m]
    if not row:
        return replace(state, now=Roll(merchant))
    i = DYE_INDEX[row[0].dye]
    counts = not components.NATURAL[i] and (sold or state.options.round_die == "returned")
    tell(DieReturned(merchant, row[0], because, counts))
    return replace(
        state,
        market=swapped(state.market, m, row[1:]),
        bag=changed(state.bag, i, 1),
        mixed_returned=state.mixed_returned or counts,
        now=Roll(merchant),
    )
