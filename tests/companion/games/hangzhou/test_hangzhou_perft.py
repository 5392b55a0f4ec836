"""Counts of the move tree from named positions, with the probabilities of what comes of them.

Where only chance acts, the weights are the probabilities of the positions reached and add up to 1.
Run this file to print the counts anew.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from companion.engine import CHANCE, OVER
from companion.games import hangzhou

SAMPLE = (
    "hangzhou RBYW city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 /"
    " r1 r1 p5 k6 R: c5 y1 B: c3 b1 Y: c4 y1 W: c5 r1"
)
POSITIONS = {
    "first draw": "hangzhou RBYW now: draw",
    "first draw alone": "hangzhou R now: draw",
    "sample, last turn": f"{SAMPLE} seals: RBYW now: play W",
    "sample, merchants": f"{SAMPLE} seals: RBYW now: move orange",
    "sample, open": f"{SAMPLE} now: play R",
    "crowded": "hangzhou RB blocking: no-sharing trade: optional city: B1Rr C1Bb1 D1Rk E3By1 A3Rg"
    " merchants: C2 D2 - B3 market: b2 r1 / k6 y2 / y1 b1 / g4 r2 R: c2 b1 r1 y1 B: c1 b1 now: move orange",
    "last die": "hangzhou R die: 6 mixed: yes market: / / / g4 bag: k1 now: roll black",
}
COUNTS = [
    ("first draw", 1, 3, 3, "1", "1/3"),
    ("first draw", 2, 9, 6, "1", "16/69"),
    ("first draw", 3, 27, 10, "1", "64/253"),
    ("first draw", 4, 81, 15, "1", "128/759"),
    ("first draw", 5, 195, 30, "629/253", "128/759"),
    ("first draw", 6, 399, 54, "1317/253", "128/759"),
    ("first draw alone", 1, 3, 3, "1", "1/3"),
    ("first draw alone", 2, 3, 3, "1", "1/3"),
    ("first draw alone", 3, 63, 63, "1", "1/45"),
    ("first draw alone", 4, 1323, 1323, "1", "4/2565"),
    ("sample, last turn", 1, 27, 27, "27", "1"),
    ("sample, last turn", 2, 829, 457, "829", "8"),
    ("sample, last turn", 3, 840, 468, "829", "8"),
    ("sample, last turn", 4, 9948, 5484, "829", "16/15"),
    ("sample, merchants", 1, 1, 1, "1", "1"),
    ("sample, merchants", 2, 12, 12, "1", "2/15"),
    ("sample, merchants", 4, 153, 153, "1", "2/225"),
    ("sample, merchants", 6, 153, 153, "1", "2/225"),
    ("sample, open", 1, 27, 27, "27", "1"),
    ("sample, open", 2, 863, 491, "863", "8"),
    ("crowded", 3, 2, 2, "2", "1"),
    ("crowded", 4, 22, 22, "2", "1"),
    ("crowded", 6, 23, 23, "3", "1"),
    ("last die", 1, 3, 3, "1", "1/3"),
]
"""Position, depth, leaves, positions, weight of all, weight of the likeliest.

The weight of a leaf is the product of its chance outcomes' probabilities, a player's choices weighing 1.
"""


def tree(state: hangzhou.State, depth: int) -> tuple[int, dict[hangzhou.State, Fraction]]:
    """The number of ways to play so many actions, and the positions reached with their weights."""
    reached: dict[hangzhou.State, tuple[int, Fraction]] = {state: (1, Fraction(1))}
    for _ in range(depth):
        following: dict[hangzhou.State, tuple[int, Fraction]] = defaultdict(lambda: (0, Fraction(0)))
        for here, (ways, weight) in reached.items():
            if here.turn is OVER:
                choices = []
            elif here.turn is CHANCE:
                choices = list(hangzhou.chances(here))
            else:
                choices = [(action, Fraction(1)) for action in hangzhou.legal(here)]
            for action, probability in choices:
                after, _ = hangzhou.play(here, action)
                count, before = following[after]
                following[after] = (count + ways, before + weight * probability)
        reached = following
    return sum(ways for ways, _ in reached.values()), {state: weight for state, (_, weight) in reached.items()}


@pytest.mark.parametrize(("name", "depth", "leaves", "positions", "weight", "likeliest"), COUNTS)
def test_counts(name: str, depth: int, leaves: int, positions: int, weight: str, likeliest: str) -> None:
    found, reached = tree(hangzhou.parse(POSITIONS[name]), depth)
    assert (found, len(reached)) == (leaves, positions)
    assert sum(reached.values()) == Fraction(weight)
    assert max(reached.values()) == Fraction(likeliest)


def test_the_start_dyes_are_drawn_without_putting_back() -> None:
    """By hand: two red and two blue of eight each, in any order, from 24 cubes: 6 · (8·7·8·7)/(24·23·22·21)."""
    _, reached = tree(hangzhou.parse(POSITIONS["first draw"]), 4)
    by_pool = {state.pool[:3]: weight for state, weight in reached.items()}
    assert by_pool[2, 2, 0] == Fraction(6 * 8 * 7 * 8 * 7, 24 * 23 * 22 * 21)


if __name__ == "__main__":
    for name, text in POSITIONS.items():
        for depth in range(1, 7):
            leaves, positions = tree(hangzhou.parse(text), depth)
            if leaves > 60_000 or not leaves:
                break
            total = sum(positions.values())
            print((name, depth, leaves, len(positions), str(total), str(max(positions.values()))), ",", sep="")
