"""The merchants' step against a second reading of the rules page, written in other terms."""

from __future__ import annotations

import cmath
import random
from itertools import product

import pytest
from cases import random_position

from companion.engine import hangzhou
from companion.games.hangzhou import components
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.names import MERCHANTS, SPACES, Merchant
from companion.games.hangzhou.state import State

CENTRE = complex(0, 0)
GATE = {"north": 3j, "east": 3 + 0j, "south": -3j, "west": -3 + 0j}
FAR = 99


def at(space: str) -> complex:
    """East is real, north imaginary, the temple 0."""
    return complex("ABCDE".index(space[0]) - 2, 3 - int(space[1]))


GRID = {at(space): space for space in SPACES}


def all_distances() -> dict[tuple[complex, complex], int]:
    """Floyd and Warshall's, over the 24 spaces."""
    far = {(a, b): 0 if a == b else 1 if abs(a - b) == 1 else FAR for a, b in product(GRID, GRID)}
    for via, a, b in product(GRID, GRID, GRID):
        far[a, b] = min(far[a, b], far[a, via] + far[via, b])
    return far


FAR_APART = all_distances()


def ways(here: complex | None, gate: complex) -> list[complex]:
    if here is not None:
        return [p for p in GRID if abs(p - here) == 1]
    side = gate / 3 * 2
    return [p for p in GRID if (p.real == side.real and side.real) or (p.imag == side.imag and side.imag)]


def turn(origin: complex, step: complex) -> float:
    """How far clockwise a step goes round the temple, as an angle."""
    return -cmath.phase(step / origin)


def expected(state: State, merchant: Merchant) -> str | None:
    """The space a merchant ends on; none: still at its gate."""
    start = state.merchant(merchant)
    die = state.demand(merchant)
    shops = [(at(space), shop) for space, shop in state.shops() if die and shop.dye == die.dye]
    here = None if start is None else at(start)
    if not shops or any(place == here for place, _ in shops):
        return start
    gate = GATE[components.GATES[merchant].value]
    steps = ways(here, gate)
    nearest = min(FAR_APART[step, place] for step in steps for place, _ in shops)
    near = [(p, shop) for p, shop in shops if min(FAR_APART[step, p] for step in steps) == nearest]
    rich = [p for p, shop in near if shop.coins == max(other.coins for _, other in near)]
    others = [space for other, space in zip(MERCHANTS, state.merchants, strict=True) if space and other != merchant]
    taken = {at(space) for space in others} if state.options.blocking == "no_sharing" else set()
    rich = [place for place in rich if place not in taken] or rich
    if any(place in taken and (place == here or place in steps) for place in rich):
        return start
    closer = [step for step in steps if any(FAR_APART[step, p] == nearest for p in rich) and step not in taken]
    if not closer:
        return start
    inner = min(abs(step.real) + abs(step.imag) for step in closer)
    left = [s for s in closer if abs(s.real) + abs(s.imag) == inner]
    best = max(left, key=lambda step: turn(gate if here is None else here, step))
    return GRID[best]


def check(seed: int, positions: int) -> None:
    rng = random.Random(seed)
    moved = 0
    for _ in range(positions):
        state = random_position(rng)
        for merchant in MERCHANTS:
            decision = decide(state, merchant)
            assert decision.end == expected(state, merchant), (hangzhou.text(state), merchant)
            chosen = [step for step in decision.steps if step.cut_by is None]
            assert len(chosen) == (decision.end != decision.start), "exactly one step, or none at all"
            moved += len(chosen)
    assert moved > positions / 2


def test_random_positions() -> None:
    check(1, 2_500)


@pytest.mark.slow
def test_a_hundred_thousand_random_positions() -> None:
    check(2, 100_000)
