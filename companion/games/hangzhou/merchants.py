"""The merchant round: where each merchant goes, and why; what is traded there."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from companion.engine.versions import FIRST
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
    MERCHANTS,
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
    origin = components.GATES[merchant] if here is None else here
    targets = _targets(shops, origin)
    taken, first = _taken(state, merchant), state.rules == FIRST
    targets = targets if first else _free_first(targets, taken)
    counting = [target for target in targets if target.cut_by is None]
    if _held(counting, taken, first):
        held = tuple(replace(t, cut_by="house-blocking") if t.cut_by is None else t for t in targets)
        return Decision(merchant, demand, here, held, (), here, "house-blocking")
    if any(target.distance == 0 for target in counting):
        return Decision(merchant, demand, here, targets, (), here, "stay")
    steps = _steps(counting, origin, taken, temple_first=first)
    end = next((step.to for step in steps if step.cut_by is None), here)
    cuts = {target.cut_by for target in targets} | {step.cut_by for step in steps}
    order = ("house-blocking",) if end == here else _CUTS[first]
    decided_by = next((rule for rule in order if rule in cuts), "nearest")
    return Decision(merchant, demand, here, targets, steps, end, decided_by)


_CUTS = (("clockwise", "temple", "house-blocking", "coins"), ("clockwise", "house-blocking", "temple", "coins"))
"""The rules that can leave something out, the last first; and so by the first version of the rules."""


def _taken(state: State, merchant: Merchant) -> set[Space]:
    """The spaces that the house rule on blocking closes: with `no_sharing`, those with another merchant."""
    if state.options.blocking == "none":
        return set()
    return {
        space
        for other, space in zip(MERCHANTS, state.merchants, strict=True)
        if space is not None and other is not merchant
    }


def _free_first(targets: tuple[Target, ...], taken: set[Space]) -> tuple[Target, ...]:
    """Of the targets that still count those with another merchant are left out, unless that leaves none."""
    free = any(target.cut_by is None and target.space not in taken for target in targets)
    if not taken or not free:
        return targets
    return tuple(replace(t, cut_by="house-blocking") if t.cut_by is None and t.space in taken else t for t in targets)


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


def _held(counting: list[Target], taken: set[Space], first: bool) -> bool:
    """Is the merchant stopped by another one on the target that it stands on or next to? By the first version of the
    rules, by others on all targets, however far."""
    if first:
        return all(target.space in taken and target.distance for target in counting)
    return any(target.space in taken and target.distance <= 1 for target in counting)


def _steps(counting: list[Target], origin: city.Origin, taken: set[Space], *, temple_first: bool) -> tuple[Step, ...]:
    """Rules 3 and 4, and before them the spaces left out by the house rule on blocking; by the first version of the
    rules between them."""
    candidates = []
    for way in city.WAYS[origin]:
        closer = city.DISTANCE[way.to]
        towards = tuple(t.space for t in counting if closer[t.space] == t.distance - 1)
        if towards:
            candidates.append((way, towards))
    free = [way for way, _ in candidates if way.to not in taken]
    temple = min((way.temple for way, _ in candidates if temple_first or way.to not in taken), default=0)
    turning = max((way.turning for way in free if way.temple == temple), default=0)

    def cut(way: city.Way) -> str | None:
        if way.to in taken and not (temple_first and way.temple != temple):
            return "house-blocking"
        if way.temple != temple:
            return "temple"
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
    elif decision.blocked or state.reached(merchant) is None:
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
