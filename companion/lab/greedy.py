"""Players that look one step ahead, or not at all."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.drive import Witness
from companion.lab.choice import Choice, supposed, tired
from companion.lab.evaluation import Evaluation
from companion.lab.thinker import first_of_best


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
        seat = eyes.seat
        assert seat is not None, "a watcher chooses nothing"
        if (enough := tired(game, eyes.view, seat, rng)) is not None:
            return enough
        state = supposed(eyes, rng)
        legal = list(game.legal(state, seat))
        if len(legal) == 1:
            return Choice(legal[0])
        judge = Evaluation(game)
        leads = [judge.lead(game.after(state, action, seat), seat) for action in legal]
        if self.blur:
            deviation = self.blur * getattr(game, "BLUR", 1.0)
            leads = [found + rng.gauss(0.0, deviation) for found in leads]
        best, value = first_of_best(leads, rng)
        action = legal[best]
        return Choice(action, judge.reason(state, game.after(state, action, seat), seat, action), value=value)
