"""Base of players that evaluate before they choose."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from companion.engine.drive import Witness
from companion.engine.game import Seat
from companion.lab.choice import Choice, supposed, tired
from companion.lab.evaluation import Evaluation


class Thinker(ABC):
    """Takes what it finds to be worth most, and says what the evaluation has for it (`exact`: the game's outlook).
    Where there is no choice, or it has had enough, it does not think."""

    def __init__(self, *, exact: bool = False) -> None:
        self._exact = exact

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        seat, state = eyes.seat, supposed(eyes, rng)
        assert seat is not None, "a watcher chooses nothing"
        legal = list(game.legal(state, seat))
        if len(legal) == 1:
            return Choice(legal[0])
        if (enough := tired(game, eyes.view, seat, rng)) is not None:
            return enough
        judge = Evaluation(game, exact=self._exact)
        best, value = self.found(judge, eyes, seat, state, legal, rng)
        action = legal[best]
        return Choice(action, judge.reason(state, game.after(state, action, seat), seat, action), value=value)

    @abstractmethod
    def found(
        self, judge: Evaluation, eyes: Witness, seat: Seat, state: Any, legal: list[Any], rng: Random
    ) -> tuple[int, float]:
        """The number of the choice that is worth most to the seat in a state that agrees with what it knows, and what
        it is worth."""


def first_of_best(values: list[float], rng: Random) -> tuple[int, float]:
    """The number of the highest value, and that. Of equals first what is listed first, by which a turn ends; then
    any."""
    best = min(range(len(values)), key=lambda n: (-round(values[n], 6), n > 0, rng.random()))
    return best, values[best]
