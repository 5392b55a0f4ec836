"""Players that look one step ahead, or not at all."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.witness import Witness
from companion.lab.choice import Choice, supposed, tired
from companion.lab.evaluation import Evaluation

TOLD = 8
"""Of how many of the best choices the reasons are made."""


class AtRandom:
    """Any action, each as likely as another."""

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        return Choice(rng.choice(game.legal(eyes.view, eyes.seat)))


class Greedy:
    """The action after which the seat stands best by the game's evaluation, one step ahead. `blur` is by how many
    points it misjudges each (one standard deviation, in the game's own measure if it says one as ``BLUR``), as
    beginners do: what is plainly bad it still sees."""

    def __init__(self, blur: float = 0.0) -> None:
        self.blur = blur

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        assert eyes.seat is not None, "a watcher chooses nothing"
        return tired(game, eyes.view, eyes.seat, rng) or self.ranked(game, eyes, rng, 1)[0]

    def ranked(self, game: Any, eyes: Witness, rng: Random, told: int = TOLD) -> list[Choice]:
        """All that the seat may do, the best first; the reason stands with the first few."""
        seat, state = eyes.seat, supposed(eyes, rng)
        assert seat is not None, "a watcher chooses nothing"
        legal = list(game.legal(state, seat))
        if len(legal) == 1:
            return [Choice(legal[0])]
        judge = Evaluation(game)
        leads = [judge.lead(game.after(state, action, seat), seat) for action in legal]
        if self.blur:
            deviation = self.blur * getattr(game, "BLUR", 1.0)
            leads = [found + rng.gauss(0.0, deviation) for found in leads]
        # Of equals first what is listed first, by which a turn ends; then any.
        order = sorted(range(len(legal)), key=lambda n: (-round(leads[n], 6), n > 0, rng.random()))
        return [
            Choice(
                legal[n],
                judge.reason(state, game.after(state, legal[n], seat), seat) if place < told else None,
                leads[n],
            )
            for place, n in enumerate(order)
        ]
