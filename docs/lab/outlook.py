"""Fits the weights of Hangzhou's outlook to games between bots, and prints them.

    python docs/lab/outlook.py --games 400 --player middling

Positions are the starts of turns, and what is fitted is by how many points the first seat won. Coins, dyes and victory
points keep what the score gives for them; the rest has whatever explains best what the score did not know yet. One
choice in ten is that of the easy player, so that bad positions are seen, too. Needs numpy (extra `[sight]`).
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np

from companion.engine import OVER
from companion.engine.chance import Generator, supplied
from companion.engine.witness import Witness
from companion.games import hangzhou
from companion.games.hangzhou.outlook import WEIGHTS, described
from companion.lab.players import player

FIXED = {"coins": 1.0, "dyes": 3.0, "victory points": 6.0}
ASTRAY, TURNS, LONGEST = 0.1, 30, 1500
"""How often the easy player chooses; turns taken of each game; choices after which a game is given up."""
SMALL = 50.0
"""How much weights are kept small where little speaks for them (ridge regression, on numbers of one scale)."""


def game(name: str, seed: int) -> tuple[list[hangzhou.State], int] | None:
    """The starts of all turns of a game of two, and by how much the first seat won; none: it did not end."""
    state, dice, rng = hangzhou.new(2), Generator(seed), Random(seed)
    whole, easy, turns = player(hangzhou, name), player(hangzhou, "easy"), []
    for _ in range(LONGEST):
        if state.turn is OVER:
            first, second = (sheet.total for sheet in hangzhou.score(state).sheets)
            return turns, first - second
        waiting = hangzhou.waiting(state)
        if not waiting:
            state = hangzhou.after(state, supplied(hangzhou, state, dice).outcome)
            continue
        if isinstance(state.now, hangzhou.Play) and state.now.taken is None:
            turns.append(state)
        who = easy if rng.random() < ASTRAY else whole
        choice = who.choose(hangzhou, Witness(hangzhou, state, waiting[0]), rng)
        state = hangzhou.after(state, choice.action, waiting[0])
    return None


def fitted(name: str, games: int, first: int) -> dict[str, float]:
    """The weights, by their names."""
    differences, margins = [], []
    for seed in range(first, first + games):
        played = game(name, seed)
        if played is None:
            continue
        turns, margin = played
        for state in Random(seed).sample(turns, min(len(turns), TURNS)):
            numbers = described(state)
            assert numbers is not None, "whoever has a turn is described"
            mine, theirs = numbers
            differences.append([a - b for a, b in zip(mine, theirs, strict=True)])
            margins.append(margin)
    all_numbers = np.array(differences, float)
    fixed = np.array([FIXED.get(weight, 0.0) for weight in WEIGHTS])
    free = [i for i, weight in enumerate(WEIGHTS) if weight not in FIXED]
    scale = all_numbers.std(0)[free] + 1e-9
    scaled = all_numbers[:, free] / scale
    rest = np.array(margins, float) - all_numbers @ fixed
    found = np.linalg.solve(scaled.T @ scaled + SMALL * np.eye(len(free)), scaled.T @ rest) / scale
    fixed[free] = found
    print(f"{len(margins)} positions; on the average {np.abs(rest - scaled @ (found * scale)).mean():.2f} points off")
    return dict(zip(WEIGHTS, fixed.tolist(), strict=True))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--games", type=int, default=400)
    options.add_argument("--player", default="middling")
    options.add_argument("--first", type=int, default=0, help="the first deal")
    asked = options.parse_args()
    for weight, points in fitted(asked.player, asked.games, asked.first).items():
        print(f'    "{weight}": {points:.3f},')
