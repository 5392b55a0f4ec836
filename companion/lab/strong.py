"""The strong player."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.drive import Witness
from companion.lab.beam import Beam
from companion.lab.choice import Choice, Player
from companion.lab.evaluation import outlook
from companion.lab.plan import Planner
from companion.lab.rollout import Rollouts
from companion.lab.search import Searcher

PLAYOUTS, SECONDS = 1500, 1.5
"""Of the search, for each choice: whichever comes first."""


class Strong:
    """Plays its choices out where the game says how far (``horizon``). Goes by the outlook of a game that has one:
    there a turn thought through beats a search of as long as a table would wait. A turn of many small steps, of which
    the game says how many ways to follow (``BREADTH``), it follows to its end. In any other game it searches."""

    def __init__(self) -> None:
        self._searches, self._plans, self._rollouts = Searcher(PLAYOUTS, SECONDS), Planner(exact=True), Rollouts()

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        player: Player = self._searches
        if hasattr(game, "horizon"):
            player = self._rollouts
        elif outlook(game, eyes.view) is not None:
            breadth: int | None = getattr(game, "BREADTH", None)
            player = self._plans if breadth is None else Beam(breadth)
        return player.choose(game, eyes, rng)
