"""The merchant round: where each merchant goes, and why; what is traded there."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from companion.games.hangzhou import city, components
from companion.games.hangzhou.effects import (
    Bought,
    Consequences,
    Decision,
    DieReturned,
    MerchantMoved,
    MerchantStayed,
    Sold,
    Step,
    TakenBack,
    Target,
    TradeAsked,
)
from companion.games.hangzhou.flow import after_merchant
from companion.games.hangzhou.names import (
    DYE_INDEX,
    DYES,
    INDEX,
    MERCHANT_INDEX,
    SPACES,
    Merchant,
    Space,
)
from companion.games.hangzhou.state import Ask, Die, Roll, Shop, State, able, changed, gaining, swapped


def decide(state: State, merchant: Merchant) -> Decision:
    """Where the merchant goes from this position, with everything it weighed."""
    demand = state.demand(merchant)
    here = state.merchant(merchant)
    wanted = demand.dye if demand else None
    shops = [
        (space, shop)
        for space, shop in zip(SPACES, state.city, strict=True)
        if shop is not None and shop.dye is not None and shop.dye == wanted
    ]
    if not shops:
        return Decision(merchant, demand, here, (), (), here, "no-target")
    targets = _targets(shops, components.GATES[merchant] if here is None else here)
    if any(target.distance == 0 for target in targets):
        return Decision(merchant, demand, here, targets, (), here, "stay")
    blocked = _blocked(state)
    if all(target.space in blocked for target in targets if target.cut_by is None):
        held = tuple(replace(t, cut_by="house-blocking") if t.cut_by is None else t for t in targets)
        return Decision(merchant, demand, here, held, (), here, "house-blocking")
    steps = _steps(targets, components.GATES[merchant] if here is None else here, blocked)
    end = next((step.to for step in steps if step.cut_by is None), here)
    cuts = {target.cut_by for target in targets} | {step.cut_by for step in steps}
    order = ("house-blocking",) if end == here else ("clockwise", "house-blocking", "temple", "coins")
    decided_by = next((rule for rule in order if rule in cuts), "nearest")
    return Decision(merchant, demand, here, targets, steps, end, decided_by)


def _blocked(state: State) -> set[Space]:
    """The spaces that the house rule on blocking closes: with `no_sharing`, those with a merchant."""
    if state.options.blocking == "none":
        return set()
    return {space for space in state.merchants if space is not None}


def _targets(shops: list[tuple[Space, Shop]], origin: city.Origin) -> tuple[Target, ...]:
    """Rules 1 and 2: only the nearest count, and of these only those with the most coins."""
    distances = city.DISTANCE[origin]
    nearest = min(distances[space] for space, _ in shops)
    most = max(shop.coins for space, shop in shops if distances[space] == nearest)

    def cut(space: Space, shop: Shop) -> str | None:
        if distances[space] != nearest:
            return "nearest" if nearest else "stay"
        return "coins" if shop.coins != most else None

    return tuple(Target(space, shop.owner, shop.coins, distances[space], cut(space, shop)) for space, shop in shops)


def _steps(targets: tuple[Target, ...], origin: city.Origin, blocked: set[Space]) -> tuple[Step, ...]:
    """Rules 3 and 4, and between them the spaces left out by the house rule on blocking."""
    counting = [target for target in targets if target.cut_by is None]
    candidates = []
    for way in city.WAYS[origin]:
        closer = city.DISTANCE[way.to]
        towards = tuple(t.space for t in counting if closer[t.space] == t.distance - 1)
        if towards:
            candidates.append((way, towards))
    temple = min(way.temple for way, _ in candidates)
    left = [way for way, _ in candidates if way.temple == temple and way.to not in blocked]
    turning = max((way.turning for way in left), default=0)

    def cut(way: city.Way) -> str | None:
        if way.temple != temple:
            return "temple"
        if way.to in blocked:
            return "house-blocking"
        return "clockwise" if way.turning != turning else None

    return tuple(Step(way.to, way.temple, way.turning, towards, cut(way)) for way, towards in candidates)


def act(state: State, merchant: Merchant) -> tuple[State, Consequences]:
    """The merchant moves, then trades, or asks first under the house rule `trade = optional`."""
    decision = decide(state, merchant)
    m = MERCHANT_INDEX[merchant]
    if decision.end != decision.start:
        state = replace(state, merchants=swapped(state.merchants, m, decision.end))
        moved: Consequences = (MerchantMoved(decision),)
    else:
        moved = (MerchantStayed(decision),)
    if decision.decided_by == "no-target":
        state, more = _return_die(state, merchant, sold=False, because="no-target")
    elif state.reached(merchant) is None:
        state, more = after_merchant(state, merchant)
    else:
        state, more = meet(state, merchant)
    return state, moved + more


def meet(state: State, merchant: Merchant) -> tuple[State, Consequences]:
    """The merchant stands on a target: the owner is asked, trades, or takes the shop back."""
    owner = state.asked(merchant)
    if owner is None:
        return take_back(state, merchant)
    if state.options.trade == "forced":
        return trade(state, merchant)
    space, die = state.merchant(merchant), state.demand(merchant)
    assert space is not None and die is not None, "asked() has found the shop through both"
    return replace(state, now=Ask(merchant)), (TradeAsked(merchant, owner, space, die),)


def _meeting(state: State, merchant: Merchant) -> tuple[Space, Shop, Die]:
    space, shop, die = state.merchant(merchant), state.reached(merchant), state.demand(merchant)
    if space is None or shop is None or die is None:
        raise ValueError(f"the {merchant} merchant stands on no target")
    return space, shop, die


def trade(state: State, merchant: Merchant) -> tuple[State, Consequences]:
    """The owner, who is able, buys the natural dye or sells the mixed one (H12)."""
    space, shop, die = _meeting(state, merchant)
    i = DYE_INDEX[die.dye]
    hand = state.hands[shop.owner]
    done: Bought | Sold
    if components.NATURAL[i]:
        hand = gaining(hand, -die.price, dyes=changed(hand.dyes, i, 1))
        done = Bought(merchant, shop.owner, space, die, shop.coins)
    else:
        dyes, supply = hand.dyes, state.supply
        for part in components.BREWS[i]:
            dyes, supply = changed(dyes, part, -1), changed(supply, part, 1)
        points = 0 if state.solo else components.DYE_ROWS[i].points
        hand = gaining(hand, die.price, points=points, dyes=dyes)
        paid = tuple(DYES[part] for part in components.BREWS[i])
        done = Sold(merchant, shop.owner, space, die, paid, points, shop.coins, kept=state.solo)
        if state.solo:
            state = replace(state, supply=supply, sold=changed(state.sold, i, 1))
        else:
            state = replace(state, supply=changed(supply, i, 1))
    emptied = replace(shop, dye=None, coins=0)
    state = replace(
        state, city=swapped(state.city, INDEX[space], emptied), hands=swapped(state.hands, shop.owner, hand)
    )
    state, more = _return_die(state, merchant, sold=not components.NATURAL[i], because="trade")
    return state, (done, *more)


def take_back(state: State, merchant: Merchant) -> tuple[State, Consequences]:
    """The owner is unable or has declined: the shop goes back to the hand. The die stays."""
    space, shop, die = _meeting(state, merchant)
    i = DYE_INDEX[die.dye]
    hand = state.hands[shop.owner]
    declined = able(hand, die)
    held = None if declined or not components.NATURAL[i] else hand.coins
    missing = () if declined else tuple(DYES[part] for part in components.BREWS[i] if not hand.dyes[part])
    state = replace(
        state,
        city=swapped(state.city, INDEX[space], None),
        supply=changed(state.supply, i, 1),
        hands=swapped(state.hands, shop.owner, gaining(hand, shops=1)),
    )
    back = TakenBack(
        merchant, shop.owner, space, die, held, missing, shop.coins, "house-trade" if declined else "unable"
    )
    state, more = after_merchant(state, merchant)
    return state, (back, *more)


def _return_die(
    state: State, merchant: Merchant, *, sold: bool, because: Literal["trade", "no-target"]
) -> tuple[State, Consequences]:
    """The demand die goes back to the bag, and a new one is to be drawn. An empty row only draws."""
    m = MERCHANT_INDEX[merchant]
    row = state.market[m]
    now = Roll(merchant)
    if not row:
        return replace(state, now=now), ()
    i = DYE_INDEX[row[0].dye]
    counts = not components.NATURAL[i] and (sold or state.options.round_die == "returned")
    state = replace(
        state,
        market=swapped(state.market, m, row[1:]),
        bag=changed(state.bag, i, 1),
        mixed_returned=state.mixed_returned or counts,
        now=now,
    )
    return state, (DieReturned(merchant, row[0], because, counts),)
