"""Fits the weights of a game's outlook to games between bots, and prints them.

    python docs/lab/outlook.py xanadu greedy:140 middling:80

Positions are the starts of turns, and what is fitted is by how many points the first seat won. What the score counts
keeps the worth that it has there; the rest has whatever explains best what the score did not know yet. One choice in
ten is that of the easy player, so that bad positions are seen, too. Needs numpy (extra `[sight]`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np

from companion.engine import OVER, game
from companion.engine.drive import Generator, Witness, supplied
from companion.games.xanadu.outlook import WEIGHTS as XANADU
from companion.games.xanadu.outlook import described as of_xanadu
from companion.lab.players import player

Described = Callable[[Any], list[list[float]] | None]
FITTED: Mapping[str, tuple[Described, Mapping[str, float], Mapping[str, float], float]] = {
    "xanadu": (of_xanadu, XANADU, {"coins": 1.0, "prices": 1.0}, 500.0),
}
"""What describes a position of each game, what weighs it, what keeps its worth, and how much other weights are kept
small where little speaks for them (ridge regression, on numbers of one scale)."""
ASTRAY, TURNS, LONGEST = 0.1, 30, 1500
"""How often the easy player chooses; turns taken of each game; choices after which a game is given up."""


def played(rules: Any, name: str, seed: int) -> tuple[list[Any], int] | None:
    """The starts of all turns of a game of two, and by how much the first seat won; none: it did not end."""
    state, dice, rng = rules.new(2), Generator(seed), Random(seed)
    whole, easy, last = player(rules, name), player(rules, "easy"), -1
    turns: list[Any] = []
    for _ in range(LONGEST):
        if state.turn is OVER:
            first, second = (sheet.total for sheet in rules.score(state).sheets)
            return turns, first - second
        waiting = rules.waiting(state)
        if not waiting:
            state = rules.after(state, supplied(rules, state, dice).outcome)
            continue
        if waiting[0] != last:
            turns.append(state)
        last = waiting[0]
        who = easy if rng.random() < ASTRAY else whole
        state = rules.after(state, who.choose(rules, Witness(rules, state, last), rng).action, last)
    return None


def fitted(which: str, players: list[str], first: int) -> dict[str, float]:
    """The weights, by their names. `players`: each with its number of games, as in ``middling:400``."""
    rules, (described, weighed, fixed, small) = game(which), FITTED[which]
    differences, margins = [], []
    for name, games in (each.split(":") for each in players):
        for seed in range(first, first + int(games)):
            found = played(rules, name, seed)
            if found is None:
                continue
            turns, margin = found
            for state in Random(seed).sample(turns, min(len(turns), TURNS)):
                numbers = described(state)
                if numbers is not None:
                    mine, theirs = numbers
                    differences.append([a - b for a, b in zip(mine, theirs, strict=True)])
                    margins.append(margin)
        first += int(games)
    all_numbers, names = np.array(differences, float), list(weighed)
    weights = np.array([fixed.get(weight, 0.0) for weight in names])
    free = [i for i, weight in enumerate(names) if weight not in fixed]
    scale = all_numbers.std(0)[free] + 1e-9
    scaled = all_numbers[:, free] / scale
    rest = np.array(margins, float) - all_numbers @ weights
    weights[free] = np.linalg.solve(scaled.T @ scaled + small * np.eye(len(free)), scaled.T @ rest) / scale
    off = np.abs(np.array(margins) - all_numbers @ weights).mean()
    print(f"{len(margins)} positions; on the average {off:.2f} points off")
    return dict(zip(names, weights.tolist(), strict=True))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("game", choices=sorted(FITTED))
    options.add_argument("players", nargs="+", metavar="player:games")
    options.add_argument("--first", type=int, default=0, help="the first deal")
    asked = options.parse_args()
    for weight, points in fitted(asked.game, asked.players, asked.first).items():
        print(f'    "{weight}": {points:.3f},')
