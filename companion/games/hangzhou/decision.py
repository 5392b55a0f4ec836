"""The decision of a merchant: where it goes, and why.

Targets and steps are ranked, and the lowest rank wins, number by number. A candidate is left out by the rule of the
first number in which it differs from the best; so the walk and its explanation cannot disagree.
"""

from __future__ import annotations

from msgspec import Struct

from companion.games.hangzhou.city import FAR, WAYS, Way
from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.effects import Decision, Step, Target
from companion.games.hangzhou.names import INDEX, MERCHANT_INDEX, SPACES, Merchant, Space
from companion.games.hangzhou.state import Die, State

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
    demand, origin = row[0] if row else None, here or GATES[merchant]
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
