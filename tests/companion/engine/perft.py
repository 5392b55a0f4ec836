"""Counts positions of the game tree, with chance, to compare engines with this one.

A player's choices weigh 1 each, an outcome of chance its probability. So where only chance acts, the weights of the
positions reached add up to 1. `docs/perft.md` has counts of every game.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from companion.engine.game import CHANCE


class Perft(Struct, frozen=True):
    """Counts of positions after a number of actions."""

    leaves: int
    """Ways to play them. A game that ends before is none."""
    positions: int
    """Different positions at their ends."""
    weight: Fraction
    """Of all leaves together: each the product of its outcomes' probabilities."""
    likeliest: Fraction
    """The weight of the position that has most."""


def perft(game: Any, state: Any, depth: int) -> Perft:
    """Returns the counts `depth` actions from a state. Raises `ValueError` if every line of play ends earlier."""
    found = reached(game, state, depth)
    if not found:
        raise ValueError(f"the game is over before {depth} actions")
    weights = [weight for _, weight in found.values()]
    return Perft(sum(ways for ways, _ in found.values()), len(found), sum(weights, Fraction(0)), max(weights))


def reached(game: Any, state: Any, depth: int) -> dict[Any, tuple[int, Fraction]]:
    """Returns the positions `depth` actions from a state, with the number of paths and the weight of each."""
    if not depth:
        return {state: (1, Fraction(1))}
    found: dict[Any, tuple[int, Fraction]] = {}
    for here, (ways, weight) in reached(game, state, depth - 1).items():
        choices = game.chances(here) if here.turn is CHANCE else [(action, Fraction(1)) for action in game.legal(here)]
        for action, probability in choices:
            after = game.after(here, action)
            count, before = found.get(after, (0, Fraction(0)))
            found[after] = (count + ways, before + weight * probability)
    return found
