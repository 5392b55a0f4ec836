"""A merchant's decision: its way through the city, and the reasons.

Targets and steps are ranked, and the lowest rank wins, number by number. A candidate is eliminated by the rule of the
first number in which it differs from the best; so the walk and its explanation cannot disagree.
"""

from __future__ import annotations

from msgspec import Struct

from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.effects import Decision, Step, Target
from companion.games.hangzhou.names import SPACES, Merchant, Side, Space
from companion.games.hangzhou.state import State

Origin = Space | Side
"""Where a merchant sets out: a space, or the gate of its side."""


class Way(Struct, frozen=True):
    """A step from some origin.

    `temple` is the temple distance of the space it leads to (H9). `turning` is the turning sense of the step about the
    centre: the larger, the more clockwise (H10); of a step in from a gate, how far to the left of the gate the space
    is, as seen facing the temple.
    """

    to: Space
    temple: int
    turning: int


def find_row_column(space: Space) -> tuple[int, int]:
    """Returns row from the north and column from the west, both from 0."""
    return int(space.value[1]) - 1, "ABCDE".index(space.value[0])


AT: dict[tuple[int, int], Space] = {find_row_column(space): space for space in SPACES}
TEMPLE_DISTANCE: dict[Space, int] = {s: abs(find_row_column(s)[0] - 2) + abs(find_row_column(s)[1] - 2) for s in SPACES}
_BEHIND_GATE = {
    Side.NORTH: [(0, i) for i in range(5)],
    Side.EAST: [(i, 4) for i in range(5)],
    Side.SOUTH: [(4, 4 - i) for i in range(5)],
    Side.WEST: [(4 - i, 0) for i in range(5)],
}


def _steps(origin: Origin) -> list[Way]:
    """Returns the ways from an origin."""
    if isinstance(origin, Side):
        return [Way(AT[at], TEMPLE_DISTANCE[AT[at]], i - 2) for i, at in enumerate(_BEHIND_GATE[origin])]
    row, column = find_row_column(origin)
    around = [(AT.get((row + down, column + right)), down, right) for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))]
    return [
        Way(to, TEMPLE_DISTANCE[to], (column - 2) * down - (row - 2) * right)
        for to, down, right in around
        if to is not None
    ]


WAYS: dict[Origin, list[Way]] = {origin: _steps(origin) for origin in (*SPACES, *Side)}


def _measure_distances(origin: Origin) -> dict[Space, int]:
    found: dict[Space, int] = {origin: 0} if isinstance(origin, Space) else {}
    edge: list[Origin] = [origin]
    for steps in range(1, len(SPACES)):
        reached = {way.to for here in edge for way in WAYS[here]} - found.keys()
        found |= dict.fromkeys(reached, steps)
        edge = list(reached)
    return found


DISTANCE: dict[Origin, dict[Space, int]] = {origin: _measure_distances(origin) for origin in WAYS}
"""Orthogonal steps from an origin to a space, walking round the temple (H8)."""

BLOCKING = "house-blocking"
TARGET_RULES = ("nearest", "coins", BLOCKING)
"""What ranks targets: the distance (rule 1), the coins (rule 2), and the house rule on sharing."""
STEP_RULES = (BLOCKING, "temple", "clockwise")
"""What ranks steps: the house rule, the temple distance (rule 3), the turning sense (rule 4)."""
RULES = ("nearest", "coins", BLOCKING, "temple", "clockwise")
"""What a merchant goes by, in order."""
Rank = tuple[int, int, int]


def decide(state: State, merchant: Merchant) -> Decision:
    """Returns where the merchant goes from this position (H5 to H10), with everything it considered."""
    m = merchant.ordinal
    here, demand = state.merchants[m], state.demand(merchant)
    origin, others = here or GATES[merchant], (*state.merchants[:m], *state.merchants[m + 1 :])
    taken = others if state.options.blocking == "no_sharing" else ()
    far = DISTANCE[origin]
    shops = [
        ((far[space], -shop.coins, space in taken), space, shop)
        for space, shop in zip(SPACES, state.city, strict=True)
        if shop is not None and demand is not None and shop.dye == demand.dye
    ]
    if not shops:
        return Decision(merchant, demand, here, (), (), here, "no-target")
    best = min([rank for rank, _, _ in shops])
    goals = [space for rank, space, _ in shops if rank == best]
    stops = BLOCKING if best[2] and best[0] <= 1 else "stay" if best[0] == 0 else ""
    ways = [
        ((way.to in taken, way.temple, -way.turning), way, towards)
        for way in (() if stops else WAYS[origin])
        if (towards := tuple([goal for goal in goals if DISTANCE[way.to][goal] == best[0] - 1]))
    ]
    top = min([rank for rank, _, _ in ways], default=best)
    targets = tuple(
        [Target(space, shop.owner, shop.coins, rank[0], _cut_target(rank, best, stops)) for rank, space, shop in shops]
    )
    steps = tuple(
        [
            Step(way.to, way.temple, way.turning, towards, BLOCKING if rank[0] else _cut(rank, top, STEP_RULES))
            for rank, way, towards in ways
        ]
    )
    end = here if stops else next((step.to for step in steps if step.cut_by is None), here)
    cuts = {target.cut_by for target in targets} | {step.cut_by for step in steps}
    last = next((rule for rule in ("clockwise", "temple", BLOCKING, "coins") if rule in cuts), "nearest")
    if not stops and end == here:
        last = BLOCKING
    return Decision(merchant, demand, here, targets, steps, end, stops or last)


def _cut_target(rank: Rank, best: Rank, stops: str) -> str | None:
    """Returns why a target does not count; None if it does."""
    cut = _cut(rank, best, TARGET_RULES)
    if cut is None:
        return BLOCKING if stops == BLOCKING else None
    return "stay" if cut == "nearest" and best[0] == 0 else cut


def _cut(rank: Rank, best: Rank, rules: tuple[str, ...]) -> str | None:
    """Returns the rule by which a candidate is worse than the best; None if it is as good."""
    for rule, one, other in zip(rules, rank, best, strict=True):
        if one != other:
            return rule
    return None
