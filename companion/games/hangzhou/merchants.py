"""The merchant round: where each merchant goes, and why; what is traded there.

Targets and steps are ranked, and the lowest rank wins, number by number. A candidate is left out by the rule of the
first number in which it differs from the best; so the walk and its explanation cannot disagree.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.moves import SILENT, Tell
from companion.games.hangzhou import components
from companion.games.hangzhou.city import FAR, WAYS, Way
from companion.games.hangzhou.effects import (
    Bought,
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
from companion.games.hangzhou.names import DYE_INDEX, DYES, INDEX, MERCHANT_INDEX, SPACES, Merchant, Space
from companion.games.hangzhou.state import Ask, Die, Roll, Shop, State, able, changed, gaining, swapped
from companion.games.hangzhou.turns import after_merchant

BLOCKING = "house-blocking"
TARGET_RULES = ("nearest", "coins", BLOCKING)
"""What ranks targets: the distance (rule 1), the coins (rule 2), and the house rule on sharing."""
STEP_RULES = (BLOCKING, "temple", "clockwise")
"""What ranks steps: the house rule, the temple distance (rule 3), the turning sense (rule 4)."""
Rank = tuple[int, int, int]


class Walk(Struct, frozen=True):
    """A merchant's decision as it is made: the ranked targets (by their place in `Space`) and steps, and the end.

    `stopped`: why it stays where it is: ``no-target``, ``stay`` or ``house-blocking``; empty: it moves.
    """

    merchant: Merchant
    demand: Die | None
    start: Space | None
    targets: list[tuple[Rank, int]]
    steps: list[tuple[Rank, Way]]
    end: Space | None
    stopped: str


def walk(state: State, merchant: Merchant) -> Walk:
    """Where the merchant goes from this position (H5 to H10)."""
    m = MERCHANT_INDEX[merchant]
    row, here = state.market[m], state.merchants[m]
    demand, origin = row[0] if row else None, here or components.GATES[merchant]
    taken: set[int] = set()
    if state.options.blocking == "no_sharing":
        taken = {INDEX[space] for other, space in enumerate(state.merchants) if space is not None and other != m}
    far = FAR[origin]
    targets: list[tuple[Rank, int]] = [
        ((far[i], -shop.coins, i in taken), i)
        for i, shop in enumerate(state.city)
        if shop is not None and demand is not None and shop.dye == demand.dye
    ]
    if not targets:
        return Walk(merchant, demand, here, targets, [], here, "no-target")
    best = min(rank for rank, _ in targets)
    if best[2] and best[0] <= 1:
        return Walk(merchant, demand, here, targets, [], here, BLOCKING)
    if best[0] == 0:
        return Walk(merchant, demand, here, targets, [], here, "stay")
    goals = [i for rank, i in targets if rank == best]
    steps: list[tuple[Rank, Way]] = [
        ((INDEX[way.to] in taken, way.temple, -way.turning), way)
        for way in WAYS[origin]
        if any(way.far[i] == best[0] - 1 for i in goals)
    ]
    first, way = min(steps, key=lambda step: step[0])
    if first[0]:
        return Walk(merchant, demand, here, targets, steps, here, BLOCKING)
    return Walk(merchant, demand, here, targets, steps, way.to, "")


def explain(state: State, found: Walk) -> Decision:
    """The decision as data that explains itself: what each rule left out."""
    best = min((rank for rank, _ in found.targets), default=(0, 0, 0))
    top = min((rank for rank, _ in found.steps), default=(0, 0, 0))
    targets, steps, goals = [], [], []
    for rank, i in found.targets:
        shop, cut = state.city[i], _cut(rank, best, TARGET_RULES)
        assert shop is not None, "targets are shops"
        if cut is None:
            goals.append(i)
            cut = BLOCKING if found.stopped == BLOCKING and not found.steps else None
        elif cut == "nearest" and best[0] == 0:
            cut = "stay"
        targets.append(Target(SPACES[i], shop.owner, shop.coins, rank[0], cut))
    for rank, way in found.steps:
        towards = tuple(SPACES[i] for i in goals if way.far[i] == best[0] - 1)
        cut = BLOCKING if rank[0] else _cut(rank, top, STEP_RULES)
        steps.append(Step(way.to, way.temple, way.turning, towards, cut))
    cuts = {target.cut_by for target in targets} | {step.cut_by for step in steps}
    last = next((rule for rule in ("clockwise", "temple", BLOCKING, "coins") if rule in cuts), "nearest")
    start, end = found.start, found.end
    return Decision(found.merchant, found.demand, start, tuple(targets), tuple(steps), end, found.stopped or last)


def _cut(rank: Rank, best: Rank, rules: tuple[str, ...]) -> str | None:
    """The rule by which a candidate is worse than the best; None: it is as good."""
    return next((rule for rule, one, other in zip(rules, rank, best, strict=True) if one != other), None)


def decide(state: State, merchant: Merchant) -> Decision:
    """Where the merchant goes from this position, with everything it weighed."""
    return explain(state, walk(state, merchant))


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
