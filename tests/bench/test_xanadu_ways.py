"""How long ways to pay take: all hand cards of a seat at a full six-player table."""

from __future__ import annotations

import random
from statistics import median
from time import process_time

import pytest

from companion.games import xanadu
from companion.games.xanadu import components

TABLES = 300


def full_table(rng: random.Random) -> xanadu.State:
    """Six players with three or four buildings, none or one worker on each, and seven cards in hand."""
    cards = [f"{card:02}" for card in rng.sample(components.EDITIONS["printed"], 70)]
    fields = []
    for seat, letter in enumerate("ABCDEF"):
        buildings = (cards.pop() + ".*" * rng.randint(0, 1) for _ in range(4 if seat else 3))
        fields.append(f"{letter}: {' '.join(buildings)}")
    fields.append(f"hand-A: {' '.join(cards.pop() for _ in range(7))}")
    return xanadu.parse(f"xanadu 6 {' '.join(fields)}")


@pytest.mark.bench
def test_ways_to_pay() -> None:
    rng = random.Random(1)
    times, possible, answers = [], 0, 0
    for _ in range(TABLES):
        state = full_table(rng)
        began = process_time()
        ways = xanadu.ways_to_pay(state)
        times.append((process_time() - began) * 1000)
        possible += sum(1 for way in ways if way.refusal is None)
        answers += len(ways)
    print(f"\nways to pay, six players: median {median(times):.2f} ms, most {max(times):.2f} ms a hand;")
    print(f"{possible} of {answers} cards can be built at once")
