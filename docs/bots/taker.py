"""A player of one's own for any game: it looks one step ahead by the score, and tells why in plain words."""

from random import Random
from typing import Any

from companion.engine.drive import Witness
from companion.lab.players import Choice


class Taker:
    """Does whatever brings most points at once. What it cannot see it takes to lie as it well might."""

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        supposed = eyes.possible(rng)
        legal = list(game.legal(supposed, eyes.seat))
        rng.shuffle(legal)

        def points(action: Any) -> int:
            after = game.after(supposed, action, eyes.seat)
            return int(game.score(after).sheets[eyes.seat].total)

        best = max(legal, key=points)
        gain = points(best) - game.score(supposed).sheets[eyes.seat].total
        return Choice(best, f"that is {gain} more" if gain > 0 else "one thing is as good as another")
