"""A merchant's decision: its way through the city, and the reasons.

Targets and steps are ranked, and the lowest rank wins, number by number. A candidate is eliminated by the rule of the
first number in which it differs from the best; so the walk and its explanation cannot disagree.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.effects import Decision, Step, Target
from companion.games.hangzhou.names import INDEX, MERCHANT_INDEX, SPACES, Merchant, Side, Space
from companion.games.hangzhou.state import Die, State

Origin = Space | Side
"""Where a merchant sets out: a space, or the gate of its side."""


class Way(Struct, frozen=True):
    """A step from some origin.

    `temple` is the temple distance of the space it leads to (H9). `turning` is the turning sense of the step about the
    centre: the larger, the more clockwise (H10); of a step in from a gate, how far to the left of the gate the space
    is, as seen facing the temple. `far`: the distances from the space to all spaces (H8).
    """

    to: Space
    temple: int
    turning: int
    far: tuple[int, ...] = ()


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
    """Returns the ways from an origin, without the distances beyond them."""
    if isinstance(origin, Side):
        return [Way(AT[at], TEMPLE_DISTANCE[AT[at]], i - 2) for i, at in enumerate(_BEHIND_GATE[origin])]
    row, column = find_row_column(origin)
    around = [(AT.get((row + down, column + right)), down, right) for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))]
    return [
        Way(to, TEMPLE_DISTANCE[to], (column - 2) * down - (row - 2) * right)
        for to, down, right in around
        if to is not None
    ]


def _measure_distances(origin: Origin) -> dict[Space, int]:
    found: dict[Space, int] = {origin: 0} if isinstance(origin, Space) else {}
    edge: list[Origin] = [origin]
    for steps in range(1, len(SPACES)):
        reached = {way.to for here in edge for way in _steps(here)} - found.keys()
        found |= dict.fromkeys(reached, steps)
        edge = list(reached)
    return found


DISTANCE: dict[Origin, dict[Space, int]] = {origin: _measure_distances(origin) for origin in (*SPACES, *Side)}
"""Orthogonal steps from an origin to a space, walking round the temple (H8)."""
FAR: dict[Origin, tuple[int, ...]] = {origin: tuple(far[space] for space in SPACES) for origin, far in DISTANCE.items()}
"""The same, in the order of `Space`."""
WAYS: dict[Origin, tuple[Way, ...]] = {
    origin: tuple(replace(way, far=FAR[way.to]) for way in _steps(origin)) for origin in (*SPACES, *Side)
}

BLOCKING = "house-blocking"
TARGET_RULES = ("nearest", "coins", BLOCKING)
"""What ranks targets: the distance (rule 1), the coins (rule 2), and the house rule on sharing."""
STEP_RULES = (BLOCKING, "temple", "clockwise")
"""What ranks steps: the house rule, the temple distance (rule 3), the turning sense (rule 4)."""
Rank = tuple[int, int, int]


class Walk(Struct, frozen=True):
    """A merchant's decision: the ranked targets (by index in `Space`) and steps, and the end.

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
    """Returns where the merchant goes from this position (H5 to H10)."""
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
    """Returns the decision as data, with what each rule eliminated."""
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
    """Returns the rule by which a candidate is worse than the best; None if it is as good."""
    return next((rule for rule, one, other in zip(rules, rank, best, strict=True) if one != other), None)


def decide(state: State, merchant: Merchant) -> Decision:
    """Returns where the merchant goes from this position, with everything it considered."""
    return explain(state, walk(state, merchant))
