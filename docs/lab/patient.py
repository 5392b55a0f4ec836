"""The greedy player, but one that has enough: after some turns in a round of Hangzhou it passes.

The rules let a player round go on for ever (H15), and a bot that looks one step ahead always finds a dye to exchange.

    PYTHONPATH=docs/lab companion lab run docs/lab/hangzhou-length.toml
"""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.witness import Witness
from companion.games.hangzhou import EndTurn, Pass, Play, TakeCoin
from companion.lab.choice import Choice
from companion.lab.greedy import Greedy

TURNS = 5
"""Turns of a player round that anybody wants: in that many all shops can be put and get a dye."""


class Patient(Greedy):
    """Plays one game at a time, for one seat."""

    def __init__(self) -> None:
        super().__init__()
        self._round, self._taken = 0, 0

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        state = eyes.view
        if isinstance(state.now, Play):
            if state.round != self._round:
                self._round, self._taken = state.round, 0
            self._taken += state.now.taken is None
            if self._taken > TURNS:
                legal = game.legal(state, eyes.seat)
                return Choice(next(one for one in legal if isinstance(one, Pass | TakeCoin | EndTurn)))
        return super().choose(game, eyes, rng)
